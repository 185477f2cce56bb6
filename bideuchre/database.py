"""Is the database there, and is its schema the code's?"""

from django.db import Error, connection
from django.db.migrations.executor import MigrationExecutor


def outstanding_migrations() -> int:
    """How many migrations of the code the database has not seen.

    Raises:
        django.db.Error: when it cannot be reached.
    """
    executor = MigrationExecutor(connection)
    return len(executor.migration_plan(executor.loader.graph.leaf_nodes()))


def trouble() -> str:
    """Why nothing can be done with the database, in words for who runs the site; empty when it is well."""
    try:
        connection.close()
        outstanding = outstanding_migrations()
    except Error as error:
        reason = " ".join(str(error).split())
        return f"The database cannot be reached ({reason}): start it, or mend DATABASE_URL."
    if outstanding:
        return (
            "The database has not been brought up to date: run `python manage.py migrate` "
            "(`make run` does so too)."
        )
    return ""
