"""Measure what docs/benchmarks.md states: the engine, a turn through the whole site, and page weight."""

from __future__ import annotations

import gzip
import random
import statistics
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

from django.conf import settings
from django.contrib.sessions.models import Session
from django.contrib.staticfiles.storage import staticfiles_storage
from django.core.management.base import BaseCommand, CommandError
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext, override_settings
from django.urls import reverse

from games import models, selectors, services
from games.bots.registry import STRONGEST, UnknownBot, get_bot
from games.bots.warm import warm
from games.context import PLAYER
from games.engine.deals import new_seed
from games.engine.game import Game
from games.engine.hand import Hand, Phase, format_action
from games.engine.rules import DOUBLE_DECK_52
from games.engine.seats import SEATS
from games.selectors import PERSON

if TYPE_CHECKING:
    from collections.abc import Callable

    from django.core.management.base import CommandParser

    from games.engine.hand import Action

OTHERS = [seat for seat in SEATS if seat is not PERSON]

#: What the table's page loads, besides itself.
TABLE_FILES = [
    "css/site.css",
    "vendor/htmx-2.0.11/htmx.min.js",
    "js/table.js",
    "img/cards-AKQJ.svg",
    "img/favicon.svg",
]


class Command(BaseCommand):
    help = "Measure the engine, a turn and the weight of pages, and print the figures."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--games", type=int, default=10, help="games to play (10)")
        parser.add_argument(
            "--bot", default=STRONGEST, help=f"in the three other seats ({STRONGEST})"
        )

    def handle(self, *args: Any, games: int, bot: str, **options: Any) -> None:
        if games < 1:
            raise CommandError("--games must be 1 or more.")
        try:
            self.seated = dict.fromkeys(OTHERS, get_bot(bot))
        except UnknownBot as error:
            raise CommandError(str(error)) from None
        weights = {name: compressed_size(name) for name in TABLE_FILES}
        # A running site has done so before it takes requests.
        warm()
        self.engine()
        # The requests below come from this process, under a name that the site may not go by.
        with override_settings(ALLOWED_HOSTS=["testserver"], SECURE_SSL_REDIRECT=False):
            self.turns(games, weights)

    def row(self, what: str, figure: str) -> None:
        self.stdout.write(f"{what:<58} {figure:>16}")

    def engine(self) -> None:
        """Pure engine speed: whole games of random legal play, and the replay of one hand."""
        milliseconds = []
        hands: list[Hand] = []
        for number in range(200):
            hands.clear()
            started = time.perf_counter()
            random_game(number, hands)
            milliseconds.append((time.perf_counter() - started) * 1000)
        self.row(
            "a whole game of random legal play, median",
            f"{median(milliseconds):.2f} ms",
        )
        hand = max(hands, key=lambda hand: len(hand.actions))
        texts = [format_action(action) for action in hand.actions]
        took = timed(
            lambda: Hand.replay(hand.rules, hand.dealer, hand.deal, texts), times=200
        )
        self.row(
            f"replay of a hand ({len(texts)} actions), median", f"{median(took):.3f} ms"
        )

    def turns(self, games: int, weights: dict[str, int]) -> None:
        """Whole turns through the site: middleware, session, bots, database and page."""
        player = models.Player.objects.create()
        client = Client()
        session = client.session
        session[PLAYER] = player.key
        session.save()
        rng = random.Random(1)
        milliseconds: list[float] = []
        queries: list[int] = []
        sizes: list[int] = []
        try:
            for _ in range(games):
                opening = services.open_game(
                    player=player, seed=new_seed(), seated=self.seated
                )
                game_id = services.store_game(player=player, opening=opening)
                url = reverse("game", args=[game_id])
                self.play(client, player, url, rng, milliseconds, queries, sizes)
            page = client.get(url).content
        finally:
            player.delete()
            Session.objects.filter(session_key=session.session_key).delete()
        milliseconds.sort()
        self.row(
            f"turn, median of {len(milliseconds)}", f"{median(milliseconds):.1f} ms"
        )
        self.row("turn, 95th percentile", f"{quantile(milliseconds, 0.95):.1f} ms")
        self.row("turn, slowest", f"{milliseconds[-1]:.1f} ms")
        self.row("SQL statements a turn, most", str(max(queries)))
        self.row("a move's answer, gzip, median", f"{median(sizes):.0f} bytes")
        self.row("a move's answer, gzip, largest", f"{max(sizes)} bytes")
        for name, size in weights.items():
            self.row(f"  {name}", f"{size} bytes")
        whole = sum(weights.values()) + len(gzip.compress(page))
        self.row(
            f"first visit to the table, {1 + len(weights)} requests", f"{whole} bytes"
        )

    def play(
        self,
        client: Client,
        player: models.Player,
        url: str,
        rng: random.Random,
        milliseconds: list[float],
        queries: list[int],
        sizes: list[int],
    ) -> None:
        game_id = url.rstrip("/").rpartition("/")[2]
        while True:
            position = selectors.position(game_id=game_id, player_key=player.key)
            data: dict[str, Any] = {"version": position.version}
            hand = position.game.hand
            if not hand.is_over:
                data["action"] = format_action(sensible_choice(hand, rng))
            elif position.game.winner is not None:
                return
            target = reverse(
                "game_next" if hand.is_over else "game_act", args=[game_id]
            )
            with CaptureQueriesContext(connection) as captured:
                started = time.perf_counter()
                answer = client.post(target, data, headers={"HX-Request": "true"})
                took = (time.perf_counter() - started) * 1000
            if answer.status_code != 200:
                raise CommandError(f"a turn was answered with {answer.status_code}")
            milliseconds.append(took)
            queries.append(len(captured))
            sizes.append(len(gzip.compress(answer.content, 6)))


def sensible_choice(hand: Hand, rng: random.Random) -> Action:
    """A random legal action. Calls are mostly passes: wild bids are set for ever, and no game ends."""
    legal = hand.legal_actions()
    if hand.phase is Phase.CALL:
        legal = legal[:1] if rng.random() < 0.8 else legal[:6]
    return rng.choice(legal)


def random_game(number: int, hands: list[Hand]) -> None:
    rng = random.Random(number)
    game = Game.start(DOUBLE_DECK_52, number.to_bytes(32, "big"))
    while True:
        while not game.hand.is_over:
            game = game.apply(sensible_choice(game.hand, rng))
        hands.append(game.hand)
        if game.winner is not None:
            return
        game = game.next_hand()


def timed(work: Callable[[], object], times: int) -> list[float]:
    """Milliseconds of each of so many runs."""
    took = []
    for _ in range(times):
        started = time.perf_counter()
        work()
        took.append((time.perf_counter() - started) * 1000)
    return took


def median(values: list[float] | list[int]) -> float:
    return statistics.median(values)


def quantile(sorted_values: list[float], share: float) -> float:
    return sorted_values[min(len(sorted_values) - 1, int(share * len(sorted_values)))]


def compressed_size(name: str) -> int:
    """What a browser is sent for a static file: its brotli form, as collected."""
    try:
        url = staticfiles_storage.url(name)
        collected = url.removeprefix(settings.STATIC_URL) + ".br"
        return Path(settings.STATIC_ROOT, collected).stat().st_size
    except (ValueError, FileNotFoundError):
        raise CommandError(
            "The static files have not been collected: run `make build` once before this."
        ) from None
