"""A command that lacks something says what to do, in one sentence, instead of showing its inside."""

import os
import re
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest
from django.core.management import get_commands

from tests.matrix import mostly_slow

ROOT = Path(__file__).resolve().parents[2]
TO_BE_MADE = (
    "The database has not been brought up to date: run `python manage.py migrate` "
    "(`make run` does so too).\n"
)
#: Those that do without a database, and are tested elsewhere; the others are asked below.
WITHOUT_DATABASE = {
    "arena",
    "bands",
    "bot",
    "check_record",
    "headroom",
    "selfplay",
    "solve",
    "train_bidding",
    "train_policy",
}
#: How each is called.
WITH_DATABASE = {
    "bench": ["--games", "1"],
    "bench_boards": [],
    "forget_player": ["222222"],
    "make_days": [],
    "purge": [],
    "rebuild_boards": [],
    "tend_boards": [],
    "verify_daily": ["2026-11-29"],
}


@pytest.fixture
def run(tmp_path):
    """Run a command of a site that was never started."""

    def run(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "manage.py", *arguments],
            cwd=ROOT,
            env={"PATH": os.environ["PATH"], "VAR_DIR": str(tmp_path), **environment},
            capture_output=True,
            text=True,
            check=False,
            timeout=300,
        )

    return run


def test_every_command_of_ours_is_looked_at():
    apps = {"accounts", "games", "leaderboards"}
    ours = {name for name, app in get_commands().items() if app in apps}
    assert ours == WITHOUT_DATABASE | WITH_DATABASE.keys()


@pytest.mark.parametrize(
    "command",
    mostly_slow(sorted(WITH_DATABASE.keys() - {"bench", "bench_boards"}), "purge"),
)
def test_a_database_that_was_never_made(run, command):
    done = run(command, *WITH_DATABASE[command])
    assert (done.returncode, done.stdout, done.stderr) == (1, "", TO_BE_MADE)


def test_a_command_of_django_says_so_too(run):
    done = run("createsuperuser", "--no-input", "--username", "ada")
    assert done.returncode == 1
    assert done.stderr == TO_BE_MADE


def test_bench_wants_the_static_files_first(run):
    done = run("bench", *WITH_DATABASE["bench"])
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == (
        "CommandError: The static files have not been collected: run `make build` once before this.\n"
    )


def test_bench_of_the_boards_wants_a_database_of_its_own(run):
    done = run("bench_boards")
    assert done.returncode == 1
    assert done.stderr == (
        "CommandError: Set DATABASE_URL to a PostgreSQL database made for this.\n"
    )


@pytest.mark.parametrize(
    "command", mostly_slow(["purge", "migrate", "bench_boards"], "migrate")
)
def test_a_database_server_that_is_not_there(run, command):
    done = run(command, DATABASE_URL="postgres://keeper:hush@127.0.0.1:1/games")
    assert done.returncode == 1
    assert re.fullmatch(
        r"The database cannot be reached \(.*\): start it, or mend DATABASE_URL\.\n",
        done.stderr,
    )
    assert "hush" not in done.stderr


@pytest.mark.slow
def test_another_fault_keeps_its_traceback(run, tmp_path):
    """Only a database that is not well explains an error of the database."""
    assert run("migrate", "--verbosity", "0").returncode == 0
    with closing(sqlite3.connect(tmp_path / "db.sqlite3")) as database:
        database.execute("DROP TABLE leaderboards_dailydeal")
    done = run("verify_daily", "2026-11-29")
    assert done.returncode == 1
    assert done.stderr.startswith("Traceback")
    assert "no such table: leaderboards_dailydeal" in done.stderr


def test_migrate_shows_what_stopped_it_and_not_that_it_should_be_run(run, tmp_path):
    with closing(sqlite3.connect(tmp_path / "db.sqlite3")) as database:
        database.execute("CREATE TABLE games_player (id integer)")
    done = run("migrate", "--verbosity", "0")
    assert done.returncode == 1
    assert 'table "games_player" already exists' in done.stderr
