"""`manage.py solve`: open hands, best play by all."""

from __future__ import annotations

import json
import random
import resource
import statistics
import sys
import time
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO

from django.core.management.base import BaseCommand, CommandError

from games.bots import core
from games.bots.protocol import ProtocolError, parse_line
from games.bots.solver import Memory, solve
from games.engine.cards import CARDS, Card, Denomination
from games.engine.errors import NotationError
from games.engine.rules import DOUBLE_DECK_52
from games.engine.seats import SEATS, Seat
from games.management.arguments import positive, progress, seed

if TYPE_CHECKING:
    from django.core.management.base import CommandParser


class BadPosition(ValueError):
    """A line that is no position; the message says why."""


class Command(BaseCommand):
    help = (
        "Read positions, one JSON object a line (trump, leader, hands, sits_out), and answer each with "
        "the tricks that NS take when everybody sees all cards and plays best."
    )
    requires_system_checks: tuple[str, ...] = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "file",
            nargs="?",
            metavar="FILE",
            help="default: standard input",
        )
        parser.add_argument(
            "--random",
            type=positive,
            metavar="N",
            help="solve so many random deals instead; print the times and this process's memory",
        )
        parser.add_argument(
            "--cards",
            type=positive,
            default=DOUBLE_DECK_52.cards_per_hand,
            metavar="N",
            help="in each hand of those (default %(default)d)",
        )
        parser.add_argument("--seed", type=seed, default="5eed", metavar="HEX")

    def handle(self, *args: Any, **options: Any) -> None:
        if options["random"]:
            self._measure(options["random"], options["cards"], options["seed"])
            return
        if options["file"] is None:
            self._answer(sys.stdin.buffer)
            return
        try:
            with Path(options["file"]).open("rb") as file:
                self._answer(file)
        except OSError as error:
            raise CommandError(str(error)) from None

    def _answer(self, lines: BinaryIO) -> None:
        memory = Memory()
        for number, line in enumerate(lines, start=1):
            if not line.strip():
                continue
            try:
                position = read_position(line)
            except (BadPosition, NotationError, ProtocolError) as error:
                raise CommandError(f"line {number}: {error}") from None
            self.stdout.write(json.dumps({"NS": solve(position, memory)}))

    def _measure(self, count: int, cards: int, seed: bytes) -> None:
        """Solve random deals: any denomination and leader, nobody alone."""
        most = DOUBLE_DECK_52.cards_per_hand
        if cards > most:
            raise CommandError(f"--cards must be at most {most}")
        rng = random.Random(seed)
        memory = Memory()
        # Not the loading of compiled code.
        solve(random_position(rng, 1), memory)
        tell = progress(count, self.stderr)
        times = []
        for number in range(1, count + 1):
            position = random_position(rng, cards)
            started = time.perf_counter()
            solve(position, memory)
            times.append((time.perf_counter() - started) * 1000)
            tell(number)
        times.sort()
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        per_mb = 1 << 20 if sys.platform == "darwin" else 1 << 10
        result = {
            "deals": count,
            "cards": cards,
            "ms_median": round(statistics.median(times), 2),
            "ms_p95": round(times[int(0.95 * (count - 1))], 2),
            "ms_slowest": round(times[-1], 2),
            "peak_mb": round(peak / per_mb),
        }
        self.stdout.write(json.dumps(result))


def random_position(rng: random.Random, cards: int) -> core.Ints:
    """A position with so many cards in each hand, a leader and a denomination."""
    trump = rng.choice(list(Denomination))
    pack = list(CARDS) * DOUBLE_DECK_52.copies
    rng.shuffle(pack)
    leader = rng.choice(SEATS)
    return core.new_position(
        [core.encode(pack[i * cards : (i + 1) * cards], trump) for i in range(4)],
        trump=int(trump.suit is not None),
        leader=leader,
        by=leader,
    )


def read_position(line: bytes) -> core.Ints:
    """The position of one line.

    Raises:
        BadPosition, NotationError, ProtocolError: saying what is wrong with it.
    """
    given = parse_line(line)
    if not isinstance(given, dict):
        raise BadPosition("not an object")
    if missing := {"trump", "leader", "hands"} - given.keys():
        raise BadPosition(f"missing: {', '.join(sorted(missing))}")
    trump = Denomination.parse(given["trump"])
    leader = Seat.parse(given["leader"])
    sits_out = None
    if given.get("sits_out") is not None:
        sits_out = Seat.parse(given["sits_out"])
    hands = _read_hands(given["hands"])
    if sits_out is leader:
        raise BadPosition("the leader sits out")
    if sits_out is not None and hands[sits_out]:
        raise BadPosition("the seat that sits out has cards")
    sizes = {len(hands[seat]) for seat in SEATS if seat is not sits_out}
    if len(sizes) != 1:
        raise BadPosition("the hands are not of equal length")
    return core.new_position(
        [core.encode(hand, trump) for hand in hands],
        trump=int(trump.suit is not None),
        leader=leader,
        by=leader,
        sits_out=-1 if sits_out is None else sits_out,
    )


def _read_hands(given: object) -> list[list[Card]]:
    names = [seat.name for seat in SEATS]
    if not isinstance(given, dict) or not all(
        isinstance(given.get(name), list) for name in names
    ):
        raise BadPosition(f"hands: not a list of cards for each of {' '.join(names)}")
    hands = [[Card.parse(text) for text in given[name]] for name in names]
    counts = Counter(card for hand in hands for card in hand)
    rules = DOUBLE_DECK_52
    if too_many := [card.text for card, n in counts.items() if n > rules.copies]:
        raise BadPosition(f"more than {rules.copies} of {', '.join(too_many)}")
    if max(map(len, hands)) > rules.cards_per_hand:
        raise BadPosition(f"a hand of more than {rules.cards_per_hand} cards")
    return hands
