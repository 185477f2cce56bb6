"""Where things lie, from the smallest phone to a desktop."""

import pytest
from playwright.sync_api import expect

from tests.e2e.screen import DESKTOP, PHONE, live_cards, one_move, sign_in
from tests.games.builders import MOMENTS, after, game_at, store

PLACES = """slots => slots.map(slot => {
  const { x, y, width, height } = slot.getBoundingClientRect();
  return { x, y, width, height };
})"""

#: How far everything has jumped since the page opened, by the browser's own measure.
SHIFTS = """() => {
  window.shifted = 0;
  new PerformanceObserver(list => {
    for (const shift of list.getEntries()) shifted += shift.value;
  }).observe({ type: "layout-shift", buffered: true });
}"""


def places(page):
    return page.locator("#hand > li").evaluate_all(PLACES)


def rows(slots):
    """How many slots lie in each row."""
    heights = [slot["y"] for slot in slots]
    return [heights.count(y) for y in sorted(set(heights))]


@pytest.mark.parametrize("moment", MOMENTS)
def test_nothing_is_wider_than_the_screen(sit_down, moment):
    page = sit_down(moment)
    for width in [320, 360, 768, 1280]:
        page.set_viewport_size({"width": width, "height": 640})
        needed = page.evaluate("document.documentElement.scrollWidth")
        assert needed <= width


@pytest.mark.parametrize("moment", ["first call", "raised", "lead", "open trick"])
def test_a_phone_shows_all_cards_in_two_rows_of_six(sit_down, moment):
    page = sit_down(moment, viewport=PHONE)
    slots = places(page)
    assert rows(slots) == [6, 6]
    assert min(slot["width"] for slot in slots) >= 50
    assert min(slot["height"] for slot in slots) >= 70
    assert max(slot["y"] + slot["height"] for slot in slots) <= PHONE["height"]
    for control in page.locator("#turn, .bids button, .bids label").all():
        expect(control).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize("width", [700, 1280])
def test_a_wider_screen_shows_the_hand_in_one_row(sit_down, width):
    page = sit_down("lead", viewport={"width": width, "height": 800})
    slots = places(page)
    assert rows(slots) == [12]
    assert min(slot["width"] for slot in slots) >= 50
    assert max(slot["y"] + slot["height"] for slot in slots) <= 800


@pytest.mark.parametrize("viewport", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_places_in_the_hand_stay_where_they_are_while_a_hand_is_played(
    sit_down, viewport
):
    page = sit_down("lead", viewport=viewport)
    before = places(page)
    for played in range(1, 11):
        with one_move(page):
            live_cards(page).last.click()
        assert places(page) == before
        assert page.locator("#hand > li:empty").count() == played


@pytest.mark.parametrize("viewport", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_nothing_jumps_while_a_table_opens_and_a_card_is_played(sit_down, viewport):
    page = sit_down("lead", viewport=viewport)
    page.evaluate(SHIFTS)
    page.keyboard.press("h")
    with one_move(page):
        page.keyboard.press("Enter")
    assert page.evaluate("shifted") <= 0.02


@pytest.mark.parametrize(("width", "height"), [(320, 640), (360, 640), (390, 844)])
def test_of_a_long_auction_a_phone_shows_the_last_calls(
    open_page, live_server, player, width, height
):
    game = game_at("raised")
    for number in range(12):
        game = after(game, "pass" if number % 3 else f"{4 + number // 3}S")
    page = open_page(viewport={"width": width, "height": height})
    sign_in(page.context, player, live_server.url)
    page.goto(f"/games/{store(player, game).pk}/")
    for shown in [".calls li", "#hand li"]:
        expect(page.locator(shown).last).to_be_in_viewport(ratio=1)
    north, auction, south = (
        page.locator(place).bounding_box()
        for place in (".seat-N", "#auction", ".seat-S")
    )
    assert north["y"] + north["height"] <= auction["y"]
    assert auction["y"] + auction["height"] <= south["y"]
