"""The level of the opponents: chosen at the start of a game, kept with it, and shown."""

import pytest

from games import models, services
from games.bots import registry
from tests.games.pages import text_of

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("level", registry.LEVELS)
def test_the_level_is_that_of_the_opponents_and_the_partner_plays_at_full_strength(
    player, level
):
    game = models.Game.objects.get(pk=services.start_game(player=player, level=level))
    names = {seat: bot.rpartition("-")[0] for seat, bot in game.bots.items()}
    assert names == {"N": registry.STRONGEST, "E": level, "W": level}


def test_an_unknown_level_is_the_usual_one(player):
    game = models.Game.objects.get(pk=services.start_game(player=player, level="x"))
    assert game.bots["E"].rpartition("-")[0] == services.DEFAULT_LEVEL


def test_another_level_is_another_game_also_when_the_first_is_untouched(player):
    easy = services.start_game(player=player, level="easy")
    assert services.start_game(player=player, level="easy") == easy
    assert services.start_game(player=player, level="hard") != easy


@pytest.mark.parametrize("level", ["easy", "medium", "hard"])
def test_the_level_that_was_chosen_is_shown_at_the_table(south, level):
    assert f'value="{level}"' in text_of(south.get("/"))
    answer = south.post("/games/", {"level": level})
    table = text_of(south.get(answer["Location"]))
    assert table.count(f"{level.capitalize()} opponent") == 2
    assert "Your partner" in table
