"""The exchange of a lone hand: what to lay aside, and what to give.

Both are tried out: over deals that may be, every sensible choice is played out by the policy.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from games.bots.core import (
    CARD_OF,
    LEFT,
    LOWS,
    SIZE,
    WON_EW,
    deck,
    encode,
    in_suit,
    play,
    size,
    start,
)
from games.bots.jit import compiled, low_bit
from games.bots.lone_hand import MOST, take_best, take_worst, worth
from games.bots.policy import choose
from games.bots.worlds import random_bits

if TYPE_CHECKING:
    from games.bots.core import Ints
    from games.bots.worlds import Floats, Randomness
    from games.engine.hand import CardSet
    from games.engine.view import SeatView

#: Deals on which every choice is tried.
DEALS = 240
#: Of so many hands that the lone player may hold, the giver thinks of the strongest.
HANDS_FOR_ONE = 16
#: How much likelier a lone hand is for a point of `_strength`, as an exponent of e.
_LIKELIER = 0.12
#: Cards thought of: so many of the least worth to lay aside, of the most worth to give.
CONSIDERED = 6


@dataclass(frozen=True, slots=True)
class Exchange:
    """Cards for the other one, and the chance that the lone hand then takes every trick."""

    cards: CardSet
    chance: float


def choose_discards(view: SeatView, seed: int) -> Exchange:
    """What the lone player lays aside: none to three cards."""
    assert view.contract is not None
    trump = view.contract.trump
    return _named(
        view,
        *_discards(
            encode(view.hand, trump),
            int(trump.suit is not None),
            DEALS,
            np.array([seed], dtype=np.uint64),
        ),
    )


def choose_gift(view: SeatView, seed: int) -> Exchange:
    """What the partner of the lone player gives for `view.exchanged` cards."""
    assert view.contract is not None
    assert view.exchanged is not None
    trump = view.contract.trump
    return _named(
        view,
        *_gift(
            encode(view.hand, trump),
            view.exchanged,
            int(trump.suit is not None),
            DEALS,
            np.array([seed], dtype=np.uint64),
        ),
    )


def _named(view: SeatView, cards: int, chance: float) -> Exchange:
    assert view.contract is not None
    names = CARD_OF[view.contract.trump]
    chosen = sorted(
        names[code] for code in range(32) for _ in range(int(cards) >> 2 * code & 3)
    )
    return Exchange(tuple(chosen), float(chance))


# -- compiled -------------------------------------------------------------------------------------


@compiled
def _listed(cards: int, into: Ints) -> int:
    """Write out a set, each copy by itself."""
    n = 0
    for card in range(32):
        for _ in range(cards >> 2 * card & 3):
            into[n] = card
            n += 1
    return n


@compiled
def _choices(hand: int, count: int, least: bool, trump: int, sets: Ints) -> int:
    """The sets of `count` among the cards of least, or most, worth."""
    picked = np.empty(CONSIDERED, dtype=np.int64)
    rest = hand
    n = 0
    while rest and n < CONSIDERED:
        best, best_worth = -1, 0
        cards = (rest | rest >> 1) & LOWS
        while cards:
            card = low_bit(cards) >> 1
            cards &= cards - 1
            value = worth(card, hand, trump)
            if best < 0 or (value < best_worth if least else value > best_worth):
                best, best_worth = card, value
        picked[n] = best
        rest -= 1 << 2 * best
        n += 1
    found = 0
    for bits in range(1 << n):
        chosen, size_ = np.int64(0), 0
        for i in range(n):
            if bits >> i & 1:
                chosen += 1 << 2 * picked[i]
                size_ += 1
        if size_ != count:
            continue
        fresh = True
        for i in range(found):
            fresh = fresh and sets[i] != chosen
        if fresh:
            sets[found] = chosen
            found += 1
    return found


@compiled
def _wins(position: Ints, own: int, trump: int) -> bool:
    """Whether seat 0 takes every trick alone; seats 1 and 3 are filled in."""
    position[0] = own
    start(position, trump, 0, 0, 2)
    while position[LEFT] > 0 and position[WON_EW] == 0:
        play(position, choose(position))
    return position[WON_EW] == 0


@compiled
def _deal(cards: Ints, n: int, position: Ints, state: Randomness) -> None:
    """Shuffle the 36 unseen cards into seats 1, 2 and 3."""
    for i in range(n - 1, 0, -1):
        j = random_bits(state) % (i + 1)
        card = cards[i]
        cards[i] = cards[j]
        cards[j] = card
    position[1] = position[2] = position[3] = 0
    for i in range(n):
        position[1 + i // 12] += 1 << 2 * cards[i]


@compiled
def _discards(
    hand: int, trump: int, deals: int, state: Randomness
) -> tuple[int, float]:
    """The best set to lay aside, and the share of the deals in which every trick is taken."""
    cards = np.empty(48, dtype=np.int64)
    n = _listed(deck(trump) - hand, cards)
    sets = np.zeros(64, dtype=np.int64)
    found = 0
    for count in range(MOST + 1):
        found += _choices(hand, count, True, trump, sets[found:])
    wins = np.zeros(found, dtype=np.int64)
    position = np.empty(SIZE, dtype=np.int64)
    trial = np.empty(SIZE, dtype=np.int64)
    gifts = np.zeros(MOST + 1, dtype=np.int64)
    for _ in range(deals):
        _deal(cards, n, position, state)
        partner = position[2]
        for k in range(MOST):
            card = take_best(partner, trump)
            partner -= 1 << 2 * card
            gifts[k + 1] = gifts[k] + (1 << 2 * card)
        for i in range(found):
            trial[:] = position
            wins[i] += _wins(trial, hand - sets[i] + gifts[size(sets[i])], trump)
    best = 0
    for i in range(found):
        # Of equals more cards: the partner knows best what is worth giving.
        if wins[i] >= wins[best]:
            best = i
    return sets[best], wins[best] / deals


@compiled
def _strength(hand: int, trump: int) -> int:
    """How much a hand looks like one to go alone with."""
    total = 0
    if trump:
        trumps = in_suit(hand, 0)
        total = 3 * size(trumps) + 3 * size(trumps >> 10) + 2 * size(trumps >> 12)
    for suit in range(1 if trump else 0, 4):
        aces = hand >> (16 * suit + 10) & 3
        total += 4 * aces
        if aces == 2:
            total += 3 * (hand >> (16 * suit + 8) & 3)
    return total


@compiled
def weigh_lone_hand(hands: Ints, trump: int, weights: Floats) -> None:
    """Multiply the weight of each hand by how much it looks like one to go alone with."""
    for i in range(len(hands)):
        weights[i] *= np.exp(_LIKELIER * _strength(hands[i], trump))


@compiled
def _gift(
    hand: int, count: int, trump: int, deals: int, state: Randomness
) -> tuple[int, float]:
    """The best set to give, and the share of the deals in which every trick is taken."""
    cards = np.empty(48, dtype=np.int64)
    n = _listed(deck(trump) - hand, cards)
    sets = np.zeros(64, dtype=np.int64)
    found = _choices(hand, count, False, trump, sets)
    wins = np.zeros(found, dtype=np.int64)
    position = np.empty(SIZE, dtype=np.int64)
    best_deal = np.empty(SIZE, dtype=np.int64)
    for _ in range(deals):
        strongest = -1
        for _draw in range(HANDS_FOR_ONE):
            _deal(cards, n, position, state)
            strength = _strength(position[2], trump)
            if strength > strongest:
                strongest = strength
                best_deal[:] = position
        own = best_deal[2]
        for _card in range(count):
            card = take_worst(own, trump)
            if card < 0:
                card = _lowest(own, trump)
            own -= 1 << 2 * card
        for i in range(found):
            position[:] = best_deal
            wins[i] += _wins(position, own + sets[i], trump)
    best = 0
    for i in range(found):
        if wins[i] > wins[best]:
            best = i
    return sets[best], wins[best] / deals


@compiled
def _lowest(hand: int, trump: int) -> int:
    """The card of least worth."""
    best, best_worth = -1, 0
    cards = (hand | hand >> 1) & LOWS
    while cards:
        card = low_bit(cards) >> 1
        cards &= cards - 1
        value = worth(card, hand, trump)
        if best < 0 or value < best_worth:
            best, best_worth = card, value
    return best
