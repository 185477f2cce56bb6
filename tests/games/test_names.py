"""The words of the table."""

import re

import pytest
from django.utils.functional import Promise

from games import names
from games.engine.auction import PASS, Alone, Bid, Call, Contract
from games.engine.cards import CARDS, Card, Denomination, Suit
from games.engine.errors import Reason, Refusal
from games.engine.seats import SEATS, Seat, Side

JACKS = {"JS": "JC", "JC": "JS", "JH": "JD", "JD": "JH"}


def test_every_card_has_its_own_name():
    assert {card.text for card in CARDS} == set(names.CARDS)
    spoken = {names.card_name(card) for card in CARDS}
    assert len(spoken) == 24
    assert names.card_name(Card.parse("JH")) == "Jack of hearts"
    assert names.card_name(Card.parse("TD")) == "Ten of diamonds"
    assert names.card_name(Card.parse("9C")) == "Nine of clubs"


def test_the_name_of_a_card_says_its_rank_and_its_suit():
    ranks = dict(
        zip("AKQJT9", ["Ace", "King", "Queen", "Jack", "Ten", "Nine"], strict=True)
    )
    suits = {"S": "spades", "H": "hearts", "C": "clubs", "D": "diamonds"}
    for card in CARDS:
        assert names.card_name(card) == f"{ranks[card.rank]} of {suits[card.suit.name]}"


@pytest.mark.parametrize(
    ("call", "text"),
    [
        (PASS, "Pass"),
        (Bid(1, Denomination.S), "1 spade"),
        (Bid(7, Denomination.S), "7 spades"),
        (Bid(1, Denomination.H), "1 heart"),
        (Bid(2, Denomination.C), "2 clubs"),
        (Bid(12, Denomination.D), "12 diamonds"),
        (Bid(1, Denomination.NT), "1 no trump"),
        (Bid(9, Denomination.NT), "9 no trump"),
        (Alone(Denomination.H), "Alone in hearts"),
        (Alone(Denomination.NT), "Alone in no trump"),
    ],
)
def test_a_call_in_words(call, text):
    assert names.bid_text(call) == text


def test_every_call_has_its_own_words():
    calls: list[Call] = [
        PASS,
        *(Bid(n, d) for n in range(1, 13) for d in Denomination),
        *map(Alone, Denomination),
    ]
    assert len({names.bid_text(call) for call in calls}) == len(calls)


@pytest.mark.parametrize(
    ("contract", "text", "sign"),
    [
        (
            Contract(Seat.N, 7, Denomination.S, alone=False),
            "7 spades by North",
            "7 by North",
        ),
        (Contract(Seat.S, 1, Denomination.C, alone=False), "1 club by you", "1 by you"),
        (
            Contract(Seat.E, 12, Denomination.NT, alone=False),
            "12 no trump by East",
            "12 by East",
        ),
        (
            Contract(Seat.W, 12, Denomination.D, alone=True),
            "Alone in diamonds by West",
            "Alone by West",
        ),
    ],
)
def test_a_contract_in_words_and_beside_its_sign(contract, text, sign):
    assert names.contract_text(contract) == text
    assert names.contract_sign(contract) == sign


def test_every_seat_and_side_has_its_words():
    for words in [names.SEATS, names.ROLES, names.TAKES_TRICK]:
        assert set(words) == set(SEATS)
    assert set(names.SIDES) == set(Side)
    assert set(names.DENOMINATIONS) == set(Denomination)
    assert str(names.TAKES_TRICK[Seat.S]) == "You take the trick."


@pytest.mark.parametrize(
    ("score", "text"),
    [
        ((7, 20), "\u20667\u00a0:\u00a020\u2069"),
        ((-12, 0), "\u2066−12\u00a0:\u00a00\u2069"),
        ((0, -3), "\u20660\u00a0:\u00a0−3\u2069"),
    ],
)
def test_a_score_is_ours_then_theirs_and_isolated(score, text):
    assert names.score_text(score) == text


@pytest.mark.parametrize(
    ("number", "text"), [(7, "7"), (0, "0"), (-12, "\u2066−12\u2069")]
)
def test_a_negative_number_has_a_minus_sign_and_keeps_it_at_its_left(number, text):
    assert names.number_text(number) == text


REFUSALS = [
    (Refusal(Reason.NOT_YOUR_TURN), "It is not your turn."),
    (
        Refusal(Reason.WRONG_PHASE),
        "That cannot be done at this point of the hand.",
    ),
    (Refusal(Reason.BID_TOO_LOW, number=1), "Bid more than 1 trick, or pass."),
    (Refusal(Reason.BID_TOO_LOW, number=6), "Bid more than 6 tricks, or pass."),
    (Refusal(Reason.BID_OUT_OF_RANGE, number=12), "The highest bid is for 12 tricks."),
    (
        Refusal(Reason.NOT_IN_HAND, card=Card.parse("QD")),
        "You do not hold that card: Queen of diamonds.",
    ),
    (Refusal(Reason.TOO_MANY_CARDS, number=3), "Discard 3 cards at most."),
    (Refusal(Reason.WRONG_NUMBER_OF_CARDS, number=1), "Give exactly 1 card."),
    (Refusal(Reason.WRONG_NUMBER_OF_CARDS, number=2), "Give exactly 2 cards."),
    (
        Refusal(Reason.MUST_FOLLOW, suit=Suit.C, card=Card.parse("9H")),
        "You must follow clubs.",
    ),
    (
        Refusal(
            Reason.MUST_FOLLOW,
            suit=Suit.C,
            card=Card.parse("9H"),
            left_bower=Card.parse("JS"),
            left_bower_suit=Suit.C,
        ),
        "You must follow clubs. The jack of spades is the left bower: it counts as a club.",
    ),
]


@pytest.mark.parametrize(("refusal", "sentence"), REFUSALS)
def test_a_refusal_in_words(refusal, sentence):
    assert names.refusal_text(refusal) == sentence


@pytest.mark.parametrize("reason", Reason)
def test_every_reason_has_a_sentence(reason):
    refusal = Refusal(reason, number=2, suit=Suit.H, card=Card.parse("AS"))
    assert re.fullmatch(r"[A-Z].*\.", names.refusal_text(refusal))


@pytest.mark.parametrize("suit", Suit)
@pytest.mark.parametrize("jack", JACKS)
def test_every_left_bower_is_explained_by_the_suit_that_it_belongs_to(suit, jack):
    refusal = Refusal(
        Reason.MUST_FOLLOW,
        suit=suit,
        card=Card.parse("AS"),
        left_bower=Card.parse(jack),
    )
    word = {"S": "spade", "H": "heart", "C": "club", "D": "diamond"}
    of, to = word[jack[1]], word[JACKS[jack][1]]
    assert names.refusal_text(refusal) == (
        f"You must follow {word[suit.name]}s. "
        f"The jack of {of}s is the left bower: it counts as a {to}."
    )


TABLES = [
    names.CARDS,
    names.RANKS,
    names.DENOMINATIONS,
    names.SEATS,
    names.ROLES,
    names.SIDES,
    names.TAKES_TRICK,
]


@pytest.mark.parametrize("table", TABLES)
def test_words_are_translated_when_they_are_used(table):
    """Not when the module is read, in whatever language that was."""
    assert all(isinstance(word, Promise) for word in table.values())
