"""What is nobody's but the whole site's: how accessible it is, and what browsers and search engines ask every site for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.conf import settings
from django.contrib.sessions.exceptions import SessionInterrupted
from django.contrib.sitemaps import Sitemap
from django.contrib.sitemaps.views import sitemap
from django.http import HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.templatetags.static import static
from django.urls import reverse
from django.utils.translation import get_language, get_language_bidi, override
from django.utils.translation import gettext as _
from django.views import defaults
from django.views.decorators.cache import cache_control

from bideuchre.findable import HOME, PAGES
from games.views import get_only, player_gone

if TYPE_CHECKING:
    from django.http import HttpRequest
    from django.http.response import HttpResponseBase

    from bideuchre.findable import Page

    _Pages = Sitemap[Page]
else:
    _Pages = Sitemap

DAY = 24 * 60 * 60

#: The cloth, and what stands around it: as in site.css.
CLOTH, RAIL = "#14504f", "#08292b"

ICONS = (
    ("img/icon-192.png", "192x192", "any"),
    ("img/icon-512.png", "512x512", "any"),
    ("img/icon-maskable-512.png", "512x512", "maskable"),
)


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponseBase:
    """Whoever logs out in another tab while a form is on its way has sent nothing that is wrong."""
    if isinstance(exception, SessionInterrupted):
        return player_gone(request)
    return defaults.bad_request(request, exception)


@get_only
def accessibility(request: HttpRequest) -> HttpResponse:
    return render(request, "accessibility.html", {"contact": settings.CONTACT_EMAIL})


@get_only
@cache_control(public=True, max_age=DAY)
def robots(request: HttpRequest) -> HttpResponse:
    """Tables and personal pages are not shut out here: they say `noindex`, which has to be read to be heeded."""
    desks = []
    for code, _name in settings.LANGUAGES:
        with override(code):
            desks.append(f"Disallow: {reverse('admin:index')}")
    site_map = request.build_absolute_uri(reverse("sitemap"))
    lines = ["User-agent: *", *desks, "", f"Sitemap: {site_map}", ""]
    return HttpResponse("\n".join(lines), content_type="text/plain; charset=utf-8")


@get_only
@cache_control(public=True, max_age=DAY)
def favicon(request: HttpRequest) -> HttpResponse:
    """For whoever asks without having read a page, which names the icon."""
    return redirect(static("img/icon-192.png"))


@get_only
@cache_control(public=True, max_age=DAY)
def manifest(request: HttpRequest) -> HttpResponse:
    """What a phone needs to know to put the site among its apps, in the page's language.

    Without a service worker: everything still comes fresh from the site.
    """
    icons = [
        {
            "src": static(path),
            "sizes": sizes,
            "type": "image/png",
            "purpose": purpose,
        }
        for path, sizes, purpose in ICONS
    ]
    data = {
        # One app, whichever language it was found in.
        "id": "/",
        "scope": "/",
        "start_url": reverse("home"),
        "name": _("Bid Euchre"),
        "short_name": _("Bid Euchre"),
        "description": str(HOME.description),
        "lang": get_language(),
        "dir": "rtl" if get_language_bidi() else "ltr",
        "display": "standalone",
        "background_color": CLOTH,
        "theme_color": RAIL,
        "categories": ["games"],
        "icons": icons,
    }
    return JsonResponse(
        data,
        content_type="application/manifest+json",
        json_dumps_params={"ensure_ascii": False},
    )


@get_only
def site_map(request: HttpRequest) -> HttpResponse:
    return sitemap(request, {"pages": PagesToFind})


class PagesToFind(_Pages):
    """Every page to be found, in every language, each with its others."""

    i18n = True
    alternates = True
    x_default = True

    def items(self) -> list[Page]:
        return list(PAGES)

    def location(self, item: Page) -> str:
        return item.address
