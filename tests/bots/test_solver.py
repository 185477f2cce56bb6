"""The solver is exact: brute force by the plain engine says the same."""

from __future__ import annotations

import io
import json
import random
from functools import cache
from typing import TYPE_CHECKING

import pytest
from django.core.management import CommandError, call_command

from games.bots import core
from games.bots.solver import Memory, solve
from games.engine.cards import CARDS, Card, Denomination, parse_cards, winning_index
from games.engine.hand import legal_plays
from games.engine.seats import SEATS, Seat, Side

if TYPE_CHECKING:
    from pathlib import Path

Cards = tuple[Card, ...]
MEMORY = Memory(1 << 14)


def brute_force(
    hands: tuple[Cards, ...], trump: Denomination, leader: Seat, sits_out: Seat | None
) -> int:
    """What NS take with best play, by trying every card with the engine's own rules."""

    @cache
    def value(
        hands: tuple[Cards, ...], turn: Seat, table: tuple[tuple[Seat, Card], ...]
    ) -> int:
        if len(table) == (4 if sits_out is None else 3):
            winner = table[winning_index([card for _, card in table], trump)][0]
            return (winner.side is Side.NS) + value(hands, winner, ())
        if turn is sits_out:
            return value(hands, turn.left, table)
        if not hands[turn]:
            return 0
        values = []
        for card in legal_plays(hands[turn], trump, table):
            rest = list(hands[turn])
            rest.remove(card)
            after = (*hands[:turn], tuple(rest), *hands[turn + 1 :])
            values.append(value(after, turn.left, (*table, (turn, card))))
        return max(values) if turn.side is Side.NS else min(values)

    return value(hands, leader, ())


def position(
    hands: tuple[Cards, ...], trump: Denomination, leader: Seat, sits_out: Seat | None
) -> core.Ints:
    return core.new_position(
        [core.encode(hand, trump) for hand in hands],
        trump=int(trump.suit is not None),
        leader=leader,
        by=leader,
        sits_out=-1 if sits_out is None else sits_out,
    )


def random_hands(
    rng: random.Random, size: int, sits_out: Seat | None
) -> tuple[Cards, ...]:
    """Hands from a random part of the pack: the fewer names, the more duplicates and ties."""
    names = rng.sample(CARDS, rng.randint(2 * size, len(CARDS)))
    pack = rng.sample([*names, *names], 4 * size)
    return tuple(
        () if seat is sits_out else tuple(sorted(pack[seat * size : (seat + 1) * size]))
        for seat in SEATS
    )


@pytest.mark.parametrize("alone", [False, True])
@pytest.mark.parametrize("trump", list(Denomination))
def test_equals_brute_force(trump: Denomination, alone: bool) -> None:
    rng = random.Random(f"solver{trump}{alone}")
    for _ in range(60):
        leader = rng.choice(SEATS)
        sits_out = rng.choice([leader.left, leader.partner]) if alone else None
        hands = random_hands(rng, rng.choice([2, 3, 3]), sits_out)
        expected = brute_force(hands, trump, leader, sits_out)
        assert solve(position(hands, trump, leader, sits_out), MEMORY) == expected, (
            hands,
            leader,
            sits_out,
        )


def test_an_open_trick_counts_for_who_wins_it() -> None:
    rng = random.Random(4)
    for _ in range(60):
        trump = rng.choice(list(Denomination))
        hands = random_hands(rng, 6, None)
        whole = position(hands, trump, Seat.N, None)
        best = 0
        for card in dict.fromkeys(hands[Seat.N]):
            after = whole.copy()
            core.play(after, core.CODE_OF[trump][card.index])
            best = max(best, solve(after, MEMORY) or 0)
        assert solve(whole, MEMORY) == best


def test_gives_up_at_the_limit() -> None:
    hands = random_hands(random.Random(2), 12, None)
    assert (
        solve(position(hands, Denomination.S, Seat.N, None), MEMORY, limit=50) is None
    )


def test_small_tables_are_emptied_and_filled_again() -> None:
    rng = random.Random(6)
    tight, roomy = Memory(200), Memory(1 << 14)
    for _ in range(10):
        hands = random_hands(rng, 7, None)
        whole = position(hands, Denomination.H, Seat.E, None)
        assert solve(whole, tight) == solve(whole, roomy)


def line(**changes: object) -> str:
    given: dict[str, object] = {
        "trump": "S",
        "leader": "E",
        "hands": {"N": ["JS"], "E": ["JC"], "S": ["AD"], "W": ["9D"]},
        "sits_out": None,
    }
    return json.dumps(given | changes)


def test_the_command_answers_line_by_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "positions"
    alone = {"N": [], "E": ["JC"], "S": ["JC"], "W": ["9D"]}
    file.write_text(
        f"{line()}\n\n{line(hands=alone, sits_out='N')}\n{line(trump='NT')}\n"
    )
    call_command("solve", str(file))
    assert capsys.readouterr().out.split("\n") == [
        '{"NS": 1}',
        '{"NS": 0}',
        '{"NS": 0}',
        "",
    ]


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("{", "line 1: not JSON"),
        ("[" * 100_000, "line 1: not JSON"),
        ('{"trump": ' + "1" * 5_000 + "}", "line 1: not JSON"),
        ("\udcff", "line 1: not JSON"),
        (f"{line()}\n\n[", "line 3: not JSON"),
        (line(trump=5), "not a denomination"),
        (line(trump=[]), "not a denomination"),
        (line(leader={}), "not a seat"),
        (line(hands={"N": [[]], "E": [], "S": [], "W": []}), "not a card"),
        ("[]", "not an object"),
        ("{}", "missing: hands, leader, trump"),
        (line(trump="X"), "not a denomination"),
        (line(leader="X"), "not a seat"),
        (line(hands={"N": []}), "not a list of cards"),
        (line(hands={"N": ["1S"], "E": [], "S": [], "W": []}), "not a card"),
        (line(hands={"N": ["JS"], "E": [], "S": [], "W": []}), "equal length"),
        (
            line(hands={"N": ["JS"], "E": ["JS"], "S": ["JS"], "W": ["9S"]}),
            "more than 2 of JS",
        ),
        (line(sits_out="N"), "has cards"),
        (line(sits_out="E"), "the leader sits out"),
    ],
)
def test_the_command_names_the_line_that_is_no_position(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str, complaint: str
) -> None:
    file = tmp_path / "positions"
    given = text.encode("utf-8", "surrogateescape")
    file.write_bytes(given)
    with pytest.raises(CommandError, match=complaint):
        call_command("solve", str(file))
    # The same from standard input.
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(given)))
    with pytest.raises(CommandError, match=complaint):
        call_command("solve")


def test_the_first_of_two_equal_cards_wins_the_last_trick() -> None:
    hands = tuple(map(parse_cards, ("AH", "AH", "9H", "TH")))
    for leader, tricks in ((Seat.N, 1), (Seat.E, 0)):
        assert solve(position(hands, Denomination.NT, leader, None), MEMORY) == tricks


def test_the_command_measures_itself(capsys: pytest.CaptureFixture[str]) -> None:
    call_command("solve", "--random", "20", "--cards", "5")
    found = json.loads(capsys.readouterr().out)
    assert (found["deals"], found["cards"]) == (20, 5)
    assert 0 < found["ms_median"] <= found["ms_p95"] <= found["ms_slowest"]
    assert found["peak_mb"] > 20
    with pytest.raises(CommandError, match="at most 12"):
        call_command("solve", "--random", "1", "--cards", "13")
