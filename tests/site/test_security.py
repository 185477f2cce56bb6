"""What every answer carries, and what becomes of requests that are no honest browser's."""

from functools import partial
from urllib.parse import urlencode

import pytest
from django.test import Client

from games import models


def policy(response) -> dict[str, str]:
    directives = response["Content-Security-Policy"].split("; ")
    return dict(directive.split(" ", 1) for directive in directives)


def test_the_content_security_policy_allows_our_own_files_only(client):
    assert policy(client.get("/no-such-page")) == {
        "default-src": "'none'",
        "script-src": "'self'",
        "style-src": "'self'",
        "img-src": "'self' data:",
        "connect-src": "'self'",
        "font-src": "'self'",
        "manifest-src": "'self'",
        "form-action": "'self'",
        "base-uri": "'none'",
        "frame-ancestors": "'none'",
    }


@pytest.mark.django_db
def test_a_page_that_any_link_leads_to_hides_how_long_it_is(client):
    def lengths(ask):
        answers = [ask(headers={"Accept-Encoding": "gzip"}) for _ in range(10)]
        assert {answer["Content-Encoding"] for answer in answers} == {"gzip"}
        return {len(answer.content) for answer in answers}

    assert len(lengths(partial(client.get, "/rules/"))) > 1
    # Sent from a page of ours, or refused: a move pays nothing for it.
    assert len(lengths(partial(client.post, "/you/name", {"name": "?"}))) == 1


@pytest.mark.parametrize(
    ("header", "value"),
    [
        ("Referrer-Policy", "same-origin"),
        ("X-Content-Type-Options", "nosniff"),
        ("X-Frame-Options", "DENY"),
        ("Cross-Origin-Opener-Policy", "same-origin"),
    ],
)
def test_header(client, header, value):
    assert client.get("/no-such-page")[header] == value


def test_an_unknown_host_is_refused(client):
    assert (
        client.get("/healthz", headers={"host": "evil.example.org"}).status_code == 400
    )


@pytest.mark.parametrize(
    "fields", [{"action": "x" * 70_000}, dict.fromkeys(map(str, range(60)))]
)
@pytest.mark.parametrize("address", ["/games/", "/games/abcdefghijklmnop/act"])
@pytest.mark.django_db
def test_a_body_larger_than_any_form_is_refused(client, fields, address):
    response = client.post(
        address, urlencode(fields), content_type="application/x-www-form-urlencoded"
    )
    assert response.status_code == 400
    assert b"Traceback" not in response.content
    assert not models.Player.objects.exists()


FORM = "application/x-www-form-urlencoded"
PARTS = "multipart/form-data"
#: How a body may be called, and what the honest part of it would be.
ODD_BODIES = [
    *(
        (f"{kind}; charset={charset}", b"a=1")
        for kind in (FORM, f"{PARTS}; boundary=x", "text/plain")
        for charset in ("utf8", "ISO-8859-1", "utf-7", "utf-16", "hex", "nonsense")
    ),
    (PARTS, b"a=1"),
    (f"{PARTS}; boundary=x", b"--x"),
    (f"{PARTS}; boundary=\xe9", b"a=1"),
    (FORM, b"a=" + b"x" * 70_000),
    (FORM, urlencode(dict.fromkeys(map(str, range(60)))).encode()),
    (FORM, b"%ff=%ff&\x00=\xff"),
]


@pytest.mark.django_db
@pytest.mark.parametrize(("content_type", "body"), ODD_BODIES)
@pytest.mark.parametrize(
    "address",
    ["/games/", "/you/log-in/", "/settings/", "/desk/login/", "/no-such-page"],
)
def test_no_body_breaks_the_site(address, content_type, body):
    """As strict as in earnest, where a form is looked at before the page is: and again by the page of the error."""
    browser = Client(enforce_csrf_checks=True, raise_request_exception=False)
    origin = {"origin": "http://testserver", "sec-fetch-site": "same-origin"}
    response = browser.generic("POST", address, body, content_type, headers=origin)
    assert response.status_code < 500
    assert response.content or response.status_code in {302, 303}
    assert response["X-Content-Type-Options"] == "nosniff"
    assert "Content-Security-Policy" in response


@pytest.mark.django_db
@pytest.mark.parametrize("charset", ["utf-7", "hex", "utf-16"])
def test_an_address_is_utf_8_too(client, charset):
    content_type = f"text/plain; charset={charset}"
    response = client.generic("GET", "/daily/?month=2026-10", "", content_type)
    assert response.status_code == 200
