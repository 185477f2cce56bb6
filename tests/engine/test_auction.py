"""The auction: who may call what, what beats what, and when it ends."""

import pytest

from games.engine.errors import IllegalAction
from games.engine.hand import Phase
from games.engine.rules import DOUBLE_DECK_52
from games.engine.seats import SEATS, Seat
from tests.engine.oracle import DENOMINATIONS
from tests.engine.positions import after, legal, start


def contract_of(hand):
    contract = hand.contract
    return contract.by.name, contract.tricks, contract.trump.name, contract.alone


@pytest.mark.parametrize("dealer", SEATS, ids=lambda seat: seat.name)
def test_the_seat_at_the_dealers_left_calls_first_and_the_dealer_last(dealer):
    hand = start(dealer.name)
    speakers = []
    while hand.phase is Phase.CALL:
        speakers.append(hand.turn)
        hand = after(hand, "pass")
    assert speakers == [dealer.left, dealer.partner, dealer.left.partner, dealer]


def test_the_first_call_may_be_pass_or_any_bid_or_alone():
    assert legal(start()) == [
        "pass",
        *(f"{tricks}{d}" for tricks in range(1, 13) for d in DENOMINATIONS),
        *(f"alone{d}" for d in DENOMINATIONS),
    ]


def test_a_bid_must_be_for_more_tricks_than_the_last():
    calls = legal(after(start(), "7H"))
    assert "7S" not in calls
    assert "7NT" not in calls  # denominations have no rank
    assert "6NT" not in calls
    assert {"8S", "8H", "12C", "aloneD", "pass"} <= set(calls)
    assert len(calls) == 1 + 5 * 5 + 5


@pytest.mark.parametrize("call", [f"4{d}" for d in DENOMINATIONS])
def test_an_equal_number_does_not_beat_in_any_denomination(call):
    with pytest.raises(IllegalAction):
        after(start(), "4D", call)


def test_three_passes_before_anybody_has_bid_leave_the_dealer_to_speak():
    hand = after(start("W"), "pass", "pass", "pass")
    assert (hand.phase, hand.turn) == (Phase.CALL, Seat.W)
    assert len(legal(hand)) == 66
    hand = after(hand, "3C")
    assert (hand.phase, hand.turn) == (Phase.CALL, Seat.N)


def test_the_dealer_gets_to_speak_after_a_bid_and_two_passes():
    hand = after(start("W"), "3C", "pass", "pass")
    assert (hand.phase, hand.turn) == (Phase.CALL, Seat.W)


def test_three_passes_after_a_bid_end_the_auction():
    hand = after(start("W"), "pass", "3C", "pass", "pass", "pass")
    assert hand.phase is Phase.PLAY
    assert contract_of(hand) == ("E", 3, "C", False)
    assert hand.turn is Seat.E  # the bidder leads


def test_passes_must_be_in_succession():
    hand = after(start("W"), "3C", "pass", "pass", "4C", "pass", "pass")
    assert (hand.phase, hand.turn) == (Phase.CALL, Seat.S)
    assert contract_of(after(hand, "pass")) == ("W", 4, "C", False)


def test_a_seat_that_passed_may_bid_later():
    hand = after(start("W"), "pass", "1H", "2S", "pass")
    assert hand.turn is Seat.N
    hand = after(hand, "5D", "pass", "pass", "pass")
    assert contract_of(hand) == ("N", 5, "D", False)


def test_a_seat_may_raise_its_own_bid_and_its_partners():
    hand = after(start("W"), "1H", "2S", "3H", "4S", "5NT", "pass", "6H", "pass", "7NT")
    assert hand.turn is Seat.E
    assert contract_of(after(hand, *["pass"] * 3)) == ("N", 7, "NT", False)


@pytest.mark.parametrize("before", [[], ["pass"], ["11NT"], ["1S", "2S", "3S", "pass"]])
@pytest.mark.parametrize("denomination", DENOMINATIONS)
def test_a_bid_of_twelve_ends_the_auction_at_once(before, denomination):
    hand = after(start("W"), *before, f"12{denomination}")
    assert hand.phase is Phase.PLAY
    bidder = SEATS[len(before) % 4]
    assert contract_of(hand) == (bidder.name, 12, denomination, False)
    assert hand.turn is bidder


@pytest.mark.parametrize("before", [[], ["pass"], ["11NT"], ["1S", "2S", "3S", "pass"]])
@pytest.mark.parametrize("denomination", DENOMINATIONS)
def test_alone_ends_the_auction_at_once(before, denomination):
    hand = after(start("W"), *before, f"alone{denomination}")
    assert hand.phase is Phase.DISCARD
    bidder = SEATS[len(before) % 4]
    assert contract_of(hand) == (bidder.name, 12, denomination, True)
    assert hand.turn is bidder


def test_only_twelve_alone_and_pass_are_left_after_eleven():
    assert legal(after(start(), "11S")) == [
        "pass",
        *(f"12{d}" for d in DENOMINATIONS),
        *(f"alone{d}" for d in DENOMINATIONS),
    ]


def test_four_passes_throw_the_hand_in():
    hand = after(start(), *["pass"] * 4)
    assert hand.is_over
    assert hand.thrown_in
    assert hand.turn is None
    assert hand.contract is None
    assert legal(hand) == []
    assert hand.points == (0, 0)
    assert hand.tricks_won == (0, 0)


def test_a_hand_with_a_contract_is_not_thrown_in():
    assert not after(start(), "1S", "pass", "pass", "pass").thrown_in
    assert not start().thrown_in


def test_the_longest_auction_ends():
    """Three passes between each bid and the next: every bid from 1 to 12."""
    bids = [f"{tricks}C" for tricks in range(1, 13)]
    calls = ["pass"] * 3
    for bid in bids:
        calls += [bid, "pass", "pass"]
    calls = calls[:-2]
    hand = after(start(), *calls)
    assert hand.phase is Phase.PLAY
    assert [str(call) for _, call in hand.calls] == calls
    assert hand.contract.tricks == DOUBLE_DECK_52.maximum_bid


def test_points_are_not_known_before_the_end():
    with pytest.raises(ValueError, match="not over"):
        _ = start().points
