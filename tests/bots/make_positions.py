"""Makes the positions of `positions.json`: `python -m tests.bots.make_positions`.

Two sorts come out of it, both from decisions in self-play, written as queries of the bot protocol:

- *provable*: near the end of a hand. Over many deals that fit what the seat knows, each solved exactly,
  some cards are best in every one of them; every other card that ever costs a trick is a mistake whatever
  the others hold. Kept when one of those mistakes is of a kind that real products made.
- *judged*: earlier. What each card is worth over 5,000 deals is stored; the bot's card may be worth a
  little less than the best of them, no more.

Positions of the auction and the exchange are written by hand in `test_positions.py`.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

import numpy as np

from games.bots.core import (
    CARD_OF,
    PLAYED,
    TRUMP,
    TURN,
    WON_NS,
    deck,
    encode,
    play,
)
from games.bots.player import habits, utility
from games.bots.protocol import query_rng, write_query
from games.bots.reasons import is_master
from games.bots.registry import get_bot
from games.bots.search import Effort, position_of, rooms, think
from games.bots.solver import Memory, solve
from games.bots.worlds import sample
from games.engine.auction import Alone
from games.engine.cards import (
    STRENGTH_UNDER,
    SUIT_UNDER,
    Card,
    Denomination,
    is_left_bower,
    is_right_bower,
    winning_index,
)
from games.engine.game import deal_hand
from games.engine.hand import Phase
from games.engine.rules import DOUBLE_DECK_52
from games.engine.view import seat_view

if TYPE_CHECKING:
    from collections.abc import Iterator

    from games.engine.view import SeatView

FILE = Path(__file__).with_name("positions.json")
#: Deals over which a card must be best to be called so; the second look takes more.
DEALS, MORE_DEALS = 60, 600
#: Tricks that a mistake must cost on average to be one.
LEAST_COST = 0.05
#: How many positions of each kind.
WANTED = 5
JUDGED = 14
#: Worlds of the reference.
REFERENCE = Effort(5000, 5000, surprise=(1.0, 1.0, 1.0), trust=0.0)


def solved(view: SeatView, deals: int, seed: int) -> dict[Card, list[int]]:
    """Tricks of the own side after each legal card, with best play by all, in deals that may be."""
    assert view.contract is not None
    trump = view.contract.trump
    position, _, _ = position_of(view)
    known = encode(view.discarded or (), trump)
    room = np.empty(4, dtype=np.int64)
    rooms(position, known, room)
    unseen = deck(position[TRUMP]) - position[PLAYED] - position[position[TURN]] - known
    worlds = np.empty((deals, 4), dtype=np.int64)
    sample(position, unseen, room, worlds, np.array([seed], dtype=np.uint64))
    memory = Memory()
    found: dict[Card, list[int]] = {}
    for card in view.legal:
        assert isinstance(card, Card)
        code = next(code for code, each in CARD_OF[trump].items() if each is card)
        found[card] = []
        for world in worlds:
            trial = position.copy()
            trial[:4] = world
            play(trial, code)
            tricks = solve(trial, memory)
            assert tricks is not None
            # The last card of a trick decides one that `solve` no longer sees.
            tricks += int(trial[WON_NS])
            found[card].append(tricks if view.seat % 2 == 0 else 12 - tricks)
    return found


def always_best(results: dict[Card, list[int]]) -> set[Card]:
    """The cards that are best in every deal."""
    best = [max(column) for column in zip(*results.values(), strict=True)]
    return {card for card, row in results.items() if row == best}


def harmless(results: dict[Card, list[int]]) -> set[Card]:
    """The cards that cost next to nothing: too little for drawn deals to show every time."""
    best = max(map(sum, results.values()))
    return {
        card for card, row in results.items() if best - sum(row) < LEAST_COST * len(row)
    }


def kind_of(view: SeatView, right: set[Card], wrong: set[Card]) -> str | None:  # noqa: C901
    """The mistake of real products that some wrong card would repeat."""
    assert view.contract is not None
    trump = view.contract.trump
    suits, strengths = SUIT_UNDER[trump], STRENGTH_UNDER[trump]

    def wins(card: Card) -> bool:
        played = [each for _, each in view.table]
        return winning_index([*played, card], trump) == len(played)

    def is_trump(card: Card) -> bool:
        return trump.suit is not None and suits[card.index] is trump.suit

    if view.contract.alone:
        return "lone hand" if view.seat is view.contract.by else "against a lone hand"
    if not view.table:
        voids = {
            seat
            for trick in view.tricks
            for seat, card in trick.plays
            if is_trump(trick.cards[0]) and not is_trump(card)
        }
        opponents = {view.seat.left, view.seat.left.partner}
        if any(map(is_trump, wrong)) and not any(map(is_trump, right)):
            return "draws trumps from nobody" if opponents <= voids else None
        if all(is_master(view, card) for card in right) and not all(
            is_master(view, card) for card in wrong
        ):
            return "does not cash a sure winner"
        return None
    played = [each for _, each in view.table]
    partner_wins = view.table[winning_index(played, trump)][0] is view.seat.partner
    if partner_wins and any(map(wins, wrong)) and not any(map(wins, right)):
        return "overtakes the partner's winner"
    if any(is_left_bower(card, trump) for card in wrong):
        gone = [card for trick in view.tricks for card in trick.cards] + played
        out = 2 - sum(is_right_bower(card, trump) for card in [*gone, *view.hand])
        return "wastes the left bower" if out else None
    if len(played) == 1 and all(map(wins, right)) and not all(map(wins, wrong)):
        return "second hand does not win"
    if not any(map(wins, view.legal)):  # type: ignore[arg-type]
        masters = [card for card in wrong if is_master(view, card)]
        return "throws a winner away" if masters else None
    if len(played) == 3 and all(map(wins, right)):
        if any(not wins(card) for card in wrong):
            return "lets a trick go"
        if max(strengths[c.index] for c in right) < max(
            strengths[c.index] for c in wrong
        ):
            return "wins too dearly"
    return None


def decisions(seed: bytes) -> Iterator[SeatView]:
    """Views in play, of hands bid and played by a mixture of bots."""
    rng = Random(seed)
    names = ("easy", "highcards", "rule")
    number = 0
    while True:
        number += 1
        hand = deal_hand(DOUBLE_DECK_52, seed, number)
        while hand.turn is not None:
            view = seat_view(hand, hand.turn, (0, 0))
            if view.phase is Phase.PLAY and len(view.legal) > 1:
                yield view
            action = get_bot(rng.choice(names)).choose(view, query_rng(view))
            # Often enough somebody goes alone, as the kinds want it.
            if view.phase is Phase.CALL and number % 6 == 0 and len(hand.calls) == 3:
                action = Alone(rng.choice(list(Denomination)[:4]))
            hand = hand.apply(action)


def provable(seed: bytes) -> list[dict[str, Any]]:
    found: dict[str, list[dict[str, Any]]] = {}
    kinds = 10
    for looked, view in enumerate(decisions(seed)):
        if not 7 <= len(view.tricks) <= 10:
            continue
        results = solved(view, 12, looked)
        right = always_best(results)
        if not right or len(right) == len(results):
            continue
        kind = kind_of(view, right, set(results) - right)
        if kind is None or len(found.get(kind, [])) >= WANTED:
            continue
        for deals in (DEALS, MORE_DEALS):
            results = solved(view, deals, looked)
            right = always_best(results)
        if not right or kind_of(view, right, set(results) - right) != kind:
            continue
        found.setdefault(kind, []).append(
            {
                "kind": kind,
                "query": write_query(view),
                "right": [card.text for card in sorted(right | harmless(results))],
            }
        )
        sys.stderr.write(f"{looked}: {len(found[kind])} × {kind}\n")
        full = sum(len(each) == WANTED for each in found.values())
        if full == kinds or looked > 60_000:
            break
    return [position for each in found.values() for position in each]


def judged(seed: bytes) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = []
    for looked, view in enumerate(decisions(seed)):
        if len(view.tricks) > 6 or looked % 37:
            continue
        thought = think(view, utility(view), REFERENCE, looked, habits())
        values = sorted(thought.values.values())
        # Only where there is something to choose.
        if values[-1] - values[0] < 0.02:
            continue
        found.append(
            {
                "kind": "judged",
                "query": write_query(view),
                "values": {
                    card.text: round(value, 4) for card, value in thought.values.items()
                },
            }
        )
        if len(found) == JUDGED:
            return found
    return found


if __name__ == "__main__":
    made = provable(b"positions") + judged(b"judged")
    lines = ",\n".join(json.dumps(position) for position in made)
    FILE.write_text(f"[\n{lines}\n]\n")
