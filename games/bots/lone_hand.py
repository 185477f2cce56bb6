"""What a strong hand takes, alone and with its partner: tried out on deals that may be."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from games.bots.core import (
    LEFT,
    LOWS,
    SIZE,
    WON_NS,
    deck,
    play,
    start,
)
from games.bots.jit import compiled, low_bit
from games.bots.policy import choose, finish
from games.bots.worlds import random_bits

if TYPE_CHECKING:
    from games.bots.core import Ints
    from games.bots.worlds import Randomness

#: Cards exchanged at most.
MOST = 3
#: Worth of a card from which on a lone player keeps it.
_KEEP = 200


@compiled
def worth(card: int, hand: int, trump: int) -> int:
    """What a card is worth to a lone player who holds, or may be given, `hand`."""
    suit, rank = card >> 3, card & 7
    if trump and suit == 0:
        return 300 + rank if rank < 6 else 600 + rank
    aces = hand >> (16 * suit + 10) & 3
    if rank == 5:
        return 500
    if rank == 4 and aces == 2:
        return 250
    return rank * 4 + aces


@compiled
def take_best(hand: int, trump: int) -> int:
    """The card of a hand that a lone partner wants most."""
    best, best_worth = -1, -1
    cards = (hand | hand >> 1) & LOWS
    while cards:
        card = low_bit(cards) >> 1
        cards &= cards - 1
        value = worth(card, hand, trump)
        if value > best_worth:
            best, best_worth = card, value
    return best


@compiled
def take_worst(hand: int, trump: int) -> int:
    """The card that a lone player lays aside first; -1 when all are worth keeping."""
    worst, worst_worth = -1, _KEEP
    cards = (hand | hand >> 1) & LOWS
    while cards:
        card = low_bit(cards) >> 1
        cards &= cards - 1
        value = worth(card, hand, trump)
        if value < worst_worth:
            worst, worst_worth = card, value
    return worst


@compiled
def _unseen(hand: int, trump: int) -> Ints:
    """The 36 cards that the others hold."""
    unseen = deck(trump) - hand
    cards = np.empty(36, dtype=np.int64)
    n = 0
    for card in range(32):
        for _ in range(unseen >> 2 * card & 3):
            cards[n] = card
            n += 1
    return cards


@compiled
def _deal(cards: Ints, position: Ints, state: Randomness) -> None:
    """Shuffle them and give them to seats 1, 2 and 3."""
    for i in range(35, 0, -1):
        j = random_bits(state) % (i + 1)
        card = cards[i]
        cards[i] = cards[j]
        cards[j] = card
    position[1] = position[2] = position[3] = 0
    for i in range(36):
        position[1 + i // 12] += 1 << 2 * cards[i]


@compiled
def count_tricks(
    hand: int, trump: int, deals: int, counts: Ints, state: Randomness
) -> None:
    """Count in `counts` (13 places) the tricks that the hand and its partner take in random deals."""
    cards = _unseen(hand, trump)
    position = np.empty(SIZE, dtype=np.int64)
    for _ in range(deals):
        _deal(cards, position, state)
        position[0] = hand
        start(position, trump, 0, 0, -1)
        finish(position)
        counts[position[WON_NS]] += 1


@compiled
def count_wins(hand: int, trump: int, deals: int, state: Randomness) -> int:
    """In how many of so many random deals the hand takes all twelve tricks alone, after the exchange."""
    cards = _unseen(hand, trump)
    laid = 0
    kept = hand
    for _ in range(MOST):
        card = take_worst(kept, trump)
        if card < 0:
            break
        kept -= 1 << 2 * card
        laid += 1
    position = np.empty(SIZE, dtype=np.int64)
    wins = 0
    for _ in range(deals):
        _deal(cards, position, state)
        # The lone player is seat 0, its partner seat 2.
        own, partner = kept, position[2]
        for _ in range(laid):
            card = take_best(partner, trump)
            partner -= 1 << 2 * card
            own += 1 << 2 * card
        position[0] = own
        start(position, trump, 0, 0, 2)
        while position[LEFT] > 0 and position[WON_NS + 1] == 0:
            play(position, choose(position))
        wins += position[WON_NS + 1] == 0
    return wins
