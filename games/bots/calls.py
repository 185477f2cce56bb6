"""How likely a hand would have made the calls that its seat made: what bidding tells about the cards.

Counted in self-play of the bidding model: how often a seat bids *n* of a denomination in which it
expects so many tricks, and how often it passes when its best denomination promises so many.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from games.bots.bidding import FEATURES, describe, standing
from games.bots.core import CODE_OF, LOWS
from games.bots.jit import compiled, low_bit
from games.engine.cards import Denomination

if TYPE_CHECKING:
    from games.bots.bidding import Floats
    from games.bots.core import Ints

#: Steps of half a trick into which expectations are sorted.
STEPS = 24
#: [lowest bid allowed, whether the partner bid the denomination, tricks bid, step] → chance.
BIDS = (13, 2, 13, STEPS)
#: [lowest bid allowed, who holds the bid: nobody, partner, opponents; step] → chance.
PASSES = (14, 3, STEPS)
#: No call is held to be less likely than this.
_LEAST = 1e-3
#: Cases that count as seen before any was, by the average of all hands.
_DOUBT = 3.0

#: Where card code *c* of denomination *i* is in denomination *j*: [i, j, c].
_MOVES = np.zeros((5, 5, 32), dtype=np.int64)
for _i in Denomination:
    for _j in Denomination:
        for _from, _to in zip(CODE_OF[_i], CODE_OF[_j], strict=True):
            _MOVES[_i, _j, _from] = _to


@compiled
def recode(hand: int, source: int, target: int) -> int:
    """A set of cards of one denomination as a set of another."""
    if source == target:
        return hand
    answer = 0
    rest = (hand | hand >> 1) & LOWS
    while rest:
        card = low_bit(rest) >> 1
        rest &= rest - 1
        answer += (hand >> 2 * card & 3) << 2 * _MOVES[source, target, card]
    return answer


@compiled
def expected(
    hand: int, source: int, denomination: int, estimate: Floats, features: Floats
) -> int:
    """The step of the tricks that a hand expects in a denomination."""
    trump = 1 if denomination < 4 else 0
    describe(recode(hand, source, denomination), trump, features)
    total = 0.0
    for i in range(FEATURES):
        total += features[i] * estimate[trump, i]
    return min(STEPS - 1, max(0, int(2.0 * total)))


@compiled
def best_expected(hand: int, source: int, estimate: Floats, features: Floats) -> int:
    """The same for the best of the five."""
    best = 0
    for denomination in range(5):
        best = max(best, expected(hand, source, denomination, estimate, features))
    return best


@compiled
def weigh_calls(
    calls: Ints,
    first: int,
    denomination: int,
    hands: Ints,
    seats: int,
    estimate: Floats,
    bids: Floats,
    passes: Floats,
    power: float,
    weights: Floats,
) -> None:
    """Multiply the weight of each deal by how well it explains the calls.

    Of each seat one call is looked at: its highest bid, or its first pass if it never bid.

    Args:
        calls: numbers as in `bidding`, from the seat `first` on.
        denomination: in which the hands are written.
        hands: shape (n, 4), as dealt.
        seats: bits of the seats whose calls count.
        bids, passes: the tables.
        power: of the chance; below 1 for players who may bid otherwise.
    """
    features = np.empty(FEATURES)
    n = len(calls)
    for relative in range(min(4, n)):
        seat = (first + relative) & 3
        if not seats >> seat & 1:
            continue
        at = relative
        for i in range(relative, n, 4):
            if calls[i]:
                at = i
        place = standing(calls, at)
        low = calls[place] // 5 + 1 if place >= 0 else 1
        if calls[at]:
            named, level = calls[at] % 5, calls[at] // 5
            helped = 0
            for i in range(at - 2, -1, -4):
                if calls[i] and calls[i] % 5 == named:
                    helped = 1
            likely = bids[low, helped, level] ** power
            for w in range(hands.shape[0]):
                step = expected(hands[w, seat], denomination, named, estimate, features)
                weights[w] *= likely[step]
        else:
            holder = 0
            if place >= 0:
                holder = 1 if (at - place) % 2 == 0 else 2
            likely = passes[low, holder] ** power
            for w in range(hands.shape[0]):
                step = best_expected(hands[w, seat], denomination, estimate, features)
                weights[w] *= likely[step]


@compiled
def count_calls(
    dealt: Ints,
    auctions: Ints,
    lengths: Ints,
    estimate: Floats,
    made: Floats,
    chances: Floats,
    passed: Floats,
    turns: Floats,
) -> None:
    """Count the calls of many auctions, for `tables`.

    Args:
        dealt: shape (n, 5, 4), as in training; seat 0 calls first.
        auctions, lengths: the calls of each and how many.
        made, chances: like `BIDS`: bids made, and (at level 0) how often one could have been.
        passed, turns: like `PASSES`: passes, and turns to call.
    """
    features = np.empty(FEATURES)
    steps = np.empty((4, 5), dtype=np.int64)
    for d in range(dealt.shape[0]):
        for seat in range(4):
            for denomination in range(5):
                steps[seat, denomination] = expected(
                    dealt[d, denomination, seat],
                    denomination,
                    denomination,
                    estimate,
                    features,
                )
        calls = auctions[d]
        for at in range(lengths[d]):
            seat = at & 3
            place = standing(calls, at)
            low = calls[place] // 5 + 1 if place >= 0 else 1
            holder = 0
            if place >= 0:
                holder = 1 if (at - place) % 2 == 0 else 2
            best = 0
            for denomination in range(5):
                step = steps[seat, denomination]
                best = max(best, step)
                helped = 0
                for i in range(at - 2, -1, -4):
                    if calls[i] and calls[i] % 5 == denomination:
                        helped = 1
                chances[min(low, 12), helped, 0, step] += 1
                if calls[at] and calls[at] % 5 == denomination:
                    made[low, helped, calls[at] // 5, step] += 1
            turns[low, holder, best] += 1
            if calls[at] == 0:
                passed[low, holder, best] += 1


def tables(
    made: Floats, chances: Floats, passed: Floats, turns: Floats
) -> tuple[Floats, Floats]:
    """The chances of bids and passes from the counts; rare cases lean on the average of all hands."""
    possible = chances[:, :, :1, :]
    bid_average = made.sum(axis=3, keepdims=True) / np.maximum(
        1.0, possible.sum(axis=3, keepdims=True)
    )
    bids = (made + _DOUBT * bid_average) / (possible + _DOUBT)
    pass_average = passed.sum(axis=2, keepdims=True) / np.maximum(
        1.0, turns.sum(axis=2, keepdims=True)
    )
    passes = (passed + _DOUBT * pass_average) / (turns + _DOUBT)
    return np.maximum(bids, _LEAST), np.maximum(passes, _LEAST)
