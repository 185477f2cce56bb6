"""The finished games in records/, as text: one JSON object a line, a file per engine version."""

from pathlib import Path

RECORDS = Path(__file__).parent / "records"


def stored_games():
    """Name and text of each stored game, in the order of files and lines."""
    for path in sorted(RECORDS.glob("*.jsonl")):
        for number, line in enumerate(
            path.read_text(encoding="utf-8").splitlines(), start=1
        ):
            yield f"{path.stem}, game {number}", line
