"""What every answer carries, and what becomes of requests that are no honest browser's."""

from urllib.parse import urlencode

import pytest

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
