"""A word of advice at the moments of a first hand that matter: the first bid, the bowers, following suit, alone.

Which tip a turn has follows from what South sees and has seen in this hand. So nothing is stored until one is
dismissed, and the same turn has the same tip however often it is shown.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TYPE_CHECKING

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.counting import count
from games.engine.cards import Denomination, is_left_bower, is_right_bower
from games.engine.errors import NotationError
from games.engine.hand import Phase, legal_plays
from games.engine.seats import Seat
from games.forced import plays_itself

if TYPE_CHECKING:
    from collections.abc import Iterator

    from django.utils.functional import _StrPromise

    from games.engine.cards import Card
    from games.engine.view import SeatView
    from games.preferences import Preferences


class Tip(StrEnum):
    BID = "bid"
    #: The hand is good enough to think of going alone.
    ALONE = "alone"
    #: An opponent plays alone.
    AGAINST_ALONE = "against-alone"
    BOWERS = "bowers"
    FOLLOW = "follow"


#: Instead of a tip: none of them any more.
OFF = "off"

#: Counted tricks (`counting`) from which alone is worth a thought: one hand in seventy.
ALONE_FROM = 9

_BOWERS: dict[Denomination, _StrPromise] = {
    Denomination.S: gettext_lazy(
        "The jack of spades is now the highest card, the right bower. Next comes the jack of clubs, the left bower: it is a spade."
    ),
    Denomination.H: gettext_lazy(
        "The jack of hearts is now the highest card, the right bower. Next comes the jack of diamonds, the left bower: it is a heart."
    ),
    Denomination.C: gettext_lazy(
        "The jack of clubs is now the highest card, the right bower. Next comes the jack of spades, the left bower: it is a club."
    ),
    Denomination.D: gettext_lazy(
        "The jack of diamonds is now the highest card, the right bower. Next comes the jack of hearts, the left bower: it is a diamond."
    ),
}

_AGAINST: dict[Seat, _StrPromise] = {
    Seat.W: gettext_lazy(
        "West plays alone and needs all %(tricks)d tricks. One for you or North, and West and East lose %(points)d points."
    ),
    Seat.E: gettext_lazy(
        "East plays alone and needs all %(tricks)d tricks. One for you or North, and West and East lose %(points)d points."
    ),
}


def tip_for(view: SeatView, preferences: Preferences) -> Tip | None:
    """The tip to show with this turn of a first hand, unless it was dismissed."""
    if not preferences.tips or view.turn is not view.seat:
        return None
    tip = _of_turn(view, preferences)
    return None if tip in preferences.tips_seen else tip


def _of_turn(view: SeatView, preferences: Preferences) -> Tip | None:
    if view.phase is Phase.CALL:
        if any(seat is view.seat for seat, _call in view.auction):
            return None
        return Tip.ALONE if _is_strong(view.hand) else Tip.BID
    if view.phase is not Phase.PLAY:
        return None
    # Each tip is due once, and one at a time.
    had: set[Tip | None] = set()
    tip = None
    for turn in _turns(view, preferences):
        tip = next((due for due in _due(turn, view) if due not in had), None)
        had.add(tip)
    return tip


def _is_strong(hand: tuple[Card, ...]) -> bool:
    return any(
        count(hand, trump).tricks >= ALONE_FROM
        for trump in Denomination
        if trump is not Denomination.NT
    )


@dataclass(frozen=True, slots=True)
class _Turn:
    """A turn of the seat in the play: what it held, and the cards that lay before it."""

    hand: tuple[Card, ...]
    table: tuple[tuple[Seat, Card], ...]


def _turns(view: SeatView, preferences: Preferences) -> Iterator[_Turn]:
    """Every turn of the seat in the play so far, the present one last; those that played themselves were none."""
    assert view.contract is not None
    own = []
    for trick in view.tricks:
        for i, (seat, card) in enumerate(trick.plays):
            if seat is view.seat:
                own.append((card, trick.plays[:i]))
    played = tuple(card for card, _table in own)
    for number, (_card, table) in enumerate(own):
        turn = _Turn((*view.hand, *played[number:]), table)
        if not plays_itself(
            turn.hand, view.contract.trump, table, autoplay=preferences.autoplay
        ):
            yield turn
    yield _Turn(view.hand, view.table)


def _due(turn: _Turn, view: SeatView) -> Iterator[Tip]:
    """What may be said at a turn, the most important first."""
    contract = view.contract
    assert contract is not None
    if contract.alone and contract.by.side is not view.seat.side:
        yield Tip.AGAINST_ALONE
    if any(
        is_right_bower(card, contract.trump) or is_left_bower(card, contract.trump)
        for card in (*turn.hand, *(card for _seat, card in turn.table))
    ):
        yield Tip.BOWERS
    if set(legal_plays(turn.hand, contract.trump, turn.table)) != set(turn.hand):
        yield Tip.FOLLOW


def without_tip(preferences: Preferences, word: str) -> Preferences:
    """The same preferences, but for a tip that was dismissed; for `OFF` all of them are.

    Raises:
        NotationError: the word is neither.
    """
    if word == OFF:
        return replace(preferences, tips=False)
    try:
        tip = Tip(word)
    except ValueError:
        raise NotationError(f"not a tip: {word!r:.40}") from None
    if tip in preferences.tips_seen:
        return preferences
    return replace(preferences, tips_seen=(*preferences.tips_seen, tip.value))


def tip_text(tip: Tip, view: SeatView) -> str:
    """A tip in words."""
    rules = view.rules
    numbers = {"tricks": rules.cards_per_hand, "points": rules.alone_points}
    match tip:
        case Tip.BID:
            return _(
                "Count the tricks that you hope for in your best suit, add three for North, your partner, and bid no more than that. Or pass."
            )
        case Tip.ALONE:
            return (
                _(
                    "A hand to dream of! Alone means all %(tricks)d tricks without North, for %(points)d points won or lost. A high bid is safer."
                )
                % numbers
            )
        case Tip.AGAINST_ALONE:
            assert view.contract is not None
            return str(_AGAINST[view.contract.by]) % numbers
        case Tip.BOWERS:
            assert view.contract is not None
            return str(_BOWERS[view.contract.trump])
        case Tip.FOLLOW:
            return _(
                "You hold the suit that was led, so you must follow it. With none of it you could play anything, even a trump."
            )
