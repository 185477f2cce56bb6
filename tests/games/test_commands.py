"""The commands that play games and check their records."""

import hashlib
import io
import json
import subprocess
import sys
from types import SimpleNamespace

import pytest
from django.core.management import CommandError, call_command

from games.bots.registry import get_bot, identity, names
from games.management.commands import check_record as check_record_command
from tests.matrix import mostly_slow


def selfplay(**options):
    """The records that the command prints, and what it tells beside them."""
    out, err = io.StringIO(), io.StringIO()
    given = {"games": 1, "seed": "00ff", **options}
    call_command("selfplay", stdout=out, stderr=err, **given)
    return [json.loads(line) for line in out.getvalue().splitlines()], err.getvalue()


def check(path):
    """The answers that the command prints for a file, before it ends or fails."""
    out, err = io.StringIO(), io.StringIO()
    failure = None
    try:
        call_command("check_record", str(path), stdout=out, stderr=err)
    except CommandError as error:
        failure = str(error)
    answers = [json.loads(line) for line in out.getvalue().splitlines()]
    return answers, failure


@pytest.fixture(scope="module")
def records():
    return selfplay(games=3)[0]


@pytest.fixture
def file_of(tmp_path):
    def write(*lines):
        path = tmp_path / "records.jsonl"
        path.write_bytes(
            b"\n".join(
                line if isinstance(line, bytes) else json.dumps(line).encode()
                for line in lines
            )
        )
        return path

    return write


# -- selfplay -----------------------------------------------------------------------------------


def test_selfplay_prints_a_finished_game_a_line(records):
    assert len(records) == 3
    for record in records:
        assert record["format"] == "bideuchre-record/1"
        assert record["winner"] in ("NS", "EW")
        assert set(record["players"].values()) == {identity(get_bot("rule"))}


def test_selfplay_takes_the_seed_of_each_game_from_its_number(records):
    assert [record["seed"] for record in records] == [
        hashlib.sha256(b"\x00\xff" + number).hexdigest()
        for number in (b"0", b"1", b"2")
    ]


def test_selfplay_prints_the_same_again(records):
    assert selfplay(games=3)[0] == records
    assert selfplay(games=1, seed="00fe")[0] != records[:1]


def test_selfplay_seats_the_bots_asked_for(monkeypatch):
    other = SimpleNamespace(name="other", version="7", choose=get_bot("rule").choose)
    monkeypatch.setitem(sys.modules["games.bots.registry"]._BOTS, "other", other)
    [record], _ = selfplay(ew="other")
    rule = identity(get_bot("rule"))
    assert record["players"] == {"N": rule, "E": "other-7", "S": rule, "W": "other-7"}


def test_selfplay_tells_of_its_progress_on_standard_error():
    assert "1 of 1 games" in selfplay()[1]


@pytest.mark.parametrize(
    ("options", "complaint"),
    [
        ({"games": 0}, "--games must be 1 or more, not 0"),
        ({"games": -5}, "--games must be 1 or more, not -5"),
        ({"seed": "xyz"}, "not a seed (an even number of hex digits): 'xyz'"),
        ({"seed": "abc"}, "not a seed (an even number of hex digits): 'abc'"),
        ({"seed": ""}, "not a seed (an even number of hex digits): ''"),
        ({"ns": "nobody"}, "there is no bot named 'nobody'; there are: "),
        ({"ew": ""}, "there is no bot named ''; there are: "),
    ],
)
def test_selfplay_refuses_bad_input_in_a_sentence(options, complaint):
    with pytest.raises(CommandError) as refusal:
        selfplay(**options)
    assert str(refusal.value).startswith(complaint)
    assert "\n" not in str(refusal.value)


def test_selfplay_names_the_bots_in_its_help(capsys):
    with pytest.raises(SystemExit):
        call_command("selfplay", "--help")
    shown = capsys.readouterr().out
    assert all(name in shown for name in names())


@pytest.mark.parametrize(
    "arguments",
    mostly_slow(
        [
            ["selfplay", "--games", "many", "--seed", "00"],
            ["selfplay", "--games", "1", "--seed", "0"],
            ["selfplay", "--seed", "00"],
            ["check_record", "/nowhere/records.jsonl"],
        ],
        ["selfplay", "--seed", "00"],
    ),
)
def test_bad_input_ends_with_an_exit_code_and_no_traceback(arguments):
    done = _run(arguments, stdout=subprocess.PIPE)
    assert done.returncode != 0
    assert done.stdout == b""
    assert done.stderr
    assert b"Traceback" not in done.stderr


def test_selfplay_ends_quietly_when_nobody_reads_on():
    program = subprocess.Popen(
        [sys.executable, "manage.py", "selfplay", "--games", "1000", "--seed", "00"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert program.stdout.readline().startswith(b"{")
    program.stdout.close()
    errors = program.stderr.read()
    program.stderr.close()
    assert program.wait(timeout=60) == 1
    assert errors == b""


def _run(arguments, **options):
    return subprocess.run(
        [sys.executable, "manage.py", *arguments],
        stderr=subprocess.PIPE,
        timeout=60,
        check=False,
        **options,
    )


# -- check_record -------------------------------------------------------------------------------


def test_check_record_says_what_each_record_comes_to(records, file_of):
    answers, failure = check(file_of(*records))
    assert failure is None
    assert answers == [
        {
            "line": number,
            "hands": len(record["hands"]),
            "score": record["hands"][-1]["score"],
            "winner": record["winner"],
        }
        for number, record in enumerate(records, start=1)
    ]


def test_check_record_reads_standard_input(records):
    text = "\n".join(json.dumps(record) for record in records).encode()
    done = _run(["check_record"], input=text, stdout=subprocess.PIPE)
    assert done.returncode == 0
    assert len(done.stdout.splitlines()) == len(records)


def test_check_record_names_line_hand_and_step(records, file_of):
    wrong = json.loads(json.dumps(records[1]))
    trick = wrong["hands"][1]["tricks"][4]
    trick["cards"][2] = "9H" if trick["cards"][2] != "9H" else "9S"
    answers, failure = check(file_of(records[0], wrong, records[2]))
    assert (
        "1 of 3 records are not by the rules; the first: line 2: hand 2, trick 5"
        in (failure)
    )
    assert "hand 2, trick 5" in answers[1]["error"]
    # Those after it are checked all the same.
    assert [("error" in answer) for answer in answers] == [False, True, False]


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        (b"{", "not valid JSON"),
        (b"\xff\xfe\x00", "not valid JSON"),
        (b'{"format": ' + b"9" * 5000 + b"}", "not valid JSON"),
        (b"[" * 100_000, "nested too deeply for a record"),
        (b"[" * 900 + b"]" * 900, "the record: not a JSON object"),
        (b'{"seed": "' + b"a" * 3_000_000 + b'"}', "longer than 2000000 bytes"),
        (b"3", "the record: not a JSON object"),
    ],
)
def test_check_record_names_the_line_that_is_no_record(
    records, file_of, line, complaint
):
    answers, failure = check(file_of(records[0], b"", line, records[1]))
    assert f"the first: line 3: {complaint}" in failure
    assert [answer["line"] for answer in answers] == [1, 3, 4]
    assert len(failure) < 300


def test_check_record_holds_no_more_of_a_line_than_a_record_can_be(monkeypatch):
    monkeypatch.setattr(check_record_command, "MAXIMUM_LINE_BYTES", 10)
    text = io.BytesIO(b"a" * 35 + b"\n" + b"b" * 10 + b"\n" + b"c" * 11)
    assert list(check_record_command._lines(text)) == [
        (1, b"a" * 11),
        (2, b"b" * 10 + b"\n"),
        (3, b"c" * 11),
    ]


def test_check_record_refuses_a_file_without_records(file_of):
    assert check(file_of(b"", b" ")) == ([], "there is no record to check")


@pytest.mark.parametrize("name", ["missing.jsonl", ""])
def test_check_record_says_what_it_cannot_read(tmp_path, name):
    answers, failure = check(tmp_path / name)
    assert answers == []
    assert failure.startswith(f"cannot read {tmp_path / name}: ")
