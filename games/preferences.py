"""What a player has set: how the site looks, and how the table moves, sorts, speaks and plays."""

from __future__ import annotations

from dataclasses import asdict, dataclass, fields
from enum import StrEnum
from typing import Any


class Theme(StrEnum):
    SYSTEM = "system"
    LIGHT = "light"
    DARK = "dark"


class Deck(StrEnum):
    TWO = "two"
    FOUR = "four"
    CONTRAST = "contrast"


class Pace(StrEnum):
    SLOW = "slow"
    NORMAL = "normal"
    FAST = "fast"
    INSTANT = "instant"


class Suits(StrEnum):
    """The order of the suits in the hand, trumps apart."""

    ALTERNATING = "alternating"
    LONGEST = "longest"


class Trumps(StrEnum):
    """Where the trumps stand in the hand."""

    FIRST = "first"
    LAST = "last"


class Ranks(StrEnum):
    """Which card of a suit comes first."""

    HIGH = "high"
    LOW = "low"


class Verbosity(StrEnum):
    """How much of what happened is spoken."""

    BRIEF = "brief"
    NORMAL = "normal"
    FULL = "full"


@dataclass(frozen=True, slots=True)
class Preferences:
    """Everything that can be set, as it is for who has set nothing.

    Attributes:
        wait: a full trick stays until it is tapped away.
        confirm: the first press chooses a card and a second one plays it.
        sound: the table may be heard.
        keys: letters lead to the places of the table.
        autoplay: a card that must be followed with is played at once.
        tips: a first hand comes with a word of advice here and there (games/coach.py).
        tips_seen: the tips that were dismissed.
    """

    theme: Theme = Theme.SYSTEM
    deck: Deck = Deck.TWO
    pace: Pace = Pace.NORMAL
    wait: bool = False
    suits: Suits = Suits.ALTERNATING
    trumps: Trumps = Trumps.FIRST
    ranks: Ranks = Ranks.HIGH
    confirm: bool = False
    autoplay: bool = False
    sound: bool = False
    verbosity: Verbosity = Verbosity.NORMAL
    keys: bool = True
    tips: bool = True
    tips_seen: tuple[str, ...] = ()

    @classmethod
    def parse(cls, stored: object) -> Preferences:
        """Read what was stored; what is missing or of another time is as if it had not been set."""
        found = stored if isinstance(stored, dict) else {}
        return cls(
            **{
                field.name: _read(field.default, found.get(field.name))
                for field in fields(cls)
            }
        )

    def stored(self) -> dict[str, str | bool | list[str]]:
        """Plain words, lists of them, and truths, which `parse` reads back."""
        return {name: _plain(value) for name, value in asdict(self).items()}


#: For who has set nothing.
UNSET = Preferences()


def _plain(value: object) -> str | bool | list[str]:
    if isinstance(value, tuple):
        return list(value)
    return value if isinstance(value, bool) else str(value)


def _read(default: Any, value: object) -> Any:
    if isinstance(default, bool):
        return value if isinstance(value, bool) else default
    if isinstance(default, tuple):
        words = value if isinstance(value, list) else default
        return tuple(word for word in words if isinstance(word, str))
    try:
        return type(default)(value)
    except ValueError:
        return default
