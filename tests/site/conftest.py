"""What the tests of this folder leave behind: nothing."""

import pytest
from django.utils import translation


@pytest.fixture(autouse=True)
def english():
    """A page in another language leaves its language to whoever comes next in the same thread."""
    with translation.override("en"):
        yield
