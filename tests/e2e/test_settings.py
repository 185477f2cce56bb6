"""What is set is what one gets, with and without JavaScript."""

import pytest
from playwright.sync_api import expect

from games.preferences import Deck, Pace, Preferences, Theme
from games.services import save_preferences
from tests.e2e.screen import (
    PHONE,
    is_focused,
    live_cards,
    one_move,
    phase,
    sign_in,
    version,
)
from tests.e2e.test_accessibility import TWO_VIEWS, assert_accessible
from tests.matrix import mostly_slow

CONFIRM = Preferences(confirm=True)


@pytest.fixture
def with_settings(sit_down, player):
    def with_settings(preferences, moment, **options):
        save_preferences(player=player, preferences=preferences)
        return sit_down(moment, **options)

    return with_settings


@pytest.mark.parametrize(
    "script", mostly_slow([True, False], True), ids=["script", "no-script"]
)
def test_settings_are_made_by_keyboard_and_seen_on_every_page(open_page, script):
    page = open_page(java_script_enabled=script, color_scheme="light")
    page.goto("/")
    page.get_by_role("link", name="Settings").first.click()
    page.get_by_role("group", name="Light or dark").get_by_label(
        "As the device says"
    ).focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    page.get_by_label("Confirm each card").focus()
    page.keyboard.press("Space")
    page.keyboard.press("Enter")
    expect(page.get_by_role("status")).to_have_text("Saved.")
    expect(page.get_by_label("Dark", exact=True)).to_be_checked()
    expect(page.get_by_label("Confirm each card")).to_be_checked()
    for path in ("/", "/rules/"):
        page.goto(path)
        root = page.locator("html")
        assert root.get_attribute("data-theme") == "dark"
        assert root.evaluate("root => getComputedStyle(root).colorScheme") == "dark"


# -- saved at once --------------------------------------------------------------------------------


def saved(player):
    player.refresh_from_db()
    return player.settings


@pytest.fixture
def settings_page(open_page, live_server, player):
    def settings_page(**options):
        page = open_page(**{"viewport": PHONE} | options)
        sign_in(page.context, player, live_server.url)
        page.goto("/settings/")
        return page

    return settings_page


def tap(page, label):
    page.get_by_label(label, exact=True).check()


def test_what_is_chosen_is_saved_and_seen_at_once(settings_page, player):
    page = settings_page()
    said = page.get_by_role("status")
    expect(page.get_by_role("button", name="Save")).to_be_hidden()
    expect(said).to_be_empty()
    tap(page, "Four colours")
    expect(page.locator("html")).to_have_attribute("data-deck", "four")
    expect(said).to_have_text("Saved.")
    expect(said).to_be_in_viewport()
    assert saved(player).deck == Deck.FOUR
    # It goes again, and comes again.
    expect(said).to_be_empty()
    tap(page, "Dark")
    expect(said).to_have_text("Saved.")
    assert saved(player).theme == Theme.DARK
    page.reload()
    expect(page.get_by_label("Four colours")).to_be_checked()


def test_of_two_quick_changes_none_is_lost(settings_page, player):
    page = settings_page()
    sent = []

    def answer_late(route):
        sent.append(route.request.post_data)
        page.wait_for_timeout(300)
        route.continue_()

    page.route("**/settings/", answer_late)
    with page.expect_request("**/settings/"):
        tap(page, "Four colours")
    # The first is under way. The second is changed again before it is sent.
    tap(page, "Dark")
    tap(page, "Light")
    tap(page, "Confirm each card")
    # Said of all of them, not of the first alone.
    expect(page.get_by_role("status")).to_have_text("Saved.")
    kept = saved(player)
    assert (kept.deck, kept.theme, kept.confirm) == (Deck.FOUR, Theme.LIGHT, True)
    # One after the other, each with everything: no earlier one can undo a later one.
    assert all("deck=four" in data for data in sent)
    assert "theme=light" in sent[-1]
    page.unroute_all(behavior="wait")


def test_what_could_not_be_saved_says_so_and_is_tried_again(settings_page, player):
    page = settings_page()
    page.route("**/settings/", lambda route: route.abort())
    tap(page, "Four colours")
    trouble = page.get_by_role("alert")
    expect(trouble).to_contain_text("Not saved.")
    expect(page.get_by_role("status")).to_be_empty()
    page.unroute("**/settings/")
    page.get_by_role("button", name="Try again").click()
    expect(page.get_by_role("status")).to_have_text("Saved.")
    expect(trouble).to_be_hidden()
    assert saved(player).deck == Deck.FOUR


@pytest.mark.parametrize("status", mostly_slow([403, 422, 500], 422))
def test_what_was_refused_can_be_taken_back(settings_page, player, status):
    page = settings_page()
    page.route(
        "**/settings/",
        lambda route: (
            route.fulfill(status=status, body="<h1>no</h1>")
            if route.request.method == "POST"
            else route.continue_()
        ),
    )
    tap(page, "Four colours")
    expect(page.get_by_role("alert")).to_contain_text("Not saved.")
    expect(page.get_by_role("heading", name="no", exact=True)).to_have_count(0)
    page.get_by_role("link", name="Back to what is saved").click()
    expect(page.get_by_label("Two colours")).to_be_checked()
    assert saved(player).deck == Deck.TWO


def test_who_leaves_at_once_has_saved(settings_page, player):
    page = settings_page()
    tap(page, "Four colours")
    page.get_by_role("link", name="Bid Euchre").first.click()
    page.wait_for_url("**/")
    expect(page.locator(".hero")).to_be_visible()
    page.goto("/settings/")
    expect(page.get_by_label("Four colours")).to_be_checked()


def test_without_javascript_the_sample_follows_and_the_button_saves(
    settings_page, player
):
    page = settings_page(java_script_enabled=False)
    clubs = page.locator(".sample .c").nth(2)
    before = clubs.screenshot()
    tap(page, "Four colours")
    assert clubs.screenshot() != before
    assert saved(player).deck == Deck.TWO
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("status")).to_have_text("Saved.")
    assert saved(player).deck == Deck.FOUR


def suit_colours(page, selector):
    """The colour of each suit under an element of the page."""
    return page.evaluate(
        """selector => {
          const style = getComputedStyle(document.querySelector(selector));
          const probe = document.createElement("i");
          document.body.append(probe);
          return ["s", "h", "c", "d"].map(suit => {
            probe.style.color = style.getPropertyValue(`--suit-${suit}`) || "black";
            return getComputedStyle(probe).color;
          });
        }""",
        selector,
    )


@pytest.mark.slow
@pytest.mark.parametrize("theme", [Theme.LIGHT, Theme.DARK])
def test_four_colours_are_four_on_cards_and_signs(with_settings, theme):
    four = Preferences(theme=theme, deck=Deck.FOUR)
    page = with_settings(four, "first call")
    assert len(set(suit_colours(page, ".suits .s"))) == 4
    # A card sets clubs and diamonds; its spades and hearts keep the inks of the sprite.
    spades, hearts, clubs, diamonds = suit_colours(page, "#hand .c")
    assert spades == hearts
    assert len({spades, clubs, diamonds}) == 3
    page = with_settings(Preferences(theme=theme), "first call")
    assert len(set(suit_colours(page, ".suits .s"))) == 2


@pytest.mark.parametrize("theme", mostly_slow(Theme, Theme.DARK))
@pytest.mark.parametrize("scheme", mostly_slow(["light", "dark"], "dark"))
def test_paper_is_white_whatever_is_set(with_settings, theme, scheme):
    """Else whoever prints backgrounds has black on black."""
    page = with_settings(Preferences(theme=theme), "made", color_scheme=scheme)
    page.emulate_media(media="print")
    style = "e => getComputedStyle(e).colorScheme"
    assert page.locator("html").evaluate(style) == "light"


# -- confirm --------------------------------------------------------------------------------------


def test_a_first_press_chooses_and_a_second_one_plays(with_settings):
    page = with_settings(CONFIRM, "lead", viewport=PHONE)
    cards = page.locator("#hand .card.live")
    play = page.locator("button[value=play]")
    expect(play).to_have_text("Choose a card", use_inner_text=True)
    cards.nth(1).click()
    expect(play).to_have_text(f"Play: {name_of(cards.nth(1))}", use_inner_text=True)
    cards.nth(0).click()
    expect(play).to_have_text(f"Play: {name_of(cards.nth(0))}", use_inner_text=True)
    assert version(page) == 7
    expect(play).to_be_in_viewport()
    # A second tap in the same instant is a slip; a later one means it.
    page.wait_for_timeout(400)
    with one_move(page):
        cards.nth(0).click()
    assert is_focused(page, "#hand .card.live input")


def name_of(card):
    """The card's name without what is said of it."""
    return card.locator("input").get_attribute("aria-label").partition(",")[0]


def test_a_double_click_chooses_and_does_not_play(with_settings):
    page = with_settings(CONFIRM, "lead")
    page.locator("#hand .card.live").first.dblclick()
    page.wait_for_timeout(500)
    assert version(page) == 7
    expect(page.locator("#hand input:checked")).to_have_count(1)


def test_a_card_is_confirmed_by_keys(with_settings):
    page = with_settings(CONFIRM, "open trick")
    page.keyboard.press("h")
    first = page.locator("#hand li").first.locator("input")
    expect(first).to_be_focused()
    # The arrows look through the hand and choose nothing.
    page.keyboard.press("ArrowRight")
    expect(page.locator("#hand input:checked")).to_have_count(0)
    page.locator("#hand .live input").first.focus()
    page.keyboard.press("Enter")
    expect(page.locator("#hand input:checked")).to_have_count(1)
    assert version(page) == 7
    with one_move(page):
        page.keyboard.press("Enter")
    assert is_focused(page, "#hand .live input")


def test_a_card_that_may_not_be_played_says_why(with_settings):
    page = with_settings(CONFIRM, "open trick")
    # For a machine it is disabled; a finger does not know.
    page.locator("#hand .blocked").first.click(force=True)
    page.locator("button[value=play]").click()
    expect(page.locator(".note")).to_contain_text("You must follow")
    expect(page.locator("#live")).to_contain_text("You must follow")
    assert version(page) == 7


@pytest.mark.slow
def test_a_hand_is_confirmed_card_by_card_without_javascript(with_settings):
    page = with_settings(CONFIRM, "late", java_script_enabled=False)
    while phase(page) == "play":
        page.locator("#hand .live").first.click()
        with one_move(page):
            page.locator("button[value=play]").click()
    expect(page.locator(".summary h2")).to_be_visible()


# -- forced cards ---------------------------------------------------------------------------------


@pytest.mark.slow
def test_forced_cards_are_shown_as_they_are_played(with_settings):
    forced = Preferences(autoplay=True)
    page = with_settings(forced, "open trick", reduced_motion="no-preference")
    seen = set()
    for _ in range(4):
        with one_move(page):
            live_cards(page).first.click()
        seen.add(page.locator(".fly.onS").count())
        if phase(page) != "play":
            break
    # More than the one card that was pressed.
    assert max(seen) > 1


# -- sounds ---------------------------------------------------------------------------------------

#: Note when each tone begins, by its pitch.
LISTEN = """
  window.heard = [];
  const start = OscillatorNode.prototype.start;
  OscillatorNode.prototype.start = function (when) {
    window.heard.push(Math.round(this.frequency.value));
    return start.call(this, when);
  };
  0;
"""
CARD, TRICK, TURN, MADE = 190, 392, 659, 784


def test_nothing_is_loaded_for_who_has_not_asked_for_sounds(sit_down):
    page = sit_down("lead")
    assert page.locator("script[src*=sound]").count() == 0


@pytest.mark.parametrize("motion", mostly_slow(["reduce", "no-preference"], "reduce"))
def test_cards_tricks_turns_and_ends_are_heard(with_settings, motion):
    page = with_settings(
        Preferences(sound=True, pace=Pace.FAST), "late", reduced_motion=motion
    )
    page.evaluate(LISTEN)
    with one_move(page):
        live_cards(page).first.click()
    page.wait_for_function("pitch => heard.includes(pitch)", arg=TURN)
    heard = page.evaluate("heard")
    assert CARD in heard
    if motion != "reduce":
        assert heard.index(CARD) < heard.index(TRICK) < heard.index(TURN)
    while phase(page) == "play":
        with one_move(page):
            live_cards(page).first.click()
    page.wait_for_function("pitch => heard.includes(pitch)", arg=MADE)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("preferences", "moment"),
    [
        (CONFIRM, "open trick"),
        (CONFIRM, "sure"),
        (Preferences(wait=True), "lead"),
        (Preferences(confirm=True, theme=Theme.DARK, deck=Deck.FOUR), "open trick"),
    ],
)
def test_what_settings_add_to_a_table_is_accessible(with_settings, preferences, moment):
    page = with_settings(preferences, moment)
    if preferences.wait:
        with one_move(page):
            live_cards(page).first.click()
        page.locator("#table.held").wait_for()
    else:
        page.locator("#hand .live").first.click()
    assert_accessible(page, views=TWO_VIEWS)
