"""A player of another school than ours: leads from its longest suit, and puts its high cards on at once.

It is there to be measured against. It shares no code and no idea with the policy that our search plays
out, so what we gain against it is not gained by knowing what it will do.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from games.engine.auction import PASS, Alone, Bid, standing_bid
from games.engine.cards import (
    RANKS,
    STRENGTH_UNDER,
    SUIT_UNDER,
    Card,
    Denomination,
    winning_index,
)
from games.engine.hand import Phase

if TYPE_CHECKING:
    from random import Random

    from games.engine.auction import Call
    from games.engine.hand import Action, CardSet
    from games.engine.view import SeatView


class HighCardsBot:
    """Bids by counting high cards and trumps; plays them from the top."""

    name = "highcards"
    version = "1"

    def choose(self, view: SeatView, rng: Random) -> Action:
        """One of `view.legal`."""
        if view.phase is Phase.CALL:
            return _call(view)
        assert view.contract is not None
        trump = view.contract.trump
        if view.phase is Phase.DISCARD:
            return tuple(sorted(_by_worth(view.hand, trump)[:3]))
        if view.phase is Phase.GIVE:
            best = _by_worth(view.hand, trump)[::-1]
            return tuple(sorted(best[: view.exchanged]))
        return _play(view, trump)


def count_tricks(hand: CardSet, trump: Denomination) -> float:
    """The tricks that a hand and an ordinary partner should take."""
    suits = Counter(SUIT_UNDER[trump][card.index] for card in hand)
    aces = {card.suit for card in hand if card.rank == "A"}
    if trump.suit is None:
        kings = sum(card.rank == "K" for card in hand)
        return 3.5 + 0.5 * sum(card.rank == "A" for card in hand) + 0.2 * kings
    length = suits.pop(trump.suit, 0)
    bowers = sum(STRENGTH_UNDER[trump][card.index] > len(RANKS) for card in hand)
    voids = 3 - len(suits)
    singletons = sum(count == 1 for count in suits.values())
    return (
        2
        + 0.5 * length
        + 0.4 * bowers
        + 0.65 * len(aces - {trump.suit})
        + 0.07 * length * (2 * voids + singletons)
    )


def _call(view: SeatView) -> Call:
    tricks, trump = max(
        ((count_tricks(view.hand, trump), trump) for trump in Denomination),
        key=lambda pair: pair[0],
    )
    if tricks >= 11.5:
        return Alone(trump)
    wanted = int(tricks - 0.5)
    standing = standing_bid(view.auction)
    if standing is None:
        return Bid(wanted, trump)
    seat, bid = standing
    assert isinstance(bid, Bid)
    if seat is view.seat.partner:
        return Bid(wanted, trump) if wanted >= bid.tricks + 2 else PASS
    return Bid(bid.tricks + 1, trump) if wanted > bid.tricks else PASS


def _play(view: SeatView, trump: Denomination) -> Card:
    cards = [card for card in view.legal if isinstance(card, Card)]
    suits, strengths = SUIT_UNDER[trump], STRENGTH_UNDER[trump]
    if not view.table:
        lengths = Counter(suits[card.index] for card in view.hand)
        return max(
            cards,
            key=lambda card: (lengths[suits[card.index]], strengths[card.index]),
        )
    played = [card for _, card in view.table]
    winner = view.table[winning_index(played, trump)][0]
    low = _by_worth(cards, trump)[0]
    if winner is view.seat.partner:
        return low
    winning = [
        card for card in cards if winning_index([*played, card], trump) == len(played)
    ]
    if not winning:
        return low
    followed = suits[winning[0].index] is suits[played[0].index]
    return (max if followed else min)(winning, key=lambda card: strengths[card.index])


def _by_worth(cards: CardSet | list[Card], trump: Denomination) -> list[Card]:
    """From the card least worth keeping to the best: trumps are worth more than all others."""
    return sorted(
        cards,
        key=lambda card: (
            SUIT_UNDER[trump][card.index] is trump.suit,
            STRENGTH_UNDER[trump][card.index],
        ),
    )
