"""Games at the moments that the tests want, without any computer player of the site."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import cache
from itertools import count

from games import models
from games.engine import ENGINE_VERSION
from games.engine.deals import dealer as dealer_by_seed
from games.engine.game import Game
from games.engine.hand import Phase, format_action, parse_action
from games.engine.rules import DOUBLE_DECK_52
from games.engine.seats import Seat
from games.selectors import Position

BOTS = {"N": "rule-calm", "E": "rule-calm", "W": "rule-calm"}


class CalmBot:
    """Passes, exchanges as many cards as it may, and plays its first legal card."""

    name = "rule"
    version = "calm"

    def choose(self, view, rng):
        return view.legal[-1 if view.phase is Phase.DISCARD else 0]


class CallingBot(CalmBot):
    """Makes one call for one seat, once; and may then keep all its cards."""

    def __init__(self, seat, call, *, discards=True):
        self.seat = Seat.parse(seat)
        self.call = parse_action(call, Phase.CALL)
        self.discards = discards

    def choose(self, view, rng):
        if view.phase is Phase.DISCARD and not self.discards:
            return ()
        if view.seat is self.seat and self.call in view.legal:
            return self.call
        return super().choose(view, rng)


class RaisingBot(CalmBot):
    """Breaks down in one seat, and plays calmly in the others."""

    def __init__(self, seat):
        self.seat = Seat.parse(seat)

    def choose(self, view, rng):
        if view.seat is self.seat:
            raise ZeroDivisionError("a bug of a bot")
        return super().choose(view, rng)


class AnsweringBot(CalmBot):
    """Always answers the same."""

    def __init__(self, answer):
        self.answer = answer

    def choose(self, view, rng):
        return self.answer


@cache
def seed_for(dealer: str) -> bytes:
    """The first seed whose first hand is dealt by this seat."""
    seeds = (number.to_bytes(32, "big") for number in count())
    return next(seed for seed in seeds if dealer_by_seed(seed, 1).name == dealer)


#: Its first hand is South's to call and lead, and leads to sure tricks if everybody plays the first legal card.
SURE_SEED = (335).to_bytes(32, "big")


def after(game, *actions):
    """The game after actions in notation."""
    for text in actions:
        game = game.apply(parse_action(text, game.hand.phase))
    return game


def play_on(game, until=lambda game: game.hand.is_over):
    """Every seat plays its first legal card until something is so."""
    while not until(game):
        game = game.apply(game.hand.legal_actions()[0])
    return game


def _south_to_play(game):
    return game.hand.phase is Phase.PLAY and game.hand.turn is Seat.S


@cache
def game_at(moment: str) -> Game:
    """A game at one of `MOMENTS`. It is always South's turn, or the hand is over."""
    if moment == "sure":
        # Five cards are left to everybody, and South's take every trick.
        game = Game.start(DOUBLE_DECK_52, SURE_SEED)
        game = after(game, "2S", "pass", "pass", "pass")
        sure: Game = play_on(game, lambda game: len(game.hand.tricks) == 7)
        return sure
    score, dealer, actions = {
        "first call": ((0, 0), "E", []),
        "raised": ((7, -3), "S", ["2H", "pass", "3S"]),
        "discard": ((0, 0), "E", ["aloneS"]),
        "give": ((0, 0), "S", ["pass", "aloneH", "exchange"]),
        "lead": ((10, 20), "E", ["2S", "pass", "pass", "pass"]),
        "open trick": ((0, 0), "S", ["pass", "pass", "5H", "pass", "pass", "pass"]),
        "late": ((0, 0), "E", ["2C", "pass", "pass", "pass"]),
        "own lone hand": ((0, 0), "E", ["aloneD", "exchange", "exchange"]),
        "opponent alone": ((0, 0), "S", ["aloneD", "exchange", "exchange"]),
        "partner alone": (
            (0, 0),
            "S",
            ["pass", "aloneH", "exchange", "exchange", "over"],
        ),
        "made": ((0, 0), "E", ["1S", "pass", "pass", "pass", "over"]),
        "set": ((0, 0), "E", ["12C", "over"]),
        "opponents made": (
            (0, 0),
            "S",
            ["1H", "pass", "pass", "pass", "over"],
        ),
        "lone hand lost": ((0, 0), "E", ["aloneNT", "exchange", "exchange", "over"]),
        "thrown in": ((3, 4), "E", ["pass", "pass", "pass", "pass"]),
        "won": ((51, 20), "E", ["1S", "pass", "pass", "pass", "over"]),
        "lost": ((20, 51), "E", ["12C", "over"]),
    }[moment]
    game = replace(Game.start(DOUBLE_DECK_52, seed_for(dealer)), score=score)
    for action in actions:
        if action == "exchange":
            game = game.apply(game.hand.legal_actions()[-1])
        elif action == "over":
            game = play_on(game)
        else:
            game = after(game, action)
    if moment == "late":
        game = play_on(
            game, lambda game: len(game.hand.tricks) == 8 and _south_to_play(game)
        )
    elif game.hand.phase is Phase.PLAY:
        game = play_on(game, _south_to_play)
    return game


MOMENTS = [
    "first call",
    "raised",
    "discard",
    "give",
    "lead",
    "open trick",
    "late",
    "sure",
    "own lone hand",
    "opponent alone",
    "partner alone",
    "made",
    "set",
    "opponents made",
    "lone hand lost",
    "thrown in",
    "won",
    "lost",
]
FINISHED = MOMENTS[MOMENTS.index("partner alone") :]


def position_of(game: Game, *, seen: int | None = None) -> Position:
    """The game as a selector would read it."""
    return Position(
        id="a-table",
        player_id=1,
        version=7,
        bots={Seat.parse(seat): bot for seat, bot in BOTS.items()},
        game=game,
        seen=len(game.hand.actions) if seen is None else seen,
    )


def store(player: models.Player, game: Game, *, version: int = 7) -> models.Game:
    """Write the game as a service would have left it."""
    hand = game.hand
    row = models.Game.objects.create(
        player=player,
        rules=game.rules.name,
        seed=game.seed.hex(),
        bots=BOTS,
        version=version,
        hand_number=game.number,
        score_ns=game.score[0],
        score_ew=game.score[1],
        winner=game.winner.name if game.winner is not None else "",
    )
    tricks = hand.tricks_won if hand.is_over else (None, None)
    points = hand.points if hand.is_over else (None, None)
    models.Hand.objects.create(
        game=row,
        number=game.number,
        engine=ENGINE_VERSION,
        actions=",".join(map(format_action, hand.actions)),
        tricks_ns=tricks[0],
        tricks_ew=tricks[1],
        points_ns=points[0],
        points_ew=points[1],
    )
    return row


def everything() -> list:
    """All rows of games and hands."""
    games = models.Game.objects.order_by("pk").values()
    hands = models.Hand.objects.order_by("pk").values()
    return [*games, *hands]


@contextmanager
def nothing_saved() -> Iterator[None]:
    before = everything()
    yield
    assert everything() == before
