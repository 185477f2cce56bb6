"""Positions as one seat sees them, written in notation."""

from collections import Counter

from games.bots.registry import get_bot
from games.engine.auction import Contract, legal_calls, parse_call, standing_bid
from games.engine.cards import CARDS, Card, Denomination, Suit, effective_suit
from games.engine.deals import bot_rng
from games.engine.hand import Phase, Trick, format_action, legal_plays
from games.engine.rules import DOUBLE_DECK_52
from games.engine.seats import SEATS, Seat
from games.engine.view import SeatView
from tests.engine.positions import cards


def answer(view, bot="rule"):
    """What the bot does, in notation."""
    return format_action(get_bot(bot).choose(view, bot_rng(b"test", 1, view.seat, 0)))


def to_call(hand, *calls, dealer="E", score=(0, 0)):
    """South's turn to call after `calls`, which begin at the dealer's left."""
    seat = Seat.parse(dealer).left
    auction = []
    for text in calls:
        auction.append((seat, parse_call(text)))
        seat = seat.left
    assert seat is Seat.S, "not South's turn"
    standing = standing_bid(tuple(auction))
    return _view(
        phase=Phase.CALL,
        dealer=Seat.parse(dealer),
        hand=cards(hand),
        auction=tuple(auction),
        score=score,
        legal=legal_calls(DOUBLE_DECK_52, standing[1].tricks if standing else 0),
    )


def to_exchange(phase, hand, trump, count=None):
    """South's part in the exchange: to discard for itself, or to give `count` cards to North."""
    by = Seat.S if phase is Phase.DISCARD else Seat.N
    return _view(
        phase=phase,
        hand=cards(hand),
        contract=Contract(by, 12, Denomination.parse(trump), alone=True),
        exchanged=count,
    )


def to_play(trump, hand, hidden, table="", by="S", void="", alone=False):
    """South's turn to play.

    Args:
        hand: what South holds.
        hidden: what the others hold; all other cards have been played.
        table: what lies there, each card with its seat ("W:9S N:AS").
        by: the declarer.
        void: who has shown void of what ("E:S W:S").
    """
    denomination = Denomination.parse(trump)
    own = cards(hand)
    plays = tuple(_pairs(table, Card.parse))
    gone = Counter(CARDS * DOUBLE_DECK_52.copies)
    gone.subtract((*own, *cards(hidden), *(card for _, card in plays)))
    assert min(gone.values()) >= 0, "a third copy of a card"
    return _view(
        phase=Phase.PLAY,
        hand=own,
        contract=Contract(Seat.parse(by), 6, denomination, alone),
        exchanged=0 if alone else None,
        tricks=tuple(
            _tricks(gone.elements(), _pairs(void, Denomination.parse), denomination)
        ),
        table=plays,
        legal=legal_plays(own, denomination, plays),
    )


def _pairs(text, parse):
    for word in text.split():
        seat, what = word.split(":")
        yield Seat.parse(seat), parse(what)


def _tricks(gone, voids, trump):
    """The cards that are gone, in tricks (of any number of cards) that show these voids and no others."""
    suits = {suit: [] for suit in Suit}
    for card in gone:
        suits[effective_suit(card, trump)].append(card)
    for seat, suit in voids:
        other = max((s for s in Suit if s != suit), key=lambda s: len(suits[s]))
        yield Trick(((seat.left, suits[suit].pop()), (seat, suits[other].pop())))
    for played in suits.values():
        if played:
            yield Trick(tuple((SEATS[i % 4], card) for i, card in enumerate(played)))


def _view(**given):
    base = {
        "rules": DOUBLE_DECK_52,
        "seat": Seat.S,
        "dealer": Seat.E,
        "score": (0, 0),
        "turn": Seat.S,
        "auction": (),
        "contract": None,
        "discarded": None,
        "given": None,
        "exchanged": None,
        "tricks": (),
        "table": (),
        "tricks_won": (0, 0),
        "legal": (),
    }
    return SeatView(**{**base, **given})
