"""Dailies that are played in no time."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, date, datetime

import pytest
from django.test import Client

from games import models as games
from games.bots.registry import get_bot
from games.bots.table import play_out
from games.engine.deals import parse_seed
from games.engine.game import Game, settle
from games.engine.hand import Hand, format_action
from games.engine.rules import DOUBLE_DECK_52
from games.engine.seats import SEATS
from games.views import PLAYER
from leaderboards import services, views
from leaderboards.models import Profile, Result

DAY = date(2026, 11, 29)
NOON = datetime(2026, 11, 29, 12, tzinfo=UTC)


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Callable[[datetime], None]:
    """Set the time at which the pages are read; noon of DAY at first."""

    def set_to(now: datetime) -> None:
        monkeypatch.setattr(views, "clock", lambda: now)

    set_to(NOON)
    return set_to


def sign_in(client: Client, profile: Profile) -> Client:
    """Give a browser the session of this player."""
    session = client.session
    session[PLAYER] = profile.player.key
    session.save()
    return client


@pytest.fixture
def own(client: Client, profile: Profile, clock: object) -> Client:
    """The browser of `profile`, at noon of DAY."""
    return sign_in(client, profile)


@pytest.fixture
def new_profile() -> Callable[[], Profile]:
    return lambda: services.ensure_profile(games.Player.objects.create())


@pytest.fixture
def profile(new_profile: Callable[[], Profile]) -> Profile:
    return new_profile()


def finish(game_id: str, at: datetime = NOON, bot: str = "rule") -> games.Game:
    """Play a stored game to its end at once, with a computer player in the person's seat."""
    row = games.Game.objects.get(pk=game_id)
    start = Game.start(DOUBLE_DECK_52, parse_seed(row.seed))
    hands, _ = play_out(start, dict.fromkeys(SEATS, get_bot(bot)))
    store(row, hands, at)
    return row


def store(row: games.Game, hands: list[Hand], at: datetime) -> None:
    row.hands.all().delete()
    score = (0, 0)
    for number, hand in enumerate(hands, start=1):
        score, winner = settle(score, hand)
        row.hands.create(
            number=number,
            engine="1",
            actions=",".join(map(format_action, hand.actions)),
            tricks_ns=hand.tricks_won[0],
            tricks_ew=hand.tricks_won[1],
            points_ns=hand.points[0],
            points_ew=hand.points[1],
        )
    assert winner is not None
    row.score_ns, row.score_ew = score
    row.winner, row.hand_number, row.played_at = winner.name, len(hands), at
    row.version += 1
    row.save()


def play_daily(profile: Profile, day: date = DAY, now: datetime = NOON) -> Result:
    """A ranked daily from start to finish."""
    game_id = services.start_attempt(profile=profile, day=day, now=now)
    finish(game_id, now)
    result = services.settle(game_id=game_id, now=now)
    assert result is not None
    return result
