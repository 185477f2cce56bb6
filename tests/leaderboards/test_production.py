"""Redis, worker and beat: what they do, and that the site does without."""

import os
import shutil
import signal
import socket
import subprocess
import sys
import time
from datetime import timedelta
from pathlib import Path

import pytest
from django.core.cache import caches
from django.core.management import call_command
from django.db import connection
from django.urls import reverse
from django.utils import timezone

from bideuchre.cache import TolerantRedisCache, reachable
from leaderboards import selectors, services, tasks
from leaderboards.models import (
    DailyDeal,
    FieldHand,
    Heartbeat,
    Profile,
    Result,
    Tally,
    Total,
)
from leaderboards.services import moderation

from .conftest import DAY, NOON, play_daily

ROOT = Path(__file__).resolve().parents[2]
NOBODY = "redis://127.0.0.1:1/0"


@pytest.fixture(scope="module")
def redis_url(tmp_path_factory):
    """A Redis of our own."""
    server = shutil.which("redis-server")
    if server is None:
        (pytest.fail if os.environ.get("REQUIRE_REDIS") else pytest.skip)(
            "no redis-server was found (apt install redis-server)"
        )
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    process = subprocess.Popen(
        [server, "--port", str(port), "--save", "", "--bind", "127.0.0.1"],
        cwd=tmp_path_factory.mktemp("redis"),
        stdout=subprocess.DEVNULL,
    )
    url = f"redis://127.0.0.1:{port}/0"
    wait_for(lambda: reachable(url), 10)
    yield url
    process.terminate()
    process.wait()


def wait_for(condition, seconds):
    end = time.monotonic() + seconds
    while not (found := condition()):
        assert time.monotonic() < end, "it did not happen in time"
        time.sleep(0.2)
    return found


def redis_cache(url):
    return {
        "default": {
            "BACKEND": "bideuchre.cache.TolerantRedisCache",
            "LOCATION": url,
            "OPTIONS": {"socket_timeout": 0.25, "socket_connect_timeout": 0.25},
        }
    }


@pytest.fixture
def with_redis(settings, redis_url):
    settings.REDIS_URL = redis_url
    settings.CACHES = redis_cache(redis_url)
    settings.BOARD_CACHE_SECONDS = 5
    TolerantRedisCache.down_until = 0
    caches["default"].clear()


@pytest.fixture
def redis_down(settings):
    settings.REDIS_URL = NOBODY
    settings.CACHES = redis_cache(NOBODY)
    settings.BOARD_CACHE_SECONDS = 5
    TolerantRedisCache.down_until = 0
    yield
    TolerantRedisCache.down_until = 0


# --- Cache ---


def hide(result, users):
    moderator = users.objects.create_user("mod")
    moderation.hide_result(
        result=result, moderator=moderator, reason="Because.", now=NOON
    )


@pytest.mark.django_db
def test_a_page_is_kept_for_seconds_and_forgotten_at_once_by_a_moderator(
    with_redis,
    profile,
    new_profile,
    django_capture_on_commit_callbacks,
    django_user_model,
):
    result = play_daily(profile)
    assert len(selectors.day_page(DAY).rows) == 1
    play_daily(new_profile())
    assert len(selectors.day_page(DAY).rows) == 1
    assert len(selectors.totals_page("points", 0).rows) == 2
    with django_capture_on_commit_callbacks(execute=True):
        hide(result, django_user_model)
    for board in (selectors.day_page(DAY), selectors.totals_page("points", 0)):
        assert [row.entry.profile == profile for row in board.rows] == [False]


@pytest.mark.django_db
def test_with_redis_down_play_and_boards_go_on(
    redis_down, own, profile, django_user_model
):
    answer = own.post(reverse("daily_play", args=[DAY]))
    assert answer.status_code == 303
    result = play_daily(profile)
    services.ensure_par(DAY)
    # From here on nobody thinks: what takes time now waits for a dead server.
    started = time.monotonic()
    for page in [
        reverse("daily"),
        reverse("daily_board", args=[DAY]),
        reverse("board", args=["wins", "all"]),
        reverse("daily_game_result", args=[result.attempt_id]) + "?par=1",
    ]:
        assert own.get(page).status_code == 200
    hide(result, django_user_model)
    assert time.monotonic() - started < 5
    health = own.get("/healthz")
    assert health.status_code == 200
    assert (health.json()["cache"], health.json()["broker"]) == ("down", "down")


def test_every_use_of_an_unreachable_cache_is_that_of_an_empty_one(redis_down):
    cache = caches["default"]
    assert cache.get("a") is None
    assert cache.get("a", 7) == 7
    assert cache.add("a", 1) is True
    assert cache.get_many(["a"]) == {}
    assert cache.get_or_set("a", 3) == 3
    assert cache.set_many({"a": 1}) == ["a"]
    assert cache.incr("a") == 1
    assert "a" not in cache
    assert not cache.delete("a")
    cache.set("a", 1)
    cache.delete_many(["a"])
    cache.clear()


def test_a_cache_that_came_back_is_used_again(settings, redis_url):
    settings.CACHES = redis_cache(redis_url)
    TolerantRedisCache.down_until = time.monotonic() + 60
    cache = caches["default"]
    cache.set("a", 1)
    assert cache.get("a") is None
    TolerantRedisCache.down_until = 0
    cache.set("a", 1)
    assert cache.get("a") == 1


@pytest.mark.django_db
def test_health_tells_of_redis_and_beat(with_redis, client):
    services.make_days(timezone.now())
    services.beat("tend", timezone.now() - timedelta(seconds=90))
    health = client.get("/healthz").json()
    assert (health["cache"], health["broker"]) == ("ok", "ok")
    assert 90 <= health["beat_seconds_ago"]["tend"] < 100
    assert health["days_ahead"] >= 7


# --- Chores ---


@pytest.mark.slow
@pytest.mark.django_db
def test_the_tasks_do_what_is_due():
    tasks.prepare()
    assert DailyDeal.objects.filter(par__isnull=False).exists()
    tasks.tend()
    assert set(Heartbeat.objects.values_list("name", flat=True)) == {"prepare", "tend"}


@pytest.mark.django_db
def test_days_are_made_by_a_command(capsys):
    call_command("make_days", "--ahead", "2")
    lines = capsys.readouterr().out.split("\n")[:-1]
    assert lines == [
        f"{deal.date} {deal.seed_sha256}" for deal in DailyDeal.objects.order_by("date")
    ]


@pytest.mark.django_db
def test_rebuilding_finds_no_difference_and_puts_right_what_was_damaged(
    new_profile, capsys
):
    now = timezone.now()
    players = [new_profile() for _ in range(4)]
    for i in (2, 1, 0):
        for player in players[i:]:
            moment = now - timedelta(days=i)
            play_daily(player, moment.date(), moment)

    def rebuild(*options):
        call_command("rebuild_boards", *options)
        return capsys.readouterr().out

    assert rebuild() == "No difference.\n"
    kept = everything()
    Total.objects.filter(profile=players[0]).delete()
    Total.objects.filter(profile=players[1], days=7).update(points=999)
    Tally.objects.filter(board="won-0").update(count=77)
    Tally.objects.create(board="points-0", value=5000, count=1)
    Result.objects.filter(profile=players[3], deal=now.date()).update(margin=40)
    first = FieldHand.objects.filter(deal=now.date(), number=1).first()
    FieldHand.objects.filter(pk=first.pk).update(points_ns=first.points_ns + 5)
    FieldHand.objects.create(
        deal_id=now.date(),
        number=200,
        contract="",
        count=1,
        made=0,
        points_ns=0,
        points_ew=0,
    )
    said = rebuild("--without-field")
    assert "the totals of 3 players" in said
    assert ", 0 sums of the field" in said
    assert rebuild() == (
        "Put right: the totals of 0 players, 0 counts, 2 sums of the field.\n"
    )
    assert rebuild() == "No difference.\n"
    Result.objects.filter(profile=players[3], deal=now.date()).update(
        margin=kept[3][players[3].pk]
    )
    rebuild()
    assert everything() == kept


def everything():
    return (
        sorted(Tally.objects.exclude(count=0).values_list("board", "value", "count")),
        sorted(
            FieldHand.objects.exclude(count=0).values_list(
                "deal", "number", "contract", "count", "made", "points_ns", "points_ew"
            )
        ),
        sorted(Total.objects.values_list("profile", "days", "points", "margin")),
        dict(Result.objects.order_by("deal").values_list("profile", "margin")),
    )


def test_worker_and_beat_need_a_redis():
    environment = {
        key: value for key, value in os.environ.items() if key != "REDIS_URL"
    }
    for target in ("worker", "beat"):
        made = subprocess.run(
            ["make", target],
            cwd=ROOT,
            env=environment,
            capture_output=True,
            text=True,
            check=False,
        )
        assert made.returncode
        assert "REDIS_URL is not set" in made.stderr


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_a_day_is_made_by_a_real_beat_and_worker(redis_url, tmp_path):
    """Both in processes of their own, on the test's database; two beats, as happens by mistake."""
    environment = {
        **os.environ,
        "REDIS_URL": redis_url,
        "VAR_DIR": str(tmp_path),
        "SECRET_KEY": "only-for-tests",
        "DATABASE_URL": database_url(),
        "DJANGO_SETTINGS_MODULE": "bideuchre.settings",
    }
    celery = [sys.executable, "-m", "celery", "--app", "bideuchre"]
    commands = [
        [*celery, "worker", "--pool", "solo", "--without-gossip"],
        *(
            [*celery, "beat", "--schedule", str(tmp_path / name), "--pidfile", ""]
            for name in ("one", "two")
        ),
    ]
    with (tmp_path / "log").open("w") as log:
        processes = [
            subprocess.Popen(command, cwd=ROOT, env=environment, stdout=log, stderr=log)
            for command in commands
        ]
    try:
        chores = {"prepare", "tend", "purge"}
        done = Heartbeat.objects.values_list("name", flat=True)
        wait_for(lambda: set(done.all()) == chores, 60)
    finally:
        for process in processes:
            process.send_signal(signal.SIGTERM)
        for process in processes:
            process.wait(30)
    now = timezone.now()
    assert selectors.days_ahead(now) >= 7
    assert selectors.days_without_par(now) == []
    assert not Profile.objects.exists()
    assert "Traceback" not in (tmp_path / "log").read_text()


def database_url():
    database = connection.settings_dict
    if connection.vendor == "sqlite":
        return f"sqlite:///{database['NAME']}"
    user = database["USER"] + (
        f":{database['PASSWORD']}" if database["PASSWORD"] else ""
    )
    return f"postgres://{user}@{database['HOST']}:{database['PORT']}/{database['NAME']}"
