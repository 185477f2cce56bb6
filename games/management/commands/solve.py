"""`manage.py solve`: open hands, best play by all."""

from __future__ import annotations

import json
import sys
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO

from django.core.management.base import BaseCommand, CommandError

from games.bots import core
from games.bots.solver import Memory, solve
from games.engine.cards import Card, Denomination
from games.engine.errors import NotationError
from games.engine.rules import DOUBLE_DECK_52
from games.engine.seats import SEATS, Seat

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

    def handle(self, *args: Any, **options: Any) -> None:
        if options["file"] is None:
            self._answer(sys.stdin)
            return
        try:
            with Path(options["file"]).open(encoding="utf-8") as file:
                self._answer(file)
        except (OSError, UnicodeDecodeError) as error:
            raise CommandError(str(error)) from None

    def _answer(self, lines: TextIO) -> None:
        memory = Memory()
        for number, line in enumerate(lines, start=1):
            if not line.strip():
                continue
            try:
                position = read_position(line)
            except (BadPosition, NotationError) as error:
                raise CommandError(f"line {number}: {error}") from None
            self.stdout.write(json.dumps({"NS": solve(position, memory)}))


def read_position(line: str) -> core.Ints:
    """The position of one line.

    Raises:
        BadPosition, NotationError: saying what is wrong with it.
    """
    try:
        given = json.loads(line)
    except json.JSONDecodeError as error:
        raise BadPosition(f"not JSON: {error}") from None
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
