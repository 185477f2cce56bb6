"""Let bots play whole games and print the records."""

from __future__ import annotations

import hashlib
import json
import time
from typing import TYPE_CHECKING, Any

from django.core.management.base import BaseCommand, CommandError

from games.bots.program import Fault, UnusableCommand, check_command, seated
from games.bots.registry import UnknownBot, identity, names
from games.bots.table import EndlessGame, play_out
from games.engine.deals import parse_seed
from games.engine.errors import NotationError
from games.engine.game import Game
from games.engine.record import write_record
from games.engine.rules import DOUBLE_DECK_52
from games.engine.seats import SEATS, Side
from games.management.pipes import ends_quietly_with_its_reader

if TYPE_CHECKING:
    from argparse import ArgumentParser

PROGRESS_SECONDS = 5


class Command(BaseCommand):
    help = "Lets bots play whole games; prints one game record a line (JSON Lines)."
    requires_system_checks = []  # it touches no database and serves no page

    def add_arguments(self, parser: ArgumentParser) -> None:
        known = ", ".join(names())
        parser.add_argument(
            "--games", type=int, required=True, help="how many games to play"
        )
        parser.add_argument(
            "--seed",
            required=True,
            help="hex digits; game i (from 0) has the seed SHA-256(seed, decimal digits of i)",
        )
        for side in Side:
            parser.add_argument(
                f"--{side.name.lower()}",
                default="rule",
                metavar="BOT",
                help=f"who plays {side.name}: {known} or exec:COMMAND (default: rule)",
            )

    def handle(
        self, *, games: int, seed: str, ns: str, ew: str, **options: Any
    ) -> None:
        if games < 1:
            raise CommandError(f"--games must be 1 or more, not {games}")
        try:
            master_seed = parse_seed(seed)
            for spec in (ns, ew):
                check_command(spec)
        except (NotationError, UnknownBot, UnusableCommand) as error:
            raise CommandError(str(error)) from None

        with (
            ends_quietly_with_its_reader(),
            seated(ns) as north_south,
            seated(ew) as rest,
        ):
            sides = (north_south, rest)
            bots = {seat: sides[seat.side][seat] for seat in SEATS}
            players = {seat: identity(bot) for seat, bot in bots.items()}
            start = told = time.monotonic()
            for i in range(games):
                game_seed = hashlib.sha256(master_seed + str(i).encode()).digest()
                try:
                    hands, _ = play_out(Game.start(DOUBLE_DECK_52, game_seed), bots)
                except Fault as fault:
                    raise CommandError(f"a program {fault}") from None
                except EndlessGame as endless:
                    raise CommandError(f"game {i}: {endless}") from None
                record = write_record(DOUBLE_DECK_52, game_seed, players, hands)
                self.stdout.write(json.dumps(record, separators=(",", ":")))
                if time.monotonic() - told > PROGRESS_SECONDS:
                    told = time.monotonic()
                    self.stderr.write(f"{i + 1} of {games} games")
            seconds = time.monotonic() - start
            self.stderr.write(f"{games} of {games} games in {seconds:.1f} s")
