"""What moderators do: at once on every board, total and hand of the field, with a row, and reversible."""

from datetime import timedelta

import pytest
from django.contrib.auth.models import Group, Permission
from django.core.cache import cache

from leaderboards import services
from leaderboards.models import Act, FieldHand, Profile, Result, Tally, Total
from leaderboards.selectors import BOARDS_GENERATION
from leaderboards.services import moderation
from leaderboards.services.naming import choose_name

from .conftest import DAY, NOON, finish, play_daily
from .counting import assert_counts_are_right, tags_on_board
from .test_services import together

pytestmark = pytest.mark.django_db
NEXT = DAY + timedelta(days=1)


@pytest.fixture
def moderator(django_user_model):
    return django_user_model.objects.create_user("mod", password="long enough")


@pytest.fixture
def by(moderator):
    return {"moderator": moderator, "reason": "Because.", "now": NOON}


def counted():
    """Everything that is counted, where it is not zero."""
    return (
        set(Tally.objects.exclude(count=0).values_list("board", "value", "count")),
        set(Total.objects.values_list("profile", "days", "played", "won", "points")),
        set(
            FieldHand.objects.exclude(count=0).values_list(
                "number", "contract", "count", "points_ns"
            )
        ),
    )


def test_a_result_is_hidden_and_shown_again(profile, new_profile, by):
    result, other = play_daily(profile), play_daily(new_profile())
    before = counted()
    moderation.hide_result(result=result, **by)
    assert tags_on_board(DAY) == {other.profile.tag}
    assert_counts_are_right()
    moderation.show_result(result=result, **by)
    assert tags_on_board(DAY) == {profile.tag, other.profile.tag}
    assert counted() == before
    assert [act.kind for act in Act.objects.order_by("pk")] == [
        "hide result",
        "show result",
    ]


def test_a_ban_takes_everything_off_and_its_end_brings_it_back(
    profile, new_profile, by
):
    for player in (profile, new_profile()):
        play_daily(player)
        play_daily(player, NEXT, NOON + timedelta(days=1))
    before = counted()
    moderation.ban(profile=profile, **by)
    assert profile.tag not in tags_on_board(DAY) | tags_on_board(NEXT)
    assert not Total.objects.filter(profile=profile).exists()
    assert_counts_are_right()
    moderation.unban(profile=profile, **by)
    assert counted() == before
    assert_counts_are_right()


def test_the_end_of_a_ban_shows_no_result_that_is_hidden_itself(profile, by):
    result = play_daily(profile)
    moderation.hide_result(result=result, **by)
    moderation.ban(profile=profile, **by)
    moderation.unban(profile=profile, **by)
    assert tags_on_board(DAY) == set()
    moderation.show_result(result=result, **by)
    assert tags_on_board(DAY) == {profile.tag}
    moderation.ban(profile=profile, **by)
    assert tags_on_board(DAY) == set()
    assert_counts_are_right()


def test_what_is_ranked_during_a_ban_stands_on_the_board_after_it(profile, by):
    moderation.ban(profile=profile, **by)
    assert not play_daily(profile).is_visible
    assert tags_on_board(DAY) == set()
    moderation.unban(profile=profile, **by)
    assert tags_on_board(DAY) == {profile.tag}
    assert_counts_are_right()


def test_an_act_that_is_done_already_leaves_no_row(profile, by):
    result = play_daily(profile)
    for act, what in [
        (moderation.unban, {"profile": profile}),
        (moderation.show_result, {"result": result}),
        (moderation.restore_name, {"profile": profile}),
        (moderation.remove_name, {"profile": profile}),
    ]:
        with pytest.raises(moderation.NothingToDo):
            act(**what, **by)
    assert not Act.objects.exists()


def test_without_a_reason_nothing_happens(profile, by):
    play_daily(profile)
    with pytest.raises(moderation.ReasonMissing):
        moderation.ban(profile=profile, **{**by, "reason": "  "})
    assert not Profile.objects.get().is_banned
    assert tags_on_board(DAY) == {profile.tag}


def test_every_act_makes_all_kept_pages_void(
    profile, by, django_capture_on_commit_callbacks
):
    result = play_daily(profile)
    choose_name(profile=profile, text="Ada", now=NOON)
    for act, what in [
        (moderation.remove_name, {"profile": profile}),
        (moderation.restore_name, {"profile": profile}),
        (moderation.hide_result, {"result": result}),
        (moderation.show_result, {"result": result}),
        (moderation.ban, {"profile": profile}),
        (moderation.unban, {"profile": profile}),
    ]:
        before = cache.get(BOARDS_GENERATION)
        with django_capture_on_commit_callbacks(execute=True):
            act(**what, **by)
        assert cache.get(BOARDS_GENERATION) != before


def test_the_audit_outlives_the_player_and_the_moderator(profile, moderator, by):
    moderation.ban(profile=profile, **by)
    profile.player.delete()
    moderator.delete()
    act = Act.objects.get()
    assert (act.tag, act.profile, act.moderator) == (profile.tag, None, None)


def test_moderators_may_moderate_and_nothing_else():
    permissions = Permission.objects.filter(group=Group.objects.get(name="moderator"))
    assert set(permissions.values_list("content_type__app_label", "codename")) == {
        ("leaderboards", name)
        for name in (
            "moderate",
            "view_profile",
            "view_result",
            "view_namereport",
            "view_act",
            "view_sighting",
        )
    }
    # As Django itself would have made them: none is there twice.
    assert Permission.objects.filter(codename="view_act").count() == 1


# --- At the same moment ---


@pytest.mark.django_db(transaction=True)
def test_banning_while_results_are_ranked(new_profile, by):
    profiles = [new_profile() for _ in range(4)]
    ids = [services.start_attempt(profile=one, day=DAY, now=NOON) for one in profiles]
    for game_id in ids:
        finish(game_id)

    def work(number):
        who = number // 2
        if number % 2:
            services.settle(game_id=ids[who], now=NOON)
        else:
            moderation.ban(profile=profiles[who], **by)

    together(work, 8)
    assert Result.objects.count() == 4
    assert tags_on_board(DAY) == set()
    assert_counts_are_right()


@pytest.mark.django_db(transaction=True)
def test_of_two_moderators_at_once_one_acts(profile, by):
    play_daily(profile)

    def work(number):
        try:
            moderation.ban(profile=profile, **by)
        except moderation.NothingToDo:
            return 0
        return 1

    assert sum(together(work, 4)) == 1
    assert Act.objects.count() == 1
    assert_counts_are_right()


@pytest.mark.django_db(transaction=True)
def test_hiding_and_banning_at_once(profile, new_profile, by):
    results = [play_daily(profile), play_daily(new_profile())]
    play_daily(profile, NEXT, NOON + timedelta(days=1))

    def work(number):
        try:
            if number % 3 == 0:
                moderation.ban(profile=profile, **by)
            elif number % 3 == 1:
                moderation.hide_result(result=results[number % 2], **by)
            else:
                moderation.unban(profile=profile, **by)
        except moderation.NothingToDo:
            pass

    together(work, 9)
    assert_counts_are_right()
