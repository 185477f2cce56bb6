"""A date's page and the calendar."""

from __future__ import annotations

import calendar as months
from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.urls import reverse
from django.utils import formats
from django.utils.dates import WEEKDAYS, WEEKDAYS_ABBR
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from games import names as game_names
from games.selectors import PERSON
from leaderboards import dates, names
from leaderboards.models import Attempt

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import date, datetime

    from leaderboards.models import DailyDeal, Result
    from leaderboards.selectors import Place

#: Of fewer players "better than 100% of the others" says no more than the rank.
ENOUGH_TO_COMPARE = 10


@dataclass(frozen=True, slots=True)
class CalendarDay:
    """A day of the calendar. `mark` is "won", "lost", "open" (begun), "free" (to be played) or "none"."""

    number: int
    url: str
    mark: str
    label: str
    is_today: bool


@dataclass(frozen=True, slots=True)
class Calendar:
    """A month, in weeks that begin with the language's first weekday; None where it has no day."""

    title: str
    weekdays: tuple[tuple[str, str], ...]
    weeks: tuple[tuple[CalendarDay | None, ...], ...]
    before_url: str
    after_url: str


@dataclass(frozen=True, slots=True)
class Standing:
    """Where a result stands, in words; among a few it is not compared."""

    rank_text: str
    better_than_text: str


@dataclass(frozen=True, slots=True)
class Day:
    """A date's page. `state` is "new", "playing", "finished", "archive" or "unplayed" (open, not one's own day)."""

    title: str
    date: date
    is_today: bool
    is_open: bool
    play_url: str
    table_url: str
    result_url: str
    board_url: str
    state: str
    playing_text: str
    outcome_text: str
    standing: Standing | None
    unranked_text: str
    fingerprint: str


def day_url(day: date) -> str:
    return reverse("daily_day", args=[day])


def present_day(
    deal: DailyDeal,
    attempt: Attempt | None,
    result: Result | None,
    place: Place | None,
    now: datetime,
    own_day: date,
) -> Day:
    is_open = dates.is_open(deal.date, now)
    finished = attempt is not None and bool(attempt.game.winner)
    if finished:
        state = "finished"
    elif attempt is not None and (is_open or attempt.state != Attempt.State.PRACTICE):
        state = "playing"
    elif not is_open:
        state = "archive"
    else:
        state = "new" if deal.date == own_day else "unplayed"
    playing = ""
    if attempt is not None and not finished:
        game = attempt.game
        playing = _("Hand %(number)d, score %(score)s") % {
            "number": game.hand_number,
            "score": game_names.score_text((game.score_ns, game.score_ew)),
        }
    return Day(
        title=names.day_text(deal.date),
        date=deal.date,
        is_today=deal.date == own_day,
        is_open=is_open,
        play_url=reverse("daily_play", args=[deal.date]),
        table_url=reverse("daily_game", args=[attempt.pk]) if attempt else "",
        result_url=reverse("daily_game_result", args=[attempt.pk]) if attempt else "",
        board_url=reverse("daily_board", args=[deal.date]),
        state=state,
        playing_text=playing,
        outcome_text=names.outcome_text(result) if result else "",
        standing=present_standing(place) if place else None,
        unranked_text=unranked_text(attempt, result) if attempt and finished else "",
        fingerprint=deal.seed_sha256,
    )


def present_standing(place: Place) -> Standing:
    rank = ngettext(
        "Rank %(rank)s of %(players)s player",
        "Rank %(rank)s of %(players)s players",
        place.of,
    ) % {
        "rank": names.amount_text(place.rank),
        "players": names.amount_text(place.of),
    }
    others = place.of - 1
    if place.of < ENOUGH_TO_COMPARE:
        return Standing(rank, "")
    percent = 100 * place.worse // others
    return Standing(
        rank,
        _("Better than %(percent)d%% of the others") % {"percent": percent},
    )


def unranked_text(attempt: Attempt, result: Result | None) -> str:
    """Why a finished game has no rank; nothing if it has one."""
    if result is not None and result.is_visible:
        return ""
    match attempt.state:
        case Attempt.State.PRACTICE:
            return _("This was practice: only the first attempt of a day is ranked.")
        case Attempt.State.LATE:
            return _(
                "This game was finished after its day had ended everywhere, so it is not ranked."
            )
        case Attempt.State.SEEN:
            return _(
                "This game is not ranked: when it was begun, you had already seen cards of this day in another one."
            )
        case Attempt.State.OPEN:
            return _("Your result is being ranked. Please look again in a moment.")
    return _("This result is not ranked.")


def present_calendar(
    year: int,
    month: int,
    played: Mapping[date, Attempt | None],
    today: date,
    earlier: bool,
    address: str,
) -> Calendar:
    """A month of dailies.

    Args:
        played: the dates that have a game, each with the person's first attempt.
        earlier: whether there are games before this month.
        address: of the page that the calendar stands on, but for the month at its end.
    """
    first_weekday = (formats.get_format("FIRST_DAY_OF_WEEK") - 1) % 7
    weeks = months.Calendar(first_weekday).monthdatescalendar(year, month)
    first = weeks[0][6].replace(day=1)
    return Calendar(
        title=names.month_text(first),
        weekdays=tuple(
            (str(WEEKDAYS_ABBR[i % 7]), str(WEEKDAYS[i % 7]))
            for i in range(first_weekday, first_weekday + 7)
        ),
        weeks=tuple(
            tuple(
                _calendar_day(day, played, today) if day.month == month else None
                for day in week
            )
            for week in weeks
        ),
        before_url=f"{address}{(first - dates.DAY):%Y-%m}" if earlier else "",
        after_url=f"{address}{(weeks[-1][0] + 7 * dates.DAY):%Y-%m}"
        if (year, month) < (today.year, today.month)
        else "",
    )


def _calendar_day(
    day: date, played: Mapping[date, Attempt | None], today: date
) -> CalendarDay:
    attempt = played.get(day)
    if day not in played:
        mark, said = "none", ""
    elif attempt is None:
        mark, said = "free", pgettext("daily game", "not played")
    elif not attempt.game.winner:
        mark, said = "open", pgettext("daily game", "begun")
    elif attempt.game.winner == PERSON.side.name:
        mark, said = "won", pgettext("daily game", "won")
    else:
        mark, said = "lost", pgettext("daily game", "lost")
    return CalendarDay(
        number=day.day,
        url=day_url(day) if day in played else "",
        mark=mark,
        label=_("%(date)s: %(state)s") % {"date": names.day_text(day), "state": said}
        if said
        else names.day_text(day),
        is_today=day == today,
    )
