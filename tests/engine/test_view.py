"""What one seat may know, and nothing else."""

import random
from collections import Counter

import pytest

from games.engine.hand import Phase
from games.engine.seats import SEATS, Seat
from games.engine.view import seat_view
from tests.engine.knowledge import cards_in, known_cards, with_unseen_shuffled
from tests.engine.positions import after, in_play, legal, start

SOUTH = "JS JS JC AS AS KS QS TS AD 9D 9H 9H"
NORTH = "JC KS AH AH KH QH TC TC 9C 9C QD TD"


def lone(*actions):
    return after(start("E", S=SOUTH, N=NORTH), "aloneS", *actions)


def played(hand, actions):
    for _ in range(actions):
        hand = hand.apply(hand.legal_actions()[-1])
    return hand


MOMENTS = {
    "deal": start,
    "auction": lambda: after(start(), "pass", "3S"),
    "thrown in": lambda: after(start(), *["pass"] * 4),
    "lead": lambda: in_play("H"),
    "open trick": lambda: played(in_play("H"), 2),
    "late": lambda: played(in_play("NT"), 39),
    "over": lambda: played(in_play("S"), 48),
    "discard": lone,
    "give": lambda: lone("9D 9H 9H"),
    "lone lead": lambda: lone("9D 9H 9H", "JC KS AH"),
    "lone, nothing exchanged": lambda: lone("", ""),
    "lone, open trick": lambda: played(lone("9D 9H", "KH QH"), 14),
    "lone, over": lambda: played(lone("9D 9H", "KH QH"), 36),
}


@pytest.fixture(params=MOMENTS)
def hand(request):
    return MOMENTS[request.param]()


every_seat = pytest.mark.parametrize("seat", SEATS, ids=lambda seat: seat.name)


@every_seat
def test_a_view_holds_only_cards_that_the_seat_can_place(hand, seat):
    view = seat_view(hand, seat, (3, -4))
    known = known_cards(hand, seat)
    assert set(cards_in(view)) <= set(known)
    # Not once too often either, beside the list of what may be done with them.
    placed = Counter(
        cards_in((view.hand, view.tricks, view.table, view.discarded, view.given))
    )
    assert placed <= known


@every_seat
def test_shuffling_what_a_seat_cannot_see_changes_nothing_that_it_sees(hand, seat):
    view = seat_view(hand, seat, (3, -4))
    rng = random.Random(seat.value)
    for _ in range(5):
        assert seat_view(with_unseen_shuffled(hand, seat, rng), seat, (3, -4)) == view


def test_shuffling_what_a_seat_can_see_is_noticed():
    """That the test above can fail: the same shuffle as another seat would notice it."""
    hand = MOMENTS["lone lead"]()
    shuffled = with_unseen_shuffled(hand, Seat.E, random.Random(0))
    for seat in (Seat.N, Seat.S, Seat.W):
        assert seat_view(shuffled, seat, (0, 0)) != seat_view(hand, seat, (0, 0))


def test_two_deals_that_differ_in_unseen_cards_only_look_alike_in_the_same_play():
    """The whole way: two hands of East's and West's change places, and the same is done in both."""
    one = start("W", N="AH KH", E="TS 9C", S="QH TH", W="9S TC")
    other = start("W", N="AH KH", E="9S TC", S="QH TH", W="TS 9C")
    assert one.deal != other.deal
    for action in ["1H", "pass", "pass", "pass", "AH"]:
        assert seat_view(one, Seat.S, (0, 0)) == seat_view(other, Seat.S, (0, 0))
        assert seat_view(one, Seat.N, (0, 0)) == seat_view(other, Seat.N, (0, 0))
        one, other = after(one, action), after(other, action)


@every_seat
def test_a_view_shows_what_everybody_sees(hand, seat):
    view = seat_view(hand, seat, (3, -4))
    assert view.seat is seat
    assert view.rules is hand.rules
    assert view.dealer is hand.dealer
    assert view.score == (3, -4)
    assert (view.phase, view.turn) == (hand.phase, hand.turn)
    assert view.auction == hand.calls
    assert view.contract == hand.contract
    assert (view.tricks, view.table, view.tricks_won) == (
        hand.tricks,
        hand.table,
        hand.tricks_won,
    )
    assert view.hand == hand.holdings[seat]


@every_seat
def test_only_the_seat_to_act_is_told_what_is_legal(hand, seat):
    view = seat_view(hand, seat, (0, 0))
    assert view.legal == (hand.legal_actions() if seat is hand.turn else ())


def test_the_lone_partner_sees_its_own_cards_face_down_in_front_of_it():
    view = seat_view(MOMENTS["lone, open trick"](), Seat.N, (0, 0))
    assert view.phase is Phase.PLAY
    assert len(view.hand) == 10
    assert view.legal == ()


def test_the_order_of_a_hand_does_not_tell_which_copy_was_played():
    before = in_play("S", N="AS AS KS", E="QS QS")
    own = seat_view(after(before, "AS"), Seat.N, (0, 0)).hand
    assert own == tuple(sorted(own))
    assert legal(before)[:2] == ["AS", "KS"]
