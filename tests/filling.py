"""Fill an empty site with players, dailies and tables, so that no page is bare: `python -m tests.filling`.

Prints, as JSON, the session of a person who has played, and where this person's tables and result are.
"""

import json
import os
import random
import sys
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, time
from importlib import import_module
from typing import Any

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "bideuchre.settings")
django.setup()

from django.conf import settings  # noqa: E402 - they want a site that is set up
from django.urls import reverse  # noqa: E402
from django.utils import timezone  # noqa: E402

from games import models, selectors  # noqa: E402
from games.bots.base import Bot  # noqa: E402
from games.bots.registry import get_bot  # noqa: E402
from games.bots.table import play_out  # noqa: E402
from games.context import PLAYER  # noqa: E402
from games.engine.deals import parse_seed  # noqa: E402
from games.engine.game import Game  # noqa: E402
from games.engine.hand import Action, Hand, Phase  # noqa: E402
from games.engine.rules import DOUBLE_DECK_52  # noqa: E402
from games.engine.seats import SEATS  # noqa: E402
from games.engine.view import SeatView  # noqa: E402
from games.selectors import PERSON  # noqa: E402
from games.services import create_player, save_preferences  # noqa: E402
from leaderboards import services  # noqa: E402
from leaderboards.dates import DAY, own_date, zone  # noqa: E402
from leaderboards.models import Profile  # noqa: E402
from leaderboards.services.naming import choose_name  # noqa: E402
from tests.games.builders import game_at, play_on  # noqa: E402
from tests.games.builders import store as store_table  # noqa: E402
from tests.leaderboards.conftest import store as store_hands  # noqa: E402


def is_souths_to_end_a_trick(hand: Hand) -> bool:
    return bool(hand.tricks) and len(hand.table) == 3 and hand.turn is PERSON


#: Chosen names; the other players keep the generated ones.
NAMES = ["Ada", "Giulia", "زينب", "Bower Boy", "Núñez", "Oma Trumpf"]
PLAYERS = 14
DAYS = 9
#: What the person's tables show.
MOMENTS = {
    "auction": game_at("raised"),
    "exchange": game_at("discard"),
    "play": play_on(game_at("lead"), lambda game: is_souths_to_end_a_trick(game.hand)),
    "summary": game_at("made"),
    "over": game_at("won"),
}


@dataclass(frozen=True)
class Person:
    """Bids like a computer player and plays some cards as they come: people differ."""

    bot: Bot
    chance: random.Random
    carelessness: float
    name = "person"
    version = "1"

    def choose(self, view: SeatView, rng: random.Random) -> Action:
        if view.phase is Phase.PLAY and self.chance.random() < self.carelessness:
            return self.chance.choice(view.legal)
        return self.bot.choose(view, rng)


def main() -> None:
    now = timezone.now()
    today = own_date(now, zone(None))
    own, *others = make_players(now)
    chance = random.Random(1)
    result = ""
    for day in (today - DAY * back for back in reversed(range(DAYS))):
        services.ensure_daily(day)
        at = min(now, datetime.combine(day, time(12), UTC))
        for profile in chance.sample(others, len(others) * 2 // 3):
            play_daily(profile, day, at, chance)
        result = play_daily(own, day, at, chance)
    told = {
        "session": session_of(own),
        "tables": make_tables(own),
        "result": reverse("daily_game_result", args=[result]),
        "day": today.isoformat(),
    }
    sys.stdout.write(json.dumps(told) + "\n")


def make_players(now: datetime) -> list[Profile]:
    profiles = [services.ensure_profile(create_player()) for _ in range(PLAYERS)]
    for place, name in enumerate(NAMES):
        profiles[place] = choose_name(profile=profiles[place], text=name, now=now)
    return profiles


def play_daily(profile: Profile, day: date, at: datetime, chance: random.Random) -> str:
    """Play and rank a daily at once; the id of its game."""
    game_id = services.start_attempt(profile=profile, day=day, now=at)
    row = models.Game.objects.get(pk=game_id)
    rule = get_bot("rule")
    bots: dict[Any, Bot] = dict.fromkeys(SEATS, rule)
    bots[PERSON] = Person(rule, chance, chance.choice([0.1, 0.3]))
    hands, _ = play_out(Game.start(DOUBLE_DECK_52, parse_seed(row.seed)), bots)
    store_hands(row, hands, at)
    services.settle(game_id=game_id, now=at)
    return game_id


def make_tables(profile: Profile) -> dict[str, str]:
    """Where the tables are, by what they show. Without tips: those belong to a first game."""
    player = profile.player
    preferences = replace(selectors.preferences(player.key), tips=False)
    save_preferences(player=player, preferences=preferences)
    return {
        name: reverse("game", args=[store_table(player, game).pk])
        for name, game in MOMENTS.items()
    }


def session_of(profile: Profile) -> str | None:
    session = import_module(settings.SESSION_ENGINE).SessionStore()
    session[PLAYER] = profile.player.key
    session.save()
    key: str | None = session.session_key
    return key


if __name__ == "__main__":
    main()
