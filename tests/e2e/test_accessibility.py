"""No violation that axe can find, in any state, language, size and colour scheme.

A state is loaded once in a language and looked at in each size and scheme: English and Arabic in all of them, the other
languages in two. The quick suite has the commonest pages and moments in English on a light phone; the slow one has everything.
"""

from importlib import resources
from itertools import product
from urllib.parse import urlsplit

import pytest
from django.conf import settings
from django.utils import timezone
from playwright.sync_api import expect

from games import models, services
from games.bots.rule import RuleBot
from games.preferences import Deck, Preferences, Theme
from leaderboards import dates
from leaderboards import services as daily
from tests.e2e.screen import DESKTOP, PHONE, live_cards, sign_in
from tests.games.builders import MOMENTS
from tests.leaderboards.conftest import play_daily

AXE = (resources.files("axe_playwright_python") / "axe.min.js").read_text()
#: The last must be named, or the size of targets is not looked at.
TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]

SIZES = {"phone": PHONE, "desktop": DESKTOP}
SCHEMES = ["light", "dark"]
EVERY_VIEW = list(product(SIZES, SCHEMES))
TWO_VIEWS = [("phone", "light"), ("desktop", "dark")]

ONE_VIEW = [("phone", "light")]


def everywhere(test):
    """By what stands before an address in a language."""
    codes = [code for code, _name in settings.LANGUAGES]
    prefixes = ["" if code == settings.LANGUAGE_CODE else f"/{code}" for code in codes]
    return pytest.mark.slow(
        pytest.mark.parametrize("prefix", prefixes, ids=codes)(test)
    )


def assert_accessible(page, part="html", views=None):
    """The page, or a part of it, in these views: if none are named in all, or in two where it is neither English nor Arabic."""
    if views is None:
        code = page.locator("html").get_attribute("lang")
        views = EVERY_VIEW if code in {"en", "ar"} else TWO_VIEWS
    # Run from outside the page, which lets in no script but its own.
    page.evaluate(AXE)
    options = {"runOnly": TAGS, "resultTypes": ["violations"]}
    for size, scheme in views:
        page.set_viewport_size(SIZES[size])
        page.emulate_media(color_scheme=scheme)
        found = page.evaluate(
            "([part, options]) => axe.run(part, options)", [part, options]
        )
        assert found["passes"]
        where = f"{page.url}, {size}, {scheme}"
        assert readable(found["violations"]) == [], where


def readable(violations):
    return [
        f"{violation['id']}: {node['target']} {node['failureSummary']}"
        for violation in violations
        for node in violation["nodes"]
    ]


@pytest.fixture
def table_in(sit_down):
    """A table at a moment, in the language with this prefix."""

    def table_in(prefix, moment):
        page = sit_down(moment)
        if prefix:
            page.goto(prefix + urlsplit(page.url).path)
        return page

    return table_in


PAGES = [
    "/",
    "/how-to-play/",
    "/rules/",
    "/glossary/",
    "/strategy/",
    "/settings/",
    "/daily/",
    "/boards/wins/all/",
    "/fairness/",
    "/privacy/",
    "/accessibility/",
    "/you/",
    "/you/sign-up/",
    "/you/log-in/",
    "/you/recover/",
    "/you/reset/",
    "/nowhere/",
    "/games/gone/",
]


def test_the_first_pages_on_a_phone(open_page, transactional_db):
    page = open_page(reduced_motion="reduce", timezone_id="UTC")
    for address in ["/", "/daily/", "/settings/", "/you/"]:
        page.goto(address)
        assert_accessible(page, views=ONE_VIEW)


@everywhere
def test_pages_at_a_first_visit(open_page, transactional_db, prefix):
    page = open_page(reduced_motion="reduce", timezone_id="UTC")
    for address in PAGES:
        page.goto(prefix + address)
        assert_accessible(page)


@everywhere
def test_pages_of_somebody_who_has_played(
    open_page, live_server, player, seat_bot, prefix
):
    # A game of those who always pass has no end.
    seat_bot(RuleBot())
    now = timezone.now()
    today = dates.own_date(now, dates.zone("UTC"))
    own, other = (
        daily.ensure_profile(someone)
        for someone in (player, models.Player.objects.create())
    )
    over = dates.oldest_open(now) - dates.DAY
    daily.ensure_daily(over)
    for profile in (other, own):
        result = play_daily(profile, today, now)
    page = open_page(reduced_motion="reduce", timezone_id="UTC")
    sign_in(page.context, player, live_server.url)
    for address in [
        "/daily/",
        f"/daily/{over}/",
        f"/daily/games/{result.attempt_id}/",
        f"/daily/games/{result.attempt_id}/result/",
        f"/daily/{today}/board/",
        "/boards/wins/7/",
        f"/players/{own.tag.lower()}/",
        f"/players/{other.tag.lower()}/report/",
        f"/fairness/{today}/",
        f"/fairness/{over}/",
        "/you/",
    ]:
        page.goto(prefix + address)
        assert_accessible(page)


@pytest.mark.parametrize("moment", ["first call", "discard", "open trick", "made"])
def test_a_table_on_a_phone(sit_down, moment):
    assert_accessible(sit_down(moment), views=ONE_VIEW)


@everywhere
@pytest.mark.parametrize("moment", MOMENTS)
def test_a_table(table_in, moment, prefix):
    assert_accessible(table_in(prefix, moment))


def refused_card(page):
    page.locator("#hand .card.blocked").first.click(force=True)
    expect(page.locator(".note")).to_be_visible()


def move_not_sent(page):
    page.route("**/act", lambda route: route.abort())
    live_cards(page).first.click()
    expect(page.get_by_role("alert")).to_be_visible()


def session_gone(page):
    page.context.clear_cookies()
    live_cards(page).first.click()
    expect(page.locator("#gone-title")).to_be_visible()


def chosen_bid(page):
    page.locator("#t7").check()
    page.locator("#dH").check()


def chosen_cards(page):
    for place in range(3):
        page.locator("#hand .pick").nth(place).click()


def open_languages(page):
    page.locator(".languages button").click()
    expect(page.locator("#languages")).to_be_visible()


@everywhere
@pytest.mark.parametrize(
    ("moment", "happen"),
    [
        ("open trick", refused_card),
        ("open trick", move_not_sent),
        ("open trick", session_gone),
        ("open trick", open_languages),
        ("first call", chosen_bid),
        ("discard", chosen_cards),
    ],
    ids=lambda value: getattr(value, "__name__", ""),
)
def test_a_table_where_something_has_happened(table_in, moment, happen, prefix):
    page = table_in(prefix, moment)
    happen(page)
    assert_accessible(page)


def test_a_refused_card_on_a_phone(sit_down):
    page = sit_down("open trick")
    refused_card(page)
    assert_accessible(page, views=ONE_VIEW)


@everywhere
@pytest.mark.parametrize("panel", ["help", "last", "log", "auction"])
def test_a_panel(table_in, panel, prefix):
    page = table_in(prefix, "late")
    page.evaluate("panel => document.getElementById(panel).showPopover()", panel)
    expect(page.locator(f"#{panel}")).to_be_visible()
    # Alone: axe takes what a panel covers for what lies on it.
    assert_accessible(page, f"#{panel}")


@pytest.mark.slow
@pytest.mark.parametrize("theme", [Theme.LIGHT, Theme.DARK])
@pytest.mark.parametrize("deck", [Deck.FOUR, Deck.CONTRAST])
def test_a_chosen_theme_whatever_the_system_has(sit_down, player, theme, deck):
    services.save_preferences(
        player=player, preferences=Preferences(theme=theme, deck=deck, tips=False)
    )
    page = sit_down("open trick")
    expect(page.locator("html")).to_have_attribute("data-theme", theme)
    assert_accessible(page, views=TWO_VIEWS)
    page.goto("/")
    assert_accessible(page, views=TWO_VIEWS)
