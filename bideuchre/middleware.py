"""What holds for every request, whichever page it is for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.services import PlayerGone
from games.views import player_gone

if TYPE_CHECKING:
    from collections.abc import Callable

    from django.http import HttpRequest, HttpResponse
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


class GonePlayers:
    """One answer for whoever is merged into another player, or deleted, while their request is on its way."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        return self.get_response(request)

    def process_exception(
        self, request: HttpRequest, exception: Exception
    ) -> HttpResponse | None:
        return player_gone(request) if isinstance(exception, PlayerGone) else None
