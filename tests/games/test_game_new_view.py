"""POST /games/: a new game, without signing up."""

import pytest

from games import models, services
from tests.games.builders import (
    AnsweringBot,
    CalmBot,
    everything,
    game_at,
    seed_for,
    store,
)
from tests.games.pages import HTMX, as_a_browser, form_to, forms, text_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("calm_bots")]


def test_a_visitor_gets_a_table(visitor):
    response = visitor.post("/games/")
    game = models.Game.objects.get()
    assert response.status_code == 303
    assert response["Location"] == f"/games/{game.pk}/?seen=0"
    table = visitor.get(response["Location"])
    assert table.status_code == 200
    assert form_to(table, "/act").press(visitor, "pass").status_code == 303


def test_the_session_holds_the_players_own_key_and_nothing_else(visitor):
    visitor.post("/games/")
    player = models.Player.objects.get()
    assert dict(visitor.session.items()) == {"player": player.key}
    assert player.key != visitor.session.session_key


def test_the_cookie_lasts_and_no_script_can_read_it(visitor):
    cookie = visitor.post("/games/").cookies["sessionid"]
    assert cookie["httponly"]
    assert cookie["samesite"] == "Lax"
    assert cookie["max-age"] == 400 * 24 * 60 * 60


def test_every_new_game_starts_the_time_of_the_cookie_again(south, table_at):
    table_at("won")
    assert "sessionid" in south.post("/games/").cookies


def test_the_first_page_leads_to_a_table(visitor):
    (form,) = forms(visitor.get("/"))
    assert form.press(visitor).status_code == 303
    assert models.Game.objects.count() == 1


def test_a_second_press_makes_no_second_game(visitor):
    first = visitor.post("/games/")
    second = visitor.post("/games/")
    assert first["Location"] == second["Location"]
    assert models.Game.objects.count() == models.Player.objects.count() == 1


def test_who_has_played_gets_another_game_as_the_same_player(south, player, table_at):
    old = table_at("lead")
    south.post("/games/")
    assert models.Player.objects.get() == player
    assert models.Game.objects.exclude(pk=old.pk).get().player == player


def test_a_player_who_was_deleted_is_made_anew(south, player):
    player.delete()
    assert south.post("/games/").status_code == 303
    assert south.session["player"] == models.Player.objects.get().key


def test_a_stranger_gets_a_game_of_their_own(stranger, player):
    theirs = store(player, game_at("first call"), version=0)
    response = stranger.post("/games/")
    assert theirs.pk not in response["Location"]
    assert stranger.get(response["Location"]).status_code == 200


@pytest.mark.parametrize("method", ["get", "head", "put", "delete", "patch"])
def test_another_method_gets_a_friendly_page_and_no_game(visitor, method):
    response = getattr(visitor, method)("/games/")
    assert response.status_code == 405
    assert response["Allow"] == "POST"
    if method != "head":
        assert "This address cannot be used that way" in text_of(response)
    assert everything() == []


def test_when_a_bot_fails_no_game_is_made_and_the_same_press_works_later(
    visitor, seat_bot, monkeypatch
):
    # South deals, so that the bots call first.
    monkeypatch.setattr(services, "new_seed", lambda: seed_for("S"))
    seat_bot(AnsweringBot("rubbish"))
    response = visitor.post("/games/")
    assert response.status_code == 503
    assert "Something went wrong here" in text_of(response)
    assert everything() == []
    seat_bot(CalmBot())
    assert visitor.post("/games/").status_code == 303


def test_what_our_page_does_not_send_is_told_what_to_do(strict_south):
    response = strict_south.post("/games/")
    assert response.status_code == 403
    assert "Nothing was changed" in text_of(response)
    assert not response.has_header("X-Table")
    assert everything() == []
    (form,) = forms(strict_south.get("/"))
    assert form.press(as_a_browser(strict_south)).status_code == 303


def test_whatever_else_is_sent_does_not_matter(visitor):
    response = visitor.post("/games/", {"seed": "00", "version": "x"}, headers=HTMX)
    assert response.status_code == 303
    assert models.Game.objects.get().seed != "00"


def test_a_new_game_takes_few_statements(south, table_at, django_assert_num_queries):
    table_at("won")
    # Session, player, latest game; in a transaction a lock, another look, game and hand; the session in another.
    with django_assert_num_queries(12):
        south.post("/games/")
