"""The rest is claimed when it is sure, with and without JavaScript."""

import pytest
from playwright.sync_api import expect

from games.preferences import Preferences
from games.services import save_preferences
from tests.e2e.screen import DESKTOP, PHONE, is_focused, one_move
from tests.matrix import mostly_slow

CLAIMED = "You claimed the last 5 tricks."


@pytest.mark.parametrize(
    "viewport", mostly_slow([PHONE, DESKTOP], PHONE), ids=["phone", "desktop"]
)
def test_the_rest_is_claimed_and_told(sit_down, viewport):
    page = sit_down("sure", reduced_motion="no-preference", viewport=viewport)
    claim = page.get_by_role("button", name="Claim the rest")
    expect(claim).to_be_in_viewport()
    # It covers nothing of what is on the table.
    claim.click(trial=True)
    page.get_by_role("button", name="Last trick").click(trial=True)
    with one_move(page):
        claim.click()
    expect(page.get_by_text(CLAIMED, exact=True)).to_be_visible()
    expect(page.locator("#live")).to_contain_text(CLAIMED)
    assert is_focused(page, ".summary h2")
    expect(claim).to_have_count(0)


def test_the_rest_is_claimed_without_javascript_by_who_confirms(sit_down, player):
    save_preferences(player=player, preferences=Preferences(confirm=True))
    page = sit_down("sure", java_script_enabled=False)
    page.get_by_role("button", name="Claim the rest").click()
    expect(page.get_by_text(CLAIMED, exact=True)).to_be_visible()


def test_there_is_nothing_to_claim_while_anything_is_open(sit_down):
    page = sit_down("late")
    expect(page.locator("button[value=claim]")).to_have_count(0)
