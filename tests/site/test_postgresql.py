"""PostgreSQL may restart, and be migrated, under a running site. (Run with DATABASE_URL=postgres://….)"""

import http.client
import re
from io import StringIO

import pytest
from django.core.management import call_command
from django.db import connection
from django.db.migrations.loader import MigrationLoader

pytestmark = [
    pytest.mark.skipif(connection.vendor != "postgresql", reason="about PostgreSQL"),
    pytest.mark.django_db(transaction=True),
]


def test_a_connection_that_was_cut_costs_nobody_an_error(live_server):
    # One kept-open connection to the site stays with one thread, and so with one database connection.
    site = http.client.HTTPConnection(live_server.thread.host, live_server.thread.port)

    def status():
        site.request("GET", "/healthz", headers={"Host": "localhost"})
        answer = site.getresponse()
        answer.read()
        return answer.status

    assert status() == 200
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT count(pg_terminate_backend(pid, 1000)) FROM pg_stat_activity"
            " WHERE datname = current_database() AND pid <> pg_backend_pid()"
        )
        assert cursor.fetchone() == (1,)
    assert status() == 200
    site.close()


#: Tables that stay small; reading one of them under a lock takes no time.
SMALL = ["leaderboards_act"]
#: From before the site could be played.
FIRST = [("leaderboards", "0002_names_and_moderation")]
#: What reads a whole table while nobody can write to it, or even read it.
LOCKING = re.compile(
    r"ALTER TABLE (\S+) ADD .*\b(?:CHECK|UNIQUE|FOREIGN KEY)\b|ALTER TABLE (\S+) ALTER COLUMN .* (?:TYPE|SET NOT NULL)"
    r"|CREATE (?:UNIQUE )?INDEX \S+ ON (\S+)"
)


def test_no_migration_keeps_a_table_that_grows_from_those_who_play():
    """People play while it is migrated (docs/deploy.md). What makes a table may lock it: nobody uses it yet."""
    locking = []
    for app, name in MigrationLoader(connection).disk_migrations:
        if app not in {"accounts", "games", "leaderboards"} or (app, name) in FIRST:
            continue
        sql = StringIO()
        call_command("sqlmigrate", app, name, stdout=sql)
        made = re.findall(r"CREATE TABLE (\S+)", sql.getvalue())
        for match in LOCKING.finditer(sql.getvalue()):
            table = next(filter(None, match.groups()))
            if table not in made and table.strip('"') not in SMALL:
                locking.append(f"{app}.{name}: {match[0]}")
    assert locking == []
