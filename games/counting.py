"""How a person counts a hand for a trump suit: the rule of thumb that the strategy page teaches."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from games.engine.cards import Suit, effective_suit, is_left_bower, is_right_bower

if TYPE_CHECKING:
    from collections.abc import Iterable

    from games.engine.cards import Card, Denomination

#: Tricks that the partner and the run of the cards bring.
PARTNERS_SHARE = 3


@dataclass(frozen=True, slots=True)
class Count:
    """What is counted in a hand, half a trick each."""

    trumps: int
    bowers: int
    aces: int
    voids: int

    @property
    def tricks(self) -> float:
        """What the hand's side should take, the partner's share included."""
        halves = self.trumps + self.bowers + self.aces + self.voids
        return PARTNERS_SHARE + halves / 2


def count(hand: Iterable[Card], trump: Denomination) -> Count:
    """Count a hand for a trump suit: each trump, each bower again, each other ace, each void."""
    held = list(hand)
    suits = [effective_suit(card, trump) for card in held]
    return Count(
        trumps=suits.count(Suit(trump)),
        bowers=sum(
            is_right_bower(card, trump) or is_left_bower(card, trump) for card in held
        ),
        aces=sum(card.rank == "A" and card.suit is not trump.suit for card in held),
        voids=len(set(Suit) - set(suits)),
    )
