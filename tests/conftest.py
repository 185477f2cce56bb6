"""What no test may leave behind for the next one in the same process."""

import sys

import pytest


@pytest.fixture(autouse=True)
def own_language():
    """A request leaves its language active: addresses and words of the next test would be in it.

    The tests of the engine and the bots run without Django too.
    """
    yield
    translation = sys.modules.get("django.utils.translation")
    if translation:
        translation.deactivate()
