"""Every read of the daily game and the boards."""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass
from datetime import UTC, timedelta
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, TypeVar

from django.conf import settings
from django.core.cache import cache
from django.db.models import Model, Q, Sum

import games.selectors
from games.engine.deals import parse_seed
from games.engine.game import deal_hand
from games.engine.rules import rule_set
from leaderboards import dates
from leaderboards.models import (
    Attempt,
    DailyDeal,
    FieldHand,
    Heartbeat,
    Profile,
    Result,
    Tally,
    Total,
)
from leaderboards.standings import ALL_TIME, EPOCH, Line, Sums, sums

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from datetime import date, datetime

    from django.db.models import QuerySet

    from games.engine.hand import Hand

Entry = TypeVar("Entry", bound=Model)

#: The kind of a game that is played as a daily.
DAILY = "daily"
PAGE = 50
#: The cache's key for what names all kept pages of boards; renewed by a moderator's act.
BOARDS_GENERATION = "boards-generation"


class NoSuchDay(Exception):
    """There is no daily game of that date: it has not begun anywhere, or the site was not there."""


class NoSuchProfile(Exception):
    """Nobody has that tag."""


def day_board(day: date) -> str:
    """The name under which a day's results are tallied."""
    return day.isoformat()


def total_board(field: str, days: int) -> str:
    """The name under which a field of the totals is tallied."""
    return f"{field}-{days}"


# --- Who and which day ---------------------------------------------------------------------------


def profile_of(player_key: str | None) -> Profile | None:
    """The profile of the player with this key, if they have played a daily."""
    return (
        Profile.objects.filter(player__key=player_key).first() if player_key else None
    )


def profile_by_tag(tag: str) -> Profile:
    """Raises NoSuchProfile; also for somebody banned."""
    profile = Profile.objects.filter(tag=tag.upper(), is_banned=False).first()
    if profile is None:
        raise NoSuchProfile(tag)
    return profile


def deal_of(day: date, now: datetime) -> DailyDeal:
    """The deal of a date that has begun somewhere.

    Raises:
        NoSuchDay
    """
    deal = DailyDeal.objects.filter(date=day).first()
    if deal is None or dates.opens_at(day) > now:
        raise NoSuchDay(day)
    return deal


def first_attempt(profile: Profile | None, day: date) -> Attempt | None:
    """The attempt that counts, with its game."""
    if profile is None:
        return None
    return (
        Attempt.objects.select_related("game")
        .filter(profile=profile, deal=day)
        .exclude(state=Attempt.State.PRACTICE)
        .first()
    )


def may_see_field(profile: Profile | None, day: date, now: datetime) -> bool:
    """Whether a person may see how others did: once their own game is over, or the day is."""
    if not dates.is_open(day, now):
        return True
    attempt = first_attempt(profile, day)
    return attempt is not None and bool(attempt.game.winner)


def calendar(
    profile: Profile | None, first: date, last: date, now: datetime
) -> dict[date, Attempt | None]:
    """The dates from first to last that have a game, each with the person's own first attempt."""
    days = DailyDeal.objects.filter(
        date__gte=first, date__lte=min(last, dates.newest_open(now))
    )
    found: dict[date, Attempt | None] = dict.fromkeys(
        days.order_by("date").values_list("date", flat=True)
    )
    if profile is not None and found:
        own = (
            Attempt.objects.select_related("game", "result")
            .filter(profile=profile, deal__gte=first, deal__lte=last)
            .exclude(state=Attempt.State.PRACTICE)
        )
        found.update({attempt.deal_id: attempt for attempt in own})
    return found


def has_earlier_deal(day: date) -> bool:
    return DailyDeal.objects.filter(date__lt=day).exists()


def attempt_at(game_id: str, player_key: str | None) -> Attempt:
    """The attempt that this game of this player is.

    Raises:
        GameNotFound: as for any game of somebody else.
    """
    attempt = (
        Attempt.objects.select_related("game", "deal", "profile", "result")
        .filter(game=game_id, game__player__key=player_key)
        .first()
        if player_key
        else None
    )
    if attempt is None:
        raise games.selectors.GameNotFound(game_id)
    return attempt


def record(*, game_id: str, player_key: str | None, now: datetime) -> dict[str, Any]:
    """The record of a finished daily, once its date has ended everywhere: it holds the seed.

    Raises:
        GameNotFound, GameNotFinished: as for any game.
        SeedInPlay: while the date is current anywhere.
    """
    attempt = attempt_at(game_id, player_key)
    if now < dates.closes_at(attempt.deal_id):
        raise games.selectors.SeedInPlay(game_id)
    return games.selectors.game_record(
        game_id=game_id, player_key=player_key, kind=DAILY
    )


def days_without_par(now: datetime) -> list[date]:
    """The open dates whose game no computer player has played from the person's seat."""
    open_days = DailyDeal.objects.filter(
        date__gte=dates.oldest_open(now), date__lte=dates.newest_open(now)
    )
    return list(
        open_days.filter(par__isnull=True)
        .order_by("date")
        .values_list("date", flat=True)
    )


def days_ahead(now: datetime) -> int:
    """How many days after today (in UTC) are made without a gap."""
    today = now.astimezone(UTC).date()
    made = DailyDeal.objects.filter(date__gt=today).order_by("date")
    ahead = 0
    for day in made.values_list("date", flat=True):
        if day != today + (ahead + 1) * dates.DAY:
            break
        ahead += 1
    return ahead


def heartbeats() -> dict[str, datetime]:
    """When each chore was last done."""
    return dict(Heartbeat.objects.values_list("name", "at"))


# --- Results and ranks ---------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Place:
    """Where a value stands on a board.

    Attributes:
        better, equal, worse: how many players; `equal` counts the player too.
    """

    better: int
    equal: int
    worse: int

    @property
    def rank(self) -> int:
        return self.better + 1

    @property
    def of(self) -> int:
        return self.better + self.equal + self.worse


def place(board: str, value: int) -> Place:
    """Where a value stands on a board."""
    tally = Tally.objects.filter(board=board).aggregate(
        better=Sum("count", filter=Q(value__gt=value), default=0),
        equal=Sum("count", filter=Q(value=value), default=0),
        worse=Sum("count", filter=Q(value__lt=value), default=0),
    )
    return Place(**tally)


def result_of(profile: Profile | None, day: date) -> Result | None:
    if profile is None:
        return None
    return Result.objects.filter(profile=profile, deal=day).first()


def total_of(profile: Profile | None, days: int) -> Total | None:
    if profile is None:
        return None
    return Total.objects.filter(profile=profile, days=days).first()


#: What a line of totals is made of, as columns of the results.
LINE = ("deal", "won", "margin", "score_ns", "deal__rules", "finished_at")


def line_of(row: tuple[Any, ...]) -> Line:
    """What totals need of these columns of a result."""
    day, won, margin, score, rules, at = row
    return Line(day, won, margin, min(score, rule_set(rules).target), at)


def lines_of(profile_id: int, hidden: Sequence[date] = ()) -> list[Line]:
    """The results of a player that count, by date, but for those of some dates."""
    results = Result.objects.filter(profile_id=profile_id, is_visible=True)
    rows = results.exclude(deal__in=hidden).order_by("deal").values_list(*LINE)
    return [line_of(row) for row in rows]


def sums_seen(
    profile: Profile, hidden: Sequence[date], now: datetime
) -> tuple[Total | Sums | None, bool]:
    """A player's totals of all time without some dates, and whether there is a result to leave out.

    The totals that are kept count every date, also one that the reader may not see yet: from them and the
    results that are shown its result could be told.
    """
    sealed = Result.objects.filter(profile=profile, is_visible=True, deal__in=hidden)
    if not hidden or not sealed.exists():
        return total_of(profile, ALL_TIME), False
    return sums(lines_of(profile.pk, hidden), ALL_TIME, now), True


@dataclass(frozen=True, slots=True)
class Row(Generic[Entry]):
    """A line of a board. Equal values share a rank: so many players, this one too, are `equal`."""

    rank: int
    equal: int
    entry: Entry


class Start(NamedTuple):
    """Where a page of a board begins: the value of its first line, when that was reached, and whose it is.

    As text, in addresses, the time is in microseconds since 1970.
    """

    value: int
    at: datetime
    pk: int

    def __str__(self) -> str:
        return f"{self.value}.{(self.at - EPOCH) // _MICROSECOND}.{self.pk}"

    @classmethod
    def parse(cls, text: str) -> Start | None:
        """None for anything that is no place on a board."""
        match = _START.fullmatch(text)
        if match is None:
            return None
        value, at, pk = map(int, match.groups())
        return cls(value, EPOCH + at * _MICROSECOND, pk)


_MICROSECOND = timedelta(microseconds=1)
_START = re.compile(r"(-?[0-9]{1,9})\.([0-9]{1,17})\.([0-9]{1,18})", re.ASCII)


@dataclass(frozen=True, slots=True)
class Board(Generic[Entry]):
    """A page of a board. `next_from` is where the next page begins, None at the end."""

    rows: Sequence[Row[Entry]]
    next_from: Start | None


def day_page(day: date, start: Start | None = None, size: int = PAGE) -> Board[Result]:
    """A page of a day's board.

    Args:
        start: the first line's; the top of the board otherwise.
    """
    board = day_board(day)

    def read() -> Board[Result]:
        results = Result.objects.filter(deal=day, is_visible=True)
        order = ("key", "finished_at", "id")
        found = _from(results.select_related("profile"), order, start, size + 1)
        return _board(
            board, [(start_at_result(result), result) for result in found], size
        )

    return _kept(f"{board}:{start}:{size}", read)


def start_at_result(result: Result) -> Start:
    """Where a result stands on the board of its day."""
    return Start(result.key, result.finished_at, result.pk)


def totals_page(
    field: str, days: int, start: Start | None = None, size: int = PAGE
) -> Board[Total]:
    """A page of an all-time board, or one over a window of days.

    Args:
        field: of Total, by which it is ordered.
        start: the first line's; the top of the board otherwise.
    """
    board = total_board(field, days)

    def read() -> Board[Total]:
        totals = Total.objects.filter(days=days).select_related("profile")
        if field == "average":
            totals = totals.filter(average__isnull=False)
        elif field == "streak":
            totals = totals.filter(streak__gt=0)
        order = (field, f"{field}_at", "profile_id")
        found = _from(totals, order, start, size + 1)
        return _board(
            board, [(start_at_total(total, field), total) for total in found], size
        )

    return _kept(f"{board}:{start}:{size}", read)


def start_at_total(total: Total, field: str) -> Start:
    """Where a player's total stands on the board of a field."""
    return Start(getattr(total, field), getattr(total, f"{field}_at"), total.profile_id)


def _kept(page: str, read: Callable[[], Board[Entry]]) -> Board[Entry]:
    """A page as it was read a few seconds ago, or now. Data is kept, never an answer to somebody."""
    if not settings.BOARD_CACHE_SECONDS:
        return read()
    # Looked up before the page is read: what was read before a moderator's act is never found after it.
    key = re.sub(r"\s", "", f"board:{cache.get(BOARDS_GENERATION, '')}:{page}")
    board: Board[Entry] | None = cache.get(key)
    if board is None:
        board = read()
        cache.set(key, board, settings.BOARD_CACHE_SECONDS)
    return board


def _from(
    entries: QuerySet[Entry],
    order: tuple[str, str, str],
    start: Start | None,
    limit: int,
) -> list[Entry]:
    """The first so many from a place on: the highest values, of equal ones the earliest.

    Two short reads, since no index knows "less, or equal and later".

    Args:
        order: the fields of the value, of when it was reached, and of what decides in the end.
    """
    value, at, pk = order
    ordered = entries.order_by(f"-{value}", at, pk)
    if start is None:
        return list(ordered[:limit])
    # The index is entered by the time alone; what the rest leaves out of it was reached in the same moment.
    equal = entries.filter(**{value: start.value, f"{at}__gte": start.at}).exclude(
        **{at: start.at, f"{pk}__lt": start.pk}
    )
    found = list(equal.order_by(at, pk)[:limit])
    if len(found) < limit:
        found += ordered.filter(**{f"{value}__lt": start.value})[: limit - len(found)]
    return found


def _board(board: str, lines: Sequence[tuple[Start, Entry]], size: int) -> Board[Entry]:
    """Give each line its rank, counted from the tally."""
    shown, following = lines[:size], lines[size:]
    ranks: dict[int, int] = {}
    counts: dict[int, int] = {}
    if shown:
        values = [start.value for start, _ in shown]
        rank = place(board, values[0]).rank
        counts = dict(
            Tally.objects.filter(board=board, value__in=set(values)).values_list(
                "value", "count"
            )
        )
        for value in values:
            if value not in ranks:
                ranks[value] = rank
                rank += counts.get(value, 0)
    return Board(
        rows=[
            Row(ranks[start.value], counts.get(start.value, 0), entry)
            for start, entry in shown
        ],
        next_from=following[0][0] if following else None,
    )


def is_listed(field: str, value: int | None) -> bool:
    """Whether a value stands on its board: not the average of too few dailies, nor a broken streak."""
    return value is not None and not (field == "streak" and value == 0)


def sealed_dates(reader: Profile | None, now: datetime) -> list[date]:
    """The open dates whose results the reader may not see, since their own game is not over."""
    first, last = dates.oldest_open(now), dates.newest_open(now)
    open_dates = [first + i * dates.DAY for i in range((last - first).days + 1)]
    return [day for day in open_dates if not may_see_field(reader, day, now)]


def history(
    profile: Profile,
    before: date | None,
    hidden: Sequence[date],
    size: int = 30,
    *,
    with_invisible: bool = False,
) -> tuple[list[Result], bool]:
    """A player's results, the latest first, and whether there are more.

    Args:
        before: results of earlier dates only.
        hidden: dates that the reader may not see yet.
        with_invisible: those that moderators hide too, for the player alone.
    """
    results = Result.objects.filter(profile=profile).exclude(deal__in=hidden)
    if not with_invisible:
        results = results.filter(is_visible=True)
    if before is not None:
        results = results.filter(deal__lt=before)
    found = list(results.order_by("-deal")[: size + 1])
    return found[:size], len(found) > size


# --- The field, hand by hand ---------------------------------------------------------------------


def field(day: date) -> dict[int, list[FieldHand]]:
    """What the ranked players did at each hand, the most frequent contract first."""
    lines: dict[int, list[FieldHand]] = {}
    for line in FieldHand.objects.filter(deal=day, count__gt=0).order_by(
        "number", "-count", "contract"
    ):
        lines.setdefault(line.number, []).append(line)
    return lines


def hands(attempt: Attempt) -> list[Hand]:
    """The finished hands of an attempt."""
    return games.selectors.finished_hands(attempt.game)


# --- Fairness --------------------------------------------------------------------------------------


def published(
    now: datetime, closed: int = 14
) -> tuple[list[DailyDeal], list[DailyDeal]]:
    """The deals whose fingerprints alone are public, and the latest whose seeds are public too."""
    oldest = dates.oldest_open(now)
    return (
        list(DailyDeal.objects.filter(date__gte=oldest).order_by("date")),
        list(DailyDeal.objects.filter(date__lt=oldest).order_by("-date")[:closed]),
    )


@dataclass(frozen=True, slots=True)
class Verification:
    """What comes of comparing a closed date's seed with its fingerprint, and with the games played.

    Attributes:
        computed: the SHA-256 of the seed, to be the same as `deal.seed_sha256`.
        games: how many were begun; others: how many of them from another seed.
        hands: what the seed deals, from the first hand on.
    """

    deal: DailyDeal
    computed: str
    games: int
    others: int
    hands: tuple[Hand, ...]

    @property
    def is_promised(self) -> bool:
        return self.computed == self.deal.seed_sha256


def verification(day: date, now: datetime, hands: int = 3) -> Verification:
    """Check a date's seed.

    Raises:
        NoSuchDay: no game of that date.
        SeedInPlay: the date has not ended everywhere.
    """
    deal = deal_of(day, now)
    if now < dates.closes_at(day):
        raise games.selectors.SeedInPlay(day)
    seed = parse_seed(deal.seed)
    begun = Attempt.objects.filter(deal=day)
    return Verification(
        deal=deal,
        computed=hashlib.sha256(seed).hexdigest(),
        games=begun.count(),
        others=begun.exclude(game__seed=deal.seed).count(),
        hands=tuple(
            deal_hand(rule_set(deal.rules), seed, number)
            for number in range(1, hands + 1)
        ),
    )
