"""Positions in which real products went wrong; the strongest bot must not.

Those of the play are in `positions.json` (how they were made: `make_positions.py`); those of the auction
and the exchange are written here.
"""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

from games.bots.protocol import query_rng, read_query
from games.bots.registry import get_bot
from games.engine.auction import PASS, Alone, Bid, parse_call
from games.engine.cards import CARDS, Denomination, effective_suit, parse_cards
from games.engine.hand import Hand, Phase
from games.engine.rules import DOUBLE_DECK_52
from games.engine.seats import Seat
from games.engine.view import SeatView, seat_view

BOT = get_bot("hard")
POSITIONS: list[dict[str, Any]] = json.loads(
    Path(__file__).with_name("positions.json").read_text()
)
#: Chance of winning the game that a judged card may be worth less than the best.
TOLERANCE = 0.01


def named(positions: list[dict[str, Any]]) -> list[Any]:
    return [
        pytest.param(position, id=f"{number}-{position['kind'].replace(' ', '-')}")
        for number, position in enumerate(positions)
    ]


# -- play -------------------------------------------------------------------------------------


@pytest.mark.parametrize("position", named([p for p in POSITIONS if "right" in p]))
def test_no_card_is_played_that_can_only_lose(position: dict[str, Any]) -> None:
    view = read_query(position["query"])
    assert str(BOT.choose(view, query_rng(view))) in position["right"]


@pytest.mark.parametrize("position", named([p for p in POSITIONS if "values" in p]))
def test_the_card_is_about_as_good_as_the_best(position: dict[str, Any]) -> None:
    view = read_query(position["query"])
    values = position["values"]
    card = str(BOT.choose(view, query_rng(view)))
    # Of equivalent cards only the lowest has a value.
    if card in values:
        assert values[card] >= max(values.values()) - TOLERANCE
    else:
        assert effective_suit(parse_cards(card)[0], read_contract(view)) in {
            effective_suit(parse_cards(name)[0], read_contract(view)) for name in values
        }


def read_contract(view: SeatView) -> Denomination:
    assert view.contract is not None
    return view.contract.trump


def test_there_are_enough_positions_of_every_kind() -> None:
    kinds = [position["kind"] for position in POSITIONS]
    for kind in (
        "overtakes the partner's winner",
        "does not cash a sure winner",
        "wastes the left bower",
        "draws trumps from nobody",
        "second hand does not win",
        "throws a winner away",
        "lets a trick go",
        "wins too dearly",
        "lone hand",
        "against a lone hand",
    ):
        assert kinds.count(kind) >= 4, kind
    assert kinds.count("judged") >= 14


# -- the auction ------------------------------------------------------------------------------


def view_of(
    cards: str, auction: str = "", score: tuple[int, int] = (0, 0), seat: Seat = Seat.N
) -> SeatView:
    """What `seat` sees with these cards after these calls; who deals follows from their number."""
    words = auction.split()
    own = parse_cards(cards)
    assert len(own) == 12
    others = sorted([*CARDS, *CARDS])
    for card in own:
        others.remove(card)
    Random(1).shuffle(others)
    hands = [tuple(sorted(others[12 * i : 12 * i + 12])) for i in range(3)]
    hands.insert(seat, own)
    calls = [word for word in words if word not in ("discard", "0", "1", "2", "3")]
    dealer = Seat((seat - len(calls) - 1) % 4)
    if "alone" in auction:
        # Whoever goes alone ends the auction: this seat, or its partner who discards first.
        last = seat if words[-1].startswith("alone") else seat.partner
        dealer = Seat((last - len(calls)) % 4)
    hand = Hand.start(DOUBLE_DECK_52, dealer, tuple(hands))  # type: ignore[arg-type]
    for word in words:
        if word.isdigit():
            assert hand.turn is not None
            hand = hand.apply(hand.holdings[hand.turn][: int(word)])
        else:
            hand = hand.apply(parse_call(word))
    assert hand.turn is seat
    return seat_view(hand, seat, score)


def answer(view: SeatView) -> Any:
    return BOT.choose(view, query_rng(view))


#: Twelve tricks whatever the others hold.
LOCKS = [
    ("JH JH JD JD AH AH KH KH QH QH AS AC", Denomination.H),
    ("JS JS JC JC AS AS KS KS QS QS AD AH", Denomination.S),
    ("JC JC JS JS AC AC KC KC QC QC TC TC", Denomination.C),
    ("JD JD JH JH AD AD KD KD QD AS AS KS", Denomination.D),
]


@pytest.mark.parametrize(("cards", "trump"), LOCKS)
@pytest.mark.parametrize("auction", ["", "pass pass", "5S pass 6C"])
def test_a_lock_goes_alone(cards: str, trump: Denomination, auction: str) -> None:
    assert answer(view_of(cards, auction)) == Alone(trump)


@pytest.mark.parametrize(
    "cards",
    [
        "9S TS QS 9H TH QH 9C TC QC 9D TD QD",
        "JS JC AS KS QS TS AH KH 9H TC 9D TD",
        "AS AS AH AC AD KS KH KC KD QS QH QC",
        "JH AH KH QH TH 9H AS KS QC TC 9D TD",
        "JD JD AD QD TD 9D KS QS AH 9H TC 9C",
    ],
)
def test_nobody_goes_alone_without_the_cards(cards: str) -> None:
    for auction in ("", "pass 5D", "6S pass pass"):
        assert not isinstance(answer(view_of(cards, auction)), Alone)


@pytest.mark.parametrize(("cards", "trump"), LOCKS)
def test_an_ordinary_bid_is_enough_when_it_wins_the_game(
    cards: str, trump: Denomination
) -> None:
    call = answer(view_of(cards, "pass pass", (46, 30)))
    assert isinstance(call, Bid)
    assert call.denomination is trump
    assert call.tricks <= 6


@pytest.mark.parametrize(
    ("cards", "auction"),
    [
        ("9S TS QS 9H TH QH 9C TC QC 9D TD QD", "5H pass 6H pass"),
        ("9S TS QS KH TH QH 9C TC KC 9D TD QD", "6S pass"),
        ("AS TS QS KH TH QH 9C TC KC 9D TD QD", "pass 7C pass"),
        ("JS TS QS KH TH QH 9C AC KC 9D TD QD", "pass 6D pass"),
        ("9S 9S QS KH TH QH 9C AC QC 9D KD QD", "5NT pass"),
    ],
)
def test_the_partner_is_not_raised_with_nothing_to_add(
    cards: str, auction: str
) -> None:
    view = view_of(cards, auction)
    bidder = next(seat for seat, call in reversed(view.auction) if call != PASS)
    assert bidder is view.seat.partner
    assert answer(view) == PASS


@pytest.mark.parametrize(
    ("cards", "trump"),
    [
        ("JH JD AH KH QH TH AS QS AC KC TD 9D", Denomination.H),
        ("JS JS JC AS KS TS AH KH 9H TC 9D TD", Denomination.S),
        ("JC JS AC AC KC QC TC AD KD 9H 9S TD", Denomination.C),
        ("JD JD AD KD KD QD 9D AS AS TC 9C 9H", Denomination.D),
    ],
)
def test_a_strong_hand_is_bid_in_its_suit(cards: str, trump: Denomination) -> None:
    call = answer(view_of(cards))
    assert isinstance(call, Bid)
    assert call.denomination is trump
    assert 3 <= call.tricks <= 9


@pytest.mark.parametrize(
    "cards",
    [
        "JS JS JC AS KS TS AH KH 9H TC 9D TD",
        "JH JD AH KH QH TH AS QS AC KC TD 9D",
        "JD JD AD KD KD QD 9D AS AS TC 9C 9H",
    ],
)
def test_no_bid_is_higher_than_what_wins_the_game(cards: str) -> None:
    for us in (45, 47, 49):
        call = answer(view_of(cards, "pass pass", (us, 30)))
        assert isinstance(call, Bid)
        assert call.tricks <= 52 - us or call.tricks == 3


@pytest.mark.parametrize(
    "cards",
    [
        "JS JC AS KS QS 9S AH KH 9H TC 9D TD",
        "JH AH AH KH TH 9H AS QS KC TC TD 9D",
        "JD JD AD KD QD 9D AS QS TC 9C QH 9H",
    ],
)
def test_a_bid_is_fought_that_takes_the_opponents_out(cards: str) -> None:
    """Whoever passes now has lost the game if they make six."""
    call = answer(view_of(cards, "6C pass pass", (20, 46)))
    assert isinstance(call, Bid)
    assert call.tricks == 7


def test_the_partners_bid_counts_for_tricks() -> None:
    cards = "JH AH KH 9S TS QS KC TC 9C AD TD 9D"
    helped = answer(view_of(cards, "6H 7C", (0, 0)))
    assert answer(view_of(cards, "pass 7C", (0, 0))) == PASS
    assert helped == PASS or helped.denomination is Denomination.H
    supported = answer(view_of("JH JD AH KH TH 9S TS AS AS KC AD 9D", "6H 7C"))
    assert isinstance(supported, Bid)
    assert supported.denomination is Denomination.H


# -- the exchange -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("cards", "trump"),
    [
        ("JH JH JD AH KH QH TH AS AS AC KC 9D", "H"),
        ("JS JS JC AS KS 9S AH AH KH KD QD 9C", "S"),
        ("JC JC JS JS AC KC QC AD AH KH 9S 9D", "C"),
        ("JD JD JH AD AD KD QD 9D AC TC 9H 9S", "D"),
        ("AS AS KS AH AH KH AC AC KC AD QD 9D", "NT"),
    ],
)
def test_no_ace_and_no_trump_is_laid_aside(cards: str, trump: str) -> None:
    view = view_of(cards, f"alone{trump}")
    assert view.phase is Phase.DISCARD
    denomination = Denomination.parse(trump)
    for card in answer(view):
        assert card.rank != "A"
        assert effective_suit(card, denomination) != denomination.suit


def test_a_hand_that_wins_every_trick_needs_nothing() -> None:
    """Whatever it lays aside it must still win every trick."""
    for cards, trump in LOCKS:
        laid = answer(view_of(cards, f"alone{trump.name}"))
        assert all(card.rank in "KQT" for card in laid)


@pytest.mark.parametrize(
    ("cards", "trump", "best"),
    [
        ("JH JH JD 9S 9S TS 9C TC QC 9D TD QD", "H", {"JH", "JD"}),
        ("JS JC AS 9H 9H TH 9C TC QC 9D TD QD", "S", {"JS", "JC", "AS"}),
        ("JC JS AH 9S 9S TS 9H TH QH 9D TD QD", "C", {"JC", "JS", "AH"}),
        ("AD AS AH 9S 9S TS 9H TH QH 9C TC QC", "D", {"AD", "AS", "AH"}),
        ("AS AH AC 9S 9S TS 9H TH QH 9D TD QD", "NT", {"AS", "AH", "AC"}),
    ],
)
def test_the_best_cards_are_given(cards: str, trump: str, best: set[str]) -> None:
    view = view_of(cards, f"alone{trump} 3")
    assert view.phase is Phase.GIVE
    assert {card.text for card in answer(view)} == best
