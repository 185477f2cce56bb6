from django.conf.urls.i18n import i18n_patterns
from django.contrib import admin
from django.urls import include, path
from django.views.generic import RedirectView

from bideuchre import views
from bideuchre.health import healthz

handler400 = "bideuchre.views.bad_request"

urlpatterns = [
    path("healthz", healthz, name="healthz"),
    path("favicon.ico", views.favicon),
    path("robots.txt", views.robots),
    path("sitemap.xml", views.site_map, name="sitemap"),
    # English has no prefix, every other language has (/it/…), tables included.
    *i18n_patterns(
        path("", include("games.urls")),
        path("", include("leaderboards.urls")),
        path("", include("accounts.urls")),
        path("manifest.webmanifest", views.manifest, name="manifest"),
        path("accessibility/", views.accessibility, name="accessibility"),
        # The moderators' desk. A moderator is a player too, and changes the password where players do.
        path("desk/password_change/", RedirectView.as_view(pattern_name="password")),
        path("desk/", admin.site.urls),
        prefix_default_language=False,
    ),
]
