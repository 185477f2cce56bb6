"""A printed hand tells somebody who was not there what was played."""

import pytest
from playwright.sync_api import expect

from games import models
from leaderboards.names import day_text


@pytest.mark.parametrize("moment", ["made", "late"])
def test_a_printed_hand_names_site_game_and_who_led_and_won_each_trick(
    sit_down, moment
):
    page = sit_down(moment)
    heading = page.locator("p.on-paper")
    expect(heading).to_be_hidden()
    page.emulate_media(media="print")
    begun = models.Game.objects.get().created_at.date()
    expect(heading).to_be_visible()
    expect(heading).to_contain_text("Bid Euchre")
    expect(heading).to_contain_text(f"Game begun on {day_text(begun)}")
    expect(heading).to_contain_text("localhost")
    expect(page.locator("#contract")).to_be_visible()
    expect(page.locator("#score, .hud").first).to_contain_text("of 52")
    tricks = page.locator("#log .log > li")
    first = tricks.first.locator("h3").inner_text()
    # South led the first: it was South's bid.
    assert first.startswith("Trick 1: South led, ")
    winner = first.removesuffix(" won").rpartition(" ")[2]
    second = tricks.nth(1).locator("h3").inner_text()
    assert second.startswith(f"Trick 2: {winner} led, ")


def test_on_the_screen_a_trick_names_its_winner_alone(sit_down):
    page = sit_down("late")
    text = page.locator("#log .log > li h3").first.inner_text()
    assert text.startswith("Trick 1: ")
    assert "led" not in text
