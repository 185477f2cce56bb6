"""Reading the environment for settings.py: small helpers whose complaints say what to do."""

import os
import secrets
import tempfile
from contextlib import suppress
from pathlib import Path

from django.core.exceptions import ImproperlyConfigured

WRITABLE = "let this user write there, or name another folder by VAR_DIR."


def words(name: str) -> list[str]:
    """The comma-separated values of a variable; none when it is unset or empty."""
    return [
        word.strip() for word in os.environ.get(name, "").split(",") if word.strip()
    ]


def flag(name: str) -> bool:
    """Whether a variable is switched on; anything but a plain yes or no is refused."""
    value = os.environ.get(name, "").strip().lower()
    if value in {"", "0", "false", "no", "off"}:
        return False
    if value in {"1", "true", "yes", "on"}:
        return True
    raise ImproperlyConfigured(f"{name} is {value!r}: set it to 1 or 0.")


def number(name: str, default: int) -> int:
    """The whole number that a variable holds."""
    value = os.environ.get(name, "").strip()
    if not value:
        return default
    if not value.isascii() or not value.isdigit():
        raise ImproperlyConfigured(f"{name} is {value!r}: set it to a whole number.")
    return int(value)


def make_folder(path: Path) -> None:
    """Make the folder, for its owner alone, if there is none."""
    try:
        path.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise ImproperlyConfigured(
            f"{path} cannot be made ({error.strerror}): {WRITABLE}"
        ) from error


def kept_secret(path: Path) -> str:
    """The secret in the file, which is first made if there is none, readable by its owner only.

    Several workers may start at once on a fresh install and must all get the same secret. So each
    writes its own finished file and links it into place: the first link wins, and nobody ever
    reads a half-written one.

    Raises:
        ImproperlyConfigured: when the folder cannot be written, or the file is empty.
    """
    try:
        if not path.exists():
            make_secret(path)
        secret = path.read_text(encoding="ascii").strip()
    except OSError as error:
        raise ImproperlyConfigured(
            f"{path} cannot be read or made ({error.strerror}): {WRITABLE}"
        ) from error
    if not secret:
        raise ImproperlyConfigured(
            f"{path} is empty: put back the secret from a backup, or delete the file to get a new one "
            "(everybody then begins anew, since old sessions cannot be read without it)."
        )
    return secret


def make_secret(path: Path) -> None:
    # NamedTemporaryFile creates the file with mode 0600.
    with tempfile.NamedTemporaryFile("w", encoding="ascii", dir=path.parent) as own:
        own.write(secrets.token_urlsafe(64))
        own.flush()
        # A power cut must not leave an empty file under the secret's name.
        os.fsync(own.fileno())
        with suppress(FileExistsError):
            os.link(own.name, path)
