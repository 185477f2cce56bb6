"""Do what beat does every day: delete what nobody needs any more. For cron, or by hand."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand
from django.utils import timezone

from accounts import services


class Command(BaseCommand):
    help = "Delete expired sessions, abandoned games, empty players and old hashes of network addresses."

    def handle(self, *args: Any, **options: Any) -> None:
        for what, number in services.purge(timezone.now()).items():
            self.stdout.write(f"{what}: {number}")
