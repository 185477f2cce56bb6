"""Every address of the site says which methods it takes, and answers any other with a page that says what to do."""

import pytest
from django.conf import settings
from django.test import Client
from django.urls import URLPattern, get_resolver
from django.urls.resolvers import LocalePrefixPattern
from django.utils.translation import override

ARGUMENTS = {
    "game_id": "nosuchgame",
    "day": "2026-11-29",
    "slug": "won",
    "window": "all",
    "tag": "abcdef",
    "uidb64": "MQ",
    "token": "set-password",
    "app_label": "leaderboards",
    "object_id": "1",
    "content_type_id": "1",
    "url": "no-such-page",
    "path": "1/",
}
METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE")


def addresses(patterns, prefix=""):
    """Every address that the site resolves, with something in the place of each argument."""
    for pattern in patterns:
        if isinstance(pattern.pattern, LocalePrefixPattern):
            yield from addresses(pattern.url_patterns, prefix)
        elif isinstance(pattern, URLPattern):
            yield prefix + written(pattern.pattern), pattern
        else:
            yield from addresses(
                pattern.url_patterns, prefix + written(pattern.pattern)
            )


def written(pattern):
    text = str(pattern).removeprefix("^").removesuffix("$")
    for name in pattern.regex.groupindex:
        start = text.index("(?P<") if "(?P<" in text else text.index("<")
        text = text[:start] + ARGUMENTS[name] + text[text.index(">", start) + 1 :]
        # What is left of a regular expression: one of several words.
        if "(?P<" in str(pattern):
            text = text[:start] + "games" + text[text.index(")", start) + 1 :]
    return text


ADDRESSES = dict(addresses(get_resolver().url_patterns))


def allowed(pattern):
    return getattr(pattern.callback, "methods", ("GET", "HEAD", "POST"))


def test_all_of_the_site_is_looked_at():
    assert len(ADDRESSES) > 60
    assert {
        "healthz",
        "sitemap.xml",
        "you/",
        "games/",
        "desk/login/",
    } <= ADDRESSES.keys()


@pytest.mark.parametrize("address", ADDRESSES)
def test_a_wrong_method_is_told(db, address):
    """By a browser without a token too: a 403 would say something that does not matter."""
    browser = Client(enforce_csrf_checks=True)
    methods = allowed(ADDRESSES[address])
    for method in set(METHODS) - set(methods):
        response = browser.generic(method, f"/{address}")
        assert response.status_code == 405, method
        assert response["Allow"] == ", ".join(methods)
        if method != "HEAD":
            assert b"This address cannot be used that way" in response.content


@pytest.mark.parametrize("address", ADDRESSES)
def test_what_it_takes_can_be_asked(db, client, address):
    response = client.options(f"/{address}")
    assert response.status_code == 204
    methods = allowed(ADDRESSES[address])
    assert response["Allow"] == ", ".join(methods)
    assert not response.content


@pytest.mark.parametrize(
    "address",
    [
        address
        for address, pattern in ADDRESSES.items()
        if allowed(pattern) == ("GET", "HEAD")
    ],
)
def test_only_the_head_of_a_page_can_be_asked(db, client, address):
    page, head = client.get(f"/{address}"), client.head(f"/{address}")
    assert head.status_code == page.status_code
    assert head.content == b""


@pytest.mark.parametrize("language", [code for code, _ in settings.LANGUAGES[1:]])
@pytest.mark.parametrize("address", ["", "daily/", "you/", "games/", "privacy/"])
def test_it_is_told_in_the_language_of_the_page(db, client, language, address):
    with override(language):
        response = client.delete(f"/{language}/{address}")
    assert response.status_code == 405
    assert f'lang="{language}"' in response.content.decode()


def test_an_unknown_address_is_not_found_by_any_method(db, client):
    for method in METHODS:
        assert client.generic(method, "/no-such-page").status_code == 404
