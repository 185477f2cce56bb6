"""`manage.py arena`: a duplicate match between two bots."""

from __future__ import annotations

import argparse
import json
from math import isfinite
from typing import TYPE_CHECKING, Any

from django.core.management.base import BaseCommand, CommandError

from games.bots.arena import Match, play_match, processes_available
from games.bots.program import TIMEOUT, UnusableCommand, check_command
from games.bots.registry import UnknownBot
from games.engine.deals import parse_seed
from games.engine.errors import NotationError

if TYPE_CHECKING:
    from django.core.management.base import CommandParser


class Command(BaseCommand):
    help = (
        "Play every deal twice, seats swapped, and print how many points a deal the first bot gains. "
        "BOT is a registered name or exec:COMMAND, a program that speaks the bot protocol."
    )
    requires_system_checks: tuple[str, ...] = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--a", required=True, metavar="BOT")
        parser.add_argument("--b", required=True, metavar="BOT")
        parser.add_argument("--deals", required=True, type=_positive, metavar="N")
        parser.add_argument("--seed", required=True, type=_seed, metavar="HEX")
        parser.add_argument(
            "--games",
            action="store_true",
            help="whole games, N pairs of them, instead of single hands from 0–0",
        )
        parser.add_argument(
            "--bot-timeout",
            type=_seconds,
            default=TIMEOUT,
            metavar="SECONDS",
            help="for one answer of a program (default %(default)g)",
        )
        parser.add_argument(
            "--processes",
            type=_positive,
            default=processes_available(),
            metavar="N",
            help="playing at the same time; the result is the same for any number (default: all cores)",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        for spec in (options["a"], options["b"]):
            try:
                check_command(spec)
            except (UnknownBot, UnusableCommand) as error:
                raise CommandError(str(error)) from None
        match = Match(
            a=options["a"],
            b=options["b"],
            deals=options["deals"],
            seed=options["seed"],
            games=options["games"],
            timeout=options["bot_timeout"],
        )
        result = play_match(match, options["processes"], self._progress(match))
        if "fault" in result:
            fault = result["fault"]
            self.stderr.write(
                f"{result[fault['bot']]} ({fault['bot']}) loses the match: {fault['message']}"
            )
        self.stdout.write(json.dumps(result))

    def _progress(self, match: Match) -> Any:
        every = max(1, match.deals // 10)

        def tell(done: int) -> None:
            if done % every == 0:
                self.stderr.write(f"{done} of {match.deals}")

        return tell


def _positive(text: str) -> int:
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError("must be at least 1")
    return number


def _seconds(text: str) -> float:
    number = float(text)
    if not (isfinite(number) and number > 0):
        raise argparse.ArgumentTypeError("must be a positive number of seconds")
    return number


def _seed(text: str) -> bytes:
    try:
        return parse_seed(text)
    except NotationError as error:
        raise argparse.ArgumentTypeError(str(error)) from None
