"""Every change to a game. Each is worked out on immutable values and saved once, or not at all."""

from __future__ import annotations

import logging
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from django.db import transaction
from django.utils import timezone

from games import models, selectors
from games.bots.claims import sure_tricks
from games.bots.registry import (
    LEVELS,
    STRONGEST,
    UnknownBot,
    find_version,
    get_bot,
    identity,
)
from games.bots.table import bot_action
from games.coach import without_tip
from games.engine import ENGINE_VERSION
from games.engine.deals import new_seed
from games.engine.errors import IllegalAction, Reason, Refusal
from games.engine.game import Game
from games.engine.hand import Phase, format_action, parse_action
from games.engine.rules import DOUBLE_DECK_52
from games.engine.seats import SEATS, Seat
from games.engine.view import seat_view
from games.forced import plays_itself
from games.preferences import UNSET, Preferences
from games.selectors import PERSON, Position

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from datetime import datetime

    from games.bots.base import Bot
    from games.engine.hand import Hand

logger = logging.getLogger(__name__)

#: How strong the opponents are when nobody says; the partner always plays at full strength.
DEFAULT_LEVEL = "medium" if "medium" in LEVELS else STRONGEST


#: Done instead of an action: take the rest of the tricks, which are proven to be the person's.
CLAIM = "claim"


class StaleVersion(Exception):
    """The game has moved on since the page that was acted from."""


class ClaimRefused(Exception):
    """It is not certain that the person takes the rest of the tricks."""


class BotFailed(Exception):
    """A computer player raised or broke the rules; nothing was saved."""


PlayerGone = models.PlayerGone


def create_player() -> models.Player:
    return models.Player.objects.create()


def locked_player(player_id: int) -> models.Player:
    """The player as they are, and until the transaction ends. On SQLite the transaction itself is that lock.

    Raises:
        PlayerGone
    """
    players = models.Player.objects.select_for_update(no_key=True)
    player = players.filter(pk=player_id).first()
    if player is None:
        raise PlayerGone
    return player


def save_preferences(*, player: models.Player, preferences: Preferences) -> None:
    """Keep what a player has set, all of it."""
    player.preferences = preferences.stored()
    player.save(update_fields=["preferences"])


def change_preferences(
    *, player_id: int, change: Callable[[Preferences], Preferences]
) -> Preferences:
    """Put what a player has set through `change`, and keep it.

    Under a lock: a tip that is dismissed in one tab is not lost by what is saved in another.

    Raises:
        PlayerGone
    """
    with transaction.atomic():
        player = locked_player(player_id)
        preferences = change(player.settings)
        save_preferences(player=player, preferences=preferences)
    return preferences


def inherit_preferences(*, source: models.Player, target: models.Player) -> None:
    """Let a player who has set nothing yet have what another one, the same person, has set.

    To dismiss a tip is to set nothing, but whoever of the two did it, it stays dismissed.
    """
    with transaction.atomic():
        player = locked_player(target.pk)
        own, other = player.settings, source.settings
        if replace(own, tips=True, tips_seen=()) == UNSET:
            preferences = replace(other, tips=own.tips and other.tips)
        else:
            preferences = own
        seen = dict.fromkeys((*own.tips_seen, *other.tips_seen))
        preferences = replace(preferences, tips_seen=tuple(seen))
        if preferences != own:
            save_preferences(player=player, preferences=preferences)


def dismiss_tip(*, game_id: str, player_key: str | None, tip: str) -> Position:
    """Show a tip of the first hand no more, or none of them for `coach.OFF`.

    Raises:
        GameNotFound: no such plain game of this player.
        NotationError: there is no such tip.
    """
    position = selectors.position(game_id=game_id, player_key=player_key)
    preferences = change_preferences(
        player_id=position.player_id, change=lambda kept: without_tip(kept, tip)
    )
    return replace(position, preferences=preferences)


@dataclass(frozen=True, slots=True)
class Opening:
    """A game that is dealt, up to the person's turn, and not stored yet."""

    game: Game
    bots: dict[str, str]


def start_game(
    *, player: models.Player, seed: bytes | None = None, level: str = DEFAULT_LEVEL
) -> str:
    """Begin a game and let the bots call up to the person's turn.

    Args:
        seed: for another game with known deals; fresh secret ones otherwise.
        level: of the opponents, one of `LEVELS`; the usual one for any other word.

    Returns:
        The id of the game. A game in which the person has not done anything yet is used again:
        however often and in how many tabs it is pressed, it makes one game.

    Raises:
        BotFailed, PlayerGone: no game was made.
    """
    seated = _seated(level)
    bots = _identities(seated)
    if not seed and (untouched := _untouched_game(player, bots)):
        return untouched
    opening = open_game(player=player, seed=seed or new_seed(), seated=seated)
    with transaction.atomic():
        locked_player(player.pk)
        # Another press may have been first while the bots were thinking.
        if not seed and (untouched := _untouched_game(player, bots)):
            return untouched
        return store_game(player=player, opening=opening)


def open_game(
    *, player: models.Player, seed: bytes, seated: Mapping[Seat, Bot]
) -> Opening:
    """Deal a game and let the bots call up to the person's turn.

    Nothing is stored and nobody waits: they may think for long.

    Raises:
        BotFailed
    """
    game = _let_bots_act(
        Game.start(DOUBLE_DECK_52, seed), seated, autoplay=player.settings.autoplay
    )
    return Opening(game, _identities(seated))


def store_game(*, player: models.Player, opening: Opening, kind: str = "") -> str:
    """Keep an opened game, in a transaction in which its player is locked.

    Args:
        kind: of the game, see `models.Game`.

    Returns:
        The id of the game.
    """
    game = opening.game
    row = models.Game.objects.create(
        player=player,
        kind=kind,
        rules=game.rules.name,
        seed=game.seed.hex(),
        bots=opening.bots,
    )
    models.Hand.objects.create(game=row, number=1, **_hand_values(game.hand))
    return row.pk


def _untouched_game(player: models.Player, bots: dict[str, str]) -> str | None:
    latest = selectors.unfinished_game(player.key)
    return latest.id if latest and latest.untouched and latest.bots == bots else None


def _identities(seated: Mapping[Seat, Bot]) -> dict[str, str]:
    return {seat.name: identity(bot) for seat, bot in seated.items()}


def _seated(level: str) -> dict[Seat, Bot]:
    opponent = get_bot(level if level in LEVELS else DEFAULT_LEVEL)
    partner = get_bot(STRONGEST)
    return {
        seat: partner if seat is PERSON.partner else opponent
        for seat in SEATS
        if seat is not PERSON
    }


def act(
    *,
    game_id: str,
    player_key: str | None,
    version: int,
    action: str,
    kind: str = "",
    now: datetime | None = None,
) -> Position:
    """Do the person's action, then the bots' up to the person's next turn or the end of the hand.

    Args:
        version: of the game that the person acted on.
        action: in notation, or `CLAIM` for the rest of the tricks.
        kind: of the game; one of another kind is not found.
        now: when it is done; the present.

    Raises:
        GameNotFound: no such game of this player.
        StaleVersion: `version` is not the game's, or another request was first.
        NotationError, IllegalAction: the action is none, or not legal now.
        ClaimRefused: the rest cannot be claimed.
        BotFailed: a bot could not answer.
        Whatever is raised, nothing was saved.
    """
    before = _position_at(game_id, player_key, version, kind)
    hand = before.game.hand
    if hand.is_over:
        raise IllegalAction(Refusal(Reason.HAND_IS_OVER))
    if action == CLAIM:
        after = _play_the_rest(before.game)
        claimed = len(after.hand.tricks) - len(hand.tricks)
        # There is nothing to watch: a sentence tells it.
        return _save(
            before, after, seen=len(after.hand.actions), claimed=claimed, now=now
        )
    after = before.game.apply(parse_action(action, hand.phase), by=PERSON)
    after = _let_bots_act(
        after, _seat_bots(before), autoplay=before.preferences.autoplay
    )
    return _save(before, after, seen=len(hand.actions), now=now)


def deal_next_hand(
    *, game_id: str, player_key: str | None, version: int, kind: str = ""
) -> Position:
    """Deal again after a finished hand and let the bots call up to the person's turn.

    Raises:
        As `act` does; IllegalAction while the hand is on or when the game has been won.
    """
    before = _position_at(game_id, player_key, version, kind)
    if not before.game.hand.is_over or before.game.winner is not None:
        raise IllegalAction(Refusal(Reason.WRONG_PHASE))
    after = _let_bots_act(
        before.game.next_hand(),
        _seat_bots(before),
        autoplay=before.preferences.autoplay,
    )
    return _save(before, after, seen=0)


def _position_at(
    game_id: str, player_key: str | None, version: int, kind: str
) -> Position:
    position = selectors.position(game_id=game_id, player_key=player_key, kind=kind)
    if position.version != version:
        raise StaleVersion
    return position


def _seat_bots(position: Position) -> dict[Seat, Bot]:
    return {seat: seat_bot(stored) for seat, stored in position.bots.items()}


def seat_bot(stored: str) -> Bot:
    """The computer player that is stored as this identity, or who has taken its place since."""
    bot = find_version(stored)
    if bot is not None:
        return bot
    try:
        return get_bot(stored.rpartition("-")[0])
    except UnknownBot:
        # Retired since the game began: the game goes on with another.
        return get_bot(STRONGEST)


def _let_bots_act(
    game: Game, bots: Mapping[Seat, Bot], *, autoplay: bool = False
) -> Game:
    """The game at the person's next decision or at the end of the hand.

    Args:
        autoplay: forced cards are played for the person (`forced.plays_itself`).
    """
    while (seat := game.hand.turn) is not None:
        if seat is not PERSON:
            game = _apply_bot_action(game, bots)
        elif _nothing_to_decide(game.hand, autoplay=autoplay):
            game = game.apply(game.hand.legal_actions()[0])
        else:
            break
    return game


def _play_the_rest(game: Game) -> Game:
    """The game after the hand that the person claims, by ordinary actions.

    What the others play to sure tricks changes nothing, so nobody has to think about it.

    Raises:
        ClaimRefused
    """
    sure = iter(sure_tricks(seat_view(game.hand, PERSON, game.score)))
    others = dict.fromkeys(SEATS, get_bot("rule"))
    while not game.hand.is_over:
        if game.hand.turn is not PERSON:
            game = _apply_bot_action(game, others)
        elif card := next(sure, None):
            game = game.apply(card, by=PERSON)
        else:
            raise ClaimRefused
    return game


def _nothing_to_decide(hand: Hand, *, autoplay: bool) -> bool:
    """Whether the person has one thing to do that nobody would call a choice: a card that plays itself, or none to give."""
    if hand.phase is Phase.PLAY:
        assert hand.contract is not None
        own, trump = hand.holdings[PERSON], hand.contract.trump
        return plays_itself(own, trump, hand.table, autoplay=autoplay)
    return hand.phase is Phase.GIVE and not hand.discarded


def _apply_bot_action(game: Game, bots: Mapping[Seat, Bot]) -> Game:
    try:
        return game.apply(bot_action(game, bots), by=game.hand.turn)
    except (
        Exception
    ) as error:  # Whatever a bot does wrong must not look like the person's mistake.
        done = ",".join(map(format_action, game.hand.actions))
        logger.exception(
            "the bot in %s failed at hand %d after %r",
            game.hand.turn,
            game.number,
            done,
        )
        raise BotFailed from error


def _save(
    before: Position,
    after: Game,
    *,
    seen: int,
    claimed: int = 0,
    now: datetime | None = None,
) -> Position:
    """Store `after` if nobody else has changed the game since `before` was read."""
    score = after.score
    with transaction.atomic():
        changed = models.Game.objects.filter(
            pk=before.id, player_id=before.player_id, version=before.version
        ).update(
            version=before.version + 1,
            hand_number=after.number,
            score_ns=score[0],
            score_ew=score[1],
            winner="" if after.winner is None else after.winner.name,
            played_at=now or timezone.now(),
        )
        if not changed:
            raise StaleVersion
        values = {**_hand_values(after.hand), "claimed": claimed}
        if after.number == before.game.number:
            models.Hand.objects.filter(game_id=before.id, number=after.number).update(
                **values
            )
        else:
            models.Hand.objects.create(game_id=before.id, number=after.number, **values)
    is_played = after.hand.is_over and not after.hand.thrown_in
    return replace(
        before,
        version=before.version + 1,
        game=after,
        seen=seen,
        claimed=claimed,
        is_first_hand=before.is_first_hand and not is_played,
    )


def _hand_values(hand: Hand) -> dict[str, Any]:
    tricks = hand.tricks_won if hand.is_over else (None, None)
    points = hand.points if hand.is_over else (None, None)
    return {
        "engine": ENGINE_VERSION,
        "actions": ",".join(map(format_action, hand.actions)),
        "tricks_ns": tricks[0],
        "tricks_ew": tricks[1],
        "points_ns": points[0],
        "points_ew": points[1],
    }
