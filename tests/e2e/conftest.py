"""A real browser before the real site, for every test in this folder."""

import os
from collections import defaultdict
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from django.core.cache import cache
from playwright.sync_api import (
    Browser,
    ConsoleMessage,
    Page,
    ViewportSize,
    expect,
    sync_playwright,
)
from pytest_django.live_server_helper import LiveServer

from games import models
from games.bots import registry
from games.bots.base import Bot
from tests.browser import NOT_FOUND, find_chromium
from tests.e2e.screen import DESKTOP, sign_in
from tests.games.builders import CalmBot, game_at, store

OpenPage = Callable[..., Page]
SitDown = Callable[..., Page]

#: What a page can be told after its context was made, and what holds if nothing is said.
MEDIA: dict[str, Any] = {
    "color_scheme": "light",
    "forced_colors": "none",
    "reduced_motion": "no-preference",
}

#: Milliseconds that a busy machine may take for what is at once on a quiet one.
PATIENCE = 20_000


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker("e2e")


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    skipped = terminalreporter.stats.get("skipped", [])
    if any(NOT_FOUND in str(report.longrepr) for report in skipped):
        terminalreporter.write_line(f"Browser tests were skipped. {NOT_FOUND}")


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Chromium, started once. Without one the tests are skipped; with REQUIRE_BROWSER=1 they fail."""
    with pytest.MonkeyPatch.context() as patch, sync_playwright() as playwright:
        chromium = find_chromium(playwright)
        if chromium is None:
            give_up = pytest.fail if os.environ.get("REQUIRE_BROWSER") else pytest.skip
            give_up(NOT_FOUND)
        # Playwright's synchronous interface runs an event loop on this thread from here on, and puts the
        # test aside while that loop turns. Django sees a running loop, takes the test for asynchronous
        # code and refuses it the database. It is not: the loop stands still whenever the test runs, so
        # nothing else can use its connection meanwhile. The site's own threads are not concerned.
        patch.setenv("DJANGO_ALLOW_ASYNC_UNSAFE", "1")
        browser = playwright.chromium.launch(
            executable_path=chromium,
            # Chromium's sandbox cannot be had by root, as whom containers often run.
            chromium_sandbox=hasattr(os, "geteuid") and os.geteuid() != 0,
            args=[
                "--disable-background-networking",
                "--disable-component-update",
                "--disable-sync",
                "--no-first-run",
            ],
        )
        expect.set_options(timeout=PATIENCE)
        yield browser
        browser.close()


class Visitor:
    """A browser's context, used by one test after another.

    A page is opened in a third of the time where another one is open already: the browser then has a process for it.
    """

    def __init__(self, browser: Browser, **options: Any) -> None:
        self.context = browser.new_context(
            viewport=DESKTOP, reduced_motion="reduce", **options
        )
        self.context.set_default_timeout(PATIENCE)
        self.idle = self.context.new_page()
        self.storage = self.context.new_cdp_session(self.idle)

    def forget(self, url: str) -> None:
        """Be like a new one, but for the files of the site in the browser's cache.

        A test that changes the context itself (offline, routes, scripts, clock) needs one of its own.
        """
        for page in self.context.pages:
            if page is not self.idle:
                page.close()
        stored = {"origin": url, "storageTypes": "all"}
        self.storage.send("Storage.clearDataForOrigin", stored)
        self.context.clear_cookies()
        self.context.clear_permissions()


@pytest.fixture(scope="session")
def visitors() -> dict[str, list[Visitor]]:
    """Those whom no test needs now, by the options of their contexts."""
    return defaultdict(list)


@pytest.fixture
def open_page(
    browser: Browser, visitors: dict[str, list[Visitor]], live_server: LiveServer
) -> Iterator[OpenPage]:
    """Open a page as a new person, in a context with these options (viewport, java_script_enabled, …).

    Paths are relative to the site: `page.goto("/")`. A test fails if a script of ours raised, or if
    the browser refused something by the content security policy.
    """
    here = []
    problems: list[str] = []

    def note(message: ConsoleMessage) -> None:
        if "Content Security Policy" in message.text:
            problems.append(message.text)

    def open_page(viewport: ViewportSize = DESKTOP, **options: Any) -> Page:
        media = {name: options.pop(name, unset) for name, unset in MEDIA.items()}
        key = repr(sorted(options.items()))
        if visitors[key]:
            visitor = visitors[key].pop()
        else:
            visitor = Visitor(browser, base_url=live_server.url, **options)
        here.append((key, visitor))
        page = visitor.context.new_page()
        page.set_viewport_size(viewport)
        page.emulate_media(**media)
        page.on("pageerror", lambda error: problems.append(str(error)))
        page.on("console", note)
        return page

    yield open_page
    for key, visitor in here:
        visitor.forget(live_server.url)
        visitors[key].append(visitor)
    assert not problems


@pytest.fixture
def page(open_page: OpenPage) -> Page:
    """One person's page at a desktop."""
    return open_page(viewport=DESKTOP)


@pytest.fixture
def seat_bot(monkeypatch: pytest.MonkeyPatch) -> Callable[[Bot], None]:
    """Let this computer player sit in all three seats, whatever level is asked for."""

    def seat(bot: Bot) -> None:
        for name in ("rule", *registry.LEVELS):
            monkeypatch.setitem(registry._BOTS, name, bot)

    return seat


@pytest.fixture(autouse=True)
def calm_bots(seat_bot: Callable[[Bot], None]) -> None:
    """Computer players that no change of the real ones can change."""
    seat_bot(CalmBot())


@pytest.fixture(autouse=True)
def empty_cache() -> None:
    """What an earlier test left in it, such as who works out the par of today, is not ours."""
    cache.clear()


@pytest.fixture
def player(transactional_db: None) -> models.Player:
    """Somebody who wants no tips; those of a first hand have tests of their own."""
    return models.Player.objects.create(preferences={"tips": False})


@pytest.fixture
def sit_down(
    open_page: OpenPage, live_server: LiveServer, player: models.Player
) -> SitDown:
    """Open a game of one person at a moment of `builders.MOMENTS`, in a context of its own.

    Things move only if the context asks for it (reduced_motion="no-preference").
    """

    def sit_down(moment: str, **options: Any) -> Page:
        game = store(player, game_at(moment))
        page = open_page(**{"viewport": DESKTOP, "reduced_motion": "reduce"} | options)
        sign_in(page.context, player, live_server.url)
        page.goto(f"/games/{game.pk}/")
        return page

    return sit_down
