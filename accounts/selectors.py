"""Every read about oneself."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from games.models import Game, Player
from games.selectors import replayed_record
from leaderboards import dates
from leaderboards.models import Attempt, Profile, Result

if TYPE_CHECKING:
    from datetime import datetime

    from accounts.models import User


@dataclass(frozen=True, slots=True)
class History:
    """What a player has: games, and first attempts at dailies."""

    games: int
    dailies: int


def anonymous_player(key: object) -> Player | None:
    """The player with this key, if no account is theirs."""
    if not isinstance(key, str) or not key:
        return None
    return Player.objects.filter(key=key, user=None).first()


def history_of(player: Player | None) -> History | None:
    """None for who has played nothing and chosen no name."""
    if player is None:
        return None
    games = Game.objects.filter(player=player).count()
    named = Profile.objects.filter(player=player).exclude(name="").exists()
    if not games and not named:
        return None
    attempts = Attempt.objects.filter(profile=player.pk)
    dailies = attempts.exclude(state=Attempt.State.PRACTICE).count()
    return History(games, dailies)


def own_data(
    *, user: User | None, player: Player | None, now: datetime
) -> dict[str, Any]:
    """Everything that is kept of a person, to be downloaded.

    Of a game that is on, and of a daily that others still play, the seed stays out: it tells the cards.
    """
    data: dict[str, Any] = {"account": None, "player": None, "games": [], "results": []}
    if user is not None:
        data["account"] = {
            "name": user.username,
            "email": user.email,
            "joined": user.date_joined.isoformat(),
            "last_login": user.last_login.isoformat() if user.last_login else None,
        }
    if player is None:
        return data
    profile = Profile.objects.filter(player=player).first()
    data["player"] = {
        "since": player.created_at.isoformat(),
        "settings": player.preferences,
        "tag": profile.tag if profile else None,
        "name": profile.name if profile else None,
        "banned": profile.is_banned if profile else False,
    }
    games = Game.objects.filter(player=player).select_related("daily")
    for game in games.order_by("created_at"):
        data["games"].append(_game(game, now))
    for result in Result.objects.filter(profile=player.pk).order_by("deal"):
        data["results"].append(
            {
                "date": str(result.deal_id),
                "won": result.won,
                "margin": result.margin,
                "hands": result.hands,
                "finished": result.finished_at.isoformat(),
            }
        )
    return data


def _game(game: Game, now: datetime) -> dict[str, Any]:
    attempt: Attempt | None = getattr(game, "daily", None)
    closed = attempt is None or now >= dates.closes_at(attempt.deal_id)
    return {
        "id": game.pk,
        "daily": str(attempt.deal_id) if attempt else None,
        "begun": game.created_at.isoformat(),
        "played": game.played_at.isoformat(),
        "score": [game.score_ns, game.score_ew],
        "hands": [
            {"number": hand.number, "actions": hand.actions}
            # The hand that is on holds cards that its player may not see.
            for hand in game.hands.filter(tricks_ns__isnull=False).order_by("number")
        ],
        "record": replayed_record(game) if game.winner and closed else None,
    }
