"""A person plays the daily game in a real browser, and finds it on the board."""

import pytest
from django.contrib.sessions.models import Session
from django.utils import timezone
from playwright.sync_api import expect

from games import models as games
from games.bots.rule import RuleBot
from leaderboards import dates, services
from leaderboards.models import Attempt, DailyDeal, Result
from tests.e2e.screen import phase
from tests.e2e.test_accessibility import assert_accessible
from tests.e2e.test_whole_games import ENOUGH, Bidding
from tests.leaderboards.conftest import finish_but_one, play_daily
from tests.matrix import mostly_slow

pytestmark = pytest.mark.django_db(transaction=True)

PHONE = {"width": 360, "height": 740}
#: What keeps the signs of the hands in their order, unseen.
ISOLATES = "\u2066\u2069"


@pytest.fixture(autouse=True)
def calm_bots(seat_bot):
    """Not here: a game played by those who always pass has no end."""
    seat_bot(RuleBot())


def play_to_the_end(page):
    """Every move of the game that is open, as somebody makes them who presses buttons."""
    person = Bidding(page)
    for _ in range(ENOUGH):
        if phase(page) == "game_over":
            return
        person.move()
    pytest.fail("The game has no end.")


@pytest.mark.parametrize("home", mostly_slow(["", "/it", "/es", "/ar"], ""))
def test_on_a_phone_the_head_of_a_daily_is_one_line_and_the_hand_in_sight(
    open_page, home
):
    page = open_page(viewport=PHONE, timezone_id="UTC")
    attempt = begin(page)
    games.Player.objects.update(preferences={"tips": False})
    page.goto(f"{home}/daily/games/{attempt.pk}/")
    for width, height in [(320, 640), (360, 640), (390, 844), (740, 360)]:
        page.set_viewport_size({"width": width, "height": height})
        head = page.locator(".head").bounding_box()
        assert head["height"] <= 48, width
        for part in page.locator(".head > *, .occasion, .head button").all():
            expect(part).to_be_in_viewport(ratio=1)
        expect(page.locator("#hand li").last).to_be_in_viewport(ratio=1)


def begin(page):
    page.goto("/daily/")
    page.get_by_role("button", name="Play the daily game").click()
    page.wait_for_url("**/daily/games/*/**")
    return Attempt.objects.get()


@pytest.mark.parametrize("java_script", mostly_slow([True, False], True))
def test_a_daily_from_the_first_press_to_the_board(open_page, java_script):
    page = open_page(viewport=PHONE, java_script_enabled=java_script, timezone_id="UTC")
    attempt = begin(page)
    other = services.ensure_profile(games.Player.objects.create())
    play_daily(other, attempt.deal_id, timezone.now())
    # Nothing of the other before the own game is over.
    page.goto(f"/daily/{attempt.deal_id}/board/")
    assert page.get_by_text("How others did is shown").is_visible()
    _version, action = finish_but_one(attempt.pk)
    page.goto("/daily/")
    page.get_by_role("link", name="Continue the daily game").click()
    page.locator(f'#table button[value="{action}"]').first.click()
    page.get_by_role("link", name="See how you did").click()
    page.get_by_text("of 2 players").wait_for()
    result = Result.objects.get(attempt=attempt)
    shared = page.locator("textarea").input_value().split("\n")
    assert shared[-1].endswith("/daily/")
    assert len(shared[-2].strip(ISOLATES)) == result.hands
    if java_script:
        page.get_by_text("The computer in your seat").wait_for()
    page.get_by_role("link", name="Leaderboard of the day").click()
    own = page.locator("tr.own")
    assert own.locator("bdi").inner_text().endswith(attempt.profile.tag)
    own.get_by_role("link").click()
    page.get_by_role("heading", level=1, name=attempt.profile.tag).wait_for()


def pages_asked_for(page):
    """The addresses of whole pages that the browser asks for from now on."""
    asked = []
    page.on("request", lambda r: r.is_navigation_request() and asked.append(r.url))
    return asked


def is_far(zone, now):
    return dates.own_date(now, dates.zone(zone)) != dates.own_date(
        now, dates.zone("UTC")
    )


@pytest.mark.parametrize(
    "zone",
    mostly_slow(["Pacific/Kiritimati", "Etc/GMT+12", "UTC"], "Pacific/Kiritimati"),
)
def test_the_date_is_that_of_the_browsers_own_time_zone(open_page, zone):
    """One of the first two is at another date than UTC at any hour."""
    now = timezone.now()
    day = dates.own_date(now, dates.zone(zone))
    own = f'[data-day="{day}"][data-is-today]'
    page = open_page(viewport=PHONE, timezone_id=zone)
    asked = pages_asked_for(page)
    page.goto("/daily/")
    page.locator(own).wait_for()
    page.wait_for_load_state()
    # Only where the date is another is it asked for again.
    assert len(asked) == (2 if is_far(zone, now) else 1)
    assert not page.context.cookies()
    # Who has begun a game there sees the own date at once.
    begin(page)
    page.goto("/")
    asked.clear()
    page.goto("/daily/")
    page.locator(own).wait_for()
    page.wait_for_load_state("networkidle")
    assert len(asked) == 1
    assert DailyDeal.objects.filter(date=day).exists()


@pytest.mark.slow
def test_who_has_come_to_another_zone_sees_the_date_there(open_page, live_server):
    now = timezone.now()
    far = "Pacific/Kiritimati" if is_far("Pacific/Kiritimati", now) else "Etc/GMT+12"
    at_home = open_page(viewport=PHONE, timezone_id="UTC")
    begin(at_home)
    abroad = open_page(viewport=PHONE, timezone_id=far)
    abroad.context.add_cookies(at_home.context.cookies())
    abroad.goto("/daily/")
    day = dates.own_date(now, dates.zone(far))
    abroad.locator(f'[data-day="{day}"][data-is-today]').wait_for()
    assert "zone=" in abroad.url


def test_without_java_script_the_day_is_that_of_utc_and_says_so(open_page):
    page = open_page(
        viewport=PHONE, timezone_id="Pacific/Kiritimati", java_script_enabled=False
    )
    page.goto("/daily/")
    day = dates.own_date(timezone.now(), dates.zone("UTC"))
    page.locator(f'[data-day="{day}"][data-is-today]').wait_for()
    assert page.get_by_text("The next game begins at midnight UTC.").is_visible()
    assert not page.get_by_text("your time").is_visible()
    assert Attempt.objects.count() == 0
    page.get_by_role("button", name="Play the daily game").click()
    page.wait_for_url("**/daily/games/*/**")
    assert "zone" not in Session.objects.get().get_decoded()


def test_the_countdown_runs(open_page):
    page = open_page(viewport=PHONE, timezone_id="Asia/Kolkata")
    page.goto("/daily/")
    shown = page.locator("[role=timer] b")
    shown.wait_for()
    first = shown.inner_text()
    page.wait_for_function(
        "first => document.querySelector('[role=timer] b').innerText !== first",
        arg=first,
    )


@pytest.mark.slow
def test_share_falls_back_to_the_clipboard(open_page):
    page = open_page(viewport={"width": 1280, "height": 800}, timezone_id="UTC")
    attempt = begin(page)
    version, action = finish_but_one(attempt.pk)
    assert Session.objects.exists()
    services.act(
        game_id=attempt.pk,
        player_key=attempt.profile.player.key,
        version=version,
        action=action,
        now=timezone.now(),
    )
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.goto(f"/daily/games/{attempt.pk}/result/")
    page.evaluate("navigator.share = undefined")
    page.get_by_role("button", name="Share").click()
    page.get_by_text("Copied.").wait_for()
    copied = page.evaluate("navigator.clipboard.readText()")
    assert copied == page.locator("textarea").input_value()


def test_a_month_is_turned_without_leaving_the_page(open_page):
    now = timezone.now()
    services.ensure_daily(dates.oldest_open(now) - 40 * dates.DAY)
    page = open_page(viewport=PHONE, timezone_id="UTC")
    page.goto("/daily/")
    title = page.locator("#calendar-title").inner_text()
    page.get_by_role("link", name="The month before").click()
    page.wait_for_function(
        "title => document.querySelector('#calendar-title').innerText !== title",
        arg=title,
    )
    assert page.url.endswith("/daily/")


@pytest.mark.slow
@pytest.mark.parametrize("done", ["nothing", "begun", "finished"])
def test_no_barriers(open_page, done):
    """Axe finds nothing on any page, before, in and after the game."""
    page = open_page(timezone_id="UTC", reduced_motion="reduce")
    now = timezone.now()
    over = dates.oldest_open(now) - dates.DAY
    services.ensure_daily(over)
    page.goto("/daily/")
    day = dates.own_date(now, dates.zone("UTC"))
    addresses = ["/daily/", f"/daily/{day}/board/", f"/daily/{over}/"]
    if done == "nothing":
        addresses += ["/fairness/", f"/fairness/{over}/", f"/fairness/{day}/"]
    else:
        attempt = begin(page)
        addresses.append(f"/daily/games/{attempt.pk}/")
    if done == "finished":
        version, action = finish_but_one(attempt.pk)
        services.act(
            game_id=attempt.pk,
            player_key=attempt.profile.player.key,
            version=version,
            action=action,
            now=now,
        )
        services.ensure_par(day)
        addresses += [
            f"/daily/games/{attempt.pk}/result/",
            f"/players/{attempt.profile.tag.lower()}/",
            "/boards/points/30/",
        ]
    for address in addresses:
        page.goto(address)
        assert_accessible(page)
