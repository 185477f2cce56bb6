"""Which date it is, for whom, and until when. The clock is always an argument.

A date begins in the zone UTC+14 and ends in UTC−12: for 50 hours it is current somewhere on earth,
and so long its daily game is open.
"""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

FIRST_ZONE = timedelta(hours=14)
LAST_ZONE = timedelta(hours=-12)
DAY = timedelta(days=1)


def zone(name: str | None) -> ZoneInfo:
    """The time zone of that name; UTC for none, and for anything that is no zone."""
    # Longer than any name; and a name is looked up as a file.
    if name and len(name) <= 64:
        try:
            return ZoneInfo(name)
        except (ValueError, OSError, LookupError):
            pass
    return ZoneInfo("UTC")


def oldest_open(now: datetime) -> date:
    """The date where it is earliest on earth."""
    return (now.astimezone(UTC) + LAST_ZONE).date()


def newest_open(now: datetime) -> date:
    """The date where it is latest on earth."""
    return (now.astimezone(UTC) + FIRST_ZONE).date()


def opens_at(day: date) -> datetime:
    return datetime.combine(day, time.min, UTC) - FIRST_ZONE


def closes_at(day: date) -> datetime:
    """When the date has ended everywhere."""
    return datetime.combine(day + DAY, time.min, UTC) - LAST_ZONE


def is_open(day: date, now: datetime) -> bool:
    """Whether it is that date somewhere on earth."""
    return opens_at(day) <= now < closes_at(day)


def own_date(now: datetime, place: ZoneInfo) -> date:
    """The date at a place, which always is an open one."""
    return min(max(now.astimezone(place).date(), oldest_open(now)), newest_open(now))
