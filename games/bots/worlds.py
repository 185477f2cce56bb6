"""Deals that one seat cannot tell from the real one.

`sample` draws them uniformly from all that fit what is public: how many cards each seat holds,
the cards played, and the suits that a seat did not follow. No draw is ever rejected: the numbers
of cards of each suit are drawn first, by how many deals there are of each pattern.
`weigh` then says how well a deal explains the cards that the others have played.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from games.bots.core import (
    BEST,
    COUNT,
    LED,
    PLAYED,
    SITS_OUT,
    SIZE,
    TRUMP,
    TURN,
    VOIDS,
    deck,
    in_suit,
    legal,
    play,
    size,
)
from games.bots.jit import compiled
from games.bots.policy import by_rules, chance

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from games.bots.core import Ints

    Floats = NDArray[np.float64]
    Randomness = NDArray[np.uint64]

#: A prime, larger than any number of worlds.
_STRIDE = 7919
#: n! for n of one suit.
_FACTORIALS = np.cumprod([1.0, *range(1, 15)])


@compiled
def random_bits(state: Randomness) -> int:
    """The next 53 random bits of a generator of one uint64 (splitmix64)."""
    state[0] += np.uint64(0x9E3779B97F4A7C15)
    z = state[0]
    z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    z = z ^ (z >> np.uint64(31))
    return np.int64(z >> np.uint64(11))  # type: ignore[return-value]


@compiled
def uniform(state: Randomness) -> float:
    """A random number from 0 to below 1."""
    return random_bits(state) * (1.0 / 9007199254740992.0)


@compiled
def sample(
    position: Ints, unseen: int, room: Ints, worlds: Ints, state: Randomness
) -> None:
    """Fill `worlds` with deals of the unseen cards.

    Args:
        position: what is known; of its hands only that of the seat to act is read.
        unseen: the cards that may be anywhere: all but those played, that seat's own, and what
            it knows to be out of play.
        room: how many of them each seat holds (0 for the seat to act; for a seat that sits out:
            how many are out of play with it). They add up to all of the unseen cards.
        worlds: shape (n, 4); filled with four hands each, the own one included.
    """
    me = position[TURN]
    a, b, c = (me + 1) & 3, (me + 2) & 3, (me + 3) & 3
    voids = position[VOIDS]
    # ways[s, i, j]: in how many ways the suits from s on can give i cards to a and j to b.
    room_a, room_b = room[a], room[b]
    ways = np.zeros((5, room_a + 1, room_b + 1))
    ways[4, 0, 0] = 1.0
    patterns = np.zeros((4, 15, 15))
    left = 0
    for suit in range(3, -1, -1):
        n = size(in_suit(unseen, suit))
        most_a = 0 if voids >> (a * 4 + suit) & 1 else n
        most_b = 0 if voids >> (b * 4 + suit) & 1 else n
        c_void = voids >> (c * 4 + suit) & 1
        for i in range(most_a + 1):
            for j in range(min(most_b, n - i) + 1):
                k = n - i - j
                if k > 0 and c_void:
                    continue
                patterns[suit, i, j] = _FACTORIALS[n] / (
                    _FACTORIALS[i] * _FACTORIALS[j] * _FACTORIALS[k]
                )
        left += n
        for x in range(min(room_a, left) + 1):
            for y in range(min(room_b, left) + 1):
                total = 0.0
                for i in range(min(most_a, x) + 1):
                    for j in range(min(most_b, n - i, y) + 1):
                        total += patterns[suit, i, j] * ways[suit + 1, x - i, y - j]
                ways[suit, x, y] = total
    cards = np.empty((4, 14), dtype=np.int64)
    sizes = np.zeros(4, dtype=np.int64)
    for suit in range(4):
        for card in range(suit * 8, suit * 8 + 8):
            for _ in range(unseen >> 2 * card & 3):
                cards[suit, sizes[suit]] = card
                sizes[suit] += 1
    for w in range(worlds.shape[0]):
        x, y = room_a, room_b
        hand_a, hand_b, hand_c = np.int64(0), np.int64(0), np.int64(0)
        for suit in range(4):
            n = sizes[suit]
            if n == 0:
                continue
            rest = uniform(state) * ways[suit, x, y]
            give_a, give_b = -1, -1
            for i in range(min(n, x) + 1):
                for j in range(min(n - i, y) + 1):
                    weight = patterns[suit, i, j] * ways[suit + 1, x - i, y - j]
                    if weight > 0.0:
                        give_a, give_b = i, j
                        rest -= weight
                        if rest < 0.0:
                            break
                if rest < 0.0:
                    break
            x -= give_a
            y -= give_b
            for k in range(n):
                other = k + random_bits(state) % (n - k)
                card = cards[suit, other]
                cards[suit, other] = cards[suit, k]
                cards[suit, k] = card
                one = 1 << 2 * card
                if k < give_a:
                    hand_a += one
                elif k < give_a + give_b:
                    hand_b += one
                else:
                    hand_c += one
        worlds[w, me] = position[me]
        worlds[w, a] = hand_a
        worlds[w, b] = hand_b
        worlds[w, c] = hand_c
        if position[SITS_OUT] >= 0:
            worlds[w, position[SITS_OUT]] = 0


@compiled
def add_played(first: Ints, history: Ints, hands: Ints) -> Ints:
    """Turn what the seats hold now, in many worlds, into what they held at the first lead.

    Returns:
        Who played each card of the history.
    """
    position = first.copy()
    seats = np.empty(len(history), dtype=np.int64)
    for t in range(len(history)):
        seat = position[TURN]
        seats[t] = seat
        one = 1 << 2 * history[t]
        for w in range(hands.shape[0]):
            hands[w, seat] += one
        # Whoever plays, the rest of the hand does not matter here.
        position[seat] = one
        play(position, history[t])
    return seats


@compiled
def weigh(
    first: Ints, history: Ints, me: int, worlds: Ints, surprise: Floats, weights: Floats
) -> None:
    """Multiply the weight of each world by how well it explains the play so far.

    Args:
        first: the position before the first card; its hands are not read.
        history: the cards played since, in order.
        me: the seat that thinks; its own plays say nothing.
        worlds: what each seat holds now.
        surprise: the factor for each card of an opponent that card sense (`policy.by_rules`) would not have
            played: for a lead, in following suit, and where the seat could not follow. The partner is taken
            to go by experience. With a seat that sits out, card sense is asked of everybody.
    """
    position = np.empty(SIZE, dtype=np.int64)
    hands = worlds.copy()
    seats = add_played(first, history, hands)
    for w in range(worlds.shape[0]):
        position[:] = first
        position[:4] = hands[w]
        weight = weights[w]
        for t in range(len(history)):
            card = history[t]
            if seats[t] != me:
                options = legal(position)
                mine = options >> 2 * card & 3
                if options != mine << 2 * card:
                    if (seats[t] ^ me) & 1 == 0 and position[SITS_OUT] < 0:
                        weight *= chance(position, card)
                    else:
                        weight *= _by_surprise(position, options, card, surprise)
            play(position, card)
        weights[w] = weight


@compiled
def _by_surprise(position: Ints, options: int, card: int, surprise: Floats) -> float:
    """The factor for a card of the seat to act: 1 for what card sense plays."""
    chosen = by_rules(position)
    if chosen == card or _alike(position, options, chosen, card):
        return 1.0
    kind = 0
    if position[COUNT] > 0:
        kind = 1 if card >> 3 == position[LED] else 2
    return surprise[kind]


@compiled
def _alike(position: Ints, options: int, chosen: int, card: int) -> bool:
    """Whether nobody can tell the two cards apart by what they do: nothing lies between."""
    if chosen >> 3 != card >> 3:
        return False
    low, high = min(chosen, card), max(chosen, card)
    unseen = deck(position[TRUMP]) - position[PLAYED] - position[position[TURN]]
    between = (1 << 2 * high + 2) - (1 << 2 * low)
    if unseen & between:
        return False
    best = position[BEST]
    return not (position[COUNT] > 0 and low <= best < high)


@compiled
def resample(worlds: Ints, weights: Floats, chosen: Ints, state: Randomness) -> None:
    """Draw `len(chosen)` worlds in proportion to their weights, as evenly as can be.

    Copies of one world lie far apart, so that the first few are as mixed as all.
    """
    total = weights.sum()
    step = total / chosen.shape[0]
    at = uniform(state) * step
    reached = 0.0
    w = -1
    for i in range(chosen.shape[0]):
        while reached <= at and w < worlds.shape[0] - 1:
            w += 1
            reached += weights[w]
        chosen[i * _STRIDE % chosen.shape[0]] = worlds[w]
        at += step
