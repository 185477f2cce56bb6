"""Are the translations sound? `python -m bideuchre.translations`, a part of `make check`."""

import re
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import PoFileError, read_po

LOCALE = Path(__file__).resolve().parent.parent / "locale"
PLACEHOLDER = re.compile(r"%\(\w+\)[a-z]|\{\w*\}")


def main() -> int:
    problems = [
        problem
        for path in sorted(LOCALE.glob("*/LC_MESSAGES/*.po"))
        for problem in check(path)
    ]
    for problem in problems:
        print(problem, file=sys.stderr)
    return 1 if problems else 0


def check(path: Path) -> Iterator[str]:
    """What is wrong with a catalogue: one line for each fault."""
    where = path.relative_to(path.parents[3])
    try:
        with path.open("rb") as file:
            catalog = read_po(file, locale=path.parent.parent.name, abort_invalid=True)
    except PoFileError as error:
        yield f"{where}:{error.lineno + 1}: cannot be read: {error}"
        return
    for message in catalog:
        for fault in faults(message, catalog):
            yield f"{where}:{message.lineno}: {fault}"


def faults(message: Message, catalog: Catalog) -> Iterator[str]:
    if message.fuzzy:
        yield "fuzzy, so it would be left out: translate it or remove the mark"
    # Babel's own checks: the number of plural forms, and the types in %-placeholders.
    yield from (str(error) for error in message.check(catalog))
    originals, translations = forms(message.id), forms(message.string)
    known = {name for text in originals for name in PLACEHOLDER.findall(text)}
    for text in translations:
        found = set(PLACEHOLDER.findall(text))
        if found - known:
            yield f"unknown placeholder {', '.join(sorted(found - known))}"
        # A plural form may leave its number out ("one trick").
        if known - found and not message.pluralizable:
            yield f"missing placeholder {', '.join(sorted(known - found))}"


def forms(text: str | Sequence[str] | None) -> list[str]:
    """Every form of a text that has plurals, the text itself if it has none, nothing if empty."""
    return [form for form in ([text] if isinstance(text, str) else text or []) if form]


if __name__ == "__main__":
    sys.exit(main())
