"""Make the bots ready, so that no request waits for a compiler."""

from __future__ import annotations

from random import Random

from games.bots.registry import LEVELS, get_bot
from games.engine.auction import PASS, Alone, Bid, Call
from games.engine.cards import CARDS, Denomination, parse_cards
from games.engine.hand import Hand
from games.engine.rules import DOUBLE_DECK_52
from games.engine.seats import Seat
from games.engine.view import seat_view


def warm() -> None:
    """Load all compiled code, or compile it when nothing of it is on disk yet.

    Takes one or two seconds with a warm cache and about a minute without. Safe to call from any
    thread, and again.
    """
    rng = Random(1)
    strong = parse_cards("JH JH JD JD AH AH KH KH AS AS AC AC")
    rest = list(CARDS) * DOUBLE_DECK_52.copies
    for card in strong:
        rest.remove(card)
    # East thinks of everything there is to think of, going alone too.
    hands = (tuple(rest[0::3]), strong, tuple(rest[1::3]), tuple(rest[2::3]))
    contracts: tuple[tuple[Call, ...], ...] = (
        (Bid(6, Denomination.S), PASS, PASS, PASS),
        (Alone(Denomination.H),),
    )
    for bot in map(get_bot, LEVELS):
        for calls in contracts:
            hand = Hand.start(DOUBLE_DECK_52, Seat.N, hands)
            bot.choose(seat_view(hand, Seat.E, (0, 0)), rng)
            for call in calls:
                hand = hand.apply(call)
            while not hand.tricks:
                assert hand.turn is not None
                hand = hand.apply(bot.choose(seat_view(hand, hand.turn, (0, 0)), rng))


if __name__ == "__main__":
    warm()
