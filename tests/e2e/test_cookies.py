"""What a browser holds after everything that can be read and a whole game: the one cookie of the page on privacy."""

import re

import pytest
from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import expect

from bideuchre.findable import PAGES
from games.bots.rule import RuleBot
from leaderboards import dates, services
from tests.e2e.screen import DESKTOP
from tests.e2e.test_daily import begin, play_to_the_end

pytestmark = pytest.mark.django_db(transaction=True)

FORMS = ["you", "sign_up", "log_in", "recover", "password_reset", "settings", "privacy"]


@pytest.fixture(autouse=True)
def calm_bots(seat_bot):
    """Not here: a game played by those who always pass has no end."""
    seat_bot(RuleBot())


def kept_by(page):
    # htmx notes for the life of a tab where it is, and Django's desk its colours: neither tells the site anything.
    stored = page.evaluate(
        "() => [...Object.keys(localStorage), ...Object.keys(sessionStorage)]"
    )
    assert set(stored) <= {"htmx-current-path-for-history", "theme"}
    return {cookie["name"] for cookie in page.context.cookies()}


def read_everything(page):
    day = dates.oldest_open(timezone.now()) - dates.DAY
    services.ensure_daily(day)
    addresses = {found.address for found in PAGES} | {reverse(name) for name in FORMS}
    addresses |= {f"/daily/{day}/", f"/daily/{day}/board/", f"/fairness/{day}/"}
    addresses |= {"/boards/points/30/", "/desk/login/", "/no-such-page", "/ar/"}
    for address in addresses:
        page.goto(address)


def test_the_browser_holds_the_one_cookie_that_the_page_on_privacy_names(open_page):
    page = open_page(
        viewport=DESKTOP, reduced_motion="reduce", timezone_id="Asia/Tokyo"
    )
    read_everything(page)
    assert kept_by(page) == set()
    page.goto("/privacy/")
    text = page.locator("main").inner_text()
    named = set(re.findall(r"called “(\w+)”", text))
    begin(page)
    play_to_the_end(page)
    page.goto("/settings/")
    page.locator("label", has_text="Four colours").click()
    expect(page.get_by_role("status")).to_have_text("Saved.")
    read_everything(page)
    assert kept_by(page) == named == {"sessionid"}
