"""What every answer carries, and what becomes of requests that are no honest browser's."""

import pytest


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


def test_a_huge_body_is_refused_cleanly(settings):
    from django.test import Client

    strict = Client(enforce_csrf_checks=True, raise_request_exception=False)
    response = strict.post(
        "/no-such-page",
        {"action": "x" * 100_000},
        content_type="application/x-www-form-urlencoded",
    )
    assert 400 <= response.status_code < 500
