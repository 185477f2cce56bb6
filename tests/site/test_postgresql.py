"""PostgreSQL may restart under a running site. (Run with DATABASE_URL=postgres://….)"""

import http.client

import pytest
from django.db import connection

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
