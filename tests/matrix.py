"""Which part of a matrix the quick suite runs."""

from collections.abc import Iterable
from typing import Any

import pytest


def mostly_slow(values: Iterable[Any], *quick: Any) -> list[Any]:
    """The values of a parameter, of which only the named ones are in the quick suite."""
    values = list(values)
    assert all(value in values for value in quick)
    return [
        value
        if value in quick
        else pytest.param(
            *(value if isinstance(value, tuple) else [value]), marks=pytest.mark.slow
        )
        for value in values
    ]
