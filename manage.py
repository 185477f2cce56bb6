#!/usr/bin/env python
"""Django's command line with this project's settings."""

import os
import sys

from django.core.exceptions import ImproperlyConfigured
from django.core.management import execute_from_command_line
from django.db import Error

if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "bideuchre.settings")
    try:
        execute_from_command_line(sys.argv)
    except ImproperlyConfigured as error:
        sys.exit(f"The settings do not fit: {error}")
    except Error:
        # Only now: most commands need no database, and those that mend it need none that is well.
        from bideuchre.database import trouble

        if reason := trouble(is_migrating="migrate" in sys.argv[1:2]):
            sys.exit(reason)
        raise
