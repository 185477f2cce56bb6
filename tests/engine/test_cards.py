"""Ranking, bowers, following suit, and who wins a trick."""

import copy
import pickle
from collections import Counter
from itertools import combinations_with_replacement

import pytest

from games.engine.cards import (
    CARDS,
    Card,
    Denomination,
    Suit,
    effective_suit,
    is_left_bower,
    is_right_bower,
    strength,
    winning_index,
)
from games.engine.hand import legal_plays
from games.engine.seats import Seat
from tests.engine import oracle
from tests.engine.positions import cards, in_play, legal, rules_for, start, texts

# Who wins, counted from the one led.
TRICKS = [
    ("S", "JC AS KS 9S", 0, "the left bower beats the ace"),
    ("H", "9D JH JH 9H", 1, "the first of two right bowers"),
    ("H", "AD 9C JD JD", 2, "the first of two left bowers"),
    ("NT", "JH JD AH 9S", 2, "no bowers in no trump"),
    ("S", "AH AH 9H TH", 0, "the first of two aces"),
    ("S", "AD 9S KD QD", 1, "the lowest trump beats an ace"),
    ("H", "9D JC KC TC", 0, "playing a jack changes no other card"),
    # And some more of the same kinds.
    ("S", "JC JS JS JC", 1, "the right bower beats the left"),
    ("S", "JC JC AS AS", 0, "the first of two left bowers, led"),
    ("D", "9H TH JH JD", 3, "a bower is no card of its printed suit"),
    ("C", "9D AS KH AH", 0, "a higher card of another suit wins nothing"),
    ("NT", "9D AS KH AH", 0, "nor in no trump"),
    ("NT", "TC JC QC JS", 2, "a jack is below the queen in no trump"),
    ("H", "9S JS QS TS", 2, "and in a suit of the other colour"),
    ("C", "9S 9S TS 9H", 2, "the nine and the ten stay apart"),
]


@pytest.mark.parametrize(
    ("trump", "trick", "winner"),
    [pytest.param(*row[:3], id=f"[{row[0]}] {row[1]}: {row[3]}") for row in TRICKS],
)
def test_the_trick_goes_to(trump, trick, winner):
    assert winning_index(cards(trick), Denomination.parse(trump)) == winner
    # The same at the table, where whoever wins would lead next.
    hands = dict(zip("NESW", trick.split(), strict=True))
    hand = in_play(trump, *trick.split(), rules=rules_for(1), **hands)
    assert hand.tricks[0].winner is Seat(winner)
    assert oracle.trick_winner(trick.split(), trump) == winner


# The hand, the card led to it, and what may be played.
FOLLOWING = [
    ("S", "9S AC KC", "JC", "9S", "the left bower led asks for trumps"),
    ("S", "JC 9H AD", "9C", "JC 9H AD", "the left bower is no club"),
    ("S", "JC 9H AD", "9S", "JC", "the left bower must be played to a trump lead"),
    ("S", "JC JC QC", "9C", "QC", "the left bower does not follow its printed suit"),
    ("S", "JS JC 9D", "AS", "JS JC", "both bowers follow trump"),
    ("S", "JH JD 9D", "AD", "JD 9D", "jacks of the other colour are plain"),
    ("NT", "JC 9S AD", "9C", "JC", "in no trump a jack follows its printed suit"),
    ("NT", "JC 9H AD", "9S", "JC 9H AD", "and no other"),
    ("H", "9H AS AS", "KD", "9H AS", "who cannot follow may trump or throw away"),
    ("H", "9D 9D AD", "KD", "9D AD", "both copies are one choice"),
]


@pytest.mark.parametrize(
    ("trump", "held", "led", "allowed"),
    [
        pytest.param(*row[:4], id=f"[{row[0]}] {row[2]} led: {row[4]}")
        for row in FOLLOWING
    ],
)
def test_what_may_be_played(trump, held, led, allowed):
    table = ((Seat.N, Card.parse(led)),)
    own = cards(held)
    assert set(texts(legal_plays(own, Denomination.parse(trump), table))) == set(
        allowed.split()
    )
    # The same at the table.
    hand = in_play(trump, led, rules=rules_for(3), N=led, E=held)
    assert sorted(legal(hand)) == sorted(allowed.split())
    assert oracle.playable(held.split(), led, trump) == set(allowed.split())


def test_any_card_may_be_led():
    hand = in_play("S", rules=rules_for(3), N="JC 9H AD")
    assert sorted(legal(hand)) == ["9H", "AD", "JC"]


# -- the two rankings, card by card -----------------------------------------------------------


@pytest.mark.parametrize("trump", Denomination, ids=lambda trump: trump.name)
def test_every_card_belongs_to_the_suit_and_place_of_the_rules(trump):
    for suit in Suit:
        members = [card for card in CARDS if effective_suit(card, trump) is suit]
        ranked = sorted(members, key=lambda card: strength(card, trump), reverse=True)
        assert texts(ranked) == oracle.cards_of_suit(suit.name, trump.name)
        assert len({strength(card, trump) for card in ranked}) == len(ranked)


@pytest.mark.parametrize(
    ("trump", "right", "left"),
    [
        ("S", "JS", "JC"),
        ("C", "JC", "JS"),
        ("H", "JH", "JD"),
        ("D", "JD", "JH"),
        ("NT", "", ""),
    ],
)
def test_the_bowers_are_the_two_jacks_of_a_colour(trump, right, left):
    denomination = Denomination.parse(trump)
    assert [c.text for c in CARDS if is_right_bower(c, denomination)] == right.split()
    assert [c.text for c in CARDS if is_left_bower(c, denomination)] == left.split()


# -- cards are values -------------------------------------------------------------------------


def test_the_two_copies_of_a_card_cannot_be_told_apart():
    one, other = (
        card for card in start(E="JH JH").holdings[Seat.E] if card.text == "JH"
    )
    assert one is other
    assert hash(one) == hash(other)


def test_the_deck_is_24_cards_each_twice():
    dealt = [card for hand in start().deal for card in hand]
    assert Counter(dealt) == Counter(dict.fromkeys(CARDS, 2))
    assert sorted(texts(dealt)) == sorted(oracle.PACK)


@pytest.mark.parametrize("card", CARDS, ids=str)
def test_copying_or_pickling_a_card_gives_the_card(card):
    assert copy.copy(card) is card
    assert copy.deepcopy(card) is card
    assert pickle.loads(pickle.dumps(card)) is card


def test_deciding_a_trick_changes_no_card():
    """A later jack once turned an earlier nine into a bower."""
    before = [(card.text, card.suit, card.rank, card.index) for card in CARDS]
    for trump in Denomination:
        for pair in combinations_with_replacement(CARDS, 2):
            winning_index(pair, trump)
    assert [(card.text, card.suit, card.rank, card.index) for card in CARDS] == before
