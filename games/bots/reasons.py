"""Why a bot did what it did, as facts that a page can put into words.

A reason is a kind and the numbers and cards that belong in its sentence; the words are the
business of whoever shows it, in the language of the reader. Each kind says which fields it has.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from games.engine.auction import PASS, Alone, Bid, standing_bid
from games.engine.cards import (
    CARDS,
    STRENGTH_UNDER,
    SUIT_UNDER,
    Card,
    Denomination,
    winning_index,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from games.bots.bidder import Considered
    from games.bots.exchange import Exchange
    from games.bots.search import Thought
    from games.engine.auction import Call
    from games.engine.hand import Action
    from games.engine.seats import Seat
    from games.engine.view import SeatView


class Why(StrEnum):
    """Kinds of reasons; in brackets the fields that they fill."""

    # Calls.
    #: The own side is expected to take so many tricks in this denomination (tricks, denomination).
    EXPECTS_TRICKS = "expects-tricks"
    #: These are too few to bid, or to bid more than stands (tricks, denomination).
    EXPECTS_TOO_FEW = "expects-too-few"
    #: The bid is made with this chance (chance).
    LIKELY_MADE = "likely-made"
    #: Passing is better than the best bid (bid, chance: that it would be made).
    NOTHING_TO_BID = "nothing-to-bid"
    #: The partner has made the bid that stands (bid).
    PARTNER_HAS_BID = "partner-has-bid"

    # Going alone, and its exchange.
    #: The lone hand takes every trick with this chance (chance).
    TAKES_ALL = "takes-all"
    #: All trumps and aces are kept.
    KEEPS_BEST = "keeps-best"
    #: No card is laid aside: none that may come is worth more.
    KEEPS_ALL = "keeps-all"
    #: The highest trump goes to the partner (card).
    GIVES_TRUMP = "gives-trump"
    #: An ace that is no trump goes to the partner (card).
    GIVES_ACE = "gives-ace"

    # Cards.
    #: There is no other card to play.
    ONLY_CARD = "only-card"
    #: The lead draws trumps.
    DRAWS_TRUMPS = "draws-trumps"
    #: The card led cannot be beaten by rank: nothing higher is left with others.
    LEADS_MASTER = "leads-master"
    #: Such a card could be led too, and is kept (card).
    KEEPS_MASTER = "keeps-master"
    #: No card that could be led is one of those.
    NO_MASTER = "no-master"
    #: The card wins the trick as it stands (card: the one that it beats).
    TAKES_TRICK = "takes-trick"
    #: The partner's card is winning the trick already (seat, card).
    PARTNER_WINS = "partner-wins"
    #: No card of the hand can win the trick (card: the one that is winning).
    CANNOT_WIN = "cannot-win"
    #: A card that could win is kept (card: the lowest such).
    HOLDS_BACK = "holds-back"
    #: Tricks expected with this card (tricks), and with the best other one (card, other_tricks).
    BETTER_THAN = "better-than"
    #: No other card is expected to do better: none is worth more than chance explains.
    NONE_BETTER = "none-better"
    #: In every deal that was solved no other card takes more tricks.
    BEST_ALWAYS = "best-always"

    #: The search was of no help: rules of thumb decided.
    RULE_OF_THUMB = "rule-of-thumb"


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
    """An action and the reasons for it, the most telling first; always one at least."""

    action: Action
    reasons: tuple[Reason, ...]


def of_call(
    view: SeatView,
    taken: Considered,
    considered: Sequence[Considered],
    expected: Sequence[float],
) -> tuple[Reason, ...]:
    """Why this call, of those considered.

    Args:
        expected: the tricks of the own side in each denomination.
    """
    call = taken.call
    if isinstance(call, Alone):
        return (Reason(Why.TAKES_ALL, chance=taken.makes),)
    if isinstance(call, Bid):
        return (
            Reason(
                Why.EXPECTS_TRICKS, tricks=taken.tricks, denomination=call.denomination
            ),
            Reason(Why.LIKELY_MADE, chance=taken.makes),
        )
    found = _of_partner(view)
    bids = [each for each in considered if each.call != PASS]
    if bids:
        best = max(bids, key=lambda each: each.worth)
        assert isinstance(best.call, Bid | Alone)
        found.append(Reason(Why.NOTHING_TO_BID, bid=best.call, chance=best.makes))
    return tuple(found) or of_count(view, call, expected)


def of_count(
    view: SeatView, call: Call, expected: Sequence[float]
) -> tuple[Reason, ...]:
    """Why this call, by who has counted tricks and nothing else. `expected` as in `of_call`."""
    if isinstance(call, Bid | Alone):
        trump = call.denomination
        why = Why.EXPECTS_TRICKS
    else:
        trump = max(Denomination, key=lambda each: expected[each])
        why = Why.EXPECTS_TOO_FEW
        if found := _of_partner(view):
            return tuple(found)
    return (Reason(why, tricks=float(expected[trump]), denomination=trump),)


def _of_partner(view: SeatView) -> list[Reason]:
    standing = standing_bid(view.auction)
    if standing is None or standing[0] is not view.seat.partner:
        return []
    return [Reason(Why.PARTNER_HAS_BID, bid=standing[1])]


def of_discards(view: SeatView, exchange: Exchange) -> tuple[Reason, ...]:
    """Why the lone player lays these aside."""
    trump = _trump(view)
    found = []
    if not exchange.cards:
        found.append(Reason(Why.KEEPS_ALL))
    elif not any(
        SUIT_UNDER[trump][card.index] is trump.suit or card.rank == "A"
        for card in exchange.cards
    ):
        found.append(Reason(Why.KEEPS_BEST))
    return (*found, Reason(Why.TAKES_ALL, chance=exchange.chance))


def of_gift(view: SeatView, exchange: Exchange) -> tuple[Reason, ...]:
    """Why these go to the lone player."""
    if not exchange.cards:
        return (Reason(Why.ONLY_CARD),)
    trump = _trump(view)
    trumps = [card for card in view.hand if SUIT_UNDER[trump][card.index] is trump.suit]
    found = []
    if trumps:
        highest = max(trumps, key=lambda card: STRENGTH_UNDER[trump][card.index])
        if highest in exchange.cards:
            found.append(Reason(Why.GIVES_TRUMP, card=highest))
    aces = [card for card in exchange.cards if card.rank == "A" and card not in trumps]
    if aces:
        found.append(Reason(Why.GIVES_ACE, card=aces[0]))
    return (*found, Reason(Why.TAKES_ALL, chance=exchange.chance))


def of_play(view: SeatView, card: Card, thought: Thought | None) -> tuple[Reason, ...]:
    """Why this card."""
    if len(view.legal) == 1:
        return (Reason(Why.ONLY_CARD),)
    found = _of_trick(view, card) if view.table else _of_lead(view, card)
    if thought is not None and card in thought.tricks:
        found += _of_thought(card, thought)
    return tuple(found)


def _of_thought(card: Card, thought: Thought) -> list[Reason]:
    if thought.proved:
        return [Reason(Why.BEST_ALWAYS)]
    others = {
        other: value for other, value in thought.values.items() if other is not card
    }
    if not others:
        return []
    other = max(others, key=lambda each: others[each])
    if thought.values[card] <= others[other]:
        return [Reason(Why.NONE_BETTER)]
    return [
        Reason(
            Why.BETTER_THAN,
            tricks=thought.tricks[card],
            card=other,
            other_tricks=thought.tricks[other],
        )
    ]


def _of_lead(view: SeatView, card: Card) -> list[Reason]:
    trump = _trump(view)
    if is_master(view, card):
        found = [Reason(Why.LEADS_MASTER)]
    else:
        masters = [other for other in _cards(view) if is_master(view, other)]
        found = [Reason(Why.KEEPS_MASTER, card=masters[0])] if masters else []
        found = found or [Reason(Why.NO_MASTER)]
    if SUIT_UNDER[trump][card.index] is trump.suit and _outside(view, trump):
        return [Reason(Why.DRAWS_TRUMPS), *found]
    return found


def _of_trick(view: SeatView, card: Card) -> list[Reason]:
    trump = _trump(view)
    cards = [played for _, played in view.table]
    seat, best = view.table[winning_index(cards, trump)]
    winners = [
        other
        for other in _cards(view)
        if winning_index([*cards, other], trump) == len(cards)
    ]
    if card in winners:
        return [Reason(Why.TAKES_TRICK, card=best)]
    if seat is view.seat.partner:
        return [Reason(Why.PARTNER_WINS, seat=seat, card=best)]
    if not winners:
        return [Reason(Why.CANNOT_WIN, card=best)]
    lowest = min(winners, key=lambda other: STRENGTH_UNDER[trump][other.index])
    return [Reason(Why.HOLDS_BACK, card=lowest)]


def _trump(view: SeatView) -> Denomination:
    assert view.contract is not None
    return view.contract.trump


def _cards(view: SeatView) -> list[Card]:
    """The cards that may be played."""
    return [card for card in view.legal if isinstance(card, Card)]


def _outside(view: SeatView, trump: Denomination) -> bool:
    """Whether a trump may be left with others."""
    seen = _seen(view)
    return any(
        seen.count(card) < view.rules.copies
        for card in CARDS
        if SUIT_UNDER[trump][card.index] is trump.suit
    )


def _seen(view: SeatView) -> list[Card]:
    """The cards that no other seat can hold: played, held, or laid aside."""
    seen = [played for trick in view.tricks for played in trick.cards]
    seen += [played for _, played in view.table]
    return [*seen, *view.hand, *(view.discarded or ())]


def is_master(view: SeatView, card: Card) -> bool:
    """Whether no other seat can hold a card of its suit that beats it."""
    trump = _trump(view)
    seen = _seen(view)
    return all(
        seen.count(other) == view.rules.copies
        for other in CARDS
        if SUIT_UNDER[trump][other.index] is SUIT_UNDER[trump][card.index]
        and STRENGTH_UNDER[trump][other.index] > STRENGTH_UNDER[trump][card.index]
    )
