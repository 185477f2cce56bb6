"""What an answer weighs on its way, the heaviest kinds of move in every language."""

import gzip

import pytest
from django.conf import settings
from django.urls import reverse
from django.utils.translation import override

from games.engine.game import Game
from games.engine.rules import DOUBLE_DECK_52
from games.engine.seats import Seat
from games.preferences import Preferences, Verbosity
from games.services import save_preferences
from tests.budgets import MOVE
from tests.games.builders import CallingBot, after, game_at, seed_for, store
from tests.games.pages import HTMX

#: The name of the pictures' file is longer where it carries the hash of its content, and stands in the answer once.
HASH = 13

#: All that makes an answer longer.
WORDY = Preferences(verbosity=Verbosity.FULL, wait=True, confirm=True)

every_language = pytest.mark.parametrize(
    "code", [code for code, _ in settings.LANGUAGES]
)


def weight(response):
    assert response["Content-Encoding"] == "gzip"
    return len(response.content) + HASH


def act(client, code, game, action, **more):
    data = {"action": action, "version": 7, **more}
    # The answer too is made on this thread, and would leave its language to the next test.
    with override(code):
        url = reverse("game_act", args=[game.pk])
        response = client.post(url, data, headers=HTMX | {"Accept-Encoding": "gzip"})
    assert response.status_code == 200
    return response


def assert_watched(response):
    assert gzip.decompress(response.content).count(b"swept") == 12


@pytest.fixture
def wordy(player):
    save_preferences(player=player, preferences=WORDY)


@every_language
def test_a_hand_that_is_watched_after_cards_were_given(
    south, player, calm_bots, wordy, code
):
    game = game_at("give")
    cards = [card.text for card in game.hand.holdings[Seat.S][:3]]
    response = act(south, code, store(player, game), "exchange", cards=cards)
    assert_watched(response)
    assert weight(response) <= MOVE


@every_language
def test_a_hand_that_is_watched_after_the_longest_auction(
    south, player, seat_bot, wordy, code
):
    """Three passes, then each number with two passes between; at last North goes alone with every card it holds."""
    seat_bot(CallingBot("N", "aloneH", discards=False))
    calls = ["pass"] * 3
    for tricks in range(1, 12):
        calls += [f"{tricks}{'SHCD'[tricks % 4]}", "pass", "pass"]
    # The last two passes are South's, which is tried here, and West's.
    game = after(Game.start(DOUBLE_DECK_52, seed_for("W")), *calls[:-2])
    response = act(south, code, store(player, game), "pass")
    assert_watched(response)
    assert weight(response) <= MOVE
