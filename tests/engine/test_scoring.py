"""Points of a hand, and who goes out."""

from dataclasses import replace
from itertools import product

import pytest

from games.engine import scoring
from games.engine.auction import Contract
from games.engine.cards import Denomination
from games.engine.game import settle
from games.engine.hand import Phase
from games.engine.rules import DOUBLE_DECK_52
from games.engine.seats import SEATS, Seat, Side
from tests.engine import oracle
from tests.engine.positions import after, start

ALONE = "alone"

# Score before (NS, EW), who bid what, tricks of the bidder's side, score after, winner.
HANDS = [
    ((0, 0), "S", 7, 8, (8, 4), None, "made: each side scores its tricks"),
    ((0, 0), "S", 7, 6, (-7, 6), None, "set: the side loses its bid"),
    ((0, 0), "S", ALONE, 12, (24, 0), None, "alone and all twelve"),
    ((0, 0), "S", ALONE, 11, (-24, 1), None, "alone and eleven"),
    ((51, 50), "N", 6, 6, (57, 56), "NS", "only the bidders can go out on a made bid"),
    ((20, 51), "N", 5, 8, (28, 55), None, "odd tricks against a made bid do not win"),
    ((20, 51), "N", 9, 8, (11, 55), "EW", "who set the bid goes out"),
    ((45, 51), "E", 3, 4, (53, 55), "EW", "the bidders, though the others are past the target too"),
    # And some more of the same kinds.
    ((0, 0), "W", 12, 12, (0, 12), None, "twelve tricks with the partner are twelve points"),
    ((0, 0), "W", 12, 11, (1, -12), None, "eleven of twelve are a set"),
    ((0, 0), "E", 1, 0, (12, -1), None, "a bid of one can be set"),
    ((0, 0), "E", ALONE, 0, (12, -24), None, "the defenders of a lone hand score their tricks"),
    ((-70, 3), "S", 12, 0, (-82, 15), None, "there is no floor"),
    ((46, 0), "S", 6, 6, (52, 6), "NS", "exactly the target wins"),
    ((45, 0), "S", 6, 6, (51, 6), None, "one short does not"),
    ((28, 51), "S", ALONE, 12, (52, 51), "NS", "out alone"),
    ((70, 51), "S", ALONE, 11, (46, 52), "EW", "one trick against a lone hand can be enough"),
    ((70, 51), "S", 5, 4, (65, 59), "EW", "a set side does not win, whatever it has left"),
    ((70, 40), "S", 5, 4, (65, 48), None, "and nobody does if the setters are short"),
    ((0, 60), "N", 1, 1, (1, 71), None, "past the target already, but no odd tricks win"),
    ((60, 0), "N", 1, 1, (61, 11), "NS", "past the target already, and made"),
]  # fmt: skip


def finished(bidder, bid, own_tricks):
    """A hand at its end in which the bidder's side has taken that many tricks."""
    alone = bid == ALONE
    contract = Contract(Seat.parse(bidder), 12 if alone else bid, Denomination.H, alone)
    tricks = (own_tricks, 12 - own_tricks)
    if contract.by.side is Side.EW:
        tricks = tricks[::-1]
    return replace(
        start(), phase=Phase.OVER, turn=None, contract=contract, tricks_won=tricks
    )


@pytest.mark.parametrize(
    ("before", "bidder", "bid", "tricks", "after_it", "winner"),
    [pytest.param(*row[:6], id=row[6]) for row in HANDS],
)
def test_a_hand_moves_the_score(before, bidder, bid, tricks, after_it, winner):
    hand = finished(bidder, bid, tricks)
    score, won_by = settle(before, hand)
    assert score == after_it
    assert won_by is (None if winner is None else Side[winner])
    assert hand.points == (after_it[0] - before[0], after_it[1] - before[1])


@pytest.mark.parametrize("before", [(0, 0), (51, 51), (60, -10)])
def test_four_passes_change_nothing_and_win_nothing(before):
    assert settle(before, after(start(), *["pass"] * 4)) == (before, None)


def test_every_contract_and_result_is_worth_what_the_oracle_says():
    for seat, bid, tricks, alone in product(
        SEATS, range(1, 13), range(13), [False, True]
    ):
        if alone and bid < 12:
            continue
        contract = Contract(seat, bid, Denomination.NT, alone)
        won = (tricks, 12 - tricks)
        expected = oracle.points(seat.name, bid, alone, {"NS": won[0], "EW": won[1]})
        points = scoring.points(DOUBLE_DECK_52, contract, won)
        assert points == (expected["NS"], expected["EW"])
        assert scoring.is_made(contract, won) == (points[seat.side] > 0)


def test_every_result_near_the_target_is_won_as_the_oracle_says():
    winners = []
    for seat, bid, tricks in product(SEATS, (1, 6, 12), range(13)):
        contract = Contract(seat, bid, Denomination.S, False)
        won = (tricks, 12 - tricks)
        for score in product((-5, 51, 52, 53), repeat=2):
            named = oracle.game_winner(
                seat.name,
                bid,
                {"NS": won[0], "EW": won[1]},
                dict(zip(("NS", "EW"), score, strict=True)),
            )
            winner = scoring.winner(DOUBLE_DECK_52, contract, won, score)
            assert winner is (None if named is None else Side[named])
            winners.append(winner)
    assert set(winners) == {None, Side.NS, Side.EW}


def test_a_lone_hand_is_made_with_all_twelve_only():
    contract = Contract(Seat.W, 12, Denomination.D, True)
    assert [t for t in range(13) if scoring.is_made(contract, (12 - t, t))] == [12]


def test_the_numbers_of_the_rules():
    rules = DOUBLE_DECK_52
    assert (rules.copies, rules.cards_per_hand, rules.deck_size) == (2, 12, 48)
    assert (rules.minimum_bid, rules.maximum_bid) == (1, 12)
    assert (rules.target, rules.alone_points, rules.points_per_trick) == (52, 24, 1)
    assert rules.maximum_exchange == 3
