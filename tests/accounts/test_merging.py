"""Two histories become one: everything counted stays right, whatever happens at the same moment."""

from dataclasses import replace
from datetime import timedelta

import pytest
from django.core.management import CommandError, call_command
from django.db import IntegrityError, transaction

from accounts import services as accounts
from games import models as games
from games.bots.registry import get_bot, identity
from games.engine.seats import Side
from games.preferences import Preferences, Theme
from games.selectors import finished_hands
from games.services import save_preferences
from leaderboards import services
from leaderboards.models import (
    Attempt,
    DailyDeal,
    NameReport,
    Profile,
    Result,
    Sighting,
    Total,
)
from leaderboards.services import attempts, moderation
from leaderboards.services.merging import forget_player, merge_players
from leaderboards.services.naming import choose_name, report_name
from leaderboards.services.networks import note_sighting
from leaderboards.standings import Outcome
from tests.leaderboards.conftest import DAY, NOON, finish, play_daily
from tests.leaderboards.counting import assert_counts_are_right, tags_on_board
from tests.leaderboards.test_services import together

pytestmark = pytest.mark.django_db
HOUR = timedelta(hours=1)


def merge(source, target):
    return merge_players(source=source.player, target=target.player, now=NOON)


def test_games_go_over_and_the_source_is_gone(profile, new_profile):
    target = new_profile()
    plain = games.Game.objects.create(
        player=profile.player, rules="r", seed="s", bots={}
    )
    assert merge(profile, target)
    plain.refresh_from_db()
    assert plain.player == target.player
    assert list(games.Player.objects.all()) == [target.player]
    assert list(Profile.objects.all()) == [target]


def test_done_again_it_changes_nothing(profile, new_profile):
    target = new_profile()
    play_daily(profile)
    assert merge(profile, target)
    assert not merge(profile, target)
    assert not merge(target, target)
    assert Result.objects.count() == 1
    assert_counts_are_right()


def test_results_of_different_days_add_up(profile, new_profile):
    target = new_profile()
    play_daily(profile)
    play_daily(target, DAY + timedelta(days=1), NOON + HOUR)
    merge(profile, target)
    assert Total.objects.get(profile=target, days=0).played == 2
    assert Total.objects.get(profile=target, days=0).best_streak == 2
    assert tags_on_board(DAY) == {target.tag}
    assert_counts_are_right()


def test_settings_go_over_to_who_has_none(profile, new_profile):
    source, target = profile.player, new_profile().player
    dark = Preferences(theme=Theme.DARK)
    save_preferences(player=source, preferences=dark)
    assert merge_players(source=source, target=target, now=NOON)
    target.refresh_from_db()
    assert target.settings == dark


def test_own_settings_stay(profile, new_profile):
    source, target = profile.player, new_profile().player
    save_preferences(player=source, preferences=Preferences(theme=Theme.DARK))
    save_preferences(player=target, preferences=Preferences(theme=Theme.LIGHT))
    assert merge_players(source=source, target=target, now=NOON)
    target.refresh_from_db()
    assert target.settings == Preferences(theme=Theme.LIGHT)


def test_a_dismissed_tip_is_no_setting_and_stays_dismissed(profile, new_profile):
    source, target = profile.player, new_profile().player
    dark = Preferences(theme=Theme.DARK, tips_seen=("follow", "bid"))
    save_preferences(player=source, preferences=dark)
    save_preferences(player=target, preferences=Preferences(tips_seen=("bid",)))
    assert merge_players(source=source, target=target, now=NOON)
    target.refresh_from_db()
    assert target.settings == replace(dark, tips_seen=("bid", "follow"))


def test_tips_stay_off_whoever_switched_them_off(profile, new_profile):
    source, target = profile.player, new_profile().player
    save_preferences(player=source, preferences=Preferences(theme=Theme.DARK))
    save_preferences(player=target, preferences=Preferences(tips=False))
    assert merge_players(source=source, target=target, now=NOON)
    target.refresh_from_db()
    assert target.settings == Preferences(theme=Theme.DARK, tips=False)


@pytest.mark.parametrize("first", ["source", "target"])
def test_of_one_day_the_earlier_attempt_counts(profile, new_profile, first):
    target = new_profile()
    order = (profile, target) if first == "source" else (target, profile)
    earlier = play_daily(order[0], now=NOON)
    later = play_daily(order[1], now=NOON + HOUR)
    merge(profile, target)
    assert list(Result.objects.values_list("pk", "profile")) == [
        (earlier.pk, target.pk)
    ]
    assert Attempt.objects.get(pk=later.attempt_id).state == "practice"
    assert Attempt.objects.get(pk=later.attempt_id).profile == target
    assert_counts_are_right()


# Two attempts at one date: when each was begun and finished (in hours), and how it went. What is not finished is
# told by its hand, 0 if nothing was done at it.
WON, WON_HIGHER, LOST = (52, 40), (52, 10), (30, 52)


@pytest.fixture
def attempt(monkeypatch):
    """Make an attempt at DAY as it is told, ranked if it is finished."""
    services.ensure_daily(DAY)
    rule = identity(get_bot("rule"))
    DailyDeal.objects.update(bots=dict.fromkeys(("W", "N", "E"), rule))
    monkeypatch.setattr(attempts, "recompute", _recompute)

    def make(profile, begun, hand=None, ended=None, score=None):
        game_id = services.start_attempt(
            profile=profile, day=DAY, now=NOON + begun * HOUR
        )
        rows = games.Game.objects.filter(pk=game_id)
        if score:
            finish(game_id, NOON + ended * HOUR)
            winner = "NS" if score[0] >= 52 else "EW"
            rows.update(score_ns=score[0], score_ew=score[1], winner=winner)
            services.settle(game_id=game_id, now=NOON + ended * HOUR)
        elif hand:
            games.Hand.objects.filter(game=game_id).update(number=hand)
            rows.update(version=1, hand_number=hand)
        return game_id

    return make


def _recompute(attempt):
    """How a game went, by what it says itself."""
    game = attempt.game
    outcome = Outcome.of(
        (game.score_ns, game.score_ew), Side[game.winner], game.hand_number, 52
    )
    return outcome, finished_hands(game)


def done(begun, ended, score):
    return {"begun": begun, "ended": ended, "score": score}


def on(begun, hand):
    return {"begun": begun, "hand": hand}


CASES = {
    # Opened and left, then lost elsewhere: no fresh look at cards that were seen.
    "untouched, then lost": (on(0, 0), done(1, 2, LOST), 1, "ranked"),
    "untouched, then won": (on(0, 0), done(1, 2, WON), 1, "ranked"),
    "untouched, then on": (on(0, 0), on(1, 3), 1, "open"),
    "on, then untouched": (on(0, 3), on(1, 0), 0, "open"),
    "both untouched": (on(0, 0), on(1, 0), 0, "open"),
    "finished, then on": (done(0, 1, LOST), on(2, 3), 0, "ranked"),
    "finished, then untouched": (done(0, 1, WON), on(2, 0), 0, "ranked"),
    # Given up, and won at the second try.
    "on, then won": (on(0, 8), done(1, 2, WON), 1, "seen"),
    # A defeat is not taken off by a game that was only begun.
    "on, then lost": (on(0, 8), done(1, 2, LOST), 1, "ranked"),
    "won, on beside it": (done(0, 3, WON), on(1, 8), 0, "ranked"),
    "won, then lost": (done(0, 1, WON), done(2, 3, LOST), 0, "ranked"),
    "lost, then won": (done(0, 1, LOST), done(2, 3, WON), 0, "ranked"),
    # Finished first, but begun when much of the other had been seen.
    "lost, won within": (done(0, 5, LOST), done(1, 2, WON), 0, "ranked"),
    "won, lost within": (done(0, 5, WON), done(1, 2, LOST), 1, "ranked"),
    "won high, won within": (done(0, 5, WON_HIGHER), done(1, 2, WON), 1, "ranked"),
    "lost after a look": (done(0, 3, WON), done(1, 5, LOST), 1, "ranked"),
    "equal": (done(0, 5, WON), done(1, 2, WON), 1, "ranked"),
    "further, begun first": (on(0, 5), on(1, 3), 0, "open"),
    "further, begun second": (on(0, 3), on(1, 5), 1, "seen"),
    "as far": (on(0, 3), on(1, 3), 0, "open"),
}


@pytest.mark.parametrize("direction", [1, -1])
@pytest.mark.parametrize("case", CASES)
def test_of_one_day_the_attempt_remains_by_which_nobody_gains(
    attempt, profile, new_profile, case, direction
):
    *told, standing, state = CASES[case]
    pair = (profile, new_profile())
    ids = [attempt(one, **what) for one, what in zip(pair, told, strict=True)]
    source, target = pair[::direction]
    assert merge(source, target)
    assert not merge(source, target)
    states = dict(Attempt.objects.filter(profile=target).values_list("pk", "state"))
    assert states == {ids[standing]: state, ids[1 - standing]: "practice"}
    ranked = [ids[standing]] if state == "ranked" else []
    assert list(Result.objects.values_list("attempt", flat=True)) == ranked
    assert tags_on_board(DAY) == ({target.tag} if ranked else set())
    assert_counts_are_right()


@pytest.mark.parametrize("case", ["untouched, then lost", "on, then won"])
def test_after_it_nothing_at_the_date_is_ranked_that_was_not(
    attempt, profile, new_profile, case
):
    """Whatever is begun or finished now was seen before."""
    target = new_profile()
    ids = [
        attempt(one, **what)
        for one, what in zip((profile, target), CASES[case], strict=False)
    ]
    merge(profile, target)
    ranked = list(Result.objects.all())
    again = services.start_attempt(profile=target, day=DAY, now=NOON + 3 * HOUR)
    for game_id in {again, *ids}:
        finish(game_id, NOON + 4 * HOUR)
        services.settle(game_id=game_id, now=NOON + 4 * HOUR)
    services.sweep(NOON + 99 * HOUR)
    assert list(Result.objects.all()) == ranked
    assert_counts_are_right()


@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
def test_what_an_earlier_merging_showed_is_not_forgotten(
    attempt, profile, new_profile, order
):
    """A look, a defeat and a win of one person, in whichever order they are merged."""
    target, others = new_profile(), (profile, new_profile())
    attempt(others[0], **on(0, 8))
    attempt(others[1], **on(1, 9))
    won = attempt(target, **done(2, 3, WON))
    for number in order:
        merge(others[number], target)
    assert Attempt.objects.get(pk=won).state == "seen"
    assert not Result.objects.exists()
    assert_counts_are_right()


def test_of_two_games_that_are_on_the_one_that_counts_is_continued(
    attempt, profile, new_profile
):
    target = new_profile()
    attempt(profile, **on(1, 3))
    further = attempt(target, **on(0, 5))
    merge(profile, target)
    again = services.start_attempt(profile=target, day=DAY, now=NOON + 2 * HOUR)
    assert again == further
    finish(further, NOON + 3 * HOUR)
    assert services.settle(game_id=further, now=NOON + 3 * HOUR).profile == target


def test_a_game_that_is_on_goes_on(profile, new_profile):
    target = new_profile()
    game_id = services.start_attempt(profile=profile, day=DAY, now=NOON)
    merge(profile, target)
    assert services.start_attempt(profile=target, day=DAY, now=NOON) == game_id


def test_a_player_without_a_profile_takes_over_the_whole(profile):
    choose_name(profile=profile, text="Ada", now=NOON)
    play_daily(profile)
    note_sighting(profile=profile, day=DAY, address="192.0.2.1")
    target = games.Player.objects.create()
    assert merge_players(source=profile.player, target=target, now=NOON)
    taken = Profile.objects.get()
    assert (taken.player, taken.tag, taken.name) == (target, profile.tag, "Ada")
    assert Result.objects.get().profile == taken
    assert Sighting.objects.get().profile == taken
    assert_counts_are_right()


@pytest.mark.parametrize("own", ["", "Bea"])
def test_who_has_no_name_keeps_the_others(profile, new_profile, own):
    target = new_profile()
    choose_name(profile=profile, text="Ada", now=NOON)
    if own:
        choose_name(profile=target, text=own, now=NOON)
    merge(profile, target)
    assert Profile.objects.get().name == (own or "Ada")
    assert Profile.objects.get().name_skeleton


@pytest.mark.parametrize("which", ["source", "target"])
def test_nobody_gets_rid_of_a_ban(profile, new_profile, which, django_user_model):
    target = new_profile()
    play_daily(profile)
    play_daily(target, DAY + timedelta(days=1), NOON + HOUR)
    moderation.ban(
        profile=profile if which == "source" else target,
        moderator=django_user_model.objects.create_user("mod"),
        reason="Because.",
        now=NOON,
    )
    merge(profile, target)
    assert Profile.objects.get().is_banned
    assert tags_on_board(DAY) == set()
    assert not Result.objects.filter(is_visible=True).exists()
    assert not Total.objects.exists()
    assert_counts_are_right()


def test_reports_one_has_made_stay_and_count_once(profile, new_profile):
    target, other = new_profile(), new_profile()
    for named, name in ((other, "Ada"), (target, "Bea")):
        choose_name(profile=named, text=name, now=NOON)
    for who, about in ((profile, other), (target, other), (profile, target)):
        report_name(
            profile=Profile.objects.get(pk=about.pk),
            reporter=who.player,
            address="192.0.2.1",
            now=NOON,
        )
    merge(profile, target)
    assert list(NameReport.objects.values_list("reporter", "profile")) == [
        (target.pk, other.pk)
    ]


@pytest.mark.parametrize("own", ["", "Bea"])
def test_reports_of_a_name_stay_with_it(profile, new_profile, own):
    target = new_profile()
    if own:
        target = choose_name(profile=target, text=own, now=NOON)
    named = choose_name(profile=profile, text="Ada", now=NOON)
    for reporter in (new_profile(), target):
        report_name(
            profile=named, reporter=reporter.player, address="192.0.2.1", now=NOON
        )
    merge(profile, target)
    target.refresh_from_db()
    # What one has said of one's other name is gone.
    assert [report.is_open for report in target.reports.all()] == [not own]
    if own:
        target = choose_name(profile=target, text="Ada", now=NOON)
    assert target.reports.get().is_open
    assert target.name_state == Profile.NameState.REVIEW


def test_who_has_reported_a_name_that_becomes_their_own_has_not(profile):
    target = games.Player.objects.create()
    named = choose_name(profile=profile, text="Ada", now=NOON)
    report_name(profile=named, reporter=target, address="192.0.2.1", now=NOON)
    assert merge_players(source=profile.player, target=target, now=NOON)
    assert not NameReport.objects.exists()


def test_a_player_with_an_account_is_not_merged_away(user, profile, django_user_model):
    other = django_user_model.objects.create_user("ada", player=profile.player)
    assert not accounts.merge(source=profile.player, user=user, now=NOON)
    other.refresh_from_db()
    assert other.player == profile.player


def test_who_leaves_takes_everything_along(profile, new_profile):
    other = play_daily(new_profile())
    play_daily(profile)
    forget_player(player=profile.player, now=NOON)
    assert list(Result.objects.all()) == [other]
    assert tags_on_board(DAY) == {other.profile.tag}
    assert games.Game.objects.count() == 1
    assert_counts_are_right()


@pytest.mark.parametrize("what", ["player", "profile", "game", "attempt"])
def test_nothing_that_counts_on_a_board_is_deleted_by_hand(profile, what):
    result = play_daily(profile)
    rows = {
        "player": profile.player,
        "profile": profile,
        "game": result.attempt.game,
        "attempt": result.attempt,
    }
    with (
        pytest.raises(IntegrityError, match=r"`manage.py forget_player TAG`"),
        transaction.atomic(),
    ):
        rows[what].delete()
    assert tags_on_board(DAY) == {profile.tag}
    assert_counts_are_right()


def test_the_command_deletes_who_asks_for_it(profile, user, capsys):
    account = services.ensure_profile(user.player)
    for who in (profile, account):
        play_daily(who)
        call_command("forget_player", who.tag.lower())
        assert capsys.readouterr().out == f"{who.tag} is deleted.\n"
        assert_counts_are_right()
    assert not Profile.objects.exists()
    assert not accounts.User.objects.exists()
    with pytest.raises(CommandError, match="no player with the tag 222222"):
        call_command("forget_player", "222222")


# --- At the same moment ---


@pytest.mark.django_db(transaction=True)
def test_merging_twice_at_once(profile, new_profile):
    target = new_profile()
    play_daily(profile)
    play_daily(target, now=NOON + HOUR)
    assert sorted(together(lambda _: merge(profile, target), 6)) == [False] * 5 + [True]
    assert Result.objects.count() == 1
    assert_counts_are_right()


@pytest.mark.django_db(transaction=True)
def test_merging_while_results_are_ranked(profile, new_profile):
    target = new_profile()
    ids = [
        services.start_attempt(profile=one, day=DAY, now=at)
        for one, at in ((profile, NOON), (target, NOON + HOUR))
    ]
    for game_id in ids:
        finish(game_id, NOON + 2 * HOUR)

    def work(number):
        if number == 0:
            merge(profile, target)
        else:
            services.settle(game_id=ids[number % 2], now=NOON + 2 * HOUR)

    together(work, 7)
    services.settle(game_id=ids[0], now=NOON + 2 * HOUR)
    assert Result.objects.get().attempt_id == ids[0]
    assert tags_on_board(DAY) == {target.tag}
    assert_counts_are_right()


@pytest.mark.django_db(transaction=True)
def test_merging_while_a_moderator_bans(profile, new_profile, django_user_model):
    moderator = django_user_model.objects.create_user("mod")
    target = new_profile()
    play_daily(profile)
    play_daily(target, now=NOON + HOUR)

    def work(number):
        if number % 2:
            merge(profile, target)
        else:
            moderation.ban(
                profile=target, moderator=moderator, reason="Because.", now=NOON
            )

    together(work, 2)
    assert tags_on_board(DAY) == set()
    assert Profile.objects.get().is_banned
    assert_counts_are_right()


@pytest.mark.django_db(transaction=True)
def test_two_into_one_at_once(profile, new_profile):
    sources = [profile, new_profile(), new_profile()]
    target = new_profile()
    for number, one in enumerate([*sources, target]):
        play_daily(one, now=NOON + number * HOUR)
    together(lambda number: merge(sources[number], target), 3)
    assert Result.objects.get().profile == target
    assert Attempt.objects.filter(profile=target).count() == 4
    assert_counts_are_right()
