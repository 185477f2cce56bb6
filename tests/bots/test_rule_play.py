"""The rule bot plays with card sense: a position for each fault that real products had."""

import pytest

from games.bots.knowledge import Knowledge
from games.engine.cards import Card
from games.engine.seats import Seat
from tests.bots.positions import answer, to_play

# Side cards that others may hold when spades are trump: one copy of each but the ace of hearts.
SIDES = "KH QH TH 9H AC KC QC TC 9C AD KD QD TD 9D"
# The same without a suit, for tricks in which that suit is played.
NO_HEARTS = "AC KC QC TC 9C AD KD QD TD 9D"


@pytest.mark.parametrize(
    ("hand", "right"),
    [
        ("9S AS TD", "TD"),  # South could ruff
        ("JS 9C TD", "9C"),  # nor with the right bower
        ("AH QH", "QH"),  # South has the other ace, which would not even win
    ],
)
def test_leaves_the_partner_a_trick_that_is_sure(hand, right):
    view = to_play("S", hand, NO_HEARTS, table="W:TH N:AH E:9H", by="W")
    assert answer(view) == right


def test_does_not_overtake_the_partner_when_nobody_is_left_to_play():
    assert answer(to_play("S", "AH QH", NO_HEARTS, "W:9H N:KH E:TH", by="W")) == "QH"


def test_does_not_ruff_the_partners_ace_when_only_a_seat_that_follows_is_left():
    # East has played; West may hold hearts but no trump.
    view = to_play("S", "9S TD", "KH QH TH KD QD", "N:AH E:9H", by="N", void="W:S")
    assert answer(view) == "TD"


def test_ruffs_as_low_as_will_do():
    view = to_play("S", "JS TS 9S AD", SIDES, "W:AH N:9H E:TH", by="S")
    assert answer(view) == "9S"


def test_overruffs_as_low_as_will_do():
    view = to_play("S", "JS KS 9S AD", SIDES, "W:AH N:9H E:TS", by="S")
    assert answer(view) == "KS"


def test_last_hand_wins_as_cheaply_as_it_can():
    view = to_play("NT", "AH QH 9H", NO_HEARTS, "W:TH N:9H E:TH")
    assert answer(view) == "QH"


def test_cannot_win_so_plays_low():
    assert answer(to_play("NT", "KH QH 9H", NO_HEARTS, "W:AH N:TH E:TH")) == "9H"


@pytest.mark.parametrize("by", ["S", "N", "E", "W"])
def test_cashes_a_sure_winner_rather_than_lead_away_from_it(by):
    view = to_play("S", "AH 9H TC", "KH QH TH KC QC AD KD", by=by)
    assert answer(view) == "AH"


def test_knows_a_king_for_a_master_once_both_aces_are_gone():
    view = to_play("NT", "KH QD TC", "KH QH TH KC QC AD KD")
    assert answer(view) == "KH"


def test_a_second_copy_still_hidden_does_not_make_the_ace_less_sure():
    assert answer(to_play("NT", "AH QD TC", "AH QH TH KC QC AD KD")) == "AH"


def test_cashes_a_sure_winner_rather_than_trust_the_partner():
    hidden = "AC AC KC KC QC JC TC KH QH AD"
    assert answer(to_play("NT", "AH 9C", hidden, by="E")) == "AH"


def test_cashes_first_the_winner_that_is_less_likely_to_be_ruffed():
    hidden = "AS KS QS TH KD KD QD QD TD TD 9D AC KC"
    assert answer(to_play("S", "AH AD 9C", hidden, by="E")) == "AD"


@pytest.mark.parametrize("by", ["S", "N"])
def test_declarer_draws_trumps_with_the_right_bower(by):
    view = to_play("S", "JS KS QS 9S AH 9D", "AS TS JC " + SIDES, by=by)
    assert answer(view) == "JS"


def test_declarer_does_not_lead_the_left_bower_into_a_right_bower():
    view = to_play("S", "JC KS QS 9S TH 9D", "JS TS AS " + SIDES)
    assert answer(view) == "9S"


def test_declarer_leads_the_left_bower_once_it_is_master():
    view = to_play("S", "JC KS QS 9S TH 9D", "AS TS " + SIDES)
    assert answer(view) == "JC"


@pytest.mark.parametrize(
    ("table", "rights"),
    [
        ("E:9S", "JS JS"),
        ("E:9S", "JS"),
        ("E:KS", "JS JS"),
        ("E:JS", "JS"),
        ("N:9S E:JS", "JS"),
    ],
)
def test_does_not_waste_the_left_bower_while_a_right_bower_is_out(table, rights):
    view = to_play("S", "JC TS KD", f"{rights} AS QS TS {SIDES}", table, by="E")
    assert answer(view) == "TS"


def test_takes_with_the_left_bower_what_no_right_bower_can_fall_on():
    view = to_play("S", "JC TS KD", "JS JS " + SIDES, "W:KS N:9S E:TS", by="E")
    assert answer(view) == "JC"


def test_takes_with_the_left_bower_when_it_is_master():
    view = to_play("S", "JC TS KD", "AS QS TS " + SIDES, "E:AS", by="E")
    assert answer(view) == "JC"


def test_stops_drawing_trumps_when_both_opponents_have_shown_void():
    hidden = "AS QS " + SIDES  # the partner's
    view = to_play("S", "JS KS 9S AH TD", hidden, void="E:S W:S")
    assert answer(view) == "AH"


def test_goes_on_drawing_while_one_opponent_may_hold_a_trump():
    view = to_play("S", "JS KS 9S AH TD", "AS QS " + SIDES, void="E:S")
    assert answer(view) == "JS"


def test_stops_drawing_when_no_trump_is_left_outside():
    assert answer(to_play("S", "JS KS 9S AH TD", SIDES)) == "AH"


@pytest.mark.parametrize("by", ["E", "N"])
def test_second_hand_plays_a_sure_winner(by):
    view = to_play("S", "AH QH 9H", "AH KH TH KD QD AC KC TC", "E:KH", by=by)
    assert answer(view) == "AH"


def test_second_hand_plays_a_sure_winner_though_the_partner_may_well_win_too():
    hidden = "AH KH QH QH JH JH TH TH KD QD"
    assert answer(to_play("NT", "AH 9H", hidden, "E:9H", by="E")) == "AH"


def test_second_hand_plays_low_without_a_winner():
    view = to_play("NT", "KH 9H TD", "AH QH " + SIDES, "E:TH", by="E")
    assert answer(view) == "9H"


def test_third_hand_tries_to_win():
    view = to_play("NT", "AH 9H", "KH QH KD QD", "N:TH E:KH", by="N")
    assert answer(view) == "AH"


@pytest.mark.parametrize(
    ("hand", "right"),
    [
        ("AD 9D TD AC", "9D"),
        ("AD AC QC", "QC"),
        ("AD JS TC", "TC"),
        ("KD TD", "TD"),
    ],
)
def test_throws_losers_and_keeps_aces_and_trumps(hand, right):
    # East has ruffed with the right bower: nothing of South's can win.
    view = to_play("S", hand, SIDES + " KH KS", "W:9H N:TH E:JS", by="E")
    assert answer(view) == right


def test_leads_the_higher_of_the_last_two_trumps():
    assert answer(to_play("S", "KS TS", "AS QS AD KD QD AC")) == "KS"


def test_leads_the_higher_of_the_last_two_cards_of_a_suit():
    assert answer(to_play("NT", "KH TH", "QH 9H KD QD")) == "KH"


def test_a_lone_player_cashes_from_the_top():
    hidden = "KS TS AH KH QH " + SIDES.replace("KH QH ", "")
    view = to_play("S", "JS JC AS QS AH KD", hidden, alone=True)
    assert answer(view) == "JS"


def test_a_lone_player_who_has_no_master_left_leads_its_highest_trump():
    # The partner is not there to win a low one.
    view = to_play("S", "AS QS 9S AH AD", "JC KS KH QH TH KD", alone=True)
    assert answer(view) == "AS"


def test_the_lone_players_partner_sits_out():
    defending = Knowledge(to_play("S", "AH 9D", "KH", "E:TH", by="E", alone=True))
    assert (defending.opponents, defending.partner) == ((Seat.E,), Seat.N)
    alone = Knowledge(to_play("S", "AH 9D", "KH", alone=True))
    assert (alone.opponents, alone.partner) == ((Seat.E, Seat.W), None)


def test_a_defender_takes_the_trick_that_sets_a_lone_hand():
    view = to_play("NT", "AH 9H", "AH KH QH KD", "E:TH", by="E", alone=True)
    assert answer(view) == "AH"


def test_counts_the_cards_seen_and_the_voids_shown():
    view = to_play("S", "JS AH", "AS QS KH KD", void="E:S")
    known = Knowledge(view)
    spades, hearts = Card.parse("AS").suit, Card.parse("AH").suit
    assert (known.hidden(spades), known.hidden(hearts)) == (2, 1)
    assert known.is_master(Card.parse("AH"))
    assert not known.may_hold_trump([Seat.E])
    assert known.may_hold_trump([Seat.E, Seat.W])
    assert known.chance_to_stand(Card.parse("KS"), spades, [Seat.E]) == 1
    assert 0 < known.chance_to_stand(Card.parse("KS"), spades, [Seat.W]) < 1
