"""/healthz tells whether the site can serve a game, and says nothing that a stranger should not know."""

import os
import subprocess
import sys
import time
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
    assert response.json() == {"status": "ok"}
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


def test_only_for_reading(client):
    assert client.post("/healthz").status_code == 405


def test_a_dead_database_is_reported_fast_and_without_its_address(tmp_path):
    """In its own process, with a PostgreSQL that is not there."""
    script = (
        "import django; django.setup();"
        "from django.test import Client;"
        "answer = Client().get('/healthz', HTTP_HOST='localhost');"
        "print(answer.status_code, answer.content.decode())"
    )
    started = time.monotonic()
    answer = subprocess.run(
        [sys.executable, "-c", script],
        cwd=ROOT,
        env={
            **os.environ,
            "VAR_DIR": str(tmp_path),
            "DJANGO_SETTINGS_MODULE": "bideuchre.settings",
            "DATABASE_URL": "postgres://keeper:hush@127.0.0.1:1/games",
        },
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    assert answer.startswith("503 ")
    assert "The database cannot be reached." in answer
    for detail in ["keeper", "hush", "127.0.0.1", "Traceback"]:
        assert detail not in answer
    assert time.monotonic() - started < 10
