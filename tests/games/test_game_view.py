"""GET /games/<id>/: the table, as it stands."""

from dataclasses import asdict, replace

import pytest
from django.urls import reverse

from games import selectors, services
from games.presenters import present_table
from tests.games.builders import MOMENTS, nothing_saved
from tests.games.pages import (
    HTMX,
    elements,
    form_to,
    parse,
    text_of,
    version_shown,
    without_address,
)

#: A game that there is not.
NOBODYS = "abcdefghijklmnop"

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("calm_bots")]


def url(game):
    return reverse("game", args=[game.pk])


@pytest.mark.parametrize("moment", MOMENTS)
def test_the_table_is_shown_at_every_moment(south, table_at, moment):
    game = table_at(moment)
    with nothing_saved():
        response = south.get(url(game))
    assert response.status_code == 200
    assert version_shown(response) == 7
    assert response["X-Table"] == "1"
    assert "no-store" in response["Cache-Control"]
    assert "<!doctype html>" in text_of(response)
    assert '<meta name="robots" content="noindex">' in text_of(response)


@pytest.mark.parametrize("moment", MOMENTS)
def test_htmx_gets_the_very_part_of_the_page(south, table_at, moment):
    game = table_at(moment)
    page, fragment = south.get(url(game)), south.get(url(game), headers=HTMX)
    assert fragment.status_code == 200
    assert "<!doctype" not in text_of(fragment)
    assert text_of(fragment).strip() in text_of(page)


def test_what_can_be_done_can_be_done(south, table_at):
    for moment, ending in [
        ("first call", "/act"),
        ("discard", "/act"),
        ("give", "/act"),
        ("open trick", "/act"),
        ("made", "/next"),
        ("won", "/games/"),
    ]:
        assert form_to(south.get(url(table_at(moment))), ending).buttons


def test_a_finished_game_offers_its_record(south, table_at):
    game = table_at("won")
    assert f'href="/games/{game.pk}/record.json"' in text_of(south.get(url(game)))
    assert "record.json" not in text_of(south.get(url(table_at("made"))))


@pytest.mark.parametrize("method", ["post", "put", "delete", "patch"])
def test_another_method_is_refused(south, table_at, method):
    game = table_at("lead")
    with nothing_saved():
        response = getattr(south, method)(url(game))
    assert response.status_code == 405


def test_the_head_alone_can_be_asked_for(south, table_at):
    response = south.head(url(table_at("lead")))
    assert (response.status_code, response.content) == (200, b"")


@pytest.mark.parametrize("headers", [None, HTMX], ids=["page", "fragment"])
def test_a_stranger_cannot_tell_whether_there_is_such_a_game(
    stranger, table_at, headers
):
    game = table_at("lead")
    theirs = stranger.get(url(game), headers=headers)
    nobodys = stranger.get(f"/games/{NOBODYS}/", headers=headers)
    assert theirs.status_code == nobodys.status_code == 404
    assert without_address(theirs, game.pk) == without_address(nobodys, NOBODYS)
    assert "This table is not yours, or it is gone" in text_of(theirs)
    assert not theirs.has_header("X-Table")


@pytest.mark.parametrize(
    ("game_id", "said"),
    [
        ("x", "This table is not yours"),
        ("a" * 2000, "This table is not yours"),
        *(
            (name, "There is no such page")
            for name in ["%00", "..", "%D9%A7", "a%20b", "<b>"]
        ),
    ],
)
def test_an_odd_address_is_no_page(south, game_id, said):
    response = south.get(f"/games/{game_id}/")
    assert response.status_code == 404
    assert said in text_of(response)


def test_a_friend_who_was_sent_the_address_is_offered_a_table(visitor, table_at):
    game = table_at("lead")
    response = visitor.get(url(game))
    assert response.status_code == 404
    assert "This table is not yours, or it is gone" in text_of(response)
    assert "session" not in text_of(response)
    assert "cookie" not in text_of(response)
    # The same whether there is such a game or not.
    nobodys = visitor.get(f"/games/{NOBODYS}/")
    assert without_address(nobodys, NOBODYS) == without_address(response, game.pk)
    # A visit alone leaves nothing behind.
    assert "sessionid" not in response.cookies
    started = form_to(response, "/games/").press(visitor)
    assert visitor.get(started["Location"]).status_code == 200


@pytest.mark.parametrize("headers", [None, HTMX], ids=["page", "fragment"])
def test_whose_cookie_is_gone_is_told_so_and_offered_a_new_game(
    visitor, table_at, headers
):
    game = table_at("lead")
    visitor.cookies["sessionid"] = "a session that is gone"
    response = visitor.get(url(game), headers=headers)
    assert response.status_code == 404
    assert "Your session is gone" in text_of(response)
    assert response.has_header("X-Table") == bool(headers)
    assert response.content.count(b"<form") == 1
    # The cookie that leads nowhere is taken back.
    assert response.cookies["sessionid"].value == ""
    # The same whether there is such a game or not.
    visitor.cookies["sessionid"] = "a session that is gone"
    nobodys = visitor.get(f"/games/{NOBODYS}/", headers=headers)
    assert without_address(nobodys, NOBODYS) == without_address(response, game.pk)
    started = form_to(response, "/games/").press(visitor)
    assert visitor.get(started["Location"]).status_code == 200


def test_a_cookie_of_a_session_that_is_gone_is_none(south, table_at):
    game = table_at("lead")
    south.session.flush()
    response = south.get(url(game))
    assert response.status_code == 404
    assert "Your session is gone" in text_of(response)


@pytest.mark.parametrize("key", [None, 7, ["a"], ""])
def test_a_session_with_something_else_for_a_key_is_none(south, table_at, key):
    game = table_at("lead")
    session = south.session
    session["player"] = key
    session.save()
    assert "Your session is gone" in text_of(south.get(url(game)))


def test_a_look_at_the_table_is_two_reads(south, table_at, django_assert_num_queries):
    game = table_at("late")
    with django_assert_num_queries(2):
        south.get(url(game))


# -- what is news -------------------------------------------------------------------------------


@pytest.mark.parametrize("seen", ["", "99", "999", "1000", "10" * 500])
@pytest.mark.parametrize("moment", ["raised", "late", "made"])
def test_more_than_there_is_has_been_seen(south, table_at, moment, seen):
    game = table_at(moment)
    plain = south.get(url(game))
    assert text_of(south.get(url(game), {"seen": seen})) == text_of(plain)


@pytest.mark.parametrize(
    "seen", ["-1", "x", "1.5", "٧", "²", "\x00", " 1", "+1", "0x1", "1e1", "None"]
)
def test_what_is_no_number_is_as_if_it_were_not_there(south, table_at, seen):
    game = table_at("late")
    plain = south.get(url(game))
    response = south.get(url(game), {"seen": seen})
    assert response.status_code == 200
    assert text_of(response) == text_of(plain)


def test_what_was_not_seen_yet_is_told(south, table_at):
    game = table_at("open trick")
    assert 'data-announce="Your turn: play a card."' in text_of(south.get(url(game)))
    told = text_of(south.get(url(game), {"seen": "6"}))
    assert 'data-announce="East: Queen of spades. Your turn: play a card. ' in told
    assert "fly at-1" in told


def test_a_reload_in_the_same_tab_shows_no_old_message(south, table_at):
    game = table_at("open trick")
    south.post(
        reverse("game_act", args=[game.pk]),
        {"action": "QH", "version": 7},
        headers=HTMX,
    )
    assert 'class="note"' not in text_of(south.get(url(game)))


# -- a reload in every phase ----------------------------------------------------------------------

ACTS = [
    ("first call", "7S"),
    ("first call", "pass"),
    ("first call", "aloneH"),
    ("raised", "pass"),
    ("discard", "exchange of QH QH 9H"),
    ("discard", "exchange of"),
    ("give", "exchange of 9S 9S AC"),
    ("lead", "9S"),
    ("open trick", "9S"),
    ("late", "KD"),
    ("opponent alone", "9S"),
]


def do(position, player, action):
    return services.act(
        game_id=position.pk,
        player_key=player.key,
        version=7,
        action=action.removeprefix("exchange of").strip(),
    )


@pytest.mark.parametrize(("moment", "action"), ACTS)
def test_a_reload_shows_what_the_answer_showed(south, player, table_at, moment, action):
    """Byte for byte when the same is news; and when nothing is, all but the animation."""
    game = table_at(moment)
    after = do(game, player, action)
    data = {"seen": after.seen}
    again = selectors.position(game_id=game.pk, player_key=player.key, seen=after.seen)
    assert present_table(again) == present_table(after)
    page = text_of(south.get(url(game), data))
    assert text_of(south.get(url(game), data, headers=HTMX)).strip() in page

    reloaded = selectors.position(game_id=game.pk, player_key=player.key)
    assert still(present_table(reloaded)) == still(present_table(after))


def still(table):
    """The table without what is animated."""

    def stop(value):
        if isinstance(value, dict):
            moving = {
                "at",
                "sweep_at",
                "steps_end",
                "score_before_text",
                "counts_before",
            }
            return {
                key: 0 if key in moving else stop(part) for key, part in value.items()
            }
        return [stop(part) for part in value] if isinstance(value, tuple) else value

    # The last call before the play stays in front of its seat while it is told.
    seats = tuple(replace(seat, call=None) for seat in table.seats)
    return stop(asdict(replace(table, announce="", swept=(), seats=seats)))


def test_two_tabs_show_the_same(south, player, table_at):
    game = table_at("lead")
    answer = south.post(
        reverse("game_act", args=[game.pk]),
        {"action": "TS", "version": 7},
        headers=HTMX,
    )
    other_tab = south.get(url(game))
    assert version_shown(answer) == version_shown(other_tab) == 8
    actions = form_to(answer, "/act").live_actions
    assert form_to(other_tab, "/act").live_actions == actions


# -- the page is sound ----------------------------------------------------------------------------


@pytest.mark.parametrize("moment", MOMENTS)
def test_what_a_part_refers_to_is_there(south, table_at, moment):
    page = south.get(url(table_at(moment)))
    ids = []
    wanted = set()
    for element in elements(parse(page)):
        attributes = dict(element.attributes)
        if "id" in attributes:
            ids.append(attributes["id"])
        for name in ["aria-labelledby", "aria-describedby", "for", "popovertarget"]:
            wanted.update(attributes.get(name, "").split())
        if attributes.get("href", "").startswith("#"):
            wanted.add(attributes["href"][1:])
    assert len(ids) == len(set(ids))
    assert wanted <= set(ids)


@pytest.mark.parametrize("moment", MOMENTS)
def test_keys_lead_to_parts_that_can_hold_the_focus_and_are_there_once(
    south, table_at, moment
):
    page = south.get(url(table_at(moment)))
    keys = [
        dict(element.attributes)["data-key"]
        for element in elements(parse(page))
        if "data-key" in dict(element.attributes)
    ]
    assert len(keys) == len(set(keys))
    at_all_times = {"t", "r", "R", "b", "c", "s", "?"}
    assert at_all_times <= set(keys)
