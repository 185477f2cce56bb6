"""Each key of the help does what the help says, and the keys can be switched off."""

import pytest
from playwright.sync_api import expect

from tests.e2e.screen import DESKTOP, PHONE, is_focused, live_cards, one_move
from tests.matrix import mostly_slow

SIZES = pytest.mark.parametrize(
    "viewport", mostly_slow([PHONE, DESKTOP], DESKTOP), ids=["phone", "desktop"]
)

#: Key, where it leads, and what is said there.
PLACES = [
    ("t", "#turn", "Your turn: play a card."),
    ("r", "#trick", "winning so far"),
    ("Shift+R", "#last", "No trick has been finished in this hand."),
    ("b", "#auction", "East 5 hearts"),
    ("c", "#contract", "5 hearts by East"),
    ("s", "#score", "0 of 52"),
    ("?", "#help", "Your hand; the arrow keys move among the cards"),
]


@SIZES
def test_a_key_leads_to_its_place_and_reads_it(sit_down, viewport):
    page = sit_down("open trick", viewport=viewport)
    for key, place, said in PLACES:
        page.keyboard.press(key)
        expect(page.locator(place)).to_be_visible()
        assert is_focused(page, place)
        expect(page.locator("#live")).to_contain_text(said)
    # One panel at a time, and Escape leaves it.
    assert page.locator(":popover-open").count() == 1
    page.keyboard.press("Escape")
    expect(page.locator("#help")).to_be_hidden()


def test_t_leads_to_the_result_when_a_hand_is_over(sit_down):
    page = sit_down("made")
    page.keyboard.press("t")
    assert is_focused(page, ".summary h2")
    expect(page.locator("#live")).to_have_text("You and North made the bid.")


def test_h_leads_to_the_hand_and_arrows_move_in_it(sit_down):
    page = sit_down("late")
    cards = page.locator("#hand button")
    assert cards.count() == 4
    names = [card.get_attribute("aria-label") for card in cards.all()]

    def focused():
        return page.locator("#hand :focus").get_attribute("aria-label")

    page.keyboard.press("h")
    assert focused() == names[0]
    for name in [*names[1:], names[-1]]:
        page.keyboard.press("ArrowRight")
        assert focused() == name
    for name in [*names[-2::-1], names[0]]:
        page.keyboard.press("ArrowLeft")
        assert focused() == name


def test_up_and_down_change_the_row_on_a_phone(sit_down):
    page = sit_down("lead", viewport=PHONE)
    page.keyboard.press("h")
    page.keyboard.press("ArrowDown")
    assert is_focused(page, "#hand li:nth-child(7) button")
    page.keyboard.press("ArrowUp")
    assert is_focused(page, "#hand li:nth-child(1) button")


@SIZES
def test_what_a_key_shows_is_also_on_a_control_or_always_visible(sit_down, viewport):
    page = sit_down("late", viewport=viewport)
    for place in ["#turn", "#trick", "#contract", "#score", "#hand"]:
        expect(page.locator(place)).to_be_in_viewport()
    for name, place in [
        ("Last trick", "#last"),
        ("Auction", "#auction"),
        ("Tricks", "#log"),
        ("? Help", "#help"),
    ]:
        if not page.locator(place).is_visible():
            page.get_by_role("button", name=name, exact=True).click()
            expect(page.locator(place)).to_be_in_viewport()
            page.keyboard.press("Escape")


def test_help_on_a_phone_begins_with_the_game_and_has_keys_for_who_uses_them(sit_down):
    page = sit_down("lead", viewport=PHONE, has_touch=True, is_mobile=True)
    page.get_by_role("button", name="? Help").tap()
    panel = page.locator("#help")
    links = panel.get_by_role("link")
    expect(links).to_have_text(["How to play", "Rules", "Settings"])
    for link in links.all():
        expect(link).to_be_in_viewport()
    expect(panel).to_contain_text("right bower (the jack of trumps)")
    expect(panel.locator(".keyboard")).to_be_hidden()
    page.keyboard.press("Escape")
    page.keyboard.press("?")
    expect(panel.locator(".keyboard")).to_be_visible()


def test_help_shows_the_keys_where_there_is_a_mouse(sit_down):
    page = sit_down("lead")
    page.get_by_role("button", name="? Help").click()
    expect(page.get_by_label("Use these keys")).to_be_visible()


def test_the_switch_turns_the_keys_off_and_is_remembered(sit_down):
    page = sit_down("lead")
    switch = page.get_by_label("Use these keys")

    def keys_work():
        page.locator("#hand button").first.focus()
        page.keyboard.press("t")
        return is_focused(page, "#turn")

    assert keys_work()
    page.keyboard.press("?")
    with page.expect_response("**/settings/keys"):
        switch.uncheck()
    page.get_by_role("button", name="Close").click()
    assert not keys_work()
    page.reload()
    assert not keys_work()
    # The arrows are no letters: they go on.
    page.keyboard.press("ArrowRight")
    assert is_focused(page, "#hand li:nth-child(2) button")
    page.get_by_role("button", name="? Help").click()
    with page.expect_response("**/settings/keys"):
        switch.check()
    page.get_by_role("button", name="Close").click()
    assert keys_work()


def test_keys_with_control_or_alt_belong_to_the_browser(sit_down):
    page = sit_down("lead")
    page.locator("#hand button").first.focus()
    page.keyboard.press("Alt+t")
    page.keyboard.press("Control+b")
    assert is_focused(page, "#hand button")


def test_what_is_read_is_what_a_screen_reader_reads(sit_down):
    """The counts of before the trick are still in the page, for the eye, while the cards move."""
    page = sit_down("lead")
    with one_move(page):
        live_cards(page).first.click()
    before = page.locator(".side .tricks.gone").inner_text()
    page.keyboard.press("s")
    expect(page.locator("#live")).to_contain_text("1 trick needs 1 more")
    assert " ".join(before.split()) not in page.locator("#live").inner_text()
