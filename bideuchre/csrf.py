"""Requests that change something are taken from our own pages only: the browser says where they come from.

No token in a form and no cookie for it, as Go's `net/http.CrossOriginProtection` does it and OWASP's sheet on
cross-site request forgery describes it ("Fetch Metadata headers").
"""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from django.conf import settings
from django.middleware.csrf import CsrfViewMiddleware

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from django.http import HttpRequest, HttpResponseForbidden
    from django.http.response import HttpResponseBase


class OwnPagesMiddleware(CsrfViewMiddleware):
    """Django's protection with the browser's word in place of the token.

    `Sec-Fetch-Site`, which no page can set or change, decides if it says `same-origin` or `none` (the person's own doing);
    browsers send it over TLS and to localhost. Otherwise `Origin` must be this site's or one of CSRF_TRUSTED_ORIGINS, or,
    where a browser is so old that it sends none, the origin in `Referer`. Who says nothing is refused.
    """

    def process_request(self, request: HttpRequest) -> None:
        """There is no secret to be read."""

    def process_view(
        self,
        request: HttpRequest,
        callback: Callable[..., HttpResponseBase],
        callback_args: tuple[Any, ...],
        callback_kwargs: dict[str, Any],
    ) -> HttpResponseForbidden | None:
        site = request.META.get("HTTP_SEC_FETCH_SITE")
        if site in {"same-origin", "none"}:
            self._accept(request)  # type: ignore[attr-defined]
            return None
        # Django looks at this header if there is one, and thus always. A browser that says "cross-site" has sent it.
        request.META.setdefault(
            "HTTP_ORIGIN", "null" if site else _origin_of_referer(request)
        )
        return super().process_view(request, callback, callback_args, callback_kwargs)

    def _check_token(self, request: HttpRequest) -> None:
        """Nothing is left to ask once the origin is known to be ours."""

    def process_response(
        self, request: HttpRequest, response: HttpResponseBase
    ) -> HttpResponseBase:
        """Nor is there a secret to be kept, though Django makes one at every log-in, and its desk a cookie of it.

        Not CSRF_USE_SESSIONS: Django's error pages would then read the session, also when the database is down.
        """
        response.cookies.pop(settings.CSRF_COOKIE_NAME, None)
        return response


def _origin_of_referer(request: HttpRequest) -> str:
    try:
        referer = urlsplit(request.META.get("HTTP_REFERER", ""))
    except ValueError:
        return "null"
    return f"{referer.scheme}://{referer.netloc}" if referer.netloc else "null"


def no_token(request: HttpRequest) -> dict[str, str]:
    """A context processor: `{% csrf_token %}`, which Django's own templates hold, writes nothing and makes no secret."""
    return {"csrf_token": ""}
