"""What moves, for how long, and that nobody has to wait for it."""

import json
from dataclasses import replace

import pytest
from django.utils.translation import gettext, override
from playwright.sync_api import expect

from games.preferences import UNSET, Pace, Preferences
from games.services import save_preferences
from tests.e2e.screen import (
    DESKTOP,
    PHONE,
    is_focused,
    live_cards,
    one_move,
    version,
)
from tests.matrix import mostly_slow

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


#: When something begins to show, in milliseconds after the answer.
BEGINS = """element => {
  const shown = element.closest(".late") || element;
  return shown.getAnimations()[0].effect.getComputedTiming().delay;
}"""

#: The parts of the screen that tell how a trick ended, and how much of them is seen.
NEWS = ".side .then .late .tricks:not(.gone), .log tbody tr"
BEFORE = ".side .tricks.gone"
OPACITIES = """parts => parts.map(part => {
  const all = [];
  for (let at = part; at; at = at.parentElement) all.push(Number(getComputedStyle(at).opacity));
  return Math.min(...all);
})"""


@pytest.fixture
def full_trick(sit_down, player):
    """A table where South's card has just filled a trick, and things move."""

    def full_trick(motion="no-preference", preferences=UNSET, **options):
        no_tips = replace(preferences, tips=False)
        save_preferences(player=player, preferences=no_tips)
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


@pytest.mark.parametrize("finish", mostly_slow(["tap", "key"], "tap"))
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


def test_no_count_tells_how_a_trick_ends_before_the_cards_do(full_trick):
    page = full_trick()
    sweep = page.locator(".swept").evaluate(TIMES)["sweep"]
    news = page.locator(NEWS)
    assert news.evaluate_all(OPACITIES) == [0, 0]
    # Until then what was is seen; the other side's count is what it was.
    before = page.locator(BEFORE)
    assert before.evaluate_all(OPACITIES) == [1]
    assert before.all_inner_texts() == ["0 tricks\nneeds 2 more"]
    expect(page.locator(".them .tricks")).to_have_text("0 tricks 11 more to set")
    for part in news.all():
        assert part.evaluate(BEGINS) == sweep
    # Who hears the table does not wait.
    expect(page.locator(".hud")).to_match_aria_snapshot(
        "- paragraph: 1 trick needs 1 more"
    )
    page.locator(".seat-N").click()
    assert news.evaluate_all(OPACITIES) == [1, 1]
    expect(before.first).to_be_hidden()


#: How the table says whose turn it is and what may be played: what is seen of it, and what is the same for all cards.
TURN = """() => {
  const look = (place, part, side) => getComputedStyle(document.querySelector(place), side)[part];
  const looks = cards => new Set(cards.map(card => [card, card.querySelector(".c")].map(part => {
    const { filter, scale, boxShadow } = getComputedStyle(part);
    return part === card ? scale : filter + boxShadow;
  }).join()));
  return {
    turn: look(".turn", "opacity"), arrow: look(".seat-S h3", "opacity", "::before"),
    glow: look(".seat-S", "boxShadow") !== "none",
    kinds: looks([...document.querySelectorAll("#hand .card")]).size,
  };
}"""
NOT_YET = {"turn": "0", "arrow": "0", "glow": False, "kinds": 1}
NOW = {"turn": "1", "arrow": "1", "glow": True, "kinds": 2}


def follows(sit_down, player, preferences=UNSET, motion="no-preference"):
    """A table where the others lead to the next trick, and South cannot play every card to it."""
    save_preferences(player=player, preferences=replace(preferences, tips=False))
    page = sit_down("open trick", reduced_motion=motion)
    for _ in range(6):
        page.locator("#table").press("Escape")
        with one_move(page):
            live_cards(page).first.click()
        blocked = page.locator("#hand .blocked").count()
        if blocked and page.locator(".swept").count() == 1:
            return page
    pytest.fail("Every card could always be played.")


def test_the_next_trick_tells_nothing_before_the_last_one_has_gone(sit_down, player):
    page = follows(sit_down, player)
    sweep = page.locator(".swept").evaluate(TIMES)["gone"]
    assert page.evaluate(TURN) == NOT_YET
    for part in (".turn", ".seat-S", "#hand .blocked .c"):
        assert page.locator(part).first.evaluate(BEGINS) >= sweep, part
    # Nobody has to wait for it, and a tap shows it.
    page.locator(".seat-N").click()
    assert page.evaluate(TURN) == NOW


@pytest.mark.slow
def test_where_nothing_moves_it_is_told_at_once(sit_down, player):
    assert follows(sit_down, player, motion="reduce").evaluate(TURN) == NOW


@pytest.mark.slow
@pytest.mark.parametrize("motion", ["reduce", "no-preference"])
def test_a_trick_that_waits_is_not_dimmed_for_the_next(sit_down, player, motion):
    page = follows(sit_down, player, WAIT, motion)
    held(page)
    assert page.evaluate(TURN) == NOT_YET
    page.locator(".seat-N").click()
    page.locator("#table:not(.held)").wait_for()
    page.locator(".seat-N").click()
    page.wait_for_function(
        f"JSON.stringify(({TURN})()) === '{json.dumps(NOW)}'".replace(
            ": ", ":"
        ).replace(", ", ",")
    )


@pytest.mark.slow
def test_the_score_waits_for_the_end_of_the_hand(sit_down):
    page = sit_down("late", reduced_motion="no-preference")
    while not page.locator(".summary").count():
        assert page.locator(".late .points").count() == 0
        with one_move(page):
            live_cards(page).first.click()
    shown = page.locator(".summary").evaluate(BEGINS)
    scores = page.locator(".points:not(.gone), .track rect")
    assert scores.evaluate_all(OPACITIES) == [0] * scores.count()
    for score in scores.all():
        assert score.evaluate(BEGINS) == shown
    page.keyboard.press("s")
    assert scores.evaluate_all(OPACITIES) == [1] * scores.count()


def test_a_card_can_be_played_while_the_last_trick_is_still_shown(full_trick):
    page = full_trick()
    assert page.locator(".swept").is_visible()
    with one_move(page):
        live_cards(page).first.click()


@pytest.mark.parametrize(
    "viewport", mostly_slow([PHONE, DESKTOP], PHONE), ids=["phone", "desktop"]
)
def test_cards_that_come_and_go_do_not_make_the_page_larger(full_trick, viewport):
    page = full_trick(viewport=viewport)
    assert page.evaluate(BEYOND) == {"side": 0, "down": 0}


def test_nothing_moves_for_those_who_want_no_motion(full_trick):
    page = full_trick("reduce")
    assert page.locator(".swept").is_hidden()
    assert page.evaluate("document.getAnimations().length") == 0
    assert page.locator(NEWS).evaluate_all(OPACITIES) == [1, 1]
    expect(page.locator(BEFORE)).to_be_hidden()
    # The trick can still be looked at.
    page.get_by_role("button", name="Last trick").click()
    expect(page.locator("#last .win")).to_be_visible()


@pytest.mark.slow
def test_what_has_been_shown_is_not_shown_again_when_the_page_is_loaded_again(sit_down):
    page = sit_down("lead", reduced_motion="no-preference")
    table = page.url
    page.goto(f"{table}?seen=0")
    assert page.locator(".call.pop").count()
    assert page.url == table
    page.reload()
    assert not page.locator(".call.pop").count()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("pace", "tick"), [(Pace.SLOW, 350), (Pace.FAST, 110)], ids=["slow", "fast"]
)
def test_all_moves_at_the_pace_that_was_set(full_trick, pace, tick):
    page = full_trick(preferences=Preferences(pace=pace))
    times = page.locator(".swept").evaluate(TIMES)
    assert times["arrive"] == pytest.approx([2 * tick, 4 * tick, 6 * tick, 8 * tick])
    assert times["sweep"] == pytest.approx(14 * tick)
    assert times["gone"] == pytest.approx(16 * tick)


def test_at_once_means_at_once(full_trick):
    page = full_trick(preferences=Preferences(pace=Pace.INSTANT))
    assert page.locator(".swept").is_hidden()
    assert page.evaluate("document.getAnimations().length") == 0


# -- wait for me ----------------------------------------------------------------------------------

WAIT = Preferences(pace=Pace.FAST, wait=True)


def held(page):
    """Wait until a full trick is held, and the reader has been told long since."""
    page.locator("#table.held").wait_for()
    expect(page.locator(".wait-hint")).to_be_visible()
    expect(page.locator("#live")).to_contain_text("takes the trick")


@pytest.mark.parametrize("width", [320, 360])
def test_what_to_do_with_a_trick_that_waits_covers_none_of_its_cards(full_trick, width):
    page = full_trick(
        preferences=WAIT, viewport={"width": width, "height": 640}, motion="reduce"
    )
    held(page)
    # The longest of these sentences.
    with override("fr"):
        words = gettext("Tap or press a key to go on")
    page.locator(".wait-hint").evaluate(
        "(hint, words) => hint.textContent = words", words
    )
    hint = page.locator(".wait-hint").bounding_box()
    for card in page.locator(".swept.laid .c, #hand .c").all():
        box = card.bounding_box()
        assert (
            box["y"] + box["height"] <= hint["y"]
            or hint["y"] + hint["height"] <= box["y"]
        )


@pytest.mark.parametrize("by", mostly_slow(["tap", "key"], "tap"))
def test_a_full_trick_waits_and_goes_on_by_a_tap_or_a_key(full_trick, by):
    page = full_trick(preferences=WAIT)
    held(page)
    trick = page.locator(".swept")
    page.wait_for_timeout(1000)
    assert trick.is_visible()
    assert page.locator(NEWS).evaluate_all(OPACITIES) == [0, 0]
    if by == "tap":
        page.locator(".seat-N").click()
    else:
        # The focus lies on a card: the key means the trick, and plays nothing.
        assert is_focused(page, "#hand .card.live")
        page.keyboard.press("Enter")
    expect(trick).to_be_hidden()
    expect(page.locator(".wait-hint")).to_be_hidden()
    expect(page.locator(NEWS).first).to_have_css("opacity", "1")
    assert version(page) == 8


@pytest.mark.slow
def test_a_card_is_played_though_a_trick_waits(full_trick):
    page = full_trick(preferences=WAIT)
    held(page)
    with one_move(page):
        live_cards(page).first.click()


@pytest.mark.slow
def test_an_early_tap_shows_the_full_trick_and_the_next_one_takes_it(full_trick):
    page = full_trick(preferences=Preferences(pace=Pace.SLOW, wait=True))
    page.locator(".seat-N").click()
    held(page)
    assert page.locator(".swept").is_visible()
    page.locator(".seat-N").click()
    expect(page.locator(".swept")).to_be_hidden()


@pytest.mark.slow
@pytest.mark.parametrize("motion", ["reduce", "no-preference"])
def test_where_nothing_moves_the_full_trick_waits_all_the_same(full_trick, motion):
    pace = Pace.INSTANT if motion == "no-preference" else Pace.NORMAL
    page = full_trick(motion, Preferences(pace=pace, wait=True))
    held(page)
    assert page.locator(".swept").is_visible()
    assert page.evaluate("document.getAnimations().length") == 0
    # Nothing tells how it ends before it is taken up.
    assert page.locator(NEWS).evaluate_all(OPACITIES) == [0, 0]
    expect(page.locator(BEFORE)).to_be_visible()
    page.locator(".seat-N").click()
    expect(page.locator(".swept")).to_be_hidden()
    expect(page.locator("#trick li").first).to_be_visible()
    assert page.locator(NEWS).evaluate_all(OPACITIES) == [1, 1]
    expect(page.locator(BEFORE)).to_be_hidden()


#: The one count of our side that is seen, the score likewise, and the rows of the log.
SEEN = """() => {
  const isSeen = part => {
    for (let at = part; at; at = at.parentElement)
      if (getComputedStyle(at).opacity === "0") return false;
    return part.checkVisibility({ visibilityProperty: true });
  };
  const seen = selector => [...document.querySelectorAll(selector)].filter(isSeen);
  return [
    ...[".us .tricks b", ".us .points b"].map(part => seen(part).map(b => b.textContent).join(" and ")),
    seen(".log tbody tr").length,
  ];
}"""


@pytest.mark.slow
@pytest.mark.parametrize("motion", ["reduce", "no-preference"])
def test_counts_score_and_log_follow_each_trick_that_is_taken_up(
    sit_down, player, motion
):
    save_preferences(player=player, preferences=WAIT)
    page = sit_down("late", reduced_motion=motion)
    for _ in range(3):
        while page.locator("#table.held").count():
            page.locator("#table").press("Escape")
        with one_move(page):
            live_cards(page).first.click()
    told = []
    for left in (2, 1):
        held(page)
        assert page.locator(".swept:visible").count() == (
            1 if motion == "reduce" else left
        )
        told.append(page.evaluate(SEEN))
        # Not a click on something: what lies there may change under the pointer.
        page.mouse.click(640, 300)
        if motion != "reduce":
            page.locator("#table:not(.held)").wait_for()
    expect(page.locator(".summary")).to_have_css("opacity", "1")
    told.append(page.evaluate(SEEN))
    assert told == [["5 tricks", "0", 10], ["6 tricks", "0", 11], ["7 tricks", "7", 12]]


@pytest.mark.slow
def test_tricks_that_come_together_wait_one_after_the_other(sit_down, player):
    save_preferences(player=player, preferences=WAIT)
    page = sit_down("late", reduced_motion="no-preference")
    # The last card of a hand plays itself, so the last two tricks come together.
    for _ in range(3):
        page.locator("#table").press("Escape")
        with one_move(page):
            live_cards(page).first.click()
    tricks = page.locator(".swept").count()
    assert tricks == 2
    for left in (2, 1):
        held(page)
        assert page.locator(".summary").evaluate_all(OPACITIES) == [0]
        assert page.locator(".swept:visible").count() == left
        page.locator(".seat-N").click()
        page.locator("#table:not(.held)").wait_for()
    expect(page.locator(".summary")).to_have_css("opacity", "1")


@pytest.mark.parametrize("motion", mostly_slow(["reduce", "no-preference"], "reduce"))
def test_what_a_trick_still_keeps_back_cannot_be_pressed(sit_down, player, motion):
    """A tap that means the trick must not deal the next hand by a button that nobody sees yet."""
    save_preferences(player=player, preferences=WAIT)
    page = sit_down("late", reduced_motion=motion)
    for _ in range(3):
        page.locator("#table").press("Escape")
        with one_move(page):
            live_cards(page).first.click()
    held(page)
    assert page.locator(".summary").evaluate_all(OPACITIES) == [0]
    over = version(page)
    box = page.locator(".summary .go").bounding_box()
    at = [box["x"] + box["width"] / 2, box["y"] + box["height"] / 2]
    hit = "([x, y]) => document.elementFromPoint(x, y).closest('.summary') !== null"
    assert not page.evaluate(hit, at)
    page.mouse.click(*at)
    while not page.locator("#table.done").count():
        page.keyboard.press("Escape")
    expect(page.locator(".summary")).to_have_css("opacity", "1")
    assert version(page) == over
    assert page.evaluate(hit, at)
