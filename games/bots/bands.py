"""Whether a bot bids like a sensible player: its rates in self-play, and the bands they must stay in.

An update that wins a little more and goes alone every round is what drove players away elsewhere.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from functools import partial
from hashlib import sha256
from typing import TYPE_CHECKING

from games.bots.arena import Tally, in_processes, play_hand
from games.bots.registry import get_bot
from games.engine.cards import Denomination
from games.engine.game import Game
from games.engine.rules import DOUBLE_DECK_52
from games.engine.scoring import is_made
from games.engine.seats import SEATS

if TYPE_CHECKING:
    from collections.abc import Callable, Generator

    from games.engine.hand import Hand


@dataclass(frozen=True, slots=True)
class Rates:
    """What came of many hands from 0–0.

    Attributes:
        set: share of the contracts, alone not counted.
        alone: share of the hands; alone_made: share of those.
        no_trump: share of the contracts.
        thrown_in: share of the hands.
        over_bid: tricks over the bid, on average over the bids made, alone not counted.
    """

    set: float
    alone: float
    alone_made: float
    no_trump: float
    thrown_in: float
    over_bid: float

    def outside(self) -> list[str]:
        """The names of the rates that are out of their bands."""
        return [
            field.name
            for field in fields(self)
            if not BANDS[field.name][0]
            <= getattr(self, field.name)
            <= BANDS[field.name][1]
        ]


#: Lowest and highest of each rate.
BANDS: dict[str, tuple[float, float]] = {
    "set": (0.10, 0.30),
    "alone": (0.003, 0.04),
    "alone_made": (0.60, 1.0),
    "no_trump": (0.01, 0.30),
    "thrown_in": (0.0, 0.10),
    "over_bid": (0.3, 3.0),
}


def measure(
    bot: str,
    deals: int,
    seed: bytes,
    processes: int = 1,
    progress: Callable[[int], None] = lambda done: None,
) -> Rates:
    """Let a bot play all four seats of so many hands; the deals are those of the arena."""
    hands = []
    for hand in in_processes(partial(_play_every, bot, deals, seed), deals, processes):
        hands.append(hand)
        progress(len(hands))
    return rates(hands)


def _play_every(
    bot: str, deals: int, seed: bytes, first: int, step: int
) -> Generator[Hand]:
    bots = dict.fromkeys(SEATS, get_bot(bot))
    labels = dict.fromkeys(SEATS, "")
    for number in range(first, deals, step):
        game_seed = sha256(seed + str(number).encode()).digest()
        game = Game.start(DOUBLE_DECK_52, game_seed)
        yield play_hand(game, bots, labels, {"": Tally()})


def rates(hands: list[Hand]) -> Rates:
    """The rates of finished hands."""
    played = [(hand, hand.contract) for hand in hands if hand.contract is not None]
    lone = [(hand, contract) for hand, contract in played if contract.alone]
    bids = [(hand, contract) for hand, contract in played if not contract.alone]
    over = [
        hand.tricks_won[contract.by.side] - contract.tricks
        for hand, contract in bids
        if is_made(contract, hand.tricks_won)
    ]
    lone_made = sum(is_made(contract, hand.tricks_won) for hand, contract in lone)
    no_trump = sum(contract.trump is Denomination.NT for _, contract in played)
    return Rates(
        set=_share(len(bids) - len(over), len(bids)),
        alone=_share(len(lone), len(hands)),
        alone_made=_share(lone_made, len(lone)),
        no_trump=_share(no_trump, len(played)),
        thrown_in=_share(len(hands) - len(played), len(hands)),
        over_bid=_share(sum(over), len(over)),
    )


def _share(part: int, whole: int) -> float:
    return round(part / whole, 4) if whole else 0.0
