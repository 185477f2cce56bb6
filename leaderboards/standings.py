"""What ranks before what: a daily result as one number, and a player's totals. Pure, no database."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from games.engine.seats import Side
from leaderboards.dates import DAY, closes_at

if TYPE_CHECKING:
    from collections.abc import Sequence

    from games.engine.scoring import Pair

# The digits of a key: won, then the margin, then how few hands. It fits 32 bits.
_WON = 10_000_000
_MARGIN = 1_000
_MOST_MARGIN = 4_999
_MOST_HANDS = 999

#: All time, and so many days back.
ALL_TIME = 0
WINDOWS = (ALL_TIME, 30, 7)
#: Dailies that an average needs before it is listed.
AVERAGE_NEEDS = {ALL_TIME: 10, 30: 10, 7: 5}


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a finished daily comes to, for the person's side.

    Attributes:
        margin: our score less theirs, where the winner's counts up to the target only, so that
            nobody gains by dragging out a game that is won.
    """

    won: bool
    score: Pair
    margin: int
    hands: int

    @classmethod
    def of(cls, score: Pair, winner: Side, hands: int, target: int) -> Outcome:
        us, them = score[Side.NS], score[Side.EW]
        if winner is Side.NS:
            return cls(True, score, min(us, target) - them, hands)
        return cls(False, score, us - min(them, target), hands)

    @property
    def key(self) -> int:
        """Higher is better: won before lost, then the margin, then fewer hands. Equal is a tie."""
        margin = max(-_MOST_MARGIN, min(self.margin, _MOST_MARGIN)) + _MOST_MARGIN
        return (
            self.won * _WON
            + margin * _MARGIN
            + _MOST_HANDS
            - min(self.hands, _MOST_HANDS)
        )


class Line(NamedTuple):
    """A ranked result as totals need it."""

    day: date
    won: bool
    margin: int
    points: int


@dataclass(frozen=True, slots=True)
class Sums:
    """A player's totals over all time or a window of days.

    Attributes:
        average: hundredths of the mean margin; None with too few dailies to be listed.
        streak: dates in a row up to the latest, while the next can still be played; 0 once broken.
        stale_at: when time alone changes these totals; None if it never does.
    """

    played: int
    won: int
    margin: int
    points: int
    average: int | None
    streak: int
    best_streak: int
    stale_at: datetime | None


def window_start(days: int, now: datetime) -> date:
    """The first date of the window of so many days; the dates are those of UTC."""
    return now.astimezone(UTC).date() - timedelta(days=days - 1)


def sums(lines: Sequence[Line], days: int, now: datetime) -> Sums | None:
    """The totals of a player over a window, None when nothing is in it.

    Args:
        lines: every ranked result of the player that counts, by date.
        days: how many days back, or ALL_TIME.
    """
    if days != ALL_TIME:
        start = window_start(days, now)
        lines = [line for line in lines if line.day >= start]
    if not lines:
        return None
    played = len(lines)
    margin = sum(line.margin for line in lines)
    run, best = 1, 1
    for before, after in pairwise(lines):
        run = run + 1 if after.day - before.day == DAY else 1
        best = max(best, run)
    streak_ends = closes_at(lines[-1].day + DAY)
    alive = now < streak_ends
    changes = [streak_ends] if alive else []
    if days != ALL_TIME:
        leaves = lines[0].day + timedelta(days=days)
        changes.append(datetime.combine(leaves, time.min, UTC))
    return Sums(
        played=played,
        won=sum(line.won for line in lines),
        margin=margin,
        points=sum(line.points for line in lines),
        # Rounded half up, in whole numbers, as the database would too.
        average=(200 * margin + played) // (2 * played)
        if played >= AVERAGE_NEEDS[days]
        else None,
        streak=run if alive else 0,
        best_streak=best,
        stale_at=min(changes, default=None),
    )
