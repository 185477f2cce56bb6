"""A person at a table, for every test in this folder."""

import pytest
from django.test import Client

from games import models
from games.bots import registry
from tests.games.builders import CalmBot, game_at, store


@pytest.fixture
def seat_bot(monkeypatch):
    """Let this computer player sit in all three seats, whatever level is asked for."""

    def seat(bot):
        for name in ("rule", *registry.LEVELS):
            monkeypatch.setitem(registry._BOTS, name, bot)

    return seat


@pytest.fixture
def calm_bots(seat_bot):
    """Computer players that no change of the real ones can change."""
    seat_bot(CalmBot())


@pytest.fixture
def player(db):
    return models.Player.objects.create()


def sign_in(client, player):
    """Give the browser the session of this player."""
    session = client.session
    session["player"] = player.key
    session.save()
    return client


@pytest.fixture
def south(client, player):
    """The browser of the person whose games these are."""
    return sign_in(client, player)


@pytest.fixture
def strict_south(player):
    """The same person's browser, where it is checked whether a page of ours sends; it says nothing."""
    return sign_in(Client(enforce_csrf_checks=True), player)


@pytest.fixture
def strict_visitor(db):
    """A browser without any cookie that says nothing of where it sends from, where that is checked."""
    return Client(enforce_csrf_checks=True)


@pytest.fixture
def stranger(db):
    """A browser with a session of its own."""
    return sign_in(Client(), models.Player.objects.create())


@pytest.fixture
def visitor(db):
    """A browser without any cookie."""
    return Client()


@pytest.fixture
def table_at(player):
    """Store a game of South's at a moment of `builders.MOMENTS`."""
    return lambda moment: store(player, game_at(moment))
