"""What no template may hold, and what a misspelling would silently switch off."""

import re
from html.parser import HTMLParser
from pathlib import Path

import pytest
from django.conf import settings
from django.contrib.staticfiles import finders
from django.template.base import Lexer, TokenType

FOLDER = settings.BASE_DIR / "templates"
TEMPLATES = {
    str(path.relative_to(FOLDER)): path.read_text() for path in FOLDER.rglob("*.html")
}
every_template = pytest.mark.parametrize("name", sorted(TEMPLATES))

# The attributes of htmx 2 (its reference, "attributes"); any other hx- name does nothing, and says nothing.
HTMX_ATTRIBUTES = {
    "hx-boost",
    "hx-confirm",
    "hx-delete",
    "hx-disable",
    "hx-disabled-elt",
    "hx-disinherit",
    "hx-encoding",
    "hx-ext",
    "hx-get",
    "hx-headers",
    "hx-history",
    "hx-history-elt",
    "hx-include",
    "hx-indicator",
    "hx-inherit",
    "hx-on",
    "hx-params",
    "hx-patch",
    "hx-post",
    "hx-preserve",
    "hx-prompt",
    "hx-push-url",
    "hx-put",
    "hx-replace-url",
    "hx-request",
    "hx-select",
    "hx-select-oob",
    "hx-swap",
    "hx-swap-oob",
    "hx-sync",
    "hx-target",
    "hx-trigger",
    "hx-validate",
    "hx-vals",
    "hx-vars",
}


def attributes(source):
    """The names of all attributes, in markup that has template tags inside and around them."""
    bare = re.sub(r"{#.*?#}|{%.*?%}|{{.*?}}", "", source, flags=re.DOTALL)
    for tag in re.findall(r"<[a-zA-Z](?:\"[^\"]*\"|'[^']*'|[^'\">])*>", bare):
        values_gone = re.sub(r"\"[^\"]*\"|'[^']*'", "", tag)
        yield from re.findall(r"\s([^\s=>/]+)", values_gone)


def test_attributes_are_found_among_template_tags():
    source = """<b {% if a > b %}hx-post="{{ x }}"{% endif %} onclick='a > "b"' hidden>{# <i hx-no> #}"""
    assert list(attributes(source)) == ["hx-post", "onclick", "hidden"]


def test_all_templates_are_looked_at():
    assert len(TEMPLATES) > 15
    assert "games/partials/_table.html" in TEMPLATES


@every_template
def test_every_htmx_attribute_is_one(name):
    used = {word for word in attributes(TEMPLATES[name]) if word.startswith("hx-")}
    assert used <= HTMX_ATTRIBUTES


def test_htmx_attributes_are_used_at_all():
    used = {word for source in TEMPLATES.values() for word in attributes(source)}
    assert {"hx-post", "hx-target", "hx-swap", "hx-sync"} <= used


def test_every_attribute_in_the_list_is_known_to_the_file_that_is_served():
    script = finders.find("vendor/htmx-2.0.11/htmx.min.js")
    assert script
    served = Path(script).read_text()
    missing = {name for name in HTMX_ATTRIBUTES if name not in served}
    # htmx puts the names of its verbs together from "hx-" and the verb.
    verbs = {"hx-get", "hx-post", "hx-put", "hx-patch", "hx-delete"}
    assert missing <= verbs


@every_template
def test_nothing_that_the_content_security_policy_forbids(name):
    source = TEMPLATES[name]
    names = set(attributes(source))
    assert "style" not in names
    assert not {word for word in names if word.lower().startswith("on")}
    assert "hx-on" not in " ".join(names)
    assert not re.search(r"<style|javascript:", source, re.IGNORECASE)
    for script in re.findall(r"<script[^>]*>", source):
        assert "src=" in script
    # Nothing from anybody else.
    assert not re.search(r"(?:src|href)=.(?:https?:)?//", source)


@every_template
def test_every_form_posts_and_works_without_htmx(name):
    for form in re.findall(r"<form.*?</form>", TEMPLATES[name], flags=re.DOTALL):
        assert 'method="post"' in form
        assert "csrf" not in form
        assert "action=" in form.partition(">")[0]


@every_template
def test_every_static_file_is_there(name):
    for path in re.findall(r"{% static '([^']+)'", TEMPLATES[name]):
        assert finders.find(path)


@every_template
def test_nothing_is_marked_safe_by_hand(name):
    assert not re.search(r"\|\s*safe|autoescape", TEMPLATES[name])


@every_template
def test_every_included_template_is_there(name):
    for other in re.findall(r"{% (?:include|extends) \"([^\"]+)\"", TEMPLATES[name]):
        assert other in TEMPLATES


# --- Texts ---------------------------------------------------------------------------------------

ALL_TEXTS = {
    str(path.relative_to(FOLDER)): path.read_text()
    for path in FOLDER.rglob("*")
    if path.is_file()
}
#: Attributes that somebody reads or hears, and the meta elements whose content is such a text.
READ = {
    "abbr",
    "alt",
    "aria-description",
    "aria-label",
    "aria-placeholder",
    "aria-roledescription",
    "aria-valuetext",
    "label",
    "placeholder",
    "summary",
    "title",
}
READ_META = re.compile(
    r"(description|author|application-name|.*:(title|description|site_name|image:alt))"
)
#: What is the same in every language: the names of keys, and what a computer reads.
SAME_EVERYWHERE = {"code", "kbd", "pre", "script", "style"}
#: Blocks that stand in an attribute: a class, and the code of a card.
IN_ATTRIBUTES = {"body_class", "card"}


def without_tags(source):
    """A template without its tags and what they put in: translated texts and variables are gone."""
    kept, inside = [], ""
    for token in Lexer(source).tokenize():
        if token.token_type is TokenType.BLOCK:
            word, *names = token.contents.split()
            is_shown = word != "block" or names[0] not in IN_ATTRIBUTES
            if word in {"comment", "blocktranslate", "blocktrans"} or not is_shown:
                inside = word
            elif word == f"end{inside}":
                inside = ""
        elif token.token_type is TokenType.TEXT and not inside:
            kept.append(token.contents)
    return "".join(kept)


class Literals(HTMLParser):
    """Collects what a person would read, and what was not translated, in markup."""

    def __init__(self):
        super().__init__()
        self.found = []
        self.inside = []

    def handle_starttag(self, tag, attrs):
        self.handle_startendtag(tag, attrs)
        self.inside.append(tag)

    def handle_endtag(self, tag):
        while tag in self.inside and self.inside.pop() != tag:
            pass

    def handle_startendtag(self, tag, attrs):
        values = {name: value or "" for name, value in attrs}
        named = values.get("name", "") or values.get("property", "")
        for name, value in values.items():
            is_button = tag == "input" and values.get("type") in {"submit", "button"}
            if (
                name in READ
                or (name == "value" and is_button)
                or (name == "content" and READ_META.fullmatch(named))
                # A script shows or says what it finds in such an attribute.
                or (name.startswith("data-") and re.search(r"\w \w", value))
            ):
                self.note(value)

    def handle_data(self, data):
        if not SAME_EVERYWHERE & set(self.inside):
            self.note(data)

    def note(self, text):
        if re.search(r"[^\W\d_]", text):
            self.found.append(text.strip())


def literals(source):
    parser = Literals()
    parser.feed(without_tags(source))
    parser.close()
    return parser.found


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ("<p>Hello</p>", ["Hello"]),
        ("<p>{% translate 'Hello' %}, {{ name }}!</p>", []),
        (
            "<p>{% blocktranslate %}Hello <b>you</b>{% endblocktranslate %} there</p>",
            ["there"],
        ),
        ("{# Hello #}{% comment %}Hello{% endcomment %}<!-- Hello -->", []),
        ("<a title='Hello' class='hello' href='/hello'>3 : 4 – ?</a>", ["Hello"]),
        ("<a aria-label=\"{% translate 'Hello' %}\">{{ x }}</a>", []),
        ("<img alt='{% if x %}Hello{% endif %}'>", ["Hello"]),
        ("<input type=submit value='Hello'><input value='hello'>", ["Hello"]),
        (
            "<meta name=description content='Hello'><meta name=robots content=noindex>",
            ["Hello"],
        ),
        ("<meta property='og:title' content='Hello'>", ["Hello"]),
        ("<kbd>Shift</kbd><code>sha256sum</code><br>Hello", ["Hello"]),
        ("<p data-done='Hello there' data-key='hello'></p>", ["Hello there"]),
        ("{% if x == 'Hello' %}{{ x|date:'Y' }}{% endif %}", []),
        ("<p>ciao<svg><path d='M0'/></svg></p>مرحبا", ["ciao", "مرحبا"]),
    ],
)
def test_texts_that_are_not_translated_are_found(source, found):
    assert literals(source) == found


@pytest.mark.parametrize("name", sorted(ALL_TEXTS))
def test_every_text_is_translated(name):
    assert literals(ALL_TEXTS[name]) == []


@pytest.mark.parametrize("name", sorted(ALL_TEXTS))
def test_no_text_is_handed_on_or_put_together_in_a_tag(name):
    for token in Lexer(ALL_TEXTS[name]).tokenize():
        if token.token_type not in {TokenType.VAR, TokenType.BLOCK}:
            continue
        if token.contents.startswith(("translate ", "blocktranslate")):
            continue
        assert not re.search(
            r"\|\s*(pluralize|yesno|default(_if_none)?:\s*[\"'][^\"']*[^\W\d_])",
            token.contents,
        )
        # Words for people have a space or begin with a capital.
        if token.contents.startswith(("include ", "with ", "firstof ")):
            for text in re.findall(r"=\s*[\"']([^\"']*)[\"']", token.contents):
                assert not re.search(r"^[A-Z]|\s", text)
