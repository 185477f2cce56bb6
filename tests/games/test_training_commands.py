"""The commands that make the models: what they refuse, before they work and not after it."""

from pathlib import Path

import numpy as np
import pytest
from django.core.management import CommandError, call_command

from games.bots import bidder, policy

COMMANDS = ["train_policy", "train_bidding"]


@pytest.fixture(autouse=True)
def unchanged():
    """Whatever a test does, the shipped files stay as they are."""
    shipped = [(data, data.read_bytes()) for data in (policy.DATA, bidder.DATA)]
    yield
    changed = [(data, kept) for data, kept in shipped if data.read_bytes() != kept]
    # Not written without need: other tests read them meanwhile.
    for data, kept in changed:
        data.write_bytes(kept)
    assert not changed


@pytest.fixture
def no_training(monkeypatch):
    def train(*given):
        raise AssertionError(f"trained with {given}")

    for command in COMMANDS:
        monkeypatch.setattr(f"games.management.commands.{command}.train", train)


@pytest.mark.usefixtures("no_training")
@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize(
    ("given", "complaint"),
    [
        (["--hands", "0"], "at least 1"),
        (["--hands", "-3"], "at least 1"),
        (["--hands", "many"], "invalid"),
        (["--seed", "x"], "argument --seed"),
        (["--output", "no/such/folder/model.npz"], "cannot write"),
        (["--output", "."], "must end in .npz"),
        (["--output", "model"], "must end in .npz"),
        (["--hands", "10"], "Name an --output"),
        (["--seed", "07"], "Name an --output"),
    ],
)
def test_what_is_refused_before_the_training(command, given, complaint):
    with pytest.raises(CommandError, match=complaint):
        call_command(command, *given)


@pytest.mark.usefixtures("no_training")
@pytest.mark.parametrize("number", ["0", "-1"])
@pytest.mark.parametrize(
    ("command", "option"),
    [("train_policy", "--rounds"), ("train_bidding", "--generations")],
)
def test_nothing_is_made_of_no_rounds(command, option, number, tmp_path):
    with pytest.raises(CommandError, match="at least 1"):
        call_command(command, option, number, "--output", str(tmp_path / "x.npz"))


@pytest.mark.parametrize("hands", ["1", "5"])
def test_too_few_hands_for_a_model_are_no_traceback(hands, tmp_path):
    output = tmp_path / "model.npz"
    with pytest.raises(CommandError, match="too few hands"):
        call_command("train_bidding", "--hands", hands, "--output", str(output))
    assert not output.exists()


def test_a_small_policy_is_written_where_it_is_to_be(tmp_path):
    output: Path = tmp_path / "model.npz"
    call_command(
        "train_policy", "--rounds", "1", "--hands", "60", "--output", str(output)
    )
    with np.load(output) as made:
        assert made["worth"].shape == (policy.KINDS,)
        assert made["worth"].any()
