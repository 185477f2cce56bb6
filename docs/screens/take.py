"""Take the pictures of every page again: `make screens`, or `python -m docs.screens.take`.

Starts a site of its own, fills it, and writes the two pictures of the README, a picture of each page for each size, theme
and direction of writing, and README.md with all of them. Needs what `make setup` installs, and Chromium. Names of pages
as arguments take only theirs again.
"""

import base64
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from playwright.sync_api import (
    Browser,
    BrowserContext,
    CDPSession,
    Page,
    ViewportSize,
    sync_playwright,
)

from tests.running import Site, open_browser, press_on, running_site

HERE = Path(__file__).parent
README: dict[str, ViewportSize] = {
    "desktop": {"width": 1280, "height": 800},
    "phone": {"width": 390, "height": 780},
}
SIZES: dict[str, ViewportSize] = {
    "phone": {"width": 360, "height": 740},
    "desktop": {"width": 1280, "height": 800},
}
SCHEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")
LANGUAGES = {"en": "", "ar": "/ar"}
#: Enough to see whether a page is good; a lossless picture would be five times the size.
QUALITY = 64


@dataclass(frozen=True)
class Picture:
    """A page to be taken: its address on the filled site, and who sees it."""

    name: str
    title: str
    address: Callable[[Site], str]
    #: Whether it is the person who has played; otherwise somebody who is here for the first time.
    is_known: bool = False
    #: What is done there first.
    prepare: Callable[[Page], None] | None = None


def press_play(page: Page) -> None:
    page.locator("form[action$='/games/'] button").first.click()
    page.locator("#table").wait_for()


PICTURES = (
    Picture("home", "The first page", lambda site: "/"),
    Picture("first-hand", "The first hand", lambda site: "/", prepare=press_play),
    Picture("auction", "The auction", lambda site: site.tables["auction"], True),
    Picture("exchange", "Going alone", lambda site: site.tables["exchange"], True),
    Picture("play", "The play", lambda site: site.tables["play"], True),
    Picture("summary", "After a hand", lambda site: site.tables["summary"], True),
    Picture("over", "After a game", lambda site: site.tables["over"], True),
    Picture("how-to-play", "How to play", lambda site: "/how-to-play/"),
    Picture("rules", "The rules", lambda site: "/rules/"),
    Picture("glossary", "The glossary", lambda site: "/glossary/"),
    Picture("strategy", "Strategy", lambda site: "/strategy/"),
    Picture("settings", "Settings", lambda site: "/settings/", True),
    Picture("daily", "The daily game, before", lambda site: "/daily/"),
    Picture("daily-after", "The daily game, after", lambda site: "/daily/", True),
    Picture("result", "The result of a daily", lambda site: site.result, True),
    Picture(
        "day", "The board of a day", lambda site: f"/daily/{site.day}/board/", True
    ),
    Picture("boards", "The board of all time", lambda site: "/boards/wins/all/", True),
    Picture("you", "The page about oneself", lambda site: "/you/", True),
    Picture("privacy", "Privacy", lambda site: "/privacy/"),
    Picture("fairness", "Fair deals", lambda site: "/fairness/"),
    Picture("accessibility", "Accessibility", lambda site: "/accessibility/"),
    Picture("missing", "No such page", lambda site: "/no-such-page/"),
)


def main(names: list[str]) -> None:
    unknown = set(names) - {picture.name for picture in PICTURES}
    if unknown:
        sys.exit(f"There is no picture of {', '.join(sorted(unknown))}.")
    wanted = [picture for picture in PICTURES if not names or picture.name in names]
    with running_site() as site, sync_playwright() as playwright:
        browser = open_browser(playwright)
        if not names:
            for old in HERE.glob("*/*.webp"):
                old.unlink()
        for code in LANGUAGES:
            (HERE / code).mkdir(exist_ok=True)
            for path in take_all(browser, site, code, wanted):
                print(path.relative_to(HERE), flush=True)
        if not names:
            take_those_of_the_readme(browser, site)
        browser.close()
    (HERE / "README.md").write_text(index(), encoding="utf-8")


def take_all(
    browser: Browser, site: Site, code: str, wanted: list[Picture]
) -> Iterator[Path]:
    """Load each page once, and take it in all sizes and themes."""
    for picture in wanted:
        context = context_of(browser, site, is_known=picture.is_known)
        page = context.new_page()
        page.goto(site.url + LANGUAGES[code] + picture.address(site))
        if picture.prepare:
            picture.prepare(page)
        page.wait_for_load_state("networkidle")
        session = context.new_cdp_session(page)
        for size, viewport in SIZES.items():
            page.set_viewport_size(viewport)
            for scheme in SCHEMES:
                page.emulate_media(color_scheme=scheme)
                path = HERE / file_of(picture, code, size, scheme)
                path.write_bytes(webp(page, session))
                yield path
        context.close()


def context_of(browser: Browser, site: Site, *, is_known: bool) -> BrowserContext:
    context = browser.new_context(reduced_motion="reduce", timezone_id="UTC")
    if is_known:
        context.add_cookies(
            [{"name": "sessionid", "value": site.session, "url": site.url}]
        )
    return context


def file_of(picture: Picture, code: str, size: str, scheme: str) -> str:
    return f"{code}/{picture.name}-{size}-{scheme}.webp"


def webp(page: Page, session: CDPSession) -> bytes:
    """What the page shows, in a format that Playwright itself does not write."""
    # Two frames, so that what has just changed is painted.
    page.evaluate(
        "new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))"
    )
    taken = session.send(
        "Page.captureScreenshot", {"format": "webp", "quality": QUALITY}
    )
    return base64.b64decode(taken["data"])


def take_those_of_the_readme(browser: Browser, site: Site) -> None:
    for name, viewport in README.items():
        page = browser.new_page(viewport=viewport, reduced_motion="reduce")
        page.goto(site.url)
        press_play(page)
        # Pass, then play the first legal card until three cards lie on the table.
        while page.locator("#trick li").count() < 3:
            press_on(page)
        page.screenshot(path=HERE / f"{name}.jpg", quality=85)


def index() -> str:
    lines = [
        "# Every page, as it looks",
        "",
        "On a phone and a desktop, light and dark, from left to right and from right to left; `make screens` takes",
        "all of them again.",
    ]
    for picture in PICTURES:
        lines += ["", f"## {picture.title}", ""]
        for code in LANGUAGES:
            row = [
                f'<img src="{file_of(picture, code, size, scheme)}" alt="{picture.title}: {size}, {scheme}, {code}" height="240">'
                for size in SIZES
                for scheme in SCHEMES
            ]
            lines += [" ".join(row), ""]
        lines.pop()
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    main(sys.argv[1:])
