"""Every page is quiet in the browser's console, comes from this site alone, and is made of few files."""

from urllib.parse import urlsplit

import pytest

from tests.e2e.screen import DESKTOP, PHONE, live_cards, one_move, phase
from tests.matrix import mostly_slow


@pytest.fixture
def listening(open_page):
    """Everything that a page says in the console while a test runs."""

    def listening(page):
        said = []
        page.on("console", lambda message: said.append(message.text))
        return said

    return listening


@pytest.mark.parametrize(
    "viewport", mostly_slow([PHONE, DESKTOP], PHONE), ids=["phone", "desktop"]
)
def test_pages_leave_nothing_in_the_console(open_page, listening, viewport):
    page = open_page(viewport=viewport)
    said = listening(page)
    for address in ["/", "/rules/", "/healthz"]:
        page.goto(address)
    assert said == []
    for address, heading in [
        ("/nowhere/", "There is no such page"),
        ("/games/no-such-game/", "This table is not yours, or it is gone"),
    ]:
        page.goto(address)
        assert page.locator("h1").inner_text() == heading
    # A page that says 404 is an error to the browser, and to nobody else.
    assert [text for text in said if "404 (Not Found)" not in text] == []


@pytest.mark.parametrize(
    "moment",
    mostly_slow(
        [
            "first call",
            "raised",
            "discard",
            "give",
            "open trick",
            "late",
            "partner alone",
            "made",
            "won",
        ],
        "first call",
        "open trick",
    ),
)
def test_a_table_leaves_nothing_in_the_console(sit_down, listening, moment):
    page = sit_down(moment, reduced_motion="no-preference")
    said = listening(page)
    page.reload()
    press = {
        "call": "button[value=pass]",
        "discard": "button[value=exchange]",
        "play": "#hand .card.live",
        "hand_over": ".summary .go",
    }.get(phase(page))
    if press:
        with one_move(page):
            page.locator(press).first.click()
    page.keyboard.press("?")
    assert said == []


def test_a_first_visit_loads_few_files_from_this_site_alone(
    open_page, page, live_server
):
    asked = []
    page.goto("/")
    page.on("request", lambda request: asked.append(urlsplit(request.url)))
    with page.expect_navigation(wait_until="networkidle"):
        page.get_by_role("button", name="Play").click()
    assert {url.netloc for url in asked} == {urlsplit(live_server.url).netloc}
    # The address that makes the game, the table it leads to, and its files.
    assert 2 < len(set(asked)) <= 8


def test_a_move_is_one_request(sit_down):
    page = sit_down("lead")
    asked = []
    page.on("request", lambda request: asked.append(urlsplit(request.url).path))
    for _ in range(2):
        with one_move(page):
            live_cards(page).first.click()
    # The browser takes its time with the icon.
    asked = [path for path in asked if "favicon" not in path]
    assert len(asked) == 2
