"""The player that sees all cards plays better than any other, and is the same everywhere."""

from __future__ import annotations

import json
from random import Random

import pytest
from django.core.management import CommandError, call_command

from games.bots import headroom, registry
from games.bots.headroom import Seeing, measure, open_position
from games.bots.solver import Memory, solve
from games.engine.auction import PASS, Alone, Bid
from games.engine.cards import Denomination
from games.engine.game import deal_hand
from games.engine.hand import Phase
from games.engine.rules import DOUBLE_DECK_52
from games.engine.seats import Side

SEED = bytes.fromhex("5eed")
DEALS = ("--deals", "2", "--seed", "5eed")


@pytest.mark.slow
def test_seeing_all_cards_gains_and_being_the_rule_bot_gains_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(headroom, "NODES", 10_000)
    found = measure("rule", 8, SEED)
    assert found["player"] == {"mean": 0.0, "low": 0.0, "high": 0.0}
    assert found["share"]["mean"] == 0.0
    assert found["seeing"]["mean"] is not None
    assert found["seeing"]["mean"] > 1


@pytest.mark.slow
def test_the_number_of_processes_changes_nothing() -> None:
    assert measure("highcards", 2, SEED, 1) == measure("highcards", 2, SEED, 2)


def test_no_trick_is_given_away_in_an_ending() -> None:
    rng = Random("endings")
    seeing, memory = Seeing(), Memory(1 << 14)
    for number in range(1, 9):
        hand = deal_hand(DOUBLE_DECK_52, SEED, number)
        hand = hand.apply(Alone(Denomination(number % 5)))
        if number % 2:
            hand = deal_hand(DOUBLE_DECK_52, SEED, number)
            for call in (Bid(6, Denomination(number % 5)), PASS, PASS, PASS):
                hand = hand.apply(call)
        while hand.phase is not Phase.PLAY or len(hand.tricks) < 7:
            hand = hand.apply(rng.choice(hand.legal_actions()))
        before = hand.tricks_won[Side.NS]
        best = solve(open_position(hand), memory)
        while not hand.is_over:
            hand = hand.apply(seeing.card(hand))
        assert best == hand.tricks_won[Side.NS] - before


def test_the_command_prints_the_share(capsys: pytest.CaptureFixture[str]) -> None:
    call_command("headroom", "highcards", *DEALS, "--processes", "1")
    found = json.loads(capsys.readouterr().out)
    assert found["bot"] == "highcards"
    assert found["deals"] == 2
    assert found["player"]["low"] <= found["player"]["mean"] <= found["player"]["high"]
    assert set(found["share"]) == {"mean", "low", "high"}
    with pytest.raises(CommandError, match="no bot named 'seeing'"):
        call_command("headroom", "seeing", *DEALS)


def test_it_can_sit_nowhere() -> None:
    bots = map(registry.get_bot, registry.names())
    assert not any(isinstance(bot, Seeing) for bot in bots)
