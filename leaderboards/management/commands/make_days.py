"""Make the daily games of the open dates and of the days ahead; for cron, or by hand."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from leaderboards import services

if TYPE_CHECKING:
    from django.core.management.base import CommandParser


class Command(BaseCommand):
    help = "Make the daily games of the open dates and of the days ahead, where there are none yet."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--ahead", type=int, default=7, help="days ahead (7)")

    def handle(self, *args: Any, ahead: int, **options: Any) -> None:
        if not 0 <= ahead <= 366:
            raise CommandError("--ahead must be from 0 to 366.")
        for deal in services.make_days(timezone.now(), ahead):
            self.stdout.write(f"{deal.date} {deal.seed_sha256}")
