"""What the boards count: totals of players, tallies of values, the field hand by hand."""

from __future__ import annotations

import secrets
from collections import Counter
from dataclasses import asdict, astuple, fields
from datetime import date
from itertools import groupby
from operator import itemgetter
from typing import TYPE_CHECKING, Any

from django.core.cache import cache
from django.db import connection, transaction
from django.db.models import Count

import games.selectors
from games.engine import scoring
from leaderboards import selectors
from leaderboards.models import (
    Attempt,
    DailyDeal,
    FieldHand,
    Profile,
    Result,
    Tally,
    Total,
)
from leaderboards.selectors import BOARDS_GENERATION, day_board, total_board
from leaderboards.standings import WINDOWS, Sums, sums

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from datetime import datetime

    from django.db.models import QuerySet

    from games.engine.hand import Hand

#: The fields of Total that have a board.
BOARD_FIELDS = ("won", "average", "streak", "best_streak", "points")


Rows = list[tuple[Any, ...]]
#: Rows of one statement: databases have a limit of parameters.
MOST_ROWS = 2_000
#: Changes of counts, by board and value.
Changes = Counter[tuple[str, int]]


def refresh_totals(profile_id: int, now: datetime) -> Changes:
    """Work out a player's totals from their results, and say how the tallies change by it.

    The player must be locked. A player has a result a day at most, so this reads some hundred short rows; in
    return any late, hidden or merged result is right by the same few lines.
    """
    before = {
        total.days: total for total in Total.objects.filter(profile_id=profile_id)
    }
    lines = selectors.lines_of(profile_id)
    changes: Changes = Counter()
    after = {days: sums(lines, days, now) for days in WINDOWS}
    for days, total in after.items():
        if days in before:
            count_values(changes, before[days], days, -1)
        if total is not None:
            count_values(changes, total, days, 1)
    Total.objects.bulk_create(
        [
            Total(profile_id=profile_id, days=days, **asdict(total))
            for days, total in after.items()
            if total is not None
        ],
        update_conflicts=True,
        unique_fields=["profile", "days"],
        update_fields=_SUMS,
    )
    gone = [days for days in before if after[days] is None]
    if gone:
        Total.objects.filter(profile_id=profile_id, days__in=gone).delete()
    return changes


_SUMS = tuple(field.name for field in fields(Sums))


def count_values(changes: Changes, total: Total | Sums, days: int, by: int) -> None:
    for field in BOARD_FIELDS:
        value = getattr(total, field)
        if selectors.is_listed(field, value):
            changes[total_board(field, days), value] += by


def add_to_tally(changes: Changes) -> None:
    rows = [(*place, by) for place, by in sorted(changes.items()) if by]
    _upsert_sums(Tally, ("board", "value"), ("count",), rows)


def add_to_field(day: date, hands: Sequence[Hand], by: int) -> None:
    _add_to_field(
        day,
        {
            (number, contract_of(hand)): tuple(by * sum_ for sum_ in _field_sums(hand))
            for number, hand in enumerate(hands, start=1)
        },
    )


#: A field hand's sums by hand number and contract: players, contracts made, points of either side.
FieldSums = dict[tuple[int, str], tuple[int, ...]]
_FIELD_SUMS = ("count", "made", "points_ns", "points_ew")


def _add_to_field(day: date, changes: FieldSums) -> None:
    rows = [(day, *place, *by) for place, by in sorted(changes.items())]
    _upsert_sums(FieldHand, ("deal_id", "number", "contract"), _FIELD_SUMS, rows)


def _field_sums(hand: Hand) -> tuple[int, ...]:
    contract = hand.contract
    made = contract is not None and scoring.is_made(contract, hand.tricks_won)
    return (1, int(made), *hand.points)


def contract_of(hand: Hand) -> str:
    if hand.contract is None:
        return ""
    by = hand.contract.by
    call = next(str(call) for seat, call in reversed(hand.calls) if seat is by)
    return f"{by.name} {call}"


def _upsert_sums(
    model: type[Tally | FieldHand],
    keys: tuple[str, ...],
    values: tuple[str, ...],
    rows: Sequence[tuple[Any, ...]],
) -> None:
    """Add to sums, or begin them, in one statement; the ORM can only overwrite.

    The rows come sorted, so that two players who finish together take the locks in the same order.
    """
    table = model._meta.db_table
    quote = connection.ops.quote_name
    columns = ", ".join(map(quote, (*keys, *values)))
    line = f"({', '.join(['%s'] * (len(keys) + len(values)))})"
    added = ", ".join(
        f"{quote(value)} = {quote(table)}.{quote(value)} + excluded.{quote(value)}"
        for value in values
    )
    adapt = connection.ops.adapt_datefield_value
    with connection.cursor() as cursor:
        for start in range(0, len(rows), MOST_ROWS):
            some = rows[start : start + MOST_ROWS]
            cursor.execute(
                f"INSERT INTO {quote(table)} ({columns}) VALUES {', '.join([line] * len(some))}"  # noqa: S608 - names of our own tables
                f" ON CONFLICT ({', '.join(map(quote, keys))}) DO UPDATE SET {added}",
                [
                    adapt(value) if isinstance(value, date) else value
                    for row in some
                    for value in row
                ],
            )


def forget_pages() -> None:
    """Let every kept page of a board be read anew, on all machines."""
    cache.set(BOARDS_GENERATION, secrets.token_hex(8), timeout=None)


def locked_attempt(game_id: str) -> Attempt:
    """The attempt, with its player locked: one change at a time to all that is theirs.

    On SQLite the transaction itself is that lock.
    """
    while True:
        owner = Attempt.objects.values_list("profile_id", flat=True).get(pk=game_id)
        Profile.objects.select_for_update(no_key=True).filter(pk=owner).first()
        attempt = Attempt.objects.select_related(
            "game", "deal", "profile", "result"
        ).get(pk=game_id)
        # Unless it became another player's while this waited for the lock.
        if attempt.profile_id == owner:
            return attempt


def age_totals(now: datetime, limit: int = 200) -> int:
    """Work out again totals that time has changed: results leave a window, streaks break.

    Returns:
        How many players were seen to; with `limit` of them there may be more.
    """
    stale = list(
        Total.objects.filter(stale_at__lte=now)
        .order_by("stale_at")
        .values_list("profile_id", flat=True)[:limit]
    )
    for profile_id in sorted(set(stale)):
        with transaction.atomic():
            Profile.objects.select_for_update(no_key=True).get(pk=profile_id)
            add_to_tally(refresh_totals(profile_id, now))
    return len(stale)


# --- Rebuilding: what was kept bit by bit, counted anew ------------------------------------------


def rebuild_totals(now: datetime) -> int:
    """Work out every player's totals anew where they are not what the results come to.

    Returns:
        How many players' totals were wrong. Those that time alone has changed count too: age_totals first.
    """
    kept = _by_player(
        Total.objects.order_by("profile", "days").values_list(
            "profile_id", "days", *_SUMS
        )
    )
    results = Result.objects.filter(is_visible=True).order_by("profile", "deal")
    found = _by_player(results.values_list("profile_id", *selectors.LINE))
    wrong = 0
    for profile_id, totals, rows in _side_by_side(kept, found):
        lines = [selectors.line_of(row) for row in rows]
        right = [
            (days, *astuple(total))
            for days in sorted(WINDOWS)
            if (total := sums(lines, days, now))
        ]
        if totals != right:
            with transaction.atomic():
                Profile.objects.select_for_update(no_key=True).get(pk=profile_id)
                before = _totals_of(profile_id)
                add_to_tally(refresh_totals(profile_id, now))
                # A result that came in since the rows were read is no fault.
                wrong += _totals_of(profile_id) != before
    return wrong


def _totals_of(profile_id: int) -> Rows:
    totals = Total.objects.filter(profile_id=profile_id).order_by("days")
    return list(totals.values_list("days", *_SUMS))


def _by_player(rows: QuerySet[Any, tuple[Any, ...]]) -> Iterator[tuple[int, Rows]]:
    """The rows of each player, without the player; read bit by bit, for there may be millions."""
    for profile_id, group in groupby(rows.iterator(10_000), key=itemgetter(0)):
        yield profile_id, [row[1:] for row in group]


def _side_by_side(
    one: Iterator[tuple[int, Rows]], other: Iterator[tuple[int, Rows]]
) -> Iterator[tuple[int, Rows, Rows]]:
    """Both lists of each player that is in either, by player."""
    a, b = next(one, None), next(other, None)
    while a or b:
        if b is None or (a is not None and a[0] < b[0]):
            assert a is not None
            yield a[0], a[1], []
            a = next(one, None)
        elif a is None or b[0] < a[0]:
            yield b[0], [], b[1]
            b = next(other, None)
        else:
            yield a[0], a[1], b[1]
            a, b = next(one, None), next(other, None)


def rebuild_tallies() -> int:
    """Count every board anew, and put right what differs.

    Exact while people play: whoever is ranked adds to the tally last, and waits for this.

    Returns:
        How many counts were wrong.
    """
    with transaction.atomic():
        _lock_table(Tally)
        right = Counter(
            {
                (day_board(day), key): count
                for day, key, count in Result.objects.filter(is_visible=True)
                .values_list("deal", "key")
                .annotate(count=Count("id"))
                .order_by()
            }
        )
        for field in BOARD_FIELDS:
            totals = Total.objects.values_list("days", field).annotate(
                count=Count("id")
            )
            for days, value, count in totals.order_by():
                if selectors.is_listed(field, value):
                    right[total_board(field, days), value] = count
        kept = Counter(
            {
                (board, value): count
                for board, value, count in Tally.objects.values_list(
                    "board", "value", "count"
                ).iterator(10_000)
            }
        )
        changes = Counter(right)
        changes.subtract(kept)
        differing = Counter({place: by for place, by in changes.items() if by})
        add_to_tally(differing)
        return len(differing)


def rebuild_field() -> int:
    """Replay every ranked game, and put right what the field of each date came to hand by hand.

    Nobody waits for it unless there is a difference: a date that seems wrong is replayed again under a lock.

    Returns:
        How many sums were wrong.
    """
    wrong = 0
    for day in DailyDeal.objects.order_by("date").values_list("date", flat=True):
        if _field_differences(day):
            with transaction.atomic():
                _lock_table(FieldHand)
                differing = _field_differences(day)
                _add_to_field(day, differing)
            wrong += len(differing)
    return wrong


def _field_differences(day: date) -> FieldSums:
    """What must be added to the sums of a date to make them right."""
    nothing = (0,) * len(_FIELD_SUMS)
    right: FieldSums = {}
    results = Result.objects.filter(deal=day, is_visible=True)
    with_hands = results.select_related("attempt__game").prefetch_related(
        "attempt__game__hands"
    )
    for result in with_hands.iterator(500):
        hands = games.selectors.finished_hands(result.attempt.game)
        for number, hand in enumerate(hands, start=1):
            place = number, contract_of(hand)
            right[place] = _plus(right.get(place, nothing), _field_sums(hand))
    kept: FieldSums = {
        (number, contract): tuple(sums_)
        for number, contract, *sums_ in FieldHand.objects.filter(deal=day).values_list(
            "number", "contract", *_FIELD_SUMS
        )
    }
    differences = {
        place: _plus(right.get(place, nothing), kept.get(place, nothing), by=-1)
        for place in right.keys() | kept.keys()
    }
    return {place: by for place, by in differences.items() if any(by)}


def _plus(one: tuple[int, ...], other: tuple[int, ...], by: int = 1) -> tuple[int, ...]:
    return tuple(a + by * b for a, b in zip(one, other, strict=True))


def _lock_table(model: type[Tally | FieldHand]) -> None:
    """Let others read but not change a table until the transaction ends; on SQLite they cannot anyway."""
    if connection.vendor == "postgresql":
        table = connection.ops.quote_name(model._meta.db_table)
        with connection.cursor() as cursor:
            cursor.execute(f"LOCK TABLE {table} IN SHARE ROW EXCLUSIVE MODE")
