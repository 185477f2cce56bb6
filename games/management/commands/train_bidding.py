"""`manage.py train_bidding`: make the bidding model anew (docs/bots.md)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from django.core.management.base import BaseCommand

from games.bots import bidder
from games.bots.bidding_training import train
from games.management.arguments import output, positive, seed

if TYPE_CHECKING:
    from django.core.management.base import CommandParser

#: What the shipped file was made with.
SEED = "b1d5"
GENERATIONS = 8
HANDS = 200_000


class Command(BaseCommand):
    help = "Train the bidding model by self-play and write its file. Without arguments: the shipped one."
    requires_system_checks: tuple[str, ...] = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--seed", type=seed, default=SEED, metavar="HEX")
        parser.add_argument("--generations", type=positive, default=GENERATIONS)
        parser.add_argument(
            "--hands", type=positive, default=HANDS, help="a generation"
        )
        parser.add_argument(
            "--output", type=output, default=str(bidder.DATA), metavar="FILE"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        made = train(
            options["seed"],
            options["generations"],
            options["hands"],
            self.stderr.write,
        )
        np.savez_compressed(options["output"], **made)  # type: ignore[arg-type]
