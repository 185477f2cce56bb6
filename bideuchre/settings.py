"""Every setting, in one file, from the environment; docs/deploy.md lists the variables.

With nothing set this is a site for one machine: an SQLite file, no other server, debug off.
`BIDEUCHRE_ENV=production` is for the open internet, and starts only with what it needs there.
"""

import os
from pathlib import Path
from typing import Any

import dj_database_url
from csp.constants import NONE, SELF
from django.core.exceptions import ImproperlyConfigured

from bideuchre.environment import flag, kept_secret, make_folder, number, words

BASE_DIR = Path(__file__).resolve().parent.parent
# Everything that a running site writes lives here, and is nobody else's to read.
VAR_DIR = BASE_DIR / (os.environ.get("VAR_DIR") or "var")
make_folder(VAR_DIR)

ENVIRONMENT = os.environ.get("BIDEUCHRE_ENV") or "local"
if ENVIRONMENT not in {"local", "production"}:
    raise ImproperlyConfigured(
        f"BIDEUCHRE_ENV is {ENVIRONMENT!r}: set it to 'production' on a public server, "
        "or leave it out."
    )
PRODUCTION = ENVIRONMENT == "production"

DEBUG = flag("DEBUG")
SECRET_KEY = os.environ.get("SECRET_KEY", "")
ALLOWED_HOSTS = words("ALLOWED_HOSTS")
CSRF_TRUSTED_ORIGINS = words("CSRF_TRUSTED_ORIGINS")

if PRODUCTION:
    if DEBUG:
        raise ImproperlyConfigured(
            "DEBUG shows strangers the inside of the site: unset it."
        )
    if not SECRET_KEY:
        raise ImproperlyConfigured(
            "SECRET_KEY is not set: give it 50 or more random characters that only this site knows "
            "(python3 -c 'import secrets; print(secrets.token_urlsafe(64))' makes some)."
        )
    if not ALLOWED_HOSTS:
        raise ImproperlyConfigured(
            "ALLOWED_HOSTS is not set: name the hosts that the site is reached by, "
            "with commas between them (ALLOWED_HOSTS=play.example.org)."
        )
else:
    SECRET_KEY = SECRET_KEY or kept_secret(VAR_DIR / "secret_key")
    # More may be named, for example the address by which a phone on the same network comes.
    ALLOWED_HOSTS = ["localhost", "127.0.0.1", "[::1]", *ALLOWED_HOSTS]

INSTALLED_APPS = [
    "accounts",
    "leaderboards",
    "games",
    "django_htmx",
    "bideuchre.desk.DeskConfig",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.messages",
    "django.contrib.sessions",
    "django.contrib.sitemaps",
    "django.contrib.staticfiles",
    "csp",
]

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "csp.middleware.CSPMiddleware",
    # Pages are compressed here, so that a site without a proxy is quick too.
    "bideuchre.middleware.Compression",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    # Before anything looks at what was sent; after what a page for an error needs.
    "bideuchre.middleware.readable",
    "bideuchre.middleware.OwnAnswers",
    "bideuchre.csrf.OwnPagesMiddleware",
    # Neither reads anything until a page asks who is logged in, and no table does.
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
]

ROOT_URLCONF = "bideuchre.urls"
WSGI_APPLICATION = "bideuchre.wsgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "libraries": {
                "findable": "bideuchre.findable",
                "languages": "bideuchre.languages",
            },
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "games.context.preferences",
                "bideuchre.csrf.no_token",
            ],
        },
    },
]

# --- Database ---------------------------------------------------------------------------------

DATABASE: dict[str, Any] = {
    "ENGINE": "django.db.backends.sqlite3",
    "NAME": str(VAR_DIR / "db.sqlite3"),
}
if url := os.environ.get("DATABASE_URL"):
    if url.partition(":")[0] not in {"postgres", "postgresql", "sqlite"}:
        # Not shown: there is a password in it.
        raise ImproperlyConfigured(
            "DATABASE_URL is for another kind of database, or no address: "
            "write postgres://user:password@host/name."
        )
    DATABASE = {**dj_database_url.parse(url)}
DATABASE |= {
    # Each thread keeps its connection between requests and tries it before use: a restarted
    # database server costs nobody an error. (A pool, with its pauses between dead connections,
    # was seen to cost some.)
    "CONN_MAX_AGE": 60,
    "CONN_HEALTH_CHECKS": True,
    "OPTIONS": DATABASE.get("OPTIONS", {}),
}
if DATABASE["ENGINE"] == "django.db.backends.sqlite3":
    DATABASE["OPTIONS"] |= {
        # A transaction takes the write lock when it begins. A deferred one takes it at its first
        # write, and then fails at once with "database is locked" if another wrote meanwhile.
        "transaction_mode": "IMMEDIATE",
        # Seconds to wait for that lock.
        "timeout": 5,
        # With WAL, readers and the writer do not wait for one another, and NORMAL is safe: a power
        # cut can lose the last moves but not damage the file. Django switches foreign keys on.
        "init_command": "PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;",
    }
else:
    # A dead database gives the error page in seconds, not after minutes.
    DATABASE["OPTIONS"].setdefault("connect_timeout", 3)
DATABASES = {"default": DATABASE}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# --- Redis, cache and chores ------------------------------------------------------------------

# Without it the site is whole: boards are read from the database, chores done by whoever needs them.
REDIS_URL = os.environ.get("REDIS_URL", "")
if REDIS_URL and REDIS_URL.partition(":")[0] not in {"redis", "rediss"}:
    raise ImproperlyConfigured(
        "REDIS_URL is no address of a Redis: write redis://host:6379/0."
    )
CACHES: dict[str, dict[str, Any]]
if REDIS_URL:
    CACHES = {
        "default": {
            "BACKEND": "bideuchre.cache.TolerantRedisCache",
            "LOCATION": REDIS_URL,
            "KEY_PREFIX": "bideuchre",
            # A Redis that does not answer at once counts as down.
            "OPTIONS": {"socket_timeout": 0.25, "socket_connect_timeout": 0.25},
        }
    }
else:
    # In each worker's memory: nothing that must be shared or kept may go in here.
    CACHES = {"default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}}
# Pages of boards are kept for so many seconds, but only where a moderator's act reaches every worker's copy.
BOARD_CACHE_SECONDS = 5 if REDIS_URL else 0

CELERY_BROKER_URL = REDIS_URL or None
CELERY_TASK_IGNORE_RESULT = True
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
# A chore that a dying worker had in hand is done again: each may be done any number of times.
CELERY_TASK_ACKS_LATE = True
CELERY_BEAT_SCHEDULE_FILENAME = str(VAR_DIR / "celerybeat-schedule")
# What waits for longer than until the next one is dropped, so that nothing piles up before a dead worker.
CELERY_BEAT_SCHEDULE = {
    "prepare": {
        "task": "leaderboards.tasks.prepare",
        "schedule": 3600.0,
        "options": {"expires": 3500},
    },
    "tend": {
        "task": "leaderboards.tasks.tend",
        "schedule": 60.0,
        "options": {"expires": 55},
    },
    "purge": {
        "task": "accounts.tasks.purge",
        "schedule": 86400.0,
        "options": {"expires": 86000},
    },
}

# --- Sessions and security --------------------------------------------------------------------

SESSION_ENGINE = "django.contrib.sessions.backends.db"
# The longest that browsers keep a cookie.
SESSION_COOKIE_AGE = 400 * 24 * 60 * 60
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = "Lax"
CSRF_FAILURE_VIEW = "games.views.csrf_failure"
# "Django's own protection is not in MIDDLEWARE": a subclass of it is.
SILENCED_SYSTEM_CHECKS = ["security.W003"]

# In the session, so that there is one cookie less.
MESSAGE_STORAGE = "django.contrib.messages.storage.session.SessionStorage"

# Not "no-referrer": browsers would say "Origin: null" of our own forms too.
SECURE_REFERRER_POLICY = "same-origin"
SECURE_CONTENT_TYPE_NOSNIFF = True
X_FRAME_OPTIONS = "DENY"
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "script-src": [SELF],
        "style-src": [SELF],
        "img-src": [SELF, "data:"],
        "connect-src": [SELF],
        "font-src": [SELF],
        "manifest-src": [SELF],
        "form-action": [SELF],
        "base-uri": [NONE],
        "frame-ancestors": [NONE],
    },
}

# The largest honest request is a form of a few hundred bytes; a larger body is answered with 400.
DATA_UPLOAD_MAX_MEMORY_SIZE = 64 * 1024
DATA_UPLOAD_MAX_NUMBER_FIELDS = 50
DATA_UPLOAD_MAX_NUMBER_FILES = 1
FILE_UPLOAD_HANDLERS = ["django.core.files.uploadhandler.MemoryFileUploadHandler"]

# A proxy in front says by which address and scheme a visitor came.
BEHIND_PROXY = flag("BEHIND_PROXY")
if PRODUCTION:
    SESSION_COOKIE_SECURE = True
    SECURE_SSL_REDIRECT = True
    # A health check comes from the same machine or network, without TLS.
    SECURE_REDIRECT_EXEMPT = [r"^healthz$"]
    SECURE_HSTS_SECONDS = number("HSTS_SECONDS", 365 * 24 * 60 * 60)
    SECURE_HSTS_INCLUDE_SUBDOMAINS = True
    SECURE_HSTS_PRELOAD = True
    if BEHIND_PROXY:
        # Only a proxy that always sets this header itself may be believed.
        SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")

# --- Accounts ---------------------------------------------------------------------------------

AUTH_USER_MODEL = "accounts.User"
# With a limit on tries, kept in the database.
AUTHENTICATION_BACKENDS = ["accounts.backends.LimitedBackend"]
LOGIN_URL = "log_in"
PASSWORD_RESET_TIMEOUT = 24 * 60 * 60
# Only links to a new password are ever sent. Without a mail server they stand in the log.
EMAIL_HOST = os.environ.get("EMAIL_HOST", "")
EMAIL_PORT = number("EMAIL_PORT", 587)
EMAIL_HOST_USER = os.environ.get("EMAIL_HOST_USER", "")
EMAIL_HOST_PASSWORD = os.environ.get("EMAIL_HOST_PASSWORD", "")
EMAIL_USE_TLS = EMAIL_PORT == 587
EMAIL_USE_SSL = EMAIL_PORT == 465
EMAIL_TIMEOUT = 10
EMAIL_BACKEND = "django.core.mail.backends." + (
    "smtp.EmailBackend" if EMAIL_HOST else "console.EmailBackend"
)
DEFAULT_FROM_EMAIL = os.environ.get("EMAIL_FROM") or "Bid Euchre <webmaster@localhost>"
# Where those may write whom something on the site keeps from playing; without it no address is named.
CONTACT_EMAIL = os.environ.get("CONTACT_EMAIL", "")
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": name}
    for name in (
        "django.contrib.auth.password_validation.UserAttributeSimilarityValidator",
        "accounts.validators.MinimumLengthValidator",
        "django.contrib.auth.password_validation.CommonPasswordValidator",
    )
]
PASSWORD_HASHERS = [
    f"django.contrib.auth.hashers.{name}"
    for name in ("Argon2PasswordHasher", "PBKDF2PasswordHasher")
]

# --- Languages and time -----------------------------------------------------------------------

LANGUAGE_CODE = "en"
LOCALE_PATHS = [BASE_DIR / "locale"]
# A language is offered once it has a catalogue; each is called by its own name.
LANGUAGES = [
    (code, name)
    for code, name in [
        ("en", "English"),
        ("it", "Italiano"),
        ("es", "Español"),
        ("ar", "العربية"),
        ("de", "Deutsch"),
        ("fr", "Français"),
        ("pt", "Português"),
    ]
    if code == LANGUAGE_CODE
    or (LOCALE_PATHS[0] / code / "LC_MESSAGES" / "django.po").exists()
]
USE_TZ = True
TIME_ZONE = "UTC"

# --- Static files -----------------------------------------------------------------------------

STATIC_URL = "static/"
STATICFILES_DIRS = [BASE_DIR / "static"]
STATIC_ROOT = VAR_DIR / "static"
STORAGES = {
    # Names carry a hash of the content, so that browsers may keep the files for ever.
    "staticfiles": {
        "BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"
    },
}
WHITENOISE_KEEP_ONLY_HASHED_FILES = True

# --- Logging ----------------------------------------------------------------------------------

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "line": {"format": "{asctime} {levelname} {name}: {message}", "style": "{"},
    },
    "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "line"}},
    "root": {"handlers": ["stderr"], "level": "INFO"},
    "loggers": {
        # Django's own handlers mail the admins and print twice: the root prints everything.
        "django": {"handlers": [], "level": "INFO"},
        # 404s and the like are the visitor's affair; errors stay.
        "django.request": {"level": "ERROR"},
        "django.security.DisallowedHost": {"level": "CRITICAL"},
        "django.security.RequestDataTooBig": {"level": "CRITICAL"},
        "django.security.TooManyFieldsSent": {"level": "CRITICAL"},
        "django.security.TooManyFilesSent": {"level": "CRITICAL"},
    },
}
