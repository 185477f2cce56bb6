"""The check of the catalogues finds the mistakes that would break or mangle a page."""

import re

import pytest

from bideuchre.translations import check

HEADER = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\nPlural-Forms: nplurals=2; plural=(n != 1);\\n"\n\n'


@pytest.fixture
def problems(tmp_path):
    def problems(entry: str) -> list[str]:
        path = tmp_path / "locale" / "it" / "LC_MESSAGES" / "django.po"
        path.parent.mkdir(parents=True)
        path.write_text(HEADER + entry, encoding="utf-8")
        return list(check(path))

    return problems


@pytest.mark.parametrize(
    "entry",
    [
        'msgid "Pass"\nmsgstr "Passo"',
        'msgid "Pass"\nmsgstr ""',
        '#, python-format\nmsgid "%(seat)s bids %(bid)s"\nmsgstr "%(bid)s: %(seat)s"',
        'msgid "%(n)s trick"\nmsgid_plural "%(n)s tricks"\nmsgstr[0] "una presa"\nmsgstr[1] "%(n)s prese"',
    ],
)
def test_sound(problems, entry):
    assert problems(entry) == []


@pytest.mark.parametrize(
    ("entry", "problem"),
    [
        ('msgid "%(seat)s leads"\nmsgstr "Attacca"', "missing placeholder %(seat)s"),
        (
            'msgid "{seat} leads"\nmsgstr "{posto} attacca"',
            "unknown placeholder {posto}",
        ),
        ('#, python-format\nmsgid "%(n)s"\nmsgstr "%(n)d"', "incompatible format"),
        ('#, fuzzy\nmsgid "Pass"\nmsgstr "Forse"', "fuzzy"),
        ('msgid "Pass"\nbroken "Passo"', "cannot be read"),
    ],
)
def test_faulty(problems, entry, problem):
    found = problems(entry)
    assert problem in found[0]
    assert re.match(r"locale/it/LC_MESSAGES/django\.po:[45]: ", found[0])
