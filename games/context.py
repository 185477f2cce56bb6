"""What every page may ask for, and no page pays for before it does."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.db import DatabaseError
from django.utils.functional import SimpleLazyObject

from games import selectors
from games.preferences import UNSET

if TYPE_CHECKING:
    from django.http import HttpRequest

    from games.preferences import Preferences

#: Where the session keeps the player's key.
PLAYER = "player"


def player_key(request: HttpRequest) -> str | None:
    key = request.session.get(PLAYER)
    return key if isinstance(key, str) else None


def preferences(request: HttpRequest) -> dict[str, Any]:
    """`preferences`: what the visitor has set, read when the page first looks.

    A table knows them from its game, and says so in its own context.
    """
    return {"preferences": SimpleLazyObject(lambda: _preferences(request))}


def _preferences(request: HttpRequest) -> Preferences:
    # An error page may come before there is a session, or because there is no database.
    if not hasattr(request, "session"):
        return UNSET
    try:
        return selectors.preferences(player_key(request))
    except DatabaseError:
        return UNSET
