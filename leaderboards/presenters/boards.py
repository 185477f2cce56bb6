"""Boards of a day, over time, and a player's own page."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from leaderboards import names
from leaderboards.presenters.days import day_url
from leaderboards.selectors import start_at_result, start_at_total
from leaderboards.standings import ALL_TIME, AVERAGE_NEEDS, WINDOWS

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import date

    from leaderboards.models import Profile, Result, Total
    from leaderboards.selectors import Board, Place
    from leaderboards.standings import Sums

#: As addresses write the fields and windows of boards.
SLUGS = {
    "wins": "won",
    "margin": "average",
    "streak": "streak",
    "best-streak": "best_streak",
    "points": "points",
}
SLUG_OF = {field: slug for slug, field in SLUGS.items()}
WINDOW_SLUGS = {"all": ALL_TIME, "30": 30, "7": 7}
WINDOW_SLUG_OF = {days: slug for slug, days in WINDOW_SLUGS.items()}

MEDALS = {1: "gold", 2: "silver", 3: "bronze"}
#: What more players share than this is no distinction: a rank then stands without its medal.
MOST_MEDALS = 3


@dataclass(frozen=True, slots=True)
class Link:
    text: str
    url: str
    is_current: bool = False


@dataclass(frozen=True, slots=True)
class BoardRow:
    """A line of a board. `medal` is "gold", "silver", "bronze", or empty."""

    rank: int
    medal: str
    name: str
    url: str
    value: str
    detail: str
    is_own: bool
    report_url: str


@dataclass(frozen=True, slots=True)
class BoardPage:
    """A page of a board. `own` is the reader's line, with a link to where it stands.

    `empty_text` says why a board without rows has none.
    """

    title: str
    caption: str
    value_title: str
    detail_title: str
    note: str
    empty_text: str
    rows: tuple[BoardRow, ...]
    next_url: str
    first_url: str
    own: BoardRow | None
    own_url: str
    sealed_url: str
    boards: tuple[Link, ...]
    windows: tuple[Link, ...]


@dataclass(frozen=True, slots=True)
class HistoryRow:
    date_text: str
    url: str
    outcome_text: str
    margin: str
    is_hidden: bool


@dataclass(frozen=True, slots=True)
class PlayerPage:
    name: str
    is_own: bool
    report_url: str
    figures: tuple[tuple[str, str], ...]
    note: str
    history: tuple[HistoryRow, ...]
    older_url: str


def player_url(profile: Profile) -> str:
    return reverse("player", args=[profile.tag.lower()])


def report_url(profile: Profile, reader: Profile | None) -> str:
    """Where the player's name can be reported; empty for a generated one, and for the reader's own."""
    if not profile.shown_name or (reader is not None and reader.pk == profile.pk):
        return ""
    return reverse("name_report", args=[profile.tag.lower()])


def _medal(rank: int, equal: int) -> str:
    return MEDALS.get(rank, "") if equal <= MOST_MEDALS else ""


def _day_row(result: Result, rank: int, equal: int, own: Profile | None) -> BoardRow:
    return BoardRow(
        rank=rank,
        medal=_medal(rank, equal),
        name=names.player_name(result.profile),
        url=player_url(result.profile),
        value=names.outcome_text(result),
        detail=names.signed(result.margin),
        is_own=own is not None and result.profile_id == own.pk,
        report_url=report_url(result.profile, own),
    )


def present_day_board(
    day: date,
    board: Board[Result] | None,
    profile: Profile | None,
    own: Result | None,
    own_place: Place | None,
) -> BoardPage:
    """A day's board; without one it is sealed until the person has finished."""
    url = reverse("daily_board", args=[day])
    return BoardPage(
        title=_("Daily game of %(date)s") % {"date": names.day_text(day)},
        caption=_("Results of %(date)s") % {"date": names.day_text(day)},
        value_title=_("Result"),
        detail_title=_("Margin"),
        note=_(
            "Won before lost, then the margin, then fewer hands. Equal results share a rank; time does not count."
        ),
        empty_text=_empty_text(),
        rows=tuple(
            _day_row(row.entry, row.rank, row.equal, profile) for row in board.rows
        )
        if board
        else (),
        next_url=f"{url}?from={board.next_from}" if board and board.next_from else "",
        first_url=url,
        own=_day_row(own, own_place.rank, own_place.equal, profile)
        if own and own_place
        else None,
        own_url=f"{url}?from={start_at_result(own)}" if own else "",
        sealed_url="" if board else day_url(day),
        boards=(),
        windows=(),
    )


def board_url(field: str, days: int) -> str:
    return reverse("board", args=[SLUG_OF[field], WINDOW_SLUG_OF[days]])


def _total_row(
    total: Total, field: str, rank: int, equal: int, own: Profile | None
) -> BoardRow:
    return BoardRow(
        rank=rank,
        medal=_medal(rank, equal),
        name=names.player_name(total.profile),
        url=player_url(total.profile),
        value=names.board_value(field, getattr(total, field)),
        detail=names.amount_text(total.played),
        is_own=own is not None and total.profile_id == own.pk,
        report_url=report_url(total.profile, own),
    )


def present_totals_board(
    field: str,
    days: int,
    board: Board[Total],
    profile: Profile | None,
    own: Total | None,
    own_place: Place | None,
) -> BoardPage:
    url = board_url(field, days)
    return BoardPage(
        title=_("Leaderboards"),
        caption=_("%(board)s, %(window)s")
        % {"board": names.BOARDS[field], "window": names.window_text(days)},
        value_title=str(names.BOARDS[field]),
        detail_title=_("Dailies played"),
        note=_board_note(field, days),
        empty_text=_empty_text(AVERAGE_NEEDS[days] if field == "average" else 0),
        rows=tuple(
            _total_row(row.entry, field, row.rank, row.equal, profile)
            for row in board.rows
        ),
        next_url=f"{url}?from={board.next_from}" if board.next_from else "",
        first_url=url,
        own=_total_row(own, field, own_place.rank, own_place.equal, profile)
        if own and own_place
        else None,
        own_url=f"{url}?from={start_at_total(own, field)}" if own and own_place else "",
        sealed_url="",
        boards=tuple(
            Link(str(text), board_url(name, days), name == field)
            for name, text in names.BOARDS.items()
        ),
        windows=tuple(
            Link(names.window_text(window), board_url(field, window), window == days)
            for window in WINDOWS
        ),
    )


def _board_note(field: str, days: int) -> str:
    match field:
        case "average":
            needed = AVERAGE_NEEDS[days]
            return ngettext(
                "The mean margin of players with at least %(number)d ranked daily.",
                "The mean margin of players with at least %(number)d ranked dailies.",
                needed,
            ) % {"number": needed}
        case "streak":
            return _("Dates in a row with a ranked daily, up to now.")
        case "best_streak":
            return _("The most dates in a row with a ranked daily.")
        case "points":
            return _("The points of your side in ranked dailies, up to 52 in each.")
    return _("Ranked dailies that were won.")


def _empty_text(needed: int = 0) -> str:
    """Why nobody stands on a board.

    Args:
        needed: the ranked dailies without which nobody does.
    """
    if needed:
        return ngettext(
            "Nobody has %(number)d ranked daily in this period yet.",
            "Nobody has %(number)d ranked dailies in this period yet.",
            needed,
        ) % {"number": needed}
    return " ".join(
        [
            _("Nobody stands here yet."),
            _("Finish a daily game, and the first line is yours."),
        ]
    )


def present_player(
    profile: Profile,
    total: Total | Sums | None,
    is_partial: bool,
    results: Sequence[Result],
    more: bool,
    is_own: bool,
) -> PlayerPage:
    """A player's page.

    Args:
        is_partial: the totals leave out what the reader may not see yet.
    """
    figures = []
    if total is not None:
        figures.append(
            (
                _("Dailies played"),
                names.amount_text(total.played),
            )
        )
        figures += [
            (str(text), names.board_value(field, getattr(total, field)))
            for field, text in names.BOARDS.items()
            if getattr(total, field) is not None
        ]
    url = player_url(profile)
    return PlayerPage(
        name=names.player_name(profile),
        is_own=is_own,
        report_url="" if is_own else report_url(profile, None),
        figures=tuple(figures),
        note=_(
            "Dailies that you can still play yourself are left out here until you have finished yours."
        )
        if is_partial
        else "",
        history=tuple(
            HistoryRow(
                date_text=names.day_text(result.deal_id),
                url=reverse("daily_board", args=[result.deal_id]),
                outcome_text=names.outcome_text(result),
                margin=names.signed(result.margin),
                is_hidden=not result.is_visible,
            )
            for result in results
        ),
        older_url=f"{url}?before={results[-1].deal_id}" if more and results else "",
    )
