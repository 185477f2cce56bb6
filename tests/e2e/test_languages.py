"""The site in Arabic, in a real browser: it reads from right to left, and the table stays as it is."""

import pytest
from django.utils import translation
from playwright.sync_api import expect

from games import models
from games.engine.cards import Suit
from games.names import _MUST_FOLLOW
from tests.e2e.screen import (
    PHONE,
    is_focused,
    live_cards,
    one_move,
    phase,
    sign_in,
    version,
)
from tests.e2e.test_accessibility import SCHEMES, assert_accessible
from tests.games.builders import game_at, store

LEFT_EDGES = "parts => parts.map(part => Math.round(part.getBoundingClientRect().left))"

#: Where two words of the page's text begin on the screen, with and without the signs that isolate them.
WORDS = """([selector, first, second]) => {
  const text = document.createTreeWalker(document.querySelector(selector), NodeFilter.SHOW_TEXT);
  let node = text.nextNode();
  while (!node.data.includes(first)) node = text.nextNode();
  const left = word => {
    const range = document.createRange();
    range.setStart(node, node.data.indexOf(word));
    range.setEnd(node, node.data.indexOf(word) + word.length);
    return range.getBoundingClientRect().left;
  };
  const isolated = [left(first), left(second)];
  node.data = node.data.replace(/[\\u2066-\\u2069]/g, "");
  return [isolated, [left(first), left(second)]];
}"""


def arabic(text: str) -> str:
    with translation.override("ar"):
        return translation.gettext(text)


@pytest.fixture
def table_in_arabic(sit_down):
    def open_table(moment, **options):
        page = sit_down(moment, **options)
        english = page.locator("#hand > li, .seat").evaluate_all(LEFT_EDGES)
        page.goto(f"/ar/games/{models.Game.objects.get().pk}/")
        return page, english

    return open_table


def test_a_hand_in_arabic(table_in_arabic):
    page, english = table_in_arabic("open trick", viewport=PHONE)
    html = page.locator("html")
    expect(html).to_have_attribute("lang", "ar")
    expect(html).to_have_attribute("dir", "rtl")
    # Nothing of the table is mirrored: not the hand, nor who sits where.
    # A plate in the middle begins half a pixel elsewhere where its words are longer.
    edges = page.locator("#hand > li, .seat").evaluate_all(LEFT_EDGES)
    assert edges == pytest.approx(english, abs=1)
    box = {seat: page.locator(f".seat-{seat}").bounding_box() for seat in "NESW"}
    assert box["W"]["x"] < box["N"]["x"] < box["E"]["x"]
    assert box["N"]["y"] < box["W"]["y"] < box["S"]["y"]
    # The page is.
    logo = page.locator(".head .logo").bounding_box()
    assert logo["x"] > page.locator(".languages").bounding_box()["x"]
    # A refusal, and what is said of it.
    page.locator("#hand .card.blocked").first.click(force=True)
    with translation.override("ar"):
        sentences = [str(_MUST_FOLLOW[suit]) for suit in Suit]
    note = page.locator(".note")
    expect(note).to_be_visible()
    refusal = note.inner_text()
    assert any(sentence in refusal for sentence in sentences)
    expect(page.locator("#live")).to_contain_text(refusal)
    # The hand to its end.
    while phase(page) == "play":
        with one_move(page):
            live_cards(page).first.click()
        said = page.locator("#table").get_attribute("data-announce")
        expect(page.locator("#live")).to_have_text(said)
        assert said
        assert (
            arabic("Your turn: play a card.") in said
            or phase(page) != "play"
            or (arabic("Your turn: lead to the trick.") in said)
        )
    expect(page.locator("#summary-title")).to_be_focused()
    heads = page.locator(".summary thead th")
    assert heads.first.inner_text() == arabic("Side")
    lefts = heads.evaluate_all(LEFT_EDGES)
    assert lefts == sorted(lefts)


def test_another_language_keeps_the_position(sit_down):
    """Without a script, by keyboard."""
    page = sit_down("late", java_script_enabled=False)
    cards = page.locator("#hand button").evaluate_all(
        "all => all.map(card => card.value)"
    )
    seen = version(page)
    for code in ["ar", "it", "en"]:
        page.locator(".languages button").press("Enter")
        page.locator(f".languages a[hreflang={code}]").press("Enter")
        page.wait_for_url(f"**/{code}/games/*/" if code != "en" else "**/games/*/")
        assert page.locator("html").get_attribute("lang") == code
        assert version(page) == seen
        held = page.locator("#hand button").evaluate_all(
            "all => all.map(card => card.value)"
        )
        assert held == cards
        turn = page.locator("#turn").inner_text()
        with translation.override(code):
            words = {
                translation.gettext("Your turn: play a card."),
                translation.gettext("Your turn: lead to the trick."),
            }
        assert turn in words
    # A move answers in the language of the page.
    page.goto(f"/it/games/{models.Game.objects.get().pk}/")
    live_cards(page).first.click()
    page.wait_for_url("**/it/games/*/?seen=*")
    assert version(page) == seen + 1
    assert page.locator("html").get_attribute("lang") == "it"


def test_a_score_is_ours_then_theirs_also_in_right_to_left_text(
    open_page, live_server, player
):
    store(player, game_at("raised"))
    page = open_page(viewport=PHONE)
    sign_in(page.context, player, live_server.url)
    page.goto("/ar/")
    as_shown, unisolated = page.evaluate(WORDS, ["main", "7", "−3"])
    assert as_shown[0] < as_shown[1]
    # Without the isolation they would change places: this test can see it.
    assert unisolated[0] > unisolated[1]


def test_the_menu_at_the_table_of_a_phone_has_every_language(sit_down):
    page = sit_down("lead", viewport=PHONE)
    page.locator(".languages button").click()
    for link in page.locator(".languages a").all():
        expect(link).to_be_in_viewport(ratio=1)
    page.get_by_role("link", name="Français").click()
    expect(page.locator("#turn")).to_have_text("À toi\u202f: entame le pli.")


def test_the_menu_closes_with_escape_and_gives_the_focus_back(sit_down):
    page = sit_down("late")
    menu = page.locator(".languages button")
    menu.press("Enter")
    expect(page.locator(".languages ul")).to_be_visible()
    page.keyboard.press("Tab")
    page.keyboard.press("Escape")
    expect(page.locator(".languages ul")).to_be_hidden()
    assert is_focused(page, ".languages button")


PAGES = [
    "",
    "how-to-play/",
    "rules/",
    "daily/",
    "boards/wins/all/",
    "you/",
    "settings/",
    "nowhere/",
]


@pytest.mark.slow
@pytest.mark.parametrize("moment", ["raised", "open trick", "made"])
def test_barriers_of_a_table_in_arabic(table_in_arabic, moment):
    page, _english = table_in_arabic(moment, viewport=PHONE)
    assert_no_barrier(page)


@pytest.mark.slow
def test_barriers_of_the_pages_in_arabic(open_page):
    page = open_page(viewport=PHONE, reduced_motion="reduce")
    for address in PAGES:
        page.goto(f"/ar/{address}")
        assert_no_barrier(page)


def assert_no_barrier(page):
    """On a phone, by day and by night; and nothing is wider than the screen."""
    assert_accessible(page, views=[("phone", scheme) for scheme in SCHEMES])
    width = page.evaluate("document.documentElement.scrollWidth")
    assert width <= PHONE["width"], page.url
