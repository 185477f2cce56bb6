"""`manage.py bot`: a bot of ours as a program that speaks the bot protocol."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING, Any

from django.core.management.base import BaseCommand, CommandError

from games.bots.protocol import (
    ProtocolError,
    parse_line,
    query_rng,
    read_query,
    write_answer,
)
from games.bots.registry import UnknownBot, get_bot
from games.management.pipes import ends_quietly_with_its_reader

if TYPE_CHECKING:
    from django.core.management.base import CommandParser


class Command(BaseCommand):
    help = "Answer queries of the bot protocol, one line each, until the input ends."
    requires_system_checks: tuple[str, ...] = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("bot", metavar="BOT", help="a registered name")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            bot = get_bot(options["bot"])
        except UnknownBot as error:
            raise CommandError(str(error)) from None
        with ends_quietly_with_its_reader():
            for number, line in enumerate(sys.stdin.buffer, start=1):
                if not line.strip():
                    continue
                try:
                    view = read_query(parse_line(line))
                except ProtocolError as error:
                    raise CommandError(f"line {number}: {error}") from None
                action = bot.choose(view, query_rng(view))
                print(json.dumps(write_answer(view.phase, action)), flush=True)
