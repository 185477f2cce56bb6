"""GET /games/<id>/record.json: a finished game to take home."""

import pytest
from django.urls import reverse

from games.engine.record import FORMAT
from tests.games.pages import HTMX, note_in, text_of, without_address

#: A game that there is not.
NOBODYS = "abcdefghijklmnop"

pytestmark = pytest.mark.django_db


def url(game):
    return reverse("game_record", args=[game.pk])


@pytest.mark.parametrize("moment", ["won", "lost"])
def test_a_finished_game_is_downloaded(south, table_at, moment):
    game = table_at(moment)
    response = south.get(url(game))
    assert response.status_code == 200
    assert response["Content-Type"] == "application/json"
    assert (
        response["Content-Disposition"]
        == f'attachment; filename="bideuchre-{game.pk}.json"'
    )
    assert "no-store" in response["Cache-Control"]
    assert response.json()["format"] == FORMAT
    assert len(response.json()["hands"]) == 1


@pytest.mark.parametrize("headers", [None, HTMX], ids=["page", "fragment"])
@pytest.mark.parametrize("moment", ["lead", "made"])
def test_a_game_that_is_on_keeps_its_seed(south, table_at, moment, headers):
    game = table_at(moment)
    response = south.get(url(game), headers=headers)
    assert response.status_code == 409
    assert note_in(response) == "A game can be downloaded once it is finished."
    assert game.seed not in text_of(response)
    assert "no-store" in response["Cache-Control"]


@pytest.mark.parametrize("moment", ["lead", "won"])
def test_a_stranger_cannot_tell_whether_there_is_such_a_game(
    stranger, table_at, moment
):
    game = table_at(moment)
    theirs = stranger.get(url(game))
    nobodys = stranger.get(f"/games/{NOBODYS}/record.json")
    assert theirs.status_code == nobodys.status_code == 404
    assert without_address(theirs, game.pk) == without_address(nobodys, NOBODYS)


@pytest.mark.parametrize("moment", ["lead", "won"])
def test_whose_cookie_is_gone_is_told_so(visitor, table_at, moment):
    game = table_at(moment)
    visitor.cookies["sessionid"] = "a session that is gone"
    theirs = visitor.get(url(game))
    visitor.cookies["sessionid"] = "a session that is gone"
    nobodys = visitor.get(f"/games/{NOBODYS}/record.json")
    assert theirs.status_code == nobodys.status_code == 404
    assert "Your session is gone" in text_of(theirs)
    assert without_address(theirs, game.pk) == without_address(nobodys, NOBODYS)


@pytest.mark.parametrize("method", ["post", "put", "delete", "patch"])
def test_another_method_is_refused(south, table_at, method):
    response = getattr(south, method)(url(table_at("won")))
    assert response.status_code == 405
    assert response.headers["Allow"] == "GET, HEAD"
    assert "This address cannot be used that way" in text_of(response)


def test_a_record_is_three_reads(south, table_at, django_assert_num_queries):
    game = table_at("won")
    with django_assert_num_queries(3):
        south.get(url(game))
