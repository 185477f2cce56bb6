"""People with and without accounts."""

import pytest
from django.test import Client
from django.urls import reverse

import accounts.services
from games import models as games
from leaderboards import services
from tests.leaderboards.conftest import (  # noqa: F401 - fixtures
    clock,
    new_profile,
    profile,
    sign_in,
)

PASSWORD = "correct horse battery"


@pytest.fixture(autouse=True)
def at_once(monkeypatch):
    """Do before the answer what is done beside it: a test's transaction is seen by its own thread only."""
    monkeypatch.setattr(accounts.services, "do_beside", lambda work: work())


@pytest.fixture
def user(django_user_model):
    """An account with a player."""
    player = games.Player.objects.create()
    return django_user_model.objects.create_user(
        "bea", password=PASSWORD, player=player
    )


@pytest.fixture
def member(user):
    """The browser of somebody who is logged in."""
    client = Client()
    log_in(client)
    return client


@pytest.fixture
def device(profile, clock):  # noqa: F811
    """A browser with a history of its own, and no account, at noon of DAY."""
    return sign_in(Client(), profile)


def log_in(client, name="bea", password=PASSWORD):
    return client.post(reverse("log_in"), {"name": name, "password": password})


def sign_up(client, name="Ada", password=PASSWORD, **more):
    return client.post(reverse("sign_up"), {"name": name, "password": password, **more})


def player_of(client):
    """Whose games the browser plays."""
    return games.Player.objects.filter(key=client.session.get("player", "")).first()


def profile_of(user):
    return services.ensure_profile(user.player)
