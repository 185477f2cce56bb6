"""Options that several commands have, and their types."""

from __future__ import annotations

import argparse
import os
from pathlib import Path
from typing import TYPE_CHECKING

from django.core.management.base import CommandError

from games.engine.deals import parse_seed
from games.engine.errors import NotationError

if TYPE_CHECKING:
    from collections.abc import Callable

    from django.core.management.base import CommandParser, OutputWrapper


def positive(text: str) -> int:
    """A whole number from 1 on."""
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError("must be at least 1")
    return number


def seed(text: str) -> bytes:
    """Hex digits."""
    try:
        return parse_seed(text)
    except NotationError as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def add_model_output(parser: CommandParser) -> None:
    """`--output` of a training; `model_output` says what becomes of it."""
    parser.add_argument(
        "--output",
        type=_new_model,
        metavar="FILE.npz",
        help="default: the shipped file, with the arguments that it is made with",
    )


def model_output(given: Path | None, shipped: Path, *, makes_shipped: bool) -> Path:
    """The file that a training writes.

    Args:
        makes_shipped: the other arguments are those with which the shipped file is made.

    Raises:
        CommandError: nothing else may take its place.
    """
    if given is None and not makes_shipped:
        raise CommandError(
            "Name an --output: this is not how the shipped file is made."
        )
    return given or shipped


def _new_model(text: str) -> Path:
    """A file for a model, which can be written: looked at before the work, not after it."""
    path = Path(text)
    if path.suffix != ".npz":
        raise argparse.ArgumentTypeError("must end in .npz")
    if path.is_dir() or not os.access(path if path.exists() else path.parent, os.W_OK):
        raise argparse.ArgumentTypeError(f"cannot write {path}")
    return path


def progress(total: int, stream: OutputWrapper) -> Callable[[int], None]:
    """Tells after every tenth how many are done."""
    every = max(1, total // 10)

    def tell(done: int) -> None:
        if done % every == 0:
            stream.write(f"{done} of {total}")

    return tell
