"""The fast core and the plain engine are the same game."""

from __future__ import annotations

import random

import numpy as np
import pytest

from games.bots import core, policy
from games.engine.auction import Alone, Bid
from games.engine.cards import CARDS, Card, Denomination
from games.engine.deals import deal
from games.engine.hand import Hand
from games.engine.rules import DOUBLE_DECK_52
from games.engine.seats import SEATS

ALL_DENOMINATIONS = list(Denomination)


def hand_in_play(
    rng: random.Random, denomination: Denomination, *, alone: bool
) -> Hand:
    """A random deal at its first lead."""
    hands = deal(DOUBLE_DECK_52, rng.randbytes(4), 1)
    hand = Hand.start(DOUBLE_DECK_52, rng.choice(SEATS), hands)
    if alone:
        hand = hand.apply(Alone(denomination))
        hand = hand.apply(rng.choice(hand.legal_actions()))
        return hand.apply(rng.choice(hand.legal_actions()))
    return hand.apply(Bid(12, denomination))


def position_of(hand: Hand) -> core.Ints:
    contract = hand.contract
    assert contract is not None
    sits_out = contract.sits_out
    return core.new_position(
        [core.encode(cards, contract.trump) for cards in hand.holdings],
        trump=int(contract.trump.suit is not None),
        leader=contract.by,
        by=contract.by,
        sits_out=-1 if sits_out is None else sits_out,
    )


def compare(hand: Hand, position: core.Ints) -> None:
    assert hand.contract is not None
    trump = hand.contract.trump
    assert hand.tricks_won == (position[core.WON_NS], position[core.WON_EW])
    assert position[core.LEFT] == 12 - len(hand.tricks)
    if not hand.is_over:
        assert hand.turn == position[core.TURN]
        legal = set(core.decode(core.legal(position), trump))
        assert set(hand.legal_actions()) == legal


@pytest.mark.parametrize("alone", [False, True])
@pytest.mark.parametrize("denomination", ALL_DENOMINATIONS)
def test_random_play_is_the_same_as_in_the_engine(
    denomination: Denomination, alone: bool
) -> None:
    rng = random.Random(f"core{denomination}{alone}")
    for _ in range(15):
        hand = hand_in_play(rng, denomination, alone=alone)
        position = position_of(hand)
        while not hand.is_over:
            compare(hand, position)
            card = rng.choice(hand.legal_actions())
            assert isinstance(card, Card)
            core.play(position, core.CODE_OF[denomination][card.index])
            hand = hand.apply(card)
        compare(hand, position)


@pytest.mark.parametrize("alone", [False, True])
@pytest.mark.parametrize("denomination", ALL_DENOMINATIONS)
def test_the_policy_plays_by_the_rules_to_the_end(
    denomination: Denomination, alone: bool
) -> None:
    rng = random.Random(f"policy{denomination}{alone}")
    for _ in range(15):
        hand = hand_in_play(rng, denomination, alone=alone)
        position = position_of(hand)
        in_one_go = position.copy()
        policy.finish(in_one_go)
        while not hand.is_over:
            code = policy.choose(position)
            hand = hand.apply(core.CARD_OF[denomination][code])
            core.play(position, code)
        assert (position == in_one_go).all()
        compare(hand, position)


def test_many_playouts_are_single_ones() -> None:
    rng = np.random.default_rng(3)
    pack = np.repeat(np.arange(len(CARDS)), 2)
    deals = np.array([rng.permutation(pack).reshape(4, 12) for _ in range(20)])
    for denomination in Denomination:
        trump = int(denomination.suit is not None)
        hands = core.encode_hands(deals, denomination)
        tricks = policy.playouts(hands, trump, leader=2, sits_out=0)
        for row, taken in zip(hands, tricks, strict=True):
            position = core.new_position(row, trump, leader=2, by=2, sits_out=0)
            policy.finish(position)
            assert position[core.WON_NS] == taken


@pytest.mark.parametrize("denomination", ALL_DENOMINATIONS)
def test_sets_of_cards_there_and_back(denomination: Denomination) -> None:
    rng = random.Random(8)
    for size in range(0, 49, 7):
        cards = sorted(rng.sample([*CARDS, *CARDS], size))
        assert core.decode(core.encode(cards, denomination), denomination) == cards
