"""What moves, for how long, and that nobody has to wait for it."""

import pytest
from playwright.sync_api import expect

from tests.e2e.screen import DESKTOP, PHONE, live_cards, one_move

#: When the cards of the overlay arrive and when it goes, in milliseconds after the answer.
TIMES = """overlay => {
  const timing = element => element.getAnimations()
    .filter(animation => !animation.animationName.startsWith("win"))
    .map(animation => animation.effect.getComputedTiming());
  const cards = [...overlay.querySelectorAll(".c")].flatMap(timing);
  return {
    arrive: cards.map(card => card.endTime), sweep: timing(overlay)[0].delay,
    gone: timing(overlay)[0].endTime,
  };
}"""

#: When the overlay went out of sight, in milliseconds after the answer.
GONE = """overlay => new Promise(done => {
  const [sweep] = overlay.getAnimations();
  const look = now => {
    if (overlay.checkVisibility({ visibilityProperty: true })) requestAnimationFrame(look);
    else done(now - sweep.startTime);
  };
  requestAnimationFrame(look);
})"""

#: How far the page reaches beyond the screen at most, to the side and down, at any moment of the show.
BEYOND = """() => {
  const show = document.getAnimations();
  const end = Math.max(...show.map(animation => animation.effect.getComputedTiming().endTime));
  const page = document.documentElement;
  const beyond = { side: 0, down: 0 };
  show.forEach(animation => animation.pause());
  for (let now = 0; now <= end; now += 50) {
    show.forEach(animation => { animation.currentTime = now; });
    beyond.side = Math.max(beyond.side, page.scrollWidth - page.clientWidth);
    beyond.down = Math.max(beyond.down, page.scrollHeight - page.clientHeight);
  }
  return beyond;
}"""


@pytest.fixture
def full_trick(sit_down):
    """A table where South's card has just filled a trick, and things move."""

    def full_trick(motion="no-preference", **options):
        page = sit_down("lead", reduced_motion=motion, **options)
        with one_move(page):
            live_cards(page).first.click()
        return page

    return full_trick


def test_a_full_trick_is_seen_for_a_while_and_then_swept(full_trick):
    page = full_trick()
    overlay = page.locator(".swept")
    times = overlay.evaluate(TIMES)
    gone = overlay.evaluate(GONE)
    # Four cards, 1.2 seconds at rest, and away.
    assert times["arrive"] == pytest.approx([400, 800, 1200, 1600])
    assert times["sweep"] == pytest.approx(1600 + 1200)
    assert times["gone"] == pytest.approx(1600 + 1200 + 400)
    assert gone >= times["gone"] - 1
    expect(overlay).to_be_hidden()


@pytest.mark.parametrize("finish", ["tap", "key"])
def test_a_tap_or_a_key_ends_the_show_at_once(full_trick, finish):
    page = full_trick()
    overlay = page.locator(".swept")
    assert overlay.is_visible()
    if finish == "tap":
        page.locator(".seat-N").click()
    else:
        page.keyboard.press("Shift")
    assert not overlay.is_visible()
    running = "document.getAnimations().filter(a => a.animationName).length"
    assert page.evaluate(running) == 0


def test_a_card_can_be_played_while_the_last_trick_is_still_shown(full_trick):
    page = full_trick()
    assert page.locator(".swept").is_visible()
    with one_move(page):
        live_cards(page).first.click()


@pytest.mark.parametrize("viewport", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_cards_that_come_and_go_do_not_make_the_page_larger(full_trick, viewport):
    page = full_trick(viewport=viewport)
    assert page.evaluate(BEYOND) == {"side": 0, "down": 0}


def test_nothing_moves_for_those_who_want_no_motion(full_trick):
    page = full_trick("reduce")
    assert page.locator(".swept").is_hidden()
    assert page.evaluate("document.getAnimations().length") == 0
    # The trick can still be looked at.
    page.get_by_role("button", name="Last trick").click()
    expect(page.locator("#last .win")).to_be_visible()


def test_what_has_been_shown_is_not_shown_again_when_the_page_is_loaded_again(sit_down):
    page = sit_down("lead", reduced_motion="no-preference")
    table = page.url
    page.goto(f"{table}?seen=0")
    assert page.locator(".call.pop").count()
    assert page.url == table
    page.reload()
    assert not page.locator(".call.pop").count()
