"""What is refused, and why: not notation, or not legal now."""

import pytest

from games.engine.auction import PASS, Bid
from games.engine.cards import Card, Denomination, Suit
from games.engine.errors import IllegalAction, Reason, Refusal
from games.engine.hand import parse_action
from games.engine.seats import SEATS, Seat
from tests.engine.positions import after, cards, in_play, rules_for, start

CALLING = start("W")
SMALL = rules_for(3)


def lone(*actions):
    hand = start("E", S="JS JS JC AS AS KS QS TS AD 9D 9H 9H", N="JC KS AH AH")
    return after(hand, "aloneS", *actions)


def refusal(hand, text, by=None):
    """Why an action that is notation is not legal, and that nothing has happened to the hand."""
    before = hash(hand)
    with pytest.raises(IllegalAction) as refused:
        hand.apply(parse_action(text, hand.phase), by)
    assert hash(hand) == before
    assert str(refused.value) == refused.value.refusal.reason.value
    return refused.value.refusal


def must_follow(suit, card, left_bower=None, left_bower_suit=None):
    return Refusal(
        Reason.MUST_FOLLOW,
        suit=suit,
        card=Card.parse(card),
        left_bower=left_bower and Card.parse(left_bower),
        left_bower_suit=left_bower_suit,
    )


# -- one by one -------------------------------------------------------------------------------


def test_a_bid_that_is_not_above_the_last_names_the_last():
    hand = after(CALLING, "pass", "7H", "pass")
    for text in ("7S", "7H", "7NT", "6NT", "1C"):
        assert refusal(hand, text) == Refusal(Reason.BID_TOO_LOW, number=7)


@pytest.mark.parametrize("standing", [[], ["7H"], ["11S"]])
@pytest.mark.parametrize("text", ["13S", "20NT", "99D"])
def test_a_bid_above_twelve_names_the_highest_there_is(standing, text):
    hand = after(CALLING, *standing)
    assert refusal(hand, text) == Refusal(Reason.BID_OUT_OF_RANGE, number=12)


def test_a_bid_of_no_tricks_is_out_of_range():
    with pytest.raises(IllegalAction) as refused:
        CALLING.apply(Bid(0, Denomination.S))
    assert refused.value.refusal.reason is Reason.BID_OUT_OF_RANGE


def test_a_card_that_the_seat_does_not_hold_is_named():
    hand = in_play("S", "9H", rules=SMALL, N="9H 9C 9D", E="AH AC AD")
    # Neither a card that somebody else holds nor one that was just played.
    for text in ("9C", "9H"):
        assert refusal(hand, text) == Refusal(Reason.NOT_IN_HAND, card=Card.parse(text))


def test_a_copy_already_played_is_not_in_hand():
    hand = in_play(
        "S",
        "AH",
        "AH",
        "9H",
        "TH",
        rules=SMALL,
        N="AH AC AD",
        E="AH KC KD",
        S="9H QC QD",
        W="TH TC TD",
    )
    assert refusal(hand, "AH") == Refusal(Reason.NOT_IN_HAND, card=Card.parse("AH"))


def test_following_a_plain_suit_names_the_suit_and_no_bower():
    hand = in_play("S", "9C", rules=SMALL, N="9C 9H 9D", E="AC KC AD")
    assert refusal(hand, "AD") == must_follow(Suit.C, "AD")


def test_following_trump_names_trump():
    hand = in_play("S", "9S", rules=SMALL, N="9S 9H 9D", E="AS KS AD")
    assert refusal(hand, "AD") == must_follow(Suit.S, "AD")


def test_a_left_bower_led_explains_why_trump_must_be_followed():
    hand = in_play("S", "JC", rules=SMALL, N="JC 9H 9D", E="9S KS KC")
    assert refusal(hand, "KC") == must_follow(Suit.S, "KC", "JC", Suit.S)


def test_a_left_bower_tried_explains_why_it_does_not_follow_its_printed_suit():
    hand = in_play("H", "9D", rules=SMALL, N="9D 9C 9S", E="JD KD AD")
    assert refusal(hand, "JD") == must_follow(Suit.D, "JD", "JD", Suit.H)


@pytest.mark.parametrize("held", ["JS KS KD", "JS JS KD"])
def test_a_left_bower_that_alone_follows_is_named(held):
    hand = in_play("C", "9C", rules=SMALL, N="9C 9H 9D", E=held)
    assert refusal(hand, "KD") == must_follow(Suit.C, "KD", "JS", Suit.C)


def test_a_left_bower_beside_other_trumps_is_no_surprise():
    hand = in_play("C", "9C", rules=SMALL, N="9C 9H 9D", E="JS AC KD")
    assert refusal(hand, "KD") == must_follow(Suit.C, "KD")


def test_in_no_trump_no_jack_is_a_bower():
    hand = in_play("NT", "JC", rules=SMALL, N="JC 9H 9D", E="9C KS JS")
    assert refusal(hand, "JS") == must_follow(Suit.C, "JS")


@pytest.mark.parametrize("text", ["9H 9H 9D AD", "JS JS JC AS AS KS"])
def test_more_than_three_discards_are_too_many(text):
    hand = lone()
    assert refusal(hand, text) == Refusal(Reason.TOO_MANY_CARDS, number=3)


@pytest.mark.parametrize(
    ("discarded", "given"),
    [("", "AH"), ("9D", ""), ("9D", "AH AH"), ("9D 9H 9H", "AH JC")],
)
def test_the_partner_is_told_how_many_cards_to_pass(discarded, given):
    hand = lone(discarded)
    number = len(discarded.split())
    assert refusal(hand, given) == Refusal(Reason.WRONG_NUMBER_OF_CARDS, number=number)


@pytest.mark.parametrize(
    ("text", "missing"),
    [("9C", "9C"), ("AD AD", "AD"), ("9H 9H 9H", "9H"), ("9H KC", "KC")],
)
def test_discards_must_be_in_hand_as_often_as_named(text, missing):
    assert refusal(lone(), text) == Refusal(
        Reason.NOT_IN_HAND, card=Card.parse(missing)
    )


def test_cards_passed_must_be_in_the_partners_hand():
    hand = lone("9D")
    assert refusal(hand, "JS") == Refusal(Reason.NOT_IN_HAND, card=Card.parse("JS"))
    # Also not what was just discarded.
    assert refusal(hand, "9D") == Refusal(Reason.NOT_IN_HAND, card=Card.parse("9D"))


MOMENTS = {
    "call": lambda: CALLING,
    "discard": lone,
    "give": lambda: lone("9D"),
    "play": lambda: in_play("S"),
}
OTHER_KINDS = {
    "call": [Card.parse("AS"), cards("AS KS"), ()],
    "discard": [PASS, Bid(5, Denomination.S), Card.parse("9D")],
    "give": [PASS, Bid(5, Denomination.S), Card.parse("AH")],
    "play": [PASS, Bid(5, Denomination.S), (), cards("AS")],
}


@pytest.mark.parametrize(
    ("phase", "action"),
    [(phase, action) for phase, actions in OTHER_KINDS.items() for action in actions],
    ids=str,
)
def test_an_action_of_another_phase_is_refused_as_such(phase, action):
    with pytest.raises(IllegalAction) as refused:
        MOMENTS[phase]().apply(action)
    assert refused.value.refusal == Refusal(Reason.WRONG_PHASE)


@pytest.mark.parametrize("phase", MOMENTS)
def test_only_the_seat_to_act_may_act(phase):
    hand = MOMENTS[phase]()
    action = hand.legal_actions()[0]
    for seat in SEATS:
        if seat is hand.turn:
            assert hand.apply(action, seat) == hand.apply(action)
        else:
            with pytest.raises(IllegalAction) as refused:
                hand.apply(action, seat)
            assert refused.value.refusal == Refusal(Reason.NOT_YOUR_TURN)


@pytest.mark.parametrize("action", [PASS, Card.parse("AS"), (), cards("AS")], ids=str)
@pytest.mark.parametrize("by", [None, Seat.S])
def test_nothing_may_be_done_when_the_hand_is_over(action, by):
    hand = after(CALLING, *["pass"] * 4)
    with pytest.raises(IllegalAction) as refused:
        hand.apply(action, by)
    assert refused.value.refusal == Refusal(Reason.HAND_IS_OVER)


@pytest.mark.parametrize("phase", MOMENTS)
def test_a_legal_action_is_not_refused(phase):
    hand = MOMENTS[phase]()
    assert all(hand.refusal(action) is None for action in hand.legal_actions())


def test_what_is_refused_is_exactly_what_is_not_legal():
    """For every card of the deck, in a position with a suit to follow."""
    hand = in_play("S", "9C", N="9C", E="AC TC JC JD 9D")
    legal = set(hand.legal_actions())
    for card in map(Card.parse, {rank + suit for rank in "AKQJT9" for suit in "SHCD"}):
        assert (hand.refusal(card) is None) == (card in legal)
