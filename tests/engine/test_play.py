"""The play: turns, tricks and the end of a hand."""

import pytest

from games.engine.hand import Hand, Phase
from games.engine.rules import DOUBLE_DECK_52
from games.engine.seats import SEATS, Seat
from tests.engine.positions import after, in_play, legal, rules_for, start


@pytest.mark.parametrize("bidder", SEATS, ids=lambda seat: seat.name)
def test_the_high_bidder_leads_and_the_others_follow_clockwise(bidder):
    hand = in_play("NT", by=bidder.name)
    turns = []
    while not hand.tricks:
        turns.append(hand.turn)
        hand = hand.apply(hand.legal_actions()[0])
    assert turns == [bidder, bidder.left, bidder.partner, bidder.left.partner]


def test_the_bidder_leads_whoever_spoke_last():
    hand = after(start("W"), "1S", "2S", "3S", "pass", "pass", "pass")
    assert hand.turn is Seat.S


def test_the_winner_of_a_trick_leads_the_next():
    hand = in_play("S", rules=rules_for(2), N="9H 9D", E="TH TD", S="AH 9C", W="KH AD")
    hand = after(hand, "9H", "TH", "AH", "KH")
    assert hand.tricks[0].winner is Seat.S
    assert hand.tricks_won == (1, 0)
    assert hand.turn is Seat.S
    hand = after(hand, "9C", "AD", "9D", "TD")
    assert hand.tricks[1].leader is Seat.S
    assert hand.tricks[1].winner is Seat.S
    assert hand.tricks_won == (2, 0)
    assert hand.is_over


def test_tricks_are_counted_for_the_side():
    hand = in_play("S", rules=rules_for(2), N="9H 9S", E="AH TD", S="KH 9C", W="TH AD")
    hand = after(hand, "9H", "AH", "KH", "TH")
    assert hand.tricks_won == (0, 1)
    hand = after(hand, "TD", "9C", "AD", "9S")
    assert hand.tricks_won == (1, 1)


def test_a_card_played_leaves_the_hand_and_one_copy_at_a_time():
    hand = in_play("S", rules=rules_for(2), N="JS JS", E="9S 9S", S="TS TS", W="QS QS")
    hand = after(hand, "JS")
    assert [card.text for card in hand.holdings[Seat.N]] == ["JS"]
    assert [card.text for _, card in hand.table] == ["JS"]
    hand = after(hand, "9S", "TS", "QS")
    assert legal(hand) == ["JS"]


def test_an_open_trick_is_on_the_table_and_a_complete_one_is_not():
    hand = in_play("S")
    for played in range(1, 4):
        hand = hand.apply(hand.legal_actions()[0])
        assert len(hand.table) == played
        assert hand.tricks == ()
    hand = hand.apply(hand.legal_actions()[0])
    assert hand.table == ()
    assert len(hand.tricks) == 1


def test_the_hand_is_over_after_twelve_tricks():
    hand = in_play("H", by="E", tricks=5)
    actions = 0
    while not hand.is_over:
        assert hand.phase is Phase.PLAY
        hand = hand.apply(hand.legal_actions()[-1])
        actions += 1
    assert actions == 48
    assert len(hand.tricks) == 12
    assert hand.turn is None
    assert hand.holdings == ((), (), (), ())
    assert legal(hand) == []


def test_tricks_do_not_carry_over_into_the_next_hand():
    first = in_play("H")
    while not first.is_over:
        first = first.apply(first.legal_actions()[0])
    fresh = Hand.start(DOUBLE_DECK_52, Seat.N, first.deal)
    assert (fresh.tricks, fresh.table, fresh.tricks_won) == ((), (), (0, 0))
    assert (fresh.calls, fresh.contract) == ((), None)


def test_applying_leaves_the_hand_before_it_as_it_was():
    hand = in_play("S")
    seen, snapshot = hash(hand), repr(hand)
    for action in hand.legal_actions():
        hand.apply(action)
    assert hash(hand) == seen
    assert repr(hand) == snapshot


def test_a_line_not_taken_leaves_no_trace():
    """After an undo, the stale winner once took the trick."""
    hand = in_play(
        "S", "9H", rules=rules_for(2), N="9H 9D", E="TH AH", S="QH 9C", W="KH AD"
    )
    beaten = after(hand, "AH", "QH", "KH")
    again = after(hand, "TH", "QH", "KH")
    assert beaten.turn is Seat.E
    assert again.turn is Seat.W
    assert again == in_play(
        "S", "9H", "TH", "QH", "KH",
        rules=hand.rules, N="9H 9D", E="TH AH", S="QH 9C", W="KH AD",
    )  # fmt: skip
