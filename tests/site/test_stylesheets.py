"""What every stylesheet of ours must keep to."""

import re
from pathlib import Path

import pytest

SHEETS = sorted((Path(__file__).parents[2] / "static" / "css").glob("*.css"))
RULES = re.compile(r"([^{};]+)\{")
COMMENTS = re.compile(r"/\*.*?\*/", re.DOTALL)
#: A comma between selectors, not one inside of :is(…) or [x="…"].
COMMA = re.compile(r",(?![^(\[]*[)\]])")


@pytest.mark.parametrize("sheet", SHEETS, ids=lambda sheet: sheet.name)
def test_what_an_older_browser_cannot_read_takes_no_other_rule_along(sheet):
    """Where one selector of a list is not understood (`:has()` before Firefox 121), the whole rule falls away."""
    lists = RULES.findall(COMMENTS.sub("", sheet.read_text(encoding="utf-8")))
    assert lists
    for selectors in lists:
        unknown = [":has(" in selector for selector in COMMA.split(selectors)]
        assert all(unknown) or not any(unknown), selectors.strip()
