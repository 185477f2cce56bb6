"""Is the database there, is its schema the code's, and does it take what is to be stored?"""

import shutil
from pathlib import Path

from django.db import Error, OperationalError, connection, transaction
from django.db.migrations.executor import MigrationExecutor

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
    """Whether SQLite can store anything: all pages are there to be read when its disk is full or its file is another user's.

    A server of databases watches over its own disk.
    """
    if connection.vendor != "sqlite":
        return True
    folder = Path(connection.settings_dict["NAME"]).parent
    if shutil.disk_usage(folder).free < ROOM:
        return False
    try:
        # Takes the lock for writing (settings.py), and stores nothing.
        with transaction.atomic():
            return True
    except OperationalError:
        return False


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
