"""What is chosen before it is sent: the bid and the cards of an exchange say what a press would do."""

from urllib.parse import urlsplit

import pytest
from playwright.sync_api import expect

from games.preferences import Preferences
from games.services import save_preferences
from tests.e2e.screen import DESKTOP, PHONE, is_focused, version
from tests.matrix import mostly_slow

#: Whether a button looks as if something were to be won by it: brass.
IS_BRASS = "button => getComputedStyle(button).backgroundImage !== 'none'"

SIZES = pytest.mark.parametrize(
    "viewport", mostly_slow([PHONE, DESKTOP], PHONE), ids=["phone", "desktop"]
)
HOMES = pytest.mark.parametrize("home", mostly_slow(["", "/it", "/es", "/ar"], ""))


def test_the_button_of_a_bid_is_quiet_until_there_is_one(sit_down):
    page = sit_down("first call")
    go = page.locator(".bids .go")
    assert not go.evaluate(IS_BRASS)
    page.locator("#t3").check()
    assert not go.evaluate(IS_BRASS)
    page.locator("#dH").check()
    assert go.evaluate(IS_BRASS)


@pytest.mark.parametrize(
    ("home", "sentence"),
    mostly_slow(
        [("", "Choose a bid"), ("/it", "Scegli la dichiarazione")], ("", "Choose a bid")
    ),
)
def test_a_press_on_nothing_is_answered_in_the_language_of_the_page(
    sit_down, home, sentence
):
    page = sit_down("first call")
    page.goto(home + urlsplit(page.url).path)
    before = version(page)
    stopped = "window.bubbles = 0; addEventListener('invalid', event => bubbles += !event.defaultPrevented)"
    page.evaluate(stopped)
    page.locator(".bids .go").click()
    expect(page.locator("#live")).to_have_text(sentence)
    assert is_focused(page, "#t1")
    assert page.evaluate("bubbles") == 0
    page.locator("#t3").check()
    page.locator(".bids .go").click()
    assert is_focused(page, "#dS")
    # What is missing is framed, and only that.
    frames = "parts => parts.map(part => getComputedStyle(part).outlineStyle)"
    assert page.locator(".bids fieldset").evaluate_all(frames) == ["none", "solid"]
    assert version(page) == before


def test_a_card_that_is_not_chosen_is_asked_for_in_the_same_way(sit_down, player):
    save_preferences(player=player, preferences=Preferences(confirm=True, tips=False))
    page = sit_down("lead")
    go = page.locator(".confirm .go")
    assert not go.evaluate(IS_BRASS)
    go.click()
    expect(page.locator("#live")).to_have_text("Choose a card")
    page.locator("#card1").check()
    assert go.evaluate(IS_BRASS)


@SIZES
@HOMES
def test_alone_says_what_it_means_and_moves_nothing(sit_down, home, viewport):
    page = sit_down("raised", viewport=viewport)
    page.goto(home + urlsplit(page.url).path)
    stake = page.locator(".bids small")
    expect(stake).to_be_hidden()
    page.locator("#dH").check()
    boxes = "parts => parts.map(part => JSON.stringify(part.getBoundingClientRect()))"
    before = page.locator(".bids, .bids .btn, #hand").evaluate_all(boxes)
    page.locator("#talone").check()
    expect(stake).to_be_visible()
    expect(stake).to_contain_text("24")
    assert page.locator(".bids, .bids .btn, #hand").evaluate_all(boxes) == before
    page.locator("#t12").check()
    expect(stake).to_be_hidden()


def test_with_no_card_chosen_all_are_kept(sit_down):
    page = sit_down("discard")
    go = page.locator(".exchange .go")
    expect(go).to_have_text("Keep all cards", use_inner_text=True)
    card = page.locator("#hand .pick").first
    card.click()
    expect(go).to_have_text("Discard the chosen cards", use_inner_text=True)
    card.click()
    page.get_by_role("button", name="Keep all cards").click()
    expect(page.locator("#hand .live")).to_have_count(12)


#: The words of the auction that lie on a seat.
ON_SEATS = """() => {
  const meet = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
  const box = part => {
    const range = document.createRange();
    range.selectNodeContents(part);
    return range.getBoundingClientRect();
  };
  const seats = [...document.querySelectorAll(".seat")].map(seat => seat.getBoundingClientRect());
  return [...document.querySelectorAll("#auction :is(p, li)")]
    .filter(part => seats.some(seat => meet(seat, box(part)))).map(part => part.innerText);
}"""


@pytest.mark.parametrize("moment", mostly_slow(["first call", "raised"], "raised"))
@HOMES
def test_on_a_phone_no_call_lies_on_a_seat_and_one_seat_is_you(sit_down, home, moment):
    page = sit_down(moment)
    page.goto(home + urlsplit(page.url).path)
    for width, height in [(320, 640), (360, 640), (390, 844), (740, 360)]:
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate(ON_SEATS) == [], width
        if width < 700:
            expect(page.locator(".seat-S .who")).to_be_visible()


@pytest.mark.slow
def test_with_large_text_the_auction_has_no_empty_cloth(sit_down):
    page = sit_down("raised", viewport={"width": 390, "height": 844})
    page.context.new_cdp_session(page).send(
        "Page.setFontSizes", {"fontSizes": {"standard": 32, "fixed": 26}}
    )
    page.reload()
    seats = [seat.bounding_box() for seat in page.locator(".seat").all()]
    end = max(box["y"] + box["height"] for box in seats)
    assert page.locator("#turn").bounding_box()["y"] - end < 400
