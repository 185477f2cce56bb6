"""Count all boards anew from the results, and put right what differs. Safe while people play."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand
from django.utils import timezone

from leaderboards import services


class Command(BaseCommand):
    help = "Work out totals and tallies anew from the results; says what differed, which should be nothing."

    def handle(self, *args: Any, **options: Any) -> None:
        now = timezone.now()
        services.tend(now)
        players = services.rebuild_totals(now)
        counts = services.rebuild_tallies()
        if players or counts:
            self.stdout.write(
                f"Put right: the totals of {players} players, {counts} counts."
            )
        else:
            self.stdout.write("No difference.")
