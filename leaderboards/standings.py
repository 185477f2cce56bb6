"""What ranks before what: a daily result as one number, and a player's totals. Pure, no database."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from itertools import pairwise
from operator import attrgetter
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

#: Before everything.
EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
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
    """A ranked result as totals need it. `at`: when it was finished."""

    day: date
    won: bool
    margin: int
    points: int
    at: datetime


@dataclass(frozen=True, slots=True)
class Sums:
    """A player's totals over all time or a window of days.

    Attributes:
        average: hundredths of the mean margin; None with too few dailies to be listed.
        streak: dates in a row up to the latest, while the next can still be played; 0 once broken.
        stale_at: when time alone changes these totals; None if it never does.
        won_at, points_at, …: when the value was reached, that is, when the last of the results was finished that
            made it what it is. Of equal values the one that was reached first stands first.
    """

    played: int
    won: int
    margin: int
    points: int
    average: int | None
    streak: int
    best_streak: int
    stale_at: datetime | None
    won_at: datetime
    points_at: datetime
    average_at: datetime
    streak_at: datetime
    best_streak_at: datetime


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
    in_time = sorted(lines, key=attrgetter("at"))
    first = in_time[0].at
    average, average_at = _average(in_time, AVERAGE_NEEDS[days])
    runs = _runs(lines)
    best = max(length for length, _ in runs)
    run, run_at = runs[-1]
    streak_ends = closes_at(lines[-1].day + DAY)
    alive = now < streak_ends
    changes = [streak_ends] if alive else []
    if days != ALL_TIME:
        leaves = lines[0].day + timedelta(days=days)
        changes.append(datetime.combine(leaves, time.min, UTC))
    return Sums(
        played=len(lines),
        won=sum(line.won for line in lines),
        margin=sum(line.margin for line in lines),
        points=sum(line.points for line in lines),
        average=average,
        streak=run if alive else 0,
        best_streak=best,
        stale_at=min(changes, default=None),
        won_at=max((line.at for line in lines if line.won), default=first),
        points_at=max((line.at for line in lines if line.points), default=first),
        average_at=average_at,
        streak_at=run_at,
        best_streak_at=min(at for length, at in runs if length == best),
    )


def _average(lines: Sequence[Line], needed: int) -> tuple[int | None, datetime]:
    """Hundredths of the mean margin, and since when; the lines are in the order in which they were finished."""
    average, at, margin = None, lines[0].at, 0
    for played, line in enumerate(lines, start=1):
        margin += line.margin
        if played >= needed:
            # Rounded half up, in whole numbers, as the database would too.
            now = (200 * margin + played) // (2 * played)
            average, at = now, at if now == average else line.at
    return average, at


def _runs(lines: Sequence[Line]) -> list[tuple[int, datetime]]:
    """How many dates each row of dates has, and when the last of its results was finished."""
    runs = [(1, lines[0].at)]
    for before, after in pairwise(lines):
        length, at = runs[-1]
        if after.day - before.day == DAY:
            runs[-1] = length + 1, max(at, after.at)
        else:
            runs.append((1, after.at))
    return runs
