"""Is the database there, is its schema the code's, and does it take what is to be stored?"""

import logging
import shutil
from pathlib import Path

from django.db import DatabaseError, Error, connection
from django.db.migrations.executor import MigrationExecutor

logger = logging.getLogger(__name__)

#: Bytes below which a disk counts as full: some moves, and what SQLite puts beside them.
ROOM = 1024 * 1024


def outstanding_migrations() -> int:
    """How many migrations of the code the database has not seen.

    Raises:
        django.db.Error: when it cannot be reached.
    """
    executor = MigrationExecutor(connection)
    return len(executor.migration_plan(executor.loader.graph.leaf_nodes()))


def takes_writes() -> bool:
    """Whether anything can be stored.

    All pages are there to be read when SQLite's disk is full (a server of databases watches over its own), when its file is
    another user's, or when PostgreSQL is a standby.
    """
    if connection.vendor == "sqlite":
        folder = Path(connection.settings_dict["NAME"]).parent
        if shutil.disk_usage(folder).free < ROOM:
            return False
    try:
        with connection.cursor() as cursor:
            # Changes nothing, and is refused where nothing may be changed. (A transaction that only begins is not.)
            cursor.execute("DELETE FROM django_migrations WHERE false")
    except DatabaseError as error:
        if _is_busy(error):
            return True
        logger.exception("the database takes nothing that is to be stored")
        return False
    return True


def _is_busy(error: DatabaseError) -> bool:
    """Whether SQLite has let somebody else write all the while: then it can be written to."""
    name = getattr(error.__cause__, "sqlite_errorname", "")
    return bool(name.startswith("SQLITE_BUSY"))


def trouble(*, is_migrating: bool) -> str:
    """Why nothing can be done with the database, in words for who runs the site; empty when it is well.

    Who was just bringing it up to date is not told to do so: what stopped that is what they must see.
    """
    try:
        connection.close()
        outstanding = outstanding_migrations()
    except Error as error:
        reason = " ".join(str(error).split())
        return f"The database cannot be reached ({reason}): start it, or mend DATABASE_URL."
    if outstanding and not is_migrating:
        return (
            "The database has not been brought up to date: run `python manage.py migrate` "
            "(`make run` does so too)."
        )
    return ""
