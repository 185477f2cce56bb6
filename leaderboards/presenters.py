"""From results and boards to the objects that the pages read."""

from __future__ import annotations

import calendar as months
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django.urls import reverse
from django.utils import formats
from django.utils.dates import WEEKDAYS, WEEKDAYS_ABBR
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games import names as game_names
from games.engine import scoring
from games.engine.game import deal_hand
from games.engine.rules import DOUBLE_DECK_52
from games.engine.seats import SEATS, Side
from games.selectors import PERSON
from leaderboards import dates, names
from leaderboards.models import Attempt
from leaderboards.standings import ALL_TIME, AVERAGE_NEEDS, WINDOWS

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from datetime import date, datetime
    from zoneinfo import ZoneInfo

    from games.engine.hand import Hand
    from leaderboards.models import DailyDeal, FieldHand, Profile, Result, Total
    from leaderboards.selectors import Board, Place, Verification

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
#: Contracts of the field that a hand's line names.
MOST_CONTRACTS = 3


@dataclass(frozen=True, slots=True)
class Link:
    text: str
    url: str
    is_current: bool = False


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
    """Where a result stands. `better_than` is a share of the other players in whole percent."""

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
    next_at: datetime
    fingerprint: str


@dataclass(frozen=True, slots=True)
class HandLine:
    """A hand as the person, the field and the computer player in the person's seat came out of it."""

    number: int
    own: str
    own_points: str
    field: tuple[tuple[str, str], ...]
    field_points: str
    par: str
    par_points: str


@dataclass(frozen=True, slots=True)
class ResultPage:
    title: str
    outcome_text: str
    won: bool
    standing: Standing | None
    unranked_text: str
    streak_text: str
    par_text: str
    lines: tuple[HandLine, ...]
    has_par: bool
    share_text: str
    day_url: str
    board_url: str
    record_url: str


@dataclass(frozen=True, slots=True)
class BoardRow:
    rank: int
    name: str
    url: str
    value: str
    detail: str
    is_own: bool
    report_url: str


@dataclass(frozen=True, slots=True)
class BoardPage:
    """A page of a board. `own` is the reader's line, with a link to where it stands."""

    title: str
    caption: str
    value_title: str
    detail_title: str
    note: str
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
    history: tuple[HistoryRow, ...]
    older_url: str


# --- Days ----------------------------------------------------------------------------------------


def day_url(day: date) -> str:
    return reverse("daily_day", args=[day])


def present_day(
    deal: DailyDeal,
    attempt: Attempt | None,
    result: Result | None,
    place: Place | None,
    now: datetime,
    zone: ZoneInfo,
) -> Day:
    own_day = dates.own_date(now, zone)
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
        standing=_standing(place) if place else None,
        unranked_text=_unranked(attempt, result) if attempt and finished else "",
        next_at=dates.next_date_at(now, zone),
        fingerprint=deal.seed_sha256,
    )


def _standing(place: Place) -> Standing:
    rank = ngettext(
        "Rank %(rank)s of %(players)s player",
        "Rank %(rank)s of %(players)s players",
        place.of,
    ) % {
        "rank": formats.number_format(place.rank, force_grouping=True),
        "players": formats.number_format(place.of, force_grouping=True),
    }
    others = place.of - 1
    if others < 1:
        return Standing(rank, "")
    percent = 100 * place.worse // others
    return Standing(
        rank,
        _("Better than %(percent)d%% of the others") % {"percent": percent},
    )


def _unranked(attempt: Attempt, result: Result | None) -> str:
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
        address: of the page that the calendar stands on, without a query.
    """
    first_weekday = (formats.get_format("FIRST_DAY_OF_WEEK") - 1) % 7
    weeks = months.Calendar(first_weekday).monthdatescalendar(year, month)
    first = weeks[0][6].replace(day=1)
    return Calendar(
        title=formats.date_format(first, "YEAR_MONTH_FORMAT"),
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
        before_url=f"{address}?month={(first - dates.DAY):%Y-%m}" if earlier else "",
        after_url=f"{address}?month={(weeks[-1][0] + 7 * dates.DAY):%Y-%m}"
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
        mark, said = "free", _("not played")
    elif not attempt.game.winner:
        mark, said = "open", _("begun")
    elif attempt.game.winner == PERSON.side.name:
        mark, said = "won", _("won")
    else:
        mark, said = "lost", _("lost")
    return CalendarDay(
        number=day.day,
        url=day_url(day) if day in played else "",
        mark=mark,
        label=_("%(date)s: %(state)s") % {"date": names.day_text(day), "state": said}
        if said
        else names.day_text(day),
        is_today=day == today,
    )


# --- A result ------------------------------------------------------------------------------------


def present_result(
    attempt: Attempt,
    result: Result | None,
    place: Place | None,
    total: Total | None,
    hands: Sequence[Hand],
    field: Mapping[int, Sequence[FieldHand]],
    site_url: str,
    now: datetime,
) -> ResultPage:
    deal, game = attempt.deal, attempt.game
    par = deal.par
    streak = total.streak if total and result else 0
    won = game.winner == PERSON.side.name
    score = (game.score_ns, game.score_ew)
    shared = ""
    if result is not None:
        shared = names.share_text(
            result, [sign(hand) for hand in hands], streak, site_url
        )
    return ResultPage(
        title=_("Daily game of %(date)s") % {"date": names.day_text(deal.date)},
        outcome_text=_outcome_text(won, score, len(hands)),
        won=won,
        standing=_standing(place) if place else None,
        unranked_text=_unranked(attempt, result),
        streak_text=ngettext(
            "Streak: %(number)d day", "Streak: %(number)d days", streak
        )
        % {"number": streak}
        if streak
        else "",
        par_text=_par_text(par) if par else "",
        lines=tuple(
            _hand_line(number, hand, field.get(number, ()), par)
            for number, hand in enumerate(hands, start=1)
        ),
        has_par=par is not None,
        share_text=shared,
        day_url=day_url(deal.date),
        board_url=reverse("daily_board", args=[deal.date]),
        record_url=reverse("daily_game_record", args=[game.pk])
        if now >= dates.closes_at(deal.date)
        else "",
    )


def _outcome_text(won: bool, score: scoring.Pair, hands: int) -> str:
    text = (
        _("You won %(score)s in %(hands)s.")
        if won
        else _("You lost %(score)s in %(hands)s.")
    )
    return text % {
        "score": game_names.score_text(score),
        "hands": names.hands_text(hands),
    }


def _par_text(par: Mapping[str, Any]) -> str:
    text = (
        _("The computer in your seat won %(score)s in %(hands)s.")
        if par["won"]
        else _("The computer in your seat lost %(score)s in %(hands)s.")
    )
    return text % {
        "score": game_names.score_text(tuple(par["score"])),
        "hands": names.hands_text(len(par["hands"])),
    }


def sign(hand: Hand) -> tuple[str, bool]:
    """Whose contract a hand was, and whether it was made."""
    if hand.contract is None:
        return "nobody", False
    whose = "us" if hand.contract.by.side is PERSON.side else "them"
    return whose, scoring.is_made(hand.contract, hand.tricks_won)


def _hand_line(
    number: int, hand: Hand, field: Sequence[FieldHand], par: Mapping[str, Any] | None
) -> HandLine:
    players = sum(line.count for line in field)
    at_par = par["hands"][number - 1] if par and number <= len(par["hands"]) else None
    return HandLine(
        number=number,
        own=_contract_with_outcome(hand),
        own_points=_points(hand.points),
        field=tuple(
            (names.contract_text(line.contract), _share(line.count, players))
            for line in field[:MOST_CONTRACTS]
        ),
        field_points=names.signed(
            sum(line.points_ns - line.points_ew for line in field) / players, 1
        )
        if players
        else "",
        par=names.contract_text(at_par["contract"]) if at_par else "",
        par_points=_points(tuple(at_par["points"])) if at_par else "",
    )


def _contract_with_outcome(hand: Hand) -> str:
    contract = hand.contract
    if contract is None:
        return names.contract_text("")
    text = (
        _("%(contract)s, made")
        if scoring.is_made(contract, hand.tricks_won)
        else _("%(contract)s, set")
    )
    return text % {"contract": game_names.contract_text(contract)}


def _points(points: scoring.Pair) -> str:
    """What a hand brought our side, less what it brought theirs."""
    return names.signed(points[Side.NS] - points[Side.EW])


def _share(count: int, players: int) -> str:
    return _("%(percent)d%%") % {"percent": round(100 * count / players)}


# --- Boards --------------------------------------------------------------------------------------


def player_url(profile: Profile) -> str:
    return reverse("player", args=[profile.tag.lower()])


def report_url(profile: Profile, reader: Profile | None) -> str:
    """Where the player's name can be reported; empty for a generated one, and for the reader's own."""
    if not profile.shown_name or (reader is not None and reader.pk == profile.pk):
        return ""
    return reverse("name_report", args=[profile.tag.lower()])


def start_text(start: tuple[int, int]) -> str:
    """Where a page begins, as addresses write it."""
    return f"{start[0]}.{start[1]}"


def _day_row(result: Result, rank: int, own: Profile | None) -> BoardRow:
    return BoardRow(
        rank=rank,
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
        rows=tuple(_day_row(row.entry, row.rank, profile) for row in board.rows)
        if board
        else (),
        next_url=f"{url}?from={start_text(board.next_from)}"
        if board and board.next_from
        else "",
        first_url=url,
        own=_day_row(own, own_place.rank, profile) if own and own_place else None,
        own_url=f"{url}?from={start_text((own.key, own.pk))}" if own else "",
        sealed_url="" if board else day_url(day),
        boards=(),
        windows=(),
    )


def board_url(field: str, days: int) -> str:
    return reverse("board", args=[SLUG_OF[field], WINDOW_SLUG_OF[days]])


def _total_row(total: Total, field: str, rank: int, own: Profile | None) -> BoardRow:
    return BoardRow(
        rank=rank,
        name=names.player_name(total.profile),
        url=player_url(total.profile),
        value=names.board_value(field, getattr(total, field)),
        detail=formats.number_format(total.played, force_grouping=True),
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
        rows=tuple(
            _total_row(row.entry, field, row.rank, profile) for row in board.rows
        ),
        next_url=f"{url}?from={start_text(board.next_from)}" if board.next_from else "",
        first_url=url,
        own=_total_row(own, field, own_place.rank, profile)
        if own and own_place
        else None,
        own_url=f"{url}?from={start_text((getattr(own, field), own.profile_id))}"
        if own and own_place
        else "",
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


# --- Players -------------------------------------------------------------------------------------


def present_player(
    profile: Profile,
    total: Total | None,
    results: Sequence[Result],
    more: bool,
    is_own: bool,
) -> PlayerPage:
    figures = []
    if total is not None:
        figures.append(
            (
                _("Dailies played"),
                formats.number_format(total.played, force_grouping=True),
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


# --- Fairness ------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class DealtHand:
    """A dealt hand of the four seats, in notation: that is what one compares."""

    title: str
    dealer: str
    holdings: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Fingerprint:
    date_text: str
    url: str
    fingerprint: str
    seed: str


@dataclass(frozen=True, slots=True)
class FairnessPage:
    """`example` is what a known seed deals, for whoever writes the algorithm anew."""

    to_come: tuple[Fingerprint, ...]
    closed: tuple[Fingerprint, ...]
    example_seed: str
    example: tuple[DealtHand, ...]


@dataclass(frozen=True, slots=True)
class VerificationPage:
    """A date's check; `seed` is empty while the date is open."""

    date_text: str
    fingerprint: str
    seed: str
    computed: str
    is_promised: bool
    games_text: str
    hands: tuple[DealtHand, ...]


EXAMPLE_SEED = bytes(range(32))


def present_fairness(
    to_come: Sequence[DailyDeal], closed: Sequence[DailyDeal]
) -> FairnessPage:
    return FairnessPage(
        to_come=tuple(_fingerprint(deal, seed="") for deal in to_come),
        closed=tuple(_fingerprint(deal, deal.seed) for deal in closed),
        example_seed=EXAMPLE_SEED.hex(),
        example=tuple(
            dealt_hand(number, deal_hand(DOUBLE_DECK_52, EXAMPLE_SEED, number))
            for number in (1, 2)
        ),
    )


def _fingerprint(deal: DailyDeal, seed: str) -> Fingerprint:
    return Fingerprint(
        date_text=names.day_text(deal.date),
        url=reverse("fairness_day", args=[deal.date]),
        fingerprint=deal.seed_sha256,
        seed=seed,
    )


def dealt_hand(number: int, hand: Hand) -> DealtHand:
    return DealtHand(
        title=_("Hand %(number)d") % {"number": number},
        dealer=_("Dealer: %(seat)s") % {"seat": game_names.SEATS[hand.dealer]},
        holdings=tuple(
            (
                str(game_names.SEATS[seat]),
                " ".join(card.text for card in hand.deal[seat]),
            )
            for seat in SEATS
        ),
    )


def present_sealed(deal: DailyDeal) -> VerificationPage:
    """A date that is still open: its seed is secret."""
    return VerificationPage(
        names.day_text(deal.date), deal.seed_sha256, "", "", False, "", ()
    )


def present_verification(found: Verification) -> VerificationPage:
    text = ngettext(
        "%(number)d game was begun on this day, %(others)d of them from another seed.",
        "%(number)d games were begun on this day, %(others)d of them from another seed.",
        found.games,
    )
    return VerificationPage(
        date_text=names.day_text(found.deal.date),
        fingerprint=found.deal.seed_sha256,
        seed=found.deal.seed,
        computed=found.computed,
        is_promised=found.is_promised,
        games_text=text % {"number": found.games, "others": found.others},
        hands=tuple(
            dealt_hand(number, hand) for number, hand in enumerate(found.hands, start=1)
        ),
    )
