"""The tips of a first hand: seen, read aloud once, in nobody's way, and gone at one press."""

from itertools import count

import pytest
from django.conf import settings
from playwright.sync_api import expect

from games import coach, models
from games.coach import Tip
from games.engine.game import Game
from games.engine.rules import DOUBLE_DECK_52
from games.engine.seats import Seat
from games.engine.view import seat_view
from games.preferences import UNSET
from tests.e2e.screen import (
    DESKTOP,
    PHONE,
    is_focused,
    one_move,
    sign_in,
    version,
)
from tests.e2e.test_accessibility import assert_accessible
from tests.games.builders import after, store


@pytest.fixture
def player(transactional_db):
    """Somebody who has never played, and has set nothing."""
    return models.Player.objects.create()


def overlap(one, other):
    return (
        one["x"] < other["x"] + other["width"]
        and other["x"] < one["x"] + one["width"]
        and one["y"] < other["y"] + other["height"]
        and other["y"] < one["y"] + one["height"]
    )


@pytest.mark.slow
@pytest.mark.parametrize("viewport", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_a_tip_lies_over_nothing_and_takes_no_focus(sit_down, viewport):
    page = sit_down("first call", viewport=viewport)
    tip = page.get_by_role("note", name="Tip")
    expect(tip).to_contain_text("add three for North")
    box = tip.bounding_box()
    for part in ("#turn", ".pad", "#hand", ".hud", ".seat-S"):
        assert not overlap(box, page.locator(part).bounding_box()), part
    assert not page.evaluate(
        "document.querySelector('.tip').contains(document.activeElement)"
    )
    assert_accessible(page)


def test_one_press_and_it_is_gone_and_the_hand_goes_on(sit_down):
    page = sit_down("first call")
    before = version(page)
    page.get_by_role("button", name="Got it").click()
    expect(page.locator(".tip")).to_have_count(0)
    assert version(page) == before
    assert is_focused(page, ".pad [type=radio]:enabled")
    expect(page.locator("#live")).to_have_text("Your turn: bid or pass.")
    with one_move(page):
        page.get_by_role("button", name="Pass").click()


def test_nobody_has_to_answer_a_tip_and_each_new_one_is_spoken_once(sit_down):
    page = sit_down("first call")
    live = page.locator("#live")
    with one_move(page):
        page.locator("#t1").check(force=True)
        page.locator("#dS").check(force=True)
        page.get_by_role("button", name="Bid 1 spade").click()
    tip = page.locator(".tip p")
    while not tip.count():
        with one_move(page):
            page.locator("#hand .card.live").first.click()
    said = tip.inner_text()
    expect(live).to_contain_text(said)
    with one_move(page):
        page.locator("#hand .card.live").first.click()
    expect(live).to_contain_text("Your turn")
    expect(live).not_to_contain_text(said)


def test_no_more_tips_without_javascript(sit_down):
    page = sit_down("first call", java_script_enabled=False)
    page.get_by_role("button", name="No more tips").click()
    expect(page.locator(".tip")).to_have_count(0)
    page.get_by_role("button", name="Pass").click()
    expect(page.locator(".tip")).to_have_count(0)
    assert models.Player.objects.get().settings.tips is False


@pytest.mark.slow
def test_no_page_that_teaches_is_wider_than_a_small_window(open_page):
    page = open_page(viewport={"width": 320, "height": 640})
    for address in ("/how-to-play/", "/glossary/", "/strategy/", "/ar/how-to-play/"):
        page.goto(address)
        wide = "document.documentElement.scrollWidth > innerWidth"
        assert not page.evaluate(wide), address


#: As many calls as there can be: each number is bid after as many passes as there may be.
LONGEST = "pass pass pass 1S 2S,3S,4S,5S,6S,7S,8S,9S,10S,11S".replace(
    ",", " pass pass "
)
AUCTIONS = {
    Tip.BID: "pass pass pass",
    Tip.ALONE: "pass pass pass",
    Tip.AGAINST_ALONE: f"{LONGEST} pass pass aloneD",
    Tip.BOWERS: f"{LONGEST} pass pass pass",
    Tip.FOLLOW: f"{LONGEST} pass pass pass",
}


def game_with(tip):
    """A first hand after the longest auction that the tip can follow, where it is South's turn and has this tip."""
    for number in count():
        game = Game.start(DOUBLE_DECK_52, number.to_bytes(32, "big"))
        game = after(game, *AUCTIONS[tip].split())
        if tip is Tip.AGAINST_ALONE:
            game = game.apply(()).apply(())
        while not game.hand.is_over:
            view = seat_view(game.hand, Seat.S, game.score)
            found = coach.tip_for(view, UNSET)
            if found is tip:
                return game
            if found or game.hand.contract is None:
                break
            game = game.apply(game.hand.legal_actions()[0])
    raise AssertionError


#: How much of the page, and of the hand, lies below the window.
BELOW = """() => [
  document.documentElement.scrollHeight - innerHeight,
  Math.max(0, ...[...document.querySelectorAll("#hand li, .pad")]
    .map(part => Math.ceil(part.getBoundingClientRect().bottom) - innerHeight)),
]"""
WINDOWS = [
    (360, 640),
    (360, 740),
    (360, 770),
    (390, 844),
    (412, 915),
    (740, 360),
    (1280, 720),
    (1280, 800),
    (1920, 1080),
]


@pytest.mark.slow
@pytest.mark.parametrize("tip", Tip)
def test_no_tip_pushes_the_hand_out_of_the_window(open_page, live_server, player, tip):
    """In no language, however long the auction was."""
    game = store(player, game_with(tip))
    page = open_page()
    sign_in(page.context, player, live_server.url)
    below = {}
    for code, _name in settings.LANGUAGES:
        prefix = "" if code == "en" else f"/{code}"
        page.goto(f"{prefix}/games/{game.pk}/")
        expect(page.locator(".tip")).to_be_visible()
        for width, height in WINDOWS:
            page.set_viewport_size({"width": width, "height": height})
            found = page.evaluate(BELOW)
            if found != [0, 0]:
                below[code, width, height] = found
    assert below == {}
