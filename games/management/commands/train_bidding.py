"""`manage.py train_bidding`: make the bidding model anew (docs/bots.md)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from django.core.management.base import BaseCommand, CommandError

from games.bots import bidder
from games.bots.bidding_training import TooFewHands, train
from games.engine.deals import parse_seed
from games.management.arguments import add_model_output, model_output, positive, seed

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
        add_model_output(parser)

    def handle(self, *args: Any, **options: Any) -> None:
        given = options["seed"], options["generations"], options["hands"]
        usual = parse_seed(SEED), GENERATIONS, HANDS
        output = model_output(
            options["output"], bidder.DATA, makes_shipped=given == usual
        )
        try:
            made = train(*given, self.stderr.write)
        except TooFewHands as error:
            raise CommandError(str(error)) from None
        np.savez_compressed(output, **made)  # type: ignore[arg-type]
