"""Replay game records and say which are not by the rules."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO

from django.core.management.base import BaseCommand, CommandError

from games.engine.record import RecordError, check_record
from games.engine.seats import Side
from games.management.pipes import ends_quietly_with_its_reader

if TYPE_CHECKING:
    from argparse import ArgumentParser
    from collections.abc import Iterator

#: A game of a hundred hands is a tenth of this.
MAXIMUM_LINE_BYTES = 2_000_000


class Command(BaseCommand):
    help = (
        "Replays game records, one a line (JSON Lines), and prints for each what it comes to, "
        "or the first hand and step that is not by the rules."
    )
    requires_system_checks = []  # it touches no database and serves no page

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "file", nargs="?", help="the records (default: standard input)"
        )

    def handle(self, *, file: str | None, **options: Any) -> None:
        try:
            if file is None:
                self._check(sys.stdin.buffer)
            else:
                with Path(file).open("rb") as records:
                    self._check(records)
        except OSError as error:
            raise CommandError(
                f"cannot read {file or 'standard input'}: {error.strerror}"
            ) from None

    def _check(self, records: BinaryIO) -> None:
        count, faults = 0, []
        with ends_quietly_with_its_reader():
            for number, line in _lines(records):
                count += 1
                try:
                    answer = _answer(line)
                except RecordError as error:
                    faults.append(f"line {number}: {error}")
                    self.stderr.write(faults[-1])
                    answer = {"error": str(error)}
                self.stdout.write(json.dumps({"line": number, **answer}))
        if not count:
            raise CommandError("there is no record to check")
        if faults:
            raise CommandError(
                f"{len(faults)} of {count} records are not by the rules; the first: {faults[0]}"
            )
        self.stderr.write(f"{count} of {count} records are by the rules")


def _lines(records: BinaryIO) -> Iterator[tuple[int, bytes]]:
    """Each line that is not blank, with its number; of a longer one than a record can be, the start."""
    number = 0
    while line := records.readline(MAXIMUM_LINE_BYTES + 1):
        number += 1
        rest = line
        while not rest.endswith(b"\n") and (
            rest := records.readline(MAXIMUM_LINE_BYTES)
        ):
            pass
        if line.strip():
            yield number, line


def _answer(line: bytes) -> dict[str, Any]:
    if len(line) > MAXIMUM_LINE_BYTES:
        raise RecordError(f"longer than {MAXIMUM_LINE_BYTES} bytes, so not a record")
    try:
        checked = check_record(json.loads(line))
    except RecordError:
        raise
    except RecursionError:
        raise RecordError("nested too deeply for a record") from None
    except ValueError:
        # No JSON, no UTF-8, or a number longer than Python reads.
        raise RecordError("not valid JSON") from None
    return {
        "hands": len(checked.hands),
        "score": {side.name: checked.score[side] for side in Side},
        "winner": None if checked.winner is None else checked.winner.name,
    }
