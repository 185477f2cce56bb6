"""/healthz tells whether the site can serve a game, and says nothing that a stranger should not know."""

import os
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest
from django.contrib.sessions.models import Session
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.django_db
def test_well(client):
    response = client.get("/healthz")
    assert response.status_code == 200
    assert response.json() == {
        "status": "ok",
        "database": "ok",
        "cache": "in memory",
        "broker": "none",
        "beat_seconds_ago": {},
        "days_ahead": 0,
    }
    assert "no-store" in response["Cache-Control"]
    assert not response.cookies
    assert not Session.objects.exists()


@pytest.mark.django_db
def test_a_migration_is_missing(client):
    MigrationRecorder(connection).record_unapplied("sessions", "0001_initial")
    response = client.get("/healthz")
    assert response.status_code == 503
    assert (
        response.json()["reason"]
        == "1 migrations are not applied: run manage.py migrate."
    )


def assert_that_nothing_can_be_stored(client):
    response = client.get("/healthz")
    assert response.status_code == 503
    assert response.json()["reason"].startswith("Nothing can be stored: ")


READ_ONLY = {
    "sqlite": ("PRAGMA query_only = 1", "PRAGMA query_only = 0"),
    "postgresql": (
        "SET default_transaction_read_only = on",
        "SET default_transaction_read_only = off",
    ),
}


@pytest.mark.django_db(transaction=True)
def test_a_database_that_can_only_be_read(client):
    on, off = READ_ONLY[connection.vendor]
    with connection.cursor() as cursor:
        cursor.execute(on)
        try:
            assert_that_nothing_can_be_stored(client)
        finally:
            cursor.execute(off)
    assert client.get("/healthz").status_code == 200


@pytest.mark.skipif(connection.vendor != "sqlite", reason="about SQLite")
@pytest.mark.django_db
def test_a_full_disk(client, monkeypatch):
    usage = shutil.disk_usage("/")._replace(free=4096)
    monkeypatch.setattr(shutil, "disk_usage", lambda folder: usage)
    assert_that_nothing_can_be_stored(client)


@pytest.mark.skipif(connection.vendor != "sqlite", reason="about SQLite")
@pytest.mark.django_db(transaction=True)
def test_somebody_writes_for_long(client):
    """A purge, say: it is no fault, and passes."""
    with connection.cursor() as cursor, closing(other_connection()) as other:
        cursor.execute("PRAGMA busy_timeout = 50")
        other.execute("BEGIN IMMEDIATE")
        response = client.get("/healthz")
    connection.close()
    assert response.status_code == 200


def other_connection():
    name = connection.settings_dict["NAME"]
    return sqlite3.connect(name, isolation_level=None, uri=True)


def test_only_for_reading(client):
    assert client.post("/healthz").status_code == 405


@pytest.fixture
def ask_with_a_dead_database():
    """The answer to a person who was here before, from a site whose PostgreSQL is not there."""

    def ask(path: str) -> str:
        script = f"""if True:
            import time, django; django.setup()
            from django.test import Client
            client = Client(raise_request_exception=False)
            client.cookies["sessionid"] = "x" * 32
            started = time.monotonic()
            answer = client.get({path!r}, headers={{"host": "localhost"}})
            assert time.monotonic() - started < 10
            print(answer.status_code, answer.content.decode())
            """
        environment = {
            "PATH": os.environ["PATH"],
            "DJANGO_SETTINGS_MODULE": "tests.settings",
            "DATABASE_URL": "postgres://keeper:hush@127.0.0.1:1/games",
        }
        answer = subprocess.run(
            [sys.executable, "-c", script],
            cwd=ROOT,
            env=environment,
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for inside in ["keeper", "hush", "127.0.0.1", "psycopg", "Traceback"]:
            assert inside not in answer
        return answer

    return ask


def test_a_dead_database_is_reported(ask_with_a_dead_database):
    answer = ask_with_a_dead_database("/healthz")
    assert answer.startswith("503 ")
    assert "The database cannot be reached." in answer


def test_a_dead_database_gives_our_error_page(ask_with_a_dead_database):
    answer = ask_with_a_dead_database("/")
    assert answer.startswith("500 ")
    assert "Bid Euchre" in answer
