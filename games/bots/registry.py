"""Which computer players there are, by name."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.bots.highcards import HighCardsBot
from games.bots.rule import RuleBot

if TYPE_CHECKING:
    from games.bots.base import Bot

_BOTS: dict[str, Bot] = {bot.name: bot for bot in (RuleBot(), HighCardsBot())}
try:
    from games.bots.player import PLAYERS
except (
    ImportError
):  # numba has no wheels for this machine: the site plays on with the rule bot
    LEVELS: tuple[str, ...] = ()
else:
    _BOTS |= {bot.name: bot for bot in PLAYERS}
    #: The levels that opponents may have, from the weakest.
    LEVELS = tuple(bot.name for bot in PLAYERS)

#: Versions that are no longer the newest, by identity: days that began with one end with it.
_EARLIER: dict[str, Bot] = {}

#: The bot that plays at full strength.
STRONGEST = LEVELS[-1] if LEVELS else "rule"


class UnknownBot(ValueError):
    """No bot is registered under the name asked for."""

    def __init__(self, name: str) -> None:
        super().__init__(
            f"there is no bot named {name!r:.40}; there are: {', '.join(names())}"
        )


def names() -> tuple[str, ...]:
    """Every registered name, in order."""
    return tuple(sorted(_BOTS))


def get_bot(name: str) -> Bot:
    """The bot registered under `name`.

    Raises:
        UnknownBot: naming those that there are.
    """
    try:
        return _BOTS[name]
    except KeyError:
        raise UnknownBot(name) from None


def find_version(stored: str) -> Bot | None:
    """The bot of this identity, be it the newest of its name or an earlier one; None if it is gone."""
    newest = _BOTS.get(stored.rpartition("-")[0])
    if newest is not None and identity(newest) == stored:
        return newest
    return _EARLIER.get(stored)


def identity(bot: Bot) -> str:
    """Name and version, as stored with games and written in records.

    The version is what follows the last hyphen.

    >>> identity(get_bot("rule")).rpartition("-")[0]
    'rule'
    """
    return f"{bot.name}-{bot.version}"
