"""Take the pictures of the README again: start the site, then `python -m docs.screens.take http://localhost:8000`.

Needs what `make setup` installs, and Chromium.
"""

import sys
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

from tests.browser import NOT_FOUND, find_chromium

HERE = Path(__file__).parent
PICTURES = {
    "desktop": {"width": 1280, "height": 800},
    "phone": {"width": 390, "height": 780},
}


def main(site: str) -> None:
    with sync_playwright() as playwright:
        chromium = find_chromium(playwright) or sys.exit(NOT_FOUND)
        # A sandbox of its own is more than a container allows, and less than our own pages need.
        browser = playwright.chromium.launch(
            executable_path=chromium, chromium_sandbox=False
        )
        for name, viewport in PICTURES.items():
            page = browser.new_page(viewport=viewport, reduced_motion="reduce")
            page.goto(site)
            page.get_by_role("button", name="Play", exact=True).click()
            play_to_a_full_table(page)
            page.screenshot(path=HERE / f"{name}.jpg", quality=85)
        browser.close()


def play_to_a_full_table(page: Page) -> None:
    """Pass, then play the first legal card until three cards lie on the table."""
    while page.locator("#trick li").count() < 3:
        for control in (
            "button[value=pass]",
            ".card.live",
            ".summary .go",
            ".exchange .go",
        ):
            if page.locator(control).count():
                version = page.locator("#table").get_attribute("data-version")
                page.locator(control).first.click()
                page.locator(f"#table:not([data-version='{version}'])").wait_for()
                break


if __name__ == "__main__":
    main(sys.argv[1])
