"""Bots by name."""

import pytest

from games.bots.registry import UnknownBot, get_bot, identity, names


@pytest.mark.parametrize("name", names())
def test_a_bot_is_found_under_its_own_name(name):
    assert get_bot(name).name == name


def test_an_unknown_name_is_answered_with_those_that_there_are():
    with pytest.raises(UnknownBot, match=r"no bot named 'nobody'; there are: .*rule"):
        get_bot("nobody")


@pytest.mark.parametrize("name", names())
def test_an_identity_gives_back_name_and_version(name):
    bot = get_bot(name)
    assert identity(bot).rpartition("-") == (bot.name, "-", bot.version)
