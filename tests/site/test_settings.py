"""The site's settings: what a plain install gets, and what a public server must have."""

import os
import runpy
import stat
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import pytest
from django.core.exceptions import ImproperlyConfigured

from bideuchre.environment import flag, kept_secret, make_folder, number

ROOT = Path(__file__).resolve().parents[2]
PRODUCTION = {
    "BIDEUCHRE_ENV": "production",
    "SECRET_KEY": "x7Kq2mVw9Tz4" * 5,
    "ALLOWED_HOSTS": "play.example.org",
}
VARIABLES = [
    *PRODUCTION,
    "DEBUG",
    "DATABASE_URL",
    "REDIS_URL",
    "CSRF_TRUSTED_ORIGINS",
    "BEHIND_PROXY",
    "HSTS_SECONDS",
]


@pytest.fixture
def load(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    """Load settings.py afresh, with these variables and no others."""

    def load(**environment: str) -> dict[str, Any]:
        for name in VARIABLES:
            monkeypatch.delenv(name, raising=False)
        for name, value in ({"VAR_DIR": str(tmp_path)} | environment).items():
            monkeypatch.setenv(name, value)
        return runpy.run_path(str(ROOT / "bideuchre" / "settings.py"))

    return load


def test_a_plain_install_is_private_and_needs_nothing(load, tmp_path):
    settings = load()
    assert settings["DEBUG"] is False
    assert settings["ALLOWED_HOSTS"] == ["localhost", "127.0.0.1", "[::1]"]
    assert settings["DATABASES"]["default"]["NAME"] == str(tmp_path / "db.sqlite3")
    assert settings["SECRET_KEY"] == (tmp_path / "secret_key").read_text()
    assert settings["SECRET_KEY"] == load()["SECRET_KEY"]


def test_a_secret_that_is_given_is_not_kept(load, tmp_path):
    """The Containerfile builds with one: an image that others may get must hold no secret of a site."""
    assert load(SECRET_KEY="only-while-building")
    assert not (tmp_path / "secret_key").exists()


@pytest.mark.parametrize("url", ["mysql://a:hush@b/c", "games", "/var/db.sqlite3"])
def test_another_database_is_refused_in_a_sentence_without_its_password(load, url):
    with pytest.raises(ImproperlyConfigured, match=r"^DATABASE_URL .*: write ") as said:
        load(DATABASE_URL=url)
    assert "hush" not in str(said.value)


def test_what_is_no_redis_is_refused_in_a_sentence(load):
    with pytest.raises(ImproperlyConfigured, match=r"^REDIS_URL is no address"):
        load(REDIS_URL="localhost:6379")


def test_what_the_site_writes_is_its_owners_alone(load, tmp_path):
    load(VAR_DIR=str(tmp_path / "var"))
    assert stat.S_IMODE((tmp_path / "var").stat().st_mode) == 0o700


def test_another_host_may_be_named_for_a_phone(load):
    assert "192.168.1.5" in load(ALLOWED_HOSTS="192.168.1.5")["ALLOWED_HOSTS"]


@pytest.mark.parametrize("missing", ["SECRET_KEY", "ALLOWED_HOSTS"])
def test_production_refuses_to_start_without(load, missing, tmp_path):
    with pytest.raises(ImproperlyConfigured, match=f"^{missing} is not set: "):
        load(**PRODUCTION | {missing: ""})
    assert not (tmp_path / "secret_key").exists()


def test_production_refuses_debug(load):
    with pytest.raises(ImproperlyConfigured, match=r"^DEBUG .* unset it"):
        load(**PRODUCTION, DEBUG="1")


def test_a_misspelt_environment_is_not_taken_for_a_private_one(load):
    with pytest.raises(ImproperlyConfigured, match="'prod': set it to 'production'"):
        load(BIDEUCHRE_ENV="prod")


def test_production_answers_to_the_named_hosts_only(load):
    settings = load(**PRODUCTION | {"ALLOWED_HOSTS": "a.example.org, b.example.org"})
    assert settings["ALLOWED_HOSTS"] == ["a.example.org", "b.example.org"]


def test_the_forwarded_scheme_is_believed_only_from_a_proxy(load):
    assert "SECURE_PROXY_SSL_HEADER" not in load(**PRODUCTION)
    assert "SECURE_PROXY_SSL_HEADER" in load(**PRODUCTION, BEHIND_PROXY="1")


def test_postgresql_is_a_url_away(load):
    database = load(DATABASE_URL="postgres://me:secret@db.example.org/games")[
        "DATABASES"
    ]["default"]
    assert database["ENGINE"] == "django.db.backends.postgresql"
    assert database["CONN_HEALTH_CHECKS"] is True
    assert database["OPTIONS"] == {"connect_timeout": 3}


def test_the_deployment_check_finds_nothing_to_warn_of(tmp_path):
    check = subprocess.run(
        [sys.executable, "manage.py", "check", "--deploy", "--fail-level", "WARNING"],
        cwd=ROOT,
        env={"PATH": os.environ["PATH"], "VAR_DIR": str(tmp_path), **PRODUCTION},
        capture_output=True,
        text=True,
        check=False,
    )
    assert check.returncode == 0, check.stderr
    assert "no issues (1 silenced)" in check.stdout


def test_every_worker_that_starts_at_once_gets_the_same_secret(tmp_path):
    path = tmp_path / "secret_key"
    together = threading.Barrier(8)
    secrets: list[str] = []

    def start() -> None:
        together.wait()
        secrets.append(kept_secret(path))

    workers = [threading.Thread(target=start) for _ in range(8)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()

    assert len(secrets) == 8
    assert set(secrets) == {path.read_text()}
    assert len(secrets[0]) >= 50
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert list(path.parent.iterdir()) == [path]


def test_an_empty_secret_is_refused_rather_than_used(tmp_path):
    path = tmp_path / "secret_key"
    path.write_text("\n")
    with pytest.raises(ImproperlyConfigured, match="is empty: put back the secret"):
        kept_secret(path)


def test_a_folder_that_cannot_be_made_is_named_with_what_to_do(tmp_path):
    (tmp_path / "file").write_text("")
    for attempt in (make_folder, kept_secret):
        with pytest.raises(
            ImproperlyConfigured, match="name another folder by VAR_DIR"
        ):
            attempt(tmp_path / "file" / "var")


@pytest.mark.parametrize(
    ("value", "meaning"),
    [("", False), ("0", False), ("no", False), ("1", True), ("True", True)],
)
def test_a_switch_is_on_or_off(monkeypatch, value, meaning):
    monkeypatch.setenv("SWITCH", value)
    assert flag("SWITCH") is meaning


def test_a_switch_that_is_neither_is_refused(monkeypatch):
    monkeypatch.setenv("SWITCH", "perhaps")
    with pytest.raises(
        ImproperlyConfigured, match="SWITCH is 'perhaps': set it to 1 or 0"
    ):
        flag("SWITCH")


@pytest.mark.parametrize("value", ["-1", "1.5", "two", "²"])
def test_a_number_that_is_none_is_refused(monkeypatch, value):
    monkeypatch.setenv("COUNT", value)
    with pytest.raises(ImproperlyConfigured, match="set it to a whole number"):
        number("COUNT", 1)
