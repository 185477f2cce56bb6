"""Every change to the daily game and the boards."""

from __future__ import annotations

import hashlib
import logging
import secrets
from collections import Counter
from dataclasses import asdict, fields
from datetime import timedelta
from typing import TYPE_CHECKING, Any

from django.db import DatabaseError, IntegrityError, connection, transaction

import games.selectors
import games.services
from games.bots.registry import get_bot, identity
from games.bots.table import play_out
from games.engine import record, scoring
from games.engine.deals import new_seed, parse_seed
from games.engine.errors import IllegalAction, NotationError
from games.engine.game import Game
from games.engine.rules import DOUBLE_DECK_52, RULE_SETS
from games.engine.seats import SEATS, Seat
from games.selectors import PERSON
from leaderboards import dates, selectors
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
from leaderboards.selectors import DAILY, day_board, total_board
from leaderboards.standings import WINDOWS, Line, Outcome, Sums, sums

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from datetime import date, datetime

    from games.bots.base import Bot
    from games.engine.hand import Hand
    from games.models import Player
    from games.selectors import Position

logger = logging.getLogger(__name__)

DAYS_AHEAD = 7
#: Without look-alikes: no I, L, O, U, 0, 1.
TAG_LETTERS = "23456789ABCDEFGHJKMNPQRSTVWXYZ"
TAG_LENGTH = 6
#: Generated names are numbered; names.py has the words.
NAME_NUMBERS = 2**15

#: The fields of Total that have a board.
BOARD_FIELDS = ("won", "average", "streak", "best_streak", "points")


class DayNotOpen(Exception):
    """The date has not begun anywhere, or it has no game."""


# --- Players -------------------------------------------------------------------------------------


def ensure_profile(player: Player) -> Profile:
    """The player's profile, with a generated name from the first call on."""
    while True:
        profile = Profile.objects.filter(player=player).first()
        if profile is not None:
            return profile
        # Somebody else may have the tag, or another request of the player may be first.
        Profile.objects.bulk_create(
            [
                Profile(
                    player=player,
                    tag="".join(secrets.choice(TAG_LETTERS) for _ in range(TAG_LENGTH)),
                    name_number=secrets.randbelow(NAME_NUMBERS),
                )
            ],
            ignore_conflicts=True,
        )


# --- Days ----------------------------------------------------------------------------------------


def ensure_daily(day: date) -> DailyDeal:
    """The deal of a date, made if there is none: however many ask at once, all get the same one."""
    deal = DailyDeal.objects.filter(date=day).first()
    if deal is not None:
        return deal
    seed = new_seed()
    bot = identity(get_bot(games.services.DEFAULT_BOT))
    made = DailyDeal(
        date=day,
        seed=seed.hex(),
        seed_sha256=hashlib.sha256(seed).hexdigest(),
        rules=DOUBLE_DECK_52.name,
        bots={seat.name: bot for seat in SEATS if seat is not PERSON},
    )
    # The first row of a date stands, and everybody reads that one.
    DailyDeal.objects.bulk_create([made], ignore_conflicts=True)
    return DailyDeal.objects.get(date=day)


def make_days(now: datetime, ahead: int = DAYS_AHEAD) -> list[DailyDeal]:
    """The deals of all open dates and of so many days after, so that their fingerprints are public in time."""
    first, last = dates.oldest_open(now), dates.newest_open(now)
    return [
        ensure_daily(first + timedelta(days=i))
        for i in range((last - first).days + ahead + 1)
    ]


def ensure_par(day: date) -> DailyDeal:
    """Let a computer player play the date's game from the person's seat, and keep what it came to."""
    deal = DailyDeal.objects.get(date=day)
    if deal.par is None:
        bots: dict[Seat, Bot] = {
            Seat.parse(seat): games.services.seat_bot(bot)
            for seat, bot in deal.bots.items()
        }
        bots[PERSON] = bots[PERSON.partner]
        start = Game.start(RULE_SETS[deal.rules], parse_seed(deal.seed))
        hands, end = play_out(start, bots)
        assert end.winner is not None
        deal.par = {
            "won": end.winner is PERSON.side,
            "score": list(end.score),
            "hands": [
                {"contract": _contract(hand), "points": list(hand.points)}
                for hand in hands
            ],
        }
        DailyDeal.objects.filter(date=day, par__isnull=True).update(par=deal.par)
    return deal


def playable_deal(day: date, now: datetime) -> DailyDeal:
    """The deal of an open date, or of one in the archive.

    Raises:
        DayNotOpen: the date is to come, or is past and has no game.
    """
    if dates.is_open(day, now):
        return ensure_daily(day)
    try:
        return selectors.deal_of(day, now)
    except selectors.NoSuchDay:
        raise DayNotOpen from None


# --- Attempts ------------------------------------------------------------------------------------


def start_attempt(*, profile: Profile, day: date, now: datetime) -> str:
    """Begin or continue a player's game of a date.

    The first attempt at an open date counts; whatever comes after it, or after the date has closed, is practice.

    Returns:
        The id of the game. While the first attempt is not finished there is no other.

    Raises:
        DayNotOpen: the date is to come, or is past and has no game.
        BotFailed: no game was made.
    """
    deal = playable_deal(day, now)
    # One read, so that another request cannot come between: who sees no attempt at all makes the first.
    earlier = list(
        Attempt.objects.select_related("game").filter(profile=profile, deal=deal)
    )
    unfinished = [attempt for attempt in earlier if not attempt.game.winner]
    if unfinished:
        return str(unfinished[0].pk)
    counts = dates.is_open(day, now) and not any(
        attempt.state != Attempt.State.PRACTICE for attempt in earlier
    )
    # The bots think before a row is written: nobody waits for them at a lock.
    game_id = games.services.start_game(
        player=profile.player,
        seed=parse_seed(deal.seed),
        bots={Seat.parse(seat): bot for seat, bot in deal.bots.items()},
        kind=DAILY,
    )
    try:
        with transaction.atomic():
            Attempt.objects.create(
                game_id=game_id,
                profile=profile,
                deal=deal,
                state=Attempt.State.OPEN if counts else Attempt.State.PRACTICE,
                started_at=now,
            )
    except IntegrityError:
        # Another request of the same player was first: go on with that one's game.
        games.services.drop_game(game_id)
        first = selectors.first_attempt(profile, day)
        if first is None:
            raise
        return str(first.pk)
    return game_id


def act(
    *, game_id: str, player_key: str | None, version: int, action: str, now: datetime
) -> Position:
    """Do the person's action at a daily; the one that ends the game is followed by its ranking.

    Raises:
        As games.services.act does.
    """
    position = games.services.act(
        game_id=game_id,
        player_key=player_key,
        version=version,
        action=action,
        kind=DAILY,
    )
    if position.game.winner is not None:
        try:
            settle(game_id=game_id, now=now)
        except DatabaseError:
            # The turn is saved. The result page, or else the sweep, ranks it.
            logger.exception("the daily %s could not be ranked yet", game_id)
    return position


def settle(*, game_id: str, now: datetime) -> Result | None:
    """Rank a finished first attempt. Done again, or by several at once, it changes nothing more.

    The result is worked out anew from what was played. It counts if the last card fell before
    the date had ended everywhere, whenever this is called.

    Returns:
        The result, or None: the game is on, was late, does not count, or is not by the rules.
    """
    with transaction.atomic():
        attempt = _locked(game_id)
        if attempt.state == Attempt.State.RANKED:
            return attempt.result
        if attempt.state != Attempt.State.OPEN:
            return None
        closes = dates.closes_at(attempt.deal_id)
        if not attempt.game.winner:
            if now >= closes:
                _set_state(attempt, Attempt.State.LATE)
            return None
        if attempt.game.played_at >= closes:
            _set_state(attempt, Attempt.State.LATE)
            return None
        try:
            outcome, hands = recompute(attempt)
        except (record.RecordError, NotationError, IllegalAction):
            logger.exception("the daily %s is not by the rules", game_id)
            _set_state(attempt, Attempt.State.REFUSED)
            return None
        _set_state(attempt, Attempt.State.RANKED)
        result = Result.objects.create(
            attempt=attempt,
            profile=attempt.profile,
            deal=attempt.deal,
            won=outcome.won,
            margin=outcome.margin,
            hands=outcome.hands,
            score_ns=outcome.score[0],
            score_ew=outcome.score[1],
            key=outcome.key,
            finished_at=attempt.game.played_at,
            is_visible=not attempt.profile.is_banned,
        )
        if result.is_visible:
            changes = Counter({(day_board(result.deal_id), result.key): 1})
            changes.update(_refresh_totals(attempt.profile_id, now))
            _add_to_tally(changes)
            _add_to_field(result.deal_id, hands, 1)
        return result


def recompute(attempt: Attempt) -> tuple[Outcome, Sequence[Hand]]:
    """What an attempt comes to by its record, and its hands.

    Raises:
        RecordError, NotationError, IllegalAction: what is stored is not a game of that day by the rules,
            or states something else.
    """
    game, deal = attempt.game, attempt.deal
    if (game.seed, game.rules) != (deal.seed, deal.rules):
        raise record.RecordError("the deals are not those of the day")
    checked = record.check_record(games.selectors.replayed_record(game))
    if checked.winner is None or (checked.winner.name, *checked.score) != (
        game.winner,
        game.score_ns,
        game.score_ew,
    ):
        raise record.RecordError("the game states another end than its hands come to")
    outcome = Outcome.of(
        checked.score, checked.winner, len(checked.hands), RULE_SETS[game.rules].target
    )
    return outcome, checked.hands


def set_visible(*, results: Iterable[Result], visible: bool, now: datetime) -> None:
    """Hide results from everybody but their player, or show them again, on every board and total at once."""
    for result in results:
        with transaction.atomic():
            attempt = _locked(result.attempt_id)
            changed = Result.objects.filter(
                pk=result.pk, is_visible=not visible
            ).update(is_visible=visible)
            if changed:
                change = 1 if visible else -1
                changes = Counter({(day_board(attempt.deal_id), result.key): change})
                changes.update(_refresh_totals(attempt.profile_id, now))
                _add_to_tally(changes)
                _add_to_field(
                    attempt.deal_id,
                    games.selectors.finished_hands(attempt.game),
                    change,
                )


def _locked(game_id: str) -> Attempt:
    """The attempt, with its player locked: one change at a time to all that is theirs.

    On SQLite the transaction itself is that lock.
    """
    profile_id = Attempt.objects.values_list("profile_id", flat=True).get(pk=game_id)
    Profile.objects.select_for_update(no_key=True).get(pk=profile_id)
    return Attempt.objects.select_related("game", "deal", "profile", "result").get(
        pk=game_id
    )


def _set_state(attempt: Attempt, state: Attempt.State) -> None:
    attempt.state = state
    attempt.save(update_fields=["state"])


# --- Totals and tallies --------------------------------------------------------------------------

#: Changes of counts, by board and value.
Changes = Counter[tuple[str, int]]


def _refresh_totals(profile_id: int, now: datetime) -> Changes:
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
            _count(changes, before[days], days, -1)
        if total is not None:
            _count(changes, total, days, 1)
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


def _count(changes: Changes, total: Total | Sums, days: int, by: int) -> None:
    for field in BOARD_FIELDS:
        if selectors.is_listed(total, field):
            changes[total_board(field, days), getattr(total, field)] += by


def _add_to_tally(changes: Changes) -> None:
    rows = [(*place, by) for place, by in sorted(changes.items()) if by]
    _upsert_sums(Tally, ("board", "value"), ("count",), rows)


def _add_to_field(day: date, hands: Sequence[Hand], by: int) -> None:
    rows = []
    for number, hand in enumerate(hands, start=1):
        made = hand.contract is not None and scoring.is_made(
            hand.contract, hand.tricks_won
        )
        ours, theirs = hand.points
        rows.append(
            (day, number, _contract(hand), by, by * made, by * ours, by * theirs)
        )
    _upsert_sums(
        FieldHand,
        ("deal_id", "number", "contract"),
        ("count", "made", "points_ns", "points_ew"),
        rows,
    )


def _contract(hand: Hand) -> str:
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


# --- Chores: what time alone makes necessary -----------------------------------------------------


def sweep(now: datetime, limit: int = 500) -> int:
    """Settle first attempts that a crash left unranked, and those whose date has closed.

    Returns:
        How many are settled now.
    """
    waiting = (
        Attempt.objects.filter(state=Attempt.State.OPEN)
        # A finished game is ranked by its last turn; only what that turn left behind is meant.
        .exclude(game__winner="", deal__gte=dates.oldest_open(now))
        .order_by("deal")
        .values_list("pk", flat=True)[:limit]
    )
    settled = 0
    for game_id in list(waiting):
        settle(game_id=game_id, now=now)
        settled += 1
    return settled


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
            _add_to_tally(_refresh_totals(profile_id, now))
    return len(stale)


def beat(name: str, now: datetime) -> None:
    """Note that a chore was done."""
    Heartbeat.objects.update_or_create(name=name, defaults={"at": now})
