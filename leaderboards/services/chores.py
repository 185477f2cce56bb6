"""What is done from time to time. Beat does it; a command does too, and the site does what it needs itself."""

from __future__ import annotations

from typing import TYPE_CHECKING

from leaderboards import selectors
from leaderboards.models import Heartbeat
from leaderboards.services.attempts import sweep
from leaderboards.services.boards import age_totals
from leaderboards.services.days import ensure_par, make_days

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from datetime import datetime

#: How often `tend` begins again while there is more of a kind to do.
MOST_ROUNDS = 200


def prepare(now: datetime) -> int:
    """Make the days ahead, and let the computer players play those that have begun.

    Returns:
        How many days are made ahead.
    """
    days = make_days(now)
    for day in selectors.days_without_par(now):
        ensure_par(day)
    beat("prepare", now)
    return len(days)


def tend(now: datetime) -> tuple[int, int]:
    """Rank what a crash left behind, and work out totals that time has changed.

    Returns:
        How many attempts were settled, and how many players seen to.
    """
    settled = sum(_rounds(sweep, now))
    aged = sum(_rounds(age_totals, now))
    beat("tend", now)
    return settled, aged


def _rounds(chore: Callable[[datetime], int], now: datetime) -> Iterator[int]:
    for _ in range(MOST_ROUNDS):
        done = chore(now)
        yield done
        if not done:
            return


def beat(name: str, now: datetime) -> None:
    """Note that a chore was done."""
    Heartbeat.objects.update_or_create(name=name, defaults={"at": now})
