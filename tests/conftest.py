"""What holds for every test, with Django or without."""

import sys

import pytest
from hypothesis import settings

# A busy machine is no fault of what is tested.
settings.register_profile("patient", deadline=None)
settings.load_profile("patient")


@pytest.fixture(autouse=True)
def own_language():
    """A request leaves its language active: no test may find addresses and words of the one before.

    The tests of the engine and the bots run without Django too.
    """
    yield
    translation = sys.modules.get("django.utils.translation")
    if translation:
        translation.deactivate()
