"""Words can be read on every ground. A browser's checker does not judge text on gradients; here are the grounds' brightest and darkest."""

import re
from pathlib import Path

import pytest
from django.contrib.staticfiles import finders

#: Words, and the grounds that they stand on (docs/design.md).
PAIRS = {
    "on": ["cloth-hi", "cloth-lo", "rail"],
    "on-2": ["cloth-hi", "cloth-lo", "rail"],
    "on-red": ["cloth-hi"],
    "brass-hi": ["cloth-hi", "cloth-lo", "rail"],
    "paper-ink": ["paper-1", "paper-deep"],
    "paper-ink-2": ["paper-1", "paper-deep"],
    "paper-link": ["paper-1", "paper-deep"],
    "paper-red": ["paper-1", "paper-deep"],
    "brass-ink": ["brass", "brass-hi"],
}
TOKEN = re.compile(r"--([\w-]+): (#[0-9a-f]{6});")


def sheet() -> str:
    path = finders.find("css/site.css")
    assert isinstance(path, str)
    return Path(path).read_text(encoding="utf-8")


def tokens(scheme: str) -> dict[str, str]:
    css = sheet()
    found = dict(TOKEN.findall(block(css, ":root {")))
    if scheme == "dark":
        found |= TOKEN.findall(block(css, ':root[data-theme="dark"] {'))
    return found


def block(css: str, selector: str) -> str:
    start = css.index(f"\n{selector}")
    return css[start : css.index("\n}", start)]


def luminance(colour: str) -> float:
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4
        for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    """As WCAG defines it, from 1 to 21."""
    dark, light = sorted([luminance(one), luminance(other)])
    return (light + 0.05) / (dark + 0.05)


def test_the_measure_is_that_of_the_guidelines() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize(
    ("words", "ground"), [(word, ground) for word in PAIRS for ground in PAIRS[word]]
)
def test_words_stand_out_from_their_ground(
    scheme: str, words: str, ground: str
) -> None:
    colours = tokens(scheme)
    assert contrast(colours[words], colours[ground]) >= 4.5


def test_both_ways_to_the_dark_say_the_same() -> None:
    css = sheet()
    by_system = css[css.index(':root:not([data-theme="light"]) {') :]
    by_choice = block(css, ':root[data-theme="dark"] {')
    assert TOKEN.findall(by_system[: by_system.index("}")]) == TOKEN.findall(by_choice)
