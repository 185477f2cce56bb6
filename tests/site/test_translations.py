"""The check of the catalogues finds the mistakes that would break or mangle a page."""

import ast
import re
from functools import cache
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from django.conf import settings
from django.utils.translation.trans_real import DjangoTranslation

from bideuchre import translations
from bideuchre.translations import (
    KEYWORDS,
    ROOT,
    check,
    check_whole,
    extract_template,
    update,
)

RULES = {
    "it": "nplurals=3; plural=(n == 1 ? 0 : n != 0 && n % 1000000 == 0 ? 1 : 2);",
    "ar": "nplurals=6; plural=(n == 0 ? 0 : n == 1 ? 1 : n == 2 ? 2 : n % 100 >= 3 && n % 100 <= 10 ? 3 : n % 100 >= 11 && n % 100 <= 99 ? 4 : 5);",
}
OTHERS = [code for code, _name in settings.LANGUAGES if code != settings.LANGUAGE_CODE]


def header(rule: str) -> str:
    return f'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\nPlural-Forms: {rule}\\n"\n\n'


all_texts = cache(extract_template)


@pytest.fixture
def problems(tmp_path):
    def problems(entry: str, language: str = "it", rule: str = "") -> list[str]:
        path = tmp_path / "locale" / language / "LC_MESSAGES" / "django.po"
        path.parent.mkdir(parents=True)
        text = header(rule or RULES[language]) + entry
        path.write_text(text, encoding="utf-8")
        return list(check(path))

    return problems


@pytest.mark.parametrize(
    "entry",
    [
        'msgid "Pass"\nmsgstr "Passo"',
        'msgid "Pass"\nmsgstr ""',
        '#, python-format\nmsgid "%(seat)s bids %(bid)s"\nmsgstr "%(bid)s: %(seat)s"',
        'msgid "%(n)s trick"\nmsgid_plural "%(n)s tricks"\nmsgstr[0] "una presa"\nmsgstr[1] "%(n)s di prese"\nmsgstr[2] "%(n)s prese"',
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


def test_a_plural_rule_of_another_language_is_found(problems):
    found = problems("", rule="nplurals=2; plural=(n != 1);")
    assert "the plural rule of this language is nplurals=3" in found[0]


@pytest.mark.parametrize(
    ("text", "is_sound"),
    [
        ("12–23", False),
        ("النتيجة 52 : 40", False),
        ("−3", False),
        ("\u206612–23\u2069 و \u2066−3\u2069", True),
        ("\u206612–23\u2069 و 24–35", False),
        ("<bdi dir=ltr>52 : 40</bdi>", True),
        ("52 – يوم", True),
        ("4 و 5", True),
    ],
)
def test_what_right_to_left_text_would_turn_round_is_found(problems, text, is_sound):
    found = problems(f'msgid "x"\nmsgstr "{text}"', "ar")
    assert (found == []) == is_sound


def test_texts_are_found_in_python_and_in_templates():
    template = all_texts()
    assert ("games/names.py", 0) in template.get("Jack of hearts").locations
    assert template.get("Pass", context="call") is not None
    assert ("templates/games/rules.html", 0) in template.get("Left bower").locations
    assert template.get(("%(tricks)d spade", "%(tricks)d spades")).pluralizable
    # Mails are plain text; models and the moderators' desk have words too.
    found = {file for message in template for file, _line in message.locations}
    assert {
        "templates/accounts/reset_email.txt",
        "templates/accounts/reset_subject.txt",
        "leaderboards/models.py",
        "leaderboards/admin.py",
        "accounts/forms.py",
    } <= found


def test_notes_to_translators_are_kept():
    message = all_texts().get("Bid %(bid)s")
    assert "Translators:" in " ".join(message.auto_comments)


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
    missing = list(check_whole(path, all_texts()))
    assert not any("'North'" in problem for problem in missing)
    assert any("not translated: 'South'" in problem for problem in missing)
    # A plural text wants each of the six Arabic forms.
    one_form = renewed.replace(
        'msgid_plural "%(tricks)d spades"\nmsgstr[0] ""',
        'msgid_plural "%(tricks)d spades"\nmsgstr[0] "بستوني"',
    )
    assert one_form != renewed
    path.write_text(one_form, encoding="utf-8")
    assert any("%(tricks)d spade" in p for p in check_whole(path, all_texts()))


def test_a_text_that_a_catalogue_does_not_know_is_named(problems, tmp_path):
    problems('msgid "Pass"\nmsgstr "Passo"')
    path = tmp_path / "locale" / "it" / "LC_MESSAGES" / "django.po"
    assert any("lacks 'North'" in p for p in check_whole(path, all_texts()))


# --- The catalogues of this site ------------------------------------------------------------------


@pytest.mark.parametrize("language", OTHERS)
def test_every_text_is_translated_into_every_language_in_every_form(language):
    path = translations.LOCALE / language / "LC_MESSAGES" / "django.po"
    assert [*check(path), *check_whole(path, all_texts())] == []


@pytest.mark.parametrize(
    ("language", "forms"),
    [
        ("ar", {0: 0, 1: 1, 2: 2, 3: 3, 10: 3, 11: 4, 99: 4, 100: 5, 102: 5, 103: 3}),
        ("it", {0: 2, 1: 0, 2: 2, 11: 2, 100: 2, 1_000_000: 1, 1_000_001: 2}),
        ("es", {0: 2, 1: 0, 2: 2, 11: 2, 100: 2, 1_000_000: 1, 1_000_001: 2}),
        ("de", {0: 1, 1: 0, 2: 1, 11: 1, 100: 1, 1_000_000: 1}),
        ("fr", {0: 0, 1: 0, 2: 2, 11: 2, 100: 2, 1_000_000: 1, 1_000_001: 2}),
        ("pt", {0: 0, 1: 0, 2: 2, 11: 2, 100: 2, 1_000_000: 1, 1_000_001: 2}),
    ],
)
def test_a_number_gets_its_form_beside_djangos_own_catalogue(
    settings, tmp_path, language, forms
):
    """Django's catalogue of a language may count fewer forms than Unicode's rule, which is ours."""
    catalog = Catalog(locale=language)
    texts = tuple(f"form {i}" for i in range(catalog.num_plurals))
    catalog.add(("%(n)d trick", "%(n)d tricks"), string=texts)
    path = tmp_path / language / "LC_MESSAGES" / "django.mo"
    path.parent.mkdir(parents=True)
    with path.open("wb") as file:
        write_mo(file, catalog)
    settings.LOCALE_PATHS = [tmp_path]
    found = DjangoTranslation(language)
    got = {n: found.ngettext("%(n)d trick", "%(n)d tricks", n) for n in forms}
    assert got == {n: f"form {form}" for n, form in forms.items()}
    # Django's own plurals go on by Django's rule.
    years = {n: found.ngettext("%(num)d year", "%(num)d years", n) for n in (1, 3)}
    assert years[1] != years[3]
    assert "year" not in " ".join(years.values())


# --- Texts in Python and in scripts ---------------------------------------------------------------

#: The modules that have words for people. Others speak to who runs the site, or to nobody.
SPEAKING = {
    "admin",
    "findable",
    "coach",
    "forms",
    "glossary",
    "guide",
    "names",
    "presenters",
    "views",
    "report_views",
}
#: Names of headers, classes and kinds of things, what robots read, and cards.
NOT_READ = re.compile(
    r"User-agent: \*|Disallow: |Sitemap: |<script .*</script>|Article|Offer|Allow|Entry|Location|User|Vary|([A-Z][a-z]+-?){2,}|(?:[AKQJT9][SHCD] ?)+"
)


def spoken(source: str) -> list[str]:
    """Strings that look like words for people, and are not handed to gettext."""
    tree = ast.parse(source)
    passed: set[int] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            name = getattr(node.func, "id", getattr(node.func, "attr", ""))
            # What goes to a log or an exception of ours is for who runs the site.
            if name in KEYWORDS or name in {"warning", "exception"}:
                passed.update(map(id, ast.walk(node)))
        elif isinstance(node, ast.Raise):
            passed.update(map(id, ast.walk(node)))
        elif isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            passed.add(id(node.value))
    return [
        node.value
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant)
        and isinstance(node.value, str)
        and id(node) not in passed
        and re.search(r"[^\W\d_]{2} [^\W\d_]|^[A-Z][a-z]", node.value)
        and not NOT_READ.fullmatch(node.value)
    ]


def test_words_in_python_are_found():
    assert spoken('x = "Please wait"; _("Please wait")') == ["Please wait"]
    assert spoken('def f():\n    """Say it."""\n    return f"{n} games left"') == [
        " games left"
    ]
    assert spoken('x = "Hello"') == ["Hello"]
    assert spoken('x = {"Content-Type": "text/plain"}; y = "JS JC AS"') == []
    assert spoken('raise ValueError("no such card")') == []


def speaking_modules() -> list[Path]:
    apps = [ROOT / name for name in ("accounts", "bideuchre", "games", "leaderboards")]
    paths = [path for app in apps for path in app.glob("**/*.py")]
    return [p for p in paths if {p.stem, p.parent.name} & SPEAKING]


@pytest.mark.parametrize(
    "path", speaking_modules(), ids=lambda path: str(path.relative_to(ROOT))
)
def test_no_module_speaks_without_translation(path):
    assert spoken(path.read_text(encoding="utf-8")) == []


def test_no_script_and_no_stylesheet_holds_words():
    """They stand in attributes of the page, where they are translated."""
    for path in sorted((ROOT / "static" / "js").glob("*.js")):
        code = re.sub(r"//.*|/\*.*?\*/", "", path.read_text(), flags=re.DOTALL)
        assert not re.findall(r"""["'`][A-Z][a-z]+ [a-z]+[^"'`]*["'`]""", code)
    for path in sorted((ROOT / "static" / "css").glob("*.css")):
        for content in re.findall(r"content:\s*([^;}]*)", path.read_text()):
            for text in re.findall(r'"([^"]*)"', content):
                assert not re.search(r"[^\W\d_]", text)
