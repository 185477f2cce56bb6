"""Every read. A stored game becomes a `Position`, the value that services and presenters work on."""

from __future__ import annotations

from dataclasses import dataclass
from operator import attrgetter
from typing import TYPE_CHECKING, Any

from django.db.models import Exists, F, OuterRef, Q

from games import models
from games.engine import record
from games.engine.deals import parse_seed
from games.engine.game import Game, deal_hand
from games.engine.hand import Hand
from games.engine.rules import rule_set
from games.engine.seats import SEATS, Seat, Side
from games.preferences import UNSET, Preferences

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import datetime

#: The person's seat; bots sit in the others.
PERSON = Seat.S


class GameNotFound(Exception):
    """There is no such game, or it is somebody else's: strangers cannot tell which."""


class GameNotFinished(Exception):
    """The game has no record yet: its seed is still secret."""


class SeedInPlay(Exception):
    """Others still play the deals of this seed, so that a record would tell them."""


@dataclass(frozen=True, slots=True)
class Position:
    """A stored game at one moment.

    Attributes:
        bots: the identity ("rule-1") of the computer player in each other seat.
        seen: how many actions of the hand the person has seen before; the rest is news.
        preferences: what the person has set.
        claimed: how many of the last tricks of the hand the person claimed.
        is_first_hand: of a plain game, and the person has never played one of any kind to its end.
    """

    id: str
    player_id: int
    version: int
    bots: Mapping[Seat, str]
    game: Game
    seen: int
    preferences: Preferences = UNSET
    claimed: int = 0
    is_first_hand: bool = False
    begun_at: datetime | None = None


#: Whether the player of a hand has ever played one to its end; a hand thrown in was not played.
_HAS_PLAYED = Exists(
    models.Hand.objects.filter(
        Q(tricks_ns__gt=0) | Q(tricks_ew__gt=0),
        game__player=OuterRef("game__player"),
    )
)


def position(
    *,
    game_id: str,
    player_key: str | None,
    seen: int | None = None,
    kind: str = "",
) -> Position:
    """The game as it stands, in one query.

    Args:
        seen: when given, actions from that one on count as news.
        kind: of the game; one of another kind is not found.

    Raises:
        GameNotFound: for every other player, and for nobody.
    """
    row = (
        models.Hand.objects.select_related("game__player")
        .annotate(has_played=_HAS_PLAYED)
        .filter(
            game_id=game_id,
            number=F("game__hand_number"),
            game__player__key=player_key,
            game__kind=kind,
        )
        .first()
        if player_key
        else None
    )
    if row is None:
        raise GameNotFound(game_id)
    hand = _replay(row.game, row)
    score, winner = (row.game.score_ns, row.game.score_ew), row.game.winner
    return Position(
        id=row.game.pk,
        player_id=row.game.player_id,
        version=row.game.version,
        bots={Seat.parse(seat): bot for seat, bot in row.game.bots.items()},
        game=Game(
            rules=hand.rules,
            seed=parse_seed(row.game.seed),
            number=row.number,
            score=score,
            hand=hand,
            winner=Side[winner] if winner else None,
        ),
        seen=len(hand.actions) if seen is None else seen,
        preferences=row.game.player.settings,
        claimed=row.claimed,
        is_first_hand=not kind and not row.has_played,
        begun_at=row.game.created_at,
    )


def is_player(player_key: str) -> bool:
    """Whether there is a player with this key: they may have been merged into another, or deleted."""
    return models.Player.objects.filter(key=player_key).exists()


def preferences(player_key: str | None) -> Preferences:
    """What the player with this key has set."""
    if not player_key:
        return UNSET
    stored = models.Player.objects.filter(key=player_key)
    return Preferences.parse(stored.values_list("preferences", flat=True).first())


def _replay(game: models.Game, row: models.Hand) -> Hand:
    rules = rule_set(game.rules)
    start = deal_hand(rules, parse_seed(game.seed), row.number)
    actions = row.actions.split(",") if row.actions else []
    return Hand.replay(rules, start.dealer, start.deal, actions)


@dataclass(frozen=True, slots=True)
class Unfinished:
    """A game that can be continued."""

    id: str
    hand_number: int
    score: tuple[int, int]
    untouched: bool
    bots: Mapping[str, str]


def unfinished_game(player_key: str | None) -> Unfinished | None:
    """The player's latest plain game, if it is still on."""
    if not player_key:
        return None
    row = (
        models.Game.objects.filter(player__key=player_key, kind="")
        .order_by("-played_at")
        .first()
    )
    if row is None or row.winner:
        return None
    return Unfinished(
        id=row.pk,
        hand_number=row.hand_number,
        score=(row.score_ns, row.score_ew),
        untouched=row.version == 0,
        bots=row.bots,
    )


def game_record(
    *, game_id: str, player_key: str | None, kind: str = ""
) -> dict[str, Any]:
    """The record of a finished game. It holds the seed.

    Raises:
        GameNotFound: as `position` does.
        GameNotFinished: while the game is on.
    """
    row = (
        models.Game.objects.filter(
            pk=game_id, player__key=player_key, kind=kind
        ).first()
        if player_key
        else None
    )
    if row is None:
        raise GameNotFound(game_id)
    if not row.winner:
        raise GameNotFinished(game_id)
    return replayed_record(row)


def replayed_record(game: models.Game) -> dict[str, Any]:
    """The record of a finished game, with every hand replayed from its actions."""
    rows = list(game.hands.order_by("number"))
    return record.write_record(
        rule_set(game.rules),
        parse_seed(game.seed),
        {seat: game.bots.get(seat.name, "human") for seat in SEATS},
        [_replay(game, hand) for hand in rows],
        engine=rows[-1].engine,
    )


def finished_hands(game: models.Game) -> list[Hand]:
    """The hands of a game that are over, replayed from their actions."""
    # Picked here rather than by the database, so that whoever reads many games may fetch their hands at once.
    rows = [row for row in game.hands.all() if row.tricks_ns is not None]
    return [_replay(game, row) for row in sorted(rows, key=attrgetter("number"))]
