"""The arena: honest pairs, the same result from any number of processes, programs that misbehave."""

from __future__ import annotations

import json
import subprocess
import sys
import textwrap
from math import sqrt
from pathlib import Path
from random import Random
from statistics import stdev
from time import monotonic, sleep
from typing import TYPE_CHECKING, Any

import pytest

from games.bots import arena
from games.bots.arena import Match, interval, play_match
from games.bots.program import Fault, ProgramBot, UnusableCommand, check_command
from games.bots.protocol import write_query
from games.bots.registry import UnknownBot
from games.engine.auction import PASS
from games.engine.game import deal_hand
from games.engine.rules import DOUBLE_DECK_52
from games.engine.view import seat_view
from tests.matrix import mostly_slow

if TYPE_CHECKING:
    from collections.abc import Callable

    from games.engine.view import SeatView

ROOT = Path(__file__).resolve().parents[2]
SEED = bytes.fromhex("0a")

#: A program that passes, plays the first legal card, and exchanges nothing it need not.
POLITE = """
    import json, sys
    def answer(query):
        if query["ask"] in ("call", "play"):
            return {query["ask"]: query["legal"][0]}
        return {query["ask"]: query["hand"][: query["give"]]}
    """
ANSWER_ALL = """
    for line in sys.stdin:
        print(json.dumps(answer(json.loads(line))), flush=True)
    """


@pytest.fixture
def program(tmp_path: Path) -> Callable[[str], str]:
    """Writes a program and gives back the bot that runs it."""

    def write(*sources: str) -> str:
        path = tmp_path / f"program{len(list(tmp_path.iterdir()))}.py"
        path.write_text("".join(textwrap.dedent(source) for source in sources))
        return f"exec:{sys.executable} -S -E {path}"

    return write


def first_view() -> SeatView:
    hand = deal_hand(DOUBLE_DECK_52, SEED, 1)
    assert hand.turn is not None
    return seat_view(hand, hand.turn, (0, 0))


def without_times(result: dict[str, Any]) -> dict[str, Any]:
    for rates in result["bots"].values():
        del rates["ms_median"], rates["ms_p95"]
    return result


# -- results ----------------------------------------------------------------------------------


def test_a_bot_against_itself_gains_exactly_nothing() -> None:
    result = play_match(Match("rule", "rule", 30, SEED))
    assert result["points"] == {"mean": 0, "low": 0, "high": 0}
    assert list(result) == ["a", "b", "deals", "points", "games", "bots"]
    assert list(result["bots"]["a"]) == [
        "bid",
        "made",
        "alone",
        "alone_made",
        "ms_median",
        "ms_p95",
    ]
    assert result["games"] is None
    assert without_times(result)["bots"]["a"] == result["bots"]["b"]


def test_changing_places_changes_the_sign(
    program: Callable[..., str],
) -> None:
    polite = program(POLITE, ANSWER_ALL)
    there = play_match(Match("rule", polite, 25, SEED))
    back = play_match(Match(polite, "rule", 25, SEED))
    assert there["points"]["mean"] == -back["points"]["mean"]
    assert there["points"]["low"] == -back["points"]["high"]
    assert there["points"]["low"] < there["points"]["mean"] < there["points"]["high"]
    assert there["points"]["mean"] != 0
    assert there["bots"]["b"]["bid"] == 0
    assert 0 < there["bots"]["a"]["bid"] <= 1


@pytest.mark.parametrize("games", [False, True])
def test_the_number_of_processes_changes_nothing(
    program: Callable[..., str], *, games: bool
) -> None:
    polite = program(POLITE, ANSWER_ALL)
    match = Match("rule", polite, 3, SEED, games=games)
    one, two = (without_times(play_match(match, n)) for n in (1, 2))
    assert one == two
    assert one["deals"] == match.deals


def test_both_tables_have_the_same_cards_and_dealer(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    dealt = []
    original = arena.play_hand

    def spy(game: Any, *rest: Any) -> Any:
        dealt.append((game.hand.deal, game.hand.dealer, game.score, dict(rest[1])))
        return original(game, *rest)

    monkeypatch.setattr(arena, "play_hand", spy)
    play_match(Match("rule", "rule", 8, SEED))
    assert len(dealt) == 16
    for first, second in zip(dealt[::2], dealt[1::2], strict=True):
        assert first[:3] == second[:3]
        assert first[2] == (0, 0)
        assert {first[3][seat] + second[3][seat] for seat in first[3]} == {"ab", "ba"}
    assert len({deal for deal, *_ in dealt}) == 8
    assert len({dealer for _, dealer, *_ in dealt}) > 1


def test_games_are_counted_and_carry_the_score() -> None:
    result = play_match(Match("rule", "rule", 4, SEED, games=True))
    assert result["games"] == {"won_by_a": 4, "of": 8}


def test_a_game_that_nobody_can_win_ends(program: Callable[..., str]) -> None:
    polite = program(POLITE, ANSWER_ALL)
    result = play_match(Match(polite, polite, 1, SEED, games=True))
    assert result["games"] == {"won_by_a": 0, "of": 0}
    assert result["points"]["mean"] == 0


def test_the_interval_is_that_of_the_pairs() -> None:
    rng = Random(1)
    totals = [rng.randint(-20, 20) for _ in range(50)]
    got = interval([(total, 2) for total in totals])
    half = 1.96 * stdev(total / 2 for total in totals) / sqrt(50)
    mean = sum(totals) / 100
    assert got == {
        "mean": pytest.approx(mean, abs=1e-4),
        "low": pytest.approx(mean - half, abs=1e-4),
        "high": pytest.approx(mean + half, abs=1e-4),
    }
    assert interval([]) == {"mean": None, "low": None, "high": None}
    assert interval([(3, 2)]) == {"mean": 1.5, "low": None, "high": None}


# -- programs ---------------------------------------------------------------------------------


@pytest.mark.slow
def test_our_own_bot_as_a_program_is_our_own_bot() -> None:
    spec = f"exec:{sys.executable} {ROOT / 'manage.py'} bot rule"
    result = play_match(Match("rule", spec, 3, SEED, timeout=60))
    assert "fault" not in result
    assert result["points"] == {"mean": 0, "low": 0, "high": 0}


def test_a_process_is_told_the_cards_of_one_seat_only(
    program: Callable[..., str], tmp_path: Path
) -> None:
    log = tmp_path / "log"
    log.mkdir()
    spy = program(
        POLITE,
        f"""
        import os
        for line in sys.stdin:
            query = json.loads(line)
            with open(f"{log}/{{os.getpid()}}", "a") as out:
                out.write(query["seat"])
            print(json.dumps(answer(query)), flush=True)
        """,
    )
    play_match(Match(spy, "rule", 3, SEED))
    seats = [set(path.read_text()) for path in log.iterdir()]
    assert len(seats) == 4
    assert all(len(each) == 1 for each in seats)


EVIL = {
    "silent": ("import time; time.sleep(60)", "did not answer within"),
    "slow": (
        POLITE
        + """
    import time
    for line in sys.stdin:
        time.sleep(60)
    """,
        "did not answer within",
    ),
    "deaf to SIGTERM": (
        """
        import signal, time
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        while True: time.sleep(60)
        """,
        "did not answer within",
    ),
    "drip": (
        """
        import sys, time
        sys.stdin.readline()
        while True: sys.stdout.write("x"); sys.stdout.flush(); time.sleep(0.01)
        """,
        "did not answer within",
    ),
    "ends at once": ("pass", "ended with exit status 0"),
    "crashes": (
        "import sys; sys.stdin.readline(); 1 / 0",
        "exit status 1.*division by zero",
    ),
    "is killed": (
        "import os, sys; sys.stdin.readline(); os.kill(os.getpid(), 9)",
        "ended by signal 9",
    ),
    "closes its output": (
        "import os, time; os.close(1); time.sleep(60)",
        "ended its output",
    ),
    "half a line": (
        "import sys; sys.stdin.readline(); print('{\"call\": \"pass\"}', end='')",
        "ended with exit status 0",
    ),
    "no JSON": (
        "print('hello', flush=True); import time; time.sleep(60)",
        "more than it was asked|not JSON",
    ),
    "binary": (
        "import sys; sys.stdin.readline(); sys.stdout.buffer.write(b'\\xff\\x00\\n')",
        "not JSON",
    ),
    "illegal": (
        'import sys; sys.stdin.readline(); print(\'{"call": "13S"}\')',
        "not legal",
    ),
    "another key": (
        'import sys; sys.stdin.readline(); print(\'{"play": "AS"}\')',
        "no 'call'",
    ),
    "two lines": (
        'import sys; sys.stdin.readline(); print(\'{"call": "pass"}\\n\' * 2, flush=True)',
        "more than it was asked",
    ),
    "endless line": (
        "import sys; sys.stdin.readline()\nwhile True: sys.stdout.write('x' * 65536)",
        "sent more than",
    ),
    "endless blank lines": (
        "import sys; sys.stdin.readline()\nwhile True: sys.stdout.write('\\n' * 65536)",
        "did not answer within",
    ),
    "flood of answers": (
        'import sys\nwhile True: sys.stdout.write(\'{"call": "pass"}\\n\' * 4096)',
        "more than",
    ),
    "flood of errors": (
        "import sys\nwhile True: sys.stderr.write('x' * 65536)",
        "did not answer within",
    ),
    "deep JSON": (
        "import sys; sys.stdin.readline(); print('[' * 4000)",
        "not JSON",
    ),
}


@pytest.mark.parametrize("kind", EVIL)
def test_a_program_that_misbehaves_faults_in_time_and_is_reaped(
    kind: str, program: Callable[..., str], monkeypatch: pytest.MonkeyPatch
) -> None:
    source, message = EVIL[kind]
    processes = []
    original = subprocess.Popen

    def spy(*args: Any, **options: Any) -> Any:
        processes.append(original(*args, **options))
        return processes[-1]

    monkeypatch.setattr("games.bots.program.subprocess.Popen", spy)
    monkeypatch.setattr("games.bots.program._GRACE", 0.1)
    bot = ProgramBot(program(source), timeout=0.3 if "did not" in message else 5.0)
    started = monotonic()
    with pytest.raises(Fault, match=message):  # noqa: PT012 - a flood shows on the second query
        for _ in range(3):
            bot.choose(first_view(), Random(0))
    assert monotonic() - started < 4
    assert [process.returncode is not None for process in processes] == [True]


def test_what_a_program_started_ends_with_it(
    program: Callable[..., str], tmp_path: Path
) -> None:
    note = tmp_path / "child.pid"
    bot = ProgramBot(
        program(
            f"""
            import subprocess, sys, time
            child = subprocess.Popen(["sleep", "60"])
            open("{note}", "w").write(str(child.pid))
            time.sleep(60)
            """
        ),
        timeout=0.5,
    )
    with pytest.raises(Fault):
        bot.choose(first_view(), Random(0))
    deadline = monotonic() + 5
    stat = Path(f"/proc/{note.read_text()}/stat")
    # The child belongs to whoever reaps orphans here; a zombie has ended too.
    while stat.exists() and stat.read_text().split()[2] != "Z":
        assert monotonic() < deadline
        sleep(0.02)


def test_chatting_on_standard_error_is_no_fault(program: Callable[..., str]) -> None:
    chatty = program(
        POLITE,
        """
        for line in sys.stdin:
            sys.stderr.write("x" * 300_000)
            print(json.dumps(answer(json.loads(line))), flush=True)
        """,
    )
    bot = ProgramBot(chatty)
    try:
        assert [bot.choose(first_view(), Random(0)) for _ in range(4)] == [PASS] * 4
    finally:
        bot.close()


def test_a_program_ends_when_its_input_ends(
    program: Callable[..., str], tmp_path: Path
) -> None:
    note = tmp_path / "ended"
    bot = ProgramBot(program(POLITE, ANSWER_ALL, f"open('{note}', 'w')"))
    bot.choose(first_view(), Random(0))
    bot.close()
    assert note.exists()
    bot.close()


def test_the_query_is_one_line_of_json(
    program: Callable[..., str], tmp_path: Path
) -> None:
    note = tmp_path / "query"
    bot = ProgramBot(
        program(
            f"""
            import sys
            open("{note}", "w").write(sys.stdin.readline())
            print('{{"call": "pass", "why": "a comment is no fault"}}')
            """
        )
    )
    assert bot.choose(first_view(), Random(0)) == PASS
    bot.close()
    assert json.loads(note.read_text()) == write_query(first_view())


@pytest.mark.parametrize("processes", [1, 2])
def test_a_fault_loses_the_match_and_what_was_played_counts(
    program: Callable[..., str], processes: int
) -> None:
    faulty = program(
        POLITE,
        """
        for count, line in enumerate(sys.stdin):
            print("?" if count == 45 else json.dumps(answer(json.loads(line))), flush=True)
        """,
    )
    result = play_match(Match("rule", faulty, 500, SEED), processes)
    assert result["winner"] == "a"
    assert result["fault"]["bot"] == "b"
    assert "not JSON" in result["fault"]["message"]
    assert 0 < result["deals"] < 20
    assert result["points"]["mean"] is not None


def test_a_bot_of_ours_that_fails_loses_too(monkeypatch: pytest.MonkeyPatch) -> None:
    class Broken:
        name, version = "broken", "1"

        def choose(self, view: SeatView, rng: Random) -> Any:
            raise KeyError("oops")

    class Cheat(Broken):
        def choose(self, view: SeatView, rng: Random) -> Any:
            return "7S"

    monkeypatch.setattr(sys, "excepthook", lambda *_: None)
    for bot, message in ((Broken(), "failed: KeyError"), (Cheat(), "not legal")):
        monkeypatch.setattr("games.bots.program.get_bot", lambda name, bot=bot: bot)
        result = play_match(Match("x", "x", 2, SEED))
        assert message in result["fault"]["message"]
        assert result["deals"] == 0
        assert result["points"] == {"mean": None, "low": None, "high": None}


def test_bots_that_there_are_not_are_named() -> None:
    with pytest.raises(UnknownBot):
        check_command("nobody")
    for command in ("exec:", "exec:  ", "exec:no-such-program-here x", "exec:'"):
        with pytest.raises(UnusableCommand):
            check_command(command)
    check_command("rule")
    check_command(f"exec:{sys.executable} -c pass")


# -- commands ---------------------------------------------------------------------------------


def manage(*args: str, **options: Any) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "manage.py", *args],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
        **options,
    )


def test_the_command_prints_one_object_and_the_progress_apart() -> None:
    done = manage("arena", "--a", "rule", "--b", "rule", "--deals", "4", "--seed", "0a")
    assert done.returncode == 0
    (line,) = done.stdout.splitlines()
    assert json.loads(line)["deals"] == 4
    assert "4 of 4" in done.stderr


def test_a_lost_match_is_a_result_and_no_error(program: Callable[..., str]) -> None:
    spec = program("print('no', flush=True)")
    done = manage(
        *("arena", "--a", spec, "--b", "rule", "--deals", "9", "--seed", "0a"),
    )
    assert done.returncode == 0
    result = json.loads(done.stdout)
    assert (result["winner"], result["fault"]["bot"]) == ("b", "a")
    assert "loses the match" in done.stderr


@pytest.mark.parametrize(
    "change",
    mostly_slow(
        [
            ["--a", "nobody"],
            ["--b", "exec:no-such-program-here"],
            ["--deals", "0"],
            ["--seed", "xyz"],
            ["--bot-timeout", "nan"],
        ],
        ["--a", "nobody"],
    ),
)
def test_bad_input_is_refused(change: list[str]) -> None:
    options = {"--a": "rule", "--b": "rule", "--deals": "1", "--seed": "0a"}
    option, value = change
    options[option] = value
    done = manage("arena", *(word for option in options.items() for word in option))
    assert done.returncode != 0
    assert not done.stdout
    assert "Traceback" not in done.stderr


def test_our_bot_as_a_program_refuses_what_is_no_query() -> None:
    query = json.dumps(write_query(first_view()))
    done = manage("bot", "rule", input=f"{query}\n\nnonsense\n{query}\n")
    assert done.returncode != 0
    assert len(done.stdout.splitlines()) == 1
    assert "line 3" in done.stderr
    assert manage("bot", "nobody", input="").returncode != 0
    assert manage("bot", "rule", input="").returncode == 0


def test_a_program_may_play_itself_and_its_fault_ends_that(
    program: Callable[..., str],
) -> None:
    spec = program("print('no', flush=True)")
    done = manage("selfplay", "--games", "1", "--seed", "0a", "--ns", spec)
    assert done.returncode == 1
    assert not done.stdout
    assert "not JSON" in done.stderr or "more than it was asked" in done.stderr
