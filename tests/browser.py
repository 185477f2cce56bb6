"""Where a Chromium for the browser tests may be."""

import os
import shutil
from pathlib import Path

from playwright.sync_api import Playwright

NOT_FOUND = (
    "No Chromium was found for the browser tests: install one (apt install chromium, "
    "brew install --cask chromium, or .venv/bin/playwright install chromium), "
    "or name it (CHROMIUM=/path/to/chromium make test)."
)

COMMANDS = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"]
APPLICATIONS = [
    Path("/Applications/Chromium.app/Contents/MacOS/Chromium"),
    Path("/Applications/Google Chrome.app/Contents/MacOS/Google Chrome"),
]


def find_chromium(playwright: Playwright) -> Path | None:
    """The browser that CHROMIUM names, else the system's, else the one that Playwright installed."""
    if named := os.environ.get("CHROMIUM"):
        return Path(named)
    installed = [
        Path(found) for command in COMMANDS if (found := shutil.which(command))
    ]
    own = Path(playwright.chromium.executable_path)
    return next(
        (path for path in [*installed, *APPLICATIONS, own] if path.exists()), None
    )
