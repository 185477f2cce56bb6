"""`manage.py bands BOT`: its rates in self-play, and whether they are those of a sensible player."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from django.core.management.base import BaseCommand, CommandError

from games.bots.arena import processes_available
from games.bots.bands import measure
from games.bots.registry import UnknownBot, get_bot
from games.management.arguments import positive, progress, seed

if TYPE_CHECKING:
    from django.core.management.base import CommandParser


class Command(BaseCommand):
    help = "Let a bot play with itself; print its rates. Exits with 1 if one is out of its band."
    requires_system_checks: tuple[str, ...] = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("bot", metavar="BOT")
        parser.add_argument("--deals", type=positive, default=10_000, metavar="N")
        parser.add_argument("--seed", type=seed, default="ba4d", metavar="HEX")
        parser.add_argument("--processes", type=positive, default=processes_available())

    def handle(self, *args: Any, **options: Any) -> None:
        deals = options["deals"]
        try:
            get_bot(options["bot"])
        except UnknownBot as error:
            raise CommandError(str(error)) from None

        rates = measure(
            options["bot"],
            deals,
            options["seed"],
            options["processes"],
            progress(deals, self.stderr),
        )
        outside = rates.outside()
        self.stdout.write(
            json.dumps(
                {
                    "bot": options["bot"],
                    "deals": deals,
                    **asdict(rates),
                    "outside": outside,
                }
            )
        )
        if outside:
            raise CommandError(f"out of the band: {', '.join(outside)}")
