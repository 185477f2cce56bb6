"""Worlds fit what is public, and decisions are the same everywhere and blind to hidden cards."""

from __future__ import annotations

import json
import logging
import os
import random
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

import numpy as np
import pytest

from games.bots import core, player, policy, search, worlds
from games.bots.player import PLAYERS
from games.bots.protocol import query_rng, read_query
from games.bots.registry import get_bot
from games.bots.search import Effort
from games.bots.warm import warm
from games.engine.auction import PASS, Alone, Bid
from games.engine.cards import Denomination
from games.engine.deals import deal
from games.engine.hand import Hand, Phase
from games.engine.rules import DOUBLE_DECK_52
from games.engine.seats import SEATS, Seat, Side
from games.engine.view import SeatView, seat_view

if TYPE_CHECKING:
    from collections.abc import Iterator

EFFORT = Effort(drawn=60, kept=20, surprise=(0.5, 0.5, 0.5), trust=0.5)


def hands_in_play(seed: str, count: int) -> Iterator[Hand]:
    """Random deals at every moment of random play, a third of them alone."""
    rng = random.Random(seed)
    for number in range(count):
        denomination = rng.choice(list(Denomination))
        hand = Hand.start(
            DOUBLE_DECK_52,
            rng.choice(SEATS),
            deal(DOUBLE_DECK_52, rng.randbytes(4), 1),
        )
        if number % 3 == 0:
            hand = hand.apply(Alone(denomination))
        else:
            hand = hand.apply(Bid(7, denomination))
            for _ in range(3):
                hand = hand.apply(PASS)
        while not hand.is_over:
            if hand.phase is Phase.PLAY:
                yield hand
            hand = hand.apply(rng.choice(hand.legal_actions()))


def tricks_utility(view: SeatView) -> np.ndarray:
    tricks = np.arange(13.0)
    return tricks if view.seat.side is Side.NS else 12 - tricks


def sampled(view: SeatView, count: int) -> np.ndarray:
    assert view.contract is not None
    position, _, _ = search.position_of(view)
    known = core.encode(view.discarded or (), view.contract.trump)
    room = np.zeros(4, dtype=np.int64)
    search.rooms(position, known, room)
    unseen = core.DECKS[position[core.TRUMP]] - position[core.PLAYED] - known
    unseen -= position[view.seat]
    drawn = np.empty((count, 4), dtype=np.int64)
    worlds.sample(position, unseen, room, drawn, np.array([5], dtype=np.uint64))
    return drawn


def test_worlds_fit_what_is_public() -> None:
    for hand in hands_in_play("fit", 6):
        assert hand.turn is not None
        assert hand.contract is not None
        view = seat_view(hand, hand.turn, (0, 0))
        trump = hand.contract.trump
        position, _, _ = search.position_of(view)
        for world in sampled(view, 5):
            hands = [core.decode(int(cards), trump) for cards in world]
            assert hands[view.seat] == sorted(view.hand)
            for seat in SEATS:
                if seat is hand.contract.sits_out:
                    assert hands[seat] == []
                else:
                    assert len(hands[seat]) == len(hand.holdings[seat])
                for card in hands[seat]:
                    turned = core.CODE_OF[trump][card.index] >> 3
                    assert not position[core.VOIDS] >> (seat * 4 + turned) & 1
            counts = position[core.PLAYED] + sum(int(cards) for cards in world)
            assert all(
                (counts >> 2 * code & 3) <= DOUBLE_DECK_52.copies for code in range(32)
            )


def test_worlds_are_uniform() -> None:
    """Two plain suits, one seat void in the first: how often a card is where follows from counting."""
    position = core.new_position([0, 0, 0, 0], trump=0, leader=0, by=0)
    position[core.TURN] = 0
    position[core.VOIDS] = 1 << (1 * 4 + 0)
    nine_of_0, nine_of_1 = 0, 8
    unseen = (2 << 2 * nine_of_0) + (2 << 2 * nine_of_1) + (2 << 2 * 16)
    room = np.array([0, 2, 2, 2])
    drawn = np.empty((20000, 4), dtype=np.int64)
    worlds.sample(position, unseen, room, drawn, np.array([1], dtype=np.uint64))
    # Seat 1 gets two of the four other cards: 6 ways, 4 of them one of each suit.
    one_of_each = (1 << 2 * nine_of_1) + (1 << 2 * 16)
    assert np.mean(drawn[:, 1] == one_of_each) == pytest.approx(4 / 6, abs=0.015)
    # The other four cards then fall to seats 2 and 3 in 6 ways.
    both_nines = drawn[:, 2] == 2 << 2 * nine_of_0
    assert np.mean(both_nines) == pytest.approx(1 / 6, abs=0.015)


def test_weights_prefer_the_worlds_that_explain_a_play() -> None:
    """East throws the nine on North's ace although he could win: so he holds no such card."""
    trump = Denomination.NT
    hand = Hand.start(DOUBLE_DECK_52, Seat.W, deal(DOUBLE_DECK_52, b"a", 1))
    hand = hand.apply(Bid(12, trump))
    leader = hand.turn
    assert leader is not None
    hand = hand.apply(hand.legal_actions()[-1])
    hand = hand.apply(hand.legal_actions()[-1])
    assert hand.turn is leader.partner
    view = seat_view(hand, hand.turn, (0, 0))
    position, first, history = search.position_of(view)
    drawn = sampled(view, 200)
    weights = np.ones(200)
    worlds.weigh(first, history, int(view.seat), drawn, np.full(3, 0.25), weights)
    # The partner's lead counts for as much as experience would have made it, ...
    leads = np.empty(200)
    opened = first.copy()
    for number, world in enumerate(drawn):
        opened[:4] = world
        opened[leader] += 1 << 2 * history[0]
        leads[number] = policy.chance(opened, history[0])
    assert len(set(leads)) > 1
    # ... and the opponent's card for less where card sense would not have played it.
    follows = weights / leads
    assert {round(factor, 9) for factor in follows} == {1.0, 0.25}
    kept = np.empty((4000, 4), dtype=np.int64)
    worlds.resample(drawn, weights, kept, np.array([9], dtype=np.uint64))
    likely = weights >= np.median(weights)
    drawn_often = sum((kept == row).all(1).sum() for row in drawn[likely])
    share = weights[likely].sum() / weights.sum()
    assert drawn_often / 4000 == pytest.approx(share, abs=0.01)
    assert position[core.COUNT] == 2


def test_a_thought_has_every_kind_of_legal_card() -> None:
    for hand in hands_in_play("legal", 3):
        assert hand.turn is not None
        view = seat_view(hand, hand.turn, (0, 0))
        thought = search.think(
            view, tricks_utility(view), EFFORT, seed=1, habits=player.habits()
        )
        assert set(thought.values) <= set(view.legal)
        assert thought.best(0.0) in view.legal
        # All of the hand's tricks are between those won and those left.
        won = view.tricks_won[view.seat.side]
        for tricks in thought.tricks.values():
            assert won <= tricks <= won + 12 - len(view.tricks)


@pytest.mark.parametrize("nodes", [0, 1, 2_000])
def test_a_decision_without_nodes_left_is_played_out(nodes: int) -> None:
    effort = replace(EFFORT, drawn=20, nodes=nodes)
    endings = 0
    for hand in hands_in_play("nodes", 4):
        if len(hand.tricks) < 7:
            continue
        assert hand.turn is not None
        view = seat_view(hand, hand.turn, (0, 0))
        if len(view.legal) == 1:
            continue
        endings += 1
        thought = search.think(view, tricks_utility(view), effort, 1, player.habits())
        assert thought.best(0.0) in view.legal
        assert thought.natural in view.legal
        if nodes < 2_000:
            assert not thought.proved
        won = view.tricks_won[view.seat.side]
        for tricks in thought.tricks.values():
            assert won <= tricks <= won + 12 - len(view.tricks)
    assert endings > 10


def test_hidden_cards_change_nothing() -> None:
    rng = random.Random("blind")
    for hand in hands_in_play("blind", 3):
        seat = hand.turn
        assert seat is not None
        others = [s for s in SEATS if s is not seat]
        cards = [card for s in others for card in hand.holdings[s]]
        rng.shuffle(cards)
        shuffled = list(hand.holdings)
        for s in others:
            n = len(hand.holdings[s])
            shuffled[s], cards = tuple(cards[:n]), cards[n:]
        view = seat_view(hand, seat, (0, 0))
        object.__setattr__(hand, "holdings", tuple(shuffled))
        assert seat_view(hand, seat, (0, 0)) == view


@pytest.mark.parametrize("bot", PLAYERS, ids=lambda bot: bot.name)
def test_when_thinking_fails_the_rule_bot_plays(
    bot: player.Player,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    def fail(*_: object) -> None:
        raise ValueError("broken")

    monkeypatch.setattr(player.Player, "_decide", fail)
    hand = next(hands_in_play("fail", 2))
    assert hand.turn is not None
    view = seat_view(hand, hand.turn, (0, 0))
    with caplog.at_level(logging.ERROR):
        assert bot.choose(view, random.Random(1)) in view.legal
    assert "the rule bot does" in caplog.text


def test_warming_up_leaves_nothing_to_compile() -> None:
    warm()
    thinking = cast("Any", search._think)
    assert len(thinking.signatures) == 1
    for hand in hands_in_play("warm", 3):
        assert hand.turn is not None
        view = seat_view(hand, hand.turn, (10, 20))
        for bot in PLAYERS:
            assert bot.choose(view, random.Random(1)) in view.legal
    assert len(thinking.signatures) == 1


def test_the_same_answer_in_threads_and_in_another_process() -> None:
    file = Path(__file__).with_name("positions.json")
    queries = [position["query"] for position in json.loads(file.read_text())[::6]]
    bot = get_bot("hard")

    def answer(query: Any) -> str:
        view = read_query(query)
        return str(bot.choose(view, query_rng(view)))

    here = [answer(query) for query in queries]
    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(answer, queries)) == here
    there = subprocess.run(
        [sys.executable, "manage.py", "bot", "hard"],
        input="".join(json.dumps(query) + "\n" for query in queries),
        env=os.environ | {"NUMBA_NUM_THREADS": "1"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert [json.loads(line)["play"] for line in there.stdout.splitlines()] == here
