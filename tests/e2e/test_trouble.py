"""When an answer does not come, or is none: nothing is lost, and one press sends the move again."""

from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest
from playwright.sync_api import expect

from games import models
from tests.e2e.screen import is_focused, live_cards, one_move, version
from tests.matrix import mostly_slow

ACT = "**/act"


def no_connection(page):
    page.route(ACT, lambda route: route.abort("internetdisconnected"))


def broken_server(page):
    page.route(ACT, lambda route: route.fulfill(status=500, body="<h1>Broken</h1>"))


def silent_server(page):
    page.evaluate("htmx.config.timeout = 200")
    unanswered = []

    def keep(route):
        unanswered.append(route)

    page.route(ACT, keep)
    page.on("requestfailed", lambda request: unanswered.pop().abort())


def somebody_elses_page(page):
    # A hotel's sign-in page, say, which answers everything with "200 OK".
    page.route(ACT, lambda route: route.fulfill(body="<h1>Please sign in</h1>"))


TROUBLES = [no_connection, broken_server, silent_server, somebody_elses_page]


@pytest.mark.parametrize(
    "trouble",
    mostly_slow(TROUBLES, no_connection, somebody_elses_page),
    ids=lambda trouble: trouble.__name__,
)
def test_a_move_that_was_not_answered_can_be_sent_again(sit_down, trouble):
    page = sit_down("lead")
    before = page.locator("#table").inner_text()
    card = live_cards(page).first
    name = card.get_attribute("aria-label")
    trouble(page)
    card.click()
    banner = page.get_by_role("alert")
    expect(banner).to_contain_text("Not sent.")
    expect(page.locator(".htmx-request")).to_have_count(0)
    assert page.locator("#table").inner_text() == before
    page.unroute(ACT)
    with page.expect_request(ACT) as again, one_move(page):
        banner.get_by_role("button", name="Try again").click()
    assert "version=7" in again.value.post_data
    expect(banner).to_be_hidden()
    assert models.Game.objects.get().version == 8
    # It was the card that had been chosen.
    assert f"You: {name}." in page.locator("#table").get_attribute("data-announce")
    assert is_focused(page, "#hand .card.live")


def test_a_bid_that_was_not_answered_is_sent_again_as_it_was(sit_down):
    page = sit_down("first call")
    page.locator("#t3").check()
    page.locator("#dH").check()
    no_connection(page)
    page.get_by_role("button", name="Bid 3 hearts").click()
    expect(page.get_by_role("alert")).to_be_visible()
    page.unroute(ACT)
    with one_move(page):
        page.get_by_role("button", name="Try again").click()
    expect(page.get_by_role("img", name="3 hearts by you")).to_be_visible()


def test_a_move_that_arrived_but_whose_answer_was_lost_is_not_made_twice(sit_down):
    page = sit_down("lead")

    def lose_the_answer(route):
        route.fetch()
        route.abort("connectionreset")

    page.route(ACT, lose_the_answer)
    live_cards(page).first.click()
    expect(page.get_by_role("alert")).to_be_visible()
    page.unroute(ACT)
    with one_move(page):
        page.get_by_role("button", name="Try again").click()
    expect(page.locator(".note")).to_contain_text("already moved on")
    assert models.Game.objects.get().version == 8


@pytest.mark.slow
def test_the_trouble_can_be_left_by_a_reload(sit_down):
    page = sit_down("lead")
    no_connection(page)
    live_cards(page).first.click()
    expect(page.get_by_role("alert")).to_be_visible()
    page.unroute(ACT)
    page.get_by_role("link", name="Reload the table").click()
    expect(page.get_by_role("alert")).to_be_hidden()
    with one_move(page):
        live_cards(page).first.click()


@pytest.mark.parametrize(
    "lost",
    mostly_slow(["sessionid", None], "sessionid"),
    ids=["session", "all cookies"],
)
def test_a_table_whose_cookie_is_gone_offers_a_new_game(sit_down, lost):
    page = sit_down("lead")
    page.context.clear_cookies(name=lost) if lost else page.context.clear_cookies()
    live_cards(page).first.click()
    expect(page.locator("h1")).to_have_text("Your session is gone")
    assert is_focused(page, "#table h1")
    expect(page.locator("#live")).to_have_text("Your session is gone")
    page.get_by_role("button", name="Start a new game").click()
    expect(page.locator("h1")).to_have_text("Hand 1")
    assert version(page) == 0
    assert models.Game.objects.count() == 2


def test_what_hides_on_the_way_where_a_move_comes_from_is_told(sit_down):
    page = sit_down("lead")
    hidden = {"origin", "referer", "sec-fetch-site", "accept-encoding"}

    def hide(route):
        asked = route.request
        kept = {n: v for n, v in asked.all_headers().items() if n not in hidden}
        sent = Request(asked.url, asked.post_data_buffer, kept)
        with pytest.raises(HTTPError) as refused:
            urlopen(sent)
        answer = refused.value
        route.fulfill(
            status=answer.code, headers=dict(answer.headers), body=answer.read()
        )

    page.route(ACT, hide)
    live_cards(page).first.click()
    expect(page.locator(".note")).to_contain_text("Nothing was done")
    page.unroute(ACT)
    with one_move(page):
        live_cards(page).first.click()


# -- coming back ------------------------------------------------------------------------------------


@pytest.fixture
def left_behind(sit_down):
    """A table, and a way to make a move on it elsewhere meanwhile."""
    page = sit_down("lead")

    def meanwhile():
        other = page.context.new_page()
        other.goto(f"/games/{models.Game.objects.get().pk}/")
        with one_move(other):
            live_cards(other).first.click()
        other.close()

    return page, meanwhile


def test_the_back_button_leads_to_the_table_as_it_stands(left_behind):
    page, meanwhile = left_behind
    with one_move(page):
        live_cards(page).first.click()
    page.get_by_role("link", name="Learn").click()
    expect(page.locator("h1")).to_have_text("How to play Bid Euchre")
    meanwhile()
    # One step: moves leave no pages behind that one would have to step through.
    page.go_back()
    assert version(page) == 9
    with one_move(page):
        live_cards(page).first.click()


def test_a_page_out_of_the_browsers_memory_is_fetched_again(left_behind):
    page, meanwhile = left_behind
    meanwhile()
    page.evaluate(
        "dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))"
    )
    page.locator('#table[data-version="8"]').wait_for()
