"""Deals and positions for the tests, written in notation."""

from collections import Counter
from dataclasses import replace

from games.engine.cards import CARDS, Card
from games.engine.hand import Hand, format_action, parse_action
from games.engine.rules import DOUBLE_DECK_52
from games.engine.seats import SEATS, Seat
from tests.engine import oracle


def cards(text):
    """Cards in the order written."""
    return tuple(Card.parse(word) for word in text.split())


def texts(some_cards):
    return [card.text for card in some_cards]


def rules_for(cards_per_hand, **changes):
    """The rules, for shorter hands than twelve cards."""
    return replace(DOUBLE_DECK_52, cards_per_hand=cards_per_hand, **changes)


def deal(size=12, **hands):
    """A deal in which the seats hold the cards named, and are filled up from the rest of the pack.

    >>> [texts(hand) for hand in deal(size=2, N="9D", E="JS JS")]
    [['AS', '9D'], ['JS', 'JS'], ['AS', 'KS'], ['KS', 'QS']]
    """
    left = Counter(CARDS * DOUBLE_DECK_52.copies)
    wanted = {seat: cards(hands.get(seat.name, "")) for seat in SEATS}
    for some_cards in wanted.values():
        left.subtract(some_cards)
    assert min(left.values()) >= 0, "a third copy of a card"
    rest = sorted(left.elements())
    dealt = []
    for seat in SEATS:
        missing = size - len(wanted[seat])
        assert missing >= 0, f"{seat.name} holds too many cards"
        dealt.append(tuple(sorted((*wanted[seat], *rest[:missing]))))
        rest = rest[missing:]
    return tuple(dealt)


def start(dealer="W", rules=DOUBLE_DECK_52, **hands):
    """A hand before its first call. With the usual dealer, North calls first."""
    size = rules.cards_per_hand
    return Hand.start(rules, Seat.parse(dealer), deal(size, **hands))


def after(hand, *actions):
    """The hand after actions in notation."""
    for text in actions:
        hand = hand.apply(parse_action(text, hand.phase))
    return hand


def in_play(trump, *plays, by="N", tricks=1, rules=DOUBLE_DECK_52, **hands):
    """A hand in play: `by` has bought it at `tricks` in `trump`, and leads."""
    before = Seat((Seat.parse(by) - 1) % 4)
    begun = start(before.name, rules, **hands)
    return after(begun, f"{tricks}{trump}", "pass", "pass", "pass", *plays)


def legal(hand):
    """The legal actions in notation, in the order given."""
    return [format_action(action) for action in hand.legal_actions()]


def plain(some_deal):
    """A deal for the oracle."""
    return {seat.name: texts(some_deal[seat]) for seat in SEATS}


def oracle_table(hand):
    """The same position for the oracle, by doing there what was done here."""
    table = oracle.Table(
        hand.dealer.name,
        plain(hand.deal),
        hand.rules.maximum_bid,
        hand.rules.maximum_exchange,
    )
    for action in hand.actions:
        table.do(format_action(action))
    return table


def places(hand):
    """All cards of the hand with where they are now: every one of them must be somewhere."""
    held = [card for held_cards in hand.holdings for card in held_cards]
    played = [card for trick in hand.tricks for card in trick.cards]
    table = [card for _, card in hand.table]
    return Counter([*held, *played, *table, *(hand.discarded or ())])
