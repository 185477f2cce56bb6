"""Going alone: the exchange of cards, and play by three."""

from collections import Counter

import pytest

from games.engine.cards import CARDS
from games.engine.hand import Phase, parse_action
from games.engine.seats import SEATS, Seat
from games.engine.view import seat_view
from tests.engine.positions import after, cards, legal, places, rules_for, start, texts

# South goes alone in spades; North is the partner.
SOUTH = "JS JS JC AS AS KS QS TS AD 9D 9H 9H"
NORTH = "JC KS AH AH KH QH TC TC 9C 9C QD TD"


def alone(*actions):
    return after(start("E", S=SOUTH, N=NORTH), "aloneS", *actions)


def test_the_lone_player_discards_and_then_the_partner_gives():
    hand = alone()
    assert (hand.phase, hand.turn) == (Phase.DISCARD, Seat.S)
    hand = after(hand, "9D 9H")
    assert (hand.phase, hand.turn) == (Phase.GIVE, Seat.N)
    hand = after(hand, "JC KS")
    assert (hand.phase, hand.turn) == (Phase.PLAY, Seat.S)


@pytest.mark.parametrize(
    ("discarded", "given"),
    [
        ("", ""),
        ("9H", "JC"),
        ("9H 9H", "JC KS"),
        ("9H 9H 9D", "JC KS AH"),
        ("AS AS", "AH AH"),
    ],
)
def test_any_number_up_to_three_changes_places(discarded, given):
    before = alone()
    hand = after(before, discarded, given)
    dealt_south, dealt_north = (
        Counter(before.deal[Seat.S]),
        Counter(before.deal[Seat.N]),
    )
    out, back = Counter(cards(discarded)), Counter(cards(given))
    assert Counter(hand.holdings[Seat.S]) == dealt_south - out + back
    assert Counter(hand.holdings[Seat.N]) == dealt_north - back
    assert len(hand.holdings[Seat.S]) == 12
    assert len(hand.holdings[Seat.N]) == 12 - out.total()
    assert Counter(hand.discarded) == out
    assert Counter(hand.passed) == back
    assert hand.deal == before.deal


def test_at_most_three_cards_may_be_discarded():
    assert {len(chosen) for chosen in alone().legal_actions()} == {0, 1, 2, 3}


@pytest.mark.parametrize("discarded", ["", "9H", "9H 9H", "9H 9H 9D"])
def test_the_partner_gives_exactly_as_many(discarded):
    number = len(discarded.split())
    choices = alone(discarded).legal_actions()
    assert {len(chosen) for chosen in choices} == {number}


def test_who_discards_nothing_is_given_nothing():
    assert legal(alone("")) == [""]


def test_copies_are_one_choice_in_the_exchange():
    # Nine different cards, three of them twice.
    choices = legal(alone())
    assert len(choices) == len(set(choices))
    assert len([c for c in choices if len(c.split()) == 1]) == 9
    assert len([c for c in choices if len(c.split()) == 2]) == 9 * 8 // 2 + 3
    assert "9H 9H" in choices
    assert "9D 9D" not in choices


def test_the_cards_may_be_named_in_any_order():
    one, other = (
        parse_action("9H AS 9H", Phase.DISCARD),
        parse_action("9H 9H AS", Phase.DISCARD),
    )
    assert one == other
    assert after(alone(), "9H AS 9H") == after(alone(), "AS 9H 9H")


def test_neither_sees_the_others_cards_while_choosing():
    """What the partner sees is the same whatever was discarded, and the other way round."""
    seen_by_partner = {
        seat_view(alone(out), Seat.N, (0, 0)) for out in ("9H 9H 9D", "JS JS AS")
    }
    assert len(seen_by_partner) == 1
    (view,) = seen_by_partner
    assert view.discarded is None
    assert view.exchanged == 3

    views = set()
    for north in (NORTH, NORTH.replace("JC KS", "KC KC")):
        hand = after(start("E", S=SOUTH, N=north), "aloneS")
        views.add(seat_view(hand, Seat.S, (0, 0)))
    assert len(views) == 1


def test_after_the_exchange_each_knows_only_its_own_part_of_it():
    hand = alone("9H 9H", "JC KS")
    north, east, south, west = (seat_view(hand, seat, (0, 0)) for seat in SEATS)
    assert [view.exchanged for view in (north, east, south, west)] == [2, 2, 2, 2]
    assert [view.discarded for view in (north, east, west)] == [None, None, None]
    assert south.discarded == cards("9H 9H")
    assert north.given == cards("KS JC")
    assert [view.given for view in (east, south, west)] == [None, None, None]
    assert Counter(cards("JC KS")) <= Counter(south.hand)


def play_on(hand, choose=lambda choices: choices[0]):
    """The hand at its end, with the 48 cards counted at every step."""
    whole = Counter(dict.fromkeys(CARDS, 2))
    while not hand.is_over:
        assert places(hand) == whole
        hand = hand.apply(choose(hand.legal_actions()))
    assert places(hand) == whole
    return hand


@pytest.mark.parametrize("last", [False, True])
@pytest.mark.parametrize(("discarded", "given"), [("", ""), ("9H 9H 9D", "JC KS AH")])
def test_every_trick_has_three_cards_and_none_from_the_partner(discarded, given, last):
    hand = play_on(alone(discarded, given), lambda choices: choices[-1 if last else 0])
    assert len(hand.tricks) == 12
    assert sum(hand.tricks_won) == 12
    for trick in hand.tricks:
        seats = [seat for seat, _ in trick.plays]
        assert len(seats) == 3
        assert Seat.N not in seats
    assert hand.tricks[0].leader is Seat.S
    for trick, following in zip(hand.tricks, hand.tricks[1:], strict=False):
        assert following.leader is trick.winner


def test_discards_and_the_partners_cards_stay_out_of_play():
    begun = alone("9H 9H 9D", "JC KS AH")
    hand = play_on(begun)
    played = Counter(card for trick in hand.tricks for card in trick.cards)
    assert hand.discarded == cards("9H 9H 9D")
    assert hand.holdings[Seat.N] == begun.holdings[Seat.N]
    assert len(hand.holdings[Seat.N]) == 9
    assert played.total() == 36
    assert played + Counter(hand.holdings[Seat.N]) + Counter(hand.discarded) == Counter(
        dict.fromkeys(CARDS, 2)
    )


@pytest.mark.parametrize("lone", SEATS, ids=lambda seat: seat.name)
def test_the_partner_is_skipped_wherever_the_turn_would_come_to_it(lone):
    """Also after the seat before it has won a trick and leads."""
    hands = {
        lone.name: "9S 9S",
        lone.left.name: "AS KS",
        lone.left.partner.name: "TS TS",
    }
    begun = start(
        Seat((lone - 1) % 4).name,
        rules_for(2, maximum_bid=2),
        **hands,
        **{lone.partner.name: ""},
    )
    hand = after(begun, "aloneS", "", "")
    assert hand.turn is lone
    turns = []
    while not hand.is_over:
        turns.append(hand.turn)
        hand = hand.apply(hand.legal_actions()[0])
    before, behind = lone.left, lone.left.partner
    # The seat before the partner wins the first trick; after its lead the partner is next.
    assert turns == [lone, before, behind, before, behind, lone]
    assert [trick.winner for trick in hand.tricks] == [before, before]
    assert hand.points[lone.side] == -24
    assert hand.points[lone.side.other] == 2


def test_without_anybody_alone_all_four_play_and_nothing_is_exchanged():
    hand = play_on(after(start("W"), "12S"))
    assert hand.discarded is None
    assert hand.passed is None
    assert [len(trick.plays) for trick in hand.tricks] == [4] * 12
    assert all(seat_view(hand, seat, (0, 0)).exchanged is None for seat in SEATS)


def test_the_lone_players_received_cards_are_in_the_order_of_the_pack():
    """So that its screen does not tell, by place, what came from the partner."""
    own = alone("9H 9H 9D", "JC KS AH").holdings[Seat.S]
    assert texts(own) == texts(sorted(own))
