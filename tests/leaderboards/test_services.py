"""Making days, attempts, ranking."""

import hashlib
import threading
from collections import Counter
from datetime import timedelta
from itertools import count
from types import SimpleNamespace

import pytest
from django.db import connections

from games import models as games
from games import services as games_services
from games.bots import registry
from games.bots.claims import sure_tricks
from games.bots.registry import STRONGEST, get_bot, identity
from games.bots.table import play_out
from games.engine.game import Game, deal_hand
from games.engine.rules import DOUBLE_DECK_52
from games.engine.seats import SEATS, Seat
from games.engine.view import seat_view
from games.services import CLAIM, seat_bot
from leaderboards import dates, selectors, services
from leaderboards.models import (
    Attempt,
    DailyDeal,
    FieldHand,
    Result,
    Tally,
    Total,
)
from leaderboards.services.boards import contract_of, count_values
from tests.bots.players import Silent

from .conftest import DAY, NOON, finish, play_daily, store
from .counting import assert_counts_are_right

BEFORE, AFTER = dates.opens_at(DAY), dates.closes_at(DAY)
SECOND = timedelta(seconds=1)


def together(work, times=20):
    """Do it in so many threads at once, each with a database connection of its own."""
    start = threading.Barrier(times)
    results, problems = [], []

    def run(number):
        try:
            start.wait()
            results.append(work(number))
        except Exception as error:  # noqa: BLE001
            problems.append(error)
        finally:
            connections.close_all()

    threads = [threading.Thread(target=run, args=[number]) for number in range(times)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert problems == []
    return results


# --- Days ---


@pytest.mark.django_db(transaction=True)
def test_twenty_at_once_make_one_row():
    deals = together(lambda _: services.ensure_daily(DAY))
    assert DailyDeal.objects.count() == 1
    assert len({deal.seed for deal in deals}) == 1


@pytest.mark.django_db
def test_a_day_is_made_with_its_fingerprint():
    deal = services.ensure_daily(DAY)
    assert len(bytes.fromhex(deal.seed)) == 32
    assert deal.seed_sha256 == hashlib.sha256(bytes.fromhex(deal.seed)).hexdigest()
    assert deal.bots == dict.fromkeys("NEW", identity(get_bot(STRONGEST)))


@pytest.mark.django_db
def test_days_are_made_ahead_and_again_without_change():
    made = services.make_days(NOON)
    again = services.make_days(NOON)
    assert made[0].date == dates.oldest_open(NOON)
    assert made[-1].date == dates.newest_open(NOON) + timedelta(days=7)
    assert [deal.seed for deal in made] == [deal.seed for deal in again]
    assert len({deal.seed for deal in made}) == len(made)


@pytest.mark.django_db
def test_a_new_version_of_a_bot_waits_for_dates_that_have_not_begun(
    monkeypatch, caplog
):
    services.make_days(NOON)
    old = identity(get_bot(STRONGEST))
    monkeypatch.setattr(get_bot(STRONGEST), "version", "next")
    services.make_days(NOON)
    for deal in DailyDeal.objects.all():
        begun = dates.opens_at(deal.date) <= NOON
        assert set(deal.bots.values()) == {old if begun else f"{STRONGEST}-next"}
    assert f"['{old}'], which are gone" in caplog.text


@pytest.mark.django_db
def test_a_day_goes_on_with_the_version_that_it_began_with(
    monkeypatch, caplog, new_profile
):
    services.make_days(NOON)
    old = get_bot(STRONGEST)
    kept = identity(old)
    monkeypatch.setitem(registry._EARLIER, kept, old)
    newer = SimpleNamespace(
        name=STRONGEST, version="next", choose=get_bot("rule").choose
    )
    monkeypatch.setitem(registry._BOTS, STRONGEST, newer)
    services.make_days(NOON)
    assert not caplog.records
    game_id = services.start_attempt(profile=new_profile(), day=DAY, now=NOON)
    bots = games.Game.objects.get(pk=game_id).bots
    assert set(bots.values()) == {kept}
    for seat, stored in bots.items():
        assert seat_bot(stored) is old, seat


def test_a_game_that_computer_players_never_end_has_no_par(monkeypatch, caplog, db):
    services.ensure_daily(DAY)
    monkeypatch.setattr(games_services, "seat_bot", lambda stored: Silent())
    assert services.ensure_par(DAY).par is None
    assert DailyDeal.objects.get().par is None
    assert "has no par" in caplog.text


# --- Attempts ---


@pytest.mark.django_db
def test_the_same_deals_and_plays_for_everybody(new_profile):
    ids = [
        services.start_attempt(profile=new_profile(), day=DAY, now=NOON)
        for _ in range(3)
    ]
    hands = games.Hand.objects.filter(game__in=ids).values_list("actions", flat=True)
    assert len(ids) == len(set(ids)) == 3
    assert len(set(hands)) == 1


@pytest.mark.django_db
@pytest.mark.parametrize("now", [BEFORE, AFTER - SECOND])
def test_a_date_counts_while_it_is_current_anywhere(profile, now):
    game_id = services.start_attempt(profile=profile, day=DAY, now=now)
    assert Attempt.objects.get(pk=game_id).state == "open"


@pytest.mark.django_db
def test_a_clock_set_forward_gives_no_game_of_tomorrow(profile):
    services.make_days(NOON)
    with pytest.raises(services.DayNotOpen):
        services.start_attempt(profile=profile, day=DAY, now=BEFORE - SECOND)
    assert not games.Game.objects.exists()


@pytest.mark.django_db
def test_a_closed_date_is_practice(profile):
    services.ensure_daily(DAY)
    game_id = services.start_attempt(profile=profile, day=DAY, now=AFTER)
    finish(game_id, AFTER)
    assert services.settle(game_id=game_id, now=AFTER) is None
    assert Attempt.objects.get().state == "practice"
    assert not Result.objects.exists()


@pytest.mark.django_db
def test_a_closed_date_without_a_game_gets_none(profile):
    with pytest.raises(services.DayNotOpen):
        services.start_attempt(profile=profile, day=DAY, now=AFTER)
    assert not DailyDeal.objects.exists()


@pytest.mark.django_db
def test_an_unfinished_attempt_is_continued_and_a_second_is_practice(profile):
    first = services.start_attempt(profile=profile, day=DAY, now=NOON)
    assert services.start_attempt(profile=profile, day=DAY, now=NOON) == first
    finish(first)
    result = services.settle(game_id=first, now=NOON)
    second = services.start_attempt(profile=profile, day=DAY, now=NOON)
    assert second != first
    assert services.start_attempt(profile=profile, day=DAY, now=NOON) == second
    finish(second)
    assert services.settle(game_id=second, now=NOON) is None
    assert list(Result.objects.all()) == [result]


@pytest.mark.django_db(transaction=True)
def test_pressing_ten_times_at_once_makes_one_game(profile):
    services.ensure_daily(DAY)
    ids = together(
        lambda _: services.start_attempt(profile=profile, day=DAY, now=NOON), 10
    )
    assert len(set(ids)) == 1
    assert games.Game.objects.count() == Attempt.objects.count() == 1


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("now", [NOON, AFTER], ids=["replay", "archive"])
def test_practice_pressed_twenty_times_at_once_is_one_game(profile, now):
    if now == NOON:
        play_daily(profile)
    services.ensure_daily(DAY)
    before = Attempt.objects.count()
    ids = together(
        lambda _: services.start_attempt(profile=profile, day=DAY, now=now), 20
    )
    assert len(set(ids)) == 1
    assert Attempt.objects.get(pk=ids[0]).state == "practice"
    assert games.Game.objects.count() == Attempt.objects.count() == before + 1


# --- Ranking ---


@pytest.mark.django_db
def test_a_finished_attempt_is_ranked_from_its_record(profile):
    game_id = services.start_attempt(profile=profile, day=DAY, now=NOON)
    game = finish(game_id)
    result = services.settle(game_id=game_id, now=NOON)
    assert result is not None
    assert (result.score_ns, result.score_ew) == (game.score_ns, game.score_ew)
    assert result.hands == game.hand_number
    assert selectors.place(selectors.day_board(DAY), result.key).rank == 1
    total = Total.objects.get(profile=profile, days=0)
    assert (total.played, total.won, total.streak) == (1, result.won, 1)


@pytest.mark.django_db
def test_ranking_again_changes_nothing(profile):
    result = play_daily(profile)
    before = snapshot()
    assert services.settle(game_id=result.attempt_id, now=NOON) == result
    assert services.sweep(NOON) == 0
    assert snapshot() == before


@pytest.mark.django_db(transaction=True)
def test_ranking_by_many_at_once_counts_once(profile):
    game_id = services.start_attempt(profile=profile, day=DAY, now=NOON)
    finish(game_id)
    results = together(lambda _: services.settle(game_id=game_id, now=NOON), 8)
    assert len(set(results)) == 1
    assert Tally.objects.get(board=selectors.day_board(DAY)).count == 1
    check_boards()


@pytest.mark.django_db(transaction=True)
def test_many_players_finish_at_once(new_profile):
    ids = [
        services.start_attempt(profile=new_profile(), day=DAY, now=NOON)
        for _ in range(8)
    ]
    for game_id in ids:
        finish(game_id)
    together(lambda number: services.settle(game_id=ids[number], now=NOON), 8)
    assert Result.objects.count() == 8
    check_boards()


@pytest.mark.django_db
@pytest.mark.parametrize(
    "change",
    [
        {"score_ns": 52, "score_ew": 0},
        {"winner": "EW"},
        {"seed": "00" * 32},
    ],
)
def test_a_result_that_the_record_does_not_bear_out_is_not_ranked(profile, change):
    game_id = services.start_attempt(profile=profile, day=DAY, now=NOON)
    game = finish(game_id)
    if change.get("winner") == game.winner:
        change = {"winner": "NS"}
    games.Game.objects.filter(pk=game_id).update(**change)
    assert services.settle(game_id=game_id, now=NOON) is None
    assert Attempt.objects.get().state == "refused"
    assert not Result.objects.exists()
    assert not Tally.objects.exists()


@pytest.mark.django_db
def test_a_forged_card_is_found(profile):
    game_id = services.start_attempt(profile=profile, day=DAY, now=NOON)
    finish(game_id)
    hand = games.Hand.objects.filter(game=game_id, number=1).get()
    actions = hand.actions.split(",")
    # The last card of a hand is the only one that its player holds.
    actions[-1] = "9H" if actions[-1] == "AS" else "AS"
    games.Hand.objects.filter(pk=hand.pk).update(actions=",".join(actions))
    assert services.settle(game_id=game_id, now=NOON) is None
    assert Attempt.objects.get().state == "refused"


@pytest.mark.django_db
def test_the_last_card_must_fall_before_the_date_has_ended_everywhere(new_profile):
    in_time, late, never = (
        services.start_attempt(profile=new_profile(), day=DAY, now=NOON)
        for _ in range(3)
    )
    finish(in_time, AFTER - SECOND)
    finish(late, AFTER)
    # However late it is ranked: a crash after the last card costs nobody the result.
    assert services.sweep(AFTER + timedelta(hours=3)) == 3
    assert Attempt.objects.get(pk=in_time).state == "ranked"
    assert Attempt.objects.get(pk=late).state == "late"
    assert Attempt.objects.get(pk=never).state == "late"
    # It can still be played to its end, but belongs to its date for ever.
    attempt = Attempt.objects.get(pk=never)
    assert (
        services.start_attempt(
            profile=attempt.profile, day=DAY, now=AFTER + timedelta(days=1)
        )
        == never
    )
    assert attempt.deal_id == DAY


@pytest.mark.django_db
def test_the_sweep_leaves_games_alone_that_are_being_played(profile):
    services.start_attempt(profile=profile, day=DAY, now=NOON)
    assert services.sweep(NOON) == 0
    assert Attempt.objects.get().state == "open"


@pytest.mark.django_db
def test_who_is_banned_plays_on_unseen(profile):
    profile.is_banned = True
    profile.save()
    play_daily(profile)
    assert not selectors.day_page(DAY).rows
    assert not Tally.objects.exists()
    assert selectors.result_of(profile, DAY) is not None


# --- Time ---


@pytest.mark.django_db
def test_streaks_and_windows_age(profile):
    for i in range(3):
        now = NOON + timedelta(days=i)
        play_daily(profile, DAY + timedelta(days=i), now)
        check_boards(now)
    last = DAY + timedelta(days=2)
    breaks = dates.closes_at(last + timedelta(days=1))
    services.age_totals(breaks - SECOND)
    assert Total.objects.get(days=0).streak == 3
    services.age_totals(breaks)
    assert Total.objects.get(days=0).streak == 0
    assert Total.objects.get(days=0).best_streak == 3
    check_boards(breaks)
    later = NOON + timedelta(days=8)
    services.age_totals(later)
    assert Total.objects.get(days=7).played == 1
    check_boards(later)
    services.age_totals(NOON + timedelta(days=40))
    assert [total.days for total in Total.objects.all()] == [0]


def snapshot():
    """Everything that the boards are made of."""
    return (
        sorted(Tally.objects.exclude(count=0).values_list("board", "value", "count")),
        sorted(
            Total.objects.values_list(
                "profile", "days", "played", "won", "margin", "average", "streak"
            )
        ),
        sorted(
            FieldHand.objects.exclude(count=0).values_list(
                "number", "contract", "count", "made", "points_ns", "points_ew"
            )
        ),
    )


def check_boards(now=NOON):
    """What was kept bit by bit is what a fresh count gives."""
    counted = Counter(
        (selectors.day_board(day), key)
        for day, key in Result.objects.filter(is_visible=True).values_list(
            "deal", "key"
        )
    )
    for total in Total.objects.all():
        count_values(counted, total, total.days, 1)
    kept = Tally.objects.exclude(count=0).values_list("board", "value", "count")
    assert {(board, value): count for board, value, count in kept} == counted
    field: Counter[tuple[int, str]] = Counter()
    for result in Result.objects.filter(is_visible=True):
        hands = selectors.hands(result.attempt)
        field.update(
            (number, contract_of(hand)) for number, hand in enumerate(hands, start=1)
        )
    lines = FieldHand.objects.exclude(count=0)
    if Result.objects.values("deal").distinct().count() == 1:
        assert {(line.number, line.contract): line.count for line in lines} == field


# -- a claim --------------------------------------------------------------------------------------


def game_that_ends_with_sure_tricks():
    """A seed, the hands of rule bots with it, and where in the last one South leads to sure tricks."""
    for number in count():
        seed = number.to_bytes(32, "big")
        game = Game.start(DOUBLE_DECK_52, seed)
        hands, _ = play_out(game, dict.fromkeys(SEATS, get_bot("rule")))
        hand = deal_hand(DOUBLE_DECK_52, seed, len(hands))
        for done, action in enumerate(hands[-1].actions):
            if hand.turn is Seat.S and sure_tricks(seat_view(hand, Seat.S, (0, 0))):
                return seed, hands, done
            hand = hand.apply(action)
    return None


@pytest.mark.django_db
def test_a_claim_that_ends_a_daily_is_counted_like_the_cards(profile):
    """What the claim leaves behind is what the cards of the last hand would have."""
    seed, hands, done = game_that_ends_with_sure_tricks()
    deal = services.ensure_daily(DAY)
    DailyDeal.objects.filter(pk=deal.pk).update(seed=seed.hex())
    game_id = services.start_attempt(profile=profile, day=DAY, now=NOON)
    row = games.Game.objects.get(pk=game_id)
    assert row.seed == seed.hex()
    store(row, hands, NOON)
    last = row.hands.get(number=len(hands))
    row.hands.filter(pk=last.pk).update(
        actions=",".join(last.actions.split(",")[:done]),
        tricks_ns=None,
        tricks_ew=None,
    )
    before = (row.score_ns - last.points_ns, row.score_ew - last.points_ew)
    row.winner, (row.score_ns, row.score_ew) = "", before
    row.save()
    position = services.act(
        game_id=game_id,
        player_key=profile.player.key,
        version=row.version,
        action=CLAIM,
        now=NOON,
    )
    assert position.claimed
    result = Result.objects.get()
    assert (result.score_ns, result.score_ew) == position.game.score
    last.refresh_from_db()
    assert (last.points_ns, last.points_ew) == position.game.hand.points
    assert Total.objects.get(profile=profile, days=0).played == 1
    assert_counts_are_right()
