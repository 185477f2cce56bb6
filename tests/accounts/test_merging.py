"""Two histories become one: everything counted stays right, whatever happens at the same moment."""

from dataclasses import replace
from datetime import timedelta

import pytest
from django.core.management import CommandError, call_command
from django.db import IntegrityError, transaction

from accounts import services as accounts
from games import models as games
from games.preferences import Preferences, Theme
from games.services import save_preferences
from leaderboards import services
from leaderboards.models import Attempt, NameReport, Profile, Result, Sighting, Total
from leaderboards.services import moderation
from leaderboards.services.merging import forget_player, merge_players
from leaderboards.services.naming import choose_name, report_name
from leaderboards.services.networks import note_sighting
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


def test_an_earlier_attempt_counts_though_it_is_not_finished(profile, new_profile):
    """Otherwise one could look at the deals first, and keep the better of two games."""
    target = new_profile()
    game_id = services.start_attempt(profile=profile, day=DAY, now=NOON)
    play_daily(target, now=NOON + HOUR)
    merge(profile, target)
    assert not Result.objects.exists()
    assert tags_on_board(DAY) == set()
    assert_counts_are_right()
    finish(game_id, NOON + 2 * HOUR)
    assert services.settle(game_id=game_id, now=NOON + 2 * HOUR).profile == target
    assert_counts_are_right()


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
