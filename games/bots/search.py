"""Card play by sampling worlds and playing each candidate out."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from games.bots.core import (
    BEST,
    COUNT,
    LOWS,
    PLAYED,
    SIZE,
    TRUMP,
    TURN,
    WON_NS,
    deck,
    legal,
    play,
)
from games.bots.jit import compiled, low_bit
from games.bots.policy import finish

if TYPE_CHECKING:
    from games.bots.core import Ints
    from games.bots.worlds import Floats


@compiled
def candidates(position: Ints) -> int:
    """The legal cards (lower bits), of equivalent ones the lowest.

    Two cards of a hand are equivalent when nobody else can hold either or anything between, and
    nothing on the table lies between.
    """
    options = legal(position)
    hand = position[position[TURN]]
    others = deck(position[TRUMP]) - position[PLAYED] - hand
    distinct = (options | options >> 1) & LOWS
    answer = 0
    last = -1
    while distinct:
        card = low_bit(distinct) >> 1
        distinct &= distinct - 1
        fresh = True
        if last >= 0 and last >> 3 == card >> 3:
            between = (1 << 2 * card + 2) - (1 << 2 * last)
            best = position[BEST]
            on_table = position[COUNT] > 0 and last <= best < card
            fresh = others & between != 0 or on_table
        if fresh:
            answer |= 1 << 2 * card
        last = card
    return answer


@compiled
def evaluate(position: Ints, worlds: Ints, utility: Floats, values: Floats) -> None:
    """What each candidate is worth on average over the worlds, by playouts.

    Args:
        utility: what the final number of tricks of NS is worth to the seat to act.
        values: by card (32 places); only those of the candidates are set.
    """
    base = position
    trial = np.empty(SIZE, dtype=np.int64)
    n = worlds.shape[0]
    cards = candidates(position)
    while cards:
        card = low_bit(cards) >> 1
        cards &= cards - 1
        total = 0.0
        for w in range(n):
            trial[:] = base
            for seat in range(4):
                trial[seat] = worlds[w, seat]
            play(trial, card)
            finish(trial)
            total += utility[trial[WON_NS]]
        values[card] = total / n
