"""Every reason of a bot has a sentence."""

import pytest
from django.utils import translation

from games.bots.reasons import Reason, Why
from games.engine.auction import Alone, Bid
from games.engine.cards import Card, Denomination
from games.engine.seats import SEATS, Seat
from games.explanations import reason_text

ACE = Card.parse("AS")
BID = Bid(7, Denomination.H)

#: A reason of every kind, with the fields that its kind fills, and how it reads.
SENTENCES = {
    Reason(Why.EXPECTS_TRICKS, tricks=6.42, denomination=Denomination.H): (
        "About 6.4 tricks can be expected with hearts as trump."
    ),
    Reason(Why.EXPECTS_TOO_FEW, tricks=4.0, denomination=Denomination.NT): (
        "At best, about 4.0 tricks can be expected with no trump: too few for a bid."
    ),
    Reason(Why.LIKELY_MADE, chance=0.704): "The chance that the bid is made is 70%.",
    Reason(Why.NOTHING_TO_BID, bid=BID, chance=0.3): (
        "Passing is better than the best bid: 7 hearts, with a chance of 30% that it is made."
    ),
    Reason(Why.PARTNER_HAS_BID, bid=BID): "The partner's bid stands: 7 hearts.",
    Reason(Why.TAKES_ALL, chance=1.0): (
        "The chance that the lone hand takes every trick is 100%."
    ),
    Reason(Why.KEEPS_BEST): "All trumps and aces are kept.",
    Reason(Why.KEEPS_ALL): "No exchange is likely to help, so every card is kept.",
    Reason(Why.GIVES_TRUMP, card=ACE): (
        "The highest trump goes to the partner: Ace of spades."
    ),
    Reason(Why.GIVES_ACE, card=ACE): "An ace goes to the partner: Ace of spades.",
    Reason(Why.ONLY_CARD): "There is no other choice.",
    Reason(Why.DRAWS_TRUMPS): "The lead draws trumps.",
    Reason(Why.LEADS_MASTER): (
        "Nobody else can hold a higher card of the suit that is led."
    ),
    Reason(Why.KEEPS_MASTER, card=ACE): (
        "The highest card left of a suit is kept for later: Ace of spades."
    ),
    Reason(Why.NO_MASTER): (
        "No card that can be led is sure to be the highest left of its suit."
    ),
    Reason(Why.TAKES_TRICK, card=ACE): (
        "It beats the card that was winning: Ace of spades."
    ),
    Reason(Why.PARTNER_WINS, seat=Seat.N, card=ACE): (
        "North's card is already winning the trick: Ace of spades."
    ),
    Reason(Why.CANNOT_WIN, card=ACE): (
        "No card in the hand can beat this one: Ace of spades."
    ),
    Reason(Why.HOLDS_BACK, card=ACE): (
        "A card that could win is kept for later: Ace of spades."
    ),
    Reason(Why.BETTER_THAN, tricks=6.04, card=ACE, other_tricks=5.96): (
        "About 6.0 tricks can be expected with it, and 6.0 with the next best card: Ace of spades."
    ),
    Reason(Why.NONE_BETTER): "No other card promises clearly more.",
    Reason(Why.BEST_ALWAYS): "In every deal tried, no other card takes more tricks.",
    Reason(Why.RULE_OF_THUMB): "Decided by rules of thumb, without looking ahead.",
}


@pytest.fixture(autouse=True)
def english():
    with translation.override("en"):
        yield


def test_every_kind_of_reason_is_here():
    assert {reason.why for reason in SENTENCES} == set(Why)


@pytest.mark.parametrize("reason", SENTENCES, ids=lambda reason: reason.why)
def test_a_reason_is_a_whole_sentence(reason):
    assert reason_text(reason) == SENTENCES[reason]


@pytest.mark.parametrize("why", [Why.EXPECTS_TRICKS, Why.EXPECTS_TOO_FEW])
def test_every_denomination_has_its_own_sentence(why):
    reasons = [
        Reason(why, tricks=5.5, denomination=denomination)
        for denomination in Denomination
    ]
    assert len({reason_text(reason) for reason in reasons}) == len(Denomination)


def test_every_seat_has_its_own_sentence():
    reasons = [Reason(Why.PARTNER_WINS, seat=seat, card=ACE) for seat in SEATS]
    assert len({reason_text(reason) for reason in reasons}) == len(SEATS)


def test_a_lone_bid_is_named_too():
    lone = Reason(Why.PARTNER_HAS_BID, bid=Alone(Denomination.S))
    assert reason_text(lone) == "The partner's bid stands: Alone in spades."
