"""A printed hand tells somebody who was not there what was played."""

import pytest
from playwright.sync_api import expect

from games import models
from leaderboards.names import day_text
from tests.matrix import mostly_slow


@pytest.mark.parametrize("moment", mostly_slow(["made", "late"], "made"))
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
    expect(heading).to_contain_text("▸ led, framed won")
    tricks = page.locator("#log .log tbody tr")
    # South led the first: it was South's bid. Who won a trick led the next.
    leader = "South"
    for number, trick in enumerate(tricks.all(), start=1):
        assert seat_of(page, trick, ".led") == leader
        leader = seat_of(page, trick, ".win")
        assert trick.locator("th").inner_text() == f"Trick {number}: {leader}"
        sign = trick.locator(".led").evaluate(
            "card => getComputedStyle(card, '::before').content"
        )
        assert sign == '"▸"'
    assert tricks.count() >= 2


def seat_of(page, trick, which):
    """In whose column a card of a trick lies."""
    place = trick.locator(which).evaluate("card => card.cellIndex")
    return page.locator(f"#log thead th:nth-child({place + 1})").text_content()
