"""One press is one move: two tabs, double clicks, double taps, held keys and late answers."""

from playwright.sync_api import expect

from games import models
from tests.e2e.screen import PHONE, is_focused, live_cards, one_move, version

#: What a browser makes of a tap: at a place, so many milliseconds after the page opened.
TAP = """(element, [x, y, time]) => {
  const tap = new PointerEvent("click", {
    pointerType: "touch", detail: 1, clientX: x, clientY: y, bubbles: true, cancelable: true,
  });
  Object.defineProperty(tap, "timeStamp", { value: time });
  element.dispatchEvent(tap);
}"""


def stored_version():
    return models.Game.objects.get().version


def moves_sent(page):
    """The moves that the page sends from now on."""
    moves = []
    page.on("request", lambda r: moves.append(r) if r.method == "POST" else None)
    return moves


def middle(card):
    box = card.bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


# -- two tabs ---------------------------------------------------------------------------------------


def test_a_press_in_a_tab_that_is_behind_shows_how_the_table_stands(sit_down):
    behind = sit_down("lead")
    ahead = behind.context.new_page()
    ahead.goto(behind.url)
    with one_move(ahead):
        live_cards(ahead).first.click()
    with one_move(behind):
        live_cards(behind).last.click()
    expect(behind.locator(".note")).to_have_text(
        "The table had already moved on. This is how it stands now."
    )
    expect(behind.locator("#live")).to_contain_text("already moved on")
    assert is_focused(behind, "#hand .card.live")
    assert stored_version() == version(ahead) == 8
    with one_move(behind):
        live_cards(behind).first.click()
    assert stored_version() == 9


def test_an_answer_that_comes_late_does_not_turn_the_table_back(sit_down):
    page = sit_down("lead")
    with page.expect_response("**/act") as answer, one_move(page):
        live_cards(page).first.click()
    early = answer.value.text()
    with one_move(page):
        live_cards(page).first.click()
    page.route(
        "**/act", lambda route: route.fulfill(headers={"X-Table": "1"}, body=early)
    )
    with page.expect_response("**/act"):
        live_cards(page).first.click()
    expect(page.locator(".htmx-request")).to_have_count(0)
    assert version(page) == 9
    page.unroute("**/act")
    with one_move(page):
        live_cards(page).first.click()


# -- mouse ------------------------------------------------------------------------------------------


def test_a_double_click_plays_one_card(sit_down):
    page = sit_down("lead")
    moves = moves_sent(page)
    with one_move(page):
        live_cards(page).first.dblclick()
    with one_move(page):
        live_cards(page).first.click()
    assert len(moves) == 2
    assert stored_version() == 9


def test_the_second_click_of_a_double_click_hits_nothing_that_the_answer_brought(
    sit_down,
):
    page = sit_down("lead")
    moves = moves_sent(page)
    with one_move(page):
        live_cards(page).first.click()
    page.mouse.move(*middle(live_cards(page).first))
    page.mouse.down(click_count=2)
    page.mouse.up(click_count=2)
    with one_move(page):
        live_cards(page).last.click()
    assert len(moves) == 2
    assert stored_version() == 9


def test_quick_clicks_on_one_card_after_another_are_all_moves(sit_down):
    page = sit_down("lead")
    for _ in range(3):
        with one_move(page):
            live_cards(page).first.click()
    assert stored_version() == 10


# -- touch ------------------------------------------------------------------------------------------


def test_two_taps_before_the_answer_play_one_card(sit_down):
    page = sit_down("lead", viewport=PHONE, has_touch=True)
    moves = moves_sent(page)
    card = live_cards(page).first
    x, y = middle(card)
    twice = f"(card, [x, y]) => {{ for (const time of [1000, 1011]) ({TAP})(card, [x, y, time]); }}"
    with one_move(page):
        card.evaluate(twice, [x, y])
    with one_move(page):
        live_cards(page).first.tap()
    assert len(moves) == 2
    assert stored_version() == 9


def test_the_second_of_two_taps_hits_nothing_that_the_answer_brought(sit_down):
    page = sit_down("lead", viewport=PHONE, has_touch=True)
    moves = moves_sent(page)
    card = live_cards(page).first
    x, y = middle(card)
    with one_move(page):
        card.evaluate(TAP, [x, y, 1000])
    following = live_cards(page).last
    following.evaluate(TAP, [x, y, 1011])
    # As quick, but elsewhere: that is meant.
    with one_move(page):
        following.evaluate(TAP, [*middle(following), 1022])
    assert len(moves) == 2
    assert stored_version() == 9


# -- keys -------------------------------------------------------------------------------------------


def test_enter_held_down_plays_one_card(sit_down):
    page = sit_down("lead")
    moves = moves_sent(page)
    live_cards(page).first.focus()
    with one_move(page):
        for _ in range(5):
            page.keyboard.down("Enter")
    for _ in range(5):
        page.keyboard.down("Enter")
    page.keyboard.up("Enter")
    with one_move(page):
        page.keyboard.press("Enter")
    assert len(moves) == 2
    assert stored_version() == 9
