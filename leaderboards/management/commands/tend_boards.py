"""Do what beat does every minute: rank what a crash left behind, and let totals age. For cron, or by hand."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand
from django.utils import timezone

from leaderboards import services


class Command(BaseCommand):
    help = "Rank finished dailies that a crash left unranked, and bring totals over 7 and 30 days up to date."

    def handle(self, *args: Any, **options: Any) -> None:
        settled, aged = services.tend(timezone.now())
        self.stdout.write(
            f"{settled} attempts settled, {aged} totals brought up to date."
        )
