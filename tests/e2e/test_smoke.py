"""The browser, the site and the test's own database meet."""

from django.contrib.sessions.models import Session


def test_the_browser_reaches_the_site(page):
    response = page.goto("/healthz")
    assert response is not None
    assert response.json() == {"status": "ok"}
    # The test itself can read what the site wrote.
    assert not Session.objects.exists()


def test_the_vendored_htmx_is_served(page):
    response = page.goto("/static/vendor/htmx-2.0.11/htmx.min.js")
    assert response is not None
    assert response.status == 200
