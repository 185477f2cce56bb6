"""Whole games, from the first page to 52 and on to the next game, by what a page shows and offers."""

import re

import pytest
from playwright.sync_api import expect

from games import models, selectors, services
from games.bots.rule import RuleBot
from games.engine.record import check_record
from tests.e2e.screen import (
    DESKTOP,
    PHONE,
    is_focused,
    live_cards,
    one_move,
    phase,
    sign_in,
    version,
)
from tests.games.builders import CallingBot
from tests.matrix import mostly_slow

#: Far more moves than a game can need.
ENOUGH = 1000

#: A game of six hands and 25 presses if South does as below and North goes alone in hearts when it can.
SHORT_GAME = bytes.fromhex(f"{37:064x}")


class WithMouse:
    """Clicks. Goes alone in spades in the first two hands, and passes later."""

    def __init__(self, page):
        self.page = page
        self.phases = set()

    def open_the_game(self):
        self.page.goto("/")
        self.page.get_by_role("link", name="Continue your game").click()

    def move(self):
        now = phase(self.page)
        if now not in self.phases:
            self.phases.add(now)
            self.look_again()
        with one_move(self.page):
            getattr(self, now)()

    def look_again(self):
        """Whatever is going on, the table is found as it was left."""
        seen = self.page.locator("#table").inner_text()
        self.page.reload()
        assert self.page.locator("#table").inner_text() == seen

    def goes_alone(self):
        return self.page.locator("h1").inner_text() in {"Hand 1", "Hand 2"}

    def call(self):
        if self.goes_alone():
            self.page.locator("#talone").check()
            self.page.locator("#dS").check()
            self.page.get_by_role("button", name="Alone in spades").click()
        else:
            self.page.get_by_role("button", name="Pass").click()

    def discard(self):
        cards = self.page.locator("#hand .pick")
        for place in [9, 10, 11]:
            cards.nth(place).click()
        self.page.get_by_role("button", name="Discard the chosen cards").click()

    def give(self):
        cards = self.page.locator("#hand .pick")
        for place in range(number_to_give(self.page)):
            cards.nth(place).click()
        self.page.get_by_role("button", name="Give the chosen cards").click()

    def play(self):
        live_cards(self.page).first.click()

    def hand_over(self):
        self.page.get_by_role("button", name="Next hand").click()

    def play_another(self):
        self.page.get_by_role("button", name="Play another game").click()


class Bidding(WithMouse):
    """Raises up to six, without a trump suit."""

    def call(self):
        number = self.page.locator(".numbers input:enabled").first
        tricks = int(number.get_attribute("value"))
        if tricks <= 6:
            number.check()
            self.page.locator("#dNT").check()
            self.page.get_by_role("button", name=f"Bid {tricks} no trump").click()
        else:
            self.page.get_by_role("button", name="Pass").click()


class WithKeys(WithMouse):
    """The same person with a keyboard and nothing else: the focus is where the move is."""

    STARTS = {
        "call": ".numbers input:enabled",
        "discard": "#hand input",
        "give": "#hand input",
        "play": "#hand .card.live",
        "hand_over": ".summary h2",
        "game_over": ".summary h2",
    }

    def open_the_game(self):
        self.page.goto("/")
        self.tab_to("main a.go")
        self.press("Enter")
        self.page.locator("#table").wait_for()
        self.tab_to(self.STARTS[phase(self.page)])

    def move(self):
        self.phases.add(phase(self.page))
        with one_move(self.page):
            getattr(self, phase(self.page))()
        assert is_focused(self.page, self.STARTS[phase(self.page)])

    def press(self, *keys):
        for key in keys:
            self.page.keyboard.press(key)

    def tab_to(self, selector):
        for _ in range(40):
            self.press("Tab")
            if is_focused(self.page, selector):
                return
        pytest.fail(f"Tab does not lead to {selector}")

    def call(self):
        if self.goes_alone():
            # From the first number one step back, round the corner.
            self.press("ArrowLeft", "Tab", "Space", "Tab", "Enter")
        else:
            self.tab_to("button[value=pass]")
            self.press("Enter")

    def discard(self):
        self.choose(3)

    def give(self):
        self.choose(number_to_give(self.page))

    def choose(self, number):
        for _ in range(number):
            self.press("Space", "ArrowRight")
        self.tab_to("button[value=exchange]")
        self.press("Enter")

    def play(self):
        self.press("ArrowRight")
        if self.page.locator(".card.live:focus").count():
            self.press("Space")
        else:
            self.press("ArrowLeft", "Enter")

    def hand_over(self):
        self.tab_to(".summary .go")
        self.press("Enter")

    play_another = hand_over


#: Marks what has the focus as reached. Is it inside the window, with nothing over its middle, and new?
LOOK_AT_FOCUS = """() => {
  const focused = document.activeElement;
  if (focused === document.body) return { isSeen: true, isNew: true };
  const isNew = !focused.reached;
  focused.reached = true;
  // A radio button is shown by its label, which is what one looks at.
  const shown = focused.matches("input") ? focused.closest("label") : focused;
  const { left, right, top, bottom } = shown.getBoundingClientRect();
  const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
  const isSeen = left >= 0 && right <= innerWidth && shown.contains(hit);
  return { isSeen, isNew, name: shown.outerHTML };
}"""

FORGET = "for (const one of document.querySelectorAll('*')) delete one.reached"

#: The controls that the focus did not come to. A group of radio buttons is one stop.
UNREACHED = """() => {
  const all = [...document.querySelectorAll("main :is(button, a[href], input:not([type=hidden]))")];
  const groups = new Set(all.filter(one => one.reached).map(one => one.name || one));
  return all
    .filter(one => !one.disabled && one.checkVisibility({ visibilityProperty: true }) && !one.reached)
    .filter(one => one.type !== "radio" || !groups.has(one.name))
    .map(one => one.outerHTML);
}"""

#: The texts and controls that reach beyond an edge of the window.
CUT_OFF = """() => [...document.querySelectorAll("body :is(h1, h2, h3, p, a, button, label, td, th)")]
  .filter(part => part.checkVisibility({ visibilityProperty: true }) && !part.matches(".vh, .skip"))
  .filter(part => {
    const { left, right } = part.getBoundingClientRect();
    return left < 0 || right > innerWidth;
  })
  .map(part => part.outerHTML)"""


class WithKeysInLittleRoom(WithKeys):
    """Looks whether all can be seen, and wherever there is something new, whether all can be reached."""

    def move(self):
        now = phase(self.page)
        if now not in self.phases:
            self.tab_round()
            self.page.locator(self.STARTS[now]).first.focus()
        super().move()
        assert self.page.evaluate(CUT_OFF) == []
        needed = self.page.evaluate("document.documentElement.scrollWidth")
        assert needed <= self.page.viewport_size["width"]

    def tab_round(self):
        """From here on round the whole page."""
        self.page.evaluate(FORGET)
        while True:
            self.press("Tab")
            focus = self.page.evaluate(LOOK_AT_FOCUS)
            if not focus["isNew"]:
                break
            assert focus["isSeen"], focus["name"]
        assert self.page.evaluate(UNREACHED) == []


class WithLargeText(WithKeysInLittleRoom):
    """Has set the browser's text to twice its usual size."""

    def __init__(self, page):
        super().__init__(page)
        page.context.new_cdp_session(page).send(
            "Page.setFontSizes", {"fontSizes": {"standard": 32, "fixed": 26}}
        )


def number_to_give(page):
    return int(re.search(r"of (\d+)", page.locator(".chosen").inner_text())[1])


@pytest.fixture
def play_a_game(open_page, player, live_server):
    """Play a game that has just begun to its end, and begin another."""

    def play_a_game(someone, viewport, score=(0, 0), **options):
        game_id = services.start_game(player=player, seed=SHORT_GAME)
        models.Game.objects.update(score_ns=score[0], score_ew=score[1])
        page = open_page(viewport=viewport, reduced_motion="reduce", **options)
        sign_in(page.context, player, live_server.url)
        person = someone(page)
        person.open_the_game()
        expect(page.locator("h1")).to_have_text("Hand 1")
        for _ in range(ENOUGH):
            if phase(page) == "game_over":
                break
            person.move()
        game = models.Game.objects.get(pk=game_id)
        assert game.version == version(page)
        winners = "You and North" if game.winner == "NS" else "West and East"
        expect(page.locator(".summary h2")).to_contain_text(f"{winners} win the game")
        person.play_another()
        expect(page.locator("h1")).to_have_text("Hand 1")
        assert version(page) == 0
        assert models.Game.objects.count() == 2
        return game, person.phases

    return play_a_game


def assert_whole(game, phases):
    """The game is one by the rules from its first hand on, and everything that can happen did."""
    record = selectors.game_record(game_id=game.pk, player_key=game.player.key)
    assert check_record(record).winner.name == game.winner
    assert len(record["hands"]) == game.hand_number
    assert phases == {"call", "discard", "give", "play", "hand_over"}


@pytest.fixture
def lively_north(seat_bot):
    seat_bot(CallingBot("N", "aloneH"))


def in_two_sizes(quick):
    """On a phone and at a desktop, of which one is in the quick suite."""
    sizes = mostly_slow([PHONE, DESKTOP], quick)
    return pytest.mark.parametrize("viewport", sizes, ids=["phone", "desktop"])


@in_two_sizes(quick=DESKTOP)
def test_a_whole_game_by_mouse(play_a_game, lively_north, viewport):
    assert_whole(*play_a_game(WithMouse, viewport))


@in_two_sizes(quick=DESKTOP)
def test_a_whole_game_by_keyboard_alone(play_a_game, lively_north, viewport):
    assert_whole(*play_a_game(WithKeys, viewport))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("someone", "viewport"),
    [
        (WithKeysInLittleRoom, {"width": 320, "height": 640}),
        (WithLargeText, PHONE),
        (WithLargeText, DESKTOP),
    ],
    ids=["narrow", "large text on a phone", "large text"],
)
def test_a_whole_game_by_keyboard_in_little_room(
    play_a_game, lively_north, someone, viewport
):
    assert_whole(*play_a_game(someone, viewport))


@in_two_sizes(quick=PHONE)
def test_a_whole_game_without_javascript(play_a_game, lively_north, viewport):
    assert_whole(*play_a_game(WithMouse, viewport, java_script_enabled=False))


@pytest.mark.slow
def test_the_end_of_a_game_against_the_real_computer_players(play_a_game, seat_bot):
    seat_bot(RuleBot())
    _, phases = play_a_game(Bidding, DESKTOP, score=(45, 45))
    assert "play" in phases
