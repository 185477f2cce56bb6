"""What is said to a person who hears the table, and where the focus goes."""

import pytest
from playwright.sync_api import expect

from games.engine.cards import Suit
from games.names import _MUST_FOLLOW
from tests.e2e.screen import is_focused, live_cards, one_move

#: Writes every text that the live region takes, emptiness included, where the test can read it.
LISTEN = """() => {
  const live = document.querySelector("#live"), heard = [];
  new MutationObserver(() => {
    heard.push(live.textContent);
    live.dataset.heard = heard.join("|");
  }).observe(live, { childList: true });
}"""


@pytest.fixture
def press_blocked():
    """Press a card that may not be played now, though its look advises against it."""
    return lambda page: page.locator("#hand .card.blocked").first.click(force=True)


def test_nothing_is_said_when_the_page_opens(sit_down):
    page = sit_down("open trick")
    live = page.locator("#live")
    expect(live).to_have_attribute("aria-live", "polite")
    expect(live).to_be_empty()
    # It stands where no answer replaces it.
    assert page.locator("#table #live").count() == 0


@pytest.mark.parametrize(
    ("moment", "press", "said", "focus"),
    [
        (
            "first call",
            "button[value=pass]",
            "West: Pass. North: Pass. East: Pass. All four passed.",
            ".summary h2",
        ),
        (
            "lead",
            "#hand .card.live",
            "You: ",
            "#hand .card.live",
        ),
        (
            "discard",
            "button[value=exchange]",
            "0 cards given. Your turn: lead to the trick.",
            "#hand .card.live",
        ),
        (
            "made",
            ".summary .go",
            "Your turn: bid or pass.",
            ".numbers input:enabled",
        ),
    ],
)
def test_a_move_is_told_and_the_focus_is_where_the_next_one_is_made(
    sit_down, moment, press, said, focus
):
    page = sit_down(moment)
    with one_move(page):
        page.locator(press).first.click()
    announced = page.locator("#table").get_attribute("data-announce")
    assert said in announced
    expect(page.locator("#live")).to_have_text(announced)
    assert is_focused(page, focus)


def test_a_refused_card_is_answered_with_the_reason(sit_down, press_blocked):
    page = sit_down("open trick")
    press_blocked(page)
    note = page.locator("#table .note")
    expect(note).to_be_visible()
    assert note.inner_text() in {str(_MUST_FOLLOW[suit]) for suit in Suit}
    expect(page.locator("#live")).to_contain_text(note.inner_text())
    assert is_focused(page, "#hand .card.live")
    # A card that may be played is played after all, and the reason goes.
    with one_move(page):
        live_cards(page).first.click()
    expect(note).to_be_hidden()


def test_the_same_sentence_is_said_a_second_time(sit_down, press_blocked):
    page = sit_down("open trick")
    page.evaluate(LISTEN)
    live = page.locator("#live")
    press_blocked(page)
    expect(page.locator(".note")).to_be_visible()
    sentence = page.locator("#table").get_attribute("data-announce")
    expect(live).to_have_attribute("data-heard", sentence)
    press_blocked(page)
    expect(live).to_have_attribute("data-heard", f"{sentence}||{sentence}")
