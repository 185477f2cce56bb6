"""GET and POST /settings/: what a visitor sets, and where it is seen."""

import re

import pytest
from django.db import DatabaseError
from django.urls import reverse

from games import models, selectors
from games.preferences import UNSET, Preferences
from tests.games.builders import nothing_saved
from tests.games.pages import HTMX, form_to, note_in, text_of, version_shown

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("calm_bots")]

URL = "/settings/"
LOOK = {"theme": "dark", "deck": "four"}


def everything(**changes):
    """What a browser sends when nothing but `changes` is set."""
    stored = UNSET.stored() | changes
    return {name: value for name, value in stored.items() if value is not False}


def root_of(response):
    """The attributes of the page's first element."""
    return text_of(response).partition("<html ")[2].partition(">")[0]


def test_a_visitor_without_a_player_gets_one_by_saving(visitor):
    assert visitor.get(URL).status_code == 200
    assert not models.Player.objects.exists()
    response = visitor.post(URL, everything(**LOOK))
    assert response.status_code == 303
    assert response["Location"] == "/settings/?saved=1"
    player = models.Player.objects.get()
    assert player.settings == Preferences.parse(LOOK)
    page = visitor.get(response["Location"])
    assert "Saved." in text_of(page)
    assert 'data-theme="dark" data-deck="four"' in root_of(page)


def test_a_change_that_the_page_sends_is_answered_with_a_word(south, player):
    response = south.post(URL, everything(**LOOK), headers=HTMX)
    assert (response.status_code, text_of(response)) == (200, "Saved.")
    assert selectors.preferences(player.key) == Preferences.parse(LOOK)
    odd = south.post(URL, everything(theme="purple"), headers=HTMX)
    assert odd.status_code == 422
    assert selectors.preferences(player.key) == Preferences.parse(LOOK)


def test_looking_leaves_nothing_behind(visitor, django_assert_num_queries):
    with django_assert_num_queries(0):
        response = visitor.get(URL)
    assert "no-store" in response["Cache-Control"]
    assert "Saved." not in text_of(response)


def test_saving_again_changes_the_same_player(south, player):
    for theme in ("dark", "light"):
        south.post(URL, everything(theme=theme))
        assert selectors.preferences(player.key).theme == theme
    assert models.Player.objects.count() == 1


def test_the_page_is_sent_as_it_stands(south, player):
    """Pressing the button without choosing anything keeps everything as it was."""
    south.post(URL, everything(**LOOK))
    before = selectors.preferences(player.key)
    page = south.get(URL)
    form = form_to(page, URL)
    chosen = page.context["form"].initial
    data = {name: value for name, value in chosen.items() if value is not False}
    form.press(south, **data)
    assert selectors.preferences(player.key) == before


@pytest.mark.parametrize("bad", ["", "purple", "dark ", "\x00", "x" * 5000])
def test_an_odd_value_is_answered_with_a_sentence_and_changes_nothing(
    south, player, bad
):
    south.post(URL, everything(**LOOK))
    response = south.post(URL, everything(theme=bad, deck="contrast"))
    assert response.status_code == 422
    text = text_of(response)
    assert "Nothing was saved yet: please look at what is marked." in text
    assert '<p class="wrong">Please choose one of these.</p>' in text
    # What was rightly chosen stays chosen on the page.
    assert re.search(r'<input [^>]*value="contrast"[^>]* checked', text)
    assert selectors.preferences(player.key) == Preferences.parse(LOOK)


def test_what_is_left_out_is_asked_for(south, player):
    response = south.post(URL, {"deck": "four"})
    assert response.status_code == 422
    assert selectors.preferences(player.key) == UNSET


def test_more_than_the_form_has_is_ignored(south, player):
    south.post(URL, everything(theme="dark", key="mine", id="1"))
    assert selectors.preferences(player.key) == Preferences.parse({"theme": "dark"})


def test_nobody_sets_anything_for_another(south, stranger, player):
    stranger.post(URL, everything(theme="dark"))
    assert selectors.preferences(player.key) == UNSET


@pytest.mark.parametrize("method", ["put", "delete", "patch"])
def test_other_methods_are_refused(south, method):
    response = getattr(south, method)(URL)
    assert response.status_code == 405
    assert response["Allow"] == "GET, HEAD, POST"


def test_what_our_page_does_not_send_is_refused(strict_south, player):
    response = strict_south.post(URL, everything(theme="dark"))
    assert response.status_code == 403
    assert selectors.preferences(player.key) == UNSET


def test_it_is_few_statements(south, django_assert_max_num_queries):
    with django_assert_max_num_queries(2):
        south.get(URL)
    # Session, settings, player, the player again under a lock, and what is saved.
    with django_assert_max_num_queries(10):
        south.post(URL, everything(theme="dark"))


# -- where it is seen -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    "path", ["/", "/rules/", "/settings/", "/you/", "/boards/wins/all/", "/nowhere/"]
)
def test_every_page_is_in_the_colours_that_were_chosen(south, player, path):
    assert 'data-theme="system" data-deck="two"' in root_of(south.get(path))
    south.post(URL, everything(**LOOK))
    page = south.get(path)
    assert 'data-theme="dark" data-deck="four"' in root_of(page)
    assert '<meta name="color-scheme" content="dark">' in text_of(page)


def test_a_table_is_in_the_colours_that_were_chosen(south, table_at):
    south.post(URL, everything(**LOOK))
    page = south.get(reverse("game", args=[table_at("lead").pk]))
    assert 'data-theme="dark" data-deck="four"' in root_of(page)


def test_one_address_bar_colour_for_a_chosen_theme(south, player):
    for theme, colours in (("system", 2), ("light", 1), ("dark", 1)):
        south.post(URL, everything(theme=theme))
        assert text_of(south.get("/")).count('name="theme-color"') == colours


def test_a_page_that_is_the_same_for_all_says_that_it_depends_on_the_cookie(south):
    assert "Cookie" in south.get("/rules/")["Vary"]


def test_without_a_database_a_page_is_as_nobody_has_set_it(south, monkeypatch):
    def broken(player_key):
        raise DatabaseError

    monkeypatch.setattr(selectors, "preferences", broken)
    assert 'data-theme="system"' in root_of(south.get("/rules/"))


def test_the_page_is_linked_from_where_one_looks_for_it(south, table_at):
    table = reverse("game", args=[table_at("lead").pk])
    for path in ("/", "/you/", table):
        assert f'href="{URL}"' in text_of(south.get(path))


# -- the switch of the keys -----------------------------------------------------------------------


def test_the_switch_at_the_table_changes_the_keys_and_nothing_else(south, player):
    south.post(URL, everything(**LOOK))
    for sent, keys in (({}, False), ({"keys": "on"}, True)):
        response = south.post("/settings/keys", sent)
        assert response.status_code == 204
        assert selectors.preferences(player.key) == Preferences.parse(
            LOOK | {"keys": keys}
        )


def test_the_table_shows_how_the_keys_are_set(south, table_at):
    url = reverse("game", args=[table_at("lead").pk])
    switch = r'<input type="checkbox" name="keys"[^>]* checked>'
    assert re.search(switch, text_of(south.get(url)))
    south.post("/settings/keys", {})
    assert not re.search(switch, text_of(south.get(url)))


def test_the_switch_takes_posts_of_our_page_only(south, strict_south):
    assert south.get("/settings/keys").status_code == 405
    assert strict_south.post("/settings/keys", {}).status_code == 403


# -- what it does at the table --------------------------------------------------------------------


def test_a_table_says_how_fast_it_goes(south, table_at):
    url = reverse("game", args=[table_at("lead").pk])
    south.post(URL, everything(pace="fast", wait=True))
    assert 'data-pace="fast" data-wait ' in text_of(south.get(url))
    south.post(URL, everything(pace="instant"))
    page = text_of(south.get(url))
    assert 'class="in-play done" data-pace="instant" dir' in page


def test_who_confirms_chooses_a_card_and_plays_it_by_a_button(south, table_at):
    game = table_at("open trick")
    url = reverse("game", args=[game.pk])
    south.post(URL, everything(confirm=True))
    page = south.get(url)
    form = form_to(page, "/act")
    assert form.live_actions == ["play"]
    assert len(form.choices["card"]) == 12
    assert text_of(page).count(">Play: ") == 12
    missing = form.press(south, "play", htmx=True)
    assert missing.status_code == 422
    assert note_in(missing) == "Choose a card first."
    illegal = next(
        slot.action for slot in page.context["table"].hand if slot.state == "blocked"
    )
    refused = form.press(south, "play", htmx=True, card=illegal)
    assert refused.status_code == 422
    assert note_in(refused).startswith("You must follow ")
    legal = next(
        slot.action for slot in page.context["table"].hand if slot.state == "live"
    )
    played = form.press(south, "play", htmx=True, card=legal)
    assert played.status_code == 200
    assert version_shown(played) == 8


@pytest.mark.parametrize("card", ["", "XX", "pass", "9S 9S", "\x00"])
def test_a_forged_card_is_refused(south, table_at, card):
    game = table_at("lead")
    data = {"action": "play", "card": card, "version": 7}
    with nothing_saved():
        response = south.post(reverse("game_act", args=[game.pk]), data, headers=HTMX)
    assert response.status_code == 422
    assert note_in(response)
