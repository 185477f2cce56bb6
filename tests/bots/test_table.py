"""Bots at a table: their decisions come from the game alone."""

from dataclasses import replace

import pytest

from games.bots.registry import get_bot
from games.bots.table import EndlessGame, bot_action, play_out
from games.engine.deals import bot_rng
from games.engine.game import Game
from games.engine.rules import DOUBLE_DECK_52
from games.engine.seats import SEATS, Seat
from games.engine.view import seat_view
from tests.bots.players import Chance, Silent
from tests.engine.positions import after

SEED = bytes(32)
RULE_BOTS = dict.fromkeys(SEATS, get_bot("rule"))


class Listener(Chance):
    """Notes what it is shown, and the first random number that it is given."""

    def __init__(self):
        self.heard = []

    def choose(self, view, rng):
        self.heard.append((view, rng.random()))
        return view.legal[0]


def new_game(seed=SEED):
    return Game.start(DOUBLE_DECK_52, seed)


def test_the_bot_to_act_is_asked_with_its_own_view_and_numbers():
    game = replace(new_game(), score=(7, -3))
    game = replace(game, hand=after(game.hand, "pass"))
    seat = game.hand.turn
    listener = Listener()
    action = bot_action(game, {seat: listener})
    assert action == game.hand.legal_actions()[0]
    assert listener.heard == [
        (seat_view(game.hand, seat, (7, -3)), bot_rng(SEED, 1, seat, 1).random())
    ]


def test_no_bot_is_asked_when_the_hand_is_over():
    game = new_game()
    game = replace(game, hand=after(game.hand, *["pass"] * 4))
    with pytest.raises(ValueError, match="nobody is to act"):
        bot_action(game, RULE_BOTS)


def test_the_same_seed_gives_the_same_game():
    # Four of chance might never get to the end: West and East bid with reason.
    chance = {**RULE_BOTS, Seat.N: Chance(), Seat.S: Chance()}
    assert play_out(new_game(), chance) == play_out(new_game(), chance)
    assert play_out(new_game(), chance) != play_out(new_game(bytes([1]) * 32), chance)


def test_a_game_is_played_from_any_moment_to_the_same_end():
    game = new_game()
    for _ in range(20):
        game = game.apply(bot_action(game, RULE_BOTS))
    assert play_out(game, RULE_BOTS) == play_out(new_game(), RULE_BOTS)


def test_a_game_played_out_has_a_winner_and_all_its_hands():
    hands, end = play_out(new_game(), RULE_BOTS)
    assert end.winner is not None
    assert end.number == len(hands)
    assert hands[-1] == end.hand
    assert all(hand.is_over for hand in hands)
    assert {hand.dealer for hand in hands} == set(Seat)


def test_a_game_that_nobody_wins_is_given_up():
    with pytest.raises(EndlessGame, match="nobody has won after 300 hands"):
        play_out(new_game(), dict.fromkeys(SEATS, Silent()))
