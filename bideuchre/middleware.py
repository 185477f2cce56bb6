"""What holds for every request, whichever page it is for."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.http import HttpResponse
from django.middleware.gzip import GZipMiddleware
from django.shortcuts import render

from games.services import PlayerGone
from games.views import PAGE_OR_FORM, player_gone

if TYPE_CHECKING:
    from collections.abc import Callable

    from django.http import HttpRequest
    from django.http.response import HttpResponseBase


def readable(
    get_response: Callable[[HttpRequest], HttpResponseBase],
) -> Callable[[HttpRequest], HttpResponseBase]:
    """Read addresses and forms as UTF-8, and answer with 400 at once if a form cannot be read.

    Browsers send nothing but UTF-8, and the standard of URLs has such forms read so, whatever `Content-Type` says.
    Django believes it: then a codec for something else than text breaks every address with a query. A form is looked
    at here because Django's pages for errors look at it too, and break where it breaks.
    """

    def middleware(request: HttpRequest) -> HttpResponseBase:
        request.encoding = "utf-8"
        _ = request.POST
        return get_response(request)

    return middleware


class Unpadded(GZipMiddleware):
    max_random_bytes = 0


class Compression(GZipMiddleware):
    """Django's, which adds bytes at random to hide how long a page is, but none to the answer to a form.

    They guard against a foreign page that leads the browser here again and again, each time with a text of its own that is shown
    beside a secret (BREACH). Links can be followed so; a form of a foreign page is refused before it is read (csrf.py).
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        super().__init__(get_response)
        self.unpadded = Unpadded(get_response)

    def process_response(
        self, request: HttpRequest, response: HttpResponseBase
    ) -> HttpResponseBase:
        if request.method == "POST":
            return self.unpadded.process_response(request, response)
        return super().process_response(request, response)


class OwnAnswers:
    """Pages of our own where a request ends before or beside its view.

    Before Django's protection of forms, so that a wrong method is told as such and not as a strange origin.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        return self.get_response(request)

    def process_view(
        self, request: HttpRequest, view: Callable[..., Any], args: Any, kwargs: Any
    ) -> HttpResponse | None:
        """Every address takes the methods that its view names (`games.views.only`); the desk's are Django's and name none."""
        methods = getattr(view, "methods", PAGE_OR_FORM)
        if request.method in methods:
            return None
        if request.method == "OPTIONS":
            response = HttpResponse(status=204)
        else:
            response = render(request, "405.html", status=405)
        response.headers["Allow"] = ", ".join(methods)
        return response

    def process_exception(
        self, request: HttpRequest, exception: Exception
    ) -> HttpResponse | None:
        """Whoever is merged into another player, or deleted, while their request is on its way is told so."""
        return player_gone(request) if isinstance(exception, PlayerGone) else None
