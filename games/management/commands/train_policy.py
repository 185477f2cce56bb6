"""`manage.py train_policy`: make the experience of the policy anew (docs/bots.md)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from django.core.management.base import BaseCommand, CommandError

from games.bots import policy
from games.bots.policy_training import train
from games.engine.deals import parse_seed
from games.management.arguments import new_model, positive, seed

if TYPE_CHECKING:
    from django.core.management.base import CommandParser

#: What the shipped file was made with.
SEED = "ca4d"
ROUNDS = 3
HANDS = 200_000


class Command(BaseCommand):
    help = "Train the policy by self-play and write its file. Without arguments: the shipped one."
    requires_system_checks: tuple[str, ...] = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--seed", type=seed, default=SEED, metavar="HEX")
        parser.add_argument("--rounds", type=positive, default=ROUNDS)
        parser.add_argument("--hands", type=positive, default=HANDS, help="a round")
        parser.add_argument(
            "--output",
            type=new_model,
            metavar="FILE.npz",
            help="default: the shipped file, with the arguments that it is made with",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        given = options["seed"], options["rounds"], options["hands"]
        if options["output"] is None and given != (parse_seed(SEED), ROUNDS, HANDS):
            raise CommandError(
                "Name an --output: this is not how the shipped file is made."
            )
        worth = train(*given, self.stderr.write)
        np.savez_compressed(options["output"] or policy.DATA, worth=worth)
