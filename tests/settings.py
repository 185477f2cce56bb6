"""The site's settings, as its tests want them."""

import atexit
import os
import shutil
import tempfile
from pathlib import Path

# The tests mean the plain settings, whatever this shell is set up for; only DATABASE_URL counts.
for name in [
    "BIDEUCHRE_ENV",
    "DEBUG",
    "ALLOWED_HOSTS",
    "CSRF_TRUSTED_ORIGINS",
    "REDIS_URL",
]:
    os.environ.pop(name, None)
os.environ["SECRET_KEY"] = "only-for-tests"

scratch = tempfile.mkdtemp(prefix="bideuchre-tests-")
atexit.register(shutil.rmtree, scratch, ignore_errors=True)
os.environ["VAR_DIR"] = scratch

from bideuchre.settings import *  # noqa: E402, F403
from bideuchre.settings import DATABASES, STATIC_ROOT  # noqa: E402

if DATABASES["default"]["ENGINE"] == "django.db.backends.sqlite3":
    # A file, as on a real site: Django's usual in-memory database is one connection shared by all
    # threads, on which no race can happen. Each test process has its own.
    DATABASES["default"]["TEST"] = {"NAME": str(Path(scratch) / "test.sqlite3")}

# Plain names, straight from the sources: no collectstatic before a test.
STORAGES = {
    "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
}
STATIC_ROOT.mkdir()

# A real hash takes a tenth of a second, and that is its purpose. A test looks at the site's own list.
PASSWORD_HASHERS = [
    f"django.contrib.auth.hashers.{name}"
    for name in ("MD5PasswordHasher", "PBKDF2PasswordHasher")
]
