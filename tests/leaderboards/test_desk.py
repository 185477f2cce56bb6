"""The moderators' desk, through its pages."""

import re
from datetime import timedelta

import pytest
from django.apps import apps
from django.conf import settings
from django.contrib import admin
from django.contrib.auth.models import Group
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import translation

from games import models as games
from leaderboards import names, services
from leaderboards.models import Act, Profile, Result, Sighting
from leaderboards.services import moderation
from leaderboards.services.merging import forget_player
from leaderboards.services.naming import choose_name, report_name
from leaderboards.services.networks import note_sighting

from .conftest import DAY, NOON, play_daily
from .counting import tags_on_board

pytestmark = pytest.mark.django_db

PLAYERS = reverse("admin:leaderboards_profile_changelist")
RESULTS = reverse("admin:leaderboards_result_changelist")
ACTS = reverse("admin:leaderboards_act_changelist")
SHARED = reverse("admin:leaderboards_sighting_changelist")
LISTS = [PLAYERS, RESULTS, ACTS, SHARED]


@pytest.fixture
def user(django_user_model):
    user = django_user_model.objects.create_user("mod", password="long enough")
    user.is_staff = True
    user.save()
    user.groups.add(Group.objects.get(name="moderator"))
    return user


@pytest.fixture
def desk(user):
    client = Client()
    client.force_login(user)
    return client


@pytest.fixture
def stranger(django_user_model):
    """Somebody with an account, who is no moderator."""
    client = Client()
    client.force_login(django_user_model.objects.create_user("x", password="y"))
    return client


def do(desk, url, action, rows, reason="Because."):
    data = {
        "action": action,
        "reason": reason,
        "_selected_action": [row.pk for row in rows],
    }
    return desk.post(url, data, follow=True)


def rows_of(response):
    """How many lines a list has."""
    return len(re.findall(r'name="_selected_action"', response.content.decode()))


@pytest.fixture
def ada(profile):
    play_daily(profile)
    return choose_name(profile=profile, text="Ada", now=NOON)


def flag(profile):
    report_name(
        profile=profile,
        reporter=games.Player.objects.create(),
        address="192.0.2.1",
        now=NOON,
    )


@pytest.mark.parametrize("url", LISTS)
def test_moderators_see_the_lists_and_nobody_else_does(url, desk, stranger, ada):
    assert desk.get(url).status_code == 200
    assert stranger.get(url).status_code == 302
    assert Client().get(url).status_code == 302


def test_strangers_change_nothing(stranger, ada):
    for client in (stranger, Client()):
        do(client, f"{PLAYERS}?which=all", "ban", [ada])
    assert not Profile.objects.get().is_banned


def test_nothing_can_be_added_changed_or_deleted_by_hand(desk, ada):
    for model in admin.site._registry:
        name = f"{model._meta.app_label}_{model._meta.model_name}"
        assert desk.get(reverse(f"admin:{name}_add")).status_code == 403
    page = reverse("admin:leaderboards_profile_change", args=[ada.pk])
    assert desk.get(page).status_code == 200
    assert desk.post(page, {"name": "x"}).status_code == 403
    delete = reverse("admin:leaderboards_profile_delete", args=[ada.pk])
    assert desk.post(delete, {"post": "yes"}).status_code == 403
    assert Profile.objects.get().name == "Ada"


def test_moderators_do_not_see_accounts(desk):
    page = desk.get(reverse("admin:index")).content.decode()
    assert reverse("admin:app_list", args=["leaderboards"]) in page
    assert "/desk/auth/" not in page
    assert "/desk/accounts/" not in page


@pytest.mark.parametrize("code", [code for code, _ in settings.LANGUAGES[1:]])
def test_the_parts_of_the_desk_are_called_in_its_language(admin_client, code):
    # The page leaves its language to whoever comes next in this thread.
    with translation.override(code):
        page = admin_client.get(f"/{code}/desk/").content.decode()
        parts = [translation.gettext(name) for name in ("Accounts", "Leaderboards")]
    for part, english in zip(parts, ("Accounts", "Leaderboards"), strict=True):
        assert part != english
        assert re.search(rf">\s*{part}\s*<", page)
        assert not re.search(rf">\s*{english}\s*<", page)


def test_the_queue_holds_what_waits(desk, ada, new_profile):
    assert rows_of(desk.get(PLAYERS)) == 0
    assert rows_of(desk.get(f"{PLAYERS}?which=all")) == 1
    flag(ada)
    choose_name(profile=new_profile(), text="Scunthorpe", now=NOON)
    assert rows_of(desk.get(PLAYERS)) == 2


def test_a_name_is_removed_and_restored(desk, ada, user):
    flag(ada)
    do(desk, PLAYERS, "remove_name", [ada])
    ada.refresh_from_db()
    assert names.player_name(ada) == names.generated_name(ada)
    assert rows_of(desk.get(PLAYERS)) == 0
    do(desk, f"{PLAYERS}?which=all", "restore_name", [ada], "A mistake.")
    ada.refresh_from_db()
    assert names.player_name(ada) == "Ada"
    acts = Act.objects.order_by("pk").values_list("kind", "moderator", "reason", "name")
    assert list(acts) == [
        ("remove name", user.pk, "Because.", "Ada"),
        ("restore name", user.pk, "A mistake.", "Ada"),
    ]
    assert b"A mistake." in desk.get(ACTS).content


def test_a_player_is_banned_and_unbanned(desk, ada):
    do(desk, f"{PLAYERS}?q={ada.tag}", "ban", [ada])
    assert tags_on_board(DAY) == set()
    assert rows_of(desk.get(f"{PLAYERS}?which=banned")) == 1
    do(desk, f"{PLAYERS}?which=banned", "unban", [ada])
    assert tags_on_board(DAY) == {ada.tag}


def test_a_result_is_hidden_and_shown(desk, ada):
    result = Result.objects.get()
    do(desk, RESULTS, "hide", [result])
    assert tags_on_board(DAY) == set()
    do(desk, RESULTS, "show", [result])
    assert tags_on_board(DAY) == {ada.tag}


def test_an_act_needs_a_reason(desk, ada):
    answer = do(desk, f"{PLAYERS}?which=all", "ban", [ada], reason=" ")
    assert "please give a reason" in answer.content.decode()
    assert not Profile.objects.get().is_banned


def test_a_second_press_does_nothing_more(desk, ada):
    for _ in range(2):
        answer = do(desk, f"{PLAYERS}?which=all", "ban", [ada])
    assert "Done for 0 rows." in answer.content.decode()
    assert Act.objects.count() == 1


def test_a_player_who_goes_away_meanwhile_does_not_keep_the_others(
    desk, ada, new_profile, monkeypatch
):
    gone, ban = new_profile(), moderation.ban

    def ban_the_others(**what):
        if what["profile"] == gone:
            forget_player(player=gone.player, now=NOON)
        ban(**what)

    monkeypatch.setattr(moderation, "ban", ban_the_others)
    response = do(desk, PLAYERS + "?which=all", "ban", [ada, gone])
    assert "Done for 1 row." in response.content.decode()
    ada.refresh_from_db()
    assert ada.is_banned


def test_all_rows_at_once_are_too_many(desk, new_profile, monkeypatch):
    monkeypatch.setattr("leaderboards.admin.MOST_CHANGES", 2)
    rows = [new_profile() for _ in range(3)]
    do(desk, f"{PLAYERS}?which=all", "ban", rows)
    assert not Profile.objects.filter(is_banned=True).exists()


@pytest.mark.parametrize("search", ["Ada", "ADA", "tag"])
def test_a_player_is_found_by_name_and_tag(desk, ada, new_profile, search):
    new_profile()
    text = ada.tag.lower() if search == "tag" else search
    assert rows_of(desk.get(PLAYERS, {"q": text})) == 1
    assert rows_of(desk.get(RESULTS, {"q": text})) == 1
    assert rows_of(desk.get(RESULTS, {"q": "nobody"})) == 0


@pytest.mark.parametrize("url", [*LISTS, f"{PLAYERS}?which=all", f"{RESULTS}?q=ada"])
def test_no_list_counts_a_table(desk, ada, url):
    note_sighting(profile=ada, day=DAY, address="192.0.2.1")
    with CaptureQueriesContext(connection) as queries:
        desk.get(url)
    counts = [q["sql"] for q in queries if q["sql"].startswith("SELECT COUNT(")]
    assert all("LIMIT" in sql for sql in counts)
    assert len(queries) < 16


def test_a_player_shows_reports_and_acts(desk, ada):
    flag(ada)
    do(desk, PLAYERS, "restore_name", [ada], "All right.")
    page = desk.get(reverse("admin:leaderboards_profile_change", args=[ada.pk]))
    assert b"All right." in page.content


# --- Evidence ---


def test_several_players_from_one_network_are_shown_together(desk, new_profile):
    players = [new_profile() for _ in range(5)]
    for number, player in enumerate(players):
        address = "192.0.2.1" if number < 3 else f"198.51.100.{number}"
        note_sighting(profile=player, day=DAY, address=address)
        play_daily(player)
    page = desk.get(SHARED).content.decode()
    assert [player.tag in page for player in players] == [True] * 3 + [False] * 2
    assert "192.0.2.1" not in page
    assert not Profile.objects.filter(is_banned=True).exists()


def test_who_left_the_game_before_another_won_it_is_shown(desk, new_profile):
    left, won, alone = (new_profile() for _ in range(3))
    services.start_attempt(profile=left, day=DAY, now=NOON)
    for player in (won, alone):
        Result.objects.filter(pk=play_daily(player).pk).update(won=True)
    for player, address in (
        (left, "2001:db8::1"),
        (won, "2001:db8::2"),
        (alone, "192.0.2.9"),
    ):
        note_sighting(profile=player, day=DAY, address=address)
    page = desk.get(f"{SHARED}?evidence=lookers").content.decode()
    assert [one.tag in page for one in (left, won, alone)] == [True, True, False]


def test_one_network_on_two_dates_cannot_be_told(profile):
    for day in (DAY, DAY + timedelta(days=1)):
        note_sighting(profile=profile, day=day, address="192.0.2.1")
    assert len(set(Sighting.objects.values_list("network", flat=True))) == 2


# --- Rubbish ---

RUBBISH = ["\x00", "x", "9" * 40, "999999999999", "["]
LOOKUPS = ["", "in", "isnull", "year", "gt", "regex"]


def requests_with_rubbish(rubbish):
    """Every address of the desk, with rubbish wherever a value may stand."""
    for model, desk in admin.site._registry.items():
        name = f"{model._meta.app_label}_{model._meta.model_name}"
        address = reverse(f"admin:{name}_changelist")
        filters = [one for one in desk.list_filter if isinstance(one, type)]
        asked = ["q", "p", "o", "all", "e", "_facets", "_popup", "_to_field", "x"]
        asked += [one.parameter_name for one in filters]
        for field in model._meta.get_fields():
            asked += [f"{field.name}__{how}".rstrip("_") for how in LOOKUPS]
        for parameter in asked:
            yield "get", address, {parameter: rubbish}
        for action in ["delete_selected", rubbish, *(desk.actions or ())]:
            act = {"action": action, "reason": "x", "_selected_action": [rubbish]}
            yield "post", address, act
        yield "post", address, {"action": "ban", "index": rubbish}
        for page in ("change", "delete", "history"):
            one = reverse(f"admin:{name}_{page}", args=[rubbish or "0"])
            yield "get", one, {}
            yield "post", one, {"username": rubbish, "groups": rubbish}
    for page in ("index", "login", "password_change", "autocomplete", "jsi18n"):
        yield "get", reverse(f"admin:{page}"), {"next": rubbish, "term": rubbish}
    shortcut = reverse("admin:view_on_site", args=[rubbish or "0", rubbish or "0"])
    yield "get", shortcut, {}


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("rubbish", RUBBISH, ids=ascii)
def test_rubbish_in_an_address_is_answered(rubbish, admin_user, ada):
    """Each with a page that says so, with the list, or with another page."""
    client = Client(raise_request_exception=False)
    client.force_login(admin_user)
    note_sighting(profile=ada, day=DAY, address="192.0.2.1")
    wrong = {}
    for method, address, data in requests_with_rubbish(rubbish):
        answer = getattr(client, method)(address, data)
        if answer.status_code not in (200, 302, 400, 403, 404):
            wrong[method, address, str(data)] = answer.status_code
        if answer.status_code == 400:
            assert b"<h1>The request was not understood</h1>" in answer.content
    assert wrong == {}


def test_the_apps_of_the_desk():
    """A new model is looked at before it stands there."""
    ours = {model for model in admin.site._registry if model._meta.app_label != "auth"}
    assert ours == {
        apps.get_model("leaderboards", name)
        for name in ("Profile", "Result", "Act", "Sighting")
    } | {apps.get_model("accounts", "User")}
