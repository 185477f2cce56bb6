"""POST /games/<id>/next: deal again after a finished hand."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from games import models
from tests.games.builders import CalmBot, RaisingBot, nothing_saved
from tests.games.pages import (
    HTMX,
    as_a_browser,
    form_to,
    note_in,
    text_of,
    version_shown,
    without_address,
)

#: A game that there is not.
NOBODYS = "abcdefghijklmnop"

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("calm_bots")]

both = pytest.mark.parametrize("headers", [None, HTMX], ids=["page", "fragment"])


def url(game):
    return reverse("game_next", args=[game.pk])


def deal_next(client, game, version=7, headers=HTMX):
    return client.post(url(game), {"version": version}, headers=headers)


def assert_is_table(response, status, *, page):
    assert response.status_code == status
    assert response["X-Table"] == "1"
    assert 'id="table"' in text_of(response)
    assert ("<!doctype html>" in text_of(response)) == page
    assert "no-store" in response["Cache-Control"]


@pytest.mark.parametrize("moment", ["made", "set", "partner alone", "thrown in"])
def test_htmx_gets_the_table_of_the_next_hand(south, table_at, moment):
    response = deal_next(south, table_at(moment))
    assert_is_table(response, 200, page=False)
    assert version_shown(response) == 8
    assert '<h1 id="hand-title">Hand 2</h1>' in text_of(response)
    # The cards of the new hand are dealt before one's eyes.
    assert '<ol class="hand deal"' in text_of(response)
    assert form_to(response, "/act").press(south, "pass").status_code == 303


def test_a_plain_form_is_sent_on_to_the_table(south, table_at):
    game = table_at("made")
    response = deal_next(south, game, headers=None)
    assert response.status_code == 303
    assert response["Location"] == f"/games/{game.pk}/?seen=0"
    assert "no-store" in response["Cache-Control"]
    assert_is_table(south.get(response["Location"]), 200, page=True)


def test_the_button_of_a_finished_hand_deals_the_next(south, table_at):
    page = south.get(reverse("game", args=[table_at("set").pk]))
    assert form_to(page, "/next").press(south, htmx=True).status_code == 200
    assert models.Game.objects.get().hand_number == 2


@pytest.mark.parametrize("method", ["get", "head", "put", "delete", "patch"])
def test_another_method_gets_a_friendly_page(south, table_at, method):
    game = table_at("made")
    with nothing_saved():
        response = getattr(south, method)(url(game))
    assert response.status_code == 405
    assert response["Allow"] == "POST"
    if method != "head":
        assert "This address cannot be used that way" in text_of(response)


@both
@pytest.mark.parametrize("version", [7, "rubbish"])
def test_a_stranger_cannot_tell_whether_there_is_such_a_game(
    stranger, table_at, version, headers
):
    game = table_at("made")
    with nothing_saved():
        theirs = deal_next(stranger, game, version, headers)
    nobodys = stranger.post(
        f"/games/{NOBODYS}/next", {"version": version}, headers=headers
    )
    assert theirs.status_code == nobodys.status_code == 404
    assert without_address(theirs, game.pk) == without_address(nobodys, NOBODYS)
    assert not theirs.has_header("X-Table")


@both
def test_whose_cookie_is_gone_is_told_so_and_offered_a_new_game(
    visitor, table_at, headers
):
    game = table_at("made")
    with nothing_saved():
        response = deal_next(visitor, game, headers=headers)
    assert response.status_code == 404
    assert "Your session is gone" in text_of(response)
    assert response.has_header("X-Table") == bool(headers)
    assert form_to(response, "/games/").press(visitor).status_code == 303


@both
def test_a_second_press_deals_no_third_hand(south, table_at, headers):
    game = table_at("thrown in")
    assert deal_next(south, game, headers=headers).status_code in {200, 303}
    with nothing_saved():
        second = deal_next(south, game, headers=headers)
    assert_is_table(second, 409, page=not headers)
    assert (
        note_in(second) == "The table had already moved on. This is how it stands now."
    )
    assert version_shown(second) == 8


@pytest.mark.parametrize("version", [0, 6, 8])
def test_another_version_is_answered_with_the_table_as_it_is(south, table_at, version):
    game = table_at("made")
    with nothing_saved():
        response = deal_next(south, game, version)
    assert_is_table(response, 409, page=False)
    assert form_to(response, "/next").press(south).status_code == 303


@both
@pytest.mark.parametrize("moment", ["first call", "give", "open trick", "won", "lost"])
def test_there_is_no_next_hand_now(south, table_at, moment, headers):
    game = table_at(moment)
    with nothing_saved():
        response = deal_next(south, game, headers=headers)
    assert_is_table(response, 422, page=not headers)
    assert note_in(response) == "That cannot be done at this point of the hand."


@pytest.mark.parametrize("version", ["", "abc", "-1", "\x00", "9" * 5000, str(2**31)])
def test_a_version_that_is_no_number_is_refused(south, table_at, version):
    game = table_at("made")
    with nothing_saved():
        response = deal_next(south, game, version)
    assert_is_table(response, 422, page=False)
    assert (
        note_in(response)
        == "That is not a move. The table is as it was: please choose again."
    )
    assert form_to(response, "/next").press(south).status_code == 303


@both
def test_when_a_bot_fails_the_same_press_works_later(
    south, table_at, seat_bot, headers
):
    game = table_at("opponents made")  # dealt by South, so the next hand by West
    seat_bot(RaisingBot("N"))
    with nothing_saved():
        response = deal_next(south, game, headers=headers)
    assert_is_table(response, 503, page=not headers)
    assert (
        note_in(response)
        == "A computer player could not answer. Nothing is lost: please try again."
    )
    seat_bot(CalmBot())
    assert form_to(response, "/next").press(south).status_code == 303
    assert models.Game.objects.get().hand_number == 2


@both
def test_what_our_page_does_not_send_shows_the_table_and_what_to_do(
    strict_south, table_at, headers
):
    game = table_at("made")
    with nothing_saved():
        response = deal_next(strict_south, game, headers=headers)
    assert_is_table(response, 403, page=not headers)
    assert note_in(response).startswith("Nothing was done: your browser did not say")
    again = form_to(response, "/next").press(
        as_a_browser(strict_south), htmx=bool(headers)
    )
    assert again.status_code == (200 if headers else 303)
    assert models.Game.objects.get().hand_number == 2


def test_the_next_hand_is_two_reads_and_two_writes(south, table_at):
    game = table_at("made")
    with CaptureQueriesContext(connection) as queries:
        deal_next(south, game)
    in_a_test = {"SAVEPOINT", "RELEASE"}
    done = [query["sql"].split()[0] for query in queries]
    assert [word for word in done if word not in in_a_test] == [
        "SELECT",
        "SELECT",
        "UPDATE",
        "INSERT",
    ]
