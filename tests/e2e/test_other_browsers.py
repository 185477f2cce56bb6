"""What other browsers do otherwise, or not yet, as far as Chromium can be made to do it too."""

import re

import pytest
from playwright.sync_api import expect

from games.preferences import Preferences
from games.services import save_preferences
from tests.e2e.screen import PHONE, is_focused, live_cards, one_move


def test_what_was_sent_stays_lifted_where_a_press_gives_a_button_no_focus(sit_down):
    """As in Safari on a Mac or an iPhone."""
    page = sit_down("lead", reduced_motion="no-preference")
    page.evaluate("addEventListener('mousedown', event => event.preventDefault())")
    waiting = []

    def keep(route):
        waiting.append(route)

    page.route("**/act", keep)
    card = live_cards(page).first
    with page.expect_request("**/act"):
        card.click()
    assert is_focused(page, "#hand .card.live")
    page.mouse.move(0, 0)
    expect(card).to_have_css("translate", "0px -10px")
    with one_move(page):
        waiting.pop().continue_()


def test_sounds_are_woken_by_what_every_browser_takes_for_a_press(sit_down, player):
    """A finger that has only been laid on the screen is none yet, and in Safari never becomes one."""
    save_preferences(player=player, preferences=Preferences(sound=True, tips=False))
    page = sit_down("lead", viewport=PHONE, has_touch=True)
    # From the start: whatever is evaluated later counts as a press.
    page.add_init_script(
        """
        window.presses = [];
        window.AudioContext = class extends AudioContext {
          constructor() { super(); presses.push(navigator.userActivation.isActive); }
        };
        """
    )
    page.reload()
    page.touchscreen.tap(PHONE["width"] / 2, 250)
    assert page.evaluate("presses") == [True]


@pytest.fixture
def without_popovers(sit_down):
    """A table in a browser that knows none, as Safari 16."""

    def without_popovers(moment, **options):
        page = sit_down(moment, **options)
        page.add_init_script(
            "for (const name of ['popover', 'showPopover', 'hidePopover', 'togglePopover'])"
            " delete HTMLElement.prototype[name];"
        )

        def strip(route):
            answer = route.fetch()
            body = re.sub(r" popover(?=[ >])", "", answer.text())
            body = body.replace("selector(:popover-open)", "selector(:not-yet)")
            route.fulfill(response=answer, body=body)

        for kind in ("**/games/*/", "**/games/*/act", "**/*.css"):
            page.route(kind, strip)
        page.reload()
        return page

    return without_popovers


def test_without_popovers_all_that_they_hold_lies_below_the_table(without_popovers):
    page = without_popovers("late", viewport=PHONE)
    hand = page.locator("#hand").bounding_box()
    for panel in ("#auction", "#last", "#log", "#help"):
        place = page.locator(panel).bounding_box()
        assert place["y"] >= hand["y"] + hand["height"], panel
        assert place["x"] + place["width"] <= PHONE["width"], panel
    expect(page.locator("[popovertarget]:visible")).to_have_count(0)
    expect(page.locator("#hand")).to_be_in_viewport(ratio=1)
    with one_move(page):
        live_cards(page).first.click()
    page.keyboard.press("b")
    assert is_focused(page, "#auction")
    page.keyboard.press("?")
    assert is_focused(page, "#help")


#: A rule of a stylesheet that asks what something holds, and the question whether that can be asked.
WITH_HAS = re.compile(r"^[^\n{}@]*:has\([^{}]*\{[^{}]*\}", re.MULTILINE)


def test_where_the_sheet_cannot_tell_what_is_chosen_the_choice_itself_does(sit_down):
    """As in Firefox 115, which old machines keep."""
    page = sit_down("raised", color_scheme="dark")

    def strip(route):
        answer = route.fetch()
        body = answer.text().replace("selector(:has(*))", "selector(:not-yet)")
        route.fulfill(response=answer, body=WITH_HAS.sub("", body))

    page.route("**/*.css", strip)
    page.reload()
    number, trump = page.locator("#t5"), page.locator("#dH")
    for chosen in (number, trump):
        chosen.check()
        expect(chosen).to_have_css("opacity", "1")
    button = page.locator(".bids .go")
    assert button.inner_text() == "Choose a bid"
    # Dark suits on the white of a call, though it is night.
    expect(page.locator(".seat .call .s").first).to_have_css("--sign-black", "#20282a")
    with one_move(page):
        button.click()
    assert "You: 5 hearts" in page.locator("#table").get_attribute("data-announce")
