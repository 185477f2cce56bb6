"""Count all boards anew from the results, and put right what differs. Safe while people play."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.core.management.base import BaseCommand
from django.utils import timezone

from leaderboards import services

if TYPE_CHECKING:
    from django.core.management.base import CommandParser


class Command(BaseCommand):
    help = "Work out totals, tallies and the field hand by hand anew from the results; says what differed, which should be nothing."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--without-field",
            action="store_true",
            help="leave out the field hand by hand, for which every ranked game is replayed",
        )

    def handle(self, *args: Any, without_field: bool, **options: Any) -> None:
        now = timezone.now()
        services.tend(now)
        players = services.rebuild_totals(now)
        counts = services.rebuild_tallies()
        sums = 0 if without_field else services.rebuild_field()
        if players or counts or sums:
            self.stdout.write(
                f"Put right: the totals of {players} players, {counts} counts, {sums} sums of the field."
            )
        else:
            self.stdout.write("No difference.")
