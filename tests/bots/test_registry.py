"""Bots by name."""

from types import SimpleNamespace

import pytest

from games.bots import registry
from games.bots.registry import UnknownBot, find_version, get_bot, identity, names


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


def test_an_identity_leads_to_the_very_version(monkeypatch):
    newest = get_bot("rule")
    old = SimpleNamespace(name="rule", version="0", choose=newest.choose)
    monkeypatch.setitem(registry._EARLIER, "rule-0", old)
    assert find_version(identity(newest)) is newest
    assert find_version("rule-0") is old
    assert find_version("rule-older") is None
    assert find_version("nobody-1") is None
