"""Where things lie, from the smallest phone to a desktop."""

from urllib.parse import urlsplit

import pytest
from django.conf import settings
from django.utils.translation import override
from playwright.sync_api import expect

from bideuchre.languages import address_in
from games.engine.auction import Contract
from games.engine.cards import Denomination
from games.engine.game import Game
from games.engine.rules import DOUBLE_DECK_52
from games.engine.seats import Seat
from games.names import contract_sign
from tests.e2e.screen import DESKTOP, PHONE, live_cards, one_move, sign_in
from tests.games.builders import MOMENTS, after, game_at, play_on, seed_for, store
from tests.matrix import mostly_slow

PLACES = """slots => slots.map(slot => {
  const { x, y, width, height } = slot.getBoundingClientRect();
  return { x, y, width, height };
})"""

#: How far everything has jumped since the page opened, by the browser's own measure.
SHIFTS = """() => {
  window.shifted = 0;
  new PerformanceObserver(list => {
    for (const shift of list.getEntries()) shifted += shift.value;
  }).observe({ type: "layout-shift", buffered: true });
}"""

#: How far to the right any text or control reaches, also where the page cuts it off.
RIGHT_EDGE = """() => Math.max(
  ...[...document.querySelectorAll("main :is(h1, h2, p, table, a, button)")]
    .map(part => part.getBoundingClientRect().right)
)"""


sizes = pytest.mark.parametrize(
    "viewport", mostly_slow([PHONE, DESKTOP], PHONE), ids=["phone", "desktop"]
)


def places(page):
    return page.locator("#hand > li").evaluate_all(PLACES)


def rows(slots):
    """How many slots lie in each row."""
    heights = [slot["y"] for slot in slots]
    return [heights.count(y) for y in sorted(set(heights))]


@pytest.mark.parametrize(
    "moment", mostly_slow(MOMENTS, "first call", "open trick", "made")
)
def test_nothing_is_wider_than_the_screen(sit_down, moment):
    page = sit_down(moment)
    for width in [320, 360, 768, 1280]:
        page.set_viewport_size({"width": width, "height": 640})
        needed = page.evaluate("document.documentElement.scrollWidth")
        assert needed <= width


@pytest.mark.parametrize(
    "moment", mostly_slow(["first call", "raised", "lead", "open trick"], "raised")
)
def test_a_phone_shows_all_cards_in_two_rows_of_six(sit_down, moment):
    page = sit_down(moment, viewport=PHONE)
    slots = places(page)
    assert rows(slots) == [6, 6]
    assert min(slot["width"] for slot in slots) >= 50
    assert min(slot["height"] for slot in slots) >= 70
    assert max(slot["y"] + slot["height"] for slot in slots) <= PHONE["height"]
    for control in page.locator("#turn, .bids button, .bids label").all():
        expect(control).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize("width", mostly_slow([700, 1280], 1280))
def test_a_wider_screen_shows_the_hand_in_one_row(sit_down, width):
    page = sit_down("lead", viewport={"width": width, "height": 800})
    slots = places(page)
    assert rows(slots) == [12]
    assert min(slot["width"] for slot in slots) >= 50
    assert max(slot["y"] + slot["height"] for slot in slots) <= 800


@sizes
def test_places_in_the_hand_stay_where_they_are_while_a_hand_is_played(
    sit_down, viewport
):
    page = sit_down("lead", viewport=viewport)
    before = places(page)
    for played in range(1, 11):
        with one_move(page):
            live_cards(page).last.click()
        assert places(page) == before
        assert page.locator("#hand > li:empty").count() == played


@sizes
def test_nothing_jumps_while_a_table_opens_and_a_card_is_played(sit_down, viewport):
    page = sit_down("lead", viewport=viewport)
    page.evaluate(SHIFTS)
    page.keyboard.press("h")
    with one_move(page):
        page.keyboard.press("Enter")
    assert page.evaluate("shifted") <= 0.02


@pytest.fixture
def long_auction(open_page, live_server, player):
    """A table where nearly every number has been bid, with two passes after each."""

    def long_auction(width, height):
        game = game_at("raised")
        for number in range(20):
            game = after(game, "pass" if number % 3 else f"{4 + number // 3}S")
        page = open_page(viewport={"width": width, "height": height})
        sign_in(page.context, player, live_server.url)
        page.goto(f"/games/{store(player, game).pk}/")
        return page

    return long_auction


@pytest.mark.parametrize(
    ("width", "height"),
    mostly_slow(
        [(320, 640), (360, 640), (390, 844), (1280, 720), (1280, 800), (1920, 900)],
        (360, 640),
    ),
)
def test_a_long_auction_leaves_the_hand_in_place_and_shows_the_last_calls(
    long_auction, width, height
):
    page = long_auction(width, height)
    for shown in [".calls li", "#hand li"]:
        expect(page.locator(shown).last).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize(
    ("width", "height"), mostly_slow([(320, 640), (360, 640), (390, 844)], (360, 640))
)
def test_on_a_phone_the_auction_lies_between_the_seats(long_auction, width, height):
    page = long_auction(width, height)
    north, auction, south = (
        page.locator(place).bounding_box()
        for place in (".seat-N", "#auction", ".seat-S")
    )
    assert north["y"] + north["height"] <= auction["y"]
    assert auction["y"] + auction["height"] <= south["y"]


@pytest.mark.parametrize(
    "code", mostly_slow([code for code, _name in settings.LANGUAGES], "de")
)
def test_a_call_of_alone_fits_into_the_auction_beside_the_table(
    open_page, live_server, player, code
):
    game = after(
        Game.start(DOUBLE_DECK_52, seed_for("S")), "6D", "pass", "pass", "aloneH"
    )
    page = open_page(viewport=DESKTOP)
    sign_in(page.context, player, live_server.url)
    page.goto(address_in(code, f"/games/{store(player, game).pk}/"))
    auction = page.locator("#auction").bounding_box()
    for call in page.locator("#auction .call").all():
        box = call.bounding_box()
        assert box["x"] >= auction["x"]
        assert box["x"] + box["width"] <= auction["x"] + auction["width"]


@pytest.mark.parametrize("moment", mostly_slow(["discard", "give"], "discard"))
@pytest.mark.parametrize(
    ("width", "height"), mostly_slow([(667, 375), (844, 390)], (667, 375))
)
def test_a_phone_held_across_shows_all_of_an_exchange(sit_down, moment, width, height):
    page = sit_down(moment, viewport={"width": width, "height": height})
    for part in page.locator("#turn, .advice, .chosen, .exchange .go, #hand li").all():
        expect(part).to_be_in_viewport(ratio=1)
    page.locator(".exchange .go").click(trial=True)


@pytest.mark.parametrize("width", mostly_slow([360, 390], 360))
def test_text_of_twice_the_size_fits_a_phone(sit_down, width):
    page = sit_down("won", viewport={"width": width, "height": 844})
    page.context.new_cdp_session(page).send(
        "Page.setFontSizes", {"fontSizes": {"standard": 32, "fixed": 26}}
    )
    for path in [page.url, "/", "/rules/"]:
        page.goto(path)
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        assert page.evaluate(RIGHT_EDGE) <= width


@pytest.mark.slow
@pytest.mark.parametrize(("width", "height"), [(1920, 1080), (2560, 1440)])
def test_cards_grow_with_a_large_screen(sit_down, width, height):
    page = sit_down("lead", viewport={"width": width, "height": height})
    slots = places(page)
    assert slots[-1]["x"] + slots[-1]["width"] - slots[0]["x"] > width / 2
    assert slots[-1]["y"] + slots[-1]["height"] <= height


@pytest.mark.slow
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_marks_have_the_colour_of_text_where_the_system_chooses_colours(
    sit_down, scheme
):
    page = sit_down("late", forced_colors="active", color_scheme=scheme)
    ink = page.evaluate("getComputedStyle(document.body).color")
    for mark, side in [
        (".declaring h3", "after"),
        (".seat.now h3", "before"),
        (".turn.yours", "before"),
    ]:
        colour = f"e => getComputedStyle(e, '::{side}').backgroundColor"
        assert page.locator(mark).evaluate(colour) == ink
    strip = "e => getComputedStyle(e).backgroundImage"
    assert ink in page.locator(".backs").first.evaluate(strip)


@pytest.mark.slow
@pytest.mark.parametrize(("language", "is_mirrored"), [("", False), ("/ar", True)])
def test_marks_stand_apart_from_the_name_whichever_way_it_runs(
    sit_down, language, is_mirrored
):
    """A mark before the name is at its right in Arabic, though the table is never mirrored."""
    page = sit_down("lead")
    page.goto(language + urlsplit(page.url).path)
    gaps = """(mark, side) => {
      const { marginLeft, marginRight } = getComputedStyle(mark, side);
      return [parseFloat(marginLeft) > 0, parseFloat(marginRight) > 0];
    }"""
    before = page.locator(".seat.now h3").evaluate(gaps, "::before")
    after = page.locator(".declaring h3").evaluate(gaps, "::after")
    assert before == [is_mirrored, not is_mirrored]
    assert after == [not is_mirrored, is_mirrored]


#: Pairs of a seat and a card of the trick that lie on one another, and cards whose index is covered.
COVERED = """() => {
  const box = part => part.getBoundingClientRect();
  const cards = [...document.querySelectorAll("#trick li")];
  const seats = [...document.querySelectorAll(".seat")];
  const meet = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
  const on_seats = seats.flatMap(seat => cards.filter(card => meet(box(seat), box(card))));
  const hidden = cards.filter(card => {
    const { left, top, width, height } = box(card);
    return document.elementFromPoint(left + width * .2, top + height * .2).closest("li") !== card;
  });
  return [cards.length, on_seats.length, hidden.length];
}"""


#: The plates of seats whose words do not fit in.
BURST = """() => [...document.querySelectorAll(".seat")]
  .filter(seat => seat.scrollWidth > seat.clientWidth).map(seat => seat.innerText)"""

every_language = pytest.mark.parametrize(
    "code", [code for code, _name in settings.LANGUAGES]
)


PHONES = [(320, 640), (360, 640), (390, 844), (412, 915), (430, 932)]

#: What stands in front of the others is longest where they are named by their strength, and one both dealt and bid.
NAMED = {"N": "hard-1", "E": "medium-1", "W": "hard-1"}


@pytest.mark.parametrize("bidder", mostly_slow(["E", "W"], "E"))
@pytest.mark.parametrize(
    "code", mostly_slow([code for code, _name in settings.LANGUAGES], "en")
)
def test_no_card_of_a_trick_lies_on_a_seat_or_on_an_index(
    open_page, live_server, player, code, bidder
):
    game = Game.start(DOUBLE_DECK_52, seed_for(bidder))
    while game.hand.turn is not Seat.parse(bidder):
        game = after(game, "pass")
    game = after(game, "1C", "pass", "pass", "pass")
    game = play_on(
        game,
        lambda game: len(game.hand.table) == 3 and game.hand.turn is Seat.S,
    )
    row = store(player, game)
    row.bots = NAMED
    row.save()
    page = open_page()
    sign_in(page.context, player, live_server.url)
    page.goto(address_in(code, f"/games/{row.pk}/"))
    for width, height in [
        *PHONES,
        (700, 900),
        (740, 360),
        (1280, 800),
        (1920, 1080),
    ]:
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate(COVERED) == [3, 0, 0], (width, height)
        assert page.evaluate(BURST) == [], (width, height)


@pytest.mark.slow
@every_language
def test_a_partner_who_deals_and_bids_takes_no_room_from_the_trick(
    open_page, live_server, player, code
):
    game = Game.start(DOUBLE_DECK_52, seed_for("N"))
    game = after(game, "pass", "pass", "pass", "5H", "pass", "pass", "pass")
    game = play_on(game, lambda game: game.hand.turn is Seat.S)
    page = open_page()
    sign_in(page.context, player, live_server.url)
    page.goto(address_in(code, f"/games/{store(player, game).pk}/"))
    for width, height in PHONES:
        page.set_viewport_size({"width": width, "height": height})
        expect(page.locator(".seat-N .chip")).to_have_count(2)
        assert page.locator("#trick li").first.bounding_box()["width"] >= 45, width
        assert page.evaluate(BURST) == [], width


#: How many lines the words on the plate of the contract take, and whether they stay on it.
PLATE = """text => {
  const plate = document.querySelector("#contract"), words = plate.querySelector("b");
  words.textContent = text;
  const box = plate.getBoundingClientRect(), inner = words.getBoundingClientRect();
  return [
    Math.round(inner.height / parseFloat(getComputedStyle(words).lineHeight)),
    box.left <= inner.left && inner.right <= box.right && box.top <= inner.top && inner.bottom <= box.bottom
      && words.scrollWidth <= words.clientWidth,
  ];
}"""


@pytest.mark.slow
@every_language
def test_no_contract_is_too_long_for_its_plate(sit_down, code):
    page = sit_down("late")
    page.goto(address_in(code, urlsplit(page.url).path))
    with override(code):
        signs = {
            contract_sign(Contract(seat, 12, Denomination.D, alone=alone))
            for seat in Seat
            for alone in (True, False)
        }
    for width, height in [*PHONES, (740, 360), (1280, 800)]:
        page.set_viewport_size({"width": width, "height": height})
        for sign in sorted(signs):
            lines, is_inside = page.evaluate(PLATE, sign)
            assert is_inside, (width, sign)
            assert lines <= 2, (width, sign)


@pytest.mark.slow
@pytest.mark.parametrize(("width", "height"), [(700, 900), (1280, 800)])
def test_the_bid_pad_covers_no_seat(sit_down, width, height):
    page = sit_down("raised", viewport={"width": width, "height": height})
    west, pad, east = (
        page.locator(place).bounding_box() for place in (".seat-W", ".pad", ".seat-E")
    )
    assert west["x"] + west["width"] <= pad["x"]
    assert pad["x"] + pad["width"] <= east["x"]


@pytest.mark.slow
@pytest.mark.parametrize("language", ["", "/ar"])
def test_the_headings_of_the_summary_stand_over_their_columns(sit_down, language):
    page = sit_down("made", viewport=PHONE)
    page.goto(
        language + page.url.partition("/games")[1] + page.url.partition("/games")[2]
    )
    edges = page.evaluate(
        """() => [...document.querySelectorAll(".summary tr")].map(row =>
          [...row.cells].slice(1).map(cell => {
            const text = document.createRange();
            text.selectNodeContents(cell);
            return text.getBoundingClientRect().right;
          }))"""
    )
    headings, *rows = edges
    for row in rows:
        for heading, value in zip(headings, row, strict=True):
            assert abs(heading - value) < 2


@pytest.mark.slow
@pytest.mark.parametrize("home", ["", "/it", "/es", "/ar"])
@pytest.mark.parametrize("moment", ["discard", "give"])
def test_an_exchange_fits_a_phone_upright_and_across(sit_down, moment, home):
    page = sit_down(moment)
    page.goto(home + urlsplit(page.url).path)
    for width, height in [(360, 640), (390, 844), (740, 360)]:
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate("document.documentElement.scrollHeight") == height, width
