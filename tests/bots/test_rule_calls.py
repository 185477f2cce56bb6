"""The rule bot bids what its hand, its partner and the score are worth."""

import pytest

from games.bots.evaluation import expected_tricks, support
from games.engine.auction import parse_call
from games.engine.cards import Denomination
from games.engine.rules import DOUBLE_DECK_52
from tests.bots.positions import answer, to_call
from tests.engine.positions import cards

TARGET = DOUBLE_DECK_52.target

STRONG = "JS JS JC AS KS QS 9S AH KH 9D TC QD"
FAIR = "JS AS KS QS 9S AH KH 9D TC QD TD 9C"
# Two trumps without an honour whatever is named, no ace.
POOR = "TS 9S KS QH TH 9H QC TC KC KD TD 9D"
LOCK = "JS JS JC JC AS AS KS KS QS QS AH AD"


def trump(call):
    return call[-1] if call != "pass" else None


def tricks(call):
    return int(call.rstrip("SHCDNT"))


def test_opens_in_its_long_strong_suit():
    call = answer(to_call(STRONG))
    assert trump(call) == "S"
    assert 6 <= tricks(call) <= 10


def test_bids_no_trump_with_aces_everywhere():
    assert answer(to_call("AS AS KS AH AH KH AC AC KC AD QD 9D")).endswith("NT")


def test_passes_a_poor_hand_over_an_opponents_bid():
    assert answer(to_call(POOR, "6S", dealer="N")) == "pass"


def test_competes_with_no_more_than_it_takes():
    assert answer(to_call(STRONG, "6H", dealer="N")) == "7S"


def test_does_not_raise_the_partner_when_nobody_has_bid_higher():
    # Tricks beyond the bid score the same.
    assert answer(to_call(STRONG, "6S", "pass", dealer="W")) == "pass"


def test_does_not_raise_the_partner_with_nothing_to_add():
    assert answer(to_call(POOR, "6H", "7S", dealer="W")) == "pass"


def test_raises_the_partner_in_competition_with_something_to_add():
    hand = "JH KH TH AS AC AD 9D 9C TC QS 9S TD"
    assert support(cards(hand), Denomination.H) > 1
    assert answer(to_call(hand, "6H", "7S", dealer="W")) == "8H"
    # On its own, the hand is not worth it.
    assert answer(to_call(hand, "pass", "7S", dealer="W")) == "pass"


def test_leaves_the_partners_denomination_only_for_a_much_better_one():
    # Nine spades are in sight, but hardly fewer diamonds.
    assert answer(to_call(STRONG, "8D", dealer="N")) == "9S"
    assert answer(to_call(STRONG, "8D", "pass", dealer="W")) == "pass"
    best = "JS JS AS KS QS TS 9S AD KD 9C TH TC"
    assert answer(to_call(best, "5H", "pass", dealer="W")) == "6S"


def test_the_partner_is_not_counted_for_nothing():
    assert all(expected_tricks(cards(POOR), trump) > 2 for trump in Denomination)
    assert answer(to_call(FAIR)) != "pass"  # with four tricks or so of its own


def test_both_aces_of_a_side_suit_are_not_two_sure_tricks():
    spades = "JS AS KS QS 9S "
    without = expected_tricks(cards(spades + "9H 9H TC TC QD KD QC"), Denomination.S)
    with_aces = expected_tricks(cards(spades + "AH AH TC TC QD KD QC"), Denomination.S)
    assert 0.5 < with_aces - without < 2


def test_a_void_is_worth_something_with_trumps_to_ruff():
    spades = cards("JS AS KS QS 9S 9H TH")
    void = expected_tricks((*spades, *cards("TC TC QC 9C 9C")), Denomination.S)
    none = expected_tricks((*spades, *cards("TC TC QC 9C 9D")), Denomination.S)
    assert void > none


def test_counts_for_less_what_an_opponent_has_bid():
    assert answer(to_call(STRONG, "8D", dealer="N")) == "9S"
    assert answer(to_call(STRONG, "8S", dealer="N")) == "pass"


def test_competes_more_when_the_opponents_are_about_to_go_out():
    assert answer(to_call(FAIR, "7D", dealer="N")) == "pass"
    score = (20, TARGET - 7)
    assert answer(to_call(FAIR, "7D", dealer="N", score=score)) == "8S"
    # With eight to go their bid of seven does not end the game.
    score = (20, TARGET - 8)
    assert answer(to_call(FAIR, "7D", dealer="N", score=score)) == "pass"


def test_does_not_throw_away_a_hopeless_hand_even_then():
    score = (20, TARGET - 7)
    assert answer(to_call(POOR, "7D", dealer="N", score=score)) == "pass"


def test_is_more_careful_when_well_ahead():
    assert answer(to_call(STRONG, "8D", dealer="N", score=(20, 5))) == "9S"
    assert answer(to_call(STRONG, "8D", dealer="N", score=(30, 5))) == "pass"


@pytest.mark.parametrize("needed", [1, 4, 6])
def test_opens_no_higher_than_wins_the_game(needed):
    call = answer(to_call(STRONG, score=(TARGET - needed, 40)))
    assert tricks(call) <= max(needed, 4)


def test_goes_alone_with_a_lock():
    assert answer(to_call(LOCK)) == "aloneS"
    assert answer(to_call(LOCK, "11H", dealer="N")) == "aloneS"


@pytest.mark.parametrize("hand", [STRONG, FAIR, POOR, LOCK.replace("JS", "9H")])
@pytest.mark.parametrize("calls", [(), ("6D",), ("9H",)])
def test_does_not_go_alone_without_the_cards(hand, calls):
    view = to_call(hand, *calls, dealer="N" if calls else "E")
    assert not answer(view).startswith("alone")


def test_does_not_go_alone_when_an_ordinary_bid_wins_the_game():
    assert answer(to_call(LOCK, score=(TARGET - 8, 40))) == "8S"


def test_every_call_is_read_back():
    assert str(parse_call(answer(to_call(STRONG)))) == answer(to_call(STRONG))
