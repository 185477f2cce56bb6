"""What a visitor's device has to fetch, and how far things jump: the budgets that do not depend on the machine.

The site of the tests sends its static files as they are, so what they would weigh is worked out here.
"""

import gzip
from urllib.parse import urlsplit

import pytest

from tests.budgets import (
    CLS,
    FIRST_VISIT,
    LANGUAGES,
    MOVE,
    OBSERVE,
    PHONE,
    REQUESTS,
    USES,
)
from tests.e2e.screen import one_move, phase
from tests.matrix import mostly_slow
from tests.running import press_on

#: What the headers of an answer may weigh.
HEADERS = 700


def weight(response):
    return len(gzip.compress(response.body()))


def answers(page):
    """Whatever the page is sent from now on."""
    noted = []
    # Playwright marks what it is given, and a method of a list cannot be marked.
    page.on("response", lambda response: noted.append(response))  # noqa: PLW0108
    return noted


def test_the_first_visit_to_a_table_is_light(sit_down):
    page = sit_down("lead", viewport=PHONE)
    address, cookies = page.url, page.context.cookies()
    # The same person, with nothing in the browser's cache.
    context = page.context.browser.new_context(viewport=PHONE)
    context.add_cookies(cookies)
    page = context.new_page()
    noted = answers(page)
    page.goto(address, wait_until="networkidle")
    assert {urlsplit(response.url).netloc for response in noted} == {
        urlsplit(address).netloc
    }
    assert {"/static/css/site.css", "/static/img/cards-AKQJ.svg"} < {
        urlsplit(response.url).path for response in noted
    }
    assert len(noted) <= REQUESTS
    assert sum(weight(response) + HEADERS for response in noted) <= FIRST_VISIT
    context.close()


def test_the_answer_to_a_move_is_small(sit_down):
    page = sit_down("raised", viewport=PHONE)
    noted = answers(page)
    phases = set()
    while phase(page) != "hand_over":
        phases.add(phase(page))
        with one_move(page):
            press_on(page)
    sizes = [weight(answer) for answer in noted if answer.url.endswith("/act")]
    assert phases == {"call", "play"}
    assert len(sizes) > 10
    assert max(sizes) <= MOVE


@pytest.mark.parametrize("code", mostly_slow(LANGUAGES, "en"))
@pytest.mark.parametrize("name", mostly_slow(USES, "table"))
def test_nothing_jumps_and_nothing_comes_from_elsewhere(
    open_page, sit_down, transactional_db, name, code
):
    path, use = USES[name]
    home = LANGUAGES[code]
    if name == "table":
        page = sit_down("lead", viewport=PHONE, reduced_motion="no-preference")
        path = urlsplit(page.url).path.removeprefix("/")
    else:
        page = open_page(viewport=PHONE, timezone_id="UTC")
    # Somebody who has none of our files yet: other tests may have been here before.
    page.context.new_cdp_session(page).send("Network.clearBrowserCache")
    page.add_init_script(f"({OBSERVE})()")
    noted = answers(page)
    page.goto(home + path, wait_until="networkidle")
    use(page)
    assert page.evaluate("seen.lcp") > 0
    assert page.evaluate("seen.cls") <= CLS
    assert len({urlsplit(response.url).netloc for response in noted}) == 1
