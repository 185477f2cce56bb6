"""What ranks before what, and what a player's results come to."""

from datetime import UTC, date, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine.seats import Side
from leaderboards import dates
from leaderboards.standings import ALL_TIME, Line, Outcome, sums, window_start

DAY = date(2026, 11, 29)
NOON = datetime(2026, 11, 29, 12, tzinfo=UTC)


def outcome(us, them, hands=8, winner=None):
    if winner is None:
        winner = Side.NS if us > them else Side.EW
    return Outcome.of((us, them), winner, hands, 52)


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        # Won before lost, whatever the margins.
        (outcome(52, 51, 20), outcome(54, 53, 5, winner=Side.EW)),
        # Then the margin, which matters more than any number of hands.
        (outcome(52, 30, 30), outcome(52, 31, 5)),
        (outcome(40, 52), outcome(39, 52)),
        (outcome(52, -300), outcome(52, -299)),
        # Then fewer hands.
        (outcome(52, 30, 8), outcome(52, 30, 9)),
        (outcome(30, 52, 8), outcome(30, 52, 9)),
    ],
)
def test_what_ranks_before_what(better, worse):
    assert better.key > worse.key


def test_dragging_out_a_game_that_is_won_gains_nothing():
    assert outcome(52, 30).key == outcome(63, 30).key
    assert outcome(30, 52).key == outcome(30, 63).key


outcomes = st.builds(
    outcome,
    st.integers(-2000, 80),
    st.integers(-2000, 80),
    st.integers(1, 900),
    st.sampled_from(Side),
)


@given(outcomes, outcomes)
def test_a_key_orders_as_its_parts_do(one, other):
    def parts(some):
        return some.won, some.margin, -some.hands

    assert (one.key > other.key) == (parts(one) > parts(other))
    assert (one.key == other.key) == (parts(one) == parts(other))
    assert 0 <= one.key < 2**31


def at(back):
    """When the daily of so many days ago is finished, unless something else is said."""
    return NOON - timedelta(days=back)


def line(back, won=True, margin=10, points=52, finished=None):
    when = at(back if finished is None else finished)
    return Line(DAY - timedelta(days=back), won, margin, points, when)


def test_nothing_comes_of_nothing():
    assert sums([], ALL_TIME, NOON) is None
    assert sums([line(7)], 7, NOON) is None
    assert sums([line(6)], 7, NOON) is not None


def test_sums():
    total = sums(
        [line(8, False, -20, 32), line(3), line(1), line(0, margin=5)], ALL_TIME, NOON
    )
    assert total is not None
    assert (total.played, total.won, total.margin, total.points) == (4, 3, 5, 188)
    assert (total.streak, total.best_streak) == (2, 2)
    assert total.average is None


@pytest.mark.parametrize(
    ("margins", "average"),
    [
        ([1] * 10, 100),
        ([1] * 9 + [2], 110),
        ([0] * 11 + [1], 8),
        # 1/8 = 0.125 and −1/8: halves go up.
        ([0] * 15 + [2], 13),
        ([0] * 15 + [-2], -12),
        ([-1] * 10, -100),
    ],
)
def test_an_average_is_rounded_half_up(margins, average):
    lines = [line(len(margins) - i, margin=m) for i, m in enumerate(margins)]
    total = sums(lines, ALL_TIME, NOON)
    assert total is not None
    assert total.average == average


def test_when_a_value_was_reached():
    total = sums(
        [
            line(9),
            line(8, won=False, margin=-2, points=0),
            line(3),
            line(2, won=False, margin=-2, points=40),
        ],
        ALL_TIME,
        NOON,
    )
    assert total is not None
    assert (total.won_at, total.points_at) == (at(3), at(2))
    # Both rows of two dates are the longest: the first one reached it.
    assert (total.best_streak_at, total.streak_at) == (at(8), at(2))
    # Of what there is nothing yet: from the first on.
    lost = sums([line(1, won=False, points=0), line(0, won=False)], ALL_TIME, NOON)
    assert lost is not None
    assert (lost.won, lost.won_at) == (0, at(1))
    assert (lost.average, lost.average_at) == (None, at(1))


def test_an_average_that_a_result_leaves_as_it_is_was_reached_before():
    lines = [line(back, margin=5) for back in range(12, 0, -1)]
    total = sums(lines, ALL_TIME, NOON)
    assert total is not None
    # The tenth result made it one; two more have not changed it.
    assert total.average_at == at(3)
    total = sums([*lines, line(0, margin=6)], ALL_TIME, NOON)
    assert total is not None
    assert total.average_at == at(0)


def test_what_counts_is_when_a_daily_was_finished_and_not_its_date():
    # The daily of the day before was left until after that of the day.
    lines = [line(3), line(1, finished=-0.1), line(0)]
    total = sums(lines, ALL_TIME, NOON)
    assert total is not None
    assert total.won_at == total.points_at == total.streak_at == at(-0.1)
    assert total.best_streak_at == at(-0.1)


def test_a_streak_lasts_until_the_next_date_has_ended_everywhere():
    lines = [line(2), line(1), line(0)]
    breaks = dates.closes_at(DAY + timedelta(days=1))
    for now, streak in [(breaks - timedelta(seconds=1), 3), (breaks, 0)]:
        total = sums(lines, ALL_TIME, now)
        assert total is not None
        assert (total.streak, total.best_streak) == (streak, 3)
        assert total.stale_at == (breaks if streak else None)


@pytest.mark.parametrize("lines", [[line(0)], [line(1), line(0)], [line(5), line(0)]])
def test_totals_change_by_time_alone_only_when_they_say_so(lines):
    now = NOON
    total = sums(lines, 7, now)
    for _ in range(24 * 10 * 2):
        later = now + timedelta(minutes=30)
        next_total = sums(lines, 7, later)
        if total and total.stale_at and later >= total.stale_at:
            assert next_total != total
            total = next_total
        else:
            assert next_total == total
        now = later
    assert total is None


@pytest.mark.parametrize(
    ("day_before", "day_after"),
    [
        (date(2028, 2, 28), date(2028, 2, 29)),
        (date(2028, 2, 29), date(2028, 3, 1)),
        (date(2026, 12, 31), date(2027, 1, 1)),
        (date(2026, 3, 28), date(2026, 3, 29)),
    ],
)
def test_streaks_go_on_over_odd_days(day_before, day_after):
    now = datetime.combine(day_after, datetime.min.time(), UTC)
    lines = [Line(day, True, 1, 52, now) for day in (day_before, day_after)]
    total = sums(lines, ALL_TIME, now)
    assert total is not None
    assert total.streak == 2


def test_a_window_holds_so_many_dates_of_utc():
    assert window_start(7, NOON) == date(2026, 11, 23)
    assert window_start(7, datetime(2026, 11, 29, 23, 59, tzinfo=UTC)) == date(
        2026, 11, 23
    )
    assert window_start(7, datetime(2026, 11, 30, 0, 0, tzinfo=UTC)) == date(
        2026, 11, 24
    )
