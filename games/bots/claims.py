"""When the rest of a hand is sure: every card wins, however the others' cards lie and whatever they play."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.bots.knowledge import Knowledge
from games.engine.hand import Phase

if TYPE_CHECKING:
    from games.engine.cards import Card
    from games.engine.view import SeatView


def sure_tricks(view: SeatView) -> tuple[Card, ...]:
    """The seat's cards in an order in which each of them takes its trick; empty when that is not proven.

    The proof goes by what the seat sees and by nothing else, so that it tells nothing about the rest. The seat is on
    lead. Nobody can hold a higher card of the suit of any of its own, and of two equal cards the one
    led wins. So a trump led wins at once, and takes a trump from everybody who has one; led as often
    as there are hidden trumps, it leaves nobody any. Then no other card can be ruffed.
    """
    if view.phase is not Phase.PLAY or view.turn is not view.seat or view.table:
        return ()
    known = Knowledge(view)
    if not all(map(known.is_master, view.hand)):
        return ()
    trumps = tuple(card for card in view.hand if known.is_trump(card))
    others = tuple(card for card in view.hand if not known.is_trump(card))
    if others and known.trump is not None:
        partner = () if known.partner is None else (known.partner,)
        may_ruff = known.may_hold_trump((*known.opponents, *partner))
        if may_ruff and known.hidden(known.trump) > len(trumps):
            return ()
    return trumps + others
