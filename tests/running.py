"""A site with a folder of its own, and a browser before it: for commands that look at the site from outside."""

import json
import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from playwright.sync_api import Browser, Page, Playwright

from tests.browser import NOT_FOUND, find_chromium

ROOT = Path(__file__).resolve().parents[1]
#: Seconds that the site may need to start; its computer players may have to be compiled first.
PATIENCE = 600

#: What can be pressed at a table, in the order in which it is looked for.
CONTROLS = ["button[value=pass]", ".card.live", ".summary .go", ".exchange .go"]


@dataclass(frozen=True)
class Site:
    """A running site, and what the person finds there who has played; nothing of a site that is not our own."""

    url: str
    session: str = ""
    tables: dict[str, str] = field(default_factory=dict)
    result: str = ""
    day: str = ""


@contextmanager
def running_site() -> Iterator[Site]:
    """Serve a filled site of our own, as `make run` does, until this is left."""
    with socket.create_server(("127.0.0.1", 0)) as probe:
        port = probe.getsockname()[1]
    with tempfile.TemporaryDirectory(prefix="bideuchre-site-") as folder:
        names = ("PATH", "HOME", "LANG", "NUMBA_CACHE_DIR")
        environment = {name: os.environ[name] for name in names if name in os.environ}
        environment |= {"VAR_DIR": folder, "PORT": str(port)}

        def run(*command: str) -> str:
            done = subprocess.run(
                [sys.executable, *command],
                cwd=ROOT,
                env=environment,
                check=True,
                stdout=subprocess.PIPE,
                text=True,
            )
            return done.stdout

        run("manage.py", "collectstatic", "--no-input", "--verbosity=0")
        run("manage.py", "migrate", "--verbosity=0")
        filled = json.loads(run("-m", "tests.filling"))
        process = subprocess.Popen(
            [sys.executable, "-m", "bideuchre.serve"],
            cwd=ROOT,
            env=environment,
            stdout=subprocess.DEVNULL,
        )
        site = Site(f"http://localhost:{port}", **filled)
        try:
            _wait_for(process, f"{site.url}/healthz")
            yield site
        finally:
            process.send_signal(signal.SIGTERM)
            process.wait()


def _wait_for(process: subprocess.Popen[bytes], address: str) -> None:
    deadline = time.monotonic() + PATIENCE
    while True:
        try:
            with urllib.request.urlopen(address, timeout=5):
                return
        except urllib.error.URLError:
            if process.poll() is not None or time.monotonic() > deadline:
                sys.exit("The site did not start.")
            time.sleep(0.2)


def open_browser(playwright: Playwright) -> Browser:
    chromium = find_chromium(playwright) or sys.exit(NOT_FOUND)
    # A sandbox of its own is more than a container allows, and less than our own pages need.
    return playwright.chromium.launch(executable_path=chromium, chromium_sandbox=False)


def press_on(page: Page) -> None:
    """Make one move at the table that is shown: pass, play the first legal card, or go on to the next hand."""
    version = page.locator("#table").get_attribute("data-version")
    # A second press at the same place at once is the second half of a double click (static/js/table.js).
    page.wait_for_timeout(350)
    for control in CONTROLS:
        if page.locator(control).count():
            page.locator(control).first.click()
            break
    page.locator(f"#table:not([data-version='{version}'])").wait_for()
