"""`manage.py headroom`: how much of what seeing all cards would gain a bot gains by its play."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from django.core.management.base import BaseCommand, CommandError

from games.bots.arena import processes_available
from games.bots.headroom import measure
from games.bots.registry import STRONGEST, UnknownBot, get_bot
from games.management.arguments import positive, progress, seed

if TYPE_CHECKING:
    from django.core.management.base import CommandParser


class Command(BaseCommand):
    help = (
        "Print what a bot's card play gains over the rule bot's, as points a deal and as a share of what "
        "seeing all cards gains. Everybody bids as the rule bot does."
    )
    requires_system_checks: tuple[str, ...] = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("bot", nargs="?", default=STRONGEST, metavar="BOT")
        parser.add_argument("--deals", required=True, type=positive, metavar="N")
        parser.add_argument("--seed", required=True, type=seed, metavar="HEX")
        parser.add_argument(
            "--processes",
            type=positive,
            default=processes_available(),
            metavar="N",
            help="playing at the same time; the result is the same for any number (default: all cores)",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        bot, deals = options["bot"], options["deals"]
        try:
            get_bot(bot)
        except UnknownBot as error:
            raise CommandError(str(error)) from None
        found = measure(
            bot,
            deals,
            options["seed"],
            options["processes"],
            progress(deals, self.stderr),
        )
        self.stdout.write(json.dumps({"bot": bot, "deals": deals, **found}))
