"""A game: the deal goes round, the score adds up, and the end is the end."""

import copy
import pickle
import random
from itertools import pairwise

import pytest

from games.engine import deals
from games.engine.errors import IllegalAction, Reason
from games.engine.game import Game, deal_hand
from games.engine.hand import PASS, Phase, parse_action
from games.engine.rules import DOUBLE_DECK_52
from games.engine.seats import SEATS, Seat, Side
from tests.engine.positions import after

SEED = bytes(range(32))


def play(game, *actions):
    for text in actions:
        game = game.apply(parse_action(text, game.hand.phase))
    return game


def finish(game):
    """Play the hand on without a thought."""
    while not game.hand.is_over:
        game = game.apply(game.hand.legal_actions()[0])
    return game


def test_a_game_starts_with_the_first_deal_of_its_seed():
    game = Game.start(DOUBLE_DECK_52, SEED)
    assert (game.number, game.score, game.winner) == (1, (0, 0), None)
    assert game.hand.deal == deals.deal(DOUBLE_DECK_52, SEED, 1)
    assert game.hand.dealer is deals.dealer(SEED, 1)
    assert game.hand.turn is game.hand.dealer.left


def test_the_deal_goes_round_clockwise_after_hands_played_and_hands_thrown_in():
    game = Game.start(DOUBLE_DECK_52, SEED)
    dealers = []
    for number in range(1, 10):
        assert game.number == number
        assert game.hand == deal_hand(DOUBLE_DECK_52, SEED, number)
        dealers.append(game.hand.dealer)
        calls = ["pass"] * 4 if number % 3 else ["1S", "pass", "pass", "pass"]
        game = finish(play(game, *calls)).next_hand()
    for dealer, following in pairwise(dealers):
        assert following is dealer.left
    assert set(dealers) == set(SEATS)


def test_each_hand_has_a_deal_of_its_own():
    hands = {deals.deal(DOUBLE_DECK_52, SEED, number) for number in range(1, 101)}
    assert len(hands) == 100


def test_a_thrown_in_hand_leaves_the_score():
    game = finish(play(Game.start(DOUBLE_DECK_52, SEED), "1S", "pass", "pass", "pass"))
    score = game.score
    assert sum(score) in (11, 12)
    game = play(game.next_hand(), *["pass"] * 4)
    assert game.score == score
    assert game.winner is None
    assert game.next_hand().number == 3


def test_the_score_changes_only_at_the_end_of_a_hand():
    game = play(Game.start(DOUBLE_DECK_52, SEED), "1S", "pass", "pass", "pass")
    while not game.hand.is_over:
        assert game.score == (0, 0)
        game = game.apply(game.hand.legal_actions()[0])
    assert game.score == game.hand.points != (0, 0)
    assert game.next_hand().score == game.score


def test_there_is_no_next_hand_before_this_one_is_over():
    game = Game.start(DOUBLE_DECK_52, SEED)
    for actions in ([], ["pass"], ["aloneS"], ["aloneS", ""], ["12S"]):
        with pytest.raises(ValueError, match="no next hand"):
            play(game, *actions).next_hand()


def played_game(seed):
    """A whole game of the lowest bid by the first to speak, and random cards."""
    rng = random.Random(seed)
    games = [Game.start(DOUBLE_DECK_52, seed)]
    while games[-1].winner is None:
        game = games[-1]
        if game.hand.is_over:
            game = game.next_hand()
        if game.hand.phase is Phase.CALL:
            calls = game.hand.legal_actions()
            game = game.apply(calls[1] if not game.hand.calls else PASS)
        else:
            game = game.apply(rng.choice(game.hand.legal_actions()))
        games.append(game)
    return games


@pytest.mark.parametrize("seed", [SEED, bytes(32), b"another"], ids=bytes.hex)
def test_a_won_game_is_over(seed):
    *before, game = played_game(seed)
    assert all(moment.winner is None for moment in before)
    assert game.hand.is_over
    assert game.score[game.winner] >= 52
    assert game.winner in (Side.NS, Side.EW)
    with pytest.raises(ValueError, match="no next hand"):
        game.next_hand()
    with pytest.raises(IllegalAction) as refused:
        game.apply(PASS)
    assert refused.value.refusal.reason is Reason.HAND_IS_OVER


def test_the_score_is_the_sum_of_the_points():
    points = [game.hand.points for game in played_game(SEED) if game.hand.is_over]
    game = played_game(SEED)[-1]
    assert game.score == (sum(ns for ns, _ in points), sum(ew for _, ew in points))
    assert game.number == len(points)


def test_applying_leaves_the_game_before_it_as_it_was():
    games = played_game(SEED)
    again = played_game(SEED)
    assert games == again
    assert [hash(game) for game in games] == [hash(game) for game in again]


def test_an_action_may_say_whose_it_is():
    game = Game.start(DOUBLE_DECK_52, SEED)
    turn = game.hand.turn
    assert game.apply(PASS, by=turn) == game.apply(PASS)
    for other in set(SEATS) - {turn}:
        with pytest.raises(IllegalAction) as refused:
            game.apply(PASS, by=other)
        assert refused.value.refusal.reason is Reason.NOT_YOUR_TURN


def test_the_hand_of_a_game_is_the_hand_alone():
    game = play(Game.start(DOUBLE_DECK_52, SEED), "pass", "2H", "aloneD", "")
    alone = after(deal_hand(DOUBLE_DECK_52, SEED, 1), "pass", "2H", "aloneD", "")
    assert game.hand == alone


def test_partners_sit_opposite_and_the_order_is_clockwise():
    assert [seat.left.name for seat in SEATS] == list("ESWN")
    assert [seat.partner.name for seat in SEATS] == list("SWNE")
    assert [seat.side.name for seat in SEATS] == ["NS", "EW", "NS", "EW"]
    assert (Side.NS.other, Side.EW.other) == (Side.EW, Side.NS)
    assert Seat.S.partner is Seat.N


def test_a_copy_of_a_game_is_equal_also_from_another_process():
    game = play(Game.start(DOUBLE_DECK_52, SEED), "pass", "5H")
    assert copy.deepcopy(game) == game
    assert pickle.loads(pickle.dumps(game)) == game
