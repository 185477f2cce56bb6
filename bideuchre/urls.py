from django.conf.urls.i18n import i18n_patterns
from django.contrib import admin
from django.urls import include, path

from bideuchre.health import healthz

urlpatterns = [
    path("healthz", healthz, name="healthz"),
    # English has no prefix, every other language has (/it/…), tables included.
    *i18n_patterns(
        path("", include("games.urls")),
        path("", include("leaderboards.urls")),
        path("", include("accounts.urls")),
        # The moderators' desk.
        path("desk/", admin.site.urls),
        prefix_default_language=False,
    ),
]
