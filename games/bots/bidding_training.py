"""How the bidding model is made: self-play of whole auctions, again and again.

Each generation deals hands, lets the model of the generation before bid them (beside players who
just count their tricks, so that it learns to sit with strangers too), takes one call at random in
each auction, plays the contract out as `policy.py` does, and fits the model to how the hands
ended. See docs/bots.md. The seed fixes every number of it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from games.bots.bidding import (
    ENDS,
    FEATURES,
    INPUTS,
    MADE,
    SET,
    THEY_MADE,
    THEY_SET,
    THROWN_IN,
    candidates,
    estimate,
    fill_inputs,
    standing,
    worths,
)
from games.bots.calls import BIDS, PASSES, count_calls, tables
from games.bots.core import (
    LEFT,
    SIZE,
    TURN,
    WON_EW,
    WON_NS,
    encode_hands,
    play,
    start,
)
from games.bots.jit import compiled
from games.bots.policy import by_rules, choose
from games.bots.winning import solve
from games.bots.worlds import random_bits, uniform
from games.engine.cards import CARDS, Denomination

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from games.bots.bidding import Floats, Singles
    from games.bots.core import Ints

    Randomness = NDArray[np.uint64]
    Weights = tuple[Singles, Singles, Singles, Singles, Singles, Singles]

HIDDEN = 64
#: Calls in an auction at most (strangers pass from a few before on).
MOST_CALLS = 56
#: Share of the auctions in self-play in which one side counts its tricks instead of asking the model.
STRANGERS = 0.6
#: Samples kept of one auction at most.
MOST_SAMPLES = 8
#: Generations of samples to which the last model is fitted; the earlier ones are to two.
LOOK_BACK = 4


class TooFewHands(ValueError):
    """There is nothing to fit a model to."""


def deals(rng: np.random.Generator, n: int) -> Ints:
    """Random deals as sets, shape (n, 5, 4): denomination, seat."""
    pack = np.repeat(np.arange(len(CARDS)), 2)
    shuffled = rng.permuted(np.broadcast_to(pack, (n, 48)), axis=1).reshape(n, 4, 12)
    return np.stack([encode_hands(shuffled, d) for d in Denomination], axis=1)


@compiled
def play_out(
    hands: Ints, denomination: int, by: int, experienced: int, position: Ints
) -> int:
    """The tricks of the bidder's side.

    Args:
        experienced: bits of the sides that play by experience (1 NS, 2 EW), the others by rules.
    """
    for seat in range(4):
        position[seat] = hands[denomination, seat]
    start(position, 1 if denomination < 4 else 0, by, by, -1)
    while position[LEFT] > 0:
        if experienced >> (position[TURN] & 1) & 1:
            play(position, choose(position))
        else:
            play(position, by_rules(position))
    return position[WON_NS] if by % 2 == 0 else position[WON_EW]


@compiled
def _count_tricks(
    dealt: Ints, weights: Floats, features: Floats, results: Floats
) -> None:
    """For each deal and denomination: how seat 0 is described and what its side takes."""
    position = np.empty(SIZE, dtype=np.int64)
    for i in range(dealt.shape[0]):
        denomination = i % 5
        trick_estimates = np.empty(5)
        estimate(dealt[i, :, 0], weights, features[i], trick_estimates)
        results[i] = play_out(dealt[i], denomination, 0, 0, position)


def fit_estimate(rng: np.random.Generator, n: int) -> Floats:
    """The weights of `estimate`, by least squares over random deals.

    Raises:
        TooFewHands: not one deal for each denomination.
    """
    if n < len(Denomination):
        raise TooFewHands(f"{n} deals: too few hands to learn from")
    dealt = deals(rng, n)
    weights = np.zeros((2, FEATURES))
    features = np.zeros((n, 5, FEATURES))
    results = np.zeros(n)
    _count_tricks(dealt, weights, features, results)
    which = np.arange(n) % 5
    for trump in (0, 1):
        rows = (which < 4) == bool(trump)
        described = features[rows, which[rows]]
        # Only hands that anybody would think of playing: the fit is linear, the truth is not.
        weights[trump] = np.linalg.lstsq(described, results[rows], rcond=None)[0]
        rough = described @ weights[trump]
        wanted = rough > np.quantile(rough, 0.5)
        weights[trump] = np.linalg.lstsq(
            described[wanted], results[rows][wanted], rcond=None
        )[0]
    return weights


@compiled
def _support(features: Floats) -> float:
    """Tricks that a hand adds to what a partner expects who has bid the denomination."""
    return (
        0.7 * features[1]
        + 0.15 * features[4]
        + 0.4 * features[5]
        + 1.3 * features[6]
        + 0.85 * (features[12] + features[15])
        + 0.7 * min(features[9], features[1])
        - 3.75
    )


@compiled
def natural_call(
    features: Floats,
    tricks: Floats,
    calls: Ints,
    count: int,
    boldness: float,
    reserve: int,
    leaping: bool,
) -> int:
    """The call of a player who counts tricks: bids what it expects, helps the partner's suit.

    Args:
        boldness: tricks more than expected that it bids up to.
        reserve: tricks fewer that it opens with, and takes its partner to have opened with.
        leaping: whether it bids over others at once what it is ready to bid, or one more trick only.
    """
    place = standing(calls, count)
    held = calls[place] if place >= 0 else 0
    partner_holds = place >= 0 and (count - place) % 4 == 2
    best, named = -1.0, 0
    for denomination in range(5):
        expected = tricks[denomination] + boldness
        for i in range(count - 1, -1, -1):
            if calls[i] and calls[i] % 5 == denomination:
                if (count - i) % 2 == 1:
                    expected -= 0.4
                elif (count - i) % 4 == 2 and denomination < 4:
                    # The earliest bid is looked at last, and tells most of the hand.
                    promised = (
                        calls[i] // 5 + reserve + _support(features[denomination])
                    )
                    expected = max(expected, promised)
        if expected > best:
            best, named = expected, denomination
    level = min(12, int(best))
    if partner_holds and (held % 5 == named or level < held // 5 + 2):
        return 0
    if level <= held // 5 or level < 1:
        return 0
    if held == 0:
        level = max(1, level - reserve)
    elif not leaping:
        level = held // 5 + 1
    return level * 5 + named


@compiled
def rule_call(  # noqa: C901 - compiled: one piece
    features: Floats, calls: Ints, count: int
) -> int:
    """About the call of the rule bot at 0–0 (`calling.py`), going alone left out."""
    place = standing(calls, count)
    held = calls[place] if place >= 0 else 0
    best, named, in_held = -1.0, 0, 0.0
    for denomination in range(5):
        f = features[denomination]
        aces = f[12] + f[15]
        if denomination < 4:
            tricks = 2.8 + 0.5 * f[1] + 0.1 * f[3] + 0.2 * f[4] + 0.4 * f[5]
            tricks += 0.85 * f[6] + 0.6 * f[9] + 0.5 * aces + 0.15 * f[13]
            helps = _support(f)
        else:
            tricks = 3.9 + 0.55 * f[12] + 1.2 * f[15] + 0.4 * f[13] + 0.1 * f[14]
            helps = 1.35 * aces - 2.3
        ours, left, right = -1, 0, 0
        for i in range(count):
            if calls[i] and calls[i] % 5 == denomination:
                if (count - i) % 4 == 1:
                    right = 1
                elif (count - i) % 4 == 3:
                    left = 1
                elif ours < 0:
                    ours = i
        if ours >= 0 and (count - ours) % 4 == 2:
            tricks = calls[ours] // 5 + 1.3 + helps
        tricks -= 0.7 * (left + right)
        if tricks > best:
            best, named = tricks, denomination
        if held and held % 5 == denomination:
            in_held = tricks
    partner_holds = place >= 0 and (count - place) % 4 == 2
    if partner_holds and (named == held % 5 or best < in_held + 1.0):
        return 0
    limit = min(12, int(np.floor(best - 0.3)))
    lowest = held // 5 + 1 if held else 4
    if limit < lowest:
        return 0
    return (lowest if held else max(lowest, limit - 1)) * 5 + named


@compiled
def self_play(  # noqa: C901 - compiled: one piece
    dealt: Ints,
    estimate_weights: Floats,
    values: Floats,
    w1: Singles,
    b1: Singles,
    w2: Singles,
    b2: Singles,
    w3: Singles,
    b3: Singles,
    strangers: float,
    exploring: bool,
    state: Randomness,
    samples: Singles,
    labels: Ints,
    tally: Floats,
    auctions: Ints,
    lengths: Ints,
) -> int:
    """Bid and play the deals; fill in what was called and how it ended; returns how many samples.

    Args:
        strangers: share of the auctions in which one side bids by `rule_call` or `natural_call`; samples
            are of the other seats. At 1 everybody does, and samples are of all.
        exploring: take one call of each auction at random, and sample from there on.
        tally: shape (ENDS, 13), counts the ends of the hand as the first caller's side sees
            them, in the second place the tricks of the bidder's side.
        auctions, lengths: shapes (n, MOST_CALLS) and (n,), filled with the calls.
    """
    features = np.empty((4, 5, FEATURES))
    tricks = np.empty((4, 5))
    considered = np.empty(64, dtype=np.int64)
    chances = np.empty((64, ENDS), dtype=np.float32)
    answer = np.empty(64)
    position = np.empty(SIZE, dtype=np.int64)
    stranger = np.empty(4, dtype=np.int64)
    boldness = np.empty(4)
    reserve = np.empty(4, dtype=np.int64)
    by_rule = np.empty(4, dtype=np.int64)
    owners = np.empty(MOST_SAMPLES, dtype=np.int64)
    n = 0
    for i in range(dealt.shape[0]):
        # Strangers sit together more often than not, as two opponents, and now and then as a partner.
        theirs = random_bits(state) % 2 if uniform(state) < strangers else 2
        for seat in range(4):
            estimate(dealt[i, :, seat], estimate_weights, features[seat], tricks[seat])
            stranger[seat] = strangers >= 1.0 or seat % 2 == theirs
            if uniform(state) < strangers / 4:
                stranger[seat] = 1
            boldness[seat] = uniform(state) * 1.3 - 1.0
            reserve[seat] = random_bits(state) % 2
            by_rule[seat] = uniform(state) < 0.6 if seat < 2 else by_rule[seat - 2]
        # A side of strangers plays by the rules, everybody else by experience.
        experienced = 3 if theirs == 2 else 2 - theirs
        explored = random_bits(state) % 6 if exploring else 0
        leaping = uniform(state) < 0.3
        calls = auctions[i]
        count, passes, taken, first_sample = 0, 0, 0, n
        while True:
            seat = count % 4
            place = standing(calls, count)
            if (place < 0 and count == 4) or (place >= 0 and passes == 3):
                break
            if place >= 0 and calls[place] >= 60:
                break
            at_random = exploring and count == explored
            if not at_random and (stranger[seat] or count > MOST_CALLS - 8):
                if by_rule[seat]:
                    call = rule_call(features[seat], calls, count)
                else:
                    call = natural_call(
                        features[seat],
                        tricks[seat],
                        calls,
                        count,
                        boldness[seat],
                        reserve[seat],
                        leaping,
                    )
            else:
                wider = 1.0 if at_random else 0.0
                m = candidates(tricks[seat], calls, count, wider, considered)
                best = worths(
                    features[seat],
                    tricks[seat],
                    calls,
                    count,
                    considered,
                    m,
                    w1,
                    b1,
                    w2,
                    b2,
                    w3,
                    b3,
                    values,
                    chances,
                    answer,
                )
                call = considered[best]
                if at_random:
                    # Most often one that may well be right: there the model must be sharp.
                    tolerance = 1.0 if uniform(state) < 0.6 else 1000.0
                    good = 0
                    for k in range(m):
                        if answer[k] >= answer[best] - tolerance:
                            good += 1
                            if uniform(state) * good < 1.0:
                                call = considered[k]
            kept = strangers >= 1.0 or stranger[seat] == 0 or at_random
            if kept and count >= explored and taken < MOST_SAMPLES:
                fill_inputs(
                    features[seat], tricks[seat], calls, count, call, samples[n]
                )
                owners[taken] = seat
                taken += 1
                n += 1
            calls[count] = call
            count += 1
            passes = passes + 1 if call == 0 else 0
        lengths[i] = count
        place = standing(calls, count)
        won, end, side = 0, THROWN_IN, 0
        if place >= 0:
            side = place % 2
            level = calls[place] // 5
            won = play_out(dealt[i], calls[place] % 5, place % 4, experienced, position)
            made = won >= level
        for k in range(taken + 1):
            # The last round is for the tally.
            owner = owners[k] if k < taken else 0
            end = THROWN_IN
            if place >= 0:
                if owner % 2 == side:
                    end = MADE + won if made else SET + level
                else:
                    end = THEY_MADE + won if made else THEY_SET + level
            if k < taken:
                labels[first_sample + k] = end
        tally[end, won] += 1
    return n


# -- fitting --------------------------------------------------------------------------------------


def new_weights(rng: np.random.Generator) -> Weights:
    """A model that knows nothing yet."""

    def layer(inputs: int, outputs: int) -> Singles:
        spread = np.sqrt(2.0 / inputs)
        return np.asarray(rng.standard_normal((inputs, outputs)) * spread, np.float32)

    return (
        layer(INPUTS, HIDDEN),
        np.zeros(HIDDEN, dtype=np.float32),
        layer(HIDDEN, HIDDEN),
        np.zeros(HIDDEN, dtype=np.float32),
        layer(HIDDEN, ENDS) * np.float32(0.1),
        np.zeros(ENDS, dtype=np.float32),
    )


def fit(
    weights: Weights,
    samples: Singles,
    labels: Ints,
    rng: np.random.Generator,
    epochs: int,
    rate: float,
    batch: int = 2048,
    tell: Callable[[str], None] = lambda text: None,
) -> Weights:
    """Fit by Adam to the likelihood of the labels; the rate falls to nothing along the way.

    Args:
        samples: standardised already.

    Raises:
        TooFewHands: not even one batch.
    """
    if len(samples) < batch:
        raise TooFewHands(f"{len(samples)} samples: too few hands to learn from")
    parameters = [weight.copy() for weight in weights]
    momenta = [np.zeros_like(p) for p in parameters]
    squares = [np.zeros_like(p) for p in parameters]
    steps = epochs * (len(samples) // batch)
    step = 0
    for epoch in range(epochs):
        order = rng.permutation(len(samples))
        loss = 0.0
        for at in range(0, len(samples) // batch * batch, batch):
            rows = order[at : at + batch]
            x, y = samples[rows], labels[rows]
            w1, b1, w2, b2, w3, b3 = parameters
            z1 = x @ w1 + b1
            a1 = np.maximum(z1, 0)
            z2 = a1 @ w2 + b2
            a2 = np.maximum(z2, 0)
            z3 = a2 @ w3 + b3
            z3 -= z3.max(axis=1, keepdims=True)
            p = np.exp(z3)
            p /= p.sum(axis=1, keepdims=True)
            loss -= float(np.log(p[np.arange(batch), y] + 1e-9).sum())
            p[np.arange(batch), y] -= 1
            p /= batch
            d2 = (p @ w3.T) * (z2 > 0)
            d1 = (d2 @ w2.T) * (z1 > 0)
            gradients = [
                x.T @ d1,
                d1.sum(axis=0),
                a1.T @ d2,
                d2.sum(axis=0),
                a2.T @ p,
                p.sum(axis=0),
            ]
            step += 1
            now = rate * (1 - step / steps)
            for i, gradient in enumerate(gradients):
                momenta[i] += 0.1 * (gradient - momenta[i])
                squares[i] += 0.001 * (gradient * gradient - squares[i])
                slope = momenta[i] / (1 - 0.9**step)
                size = np.sqrt(squares[i] / (1 - 0.999**step)) + 1e-8
                parameters[i] -= now * slope / size
        tell(f"epoch {epoch + 1}: loss {loss / (len(samples) // batch * batch):.4f}")
    a, b, c, d, e, f = parameters
    return a, b, c, d, e, f


def folded(weights: Weights, mean: Singles, spread: Singles) -> Weights:
    """The same model for samples as they come, not standardised."""
    w1, b1, *rest = weights
    scaled = w1 / spread[:, None]
    w2, b2, w3, b3 = rest
    return np.ascontiguousarray(scaled), b1 - mean @ scaled, w2, b2, w3, b3


def points_of_ends(tally: Floats) -> NDArray[np.float64]:
    """Points of (the calling side, the other side) for each end.

    Of a side that is set the end says the bid, not the tricks: they are the average in `tally`.
    """
    points = np.zeros((ENDS, 2))
    for number in range(13):
        points[MADE + number] = number, 12 - number
        points[THEY_MADE + number] = 12 - number, number
        for end, us in ((SET, 0), (THEY_SET, 1)):
            counts = tally[SET + number] + tally[THEY_SET + number]
            won = (
                (counts @ np.arange(13)) / counts.sum() if counts.sum() else number - 1
            )
            points[end + number, us] = -number
            points[end + number, 1 - us] = 12 - won
    return points


# -- the whole of it ------------------------------------------------------------------------------


class _SelfPlay:
    """Deals hands and keeps the random numbers in order."""

    def __init__(self, seed: bytes, estimate_hands: int) -> None:
        entropy = int.from_bytes(seed, "big")
        self.rng = np.random.default_rng(entropy)
        self._state = self.rng.integers(0, 2**63, 1).astype(np.uint64)
        self.estimate = fit_estimate(self.rng, estimate_hands)

    def play(
        self,
        hands: int,
        weights: Weights,
        values: Floats,
        *,
        strangers: float = STRANGERS,
        exploring: bool = True,
    ) -> tuple[Singles, Ints, Floats, tuple[Floats, Floats]]:
        """Samples, how each ended, the tally of all ends, and the tables of `calls`."""
        samples = np.empty((hands * MOST_SAMPLES, INPUTS), dtype=np.float32)
        labels = np.empty(hands * MOST_SAMPLES, dtype=np.int64)
        tally = np.zeros((ENDS, 13))
        auctions = np.zeros((hands, MOST_CALLS), dtype=np.int64)
        lengths = np.zeros(hands, dtype=np.int64)
        dealt = deals(self.rng, hands)
        n = self_play(
            dealt,
            self.estimate,
            values,
            *weights,
            strangers,
            exploring,
            self._state,
            samples,
            labels,
            tally,
            auctions,
            lengths,
        )
        counts = [np.zeros(BIDS), np.zeros(BIDS), np.zeros(PASSES), np.zeros(PASSES)]
        count_calls(dealt, auctions, lengths, self.estimate, *counts)
        return samples[:n].copy(), labels[:n].copy(), tally, tables(*counts)


def train(
    seed: bytes,
    generations: int,
    hands: int,
    tell: Callable[[str], None] = lambda text: None,
) -> dict[str, NDArray[np.generic]]:
    """Make the model anew: what `bidder.model` reads, by name.

    Args:
        generations: of self-play after the one in which everybody counts tricks.
        hands: dealt for each.

    Raises:
        TooFewHands
    """
    table = _SelfPlay(seed, estimate_hands=2 * hands)
    weights = new_weights(table.rng)
    samples, labels, tally, _ = table.play(
        hands, weights, np.zeros(ENDS), strangers=1.0
    )
    mean, spread = samples.mean(axis=0), samples.std(axis=0)
    spread[spread < 1e-3] = 1.0
    weights = fit(
        weights, (samples - mean) / spread, labels, table.rng, 3, 0.003, tell=tell
    )
    seen: list[tuple[Singles, Ints]] = []
    for generation in range(1, generations + 1):
        points = points_of_ends(tally)
        samples, labels, tally, _ = table.play(
            hands, folded(weights, mean, spread), points[:, 0] - points[:, 1]
        )
        tell(f"generation {generation}: {len(samples)} samples")
        last = generation == generations
        seen = [*seen[1 - LOOK_BACK :], (samples, labels)]
        recent = seen if last else seen[-2:]
        weights = fit(
            weights,
            (np.concatenate([samples for samples, _ in recent]) - mean) / spread,
            np.concatenate([labels for _, labels in recent]),
            table.rng,
            3 if last else 2,
            0.002,
            tell=tell,
        )
    # The ends among equals, with nobody exploring.
    points = points_of_ends(tally)
    shipped = folded(weights, mean, spread)
    _, _, tally, (bids, passes) = table.play(
        hands,
        shipped,
        points[:, 0] - points[:, 1],
        strangers=0.0,
        exploring=False,
    )
    names = ("w1", "b1", "w2", "b2", "w3", "b3")
    return {
        "estimate": table.estimate,
        **dict(zip(names, shipped, strict=True)),
        "points": points_of_ends(tally),
        "bids": bids.astype(np.float16),
        "passes": passes.astype(np.float16),
        "winning": np.rint(solve(tally) * 65535).astype(np.uint16),
    }
