"""WebKit as Debian has it, driven by the plain protocol: W3C WebDriver, JSON over HTTP.

Playwright's WebKit is a build of its own that must be fetched; this one is a package, and the engine of Safari all the same.
"""

import json
import os
import shutil
import socket
import subprocess
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

#: What must be installed; a screen that nobody sees, for where there is none.
COMMANDS = ["WebKitWebDriver", "Xvfb"]
NOT_FOUND = "No WebKit was found: install webkit2gtk-driver and xvfb (Debian)."
#: Of the window; a phone's is less to draw.
SIZE = (450, 800)
#: Seconds for what takes one on a quiet machine.
PATIENCE = 60


def is_found() -> bool:
    return all(shutil.which(command) for command in COMMANDS)


class WebKit:
    """One window of one person."""

    def __init__(self, port: int) -> None:
        self._session = f"http://127.0.0.1:{port}/session"
        self._session += "/" + self._ask("POST", capabilities={})["sessionId"]
        self._ask("POST", "/window/rect", width=SIZE[0], height=SIZE[1])

    def _ask(self, method: str, path: str = "", **what: Any) -> Any:
        data = json.dumps(what).encode() if method == "POST" else None
        asked = urllib.request.Request(self._session + path, data, method=method)
        try:
            with urllib.request.urlopen(asked, timeout=60) as answer:
                return json.load(answer)["value"]
        except urllib.error.HTTPError as error:
            raise AssertionError(error.read().decode()) from error

    def go(self, url: str) -> None:
        self._ask("POST", "/url", url=url)

    def run(self, script: str, *args: Any) -> Any:
        """What this body of a function returns in the page."""
        return self._ask("POST", "/execute/sync", script=script, args=args)

    def wait_for(self, expression: str, *args: Any) -> None:
        deadline = time.monotonic() + PATIENCE
        while not self.run(f"return {expression}", *args):
            assert time.monotonic() < deadline, expression
            time.sleep(0.05)

    def click(self, selector: str) -> None:
        """Press the mouse on the first such element, near its left edge: cards lie on one another."""
        x, y = self.run(
            """
            const box = document.querySelector(arguments[0]).getBoundingClientRect();
            return [Math.round(box.x + box.width / 4), Math.round(box.y + box.height / 2)];
            """,
            selector,
        )
        press = [
            {"type": "pointerMove", "x": x, "y": y},
            {"type": "pointerDown", "button": 0},
            {"type": "pointerUp", "button": 0},
        ]
        self._ask(
            "POST",
            "/actions",
            actions=[{"type": "pointer", "id": "mouse", "actions": press}],
        )

    def close(self) -> None:
        self._ask("DELETE")


@contextmanager
def open_webkit(folder: Path) -> Iterator[WebKit]:
    """A browser that keeps whatever it keeps in this folder, on a screen of its own."""
    with ExitStack() as stack:

        def start(*command: str, **options: Any) -> None:
            process = stack.enter_context(subprocess.Popen(command, **options))
            stack.callback(process.terminate)

        reading, writing = os.pipe()
        with os.fdopen(reading) as told:
            start(
                "Xvfb",
                "-displayfd",
                str(writing),
                "-nolisten",
                "tcp",
                "-screen",
                "0",
                "500x900x24",
                pass_fds=[writing],
            )
            os.close(writing)
            display = told.readline().strip()
        with socket.create_server(("127.0.0.1", 0)) as probe:
            port = probe.getsockname()[1]
        homes = ("HOME", "XDG_CACHE_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME")
        start(
            "WebKitWebDriver",
            f"--port={port}",
            env={
                "PATH": os.environ["PATH"],
                "DISPLAY": f":{display}",
                "LIBGL_ALWAYS_SOFTWARE": "1",
                **dict.fromkeys(homes, str(folder)),
            },
        )
        deadline = time.monotonic() + PATIENCE
        while True:
            try:
                socket.create_connection(("127.0.0.1", port)).close()
                break
            except ConnectionRefusedError:
                assert time.monotonic() < deadline, "The driver did not start."
                time.sleep(0.05)
        browser = WebKit(port)
        stack.callback(browser.close)
        yield browser
