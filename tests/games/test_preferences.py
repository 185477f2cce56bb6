"""What a player has set: how it is read, kept, and handed on."""

from dataclasses import fields, replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games import models, selectors, services
from games.forms import SettingsForm
from games.preferences import UNSET, Deck, Preferences, Theme
from tests.games.builders import game_at, store

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=5,
)
NAMES = [field.name for field in fields(Preferences)]


def values_like(default):
    """Any value of the kind of a setting's usual one."""
    if isinstance(default, tuple):
        return st.lists(st.text()).map(tuple)
    return st.sampled_from(
        [False, True] if isinstance(default, bool) else list(type(default))
    )


ANY = st.builds(
    Preferences,
    **{field.name: values_like(field.default) for field in fields(Preferences)},
)


@given(ANY)
def test_what_is_stored_is_read_back(preferences):
    assert Preferences.parse(preferences.stored()) == preferences


@given(JSON | st.dictionaries(st.sampled_from(NAMES), JSON))
def test_whatever_stands_there_is_read(stored):
    assert isinstance(Preferences.parse(stored), Preferences)


def test_one_odd_value_costs_no_other():
    found = Preferences.parse({"theme": "purple", "deck": "four", "keys": 1, "x": 2})
    assert found == Preferences(deck=Deck.FOUR)


def test_the_form_has_a_field_for_each_and_shows_each_once():
    assert set(SettingsForm.base_fields) == set(NAMES) - {"tips_seen"}
    shown = [name for _, names in SettingsForm.GROUPS for name in names]
    assert sorted(shown) == sorted(SettingsForm.base_fields)


def test_the_form_offers_every_value():
    for field in fields(Preferences):
        if not isinstance(field.default, bool | tuple):
            offered = [
                value for value, _ in SettingsForm.base_fields[field.name].choices
            ]
            assert offered == [str(value) for value in type(field.default)]


@pytest.mark.django_db
def test_saving_keeps_all_and_a_stranger_has_set_nothing(player):
    wanted = Preferences(theme=Theme.DARK)
    services.save_preferences(player=player, preferences=wanted)
    assert selectors.preferences(player.key) == wanted
    for key in (None, "", "another"):
        assert selectors.preferences(key) == UNSET


def test_a_position_knows_them(player, django_assert_num_queries):
    services.save_preferences(player=player, preferences=Preferences(theme=Theme.LIGHT))
    game = store(player, game_at("lead"))
    with django_assert_num_queries(1):
        position = selectors.position(game_id=game.pk, player_key=player.key)
    assert position.preferences == Preferences(theme=Theme.LIGHT)


def test_only_who_has_set_nothing_takes_over_what_another_has_set(player):
    dark, light = Preferences(theme=Theme.DARK), Preferences(theme=Theme.LIGHT)
    target = models.Player.objects.create()
    services.inherit_preferences(source=player, target=target)
    assert selectors.preferences(target.key) == UNSET
    services.save_preferences(player=player, preferences=dark)
    services.inherit_preferences(source=player, target=target)
    assert selectors.preferences(target.key) == dark
    services.save_preferences(player=player, preferences=light)
    services.inherit_preferences(source=player, target=target)
    assert selectors.preferences(target.key) == dark


def test_a_change_begins_from_what_is_kept_now(player):
    """Two tabs: what one has dismissed the other, opened before, does not bring back."""
    services.change_preferences(
        player_id=player.pk, change=lambda kept: replace(kept, tips_seen=("bid",))
    )
    kept = services.change_preferences(
        player_id=player.pk, change=lambda kept: replace(kept, theme=Theme.DARK)
    )
    assert kept == Preferences(theme=Theme.DARK, tips_seen=("bid",))
    assert selectors.preferences(player.key) == kept
