"""Make the bots ready, so that no request waits for a compiler."""

from __future__ import annotations

import shutil
from pathlib import Path
from random import Random

from games.bots.registry import LEVELS, get_bot
from games.engine.auction import PASS, Alone, Bid, Call
from games.engine.cards import CARDS, Denomination, parse_cards
from games.engine.hand import Hand
from games.engine.rules import DOUBLE_DECK_52
from games.engine.seats import Seat
from games.engine.view import seat_view

try:
    from games.bots.jit import CACHE_DIRECTORY
except ImportError:  # no numba, as in the registry: nothing is compiled
    CACHE_DIRECTORY = ""


def warm() -> None:
    """Load all compiled code, or compile it when nothing of it is on disk yet.

    Takes one or two seconds with a warm cache and about a minute without. Safe to call from any
    thread, and again. What other versions of the bots left on the disk is deleted.
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
    delete_old_code(CACHE_DIRECTORY)


def delete_old_code(current: str) -> None:
    """Delete what was compiled from sources that are no longer these.

    Whichever process does it first: what is gone already is no error, and a process that still
    runs an older version has its code in memory, or compiles what it misses.

    Args:
        current: the folder in use, named as `jit` names it; empty when nothing is kept.
    """
    if not current:
        return
    kept = Path(current)
    for folder in kept.parent.glob("compiled-*"):
        if folder != kept:
            shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    warm()
