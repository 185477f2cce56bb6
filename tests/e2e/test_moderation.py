"""A name from its choice to a moderator's word about it, and the pages about oneself, in a real browser."""

import importlib
import re
from types import SimpleNamespace

import pytest
from django.apps import apps
from django.contrib.auth.models import Group
from django.core.cache import cache
from django.db import connection
from django.utils import timezone
from playwright.sync_api import expect

from accounts.models import User
from games import models as games
from leaderboards import services
from leaderboards.models import Act, Result
from leaderboards.services import days
from leaderboards.services.naming import ENOUGH, choose_name
from leaderboards.services.networks import note_sighting
from tests.e2e.screen import DESKTOP
from tests.e2e.test_accessibility import assert_accessible
from tests.e2e.test_daily import (  # noqa: F401 - a fixture
    ISOLATES,
    PHONE,
    begin,
    calm_bots,
    play_to_the_end,
)
from tests.leaderboards.conftest import play_daily

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]

PASSWORD = "correct horse battery"
#: Deals of a game of few hands, if South bids as the test does and the rule bot sits in the other seats.
SHORT_DAILY = bytes.fromhex(f"{120:064x}")


@pytest.fixture(autouse=True)
def empty_cache():
    """What a test leaves in the cache outlives its database."""
    yield
    cache.clear()


@pytest.fixture
def moderator():
    """Tests of real servers empty every table, so the migration's group is made again."""
    migration = importlib.import_module("leaderboards.migrations.0003_moderators")
    migration.make(apps, SimpleNamespace(connection=connection))
    user = User.objects.create_user("mod", password=PASSWORD, is_staff=True)
    user.groups.add(Group.objects.get(name="moderator"))
    return user


def at_the_desk(open_page, **options):
    page = open_page(viewport=DESKTOP, **options)
    page.goto("/desk/")
    page.get_by_label("Name").fill("mod")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Log in").click()
    page.get_by_role("link", name="Players").first.click()
    return page


def do(page, name, action, reason):
    page.locator("#result_list tr", has_text=name).get_by_role("checkbox").check()
    page.get_by_role("combobox").select_option(action)
    page.get_by_label("Reason").fill(reason)
    page.get_by_role("button", name="Go").click()
    expect(page.get_by_text("Done for 1 row.")).to_be_visible()


@pytest.mark.parametrize("java_script", [True, False])
def test_a_name_is_chosen_reported_replaced_and_restored(
    open_page, moderator, settings, monkeypatch, java_script
):
    monkeypatch.setattr(days, "new_seed", lambda: SHORT_DAILY)
    # Somebody plays the daily from its first card to its last, shares it, and chooses a name.
    player = open_page(
        viewport=PHONE,
        java_script_enabled=java_script,
        timezone_id="UTC",
        reduced_motion="reduce",
    )
    attempt = begin(player)
    play_to_the_end(player)
    player.get_by_role("link", name="See how you did").click()
    player.get_by_role("heading", name="Hand by hand").wait_for()
    shared = player.locator("textarea").input_value().split("\n")
    signs = shared[-2].strip(ISOLATES)
    assert len(signs) == Result.objects.get(attempt=attempt).hands
    player.get_by_role("link", name="Leaderboard of the day").click()
    expect(player.locator("tr.own bdi")).to_contain_text(attempt.profile.tag)
    player.get_by_role("link", name="You", exact=True).click()
    player.get_by_role("textbox", name="Your name").fill("Ada Lovelace")
    player.get_by_role("button", name="Save the name").click()
    expect(player.get_by_role("heading", level=1)).to_have_text("Ada Lovelace")

    # Some others, each at home, report it from the board.
    settings.BEHIND_PROXY = True
    for number in range(ENOUGH):
        reporter = open_page(
            viewport=PHONE,
            java_script_enabled=java_script,
            extra_http_headers={"X-Forwarded-For": f"192.0.2.{number}"},
        )
        reporter.goto("/boards/points/all/")
        reporter.get_by_role(
            "link", name=re.compile("Report the name .Ada Lovelace")
        ).click()
        reporter.get_by_role("button", name="Report this name").click()
        expect(reporter.get_by_text("Thank you.")).to_be_visible()

    # It is hidden for everybody at once, until a moderator has decided.
    board = reporter.locator("table")
    tag = attempt.profile.tag
    reporter.goto("/boards/points/all/")
    expect(board).to_contain_text(tag)
    expect(board).not_to_contain_text("Ada")
    player.goto("/you/")
    expect(player.get_by_text("until a moderator has looked at it")).to_be_visible()

    desk = at_the_desk(open_page, java_script_enabled=java_script)
    do(desk, "Ada Lovelace", "Replace the name by the generated one", "Not yours.")
    desk.get_by_role("link", name="everybody").click()
    do(desk, "Ada Lovelace", "Restore the name", "A mistake.")
    reporter.reload()
    expect(board).to_contain_text("Ada Lovelace")
    assert list(Act.objects.order_by("pk").values_list("kind", "reason")) == [
        ("hide name", f"{ENOUGH} reports"),
        ("remove name", "Not yours."),
        ("restore name", "A mistake."),
    ]


def test_a_ban_and_its_end_are_seen_at_once(open_page, moderator):
    profile = services.ensure_profile(games.Player.objects.create())
    now = timezone.now()
    play_daily(profile, now.date(), now)
    choose_name(profile=profile, text="Ada", now=now)
    note_sighting(profile=profile, day=now.date(), address="192.0.2.1")
    reader = open_page(viewport=DESKTOP)
    desk = at_the_desk(open_page)
    desk.get_by_role("link", name="everybody").click()
    for action, seen in (("Ban the player", 0), ("End the ban", 1)):
        do(desk, "Ada", action, "Because.")
        reader.goto("/boards/points/all/")
        expect(reader.get_by_role("link", name="Ada", exact=True)).to_have_count(seen)
    for name in ("Results", "Acts", "Several players from one network"):
        desk.get_by_role("link", name=name).first.click()
        desk.get_by_role("heading", name="Select").wait_for()


@pytest.mark.parametrize("java_script", [True, False])
def test_an_account_by_keyboard_and_back_on_another_device(open_page, java_script):
    one = open_page(viewport=PHONE, java_script_enabled=java_script)
    one.goto("/")
    one.get_by_role("button", name="Play").first.click()
    one.wait_for_url("**/games/**")
    table = one.url.partition("?")[0]
    one.goto("/you/sign-up/")
    one.get_by_role("textbox", name="Your name").focus()
    for text in ("Ada Lovelace", PASSWORD):
        one.keyboard.insert_text(text)
        one.keyboard.press("Tab")
    one.keyboard.press("Enter")
    expect(one.get_by_text("You log in as")).to_be_visible()
    # The game that was on goes on.
    one.goto(table)
    expect(one.locator("#table")).to_be_visible()

    other = open_page(viewport=DESKTOP, java_script_enabled=java_script)
    other.goto("/you/log-in/")
    other.get_by_label("Name").fill("ada lovelace")
    other.get_by_label("Password").fill(PASSWORD)
    other.keyboard.press("Enter")
    expect(other.get_by_role("heading", level=1)).to_have_text("Ada Lovelace")
    other.goto(table)
    expect(other.locator("#table")).to_be_visible()


@pytest.mark.parametrize("who", ["visitor", "named", "member"])
def test_no_barriers(open_page, who):
    page = open_page(reduced_motion="reduce")
    profile = services.ensure_profile(games.Player.objects.create())
    now = timezone.now()
    play_daily(profile, now.date(), now)
    choose_name(profile=profile, text="Ada", now=now)
    addresses = ["/you/", "/privacy/", f"/players/{profile.tag.lower()}/report/"]
    if who == "visitor":
        addresses += [
            "/you/recover/",
            "/you/reset/",
            "/you/reset/sent/",
            "/boards/points/all/",
        ]
    if who == "named":
        page.goto("/you/")
        page.get_by_role("textbox", name="Your name").fill("Bea")
        page.get_by_role("button", name="Save the name").click()
        addresses += ["/you/sign-up/", "/you/log-in/"]
    if who == "member":
        page.goto("/you/sign-up/")
        page.get_by_role("textbox", name="Your name").fill("0")
        page.get_by_label("Password").fill("x")
        page.get_by_role("button", name="Sign up").click()
        assert_accessible(page)
        page.get_by_role("textbox", name="Your name").fill("Bea")
        page.get_by_label("Password").fill(PASSWORD)
        page.get_by_role("button", name="Sign up").click()
        page.get_by_text("You log in as").wait_for()
        addresses += ["/you/password/", "/you/email/", "/you/delete/"]
    for address in addresses:
        page.goto(address)
        assert_accessible(page)
