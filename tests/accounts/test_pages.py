"""The pages about oneself: they work, and the wrong method, a stranger, a second press."""

import json
import re
from datetime import timedelta

import pytest
from django.conf import settings
from django.contrib.sessions.models import Session
from django.core import mail
from django.test import Client
from django.urls import reverse
from django.utils import timezone, translation

import games.services
from accounts import services
from accounts.forms import NewPasswordForm, SignUpForm
from accounts.models import Recovery, User
from bideuchre import settings as site
from games import models
from games.preferences import Preferences, Theme
from leaderboards.models import Limit, NameReport, NetworkKey, Profile, Result, Sighting
from leaderboards.services.naming import choose_name
from leaderboards.services.networks import KEPT, network_hash, note_sighting
from tests.games.pages import as_a_browser, form_to
from tests.leaderboards.conftest import DAY, NOON, play_daily, sign_in
from tests.leaderboards.counting import assert_counts_are_right, tags_on_board
from tests.leaderboards.test_services import together

from .conftest import PASSWORD, log_in, player_of, profile_of, sign_up

pytestmark = pytest.mark.django_db

PAGES = [
    "you",
    "sign_up",
    "log_in",
    "recover",
    "password_reset",
    "password_reset_done",
    "privacy",
    "data",
]
POSTS = ["name", "name_drop", "log_out", "merge", "code_new"]
MEMBERS = ["password", "email", "delete_account"]


def text_of(response):
    return response.content.decode()


@pytest.mark.parametrize("name", PAGES)
def test_a_visitor_may_read_it_and_leaves_nothing_behind(name, client):
    assert client.get(reverse(name)).status_code == 200
    assert "sessionid" not in client.cookies
    assert not models.Player.objects.exists()


@pytest.mark.parametrize("name", POSTS)
def test_what_changes_something_wants_post(name, member):
    answer = member.get(reverse(name))
    assert answer.status_code == 405
    assert answer["Allow"] == "POST"


@pytest.mark.parametrize("name", [*POSTS, "sign_up", "log_in", "recover"])
def test_a_forged_form_is_refused(name):
    client = Client(enforce_csrf_checks=True)
    assert client.post(reverse(name), {"name": "Ada"}).status_code == 403


@pytest.mark.parametrize("name", MEMBERS)
def test_who_is_not_logged_in_is_led_there(name, device):
    for answer in (device.get(reverse(name)), device.post(reverse(name))):
        assert (answer.status_code, answer["Location"]) == (303, reverse("log_in"))


@pytest.mark.parametrize("name", ["you", *MEMBERS])
def test_a_member_sees_the_page(name, member):
    assert member.get(reverse(name)).status_code == 200


# --- A name ---


def test_a_name_is_chosen_before_any_game(client):
    answer = client.post(reverse("name"), {"name": "Ada"})
    assert answer.status_code == 303
    page = text_of(client.get(answer["Location"]))
    assert "<bdi>Ada</bdi>" in page
    assert Profile.objects.get().player == player_of(client)


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("0", "at least 3"),
        ("", "required"),
        ("Admin", "runs the site"),
        ("a\u202eda", "a sign in it"),
        ("Аda", "one script"),
        ("x" * 500, "at most 400"),
    ],
)
def test_a_refused_name_says_why(device, profile, name, said):
    answer = device.post(reverse("name"), {"name": name})
    assert answer.status_code == 422
    assert said in text_of(answer)
    profile.refresh_from_db()
    assert profile.name == ""


def test_a_name_is_given_up(device, profile):
    device.post(reverse("name"), {"name": "Ada"})
    for _ in range(2):
        assert device.post(reverse("name_drop")).status_code == 303
    profile.refresh_from_db()
    assert profile.name == ""


# --- Signing up and logging in ---


def test_signing_up_keeps_what_was_played_here(device, profile):
    play_daily(profile)
    assert "1 game, among them 1 daily" in text_of(device.get(reverse("sign_up")))
    key = device.session.session_key
    assert sign_up(device, adopt="on").status_code == 303
    user = User.objects.get()
    assert user.player == profile.player == player_of(device)
    assert device.session.session_key != key
    profile.refresh_from_db()
    assert profile.name == "Ada"
    assert tags_on_board(DAY) == {profile.tag}


def test_a_password_is_stored_by_argon2(client, settings, db):
    settings.PASSWORD_HASHERS = site.PASSWORD_HASHERS
    sign_up(client)
    assert User.objects.get().password.startswith("argon2")
    assert log_in(Client(), "Ada").status_code == 303
    assert log_in(Client(), "Ada", "wrong").status_code == 422


def test_signing_up_without_what_was_played_here(device, profile):
    play_daily(profile)
    sign_up(device)
    assert User.objects.get().player != profile.player
    # It is offered, and here again after logging out.
    assert "There are other games on this device" in text_of(device.get(reverse("you")))
    device.post(reverse("log_out"))
    assert player_of(device) == profile.player


def test_signing_up_keeps_a_name_that_was_chosen(device, profile):
    device.post(reverse("name"), {"name": "Ada"})
    sign_up(device, "Bea", adopt="on")
    profile.refresh_from_db()
    assert (profile.name, User.objects.get().username) == ("Ada", "bea")


@pytest.mark.parametrize("name", ["Bea", "BEA", "Ｂｅａ", "B.e.a"])
def test_two_accounts_cannot_be_told_apart_by_look_alikes(client, name):
    sign_up(Client(), "bea")
    answer = sign_up(client, name)
    assert answer.status_code == 422
    assert "Somebody has this name" in text_of(answer)
    assert User.objects.count() == 1
    assert models.Player.objects.count() == 1


@pytest.mark.parametrize(
    ("password", "said"),
    [
        ("short", "needs at least 8 characters"),
        ("password", "too common"),
        ("Ada Lovelace", "must not be the name"),
    ],
)
def test_a_weak_password_is_refused(client, password, said):
    answer = sign_up(client, "Ada Lovelace", password)
    assert answer.status_code == 422
    assert said in text_of(answer)
    assert f'type="password" name="password" value="{password}"' not in text_of(answer)
    assert not User.objects.exists()


@pytest.mark.parametrize(
    "language", [code for code, _name in settings.LANGUAGES if code != "en"]
)
def test_every_refusal_of_a_form_is_in_the_language_of_the_page(language):
    """Also those that Django words, and not in all languages."""

    def refusals(language):
        with translation.override(language):
            password, other = "kitchen table", "another table"
            forms = [
                SignUpForm({}),
                SignUpForm({"name": "Ada", "password": "short", "email": "nobody"}),
                SignUpForm({"name": "Ada", "password": "password"}),
                SignUpForm({"name": "Ada Lovelace", "password": "Ada Lovelace"}),
                SignUpForm({"name": "x" * 500, "password": "x" * 2000}),
                NewPasswordForm(
                    User(username=password),
                    {"new_password1": password, "new_password2": other},
                ),
                NewPasswordForm(
                    User(username=password),
                    {"new_password1": password, "new_password2": password},
                ),
            ]
            return [
                str(error)
                for form in forms
                for errors in form.errors.values()
                for error in errors
            ]

    said, english = refusals(language), refusals("en")
    assert len(said) == len(english) > 8
    assert not set(said) & set(english)


def test_many_accounts_from_one_network_are_refused(monkeypatch):
    monkeypatch.setattr(services, "SIGN_UPS", 1)
    assert sign_up(Client(), "Ada").status_code == 303
    assert "Many accounts" in text_of(sign_up(Client(), "Bea"))


def test_names_that_others_have_do_not_count_as_accounts(
    monkeypatch, user, new_profile
):
    monkeypatch.setattr(services, "SIGN_UPS", 1)
    choose_name(profile=new_profile(), text="Cleo", now=NOON)
    for name in ("Bea", "BEA", "Cleo", "cleo", "Cle0"):
        assert sign_up(Client(), name).status_code == 422
    assert sign_up(Client(), "Ada").status_code == 303


@pytest.mark.parametrize("name", ["bea", "BEA", " Ｂea "])
def test_logging_in_and_out(client, user, name):
    assert log_in(client, name).status_code == 303
    assert player_of(client) == user.player
    assert "You log in as" in text_of(client.get(reverse("you")))
    for _ in range(2):
        assert client.post(reverse("log_out")).status_code == 303
    assert player_of(client) is None


def test_a_wrong_password_and_a_wrong_name_look_the_same(client, user):
    answers = [log_in(client, "bea", "wrong"), log_in(client, "nobody", "wrong")]
    assert [answer.status_code for answer in answers] == [422, 422]
    assert all("no such account" in text_of(answer) for answer in answers)
    assert "_auth_user_id" not in client.session


def test_tries_are_limited_whatever_the_cache(client, user, settings):
    settings.CACHES = {
        "default": {"BACKEND": "django.core.cache.backends.dummy.DummyCache"}
    }
    for _ in range(services.TRIES):
        log_in(client, "bea", "wrong")
    answer = log_in(client)
    assert "Too many tries" in text_of(answer)
    # From elsewhere the account's owner still comes in.
    elsewhere = Client(REMOTE_ADDR="198.51.100.7")
    assert log_in(elsewhere).status_code == 303
    # The desk's own page has the same limit.
    desk = client.post(
        reverse("admin:login"), {"username": "bea", "password": PASSWORD}
    )
    assert desk.status_code == 200
    Limit.objects.update(resets_at=timezone.now() - timedelta(seconds=1))
    assert log_in(client).status_code == 303


def test_slips_are_forgotten_after_the_right_password(client, user):
    for _ in range(3):
        for _ in range(services.TRIES - 1):
            log_in(client, "bea", "wrong")
        assert log_in(client).status_code == 303
        client.post(reverse("log_out"))


@pytest.mark.parametrize("name", ["sign_up", "log_in", "recover"])
def test_who_is_logged_in_is_led_back(member, name):
    assert member.get(reverse(name)).status_code == 303
    assert member.post(reverse(name), {"name": "Ada"}).status_code == 303


# --- The device's history and the account's ---


def test_a_game_that_is_on_is_not_lost_by_logging_in(device, profile, user):
    game_id = games.services.start_game(player=profile.player)
    log_in(device)
    # Another person's game for now.
    assert device.get(reverse("game", args=[game_id])).status_code == 404
    assert "1 game" in text_of(device.get(reverse("you")))
    for _ in range(2):
        assert device.post(reverse("merge")).status_code == 303
    assert device.get(reverse("game", args=[game_id])).status_code == 200
    assert models.Game.objects.get().player == user.player
    assert not Profile.objects.filter(pk=profile.pk).exists()
    assert "other games" not in text_of(device.get(reverse("you")))


def test_a_second_tab_from_before_the_log_in_goes_on(profile, user):
    """Logging in changes nothing about the forms of other tabs."""
    client = as_a_browser(sign_in(Client(enforce_csrf_checks=True), profile))
    game_id = games.services.start_game(player=profile.player)
    press = form_to(client.get(reverse("game", args=[game_id])), "/act")
    log_in(client)
    assert client.post(reverse("merge")).status_code == 303
    answer = press.press(client, "pass", htmx=True)
    assert answer.status_code == 200


@pytest.mark.django_db(transaction=True)
def test_of_two_who_sign_up_at_once_one_gets_the_history(profile):
    play_daily(profile)

    def work(number):
        return services.sign_up(
            name=f"Ada {number}",
            password=PASSWORD,
            email="",
            player=profile.player,
            address="192.0.2.1",
            now=NOON,
        ).player_id

    players = together(work, 2)
    assert len(set(players)) == 2
    assert profile.pk in players
    assert_counts_are_right()


def test_a_device_without_a_history_is_offered_nothing(client, user):
    client.get(reverse("you"))
    log_in(client)
    assert "other games" not in text_of(client.get(reverse("you")))


def test_a_history_that_is_left_is_there_again_after_logging_out(device, profile, user):
    play_daily(profile)
    log_in(device)
    device.post(reverse("log_out"))
    assert player_of(device) == profile.player


def test_merging_keeps_the_boards_right(device, profile, user):
    play_daily(profile)
    play_daily(profile_of(user), now=NOON + timedelta(hours=1))
    log_in(device)
    device.post(reverse("merge"))
    assert Result.objects.get().profile == profile_of(user)
    assert_counts_are_right()


def test_merging_wants_an_account(device, profile):
    play_daily(profile)
    assert device.post(reverse("merge"))["Location"] == reverse("log_in")
    assert Profile.objects.filter(pk=profile.pk).exists()


def test_who_runs_the_site_gets_a_player_when_logging_in(client, django_user_model):
    django_user_model.objects.create_superuser("Boss", password=PASSWORD)
    assert log_in(client, "boss").status_code == 303
    assert player_of(client) == django_user_model.objects.get().player
    assert player_of(client)


# --- Changing and leaving ---


def test_a_new_password_ends_other_sessions_only(member, user):
    other = Client()
    log_in(other)
    data = {
        "old_password": PASSWORD,
        "new_password1": "another long one",
        "new_password2": "another long one",
    }
    assert (
        member.post(reverse("password"), {**data, "old_password": "x"}).status_code
        == 422
    )
    assert member.post(reverse("password"), data).status_code == 303
    assert "You log in as" in text_of(member.get(reverse("you")))
    assert "You log in as" not in text_of(other.get(reverse("you")))
    assert log_in(Client(), password="another long one").status_code == 303


def test_a_new_password_takes_the_tables_from_whoever_else_has_a_session(member, user):
    game_id = games.services.start_game(player=user.player)
    thief = Client()
    log_in(thief)
    table = reverse("game", args=[game_id])
    assert [member.get(table).status_code, thief.get(table).status_code] == [200, 200]
    new = "another long one"
    data = {"old_password": PASSWORD, "new_password1": new, "new_password2": new}
    member.post(reverse("password"), data)
    assert [member.get(table).status_code, thief.get(table).status_code] == [200, 404]


def test_the_desk_changes_passwords_where_players_do(member, user):
    user.is_staff = True
    user.save()
    for prefix in ("", "/it"):
        answer = member.get(f"{prefix}/desk/password_change/")
        assert answer["Location"] == f"{prefix}/you/password/"


def test_a_password_set_by_a_command_takes_the_tables_too(member, user):
    table = reverse("game", args=[games.services.start_game(player=user.player)])
    found = User.objects.get()
    found.set_password("another long one")
    found.save()
    assert member.get(table).status_code == 404
    user.player.refresh_from_db()
    assert user.player.key == found.player.key


def test_a_new_hash_of_the_same_password_is_no_new_password(member, user, settings):
    """Django makes one at log-in when the settings ask for another way of hashing."""
    key = user.player.key
    settings.PASSWORD_HASHERS = settings.PASSWORD_HASHERS[::-1]
    assert log_in(Client()).status_code == 303
    user.refresh_from_db()
    assert user.password.startswith("pbkdf2")
    user.player.refresh_from_db()
    assert user.player.key == key


def test_a_new_password_of_a_deleted_account_brings_nothing_back(user):
    found = User.objects.get()
    services.delete_account(user=user, now=NOON)
    found.set_password("another long one")
    with pytest.raises(games.services.PlayerGone):
        found.save()
    assert not User.objects.exists()


def test_being_logged_in_costs_no_statement_at_the_table(
    member, user, django_assert_num_queries
):
    game_id = games.services.start_game(player=user.player)
    with django_assert_num_queries(2):
        member.get(reverse("game", args=[game_id]))


def test_an_address_is_added_and_deleted(member, user):
    for address in ("bea@example.org", ""):
        assert member.post(reverse("email"), {"email": address}).status_code == 303
        user.refresh_from_db()
        assert user.email == address
    assert member.post(reverse("email"), {"email": "x"}).status_code == 422


def test_a_forgotten_password(client, user):
    user.email = "bea@example.org"
    user.save()
    # One word for an address everywhere.
    assert (
        "E-mail address</label>"
        in client.get(reverse("password_reset")).content.decode()
    )
    answer = client.post(reverse("password_reset"), {"email": "BEA@example.org"})
    assert answer.status_code == 302
    (sent,) = mail.outbox
    link = re.search(r"http://testserver(\S+)", sent.body)[1]
    page = client.get(link, follow=True)
    data = {"new_password1": "another long one", "new_password2": "another long one"}
    client.post(page.request["PATH_INFO"], data)
    assert log_in(client, password="another long one").status_code == 303
    # The link works once.
    assert "no longer good" in text_of(Client().get(link, follow=True))


def test_whether_an_address_is_known_is_not_told(client, user):
    answers = [
        client.post(reverse("password_reset"), {"email": address})
        for address in ("nobody@example.org", "bea@example.org")
    ]
    assert {(a.status_code, a["Location"]) for a in answers} == {
        (302, reverse("password_reset_done"))
    }
    assert mail.outbox == []


def test_nobody_floods_a_mailbox(client, user):
    user.email = "bea@example.org"
    user.save()
    for _ in range(services.RESETS + 3):
        client.post(reverse("password_reset"), {"email": user.email})
    assert len(mail.outbox) == services.RESETS


def test_deleting_takes_everything(member, user):
    play_daily(profile_of(user))
    assert member.post(reverse("delete_account"), {"password": "x"}).status_code == 422
    assert (
        member.post(reverse("delete_account"), {"password": PASSWORD}).status_code
        == 303
    )
    for model in (User, models.Player, models.Game, Profile, Result):
        assert not model.objects.exists()
    assert_counts_are_right()
    assert member.post(reverse("delete_account"))["Location"] == reverse("log_in")


def test_the_data_of_a_member(member, user):
    play_daily(profile_of(user))
    data = json.loads(member.get(reverse("data")).content)
    assert data["account"]["name"] == "bea"
    assert [result["date"] for result in data["results"]] == [str(DAY)]
    assert data["games"][0]["hands"][0]["actions"]
    assert PASSWORD not in str(data)
    assert user.password not in str(data)


def test_the_data_hold_the_time_zone(device, clock):
    assert json.loads(device.get(reverse("data")).content)["time_zone"] is None
    device.post(reverse("daily_play", args=[DAY]), {"zone": "Europe/Rome"})
    assert json.loads(device.get(reverse("data")).content)["time_zone"] == "Europe/Rome"


def test_the_data_hold_no_card_of_a_hand_that_is_on(device, profile):
    """In it may be what others have exchanged."""
    games.services.start_game(player=profile.player)
    data = json.loads(device.get(reverse("data")).content)
    assert [game["hands"] for game in data["games"]] == [[]]


@pytest.mark.parametrize("closed", [False, True])
def test_the_data_hold_no_seed_while_others_play(device, profile, clock, closed):
    play_daily(profile)
    clock(NOON + timedelta(days=3 * closed))
    seed = models.Game.objects.get().seed
    assert (seed in text_of(device.get(reverse("data")))) == closed


# --- Recovery ---


def code_of(device):
    page = text_of(device.post(reverse("code_new")))
    return re.search(r"<code[^>]*>([0-9A-Z-]{23})</code>", page)[1]


def test_a_code_moves_a_history_to_another_device(device, profile, client):
    play_daily(profile)
    code = code_of(device)
    assert code.replace("-", "") not in str(Recovery.objects.values_list())
    client.get(reverse("you"))
    typed = code.lower().replace("-", " ")
    assert client.post(reverse("recover"), {"code": typed}).status_code == 303
    assert player_of(client) == profile.player == player_of(device)
    # It works once.
    again = Client().post(reverse("recover"), {"code": code})
    assert again.status_code == 422
    assert "not known" in text_of(again)


def test_a_new_code_makes_the_earlier_one_void(device, profile, client):
    play_daily(profile)
    first, second = code_of(device), code_of(device)
    assert client.post(reverse("recover"), {"code": first}).status_code == 422
    assert client.post(reverse("recover"), {"code": second}).status_code == 303


def test_what_the_other_device_has_is_added(device, profile, client, new_profile):
    play_daily(profile)
    client.post(reverse("name"), {"name": "Ada"})
    other = Profile.objects.get(player=player_of(client))
    play_daily(other, now=NOON + timedelta(hours=1))
    key = client.session.session_key
    client.post(reverse("recover"), {"code": code_of(device)})
    assert client.session.session_key != key
    assert player_of(client) == profile.player
    assert Result.objects.get().profile == profile
    assert Profile.objects.get().name == "Ada"
    assert_counts_are_right()


def test_a_code_is_void_once_there_is_an_account(device, profile, client):
    play_daily(profile)
    code = code_of(device)
    sign_up(device, adopt="on")
    assert client.post(reverse("recover"), {"code": code}).status_code == 422
    assert device.post(reverse("code_new")).status_code == 303


def test_codes_cannot_be_tried_for_long(client):
    for _ in range(services.CODES):
        client.post(reverse("recover"), {"code": "x"})
    assert "Too many codes" in text_of(client.post(reverse("recover"), {"code": "x"}))


def test_no_history_no_code(client):
    assert client.post(reverse("code_new")).status_code == 303
    assert not Recovery.objects.exists()


# --- Privacy ---


def test_a_daily_leaves_a_hash_and_no_address(client, clock):
    client.post(reverse("daily_play", args=[DAY]), REMOTE_ADDR="203.0.113.77")
    assert Sighting.objects.get().network == network_hash("203.0.113.77", DAY)
    assert "203.0.113.77" not in str(list(Sighting.objects.values()))


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("192.0.2.1", "192.0.2.1", True),
        ("192.0.2.1", "192.0.2.2", False),
        ("::ffff:192.0.2.1", "192.0.2.1", True),
        ("2001:db8::1", "2001:db8::ffff", True),
        ("2001:db8::1", "2001:db8:0:1::1", False),
    ],
)
def test_what_is_one_network(one, other, same):
    assert (network_hash(one, DAY) == network_hash(other, DAY)) == same


def test_no_address_no_hash():
    assert network_hash("unix:", DAY) == network_hash("", DAY) == ""


@pytest.mark.parametrize("trusted", [False, True])
def test_only_our_own_proxy_is_believed(client, clock, settings, trusted):
    settings.BEHIND_PROXY = trusted
    client.post(
        reverse("daily_play", args=[DAY]),
        headers={"X-Forwarded-For": "198.51.100.9, 203.0.113.77"},
        REMOTE_ADDR="127.0.0.1",
    )
    seen = "203.0.113.77" if trusted else "127.0.0.1"
    assert Sighting.objects.get().network == network_hash(seen, DAY)


def test_hashes_and_their_secrets_are_deleted_in_time(profile):
    now = NOON + KEPT
    note_sighting(profile=profile, day=DAY, address="192.0.2.1")
    note_sighting(profile=profile, day=DAY + timedelta(days=1), address="192.0.2.1")
    NameReport.objects.create(
        profile=profile,
        reporter=models.Player.objects.create(),
        name="Ada",
        network="x",
        at=NOON,
    )
    services.purge(now)
    assert [sighting.date for sighting in Sighting.objects.all()] == [
        DAY + timedelta(days=1)
    ]
    assert not NetworkKey.objects.filter(date=DAY).exists()
    assert NameReport.objects.get().network == ""


def test_old_sessions_games_and_players_are_purged(client, profile, device):
    now = timezone.now()
    old = models.Game.objects.create(
        player=profile.player, rules="r", seed="s", bots={}
    )
    won = models.Game.objects.create(
        player=profile.player, rules="r", seed="s", bots={}, winner="NS"
    )
    daily = play_daily(profile).attempt.game
    models.Game.objects.update(played_at=now - timedelta(days=91))
    kept = games.services.create_player()
    empty = games.services.create_player()
    User.objects.create_user("x", player=kept)
    tuned, forgotten = games.services.create_player(), games.services.create_player()
    for other in (tuned, forgotten):
        games.services.save_preferences(player=other, preferences=Preferences())
    models.Player.objects.update(created_at=now - timedelta(days=31))
    models.Player.objects.filter(pk=forgotten.pk).update(
        created_at=now - timedelta(days=401)
    )
    Session.objects.update(expire_date=now - timedelta(seconds=1))
    done = services.purge(now)
    assert done["abandoned games"] == 1
    assert done["empty players"] == 2
    assert set(models.Game.objects.all()) == {won, daily}
    assert not models.Game.objects.filter(pk=old.pk).exists()
    assert set(models.Player.objects.all()) == {profile.player, kept, tuned}
    assert not models.Player.objects.filter(pk=empty.pk).exists()
    assert not Session.objects.exists()
    assert services.purge(now)["abandoned games"] == 0


def test_the_session_is_the_only_cookie(member, device):
    for client in (member, device):
        client.get(reverse("you"))
        assert set(client.cookies) == {settings.SESSION_COOKIE_NAME}


def settings_of(client):
    return player_of(client).settings


def test_an_account_without_settings_takes_over_those_of_the_device(client, user):
    dark = Preferences(theme=Theme.DARK)
    client.post(reverse("settings"), switched(dark))
    log_in(client)
    assert player_of(client) == user.player
    assert settings_of(client) == dark


def test_an_account_keeps_its_own_settings(client, user):
    light = Preferences(theme=Theme.LIGHT)
    games.services.save_preferences(player=user.player, preferences=light)
    client.post(reverse("settings"), switched(Preferences(theme=Theme.DARK)))
    log_in(client)
    assert settings_of(client) == light


def test_a_device_has_its_own_settings_again_after_logging_out(client, user):
    dark = Preferences(theme=Theme.DARK)
    client.post(reverse("settings"), switched(dark))
    own = player_of(client)
    light = Preferences(theme=Theme.LIGHT)
    games.services.save_preferences(player=user.player, preferences=light)
    log_in(client)
    # There are no games to be offered.
    assert reverse("merge") not in client.get(reverse("you")).content.decode()
    client.post(reverse("log_out"))
    assert player_of(client) == own
    assert settings_of(client) == dark


def test_settings_come_along_to_a_new_account(client, db):
    dark = Preferences(theme=Theme.DARK)
    client.post(reverse("settings"), switched(dark))
    sign_up(client)
    assert settings_of(client) == dark
    data = client.get(reverse("data")).json()
    assert data["player"]["settings"] == dark.stored()


def switched(preferences):
    """What the page of settings sends for these."""
    return {name: value for name, value in preferences.stored().items() if value}
