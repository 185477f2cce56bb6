"""The policy of the playouts: legal, blind to hidden cards, and better for its experience."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest

from games.bots import core, policy
from games.bots.bidding_training import deals
from games.bots.core import LEFT, PLAYED, SIZE, TURN, WON_NS
from games.bots.policy_training import train

if TYPE_CHECKING:
    from collections.abc import Iterator

RNG = np.random.default_rng(1)
DEALT = deals(RNG, 700)


def start(hands: np.ndarray, trump: int, by: int) -> np.ndarray:
    position = np.zeros(SIZE, dtype=np.int64)
    position[:4] = hands
    core.start(position, trump, by, by, -1)
    return position


def positions() -> Iterator[np.ndarray]:
    """Every moment of hands that are played by the policy, in all denominations."""
    for number, dealt in enumerate(DEALT[:60]):
        denomination = number % 5
        position = start(dealt[denomination], int(denomination < 4), number % 4)
        while position[LEFT] > 0:
            yield position
            core.play(position, policy.choose(position))


def test_every_legal_card_is_of_some_kind() -> None:
    seen = set()
    for position in positions():
        situation = policy.situation(position)
        options = core.legal(position)
        for card in range(32):
            if options >> 2 * card & 3:
                kind = policy.kind(situation, card)
                assert 0 <= kind < policy.KINDS
                seen.add(kind)
        assert options >> 2 * policy.choose(position) & 3
    assert len(seen) > 1000


def test_the_policy_knows_only_what_its_seat_sees() -> None:
    for position in positions():
        seat = position[TURN]
        blind = position.copy()
        unseen = core.deck(position[core.TRUMP]) - position[PLAYED] - position[seat]
        for other in range(4):
            if other != seat:
                blind[other] = unseen
        assert policy.choose(blind) == policy.choose(position)
        assert policy.by_rules(blind) == policy.by_rules(position)


def test_how_likely_a_card_is_goes_by_experience() -> None:
    for position in positions():
        options = core.legal(position)
        cards = [card for card in range(32) if options >> 2 * card & 3]
        chances = {card: policy.chance(position, card) for card in cards}
        assert max(chances.values()) == chances[policy.choose(position)]
        floor = policy.LEAST_LIKELY
        assert all(floor <= chance <= 1 for chance in chances.values())
        assert 1 <= sum(chances.values()) + 1e-9 <= 1 + floor * len(cards)


def test_experience_takes_more_tricks_than_the_rules_it_began_with() -> None:
    gained = []
    for dealt in DEALT:
        lengths = [core.size(core.in_suit(int(hand), 0)) for hand in dealt[0]]
        total = 0
        for side in (0, 1):
            position = start(dealt[0], 1, int(np.argmax(lengths)))
            while position[LEFT] > 0:
                experienced = position[TURN] % 2 == side
                choose = policy.choose if experienced else policy.by_rules
                core.play(position, choose(position))
            total += position[WON_NS + side] - 6
        gained.append(total / 2)
    error = np.std(gained) / np.sqrt(len(gained))
    assert np.mean(gained) > 2 * error > 0


@pytest.mark.slow
def test_training_with_one_seed_makes_one_policy() -> None:
    first, second = (train(b"\x07", rounds=2, hands=60) for _ in range(2))
    assert np.array_equal(first, second)
    assert first.any()
    assert not np.array_equal(first, train(b"\x08", rounds=2, hands=60))


def test_the_shipped_experience_is_small_and_whole() -> None:
    assert policy.DATA.stat().st_size < 150_000
    assert policy.WORTH.shape == (policy.KINDS,)
    assert policy.WORTH.any()
