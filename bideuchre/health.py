"""Is the site able to serve a game? For load balancers, uptime checks and people."""

import logging

from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor
from django.http import HttpRequest, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

logger = logging.getLogger(__name__)


@require_safe
@never_cache
def healthz(request: HttpRequest) -> JsonResponse:
    """200 when the database answers and its schema is the code's, 503 with the reason when not."""
    try:
        executor = MigrationExecutor(connection)
        outstanding = executor.migration_plan(executor.loader.graph.leaf_nodes())
    except DatabaseError:
        # The driver's own words may name hosts and users: they belong in the log only.
        logger.exception("healthz: the database cannot be reached")
        return JsonResponse(
            {"status": "unavailable", "reason": "The database cannot be reached."},
            status=503,
        )
    if outstanding:
        reason = (
            f"{len(outstanding)} migrations are not applied: run manage.py migrate."
        )
        return JsonResponse({"status": "unavailable", "reason": reason}, status=503)
    return JsonResponse({"status": "ok"})
