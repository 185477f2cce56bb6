"""Every decision comes with reasons, and what they say is so."""

from __future__ import annotations

import logging
from random import Random
from typing import TYPE_CHECKING

import pytest

from games.bots.exchange import Exchange
from games.bots.player import PLAYERS, Player
from games.bots.reasons import Reason, Why, is_master, of_discards
from games.engine.auction import PASS, Alone, Bid
from games.engine.cards import STRENGTH_UNDER, SUIT_UNDER, Card, Denomination
from games.engine.deals import deal
from games.engine.game import deal_hand
from games.engine.hand import Hand, Phase
from games.engine.rules import DOUBLE_DECK_52
from games.engine.seats import Seat
from games.engine.view import seat_view
from games.explanations import reason_text

if TYPE_CHECKING:
    from collections.abc import Iterator

    from games.engine.view import SeatView

EASY, HARD = PLAYERS[0], PLAYERS[-1]


def decisions(
    bot: Player, hand: Hand
) -> Iterator[tuple[SeatView, object, dict[Why, Reason]]]:
    """What the bot sees, does and gives as its reasons, from a moment to the end of the hand."""
    while hand.turn is not None:
        view = seat_view(hand, hand.turn, (0, 0))
        decision = bot.decide(view, Random(1))
        yield view, decision.action, {each.why: each for each in decision.reasons}
        hand = hand.apply(decision.action)


def test_every_decision_has_reasons_and_they_are_so() -> None:
    met: set[Why] = set()
    for number in range(1, 25):
        hand = deal_hand(DOUBLE_DECK_52, b"why", number)
        if number % 4 == 0:
            hand = hand.apply(Alone(Denomination(number // 4 % 5)))
        for view, action, found in decisions(EASY, hand):
            assert found
            met.update(found)
            for reason in found.values():
                assert reason_text(reason)
            if view.phase is Phase.PLAY:
                check_play(view, action, found)
    assert set(Why) - met <= {
        Why.KEEPS_ALL,
        # Of a search.
        Why.LIKELY_MADE,
        Why.NOTHING_TO_BID,
        Why.BETTER_THAN,
        Why.NONE_BETTER,
        Why.BEST_ALWAYS,
        Why.RULE_OF_THUMB,
    }


def check_play(view: SeatView, card: object, found: dict[Why, Reason]) -> None:
    assert isinstance(card, Card)
    assert view.contract is not None
    trump = view.contract.trump
    if Why.LEADS_MASTER in found:
        assert is_master(view, card)
    if Why.KEEPS_MASTER in found:
        kept = found[Why.KEEPS_MASTER].card
        assert kept is not None
        assert kept in view.hand
        assert is_master(view, kept)
    if Why.HOLDS_BACK in found:
        kept = found[Why.HOLDS_BACK].card
        assert kept is not None
        assert kept in view.legal
        assert kept != card
    if Why.PARTNER_WINS in found:
        assert found[Why.PARTNER_WINS].seat is view.seat.partner
        assert (view.seat.partner, found[Why.PARTNER_WINS].card) in view.table
    if Why.TAKES_TRICK in found:
        beaten = found[Why.TAKES_TRICK].card
        assert beaten is not None
        same = SUIT_UNDER[trump][card.index] is SUIT_UNDER[trump][beaten.index]
        strength = STRENGTH_UNDER[trump]
        assert not same or strength[card.index] > strength[beaten.index]


def test_a_lone_hand_that_lays_nothing_aside_says_so() -> None:
    hand = deal_hand(DOUBLE_DECK_52, b"all", 1).apply(Alone(Denomination.S))
    assert hand.turn is not None
    found = of_discards(seat_view(hand, hand.turn, (0, 0)), Exchange((), 0.25))
    assert found == (Reason(Why.KEEPS_ALL), Reason(Why.TAKES_ALL, chance=0.25))


def test_the_reasons_of_a_search() -> None:
    met: set[Why] = set()
    for number in range(1, 4):
        for view, _, found in decisions(HARD, deal_hand(DOUBLE_DECK_52, b"s", number)):
            assert found
            met.update(found)
            if better := found.get(Why.BETTER_THAN):
                assert better.card in view.legal
                assert better.tricks is not None
                assert 0 <= better.tricks <= 12
            if likely := found.get(Why.LIKELY_MADE):
                assert likely.chance is not None
                assert 0 <= likely.chance <= 1
    assert Why.BETTER_THAN in met
    assert Why.LIKELY_MADE in met
    assert Why.NOTHING_TO_BID in met


def test_a_failure_is_owned_up_to(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(*_: object) -> None:
        raise ValueError("broken")

    monkeypatch.setattr(Player, "_decide", fail)
    hand = Hand.start(DOUBLE_DECK_52, Seat.N, deal(DOUBLE_DECK_52, b"a", 1))
    with caplog.at_level(logging.CRITICAL, logger="games.bots.player"):
        [_, _, found] = next(decisions(HARD, hand))
    assert list(found) == [Why.RULE_OF_THUMB]


@pytest.mark.parametrize("bot", PLAYERS, ids=lambda bot: bot.name)
def test_passing_over_the_partners_bid_says_so(bot: Player) -> None:
    hand = deal_hand(DOUBLE_DECK_52, b"pass", 1)
    for call in (Bid(11, Denomination.S), PASS):
        hand = hand.apply(call)
    _, action, found = next(decisions(bot, hand))
    assert action == PASS
    assert found[Why.PARTNER_HAS_BID].bid == Bid(11, Denomination.S)
