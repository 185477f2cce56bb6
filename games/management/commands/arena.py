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
from games.management.arguments import positive, progress, seed

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
        parser.add_argument("--deals", required=True, type=positive, metavar="N")
        parser.add_argument("--seed", required=True, type=seed, metavar="HEX")
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
            type=positive,
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
        result = play_match(
            match, options["processes"], progress(match.deals, self.stderr)
        )
        if "fault" in result:
            fault = result["fault"]
            self.stderr.write(
                f"{result[fault['bot']]} ({fault['bot']}) loses the match: {fault['message']}"
            )
        self.stdout.write(json.dumps(result))


def _seconds(text: str) -> float:
    number = float(text)
    if not (isfinite(number) and number > 0):
        raise argparse.ArgumentTypeError("must be a positive number of seconds")
    return number
