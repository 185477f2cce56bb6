"""The player of another school: legal everywhere, sensible bids, and really of another school."""

from __future__ import annotations

from random import Random

from games.bots.arena import Match, play_match
from games.bots.highcards import HighCardsBot, count_tricks
from games.engine.cards import Denomination, parse_cards
from games.engine.game import deal_hand
from games.engine.rules import DOUBLE_DECK_52
from games.engine.view import seat_view

BOT = HighCardsBot()


def test_every_action_is_legal_also_alone() -> None:
    rng = Random(1)
    for number in range(1, 60):
        hand = deal_hand(DOUBLE_DECK_52, b"highcards", number)
        while hand.turn is not None:
            view = seat_view(hand, hand.turn, (0, 0))
            action = BOT.choose(view, rng)
            assert action in view.legal
            if hand.phase == "call" and rng.random() < 0.1:
                action = view.legal[-1 - rng.randrange(5)]
            hand = hand.apply(action)


def test_trumps_and_aces_are_worth_tricks() -> None:
    strong = parse_cards("JH JH JD AH KH QH AS AC KC TD 9S 9C")
    weak = parse_cards("9S 9S TS 9H TH QH 9C TC QC 9D TD QD")
    assert count_tricks(strong, Denomination.H) > 7
    assert count_tricks(weak, Denomination.H) < 5
    assert count_tricks(strong, Denomination.H) > count_tricks(strong, Denomination.S)


def test_its_bids_are_made_more_often_than_not() -> None:
    result = play_match(Match("highcards", "highcards", 60, b"\x01"))
    assert result["bots"]["a"]["bid"] == 0.5
    assert 0.5 < result["bots"]["a"]["made"] < 0.98
