"""What no template may hold, and what a misspelling would silently switch off."""

import re
from pathlib import Path

import pytest
from django.conf import settings
from django.contrib.staticfiles import finders

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
def test_every_form_posts_with_a_token_and_works_without_htmx(name):
    for form in re.findall(r"<form.*?</form>", TEMPLATES[name], flags=re.DOTALL):
        assert 'method="post"' in form
        assert "{% csrf_token %}" in form
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
