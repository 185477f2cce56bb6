"""Why a bot did what it did, as facts that a page can put into words.

A reason is a kind and the numbers and cards that belong in its sentence; the words are the
business of whoever shows it, in the language of the reader. Each kind says which fields it has.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from games.engine.auction import PASS, Alone, Bid
from games.engine.cards import (
    CARDS,
    STRENGTH_UNDER,
    SUIT_UNDER,
    Card,
    Denomination,
    winning_index,
)

if TYPE_CHECKING:
    from games.bots.bidder import Considered
    from games.bots.search import Thought
    from games.engine.hand import Action
    from games.engine.seats import Seat
    from games.engine.view import SeatView


class Why(StrEnum):
    """Kinds of reasons; in brackets the fields that they fill."""

    #: The own side is expected to take so many tricks in this denomination (tricks, denomination).
    EXPECTS_TRICKS = "expects-tricks"
    #: The bid is made with this chance (chance).
    LIKELY_MADE = "likely-made"
    #: The best bid would lose more than passing does (bid, chance: that it would be made).
    NOTHING_TO_BID = "nothing-to-bid"
    #: There is no other card to play.
    ONLY_CARD = "only-card"
    #: The partner's card is winning the trick already (seat, card).
    PARTNER_WINS = "partner-wins"
    #: The card wins the trick as it stands (card: the one that it beats).
    TAKES_TRICK = "takes-trick"
    #: No card of the hand can win the trick (card: the one that is winning).
    CANNOT_WIN = "cannot-win"
    #: The card led cannot be beaten by rank: nothing higher is left with others.
    LEADS_MASTER = "leads-master"
    #: The lead draws trumps.
    DRAWS_TRUMPS = "draws-trumps"
    #: Tricks expected with this card (tricks), and with the best other one (card, other_tricks).
    BETTER_THAN = "better-than"


@dataclass(frozen=True, slots=True)
class Reason:
    """One reason. Fields that its kind does not name are None."""

    why: Why
    tricks: float | None = None
    other_tricks: float | None = None
    chance: float | None = None
    denomination: Denomination | None = None
    bid: Bid | Alone | None = None
    seat: Seat | None = None
    card: Card | None = None


@dataclass(frozen=True, slots=True)
class Decision:
    """An action and the reasons for it, the most telling first; none when it speaks for itself."""

    action: Action
    reasons: tuple[Reason, ...]


def of_call(taken: Considered, considered: list[Considered]) -> tuple[Reason, ...]:
    """Why this call, of those considered."""
    call = taken.call
    if isinstance(call, Bid | Alone):
        return (
            Reason(
                Why.EXPECTS_TRICKS, tricks=taken.tricks, denomination=call.denomination
            ),
            Reason(Why.LIKELY_MADE, chance=taken.makes),
        )
    bids = [each for each in considered if each.call != PASS]
    if not bids:
        return ()
    best = max(bids, key=lambda each: each.worth)
    assert isinstance(best.call, Bid | Alone)
    return (Reason(Why.NOTHING_TO_BID, bid=best.call, chance=best.makes),)


def of_play(view: SeatView, card: Card, thought: Thought | None) -> tuple[Reason, ...]:
    """Why this card."""
    if len(view.legal) == 1:
        return (Reason(Why.ONLY_CARD),)
    found = _of_lead(view, card) if not view.table else _of_trick(view, card)
    if thought is not None and card in thought.tricks:
        others = {
            other: value for other, value in thought.values.items() if other is not card
        }
        if others:
            other = max(others, key=lambda each: others[each])
            found.append(
                Reason(
                    Why.BETTER_THAN,
                    tricks=thought.tricks[card],
                    card=other,
                    other_tricks=thought.tricks[other],
                )
            )
    return tuple(found)


def _of_lead(view: SeatView, card: Card) -> list[Reason]:
    contract = view.contract
    assert contract is not None
    trump = contract.trump
    found = []
    if trump.suit is not None and SUIT_UNDER[trump][card.index] is trump.suit:
        found.append(Reason(Why.DRAWS_TRUMPS))
    if is_master(view, card):
        found.append(Reason(Why.LEADS_MASTER))
    return found


def _of_trick(view: SeatView, card: Card) -> list[Reason]:
    contract = view.contract
    assert contract is not None
    cards = [played for _, played in view.table]
    seat, best = view.table[winning_index(cards, contract.trump)]
    if winning_index([*cards, card], contract.trump) == len(cards):
        return [Reason(Why.TAKES_TRICK, card=best)]
    if seat is view.seat.partner:
        return [Reason(Why.PARTNER_WINS, seat=seat, card=best)]
    for other in view.legal:
        assert isinstance(other, Card)
        if winning_index([*cards, other], contract.trump) == len(cards):
            return []
    return [Reason(Why.CANNOT_WIN, card=best)]


def is_master(view: SeatView, card: Card) -> bool:
    """Whether no other seat can hold a card of its suit that beats it."""
    assert view.contract is not None
    trump = view.contract.trump
    gone = [played for trick in view.tricks for played in trick.cards]
    gone += [played for _, played in view.table]
    gone += [*view.hand, *(view.discarded or ())]
    return all(
        gone.count(other) == view.rules.copies
        for other in CARDS
        if SUIT_UNDER[trump][other.index] is SUIT_UNDER[trump][card.index]
        and STRENGTH_UNDER[trump][other.index] > STRENGTH_UNDER[trump][card.index]
    )
