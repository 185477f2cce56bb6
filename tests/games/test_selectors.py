"""What is read is what was stored, and nobody reads another's game."""

import json
from datetime import timedelta

import pytest

from games import models, selectors
from games.engine.record import check_record
from games.engine.seats import Seat
from tests.games.builders import BOTS, MOMENTS, game_at, position_of, store

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("moment", MOMENTS)
def test_a_stored_game_is_read_as_it_was(player, table_at, moment):
    row = table_at(moment)
    position = selectors.position(game_id=row.pk, player_key=player.key)
    assert position.game == game_at(moment)
    assert (position.id, position.version) == (row.pk, 7)
    assert (position.player_id, position.bots[Seat.N]) == (player.pk, "rule-calm")
    # All of it has been seen: a reload is no news.
    assert position.seen == len(position.game.hand.actions)


def test_what_was_seen_may_be_said(player, table_at):
    row = table_at("lead")
    seen = selectors.position(game_id=row.pk, player_key=player.key, seen=0).seen
    assert seen == 0


def test_a_position_is_one_query(player, table_at, django_assert_num_queries):
    row = table_at("late")
    with django_assert_num_queries(1):
        selectors.position(game_id=row.pk, player_key=player.key)


def test_the_hand_read_is_the_current_one(player, table_at):
    row = table_at("made")
    models.Hand.objects.create(game=row, number=2, engine="1", actions="pass")
    models.Game.objects.update(hand_number=2)
    position = selectors.position(game_id=row.pk, player_key=player.key)
    assert position.game.number == 2
    assert len(position.game.hand.actions) == 1


@pytest.mark.parametrize("key", [None, "", "unknown"])
@pytest.mark.parametrize("read", [selectors.position, selectors.game_record])
def test_another_player_finds_nothing(table_at, read, key):
    row = table_at("won")
    with pytest.raises(selectors.GameNotFound):
        read(game_id=row.pk, player_key=key)


@pytest.mark.parametrize("read", [selectors.position, selectors.game_record])
def test_a_player_with_games_finds_no_game_of_another(table_at, read):
    row = table_at("won")
    other = models.Player.objects.create()
    store(other, game_at("won"))
    with pytest.raises(selectors.GameNotFound):
        read(game_id=row.pk, player_key=other.key)


def test_ids_and_keys_cannot_be_guessed(player, table_at):
    ids = {table_at("lead").pk for _ in range(50)}
    assert len(ids) == 50
    assert {len(game_id) for game_id in ids} == {16}
    keys = {models.Player.objects.create().key for _ in range(20)}
    assert {len(key) for key in keys} == {32}


# -- the game to continue -------------------------------------------------------------------------


@pytest.mark.parametrize("key", [None, "", "unknown"])
def test_who_has_no_game_has_none_to_continue(table_at, key):
    table_at("lead")
    assert selectors.unfinished_game(key) is None


def test_the_latest_game_can_be_continued(player, table_at):
    table_at("lead")
    latest = table_at("raised")
    game = selectors.unfinished_game(player.key)
    assert game == selectors.Unfinished(latest.pk, 1, (7, -3), False, BOTS)


def test_a_game_played_later_is_the_latest(player, table_at):
    first, second = table_at("lead"), table_at("raised")
    later = models.Game.objects.get(pk=second.pk).played_at + timedelta(seconds=1)
    models.Game.objects.filter(pk=first.pk).update(played_at=later)
    game = selectors.unfinished_game(player.key)
    assert game
    assert game.id == first.pk


def test_a_finished_game_is_not_continued(player, table_at):
    table_at("won")
    assert selectors.unfinished_game(player.key) is None


def test_a_game_between_two_hands_is_continued(player, table_at):
    row = table_at("made")
    game = selectors.unfinished_game(player.key)
    assert game
    assert game.id == row.pk


def test_a_game_is_untouched_until_the_first_act(player):
    for version, untouched in [(0, True), (1, False)]:
        row = store(player, game_at("first call"), version=version)
        assert selectors.unfinished_game(player.key) == selectors.Unfinished(
            row.pk, 1, (0, 0), untouched, BOTS
        )


# -- records ------------------------------------------------------------------------------------


def test_a_game_that_is_on_has_no_record(player, table_at):
    for moment in ["lead", "made"]:
        row = table_at(moment)
        with pytest.raises(selectors.GameNotFinished):
            selectors.game_record(game_id=row.pk, player_key=player.key)


def test_the_record_names_who_played(player, table_at):
    row = table_at("won")
    record = selectors.game_record(game_id=row.pk, player_key=player.key)
    assert record["players"] == {
        "N": "rule-calm",
        "E": "rule-calm",
        "S": "human",
        "W": "rule-calm",
    }
    assert record["seed"] == row.seed
    assert json.loads(json.dumps(record)) == record


def test_the_hands_of_a_record_are_in_order(player):
    """Whatever the order in which the database has them."""
    first = game_at("made")
    row = store(player, first)
    hand = models.Hand.objects.get()
    models.Hand.objects.all().delete()
    models.Hand.objects.create(
        game=row, number=2, engine="1", actions="pass,pass,pass,pass"
    )
    hand.pk = None
    hand.save(force_insert=True)
    models.Game.objects.update(hand_number=2, winner="NS")
    record = selectors.game_record(game_id=row.pk, player_key=player.key)
    assert [entry["dealer"] for entry in record["hands"]] == ["E", "S"]
    # No more hands than these make a game that nobody has won yet, which is also by the rules.
    assert record["winner"] is None
    assert check_record(record).score == first.score


def test_a_position_for_other_tests_is_like_one_that_was_read(player, table_at):
    """That `position_of` may stand for a stored game."""
    row = table_at("late")
    read = selectors.position(game_id=row.pk, player_key=player.key)
    made = position_of(game_at("late"))
    assert (made.game, made.version, made.bots, made.seen) == (
        read.game,
        read.version,
        read.bots,
        read.seen,
    )
