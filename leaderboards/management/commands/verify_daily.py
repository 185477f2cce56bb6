"""Check a past day: its seed against the fingerprint that was published before it, and its games against the seed."""

from __future__ import annotations

import json
from datetime import date
from typing import TYPE_CHECKING, Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from games.selectors import SeedInPlay
from leaderboards import selectors

if TYPE_CHECKING:
    from django.core.management.base import CommandParser


class Command(BaseCommand):
    help = "Check the seed of a past daily game; prints one JSON object, fails if anything is wrong."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("date", help="as 2026-11-29")

    def handle(self, *args: Any, **options: Any) -> None:
        text: str = options["date"]
        try:
            found = selectors.verification(date.fromisoformat(text), timezone.now())
        except ValueError:
            raise CommandError(f"{text!r:.20} is no date (2026-11-29).") from None
        except selectors.NoSuchDay:
            raise CommandError(f"There is no daily game of {text}.") from None
        except SeedInPlay:
            raise CommandError(
                f"{text} has not ended everywhere on earth: its seed is still secret."
            ) from None
        answer = {
            "date": text,
            "published": found.deal.seed_sha256,
            "seed": found.deal.seed,
            "sha256": found.computed,
            "games": found.games,
            "games_from_another_seed": found.others,
            "ok": found.is_promised and not found.others,
            "hands": [
                {
                    "dealer": hand.dealer.name,
                    "deal": {
                        seat: [card.text for card in cards]
                        for seat, cards in zip("NESW", hand.deal, strict=True)
                    },
                }
                for hand in found.hands
            ],
        }
        self.stdout.write(json.dumps(answer))
        if not found.is_promised:
            raise CommandError(f"The seed of {text} is not the one that was promised.")
        if found.others == 1:
            raise CommandError("1 game was dealt from another seed.")
        if found.others:
            raise CommandError(f"{found.others} games were dealt from another seed.")
