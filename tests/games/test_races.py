"""Two presses at the very same moment: exactly one counts. On a database file or server, in real threads."""

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from django.db import connections, transaction
from django.test import Client
from django.urls import reverse

from games import models, selectors, services
from games.engine.hand import format_action
from tests.games.builders import game_at, play_on, store
from tests.games.pages import HTMX, note_in, text_of, version_shown

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("calm_bots"),
]

STALE = "The table had already moved on. This is how it stands now."
SECONDS = 10

both = pytest.mark.parametrize("headers", [None, HTMX], ids=["page", "fragment"])


def at_once(*presses):
    """What the presses answer, each in its own thread with its own connection."""
    start = Barrier(len(presses))

    def run(press):
        try:
            start.wait(SECONDS)
            return press()
        finally:
            connections.close_all()

    with ThreadPoolExecutor(len(presses)) as pool:
        return [
            run.result(SECONDS)
            for run in [pool.submit(run, press) for press in presses]
        ]


@pytest.fixture
def meet_before_saving(monkeypatch):
    """Let both requests read the game before either saves."""
    both_have_read = Barrier(2)
    save = services._save

    def meet_and_save(*args, **kwargs):
        both_have_read.wait(SECONDS)
        return save(*args, **kwargs)

    monkeypatch.setattr(services, "_save", meet_and_save)


@pytest.fixture
def no_lock(monkeypatch):
    """Save whatever the version is."""
    manager = models.Game.objects
    filter_rows = manager.filter

    def without_version(**conditions):
        conditions.pop("version", None)
        return filter_rows(**conditions)

    monkeypatch.setattr(manager, "filter", without_version)


def press_act(south, game, action, version=7, headers=HTMX):
    """A press of a tab of South's browser."""
    client = Client()
    client.cookies = south.cookies.copy()
    data = {"action": action, "version": version}
    return lambda: client.post(
        reverse("game_act", args=[game.pk]), data, headers=headers
    )


def press_next(south, game, version=7, headers=HTMX):
    client = Client()
    client.cookies = south.cookies.copy()
    return lambda: client.post(
        reverse("game_next", args=[game.pk]), {"version": version}, headers=headers
    )


def first_and_second(answers):
    """The answer that won and the one that came too late."""
    first, second = sorted(answers, key=lambda answer: answer.status_code)
    assert first.status_code in {200, 303}
    assert second.status_code == 409
    return first, second


def done(game):
    return models.Hand.objects.get(game=game, number=1).actions


# -- the race is there --------------------------------------------------------------------------


@pytest.mark.usefixtures("meet_before_saving", "no_lock")
def test_without_the_lock_the_same_move_counts_twice(south, table_at):
    game = table_at("lead")
    answers = at_once(*[press_act(south, game, "TS")] * 2)
    assert [answer.status_code for answer in answers] == [200, 200]


@pytest.mark.usefixtures("meet_before_saving", "no_lock")
def test_without_the_lock_one_of_two_moves_is_lost(south, table_at):
    game = table_at("lead")
    answers = at_once(press_act(south, game, "TS"), press_act(south, game, "9S"))
    # Both were told that their card lies on the table.
    assert [answer.status_code for answer in answers] == [200, 200]
    assert ("TS" in done(game)) != ("9S" in done(game))


# -- the lock ends it -----------------------------------------------------------------------------


@both
@pytest.mark.usefixtures("meet_before_saving")
def test_of_two_equal_moves_read_before_either_is_saved_one_counts(
    south, table_at, headers
):
    game = table_at("lead")
    answers = at_once(*[press_act(south, game, "TS", headers=headers)] * 2)
    _, second = first_and_second(answers)
    assert second["X-Table"] == "1"
    assert note_in(second) == STALE
    assert version_shown(second) == 8
    game.refresh_from_db()
    assert game.version == 8
    assert done(game).split(",").count("TS") == 1


@pytest.mark.usefixtures("meet_before_saving")
def test_of_two_moves_read_before_either_is_saved_the_answered_one_counts(
    south, table_at
):
    game = table_at("lead")
    presses = [press_act(south, game, card) for card in ["TS", "9S"]]
    answers = at_once(*presses)
    first, second = first_and_second(answers)
    played = ["TS", "9S"][answers.index(first)]
    assert done(game).startswith(f"2S,pass,pass,pass,{played},")
    # Who came too late sees the table of the winner.
    assert version_shown(second) == version_shown(first) == 8


@pytest.mark.usefixtures("meet_before_saving")
def test_of_two_next_hands_read_before_either_is_saved_one_is_dealt(south, table_at):
    game = table_at("made")
    first_and_second(at_once(*[press_next(south, game)] * 2))
    game.refresh_from_db()
    assert (game.version, game.hand_number) == (8, 2)
    assert models.Hand.objects.filter(game=game).count() == 2


def test_a_whole_hand_of_double_presses(south, player):
    """Without any arrangement of who reads and saves when."""
    game = store(player, game_at("lead"), version=0)
    while True:
        position = selectors.position(game_id=game.pk, player_key=player.key)
        if position.game.hand.is_over:
            break
        cards = position.game.hand.legal_actions()
        presses = [
            press_act(south, game, format_action(card), position.version)
            for card in (cards[0], cards[-1])
        ]
        first_and_second(at_once(*presses))
        after = selectors.position(game_id=game.pk, player_key=player.key)
        assert after.version == position.version + 1
        assert len(after.game.hand.tricks) >= len(position.game.hand.tricks)
    assert position.version == 11
    first_and_second(at_once(*[press_next(south, game, 11)] * 2))


def test_of_many_presses_one_counts(south, table_at):
    game = table_at("lead")
    answers = at_once(*[press_act(south, game, "TS")] * 6)
    assert sorted(answer.status_code for answer in answers) == [
        200,
        409,
        409,
        409,
        409,
        409,
    ]


def test_two_games_do_not_wait_for_one_another(south, table_at):
    one, other = table_at("lead"), table_at("lead")
    answers = at_once(press_act(south, one, "TS"), press_act(south, other, "TS"))
    assert [answer.status_code for answer in answers] == [200, 200]
    assert done(one) == done(other)


def test_a_reload_during_a_move_shows_the_table_before_or_after_it(south, table_at):
    game = table_at("lead")
    reader = Client()
    reader.cookies = south.cookies.copy()
    address = reverse("game", args=[game.pk])
    _, *reads = at_once(
        press_act(south, game, "TS"), *[lambda: reader.get(address)] * 2
    )
    for read in reads:
        assert read.status_code == 200
        led = "You: Ten of spades" in text_of(read)
        assert version_shown(read) == (8 if led else 7)


def test_play_pressed_twice_leads_to_a_table_each_time(visitor):
    """Two requests without a cookie: two browsers, as far as anybody can tell."""
    clients = [Client(), Client()]
    answers = at_once(
        *[lambda client=client: client.post("/games/") for client in clients]
    )
    for client, answer in zip(clients, answers, strict=True):
        assert answer.status_code == 303
        assert client.get(answer["Location"]).status_code == 200


def test_play_pressed_twice_by_a_known_player_leads_to_their_own_tables(
    south, player, table_at
):
    table_at("won")
    clients = [Client(), Client()]
    for client in clients:
        client.cookies = south.cookies.copy()
    answers = at_once(
        *[lambda client=client: client.post("/games/") for client in clients]
    )
    for answer in answers:
        assert answer.status_code == 303
        assert south.get(answer["Location"]).status_code == 200
    assert models.Player.objects.get() == player


def press_new(south):
    client = Client()
    client.cookies = south.cookies.copy()
    return lambda: client.post("/games/")


@pytest.fixture
def meet_before_storing(monkeypatch):
    """Let both requests have dealt before either stores its game."""
    both_have_dealt = Barrier(2)
    open_game = services.open_game

    def open_and_meet(**what):
        opening = open_game(**what)
        both_have_dealt.wait(SECONDS)
        return opening

    monkeypatch.setattr(services, "open_game", open_and_meet)


@pytest.mark.usefixtures("meet_before_storing")
def test_without_a_second_look_two_presses_make_two_games(south, monkeypatch):
    monkeypatch.setattr(services, "_untouched_game", lambda *_: None)
    assert len({answer["Location"] for answer in at_once(*[press_new(south)] * 2)}) == 2


@pytest.mark.usefixtures("meet_before_storing")
def test_two_presses_that_dealt_before_either_stored_make_one_game(south):
    presses = [press_new(south), press_new(south)]
    assert len({answer["Location"] for answer in at_once(*presses)}) == 1
    assert models.Game.objects.count() == models.Hand.objects.count() == 1


def test_twenty_presses_make_one_game(south):
    answers = at_once(*[press_new(south) for _ in range(20)])
    assert {answer.status_code for answer in answers} == {303}
    assert len({answer["Location"] for answer in answers}) == 1
    assert models.Game.objects.count() == 1


def test_nobody_waits_for_a_computer_player_that_thinks(south, player, monkeypatch):
    """What is theirs can be changed while their new game is being dealt."""
    deal = services._let_bots_act

    def deal_while_something_changes(*args, **kwargs):
        def change():
            try:
                with transaction.atomic():
                    services.locked_player(player.pk).save()
            finally:
                connections.close_all()

        with ThreadPoolExecutor(1) as pool:
            pool.submit(change).result(SECONDS)
        return deal(*args, **kwargs)

    monkeypatch.setattr(services, "_let_bots_act", deal_while_something_changes)
    assert south.post("/games/").status_code == 303


def test_the_last_card_pressed_twice_ends_the_game_once(south, player):
    game_before = play_on(
        game_at("late"),
        lambda game: len(game.hand.holdings[2]) == 2 and game.hand.turn == 2,
    )
    game = store(player, game_before)
    models.Game.objects.update(score_ns=51)
    card = format_action(game_before.hand.legal_actions()[0])
    first_and_second(at_once(*[press_act(south, game, card)] * 2))
    game.refresh_from_db()
    hand = models.Hand.objects.get()
    assert hand.points_ns
    assert game.winner == "NS"
    assert game.score_ns == 51 + hand.points_ns
