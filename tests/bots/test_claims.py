"""What can be claimed is always true, and is told from the seat's own view."""

import random

import pytest

from games.bots.claims import sure_tricks
from games.bots.registry import get_bot
from games.bots.table import bot_action
from games.engine.cards import effective_suit
from games.engine.game import Game
from games.engine.hand import Phase
from games.engine.rules import DOUBLE_DECK_52
from games.engine.seats import SEATS, Seat
from games.engine.view import seat_view
from tests.engine.knowledge import with_unseen_shuffled
from tests.engine.positions import in_play, rules_for, texts

RULE = dict.fromkeys(SEATS, get_bot("rule"))


def sure(hand, seat="N"):
    return texts(sure_tricks(seat_view(hand, Seat.parse(seat), (0, 0))))


@pytest.mark.parametrize(
    ("trump", "held", "claimed"),
    [
        # The four highest trumps, and nobody else has more than they draw.
        ("S", "JS JS JC JC AS AS KS KS QS QS TS TS", True),
        ("NT", "AS AS AH AH AC AC AD AD KS KS KH KH", True),
        # A third round may be ruffed or overtaken.
        ("NT", "AS AS AH AH AC AC AD AD KS KS KH QC", False),
        ("S", "JS JS JC JC AS AS AH AH AC AC AD AD", False),
        # One of two equal aces led first wins.
        ("NT", "AS KS QS JS TS 9S AH AH AC AC AD AD", False),
        # Seven trumps of fourteen draw the other seven, wherever they are.
        ("S", "JS JS JC JC AS AS KS AH AH AC AD KH", True),
        ("S", "JS JS JC JC AS AS AH AH AC AC AD KH", False),
        # The left bower is no club, so the ace of clubs is the highest that there is.
        ("S", "JS JS JC JC AS AS KS QS AC AC KC AD", False),
    ],
)
def test_at_the_first_lead(trump, held, claimed):
    hand = in_play(trump, N=held)
    found = sure(hand)
    assert sorted(found) == (sorted(held.split()) if claimed else [])


def test_trumps_are_led_before_anything_that_could_be_ruffed():
    found = sure(in_play("S", N="AH AH AC AD KH JS JS JC JC AS AS KS"))
    assert sorted(found[:7]) == sorted(["JS", "JS", "JC", "JC", "AS", "AS", "KS"])


def test_nobody_claims_who_is_not_on_lead():
    held = {"N": "JS JS", "E": "9H 9H"}
    hand = in_play("S", rules=rules_for(2), **held)
    assert sure(hand) == ["JS", "JS"]
    for seat in "ESW":
        assert sure(hand, seat) == []
    after_lead = hand.apply(hand.legal_actions()[0])
    assert sure(after_lead) == []
    assert sure(after_lead, "E") == []


def leads(number):
    """Hands in which somebody is on lead, from games of rule bots."""
    game = Game.start(DOUBLE_DECK_52, number.to_bytes(32, "big"))
    while game.winner is None and game.number < 6:
        while not game.hand.is_over:
            if game.hand.phase is Phase.PLAY and not game.hand.table:
                yield game.hand
            game = game.apply(bot_action(game, RULE))
        if game.winner is None:
            game = game.next_hand()


def shown_voids(hand):
    """Who has not followed to which suit: everybody has seen it."""
    trump = hand.contract.trump
    tricks = [trick.plays for trick in hand.tricks]
    return {
        (seat, effective_suit(plays[0][1], trump))
        for plays in tricks
        for seat, card in plays
        if effective_suit(card, trump) is not effective_suit(plays[0][1], trump)
    }


def could_be(hand):
    """Whether nobody holds a card of a suit that they have shown not to have."""
    voids = shown_voids(hand)
    return not any(
        (seat, effective_suit(card, hand.contract.trump)) in voids
        for seat in SEATS
        if seat is not hand.contract.sits_out
        for card in hand.holdings[seat]
    )


def lost_tricks(hand, seat, order, rng):
    """How many of the rest the seat loses if the others play at random."""
    order = list(order)
    before = len(hand.tricks)
    while not hand.is_over:
        card = order.pop(0) if hand.turn is seat else rng.choice(hand.legal_actions())
        hand = hand.apply(card)
        if len(hand.tricks) > before and hand.tricks[-1].winner is not seat:
            return 1
    return 0


def test_what_is_claimed_is_won_however_the_cards_lie_and_are_played():
    rng = random.Random(5)
    claims = other_deals = 0
    for number in range(14):
        for hand in leads(number):
            seat = hand.turn
            order = sure_tricks(seat_view(hand, seat, (0, 0)))
            if not order:
                continue
            claims += 1
            assert sorted(order) == sorted(hand.holdings[seat])
            for _ in range(3):
                assert not lost_tricks(hand, seat, order, rng)
            for _ in range(12):
                other = with_unseen_shuffled(hand, seat, rng)
                if could_be(other):
                    other_deals += 1
                    # What is proven does not depend on where the unseen cards lie.
                    assert sure_tricks(seat_view(other, seat, (0, 0))) == order
                    assert not lost_tricks(other, seat, order, rng)
    assert claims > 60
    assert other_deals > 200


def worst(hand, seat, order):
    """Whether the others can take a trick if they may choose every card."""
    if hand.is_over:
        return hand.tricks[-1].winner is not seat
    if hand.tricks and not hand.table and hand.turn is not seat:
        return True
    if hand.turn is seat:
        return worst(hand.apply(order[0]), seat, order[1:])
    return any(worst(hand.apply(card), seat, order) for card in hand.legal_actions())


def test_against_the_best_play_of_all_others_together():
    """Every way of playing, where few cards are left."""
    found = 0
    for number in range(20, 32):
        for hand in leads(number):
            seat = hand.turn
            if len(hand.holdings[seat]) not in (2, 3):
                continue
            if order := sure_tricks(seat_view(hand, seat, (0, 0))):
                found += 1
                assert not worst(hand, seat, order)
    assert found > 20
