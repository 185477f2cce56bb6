"""A bot bids like a sensible player, and the measuring of that is right."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from games.bots import bands
from games.bots.bands import BANDS, Rates, measure, rates
from games.bots.player import PLAYERS, Player
from games.engine.auction import Alone
from games.engine.cards import CARDS, Denomination, parse_cards
from games.engine.deals import Deal
from games.engine.game import deal_hand
from games.engine.hand import Hand
from games.engine.rules import DOUBLE_DECK_52
from games.engine.seats import Seat
from games.engine.view import seat_view
from tests.matrix import mostly_slow

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


@pytest.mark.parametrize(
    "level", mostly_slow(PLAYERS, PLAYERS[-1]), ids=lambda player: player.name
)
def test_every_level_stays_in_the_bands(
    level: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With play by the policy, which takes a hundredth of the time of a search."""
    player = Player(level.name, level.version, level.knowledge, None)
    monkeypatch.setattr(bands, "get_bot", lambda name: player)
    got = measure(level.name, 250, SEED)
    # So few lone hands say little about how often there is one, and how many are made.
    outside = set(got.outside()) - {"alone", "alone_made"}
    assert outside == set()
    assert got.alone <= BANDS["alone"][1]


def test_a_hand_is_gone_alone_with_by_counting_too() -> None:
    hand = parse_cards("JH JH JD JD AH AH KH KH AS AS AC AC")
    rest = [card for card in CARDS for _ in range(2)]
    for card in hand:
        rest.remove(card)
    others = rest[:12], rest[12:24], rest[24:]
    deal = (tuple(others[0]), hand, tuple(others[1]), tuple(others[2]))
    start = Hand.start(DOUBLE_DECK_52, Seat.N, deal)
    easy = PLAYERS[0]
    assert easy.choose(seat_view(start, Seat.E, (0, 0)), Random(1)) == Alone(
        Denomination.H
    )
