"""A bot bids like a sensible player, and the measuring of that is right."""

from __future__ import annotations

from dataclasses import replace

import pytest

from games.bots import bands
from games.bots.bands import BANDS, Rates, measure, rates
from games.bots.bidder import Knowledge
from games.bots.player import Player
from games.engine.deals import Deal
from games.engine.game import deal_hand
from games.engine.hand import Hand
from games.engine.rules import DOUBLE_DECK_52

SEED = bytes.fromhex("ba4d")


def finished(number: int, *calls: str) -> Hand:
    """A hand bid like this, with the first legal card played every time."""
    dealt = deal_hand(DOUBLE_DECK_52, SEED, number)
    deal: Deal = dealt.deal
    hand = Hand.replay(DOUBLE_DECK_52, dealt.dealer, deal, calls)
    while hand.turn is not None:
        hand = hand.apply(hand.legal_actions()[0])
    return hand


def test_the_rates_are_counted_from_the_hands() -> None:
    passed = finished(1, "pass", "pass", "pass", "pass")
    low = finished(2, "1NT", "pass", "pass", "pass")
    high = finished(3, "12S")
    lone = finished(4, "aloneH")
    assert lone.tricks_won[lone.contract.by.side] < 12  # type: ignore[union-attr]
    assert low.contract is not None
    got = rates([passed, low, high, lone])
    assert got == Rates(
        set=0.5,
        alone=0.25,
        alone_made=0.0,
        no_trump=0.3333,
        thrown_in=0.25,
        over_bid=low.tricks_won[low.contract.by.side] - 1,
    )
    assert rates([]) == Rates(0, 0, 0, 0, 0, 0)


def test_a_rate_out_of_its_band_is_named() -> None:
    good = Rates(**{name: (low + high) / 2 for name, (low, high) in BANDS.items()})
    assert good.outside() == []
    assert replace(good, alone=0.5, set=0.0).outside() == ["set", "alone"]


def test_the_number_of_processes_changes_nothing() -> None:
    assert measure("highcards", 6, SEED, 1) == measure("highcards", 6, SEED, 2)


def test_the_trained_bidding_stays_in_its_bands(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """With play by the policy, which takes a hundredth of the time of a search."""
    player = Player("policy", "1", Knowledge.GAME, None)
    monkeypatch.setattr(bands, "get_bot", lambda name: player)
    got = measure("policy", 250, SEED)
    # So few lone hands say little about how many are made.
    assert [name for name in got.outside() if name != "alone_made"] == []
