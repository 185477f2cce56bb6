"""The SQLite file as connections really find it: options put in the wrong place apply to nothing."""

import sqlite3

import pytest
from django.db import connection, transaction

pytestmark = [
    pytest.mark.skipif(connection.vendor != "sqlite", reason="about SQLite"),
    pytest.mark.django_db(transaction=True),
]


@pytest.mark.parametrize(
    ("pragma", "value"),
    [
        ("journal_mode", "wal"),
        ("synchronous", 1),
        ("foreign_keys", 1),
        ("busy_timeout", 5000),
    ],
)
def test_pragma(pragma, value):
    with connection.cursor() as cursor:
        assert cursor.execute(f"PRAGMA {pragma}").fetchone() == (value,)


def test_a_transaction_takes_the_write_lock_when_it_begins():
    other = sqlite3.connect(
        connection.settings_dict["NAME"], timeout=0, isolation_level=None
    )
    with (
        transaction.atomic(),
        pytest.raises(sqlite3.OperationalError, match="database is locked"),
    ):
        other.execute("BEGIN IMMEDIATE")
    other.execute("BEGIN IMMEDIATE")
    other.close()


def test_a_reader_does_not_wait_for_the_writer():
    other = sqlite3.connect(
        connection.settings_dict["NAME"], timeout=0, isolation_level=None
    )
    with transaction.atomic():
        assert other.execute("SELECT count(*) FROM django_session").fetchone() == (0,)
    other.close()
