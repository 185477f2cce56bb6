"""From a seed to deals, dealers and the bots' random numbers.

The algorithm is public (docs/rules.md, with test vectors), so that anybody can re-deal a game in
any language once its seed is known.
"""

from __future__ import annotations

import hmac
import random
import secrets
import struct
from typing import TYPE_CHECKING

from games.engine.cards import CARDS, Card
from games.engine.errors import NotationError
from games.engine.seats import SEATS, Seat

if TYPE_CHECKING:
    from collections.abc import Iterator

    from games.engine.rules import RuleSet

SEED_BYTES = 32

#: The dealt cards of N, E, S and W, each in packing order.
Deal = tuple[tuple[Card, ...], tuple[Card, ...], tuple[Card, ...], tuple[Card, ...]]


def new_seed() -> bytes:
    """A fresh secret seed from the operating system."""
    return secrets.token_bytes(SEED_BYTES)


def parse_seed(text: str) -> bytes:
    """Read a seed from hex digits.

    Raises:
        NotationError: for anything but a positive, even number of hex digits.
    """
    try:
        # fromhex alone would let blanks through.
        if isinstance(text, str) and text.isascii() and text.isalnum():
            return bytes.fromhex(text)
    except ValueError:
        pass
    raise NotationError(f"not a seed (an even number of hex digits): {text!r:.40}")


class Stream:
    """Uniform random numbers fixed by a seed and a label."""

    def __init__(self, seed: bytes, label: str) -> None:
        self._words = _words(seed, label)

    def below(self, n: int) -> int:
        """An unbiased number in 0 … n-1."""
        limit = 2**32 // n * n
        while (word := next(self._words)) >= limit:
            pass
        return word % n


def _words(seed: bytes, label: str) -> Iterator[int]:
    block = 0
    while True:
        yield from struct.unpack(
            ">8I", hmac.digest(seed, f"{label}:{block}".encode(), "sha256")
        )
        block += 1


def deal(rules: RuleSet, seed: bytes, number: int) -> Deal:
    """The deal of hand `number` (the first is 1) of the game with this seed."""
    pack = [card for card in CARDS for _ in range(rules.copies)]
    stream = Stream(seed, f"hand:{number}")
    for i in range(len(pack) - 1, 0, -1):
        j = stream.below(i + 1)
        pack[i], pack[j] = pack[j], pack[i]
    size = rules.cards_per_hand
    north, east, south, west = (
        tuple(sorted(pack[seat * size : (seat + 1) * size])) for seat in SEATS
    )
    return north, east, south, west


def dealer(seed: bytes, number: int) -> Seat:
    """Who deals hand `number`: the first dealer by the seed, then clockwise after every hand."""
    return SEATS[(Stream(seed, "dealer").below(len(SEATS)) + number - 1) % len(SEATS)]


def bot_rng(seed: bytes, number: int, seat: Seat, turn: int) -> random.Random:
    """The random numbers of the bot in `seat` for its decision after `turn` actions of hand `number`.

    Fixed by the seed, so that the same plays by the person meet the same plays by the bots.
    """
    return random.Random(
        hmac.digest(seed, f"bot:{number}:{seat.name}:{turn}".encode(), "sha256")
    )
