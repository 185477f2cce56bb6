"""What the boards count: totals of players, tallies of values, the field hand by hand."""

from __future__ import annotations

from collections import Counter
from dataclasses import asdict, fields
from typing import TYPE_CHECKING, Any

from django.db import connection, transaction

import games.selectors
from games.engine import scoring
from games.engine.rules import RULE_SETS
from leaderboards import selectors
from leaderboards.models import Attempt, FieldHand, Profile, Result, Tally, Total
from leaderboards.selectors import day_board, total_board
from leaderboards.standings import WINDOWS, Line, Sums, sums

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from datetime import date, datetime

    from games.engine.hand import Hand

#: The fields of Total that have a board.
BOARD_FIELDS = ("won", "average", "streak", "best_streak", "points")


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
    lines = lines_of(profile_id)
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
        update_fields=[field.name for field in fields(Sums)],
    )
    gone = [days for days in before if after[days] is None]
    if gone:
        Total.objects.filter(profile_id=profile_id, days__in=gone).delete()
    return changes


def lines_of(profile_id: int) -> list[Line]:
    """The results of a player that count, by date."""
    rows = (
        Result.objects.filter(profile_id=profile_id, is_visible=True)
        .order_by("deal")
        .values_list("deal", "won", "margin", "score_ns", "deal__rules")
    )
    return [
        Line(day, won, margin, min(score, RULE_SETS[rules].target))
        for day, won, margin, score, rules in rows
    ]


def count_values(changes: Changes, total: Total | Sums, days: int, by: int) -> None:
    for field in BOARD_FIELDS:
        if selectors.is_listed(total, field):
            changes[total_board(field, days), getattr(total, field)] += by


def add_to_tally(changes: Changes) -> None:
    rows = [(*place, by) for place, by in sorted(changes.items()) if by]
    _upsert_sums(Tally, ("board", "value"), ("count",), rows)


def add_to_field(day: date, hands: Sequence[Hand], by: int) -> None:
    rows = []
    for number, hand in enumerate(hands, start=1):
        made = hand.contract is not None and scoring.is_made(
            hand.contract, hand.tricks_won
        )
        ours, theirs = hand.points
        rows.append(
            (day, number, contract_of(hand), by, by * made, by * ours, by * theirs)
        )
    _upsert_sums(
        FieldHand,
        ("deal_id", "number", "contract"),
        ("count", "made", "points_ns", "points_ew"),
        rows,
    )


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
    if not rows:
        return
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
        cursor.execute(
            f"INSERT INTO {quote(table)} ({columns}) VALUES {', '.join([line] * len(rows))}"  # noqa: S608 - names of our own tables
            f" ON CONFLICT ({', '.join(map(quote, keys))}) DO UPDATE SET {added}",
            [
                adapt(value) if hasattr(value, "isoformat") else value
                for row in rows
                for value in row
            ],
        )


def set_visible(*, results: Iterable[Result], visible: bool, now: datetime) -> None:
    """Hide results from everybody but their player, or show them again, on every board and total at once."""
    for result in results:
        with transaction.atomic():
            attempt = locked_attempt(result.attempt_id)
            changed = Result.objects.filter(
                pk=result.pk, is_visible=not visible
            ).update(is_visible=visible)
            if changed:
                change = 1 if visible else -1
                changes = Counter({(day_board(attempt.deal_id), result.key): change})
                changes.update(refresh_totals(attempt.profile_id, now))
                add_to_tally(changes)
                add_to_field(
                    attempt.deal_id,
                    games.selectors.finished_hands(attempt.game),
                    change,
                )


def locked_attempt(game_id: str) -> Attempt:
    """The attempt, with its player locked: one change at a time to all that is theirs.

    On SQLite the transaction itself is that lock.
    """
    profile_id = Attempt.objects.values_list("profile_id", flat=True).get(pk=game_id)
    Profile.objects.select_for_update(no_key=True).get(pk=profile_id)
    return Attempt.objects.select_related("game", "deal", "profile", "result").get(
        pk=game_id
    )


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
