"""Is the site able to serve a game? For load balancers, uptime checks and people."""

import logging

from django.conf import settings
from django.core.cache import cache
from django.db import DatabaseError
from django.http import HttpRequest, JsonResponse
from django.utils import timezone
from django.views.decorators.cache import never_cache

from bideuchre.cache import reachable
from bideuchre.database import outstanding_migrations, takes_writes
from games.views import get_only
from leaderboards import selectors

logger = logging.getLogger(__name__)


@get_only
@never_cache
def healthz(request: HttpRequest) -> JsonResponse:
    """200 when the database answers, its schema is the code's and it takes moves, 503 with the reason when not.

    Cache, broker and beat are told, but the site plays on without them.
    """
    try:
        outstanding = outstanding_migrations()
    except DatabaseError:
        # The driver's own words may name hosts and users: they belong in the log only.
        logger.exception("healthz: the database cannot be reached")
        return JsonResponse(
            {"status": "unavailable", "reason": "The database cannot be reached."},
            status=503,
        )
    if outstanding:
        reason = f"{outstanding} migrations are not applied: run manage.py migrate."
        return JsonResponse({"status": "unavailable", "reason": reason}, status=503)
    if not takes_writes():
        reason = (
            "Nothing can be stored: the disk is full, or the database can only be read."
        )
        return JsonResponse({"status": "unavailable", "reason": reason}, status=503)
    return JsonResponse({"status": "ok", "database": "ok", **_helpers()})


def _helpers() -> dict[str, object]:
    """How those fare that the site can do without: cache, broker, beat, and the days made ahead."""
    now = timezone.now()
    beats = selectors.heartbeats()
    return {
        "cache": _cache(),
        "broker": _broker(),
        "beat_seconds_ago": {
            name: round((now - at).total_seconds()) for name, at in beats.items()
        },
        "days_ahead": selectors.days_ahead(now),
    }


def _cache() -> str:
    if not settings.REDIS_URL:
        return "in memory"
    key = "healthz"
    cache.set(key, 1, timeout=10)
    return "ok" if cache.get(key) == 1 else "down"


def _broker() -> str:
    if not settings.REDIS_URL:
        return "none"
    # Redis serves as both, and the worker's own library would wait for it for seconds.
    return "ok" if reachable(settings.REDIS_URL) else "down"
