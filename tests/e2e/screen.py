"""A table on the screen: where a person looks, and how one waits for an answer."""

from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module

from django.conf import settings
from playwright.sync_api import BrowserContext, Locator, Page, ViewportSize

from games import models
from games.context import PLAYER

DESKTOP: ViewportSize = {"width": 1280, "height": 800}
PHONE: ViewportSize = {"width": 360, "height": 640}


def sign_in(context: BrowserContext, player: models.Player, url: str) -> None:
    """Give the browser a session of this player at the site of this address."""
    session = import_module(settings.SESSION_ENGINE).SessionStore()
    session[PLAYER] = player.key
    session.save()
    context.add_cookies(
        [
            {
                "name": settings.SESSION_COOKIE_NAME,
                "value": session.session_key,
                "url": url,
            }
        ]
    )


def version(page: Page) -> int:
    return int(page.locator("#table").get_attribute("data-version") or "")


def phase(page: Page) -> str:
    names = page.locator("#table").get_attribute("class") or ""
    return names.split()[0].removeprefix("in-")


@contextmanager
def one_move(page: Page) -> Iterator[None]:
    """Wait until the table shows the version after what is done here."""
    before = version(page)
    yield
    page.locator(f'#table[data-version="{before + 1}"]').wait_for()


def is_focused(page: Page, selector: str) -> bool:
    """Whether the first such element of the page has the focus."""
    same = "selector => document.activeElement === document.querySelector(selector)"
    return bool(page.evaluate(same, selector))


def live_cards(page: Page) -> Locator:
    return page.locator("#hand .card.live")
