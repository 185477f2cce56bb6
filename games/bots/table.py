"""Bots at a table: one decision of whoever is to act, or a whole game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.engine.deals import bot_rng
from games.engine.view import seat_view

if TYPE_CHECKING:
    from collections.abc import Mapping

    from games.bots.base import Bot
    from games.engine.game import Game
    from games.engine.hand import Action, Hand
    from games.engine.seats import Seat


#: Hands after which a game that nobody has won is given up: bots that always pass, or that are
#: always set, would play for ever.
LONGEST_GAME = 300


class EndlessGame(Exception):
    """Nobody has won after `LONGEST_GAME` hands."""


def bot_action(game: Game, bots: Mapping[Seat, Bot]) -> Action:
    """What the bot in the seat to act does now. The same game always gives the same action.

    Raises:
        ValueError: when nobody is to act because the hand is over.
        KeyError: when no bot sits in the seat to act.
    """
    hand = game.hand
    seat = hand.turn
    if seat is None:
        raise ValueError("the hand is over: nobody is to act")
    rng = bot_rng(game.seed, game.number, seat, turn=len(hand.actions))
    return bots[seat].choose(seat_view(hand, seat, game.score), rng)


def play_out(game: Game, bots: Mapping[Seat, Bot]) -> tuple[list[Hand], Game]:
    """Let four bots play until a side has won.

    Args:
        game: at any moment of a game that is on.

    Returns:
        The finished hands from the current one on, and the game at its end.

    Raises:
        EndlessGame: when they do not come to an end.
    """
    hands: list[Hand] = []
    while len(hands) < LONGEST_GAME:
        while not game.hand.is_over:
            game = game.apply(bot_action(game, bots), by=game.hand.turn)
        hands.append(game.hand)
        if game.winner is not None:
            return hands, game
        game = game.next_hand()
    raise EndlessGame(f"nobody has won after {LONGEST_GAME} hands")
