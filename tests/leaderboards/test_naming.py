"""Choosing a name and reporting one: services and pages."""

from datetime import timedelta
from importlib import import_module
from types import SimpleNamespace

import pytest
from django.apps import apps
from django.db import connection
from django.test import Client
from django.urls import reverse

from games import models as games
from leaderboards import names, nicknames, services
from leaderboards.models import Act, NameReport, Profile
from leaderboards.nicknames import NameRefused, Problem
from leaderboards.services.moderation import remove_name, restore_name
from leaderboards.services.naming import (
    CHANGES,
    ENOUGH,
    REPORTS,
    ReportRefused,
    choose_name,
    drop_name,
    report_name,
)

from .conftest import DAY, NOON, play_daily, sign_in
from .test_services import together

pytestmark = pytest.mark.django_db


@pytest.fixture
def moderator(django_user_model):
    return django_user_model.objects.create_user("mod", password="long enough")


def choose(profile, name, now=NOON):
    return choose_name(profile=profile, text=name, now=now)


def report(profile, number, network=None, now=NOON):
    """A report by somebody, from a network."""
    reporter, _ = games.Player.objects.get_or_create(key=f"reporter {number}")
    address = f"192.0.2.{number if network is None else network}"
    return report_name(
        profile=reload(profile), reporter=reporter, address=address, now=now
    )


def reload(profile):
    return Profile.objects.get(pk=profile.pk)


# --- Choosing ---


def test_a_chosen_name_is_shown(profile):
    assert profile.tag in names.player_name(profile)
    choose(profile, " Ada  Lovelace")
    assert names.player_name(reload(profile)) == "Ada Lovelace"
    drop_name(profile=profile)
    assert profile.tag in names.player_name(reload(profile))


@pytest.mark.parametrize("other", ["ada", "ADA", "A.D.A", "аԁа"])
def test_nobody_else_can_have_it_or_one_that_looks_like_it(profile, new_profile, other):
    choose(profile, "Ada")
    with pytest.raises(NameRefused) as refused:
        choose(new_profile(), other)
    assert refused.value.problem is Problem.TAKEN


def test_once_given_up_it_is_free(profile, new_profile):
    choose(profile, "Ada")
    choose(profile, "Bea")
    assert choose(new_profile(), "Ada").name == "Ada"


def test_one_may_write_it_differently(profile):
    choose(profile, "Ada")
    assert choose(profile, "ADA").name == "ADA"


@pytest.mark.parametrize(
    "form", ["Otter {}", "Otter-{}", "Otter 🎉{}", "Ottér {}\u0301"]
)
def test_nobody_passes_for_a_generated_name(profile, new_profile, form):
    with pytest.raises(NameRefused) as refused:
        choose(new_profile(), form.format(profile.tag.lower()))
    assert refused.value.problem is Problem.TAKEN


def test_changes_are_limited(profile):
    for number in range(CHANGES):
        choose(profile, f"Ada {number}")
    with pytest.raises(NameRefused) as refused:
        choose(profile, "Bea")
    assert refused.value.problem is Problem.TOO_OFTEN
    # The same name again is no change.
    assert choose(reload(profile), f"Ada {CHANGES - 1}")
    assert choose(profile, "Bea", NOON + timedelta(days=1)).name == "Bea"


def test_words_are_put_before_the_moderators_and_shown_meanwhile(profile):
    choose(profile, "Scunthorpe")
    assert reload(profile).name_state == "review"
    assert names.player_name(reload(profile)) == "Scunthorpe"


def test_skeletons_are_worked_out_anew(profile, new_profile):
    """Names as an earlier version left them: some look alike now, and one could not be chosen any more."""
    first, second, third, chief = (new_profile() for _ in range(4))
    for owner, name, key in [
        (profile, "Ada", nicknames.skeleton("Ada")),
        (first, "محمد", "old 1"),
        (second, "مُحَمَّد", "old 2"),
        # Has already what the first of them is to be given.
        (third, "محـمد", nicknames.skeleton("محمد")),
        (chief, "Site Admin", nicknames.skeleton("Site Admin")),
    ]:
        Profile.objects.filter(pk=owner.pk).update(name=name, name_skeleton=key)
    Act.objects.create(
        kind=Act.Kind.REMOVE_NAME, name="مُدار", name_skeleton="old", at=NOON
    )
    migration = import_module("leaderboards.migrations.0007_skeletons_anew")
    for _ in range(2):
        migration.work_out_anew(apps, SimpleNamespace(connection=connection))
        assert [
            (reload(owner).name, reload(owner).name_state)
            for owner in (profile, first, second, third, chief)
        ] == [
            ("Ada", "shown"),
            ("محمد", "shown"),
            ("", "shown"),
            ("", "shown"),
            ("Site Admin", "review"),
        ]
    assert all(
        owner.name_skeleton == nicknames.skeleton(owner.name)
        for owner in Profile.objects.exclude(name="")
    )
    assert Act.objects.get().name_skeleton == nicknames.skeleton("مدار")


@pytest.mark.django_db(transaction=True)
def test_of_two_who_choose_one_name_at_once_one_gets_it(new_profile):
    profiles = [new_profile() for _ in range(6)]

    def work(number):
        try:
            return choose(profiles[number], ["Ada", "ADA"][number % 2]).pk
        except NameRefused:
            return None

    winners = [pk for pk in together(work, 6) if pk]
    assert len(winners) == 1
    assert Profile.objects.exclude(name="").count() == 1


# --- Reporting ---


def test_several_reports_hide_a_name_until_it_is_reviewed(profile, moderator):
    choose(profile, "Ada")
    for number in range(1, ENOUGH):
        assert not report(profile, number)
        assert reload(profile).name_state == "review"
        assert names.player_name(reload(profile)) == "Ada"
    assert report(profile, ENOUGH)
    assert names.player_name(reload(profile)) == names.generated_name(profile)
    act = Act.objects.get()
    assert (act.kind, act.moderator, act.name) == ("hide name", None, "Ada")
    restore_name(profile=profile, moderator=moderator, reason="fine", now=NOON)
    assert names.player_name(reload(profile)) == "Ada"
    # What a moderator has allowed is not hidden by reports again, but looked at.
    for number in range(1, ENOUGH + 3):
        assert not report(profile, number, now=NOON + timedelta(days=1))
    assert reload(profile).name_state == "review"


def test_one_person_counts_once(profile):
    choose(profile, "Ada")
    for _ in range(4):
        report(profile, 1)
    assert NameReport.objects.count() == 1
    # Nor do several browsers of one household.
    for number in range(2, 9):
        assert not report(profile, number, network=1)
    assert reload(profile).name_state == "review"


def test_reports_are_limited(profile, new_profile):
    for number in range(REPORTS):
        report(choose(new_profile(), f"Ada {number}"), 1)
    with pytest.raises(ReportRefused):
        report(choose(profile, "Bea"), 1)
    assert reload(profile).name_state == "shown"


def test_only_a_chosen_name_of_another_can_be_reported(profile):
    with pytest.raises(ReportRefused):
        report(profile, 1)
    choose(profile, "Ada")
    with pytest.raises(ReportRefused):
        report_name(
            profile=profile, reporter=profile.player, address="192.0.2.1", now=NOON
        )


def test_a_new_name_begins_without_reports(profile):
    choose(profile, "Ada")
    for number in range(ENOUGH):
        report(profile, number)
    choose(profile, "Bea")
    assert names.player_name(reload(profile)) == "Bea"
    assert not NameReport.objects.filter(is_open=True).exists()


def test_a_removed_name_is_not_taken_up_again_unseen(profile, new_profile, moderator):
    choose(profile, "Ada")
    remove_name(profile=profile, moderator=moderator, reason="no", now=NOON)
    with pytest.raises(NameRefused):
        choose(new_profile(), "Ada")
    choose(profile, "Bea")
    choose(profile, "ada")
    assert reload(profile).name_state == "hidden"


def give_up_and_take_again(profile):
    drop_name(profile=reload(profile))
    choose(reload(profile), "Ada")


def have_another_between(profile):
    choose(reload(profile), "Bea")
    choose(reload(profile), "Ada")


def write_differently(profile):
    choose(reload(profile), "ADA")


WAYS = [give_up_and_take_again, have_another_between, write_differently]


@pytest.mark.parametrize("way", WAYS)
def test_a_hidden_name_stays_hidden_until_it_is_reviewed(profile, moderator, way):
    choose(profile, "Ada")
    for number in range(ENOUGH):
        report(profile, number)
    way(profile)
    assert reload(profile).name_state == "hidden"
    # What was reported waits for the moderators still.
    assert NameReport.objects.filter(is_open=True).count() == ENOUGH
    restore_name(profile=profile, moderator=moderator, reason="fine", now=NOON)
    way(profile)
    assert reload(profile).shown_name.lower() == "ada"
    assert not NameReport.objects.filter(is_open=True).exists()


@pytest.mark.parametrize("way", WAYS)
def test_nobody_is_rid_of_reports_by_taking_the_name_again(profile, way):
    choose(profile, "Ada")
    for number in range(1, ENOUGH):
        report(profile, number)
    way(profile)
    assert reload(profile).name_state == "review"
    # Nor does a reporter count twice by it.
    assert not report(profile, 1)
    assert report(profile, ENOUGH)


@pytest.mark.parametrize("hide", ["remove", "reports"])
def test_another_who_takes_up_a_hidden_name_waits_too(
    profile, new_profile, moderator, hide
):
    choose(profile, "Ada")
    if hide == "remove":
        remove_name(profile=profile, moderator=moderator, reason="no", now=NOON)
    else:
        for number in range(ENOUGH):
            report(profile, number)
    drop_name(profile=reload(profile))
    other = choose(new_profile(), "A.D.A")
    assert not other.shown_name
    restore_name(profile=other, moderator=moderator, reason="fine", now=NOON)
    drop_name(profile=reload(other))
    assert choose(reload(profile), "Ada").shown_name == "Ada"


def test_what_was_said_of_a_name_outlives_its_player(profile, new_profile, moderator):
    choose(profile, "Ada")
    remove_name(profile=profile, moderator=moderator, reason="no", now=NOON)
    profile.player.delete()
    assert not choose(new_profile(), "Ada").shown_name


@pytest.mark.django_db(transaction=True)
def test_reports_at_once_all_count(profile):
    choose(profile, "Ada")
    together(lambda number: report(profile, number), ENOUGH)
    assert reload(profile).name_state == "hidden"
    assert Act.objects.count() == 1


# --- Pages ---


@pytest.fixture
def named(profile):
    play_daily(profile)
    return choose(profile, "Ada")


@pytest.fixture
def reader(new_profile):
    """The browser of somebody who may see the board of the day."""
    own = new_profile()
    play_daily(own)
    return sign_in(Client(), own)


def url_of(profile):
    return reverse("name_report", args=[profile.tag.lower()])


@pytest.mark.usefixtures("clock")
def test_the_boards_lead_to_the_report(named, reader):
    for url in (
        reverse("daily_board", args=[DAY]),
        reverse("board", args=["wins", "all"]),
    ):
        page = reader.get(url).content.decode()
        assert "<bdi>Ada</bdi>" in page
        assert page.count(url_of(named)) == 1
        assert "Report the name \u2068Ada\u2069" in page
    player = reader.get(reverse("player", args=[named.tag.lower()])).content.decode()
    assert url_of(named) in player


@pytest.mark.usefixtures("clock")
def test_nobody_is_asked_to_report_themselves(named):
    page = sign_in(Client(), named).get(reverse("board", args=["wins", "all"]))
    assert "<bdi>Ada</bdi>" in page.content.decode()
    assert url_of(named) not in page.content.decode()


@pytest.mark.usefixtures("clock")
def test_a_report_by_the_page_and_again(named, reader):
    assert b"<form" in reader.get(url_of(named)).content
    for _ in range(2):
        sent = reader.post(url_of(named))
        assert sent.status_code == 303
        assert b"Thank you" in reader.get(sent["Location"]).content
    assert NameReport.objects.count() == 1


@pytest.mark.usefixtures("clock")
def test_a_visitor_without_any_cookie_can_report(named):
    assert Client().post(url_of(named)).status_code == 303
    assert reload(named).name_state == "review"


@pytest.mark.usefixtures("clock")
def test_the_page_of_a_generated_name_and_of_nobody(profile, reader):
    assert b"nothing to report" in reader.get(url_of(profile)).content
    assert reader.post(url_of(profile)).status_code == 429
    assert reader.get(reverse("name_report", args=["zzzzzz"])).status_code == 404
    assert reader.put(url_of(profile)).status_code == 405


@pytest.mark.usefixtures("clock")
def test_a_forged_report_is_refused(named):
    client = Client(enforce_csrf_checks=True)
    assert client.post(url_of(named)).status_code == 403
    assert not NameReport.objects.exists()


def test_names_are_escaped_and_isolated(named, reader, clock):
    Profile.objects.filter(pk=named.pk).update(name="<i>أحمد 1")
    page = reader.get(reverse("daily_board", args=[DAY])).content.decode()
    assert "<bdi>&lt;i&gt;أحمد 1</bdi>" in page


def test_profiles_need_no_more_queries_for_names(
    named, reader, clock, django_assert_max_num_queries
):
    with django_assert_max_num_queries(12):
        reader.get(reverse("daily_board", args=[DAY]))


def test_ensure_profile_keeps_the_name(named):
    assert services.ensure_profile(named.player).name == "Ada"
