"""Dailies that are played in no time."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, date, datetime
from functools import lru_cache

import pytest
from django.test import Client

from games import models as games
from games.bots.registry import get_bot
from games.bots.table import play_out
from games.context import PLAYER
from games.engine.deals import parse_seed
from games.engine.game import Game, deal_hand, settle
from games.engine.hand import Hand, format_action, parse_action
from games.engine.rules import DOUBLE_DECK_52
from games.engine.seats import SEATS
from games.selectors import PERSON
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
    store(row, played(row.seed, bot), at)
    return row


@lru_cache(maxsize=8)
def played(seed: str, bot: str) -> list[Hand]:
    """The hands of a game with this computer player in all seats. All players of a date have the same."""
    start = Game.start(DOUBLE_DECK_52, parse_seed(seed))
    return play_out(start, dict.fromkeys(SEATS, get_bot(bot)))[0]


def finish_but_one(game_id: str) -> tuple[int, str]:
    """Play a stored game up to the person's last decision; the version and what is to be done."""
    row = finish(game_id)
    row.refresh_from_db()
    last = row.hands.get(number=row.hand_number)
    actions = last.actions.split(",")
    hand = deal_hand(DOUBLE_DECK_52, parse_seed(row.seed), last.number)
    decisions = []
    for done, text in enumerate(actions):
        # The last card of a hand plays itself.
        if hand.turn is PERSON and len(hand.holdings[PERSON]) > 1:
            decisions.append(done)
        hand = hand.apply(parse_action(text, hand.phase))
    row.hands.filter(pk=last.pk).update(
        actions=",".join(actions[: decisions[-1]]), tricks_ns=None, tricks_ew=None
    )
    assert last.points_ns is not None
    assert last.points_ew is not None
    row.score_ns -= last.points_ns
    row.score_ew -= last.points_ew
    row.winner = ""
    row.save()
    return row.version, actions[decisions[-1]]


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


def play_daily(
    profile: Profile, day: date = DAY, now: datetime = NOON, bot: str = "rule"
) -> Result:
    """A ranked daily from start to finish."""
    game_id = services.start_attempt(profile=profile, day=day, now=now)
    finish(game_id, now, bot)
    result = services.settle(game_id=game_id, now=now)
    assert result is not None
    return result
