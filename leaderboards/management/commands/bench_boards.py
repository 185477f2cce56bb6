"""Fill a PostgreSQL database with a great many players and results, and measure the boards on it.

    createdb boards
    export DATABASE_URL=postgres://127.0.0.1/boards
    python manage.py migrate && python manage.py bench_boards --players 1000000 --results 10000000

The games have no hands: nothing here replays. Figures and plans are for docs/benchmarks.md.
"""

from __future__ import annotations

import random
import statistics
import time
from contextlib import contextmanager
from datetime import timedelta
from functools import partial
from typing import TYPE_CHECKING, Any

from django.core.management.base import BaseCommand, CommandError
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from leaderboards import selectors, services
from leaderboards.models import Attempt, DailyDeal, Profile, Result, Total
from leaderboards.selectors import day_board, total_board
from leaderboards.services.boards import BOARD_FIELDS
from leaderboards.standings import AVERAGE_NEEDS, WINDOWS, window_start

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from datetime import date

    from django.core.management.base import CommandParser

#: Days with results, and how many of its own every player has at most besides the last day.
DAYS = 365
TABLES = ("games_player", "games_game", "leaderboards_profile", "leaderboards_attempt")
BOARD_TABLES = ("leaderboards_result", "leaderboards_total", "leaderboards_tally")


class Command(BaseCommand):
    help = "Fill an empty PostgreSQL database with players and results, and measure the boards."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--players", type=int, default=1_000_000)
        parser.add_argument("--results", type=int, default=10_000_000)
        parser.add_argument("--times", type=int, default=100, help="of each reading")
        parser.add_argument("--plans", action="store_true", help="print the plans too")

    def handle(
        self,
        *args: Any,
        players: int,
        results: int,
        times: int,
        plans: bool,
        **options: Any,
    ) -> None:
        if connection.vendor != "postgresql":
            raise CommandError(
                "Set DATABASE_URL to a PostgreSQL database made for this."
            )
        if players < 1 or not 2 <= results / players <= 40:
            raise CommandError("From 2 to 40 results for each player, please.")
        if not Result.objects.exists():
            if Profile.objects.exists():
                raise CommandError("This database is in use: make an empty one.")
            self.fill(players, results)
        self.measure(times, plans)

    # --- Filling ---------------------------------------------------------------------------------

    def fill(self, players: int, results: int) -> None:
        today = timezone.now().date()
        for i in range(DAYS):
            services.ensure_daily(today - timedelta(days=i))
        with connection.cursor() as cursor:
            # No trigger looks up ten million times a row that is known to be there.
            cursor.execute("SET session_replication_role = replica")
            cursor.execute("SET synchronous_commit = off")
            cursor.execute("SET maintenance_work_mem = '512MB'")
            with self.step("players"), without_indexes(TABLES + BOARD_TABLES):
                cursor.execute(PLAYERS, [players])
                cursor.execute(PROFILES, [players])
                with self.step("  results"):
                    cursor.execute(
                        RESULTS,
                        {
                            "players": players,
                            "each": results // players - 1,
                            "today": today,
                            "days": DAYS,
                        },
                    )
                with self.step("  games and attempts"):
                    cursor.execute(GAMES)
                    cursor.execute(ATTEMPTS)
                with self.step("  totals"):
                    for days in WINDOWS:
                        start = window_start(days, timezone.now()) if days else None
                        cursor.execute(
                            TOTALS,
                            {
                                "days": days,
                                "start": start or today - timedelta(days=DAYS),
                                "needed": AVERAGE_NEEDS[days],
                                "now": timezone.now(),
                            },
                        )
            for table, column in [
                ("games_player", "id"),
                ("leaderboards_result", "id"),
                ("leaderboards_total", "id"),
            ]:
                cursor.execute(
                    f"SELECT setval(pg_get_serial_sequence('{table}', '{column}'), max({column})) FROM {table}"  # noqa: S608 - names above
                )
            cursor.execute("SET session_replication_role = DEFAULT")
        with self.step("tallies"):
            services.rebuild_tallies()
        with self.step("vacuum"), connection.cursor() as cursor:
            cursor.execute("VACUUM ANALYZE")

    @contextmanager
    def step(self, what: str) -> Iterator[None]:
        started = time.monotonic()
        yield
        self.stdout.write(f"{what:<50} {time.monotonic() - started:>8.0f} s")

    # --- Measuring -------------------------------------------------------------------------------

    def measure(self, times: int, plans: bool) -> None:
        rng = random.Random(1)
        last = DailyDeal.objects.order_by("-date").values_list("date", flat=True)[0]
        usual = last - timedelta(days=100)
        most = Profile.objects.order_by("-player").values_list("player", flat=True)[0]
        self.stdout.write(
            f"{most:,} players, {count(Result):,} results, {count(Total):,} totals;"
            f" {on_day(last):,} results on the fullest day, {on_day(usual):,} on a usual one"
        )

        def somebody() -> Profile:
            return Profile.objects.get(player=rng.randint(1, most))

        for day, which in ((last, "the fullest day"), (usual, "a usual day")):
            first, far = partial(selectors.day_page, day), partial(a_result, day, rng)
            self.row(f"first page of {which}", first, times, plans)
            self.row(f"a page far down on {which}", first, times, plans, far)
        self.row(
            "your rank on the fullest day",
            lambda who: own_day_rank(who, last),
            times,
            plans,
            somebody,
        )
        for days in WINDOWS:
            for field in BOARD_FIELDS:
                self.row(
                    f"first page by {field}, {days or 'all'} days",
                    lambda field=field, days=days: selectors.totals_page(field, days),
                    times,
                    plans and not days,
                )
        for field in BOARD_FIELDS:
            self.row(
                f"your rank by {field}, all days",
                lambda who, field=field: own_total_rank(who, field),
                times,
                plans,
                somebody,
            )

    def row(
        self,
        what: str,
        read: Callable[..., object],
        times: int,
        plans: bool,
        given: Callable[[], object] | None = None,
    ) -> None:
        took = []
        for _ in range(times):
            arguments = [given()] if given else []
            started = time.perf_counter()
            read(*arguments)
            took.append((time.perf_counter() - started) * 1000)
        took.sort()
        arguments = [given()] if given else []
        with CaptureQueriesContext(connection) as captured:
            read(*arguments)
        queries = [query["sql"] for query in captured]
        self.stdout.write(
            f"{what:<44} database {sum(map(database_time, queries)):>5.2f} ms;"
            f" in all: least {took[0]:>5.2f} ms, median {statistics.median(took):>6.2f} ms,"
            f" 95th percentile {took[int(len(took) * 0.95)]:>6.2f} ms"
        )
        if plans:
            for sql in queries:
                plan = "\n".join("    " + line for line in explain(sql, "BUFFERS"))
                self.stdout.write(f"  {sql}\n{plan}")


def explain(sql: str, options: str) -> list[Any]:
    with connection.cursor() as cursor:
        # The statement has its values in it already.
        cursor.execute(f"EXPLAIN (ANALYZE, {options}) " + sql.replace("%", "%%"))
        return [line for (line,) in cursor.fetchall()]


def database_time(sql: str) -> float:
    """Milliseconds that the database itself needs to plan and carry out a statement, the median of 9."""
    took: list[float] = []
    for _ in range(9):
        (plan,) = explain(sql, "FORMAT JSON")[0]
        took.append(plan["Planning Time"] + plan["Execution Time"])
    return statistics.median(took)


def count(model: type[Result | Total | Attempt]) -> int:
    return model._base_manager.count()


def on_day(day: date) -> int:
    return Result.objects.filter(deal=day).count()


def a_result(day: date, rng: random.Random) -> selectors.Start | None:
    """A place far down on a day's board; its top should there be none."""
    key = rng.randint(4_950_000, 5_000_000)
    result = (
        Result.objects.filter(deal=day, is_visible=True, key__lte=key)
        .order_by("-key", "finished_at", "id")
        .first()
    )
    return selectors.start_at_result(result) if result else None


def own_day_rank(profile: Profile, day: date) -> None:
    result = selectors.result_of(profile, day)
    if result is not None:
        selectors.place(day_board(day), result.key)


def own_total_rank(profile: Profile, field: str) -> None:
    total = selectors.total_of(profile, 0)
    if total is not None and selectors.is_listed(field, getattr(total, field)):
        selectors.place(total_board(field, 0), getattr(total, field))


@contextmanager
def without_indexes(tables: tuple[str, ...]) -> Iterator[None]:
    """Drop the indexes that no constraint needs, and build them at the end, which is far quicker."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT indexname, indexdef FROM pg_indexes WHERE tablename = ANY(%s) AND indexname NOT IN"
            " (SELECT conname FROM pg_constraint)",
            [list(tables)],
        )
        indexes = cursor.fetchall()
        for name, _definition in indexes:
            cursor.execute(f'DROP INDEX "{name}"')
        yield
        for _name, definition in indexes:
            cursor.execute(definition)


PLAYERS = """
INSERT INTO games_player (id, key, created_at)
SELECT i, md5(i::text), now() FROM generate_series(1, %s) i
"""

PROFILES = """
INSERT INTO leaderboards_profile (player_id, tag, name_number, is_banned, created_at)
SELECT i, lpad(upper(to_hex(i)), 8, '0'), i %% 32768, false, now() FROM generate_series(1, %s) i
"""

# Everybody plays the last day, and some days before: a third of them in a row, the others with gaps.
RESULTS = """
WITH played AS (
    SELECT i AS profile, 0 AS back FROM generate_series(1, %(players)s) i
    UNION ALL
    SELECT i, 1 + (i * 7 + k * CASE i %% 3 WHEN 0 THEN 1 WHEN 1 THEN 3 ELSE 7 END) %% (%(days)s - 1)
    FROM generate_series(1, %(players)s) i, generate_series(0, %(each)s - 1) k
), scored AS (
    SELECT profile, back, random() < 0.5 AS won, 52 + floor(random() * 8)::int AS high,
           floor(random() * 62)::int - 10 AS low, 6 + floor(random() * 8)::int AS hands
    FROM played
), margins AS (
    SELECT *, CASE WHEN won THEN 52 - low ELSE low - 52 END AS margin FROM scored
)
INSERT INTO leaderboards_result
    (id, attempt_id, profile_id, deal_id, won, margin, hands, score_ns, score_ew, key, finished_at, is_visible)
SELECT row_number() OVER (), lpad(to_hex(row_number() OVER ()), 16, '0'), profile, %(today)s::date - back, won,
       margin, hands, CASE WHEN won THEN high ELSE low END, CASE WHEN won THEN low ELSE high END,
       won::int * 10000000 + (margin + 4999) * 1000 + 999 - hands,
       now() - back * interval '1 day' - random() * interval '6 hours', true
FROM margins
"""

GAMES = """
INSERT INTO games_game
    (id, player_id, kind, rules, seed, bots, version, hand_number, score_ns, score_ew, winner, created_at, played_at)
SELECT attempt_id, profile_id, 'daily', 'double-deck-52', repeat('0', 64), '{}', 100, hands, score_ns, score_ew,
       CASE WHEN won THEN 'NS' ELSE 'EW' END, finished_at, finished_at
FROM leaderboards_result
"""

ATTEMPTS = """
INSERT INTO leaderboards_attempt (game_id, profile_id, deal_id, state, started_at)
SELECT attempt_id, profile_id, deal_id, 'ranked', finished_at FROM leaderboards_result
"""

# standings.sums as one statement; rebuild_boards finds no difference between the two.
TOTALS = """
WITH lines AS (
    SELECT profile_id, deal_id, won, margin, least(score_ns, 52) AS points, finished_at AS at,
           deal_id - row_number() OVER (PARTITION BY profile_id ORDER BY deal_id)::int AS run,
           row_number() OVER so_far AS played_then, sum(margin) OVER so_far AS margin_then
    FROM leaderboards_result WHERE deal_id >= %(start)s
    WINDOW so_far AS (PARTITION BY profile_id ORDER BY finished_at)
), averages AS (
    SELECT *, CASE WHEN played_then >= %(needed)s
                   THEN floor((200 * margin_then + played_then)::numeric / (2 * played_then))::int END AS average
    FROM lines
), changes AS (
    SELECT *, average IS DISTINCT FROM lag(average) OVER (PARTITION BY profile_id ORDER BY at) AS changed
    FROM averages
), runs AS (
    SELECT profile_id, run, count(*) AS length, min(deal_id) AS first, max(deal_id) AS last,
           count(*) AS played, sum(won::int) AS won, sum(margin) AS margin, sum(points) AS points,
           min(at) AS first_at, max(at) AS at, max(at) FILTER (WHERE won) AS won_at,
           max(at) FILTER (WHERE points <> 0) AS points_at, max(at) FILTER (WHERE changed) AS average_at
    FROM changes GROUP BY profile_id, run
), sums AS (
    SELECT profile_id, sum(played)::int AS played, sum(won)::int AS won, sum(margin)::int AS margin,
           sum(points)::int AS points, max(length)::int AS best, min(first) AS first, max(last) AS last,
           (array_agg(length ORDER BY last DESC))[1]::int AS latest,
           coalesce(max(won_at), min(first_at)) AS won_at, coalesce(max(points_at), min(first_at)) AS points_at,
           coalesce(max(average_at), min(first_at)) AS average_at, (array_agg(at ORDER BY last DESC))[1] AS streak_at,
           (array_agg(at ORDER BY length DESC, at))[1] AS best_streak_at
    FROM runs GROUP BY profile_id
), aged AS (
    SELECT *, ((last + 2)::timestamp + interval '12 hours') AT TIME ZONE 'UTC' AS ends,
           (first + %(days)s)::timestamp AT TIME ZONE 'UTC' AS leaves
    FROM sums
)
INSERT INTO leaderboards_total
    (profile_id, days, played, won, margin, points, average, streak, best_streak, stale_at,
     won_at, points_at, average_at, streak_at, best_streak_at)
SELECT profile_id, %(days)s, played, won, margin, points,
       CASE WHEN played >= %(needed)s THEN floor((200 * margin + played)::numeric / (2 * played))::int END,
       CASE WHEN %(now)s < ends THEN latest ELSE 0 END, best,
       least(CASE WHEN %(now)s < ends THEN ends END, CASE WHEN %(days)s > 0 THEN leaves END),
       won_at, points_at, average_at, streak_at, best_streak_at
FROM aged
"""
