"""What a call is worth: a small model of how the hand ends, and the chance of winning the game.

For a state of the auction and a call, the model gives the probabilities of `ENDS`: which side
plays the contract, whether it makes it and with how many tricks, or for how much it is set. It was
trained by self-play (`manage.py train_bidding`, docs/bots.md). A table of the chance of winning
from every score turns these into one number, and the call with the highest is taken. So the score,
the partner's bid and the opponents' chances to go out all count, and nothing is drawn at random.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from games.bots.core import highest, in_suit, size
from games.bots.jit import compiled

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from games.bots.core import Ints

    Floats = NDArray[np.float64]
    Singles = NDArray[np.float32]

#: Numbers that describe a hand in one denomination (`describe`).
FEATURES = 20
#: Numbers that describe an auction and a call (`fill_inputs`).
INPUTS = FEATURES + 6 + 8 + 3 * 13 + 8
#: Ends of a hand as seen by the side that calls: 0–12 made with so many tricks, 13–25 the others
#: made theirs with so many, 26–38 set in a bid of so many, 39–51 the others set, 52 thrown in.
ENDS = 53
MADE, THEY_MADE, SET, THEY_SET, THROWN_IN = 0, 13, 26, 39, 52
#: Lowest opening that is considered.
LOWEST = 3


# -- a hand ---------------------------------------------------------------------------------------


@compiled
def describe(hand: int, trump: int, features: Floats) -> None:  # noqa: C901 - compiled: one piece
    """Fill in what counts about a hand, with a trump suit (suit 0) or without."""
    features[:] = 0.0
    features[0] = 1.0
    first_plain = 0
    if trump:
        first_plain = 1
        for rank in range(3, 8):
            # 2–6: queen, king, ace, left bower, right bower of trumps.
            features[rank - 1] = hand >> 2 * rank & 3
        length = size(in_suit(hand, 0))
        features[1] = length
        features[7] = max(0, length - 5) ** 2
        # Trumps that nothing can beat: from the top down, all copies held.
        sure = hand >> 14 & 3
        if sure == 2:
            sure += hand >> 12 & 3
        features[8] = sure
    short = 0.0
    for suit in range(first_plain, 4):
        cards = in_suit(hand, suit)
        length = size(cards)
        base = 16 * suit
        aces = hand >> (base + 10) & 3
        kings = hand >> (base + 8) & 3
        if length == 0:
            features[9] += 1
            short += 2
            continue
        if length == 1:
            features[10] += 1
            short += 1
        if length == 2:
            features[11] += 1
        if aces:
            features[12] += 1
            features[13] += kings
        else:
            features[14] += kings
        if aces == 2:
            features[15] += 1
        if length >= 5:
            features[16] += length - 4
        # Cards that win once the suit is led from the top and no one ruffs.
        top, running = highest(cards), 0.0
        if aces == 2:
            running = aces + kings
            if kings == 2:
                running += hand >> (base + 6) & 3
        elif top == suit * 8 + 5:
            running = 1.0
        features[17] += running
    features[18] = short * features[1] / 6.0
    features[19] = min(4.0, features[5] + features[6])


@compiled
def estimate(hands: Ints, weights: Floats, features: Floats, tricks: Floats) -> None:
    """Describe a hand in each denomination and give the tricks it expects as the bidder's.

    Args:
        hands: the hand as a set in each of the five denominations.
        weights: shape (2, FEATURES), for no trump and for a trump suit.
        features: shape (5, FEATURES), filled.
        tricks: shape (5,), filled: for the bidder's side, nothing known of the other hands.
    """
    for denomination in range(5):
        trump = 1 if denomination < 4 else 0
        describe(hands[denomination], trump, features[denomination])
        total = 0.0
        for i in range(FEATURES):
            total += features[denomination, i] * weights[trump, i]
        tricks[denomination] = min(12.0, max(0.0, total))


# -- an auction -----------------------------------------------------------------------------------
# A call is a number: 0 pass, tricks * 5 + denomination for a bid.


@compiled
def standing(calls: Ints, count: int) -> int:
    """The place of the standing bid among the calls, -1 for none."""
    for i in range(count - 1, -1, -1):
        if calls[i]:
            return i
    return -1


@compiled
def fill_inputs(  # noqa: C901 - compiled: one piece
    features: Floats,
    tricks: Floats,
    calls: Ints,
    count: int,
    call: int,
    inputs: Singles,
) -> None:
    """Describe a call after `count` calls, for the model.

    Args:
        features, tricks: of the hand of the seat to call, from `estimate`.
        calls: so far, from the dealer's left on.
    """
    inputs[:] = 0.0
    place = standing(calls, count)
    held = calls[place] if place >= 0 else 0
    subject = call or held
    named = subject % 5 if subject else -1
    at = 0
    if subject:
        for i in range(FEATURES):
            inputs[i] = features[named, i]
    at = FEATURES
    best, second = -1.0, -1.0
    for denomination in range(5):
        if tricks[denomination] > best:
            best, second = tricks[denomination], best
        elif tricks[denomination] > second:
            second = tricks[denomination]
    inputs[at] = tricks[named] if subject else 0.0
    inputs[at + 1] = best
    inputs[at + 2] = second
    inputs[at + 3] = tricks[4]
    inputs[at + 4] = best - tricks[named] if subject else 0.0
    inputs[at + 5] = subject // 5 - tricks[named] if subject else 0.0
    at += 6
    if call:
        inputs[at] = 1.0
        inputs[at + 1] = call // 5
        inputs[at + 2] = call // 5 - held // 5
        inputs[at + 3] = 1.0 if named == 4 else 0.0
    if held:
        inputs[at + 4] = held // 5
        inputs[at + 5 + (count - place - 1) % 4] = (
            1.0  # right, partner, left; own is impossible
        )
    at += 8
    for relative in range(1, 4):  # left, partner, right
        # The seat's calls are those whose distance from the end is 4 - relative, modulo 4.
        latest, bids, called, passed = 0, 0, 0, 0
        first = 0
        i = count - (4 - relative)
        while i >= 0:
            if called == 0 and calls[i] == 0:
                passed = 1
            called += 1
            if calls[i]:
                bids += 1
                first = calls[i]
                if latest == 0:
                    latest = calls[i]
            i -= 4
        inputs[at] = 1.0 if called else 0.0
        inputs[at + 1] = passed
        inputs[at + 2] = bids
        if latest:
            theirs = latest % 5
            inputs[at + 3] = 1.0
            inputs[at + 4] = latest // 5
            inputs[at + 5] = first // 5
            if subject:
                inputs[at + 6] = 1.0 if theirs == named else 0.0
                if theirs < 4 and named < 4 and theirs != named:
                    # Suits 0 and 2, 1 and 3 are of one colour.
                    inputs[at + 7] = 1.0 if (theirs + named) % 2 == 0 else 0.0
            inputs[at + 8] = 1.0 if theirs == 4 else 0.0
            inputs[at + 9] = features[theirs, 1]
            inputs[at + 10] = features[theirs, 19]
            inputs[at + 11] = tricks[theirs]
            if theirs == named:
                inputs[at + 12] = latest // 5
        at += 13
    own, i = 0, count - 4
    while i >= 0:
        if calls[i]:
            own = calls[i]
            break
        i -= 4
    if own:
        inputs[at] = 1.0
        inputs[at + 1] = own // 5
        inputs[at + 2] = 1.0 if own % 5 == named else 0.0
    inputs[at + 3 + min(count, 4)] = 1.0


@compiled
def candidates(tricks: Floats, calls: Ints, count: int, wider: float, out: Ints) -> int:
    """Fill `out` with the calls worth a thought, pass first; returns how many.

    Args:
        wider: tricks by which a bid may be further from what the hand expects.
    """
    out[0] = 0
    n = 1
    place = standing(calls, count)
    held = calls[place] // 5 if place >= 0 else 0
    partner = 0
    i = count - 2
    while i >= 0:
        if calls[i]:
            partner = calls[i]
            break
        i -= 4
    best = 0.0
    for denomination in range(5):
        best = max(best, tricks[denomination])
    for denomination in range(5):
        expected = tricks[denomination]
        helped = partner != 0 and partner % 5 == denomination
        if helped:
            expected = max(expected + 1.5, partner // 5 + 0.5)
        elif expected < best - 1.2 - wider:
            continue
        low = max(held + 1, LOWEST)
        high = min(12, int(expected + 2.0 + wider))
        for level in range(low, min(high, low + 5) + 1):
            out[n] = level * 5 + denomination
            n += 1
    return n


@compiled
def ends(  # noqa: C901 - compiled: one piece
    inputs: Singles,
    w1: Singles,
    b1: Singles,
    w2: Singles,
    b2: Singles,
    w3: Singles,
    b3: Singles,
    probabilities: Singles,
) -> None:
    """Fill in the probabilities of `ENDS` that the model gives."""
    hidden = w1.shape[1]
    first = b1.copy()
    for i in range(INPUTS):
        x = inputs[i]
        if x != 0.0:
            for j in range(hidden):
                first[j] += x * w1[i, j]
    second = b2.copy()
    for i in range(hidden):
        x = first[i]
        if x > 0.0:
            for j in range(hidden):
                second[j] += x * w2[i, j]
    probabilities[:] = b3
    for i in range(hidden):
        x = second[i]
        if x > 0.0:
            for j in range(ENDS):
                probabilities[j] += x * w3[i, j]
    top = probabilities[0]
    for j in range(ENDS):
        top = max(top, probabilities[j])
    total = np.float32(0.0)
    for j in range(ENDS):
        probabilities[j] = np.exp(probabilities[j] - top)
        total += probabilities[j]
    for j in range(ENDS):
        probabilities[j] /= total


@compiled
def worths(
    features: Floats,
    tricks: Floats,
    calls: Ints,
    count: int,
    considered: Ints,
    n: int,
    w1: Singles,
    b1: Singles,
    w2: Singles,
    b2: Singles,
    w3: Singles,
    b3: Singles,
    values: Floats,
    chances: Singles,
    answer: Floats,
) -> int:
    """What each of `n` considered calls is worth; returns the place of the best.

    Args:
        values: of each end.
        chances: shape (at least n, ENDS), filled with the probabilities of the ends.
        answer: shape (at least n,), filled.
    """
    inputs = np.empty(INPUTS, dtype=np.float32)
    best = 0
    for k in range(n):
        fill_inputs(features, tricks, calls, count, considered[k], inputs)
        ends(inputs, w1, b1, w2, b2, w3, b3, chances[k])
        total = 0.0
        for j in range(ENDS):
            total += chances[k, j] * values[j]
        answer[k] = total
        if total > answer[best]:
            best = k
    return best
