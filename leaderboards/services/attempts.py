"""Playing a daily, and ranking it."""

from __future__ import annotations

import logging
from collections import Counter
from typing import TYPE_CHECKING

from django.db import DatabaseError, transaction

import games.selectors
import games.services
from games.engine import record
from games.engine.deals import parse_seed
from games.engine.errors import IllegalAction, NotationError
from games.engine.rules import rule_set
from games.engine.seats import Seat
from leaderboards import dates
from leaderboards.models import Attempt, Result
from leaderboards.selectors import DAILY, day_board
from leaderboards.services.boards import (
    add_to_field,
    add_to_tally,
    locked_attempt,
    refresh_totals,
)
from leaderboards.services.days import playable_deal
from leaderboards.services.visibility import locked_profile
from leaderboards.standings import Outcome

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import date, datetime

    from games.engine.hand import Hand
    from games.selectors import Position
    from leaderboards.models import DailyDeal, Profile

logger = logging.getLogger(__name__)


def start_attempt(*, profile: Profile, day: date, now: datetime) -> str:
    """Begin or continue a player's game of a date.

    The first attempt at an open date counts; whatever comes after it, or after the date has closed, is practice.

    Returns:
        The id of the game. While the first attempt is not finished there is no other.

    Raises:
        DayNotOpen: the date is to come, or is past and has no game.
        BotFailed, PlayerGone: no game was made.
    """
    deal = playable_deal(day, now)
    if on := _unfinished(_attempts(profile, deal)):
        return on
    # The bots think before anything is locked: nobody waits for them.
    opening = games.services.open_game(
        player=profile.player,
        seed=parse_seed(deal.seed),
        seated={
            Seat.parse(seat): games.services.seat_bot(bot)
            for seat, bot in deal.bots.items()
        },
    )
    with transaction.atomic():
        locked_profile(profile.pk)
        # Another press may have been first meanwhile.
        earlier = _attempts(profile, deal)
        if on := _unfinished(earlier):
            return on
        counts = dates.is_open(day, now) and not any(
            attempt.state != Attempt.State.PRACTICE for attempt in earlier
        )
        game_id = games.services.store_game(
            player=profile.player, opening=opening, kind=DAILY
        )
        Attempt.objects.create(
            game_id=game_id,
            profile=profile,
            deal=deal,
            state=Attempt.State.OPEN if counts else Attempt.State.PRACTICE,
            started_at=now,
        )
    return game_id


def _attempts(profile: Profile, deal: DailyDeal) -> list[Attempt]:
    attempts = Attempt.objects.select_related("game")
    return list(attempts.filter(profile=profile, deal=deal))


def _unfinished(attempts: Sequence[Attempt]) -> str | None:
    """The game that is on; after a merging one that became practice may be beside the one that counts."""
    on = [attempt for attempt in attempts if not attempt.game.winner]
    on.sort(key=lambda attempt: attempt.state == Attempt.State.PRACTICE)
    return str(on[0].pk) if on else None


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
        now=now,
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
        attempt = locked_attempt(game_id)
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
            changes.update(refresh_totals(attempt.profile_id, now))
            add_to_tally(changes)
            add_to_field(result.deal_id, hands, 1)
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
        checked.score, checked.winner, len(checked.hands), rule_set(game.rules).target
    )
    return outcome, checked.hands


def _set_state(attempt: Attempt, state: Attempt.State) -> None:
    attempt.state = state
    attempt.save(update_fields=["state"])


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
