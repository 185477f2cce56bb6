"""No violation that axe can find, in any state, width and colour scheme."""

from importlib import resources

import pytest
from playwright.sync_api import expect

from tests.e2e.screen import DESKTOP, PHONE, live_cards

AXE = (resources.files("axe_playwright_python") / "axe.min.js").read_text()
#: The last must be named, or the size of targets is not looked at.
TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]

SIZES = {"phone": PHONE, "desktop": DESKTOP}
SCHEMES = ["light", "dark"]


def assert_accessible(page, part="html"):
    """The page, or a part of it, in every size and colour scheme."""
    # Run from outside the page, which lets in no script but its own.
    page.evaluate(AXE)
    options = {"runOnly": TAGS, "resultTypes": ["violations"]}
    for size, viewport in SIZES.items():
        page.set_viewport_size(viewport)
        for scheme in SCHEMES:
            page.emulate_media(color_scheme=scheme)
            found = page.evaluate(
                "([part, options]) => axe.run(part, options)", [part, options]
            )
            assert found["passes"]
            assert readable(found["violations"]) == [], f"{size}, {scheme}"


def readable(violations):
    return [
        f"{violation['id']}: {node['target']} {node['failureSummary']}"
        for violation in violations
        for node in violation["nodes"]
    ]


@pytest.mark.parametrize("address", ["/", "/rules/", "/nowhere/", "/games/gone/"])
def test_a_page(open_page, address):
    page = open_page(reduced_motion="reduce")
    page.goto(address)
    assert_accessible(page)


@pytest.mark.parametrize(
    "moment",
    [
        "first call",
        "raised",
        "discard",
        "give",
        "lead",
        "open trick",
        "opponent alone",
        "made",
        "won",
    ],
)
def test_a_table(sit_down, moment):
    assert_accessible(sit_down(moment))


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
    expect(page.locator("h1")).to_have_text("Your session is gone")


def chosen_bid(page):
    page.locator("#t7").check()
    page.locator("#dH").check()


def chosen_cards(page):
    for place in range(3):
        page.locator("#hand .pick").nth(place).click()


@pytest.mark.parametrize(
    ("moment", "happen"),
    [
        ("open trick", refused_card),
        ("open trick", move_not_sent),
        ("open trick", session_gone),
        ("first call", chosen_bid),
        ("discard", chosen_cards),
    ],
    ids=lambda value: getattr(value, "__name__", ""),
)
def test_a_table_where_something_has_happened(sit_down, moment, happen):
    page = sit_down(moment)
    happen(page)
    assert_accessible(page)


@pytest.mark.parametrize(
    ("button", "panel"),
    [("Keys and help", "#help"), ("Last trick", "#last")],
)
def test_a_panel(sit_down, button, panel):
    page = sit_down("late")
    page.get_by_role("button", name=button).click()
    expect(page.locator(panel)).to_be_visible()
    # Alone: axe takes what a panel covers for what lies on it.
    assert_accessible(page, panel)
