"""How the experience of `policy.choose` is made: hands played over and over, every card tried.

Hands are dealt and bid by counting, and played by the policy. At each card the hand is also played to
its end with every other card that was legal. What a kind of card is worth is fitted to the tricks,
less what the hand was worth anyway. Since the true deal is played, what a card does is weighed with
all that the bidding and the play tell of the others' cards. The seed fixes every number.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from games.bots.bidding import FEATURES, describe, standing
from games.bots.bidding_training import deals, rule_call
from games.bots.core import LEFT, LOWS, SIZE, TURN, WON_NS, legal, play, start
from games.bots.jit import compiled, low_bit
from games.bots.policy import KINDS, by_rules, by_worth, kind, situation
from games.bots.worlds import random_bits, uniform

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from games.bots.bidding import Floats
    from games.bots.core import Ints
    from games.bots.policy import Worths
    from games.bots.worlds import Randomness

    Small = NDArray[np.int8] | NDArray[np.int32]

#: Share of the cards that are played at random, so that there is something to see.
STRAYS = 0.1
#: Cards of a kind that count as seen, with nothing gained, before any was.
_DOUBT = 20.0
#: How often the worths of the kinds and those of the situations are fitted in turn.
_PASSES = 12
#: Cards tried in one hand at most: 12 + 11 + … for each of four seats.
_MOST_TRIED = 312


@compiled
def _bid(dealt: Ints, hands: Ints, contracts: Ints) -> int:
    """Let everybody bid as the rule bot does; fill in the hands and (trump, bidder) of each contract."""
    features = np.empty((4, 5, FEATURES))
    calls = np.empty(64, dtype=np.int64)
    n = 0
    for i in range(dealt.shape[0]):
        for seat in range(4):
            for denomination in range(5):
                trump = 1 if denomination < 4 else 0
                describe(
                    dealt[i, denomination, seat], trump, features[seat, denomination]
                )
        count, passes = 0, 0
        while True:
            place = standing(calls, count)
            if passes == (4 if place < 0 else 3) or count == len(calls):
                break
            if place >= 0 and calls[place] >= 60:
                break
            calls[count] = rule_call(features[count % 4], calls, count)
            passes = passes + 1 if calls[count] == 0 else 0
            count += 1
        if place >= 0:
            denomination = calls[place] % 5
            hands[n] = dealt[i, denomination]
            contracts[n, 0] = 1 if denomination < 4 else 0
            contracts[n, 1] = place % 4
            n += 1
    return n


@compiled
def _choose(position: Ints, worth: Worths, experienced: bool) -> int:
    return by_worth(position, worth) if experienced else by_rules(position)


@compiled
def _try_all(
    hands: Ints,
    contracts: Ints,
    worth: Worths,
    experienced: bool,
    state: Randomness,
    kinds: Small,
    tricks: Small,
    starts: Ints,
) -> int:
    """Play hands, and from every choice on each card; returns how many choices there were.

    Args:
        kinds, tricks: of each card tried, filled: its kind and what its side took in the end.
        starts: where the cards of each choice begin, and where those of the last end.
    """
    position = np.empty(SIZE, dtype=np.int64)
    trial = np.empty(SIZE, dtype=np.int64)
    choices, n = 0, 0
    for i in range(hands.shape[0]):
        if n + _MOST_TRIED > len(kinds):
            break
        position[:4] = hands[i]
        start(position, contracts[i, 0], contracts[i, 1], contracts[i, 1], -1)
        while position[LEFT] > 1:
            cards = legal(position)
            cards = (cards | cards >> 1) & LOWS
            played = low_bit(cards) >> 1
            if cards & (cards - 1):
                played = _choose(position, worth, experienced)
                stray = uniform(state) < STRAYS
                starts[choices] = n
                choices += 1
                tried, now = 0, situation(position)
                while cards:
                    card = low_bit(cards) >> 1
                    cards &= cards - 1
                    kinds[n] = kind(now, card)
                    trial[:] = position
                    play(trial, card)
                    while trial[LEFT] > 0:
                        play(trial, _choose(trial, worth, experienced))
                    tricks[n] = trial[WON_NS + (position[TURN] & 1)]
                    n += 1
                    tried += 1
                    if stray and random_bits(state) % tried == 0:
                        played = card
            play(position, played)
    starts[choices] = n
    return choices


@compiled
def _fit(kinds: Small, tricks: Small, starts: Ints, choices: int) -> Floats:
    """What each kind is worth in tricks: least squares, with a number for every choice beside it."""
    worth = np.zeros(KINDS)
    for _ in range(_PASSES):
        total, seen = np.zeros(KINDS), np.full(KINDS, _DOUBT)
        for c in range(choices):
            first, end = starts[c], starts[c + 1]
            base = 0.0
            for i in range(first, end):
                base += tricks[i] - worth[kinds[i]]
            base /= end - first
            for i in range(first, end):
                total[kinds[i]] += tricks[i] - base
                seen[kinds[i]] += 1
        worth = total / seen
    return worth


def train(
    seed: bytes,
    rounds: int,
    hands: int,
    tell: Callable[[str], None] = lambda text: None,
) -> Worths:
    """Make the experience anew: what `policy.WORTH` holds.

    Args:
        rounds: the first plays by the rules, each later one by what the one before has found.
        hands: dealt for each.
    """
    rng = np.random.default_rng(int.from_bytes(seed, "big"))
    state = rng.integers(0, 2**63, 1).astype(np.uint64)
    worth = np.zeros(KINDS, dtype=np.int16)
    size = hands * _MOST_TRIED // 2
    kinds, tricks = np.empty(size, dtype=np.int32), np.empty(size, dtype=np.int8)
    starts = np.empty(size // 2, dtype=np.int64)
    for number in range(rounds):
        dealt = deals(rng, hands)
        bid = np.empty((hands, 4), dtype=np.int64)
        contracts = np.empty((hands, 2), dtype=np.int64)
        n = _bid(dealt, bid, contracts)
        choices = _try_all(
            bid[:n], contracts[:n], worth, number > 0, state, kinds, tricks, starts
        )
        fitted = _fit(kinds, tricks, starts, choices)
        worth = np.rint(np.clip(fitted, -12, 12) * 1000).astype(np.int16)
        tell(f"round {number + 1}: {choices} choices")
    return worth
