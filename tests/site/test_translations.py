"""The check of the catalogues finds the mistakes that would break or mangle a page."""

import re

import pytest

from bideuchre import translations
from bideuchre.translations import check, check_whole, extract_template, update

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


def test_texts_are_found_in_python_and_in_templates():
    template = extract_template()
    assert ("games/names.py", 0) in template.get("Jack of hearts").locations
    assert template.get("Pass", context="call") is not None
    assert ("templates/games/rules.html", 0) in template.get("Left bower").locations
    assert template.get(("%(tricks)d spade", "%(tricks)d spades")).pluralizable


def test_a_catalogue_is_brought_up_to_date_and_keeps_what_was_translated(
    tmp_path, monkeypatch
):
    monkeypatch.setattr(translations, "LOCALE", tmp_path / "locale")
    path = tmp_path / "locale" / "ar" / "LC_MESSAGES" / "django.po"
    update(["ar"])
    empty = path.read_text(encoding="utf-8")
    assert "fuzzy" not in empty
    path.write_text(
        empty.replace('msgid "North"\nmsgstr ""', 'msgid "North"\nmsgstr "الشمال"')
        + '\nmsgid "Gone from the sources"\nmsgstr "x"\n',
        encoding="utf-8",
    )
    update([])
    renewed = path.read_text(encoding="utf-8")
    assert 'msgid "North"\nmsgstr "الشمال"' in renewed
    assert "Gone from the sources" not in renewed
    missing = list(check_whole(path, extract_template()))
    assert not any("'North'" in problem for problem in missing)
    assert any("not translated: 'South'" in problem for problem in missing)
    # A plural text wants each of the six Arabic forms.
    one_form = renewed.replace(
        'msgid_plural "%(tricks)d spades"\nmsgstr[0] ""',
        'msgid_plural "%(tricks)d spades"\nmsgstr[0] "بستوني"',
    )
    assert one_form != renewed
    path.write_text(one_form, encoding="utf-8")
    assert any("%(tricks)d spade" in p for p in check_whole(path, extract_template()))


def test_a_text_that_a_catalogue_does_not_know_is_named(problems, tmp_path):
    problems('msgid "Pass"\nmsgstr "Passo"')
    path = tmp_path / "locale" / "it" / "LC_MESSAGES" / "django.po"
    assert any("lacks 'North'" in p for p in check_whole(path, extract_template()))
