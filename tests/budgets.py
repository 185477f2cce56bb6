"""Measure what a visitor's device has to fetch and do, and compare it with what we allow: `make budgets`.

Starts a site of its own, or looks at the one that is named: `python -m tests.budgets http://localhost:8000`. Needs what
`make setup` installs, and Chromium. Exits with 1 when a budget is broken. The times depend on the machine, so only this
command looks at them; sizes and jumps are also held by tests/e2e/test_budgets.py.
"""

import statistics
import sys
from collections.abc import Callable
from contextlib import nullcontext
from dataclasses import dataclass, field
from typing import Any

from playwright.sync_api import Browser, CDPSession, Page, ViewportSize, sync_playwright

from tests.running import Site, open_browser, press_on, running_site

PHONE: ViewportSize = {"width": 360, "height": 740}
LANGUAGES = {"en": "/", "ar": "/ar/"}
#: How much slower than this machine a phone is.
SLOWDOWN = 4
#: Other work on the machine only ever adds to a time, so the least of so many counts; and the worst of the jumps.
RUNS = 4

# --- The budgets ---------------------------------------------------------------------------------

#: First visit to the table: bytes as sent, with their headers, and requests.
FIRST_VISIT = 70_000
REQUESTS = 8
#: The answer to a move: bytes as sent, without headers.
MOVE = 3_000
#: Milliseconds until the largest thing of a page is painted, and until a press shows.
LCP = 1_200
INP = 200
#: How far things jump, by the browser's own measure.
CLS = 0.02

#: Notes what the browser measures by itself.
OBSERVE = """() => {
  window.seen = { lcp: 0, cls: 0, inp: 0 };
  const watch = (type, note, options = {}) =>
    new PerformanceObserver(list => list.getEntries().forEach(note))
      .observe({ type, buffered: true, ...options });
  watch("largest-contentful-paint", entry => { seen.lcp = entry.startTime; });
  watch("layout-shift", entry => { if (!entry.hadRecentInput) seen.cls += entry.value; });
  watch("event", entry => {
    if (entry.interactionId) seen.inp = Math.max(seen.inp, entry.duration);
  }, { durationThreshold: 16 });
}"""


# --- What goes over the wire ---------------------------------------------------------------------


@dataclass
class Traffic:
    """Everything that a page fetches while this looks, whole answers with their headers."""

    session: CDPSession
    #: By the address, in bytes as sent; nothing for what was in the browser's cache.
    whole: dict[str, int] = field(default_factory=dict)
    #: The same without headers.
    bodies: dict[str, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._urls: dict[str, str] = {}
        self.session.send("Network.enable")
        self.session.on("Network.responseReceived", self._received)
        self.session.on("Network.dataReceived", self._data)
        self.session.on("Network.loadingFinished", self._finished)

    def _received(self, event: dict[str, Any]) -> None:
        response = event["response"]
        if response["url"].startswith("http") and not response.get("fromDiskCache"):
            self._urls[event["requestId"]] = response["url"]

    def _data(self, event: dict[str, Any]) -> None:
        if url := self._urls.get(event["requestId"]):
            size = event["encodedDataLength"]
            self.bodies[url] = self.bodies.get(url, 0) + size

    def _finished(self, event: dict[str, Any]) -> None:
        url = self._urls.get(event["requestId"])
        if url and event["encodedDataLength"]:
            self.whole[url] = int(event["encodedDataLength"])


def begin_a_game(page: Page, home: str) -> None:
    page.goto(home)
    page.locator("form[action$='/games/'] button").first.click()
    page.locator("#table").wait_for()


def weigh(browser: Browser, site: str) -> list["Figure"]:
    """A first and a second visit to the table, and the answers to all moves of some hands."""
    context = browser.new_context(viewport=PHONE, reduced_motion="reduce")
    page = context.new_page()
    begin_a_game(page, site)
    table, cookies = page.url, context.cookies()
    context.close()
    # Somebody who comes to the table with nothing in the browser's cache.
    context = browser.new_context(viewport=PHONE, reduced_motion="reduce")
    context.add_cookies([{**cookie} for cookie in cookies])  # type: ignore[typeddict-item]
    page = context.new_page()
    cold = Traffic(context.new_cdp_session(page))
    page.goto(table, wait_until="networkidle")
    first = dict(cold.whole)
    strangers = [url for url in first if not url.startswith(site)]
    cold.whole.clear()
    page.goto(table, wait_until="networkidle")
    second = dict(cold.whole)
    answers = moves(page, cold)
    context.close()
    return [
        Figure("first visit to the table, bytes", sum(first.values()), FIRST_VISIT),
        Figure("first visit to the table, requests", len(first), REQUESTS),
        Figure("first visit to the table, from elsewhere", len(strangers), 0),
        Figure("second visit to the table, bytes", sum(second.values()), FIRST_VISIT),
        Figure("second visit to the table, requests", len(second), REQUESTS),
        Figure("answer to a move, median bytes", statistics.median(answers), MOVE),
        Figure("answer to a move, largest bytes", max(answers), MOVE),
    ]


def moves(page: Page, traffic: Traffic, number: int = 40) -> list[int]:
    sizes = []
    for _ in range(number):
        traffic.bodies.clear()
        press_on(page)
        sizes += [
            size
            for url, size in traffic.bodies.items()
            if url.endswith(("/act", "/next"))
        ]
    return sizes


# --- What a slow device has to do ----------------------------------------------------------------


def use_home(page: Page) -> None:
    page.locator(".levels label").last.click()


def use_table(page: Page) -> None:
    for _ in range(4):
        press_on(page)
    page.keyboard.press("s")


def use_rules(page: Page) -> None:
    page.locator(".contents a").last.click()


def use_daily(page: Page) -> None:
    if not page.locator("#calendar .month a").count():
        return
    title = page.locator("#calendar-title").inner_text()
    page.locator("#calendar .month a").first.click()
    page.wait_for_function(
        "title => document.querySelector('#calendar-title').innerText !== title",
        arg=title,
    )


def use_boards(page: Page) -> None:
    page.keyboard.press("Tab")


#: The pages that are measured: where they are under a language's home, and what one does there.
USES: dict[str, tuple[str, Callable[[Page], None]]] = {
    "home": ("", use_home),
    "table": ("", use_table),
    "rules": ("rules/", use_rules),
    "daily": ("daily/", use_daily),
    "boards": ("boards/wins/all/", use_boards),
}


def observe(browser: Browser, site: str, code: str, name: str) -> dict[str, float]:
    """Open a page with an empty cache on a slow phone, use it, and read what the browser has seen.

    Returns:
        lcp and inp in milliseconds, and cls.
    """
    path, use = USES[name]
    home = site + LANGUAGES[code]
    context = browser.new_context(
        viewport=PHONE, reduced_motion="no-preference", timezone_id="UTC"
    )
    page = context.new_page()
    address = home + path
    if name == "table":
        begin_a_game(page, home)
        address = page.url
    session = context.new_cdp_session(page)
    session.send("Network.clearBrowserCache")
    session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWDOWN})
    page.add_init_script(f"({OBSERVE})()")
    page.goto(address, wait_until="networkidle")
    # It is no longer noted once somebody has touched the page.
    page.wait_for_function("() => seen.lcp > 0")
    lcp = page.evaluate("seen.lcp")
    page.locator(".languages button").click()
    page.locator(".languages button").click()
    use(page)
    # What is measured comes after the frame in which it was shown.
    page.wait_for_timeout(500)
    seen: dict[str, float] = page.evaluate("seen")
    context.close()
    return seen | {"lcp": lcp}


def experience(browser: Browser, site: str) -> list["Figure"]:
    figures = []
    for name in USES:
        for code in LANGUAGES:
            # The site's own caches are warm, as those of a site that is visited.
            observe(browser, site, code, name)
            runs = [observe(browser, site, code, name) for _ in range(RUNS)]
            what = f"{name} ({code})"
            for key, unit, most in [
                ("lcp", "ms", LCP),
                ("inp", "ms", INP),
                ("cls", "", CLS),
            ]:
                of_runs = max if key == "cls" else min
                value = of_runs(run[key] for run in runs)
                title = f"{what}, {key.upper()}{unit and f', {unit}'}"
                figures.append(Figure(title, value, most))
    return figures


# --- The command ---------------------------------------------------------------------------------


@dataclass(frozen=True)
class Figure:
    what: str
    value: float
    most: float

    @property
    def is_kept(self) -> bool:
        return self.value <= self.most

    def __str__(self) -> str:
        verdict = "" if self.is_kept else "  TOO MUCH"
        form = ".3f" if 0 < self.most < 1 else ",.0f"
        return f"{self.what:<44}{self.value:>10{form}}{self.most:>10{form}}{verdict}"


def main(address: str = "") -> int:
    """Print all figures; 1 when a budget is broken."""
    with (
        nullcontext(Site(address.rstrip("/"))) if address else running_site() as site,
        sync_playwright() as playwright,
    ):
        browser = open_browser(playwright)
        print(f"{'':<44}{'measured':>10}{'budget':>10}")
        figures = []
        for measure in (weigh, experience):
            for figure in measure(browser, site.url):
                print(figure, flush=True)
                figures.append(figure)
        browser.close()
    return 0 if all(figure.is_kept for figure in figures) else 1


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:2]))
