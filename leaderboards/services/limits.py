"""How often something may be done. Kept in the database, so that it holds whatever becomes of a cache."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

from django.db import transaction

from leaderboards.models import Limit

if TYPE_CHECKING:
    from datetime import datetime, timedelta


def spend(*, what: str, who: str, most: int, period: timedelta, now: datetime) -> bool:
    """Count one more time, and say whether it is one of the `most` that are allowed in a period."""
    limits = Limit.objects.filter(key=_key(what, who))
    while True:
        with transaction.atomic():
            Limit.objects.bulk_create(
                [Limit(key=_key(what, who), count=0, resets_at=now + period)],
                ignore_conflicts=True,
            )
            limit = limits.select_for_update().first()
            # None: given back, or purged, since it was found to be there.
            if limit is not None:
                if limit.resets_at <= now:
                    limit.count, limit.resets_at = 0, now + period
                limit.count += 1
                limit.save()
                return limit.count <= most


def give_back(*, what: str, who: str) -> None:
    """Forget what was counted: it came to a good end."""
    Limit.objects.filter(key=_key(what, who)).delete()


def forget_limits(now: datetime) -> int:
    """Delete what no longer limits anybody."""
    return Limit.objects.filter(resets_at__lte=now).delete()[0]


def _key(what: str, who: str) -> str:
    return f"{what}:{hashlib.sha256(who.encode()).hexdigest()[:40]}"
