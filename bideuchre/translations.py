"""The catalogues in locale/: are they sound and whole, and bring them up to date.

`python -m bideuchre.translations` checks them, as a part of `make check`;
`python -m bideuchre.translations update [LANGUAGE]` takes new texts up from the sources into every catalogue,
and makes one for a new language. Babel does the work, so that no gettext need be installed.
"""

import io
import re
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract
from babel.messages.pofile import PoFileError, read_po, write_po
from django.utils.translation.template import templatize

ROOT = Path(__file__).resolve().parent.parent
LOCALE = ROOT / "locale"
# What Django's own makemessages looks for: which argument is the text, the plural, the context ("c").
KEYWORDS = {
    "_": None,
    "gettext": None,
    "gettext_lazy": None,
    "ngettext": (1, 2),
    "ngettext_lazy": (1, 2),
    "pgettext": ((1, "c"), 2),
    "pgettext_lazy": ((1, "c"), 2),
    "npgettext": ((1, "c"), 2, 3),
    "npgettext_lazy": ((1, "c"), 2, 3),
}
#: How a comment begins that is meant for translators, right above a text.
NOTE = "Translators:"
PLACEHOLDER = re.compile(r"%\(\w+\)[a-z]|\{\w*\}")
#: What is kept apart from the text around it, and what right-to-left text would otherwise turn round.
ISOLATED = re.compile("[\u2066-\u2068][^\u2069]*\u2069|<bdi.*?</bdi>", re.DOTALL)
TURNED = re.compile(r"[0-9]\s?[–−:-]\s?[0-9]|(?:[−+]|(?<![A-Za-z])-)[0-9]")


def main() -> int:
    if sys.argv[1:2] == ["update"]:
        update(sys.argv[2:])
        return 0
    template = extract_template()
    problems = [
        problem
        for path in catalogue_files()
        for problem in (*check(path), *check_whole(path, template))
    ]
    for problem in problems:
        print(problem, file=sys.stderr)
    return 1 if problems else 0


def catalogue_files() -> list[Path]:
    return sorted(LOCALE.glob("*/LC_MESSAGES/django.po"))


def extract_template() -> Catalog:
    """Every text to be translated in our sources, each with the files that it stands in."""
    template = Catalog(charset="utf-8")
    templates = [path for path in ROOT.glob("templates/**/*") if path.is_file()]
    for path in sorted([*templates, *ROOT.glob("*/**/*.py")]):
        where = path.relative_to(ROOT)
        if where.parts[0] in {"tests", "docs", "var"} or where.parts[0].startswith("."):
            continue
        text = path.read_text(encoding="utf-8")
        if path.suffix != ".py":
            # Django turns a template into something that reads like code, but not like indented code.
            lines = templatize(text, origin=str(path)).split("\n")
            text = "\n".join(line.lstrip() for line in lines)
        found = extract("python", io.BytesIO(text.encode()), KEYWORDS, [NOTE])
        for _line, message, comments, context in found:
            # No line numbers: they would change every catalogue with every edit.
            template.add(
                message,
                locations=[(str(where), 0)],
                auto_comments=comments,
                context=context,
            )
    return template


def update(languages: Sequence[str]) -> None:
    """Add new texts, untranslated, to the catalogues, and drop those that are gone."""
    template = extract_template()
    paths = {LOCALE / language / "LC_MESSAGES" / "django.po" for language in languages}
    for path in sorted({*paths, *catalogue_files()}):
        language = path.parent.parent.name
        catalog = Catalog(
            locale=language,
            header_comment="# Bid Euchre, under the MIT licence.",
            project="Bid Euchre",
            fuzzy=False,
        )
        if path.exists():
            with path.open("rb") as file:
                catalog = read_po(file, locale=language)
        catalog.update(template, no_fuzzy_matching=True, update_creation_date=False)
        catalog.obsolete.clear()
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("wb") as file:
            write_po(file, catalog, width=100, sort_output=True, include_lineno=False)


def check_whole(path: Path, template: Catalog) -> Iterator[str]:
    """What a catalogue lacks of the texts in the sources."""
    where = path.relative_to(path.parents[3])
    with path.open("rb") as file:
        catalog = read_po(file, locale=path.parent.parent.name)
    for message in template:
        if not message.id:
            continue
        translated = catalog.get(message.id, message.context)
        if translated is None:
            yield f"{where}: lacks {message.id!r}: run python -m bideuchre.translations update"
            continue
        complete = forms(translated.string)
        if len(complete) < (catalog.num_plurals if message.pluralizable else 1):
            yield f"{where}: not translated: {message.id!r}"


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
    if not message.id:
        yield from header_faults(catalog)
        return
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
        if catalog.locale and catalog.locale.text_direction == "rtl":
            for pair in TURNED.findall(ISOLATED.sub("", text)):
                yield f"{pair} would be turned round: put it between U+2066 and U+2069"


def header_faults(catalog: Catalog) -> Iterator[str]:
    """A plural rule that is not the language's own picks wrong forms, and says nothing."""
    usual = Catalog(locale=catalog.locale)
    if (catalog.num_plurals, catalog.plural_expr) != (
        usual.num_plurals,
        usual.plural_expr,
    ):
        yield f"the plural rule of this language is {usual.plural_forms}"


def forms(text: str | Sequence[str] | None) -> list[str]:
    """Every form of a text that has plurals, the text itself if it has none, nothing if empty."""
    return [form for form in ([text] if isinstance(text, str) else text or []) if form]


if __name__ == "__main__":
    sys.exit(main())
