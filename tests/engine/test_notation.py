"""One text form for everything: what is written is read back, and nothing else is read."""

from itertools import combinations_with_replacement

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine.auction import PASS, Alone, Bid, parse_call
from games.engine.cards import (
    CARDS,
    RANKS,
    Card,
    Denomination,
    Suit,
    format_cards,
    parse_cards,
)
from games.engine.deals import parse_seed
from games.engine.errors import IllegalAction, NotationError
from games.engine.hand import Hand, Phase, format_action, parse_action
from games.engine.rules import DOUBLE_DECK_52
from games.engine.seats import SEATS, Seat, Side
from tests.engine.positions import start

CALLS = [
    PASS,
    *(
        Bid(tricks, denomination)
        for tricks in range(1, 13)
        for denomination in Denomination
    ),
    *(Alone(denomination) for denomination in Denomination),
]

# -- there and back ---------------------------------------------------------------------------


def test_every_card_is_read_as_it_is_written():
    assert [str(card) for card in CARDS] == [
        rank + suit for suit in "SHCD" for rank in "AKQJT9"
    ]
    for card in CARDS:
        assert Card.parse(str(card)) is card
        assert parse_action(format_action(card), Phase.PLAY) is card
        assert (card.rank, card.suit.name) == tuple(str(card))


def test_every_call_is_read_as_it_is_written():
    written = [str(call) for call in CALLS]
    assert len(set(written)) == 66
    assert {"pass", "7S", "12NT", "aloneH"} <= set(written)
    for call in CALLS:
        assert parse_call(str(call)) == call
        assert parse_action(format_action(call), Phase.CALL) == call


def test_every_seat_side_suit_and_denomination_is_read_as_it_is_written():
    assert [Seat.parse(seat.name) for seat in SEATS] == list(SEATS)
    assert [Denomination.parse(d.name) for d in Denomination] == list(Denomination)
    assert [suit.name for suit in Suit] == ["S", "H", "C", "D"]
    assert [side.name for side in Side] == ["NS", "EW"]
    assert RANKS == "AKQJT9"


@pytest.mark.parametrize("phase", [Phase.DISCARD, Phase.GIVE])
@pytest.mark.parametrize("size", range(4))
def test_every_exchange_is_read_as_it_is_written(phase, size):
    for chosen in combinations_with_replacement(CARDS, size):
        text = format_action(chosen)
        assert len(text.split()) == size
        assert parse_action(text, phase) == chosen
        assert format_action(parse_action(text, phase)) == text


@given(st.lists(st.sampled_from(CARDS), max_size=12))
def test_cards_in_any_order_have_one_spelling(some_cards):
    text = " ".join(map(str, some_cards))
    assert format_cards(parse_cards(text)) == format_cards(some_cards)
    assert sorted(parse_cards(text)) == sorted(some_cards)


def test_nine_of_spades_is_a_bid_or_a_card_by_the_phase():
    assert parse_action("9S", Phase.CALL) == Bid(9, Denomination.S)
    assert parse_action("9S", Phase.PLAY) is Card.parse("9S")
    assert parse_action("9S", Phase.DISCARD) == (Card.parse("9S"),)


@given(st.binary(min_size=1, max_size=40))
def test_every_seed_is_read_as_it_is_written(seed):
    assert parse_seed(seed.hex()) == seed
    assert parse_seed(seed.hex().upper()) == seed


@given(st.data())
def test_any_sequence_of_legal_actions_replays_to_the_same_hand(data):
    hand = start()
    for _ in range(data.draw(st.integers(0, 30))):
        if hand.is_over:
            break
        hand = hand.apply(data.draw(st.sampled_from(hand.legal_actions())))
    written = [format_action(action) for action in hand.actions]
    assert Hand.replay(hand.rules, hand.dealer, hand.deal, written) == hand


# -- what is not notation ---------------------------------------------------------------------

NOT_A_TEXT = [None, 7, 7.5, True, b"7S", ["7S"], {"call": "7S"}, (), ("AS",), ...]
ODD = [
    " ", "\n", "\t", "\0", "?", "-", "null", "None", "undefined", "0", "7", "S", "N T", "N S",
    "７S", "7Ｓ", "٧S", "7\u200bS", "\ufeff7S", "7♠", "♠7", "A♠", "🂡", "ПАСС", "Ｎ",
    "x" * 10_000, "7S" * 5_000, "AS " * 3_334, "\U0001f0a1" * 2_500,
    "<script>alert(1)</script>", "'; DROP TABLE games;--", "7S\0", "\ud800",
]  # fmt: skip
ODD_BUT_S = [text for text in ODD if text != "S"]
NOT_CALLS = [
    "", "Pass", "PASS", "pass ", " pass", "pass\n", "passS", "0S", "00S", "007S", "07S", "-1S", "+7S", "1.0S",
    "1_0S", "100S", "7s", "7S ", " 7S", "7S\n", "7S\r\n", "7 S", "7ST", "7N", "7nt", "7Nt", "7NTS", "S7", "7x",
    "alone", "aloneh", "AloneH", "ALONEH", "alone H", "aloneH ", "aloneH\n", "alonePASS", "12aloneH", "AS", "JH",
]  # fmt: skip
NOT_CARDS = [
    "", "A", "SA", "AsS", "as", "aS", "As", "10S", "1S", "0S", "8S", "2D", "XS", "AX", "AS ", " AS", "AS\n", "ASAS",
    "AS KS", "ANT", "pass", "JOKER",
]  # fmt: skip
NOT_EXCHANGES = [
    "AS  KS", " AS", "AS ", "AS\n", "AS\tKS", "AS\nKS", "AS\u00a0KS", "AS\u3000KS", "AS,KS", "ASKS", "as", "10S", "pass",
]  # fmt: skip
NOT_SEATS = ["", "n", "NE", "North", "N ", "N\n", "X", "NS"]
NOT_DENOMINATIONS = ["", "s", "nt", "N", "NT ", "NT\n", "SS", "♠"]
NOT_SEEDS = [
    "",
    "0",
    "abc",
    "0x00",
    "zz",
    "00 ",
    " 00",
    "00\n",
    "00 11",
    "00_11",
    "-0",
    "٠٠",
    "００",
]

CASES = [
    *((parse_call, text) for text in [*NOT_CALLS, *ODD, *NOT_A_TEXT]),
    *((Card.parse, text) for text in [*NOT_CARDS, *ODD, *NOT_A_TEXT]),
    *((parse_cards, text) for text in [*NOT_EXCHANGES, *ODD, *NOT_A_TEXT]),
    *((Seat.parse, text) for text in [*NOT_SEATS, *ODD_BUT_S, *NOT_A_TEXT]),
    *(
        (Denomination.parse, text)
        for text in [*NOT_DENOMINATIONS, *ODD_BUT_S, *NOT_A_TEXT]
    ),
    *((parse_seed, text) for text in [*NOT_SEEDS, *ODD, *NOT_A_TEXT]),
]


@pytest.mark.parametrize(
    ("parse", "text"),
    [
        pytest.param(*case, id=f"{case[0].__qualname__}({case[1]!a:.24})")
        for case in CASES
    ],
)
def test_what_is_not_notation_is_refused_as_such(parse, text):
    with pytest.raises(NotationError) as refused:
        parse(text)
    assert len(str(refused.value)) < 120  # an attacker's 10 kB do not reach the log


@pytest.mark.parametrize("phase", list(Phase))
@given(text=st.text())
def test_any_text_is_an_action_or_not_notation(phase, text):
    try:
        action = parse_action(text, phase)
    except NotationError:
        return
    assert parse_action(format_action(action), phase) == action


def test_not_notation_and_not_legal_are_different_errors():
    assert not issubclass(NotationError, IllegalAction)
    assert not issubclass(IllegalAction, NotationError)
    for text, error in [("0S", NotationError), ("13S", IllegalAction)]:
        with pytest.raises(error):
            start().apply(parse_action(text, Phase.CALL))


@pytest.mark.parametrize(
    ("actions", "error"),
    [
        (["pass", "nonsense"], NotationError),
        (["pass", "AS"], NotationError),
        (["7S", "7S"], IllegalAction),
        (["12S", "pass"], NotationError),
        (["aloneS", "9D AC"], IllegalAction),
        (["pass"] * 4 + ["AS"], IllegalAction),
    ],
)
def test_a_replay_stops_at_the_first_wrong_action(actions, error):
    fresh = start()
    with pytest.raises(error):
        Hand.replay(DOUBLE_DECK_52, fresh.dealer, fresh.deal, actions)
