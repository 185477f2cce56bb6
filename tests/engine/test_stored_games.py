"""Finished games that must replay for ever: a change of the rules that breaks stored games fails here.

They were played by a simple player with some chance in it, and chosen so that together they hold
what games can hold. The records are never written anew: a new engine version adds a file.
"""

import json

import pytest

from games.engine.auction import Pass
from games.engine.cards import Denomination
from games.engine.record import check_record, write_record
from games.engine.rules import RULE_SETS
from games.engine.scoring import is_made
from games.engine.seats import Seat, Side
from tests.engine import oracle
from tests.engine.stored import stored_games

GAMES = dict(stored_games())
every_game = pytest.mark.parametrize("text", GAMES.values(), ids=GAMES.keys())

# Hands, score and winner, here a second time so that no edit of a record goes unnoticed.
RESULTS = {
    "engine-1, game 1": (10, (-37, 58), Side.EW),
    "engine-1, game 2": (7, (-17, 52), Side.EW),
    "engine-1, game 3": (10, (17, 59), Side.EW),
    "engine-1, game 4": (5, (-10, 53), Side.EW),
    "engine-1, game 5": (14, (64, 22), Side.NS),
}


def test_every_stored_game_has_its_result_written_down():
    assert GAMES.keys() == RESULTS.keys()


@pytest.mark.parametrize("name", RESULTS)
def test_a_stored_game_replays_to_its_result(name):
    checked = check_record(json.loads(GAMES[name]))
    assert (len(checked.hands), checked.score, checked.winner) == RESULTS[name]


@every_game
def test_a_replayed_game_is_written_as_it_was(text):
    record = json.loads(text)
    hands = check_record(record).hands
    again = write_record(
        RULE_SETS[record["rules"]],
        bytes.fromhex(record["seed"]),
        {Seat.parse(name): player for name, player in record["players"].items()},
        hands,
        record["engine"],
    )
    assert again == record
    assert json.dumps(again, separators=(",", ":")) == text


@every_game
def test_the_oracle_comes_to_the_same_tricks_points_and_winner(text):
    record = json.loads(text)
    score = {"NS": 0, "EW": 0}
    winner = None
    for entry in record["hands"]:
        assert winner is None
        table = oracle.Table(entry["dealer"], entry["deal"])
        actions = [call for _, call in entry["auction"]]
        if "exchange" in entry:
            actions += [
                " ".join(entry["exchange"][key]) for key in ("discarded", "passed")
            ]
        actions += [card for trick in entry["tricks"] for card in trick["cards"]]
        for action in actions:
            assert action in table.legal()
            table.do(action)
        assert table.phase == "over"
        assert table.won == entry["tricks_won"]
        if table.by is None:
            assert entry["contract"] is None
            assert entry["points"] == {"NS": 0, "EW": 0}
        else:
            points = oracle.points(table.by, table.bid, table.alone, table.won)
            assert entry["points"] == points
            score = {side: score[side] + points[side] for side in score}
            winner = oracle.game_winner(table.by, table.bid, table.won, score)
        assert entry["score"] == score
    assert winner == record["winner"]


def happenings(text):
    """What is worth keeping of a game, in words."""
    checked = check_record(json.loads(text))
    score = [0, 0]
    for hand in checked.hands:
        score = [
            before + points for before, points in zip(score, hand.points, strict=True)
        ]
        if min(score) < 0:
            yield "a score below zero"
        if max(score) >= 52 and hand is not checked.hands[-1]:
            yield "past the target without winning"
        contract = hand.contract
        if contract is None:
            yield "thrown in"
            continue
        result = "made" if is_made(contract, hand.tricks_won) else "set"
        kind = (
            "alone"
            if contract.alone
            else "twelve"
            if contract.tricks == 12
            else "a bid"
        )
        yield f"{kind}, {result}"
        yield f"{contract.by.name} high bidder"
        yield f"{contract.trump.name} named"
        if contract.alone:
            yield f"{len(hand.discarded)} exchanged"
        if sum(not isinstance(call, Pass) for _, call in hand.calls) > 2:
            yield "a contested auction"
        if hand is checked.hands[-1]:
            yield f"{checked.winner.name} out by {'the bid' if contract.by.side is checked.winner else 'a set'}"


def test_together_they_hold_what_games_can_hold():
    assert {what for text in GAMES.values() for what in happenings(text)} >= {
        "thrown in",
        "a bid, made",
        "a bid, set",
        "twelve, made",
        "twelve, set",
        "alone, made",
        "alone, set",
        *(f"{number} exchanged" for number in range(4)),
        *(f"{seat.name} high bidder" for seat in Seat),
        *(f"{denomination.name} named" for denomination in Denomination),
        "a contested auction",
        "a score below zero",
        "past the target without winning",
        "NS out by the bid",
        "EW out by the bid",
        "EW out by a set",
    }
