"""`manage.py train_policy`: make the experience of the policy anew (docs/bots.md)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from django.core.management.base import BaseCommand

from games.bots import policy
from games.bots.policy_training import train
from games.engine.deals import parse_seed
from games.management.arguments import add_model_output, model_output, positive, seed

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
        add_model_output(parser)

    def handle(self, *args: Any, **options: Any) -> None:
        given = options["seed"], options["rounds"], options["hands"]
        usual = parse_seed(SEED), ROUNDS, HANDS
        output = model_output(
            options["output"], policy.DATA, makes_shipped=given == usual
        )
        np.savez_compressed(output, worth=train(*given, self.stderr.write))
