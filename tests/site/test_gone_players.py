"""Whoever is merged into another player, or deleted, while their request is on its way gets one clear answer."""

import pytest
from django.conf import settings
from django.contrib.auth import logout
from django.test import Client, RequestFactory
from django.urls import reverse

import accounts.views
import leaderboards.report_views
import leaderboards.views
from accounts import services as accounts_services
from accounts.models import Recovery
from games import models, services
from games.context import PLAYER
from games.preferences import UNSET
from leaderboards import services as daily
from leaderboards.models import Attempt, NameReport, Profile, Sighting
from leaderboards.services import ensure_daily, ensure_profile
from leaderboards.services.merging import forget_player, merge_players
from leaderboards.services.naming import choose_name
from tests.games.builders import game_at, store
from tests.games.conftest import calm_bots, seat_bot  # noqa: F401 - fixtures
from tests.games.pages import HTMX
from tests.leaderboards.conftest import DAY, NOON, clock, sign_in  # noqa: F401

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("calm_bots", "clock"),
]

PLAY = reverse("daily_play", args=[DAY])
#: What is pressed, and the step before which the player goes away.
PRESSES = {
    "new game": ("/games/", {}, services, "start_game"),
    "new game, deals": ("/games/", {}, services, "open_game"),
    "daily, shows itself": (PLAY, {}, daily, "ensure_profile"),
    "daily": (PLAY, {}, daily, "start_attempt"),
    "daily, deals": (PLAY, {}, services, "open_game"),
    "daily, notes": (PLAY, {}, leaderboards.views, "note_sighting"),
    "keys": ("/settings/keys", {"keys": 1}, services, "change_preferences"),
    "settings": ("/settings/", UNSET.stored(), services, "change_preferences"),
    "name": ("/you/name", {"name": "Somebody"}, accounts.views, "choose_name"),
    "first name": ("/you/name", {"name": "Ada"}, accounts.views, "ensure_profile"),
    "name dropped": ("/you/name/drop", {}, accounts.views, "drop_name"),
    "code": ("/you/code", {}, accounts_services, "make_code"),
    "report": ("report", {}, leaderboards.report_views, "report_name"),
    "card": ("act", {"action": "TS", "version": 7}, services, "_save"),
    "next hand": ("next", {"version": 7}, services, "_save"),
    "tip": ("tip", {"tip": "bid"}, services, "change_preferences"),
}
WAYS = {
    "merged": lambda own, other: merge_players(source=own, target=other, now=NOON),
    "deleted": lambda own, other: forget_player(player=own, now=NOON),
}


@pytest.fixture
def browser():
    ensure_daily(DAY)
    player = models.Player.objects.create()
    browser = Client(raise_request_exception=False)
    browser.player = player
    session = browser.session
    session[PLAYER] = player.key
    session.save()
    return browser


def kept():
    """How much there is of everything that a press may leave behind."""
    kinds = (models.Game, models.Hand, Profile, Attempt, Sighting, NameReport, Recovery)
    return {kind: kind.objects.count() for kind in kinds}


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("press", PRESSES)
def test_a_press_of_who_is_gone_is_not_done(browser, monkeypatch, press, way):
    address, data, where, step = PRESSES[press]
    other = ensure_profile(models.Player.objects.create())
    if address == "report":
        choose_name(profile=other, text="Bea", now=NOON)
        address = reverse("name_report", args=[other.tag.lower()])
    if address in {"act", "next", "tip"}:
        game = store(browser.player, game_at("made" if address == "next" else "lead"))
        address = reverse(f"game_{address}", args=[game.pk])
    if press in {"name", "name dropped", "daily", "daily, deals"}:
        ensure_profile(browser.player)
    go, before = getattr(where, step), []

    def go_away_first(*args, **kwargs):
        if not before:
            before.append(None)
            WAYS[way](browser.player, other.player)
            before[0] = kept()
        return go(*args, **kwargs)

    monkeypatch.setattr(where, step, go_away_first)
    response = browser.post(address, data)
    assert response.status_code == 409
    assert "Something changed meanwhile" in response.content.decode()
    assert [kept()] == before
    assert Profile.objects.get(pk=other.pk).name_state == "shown"
    # The next press finds somebody to be.
    monkeypatch.setattr(where, step, go)
    assert browser.post("/games/").status_code == 303


def test_at_the_table_the_answer_takes_its_place(browser, monkeypatch):
    game = store(browser.player, game_at("lead"))
    forget_player(player=browser.player, now=NOON)
    act = reverse("game_act", args=[game.pk])
    response = browser.post(act, {"action": "TS", "version": 7}, headers=HTMX)
    assert response.status_code == 409
    assert response["X-Table"] == "1"
    assert 'id="table"' in response.content.decode()


def test_an_account_that_is_deleted_meanwhile(browser, monkeypatch, django_user_model):
    user = django_user_model.objects.create_user("ada", player=browser.player)
    browser.force_login(user)
    save = accounts_services.save_email

    def delete_first(**what):
        accounts_services.delete_account(user=user, now=NOON)
        save(**what)

    monkeypatch.setattr(accounts_services, "save_email", delete_first)
    response = browser.post("/you/email/", {"email": "ada@example.org"})
    assert response.status_code == 409
    assert not django_user_model.objects.exists()


def test_who_logs_out_in_another_tab_meanwhile(browser, monkeypatch):
    start = services.start_game

    def log_out_first(**what):
        request = RequestFactory().post("/you/log-out")
        request.session, request.user = browser.session, None
        logout(request)
        return start(**what)

    monkeypatch.setattr(services, "start_game", log_out_first)
    response = browser.post("/games/")
    assert response.status_code == 409
    assert "Something changed meanwhile" in response.content.decode()


@pytest.mark.parametrize("prefix", [f"/{code}" for code, _ in settings.LANGUAGES[1:]])
def test_it_is_said_in_the_language_of_the_page(browser, monkeypatch, prefix):
    def gone(**what):
        raise services.PlayerGone

    monkeypatch.setattr(services, "start_game", gone)
    response = browser.post(f"{prefix}/games/")
    assert response.status_code == 409
    assert f'lang="{prefix[1:]}"' in response.content.decode()
    assert "Something changed" not in response.content.decode()
