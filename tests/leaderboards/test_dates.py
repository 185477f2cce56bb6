"""A player's own date counts, and every date has its 50 hours, whatever clocks and calendars do."""

from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from leaderboards import dates

LINE_ISLANDS = "Pacific/Kiritimati"  # UTC+14
BAKER = "Etc/GMT+12"  # UTC-12


def at(zone: str, *moment: int) -> datetime:
    """A local time, as the server's clock tells it."""
    year, month, day, hour, minute = (*moment, 0, 0)[:5]
    return datetime(year, month, day, hour, minute, tzinfo=ZoneInfo(zone)).astimezone(
        UTC
    )


@pytest.mark.parametrize(
    "zone",
    [LINE_ISLANDS, BAKER, "UTC", "America/New_York", "Europe/Rome", "Asia/Kolkata"],
)
@pytest.mark.parametrize(
    ("evening", "next_day"),
    [
        ((2026, 11, 29), date(2026, 11, 30)),
        ((2026, 12, 31), date(2027, 1, 1)),
        ((2028, 2, 28), date(2028, 2, 29)),
        ((2028, 2, 29), date(2028, 3, 1)),
        ((2027, 2, 28), date(2027, 3, 1)),
        # The nights in which New York and Rome change their clocks, there and back.
        ((2026, 3, 7), date(2026, 3, 8)),
        ((2026, 3, 28), date(2026, 3, 29)),
        ((2026, 10, 24), date(2026, 10, 25)),
        ((2026, 10, 31), date(2026, 11, 1)),
    ],
)
def test_the_date_turns_at_the_players_own_midnight(zone, evening, next_day):
    place = ZoneInfo(zone)
    before, after = (
        at(zone, *evening, 23, 59),
        at(zone, next_day.year, next_day.month, next_day.day, 0, 1),
    )
    assert dates.own_date(before, place) == date(*evening)
    assert dates.own_date(after, place) == next_day
    # Both are open at both moments: nobody's date is refused, nor a game that is being played.
    for moment in (before, after):
        assert dates.is_open(dates.own_date(moment, place), moment)


def test_a_date_opens_where_it_is_first_and_closes_where_it_is_last():
    day = date(2026, 11, 29)
    opens, closes = (
        at(LINE_ISLANDS, 2026, 11, 29),
        at(BAKER, 2026, 11, 30),
    )
    second = timedelta(seconds=1)
    assert not dates.is_open(day, opens - second)
    assert dates.is_open(day, opens)
    assert dates.is_open(day, closes - second)
    assert not dates.is_open(day, closes)
    assert closes - opens == timedelta(hours=50)


@pytest.mark.parametrize("hour", range(24))
def test_the_open_dates_are_those_from_the_oldest_to_the_newest(hour):
    now = datetime(2026, 11, 29, hour, 30, tzinfo=UTC)
    around = [date(2026, 11, 29) + timedelta(days=i) for i in range(-3, 4)]
    assert [day for day in around if dates.is_open(day, now)] == [
        day for day in around if dates.oldest_open(now) <= day <= dates.newest_open(now)
    ]


@pytest.mark.parametrize(
    "name",
    [
        None,
        "",
        "Mars/Olympus",
        "../../etc/passwd",
        "/etc/localtime",
        "Europe",
        "Europe/Rome\0",
        "a" * 5000,
        "é",
    ],
)
def test_what_is_no_time_zone_counts_as_utc(name):
    assert dates.zone(name).key == "UTC"
