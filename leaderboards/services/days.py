"""The game of a date: made once, whoever asks."""

from __future__ import annotations

import hashlib
import logging
from datetime import timedelta
from typing import TYPE_CHECKING

import games.services
from games.bots.registry import STRONGEST, find_version, get_bot, identity
from games.bots.table import EndlessGame, play_out
from games.engine.deals import new_seed, parse_seed
from games.engine.game import Game
from games.engine.rules import DOUBLE_DECK_52, rule_set
from games.engine.seats import SEATS, Seat
from games.selectors import PERSON
from leaderboards import dates, selectors
from leaderboards.models import DailyDeal
from leaderboards.services.boards import contract_of

if TYPE_CHECKING:
    from datetime import date, datetime

    from games.bots.base import Bot

logger = logging.getLogger(__name__)

DAYS_AHEAD = 7


class DayNotOpen(Exception):
    """The date has not begun anywhere, or it has no game."""


def ensure_daily(day: date) -> DailyDeal:
    """The deal of a date, made if there is none: however many ask at once, all get the same one."""
    deal = DailyDeal.objects.filter(date=day).first()
    if deal is not None:
        return deal
    seed = new_seed()
    made = DailyDeal(
        date=day,
        seed=seed.hex(),
        seed_sha256=hashlib.sha256(seed).hexdigest(),
        rules=DOUBLE_DECK_52.name,
        bots=_bots(),
    )
    # The first row of a date stands, and everybody reads that one.
    DailyDeal.objects.bulk_create([made], ignore_conflicts=True)
    return DailyDeal.objects.get(date=day)


def _bots() -> dict[str, str]:
    """North and the opponents at full strength, with their version."""
    bot = identity(get_bot(STRONGEST))
    return {seat.name: bot for seat in SEATS if seat is not PERSON}


def make_days(now: datetime, ahead: int = DAYS_AHEAD) -> list[DailyDeal]:
    """The deals of all open dates and of so many days after, so that their fingerprints are public in time.

    Until a date opens its computer players are the newest; from then on they stay, the same for everybody.
    """
    first, last = dates.oldest_open(now), dates.newest_open(now)
    bots = _bots()
    DailyDeal.objects.filter(date__gt=last).exclude(bots=bots).update(bots=bots)
    open_now = DailyDeal.objects.filter(date__gte=first, date__lte=last)
    for deal in open_now.exclude(bots=bots):
        # docs/deploy.md, "Computer players": the old version had to stay registered.
        if gone := {bot for bot in deal.bots.values() if not find_version(bot)}:
            logger.error("%s began with %s, which are gone", deal, sorted(gone))
    return [
        ensure_daily(first + timedelta(days=i))
        for i in range((last - first).days + ahead + 1)
    ]


def ensure_par(day: date) -> DailyDeal:
    """Let a computer player play the date's game from the person's seat, and keep what it came to.

    A game that four computer players do not bring to an end has no par.
    """
    deal = DailyDeal.objects.get(date=day)
    if deal.par is None:
        bots: dict[Seat, Bot] = {
            Seat.parse(seat): games.services.seat_bot(bot)
            for seat, bot in deal.bots.items()
        }
        bots[PERSON] = bots[PERSON.partner]
        start = Game.start(rule_set(deal.rules), parse_seed(deal.seed))
        try:
            hands, end = play_out(start, bots)
        except EndlessGame:
            logger.exception("%s has no par: the computer players do not end it", deal)
            return deal
        assert end.winner is not None
        deal.par = {
            "won": end.winner is PERSON.side,
            "score": list(end.score),
            "hands": [
                {"contract": contract_of(hand), "points": list(hand.points)}
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
