"""A hand in the engine of Safari, from the first page to the next hand."""

import os

import pytest

from games import models
from tests.e2e import webkit

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]

#: Whatever goes wrong in the page from now on; a page that is loaded again has none of it.
LISTEN = """
  window.problems = [];
  addEventListener("error", event => problems.push(event.message));
  addEventListener("unhandledrejection", event => problems.push(String(event.reason)));
  addEventListener("securitypolicyviolation", event => problems.push(event.blockedURI));
"""
#: What there is to press next, the legal cards before all else.
NEXT = ["#hand .card.live", "button[value=pass]"]
TABLE = "document.querySelector('#table')"


@pytest.fixture
def safari(tmp_path):
    if not webkit.is_found():
        give_up = pytest.fail if os.environ.get("REQUIRE_WEBKIT") else pytest.skip
        give_up(webkit.NOT_FOUND)
    with webkit.open_webkit(tmp_path) as browser:
        yield browser


def one_move(browser, *presses):
    before = browser.run(f"return {TABLE}.dataset.version")
    for selector in presses:
        browser.click(selector)
    browser.wait_for(f"{TABLE}.dataset.version !== arguments[0]", before)
    browser.wait_for("document.querySelector('#live').textContent !== ''")


def test_a_hand_is_played(safari, live_server):
    safari.go(live_server.url)
    safari.click("main .go")
    # The script has run to its end: the address no longer says what was seen of the table.
    safari.wait_for(
        f"{TABLE} && document.readyState === 'complete' && !location.search"
    )
    safari.run(LISTEN)
    # Every sign and card has come out of the picture that holds them all.
    drawn = (
        "[...document.querySelectorAll('#hand use')].map(use => use.getBBox().width)"
    )
    safari.wait_for(f"{drawn}.every(Boolean)")
    assert safari.run(f"return {drawn}.length") == 12

    one_move(safari, "label:has(#t7)", "label:has(#dH)", ".bids .go")
    assert "You: 7 hearts" in safari.run(f"return {TABLE}.dataset.announce")
    swept = 0
    while not safari.run("return document.querySelector('.summary') !== null"):
        control = safari.run(
            "return arguments[0].find(control => document.querySelector(control))", NEXT
        )
        one_move(safari, control)
        swept += safari.run(
            "return [...document.querySelectorAll('.swept')].filter(trick => trick.getAnimations().length).length"
        )
    assert swept == 12
    # All has been shown in the end: no trick lies half swept, and no news is still to come.
    safari.wait_for(
        f"!{TABLE}.getAnimations({{ subtree: true }}).some(show => show.playState === 'running')"
    )
    safari.wait_for(
        "[...document.querySelectorAll('.swept')].every(trick => getComputedStyle(trick).visibility === 'hidden')"
    )
    safari.wait_for(
        "getComputedStyle(document.querySelector('.summary')).opacity === '1'"
    )
    one_move(safari, ".summary .go")
    assert safari.run("return document.querySelector('h1').innerText") == "Hand 2"
    # No page was loaded meanwhile, and nothing went wrong in it.
    assert safari.run("return window.problems") == []
    assert models.Game.objects.get().hands.count() == 2
