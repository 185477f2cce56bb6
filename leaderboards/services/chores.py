"""When what is done from time to time was last done."""

from __future__ import annotations

from typing import TYPE_CHECKING

from leaderboards.models import Heartbeat

if TYPE_CHECKING:
    from datetime import datetime


def beat(name: str, now: datetime) -> None:
    """Note that a chore was done."""
    Heartbeat.objects.update_or_create(name=name, defaults={"at": now})
