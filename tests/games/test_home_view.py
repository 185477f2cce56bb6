"""GET /: play, go on, or read the rules."""

import pytest

from tests.games.builders import everything
from tests.games.pages import form_to, forms, text_of

pytestmark = pytest.mark.django_db


def test_a_visitor_can_play_at_once(visitor):
    response = visitor.get("/")
    assert response.status_code == 200
    assert "no-store" in response["Cache-Control"]
    assert len(forms(response)) == 1
    assert "Continue your game" not in text_of(response)
    assert 'href="/rules/"' in text_of(response)
    assert 'New to the game? <a href="/how-to-play/">' in text_of(response)


def test_a_visit_leaves_nothing_behind(visitor, django_assert_num_queries):
    with django_assert_num_queries(0):
        response = visitor.get("/")
    assert "sessionid" not in response.cookies
    assert everything() == []


@pytest.mark.parametrize("moment", ["raised", "open trick", "made"])
def test_a_game_that_is_on_can_be_continued(south, table_at, moment):
    game = table_at(moment)
    page = south.get("/")
    assert f'href="/games/{game.pk}/"' in text_of(page)
    assert "Continue your game" in text_of(page)
    # Another may be begun all the same.
    assert form_to(page, "/games/").press(south).status_code == 303


def test_hand_and_score_are_told_and_the_score_cannot_be_turned_round(south, table_at):
    table_at("raised")
    assert "Hand 1, score \u20667\u00a0:\u00a0−3\u2069" in text_of(south.get("/"))


def test_a_finished_game_is_not_continued(south, table_at):
    table_at("lost")
    assert "Continue your game" not in text_of(south.get("/"))


def test_nobody_sees_anothers_game(stranger, table_at):
    game = table_at("raised")
    assert game.pk not in text_of(stranger.get("/"))


@pytest.mark.parametrize("method", ["post", "put", "delete", "patch"])
def test_another_method_is_refused(visitor, method):
    response = getattr(visitor, method)("/")
    assert response.status_code == 405
    assert response.headers["Allow"] == "GET, HEAD"
    assert "This address cannot be used that way" in text_of(response)


def test_a_visit_is_three_reads(south, table_at, django_assert_num_queries):
    table_at("raised")
    # The session, the settings, the game.
    with django_assert_num_queries(3):
        south.get("/")
