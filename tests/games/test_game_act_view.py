"""POST /games/<id>/act: the person does something, the bots answer, and the table comes back."""

import re
from urllib.parse import urlencode

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from games import models
from tests.games.builders import (
    AnsweringBot,
    CalmBot,
    RaisingBot,
    game_at,
    nothing_saved,
)
from tests.games.pages import (
    HTMX,
    as_a_browser,
    form_to,
    note_in,
    text_of,
    version_shown,
    without_address,
)

#: A game that there is not.
NOBODYS = "abcdefghijklmnop"

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("calm_bots")]

NOT_A_MOVE = "That is not a move. The table is as it was: please choose again."
STALE = "The table had already moved on. This is how it stands now."
TRY_AGAIN = "A computer player could not answer. Nothing is lost: please try again."

both = pytest.mark.parametrize("headers", [None, HTMX], ids=["page", "fragment"])


def url(game):
    return reverse("game_act", args=[game.pk])


def act(client, game, action="pass", *, version=7, headers=HTMX, **more):
    data = {"action": action, "version": version, **more}
    return client.post(url(game), data, headers=headers)


def assert_is_table(response, status, *, page):
    assert response.status_code == status
    assert response["X-Table"] == "1"
    assert 'id="table"' in text_of(response)
    assert ("<!doctype html>" in text_of(response)) == page
    assert "no-store" in response["Cache-Control"]


# -- it works -----------------------------------------------------------------------------------


def test_htmx_gets_the_table_after_the_turn(south, table_at):
    response = act(south, table_at("first call"), "7S")
    assert_is_table(response, 200, page=False)
    assert version_shown(response) == 8
    assert "7 spades by you" in text_of(response)


def test_a_plain_form_is_sent_on_to_the_table_with_what_is_news(south, table_at):
    game = table_at("lead")
    response = act(south, game, "TS", headers=None)
    assert response.status_code == 303
    assert response["Location"] == f"/games/{game.pk}/?seen=4"
    assert "no-store" in response["Cache-Control"]
    assert_is_table(south.get(response["Location"]), 200, page=True)


def test_both_ways_come_to_the_same_table(south, table_at):
    """The answer to htmx is the very fragment in the page that a plain form is sent on to."""
    one, other = table_at("lead"), table_at("lead")
    fragment = text_of(act(south, one, "TS"))
    sent_on = act(south, other, "TS", headers=None)
    page = south.get(sent_on["Location"])
    assert fragment.replace(one.pk, other.pk).strip() in text_of(page)


def test_the_bid_pad_is_sent_as_its_fields(south, table_at):
    for tricks, denomination, contract in [
        ("7", "NT", "7 no trump by you"),
        ("1", "H", "1 heart by you"),
        ("alone", "C", "Alone in clubs by you"),
    ]:
        game = table_at("first call")
        response = act(south, game, "bid", tricks=tricks, denomination=denomination)
        assert response.status_code == 200
        assert contract in text_of(response)


def test_the_exchange_is_sent_as_its_fields(south, table_at):
    game = table_at("discard")
    response = act(south, game, "exchange", cards=["QH", "TS", "QH"])
    assert response.status_code == 200
    assert models.Hand.objects.get().actions.startswith("aloneS,TS QH QH,")


def test_no_cards_at_all_may_be_discarded(south, table_at):
    response = act(south, table_at("discard"), "exchange")
    assert response.status_code == 200
    assert models.Hand.objects.get().actions == "aloneS,,"


@pytest.mark.parametrize(
    ("moment", "button", "chosen"),
    [
        ("first call", "pass", {}),
        ("first call", "bid", {"tricks": "12", "denomination": "D"}),
        ("discard", "exchange", {"cards": ["TS"]}),
        ("give", "exchange", {"cards": ["9S", "9S", "AC"]}),
        ("lead", "TS", {}),
    ],
)
def test_the_form_on_the_page_can_be_sent(south, table_at, moment, button, chosen):
    page = south.get(reverse("game", args=[table_at(moment).pk]))
    form = form_to(page, "/act")
    assert form.press(south, button, htmx=True, **chosen).status_code == 200


# -- it is not for everybody --------------------------------------------------------------------


@pytest.mark.parametrize("method", ["get", "head", "put", "delete", "patch"])
def test_another_method_gets_a_friendly_page(south, table_at, method):
    game = table_at("first call")
    with nothing_saved():
        response = getattr(south, method)(url(game))
    assert response.status_code == 405
    assert response["Allow"] == "POST"
    if method != "head":
        assert "This address cannot be used that way" in text_of(response)


@pytest.mark.parametrize("method", ["put", "delete", "patch"])
def test_another_method_is_no_question_of_origins(strict_south, table_at, method):
    response = getattr(strict_south, method)(url(table_at("first call")))
    assert response.status_code == 405
    assert response["Allow"] == "POST"


@both
@pytest.mark.parametrize("action", ["pass", "rubbish", "x" * 1000])
def test_a_stranger_cannot_tell_whether_there_is_such_a_game(
    stranger, table_at, action, headers
):
    game = table_at("first call")
    with nothing_saved():
        theirs = act(stranger, game, action, headers=headers)
    nobodys = stranger.post(
        f"/games/{NOBODYS}/act",
        {"action": action, "version": 7},
        headers=headers,
    )
    assert theirs.status_code == nobodys.status_code == 404
    assert without_address(theirs, game.pk) == without_address(nobodys, NOBODYS)
    assert "This table is not yours, or it is gone" in text_of(theirs)
    # Nothing that htmx might put in the table's place.
    assert not theirs.has_header("X-Table")


@both
@pytest.mark.parametrize("action", ["pass", "rubbish"])
def test_whose_cookie_is_gone_is_told_so_and_offered_a_new_game(
    visitor, table_at, headers, action
):
    game = table_at("first call")
    with nothing_saved():
        response = act(visitor, game, action, headers=headers)
    assert response.status_code == 404
    assert "Your session is gone" in text_of(response)
    assert response.has_header("X-Table") == bool(headers)
    assert ("<!doctype html>" in text_of(response)) == (not headers)
    started = form_to(response, "/games/").press(visitor)
    assert started.status_code == 303
    assert visitor.get(started["Location"]).status_code == 200


# -- it is done once ----------------------------------------------------------------------------


@both
def test_a_second_press_changes_nothing(south, table_at, headers):
    game = table_at("first call")
    assert act(south, game, "7S", headers=headers).status_code in {200, 303}
    with nothing_saved():
        second = act(south, game, "7S", headers=headers)
    assert_is_table(second, 409, page=not headers)
    assert note_in(second) == STALE
    assert version_shown(second) == 8


@pytest.mark.parametrize("version", [0, 6, 8, 2**31 - 1])
def test_another_version_is_answered_with_the_table_as_it_is(south, table_at, version):
    game = table_at("first call")
    with nothing_saved():
        response = act(south, game, "7S", version=version)
    assert_is_table(response, 409, page=False)
    assert note_in(response) == STALE
    assert form_to(response, "/act").press(south, "pass").status_code == 303


# -- it is refused ------------------------------------------------------------------------------

REFUSED = [
    ("raised", {"action": "3H"}, "Bid more than 3 tricks, or pass."),
    ("raised", {"action": "1H"}, "Bid more than 3 tricks, or pass."),
    ("raised", {"action": "13H"}, "The highest bid is for 12 tricks."),
    ("first call", {"action": "99NT"}, "The highest bid is for 12 tricks."),
    ("lead", {"action": "JS"}, "You do not hold that card: Jack of spades."),
    ("open trick", {"action": "QH"}, "You must follow spades."),
    ("discard", {"action": "TS TS"}, "You do not hold that card: Ten of spades."),
    (
        "discard",
        {"action": "exchange", "cards": ["TS", "9S", "KH", "QH"]},
        "Discard 3 cards at most.",
    ),
    (
        "discard",
        {"action": "exchange", "cards": ["QH", "QH", "QH"]},
        "You do not hold that card: Queen of hearts.",
    ),
    (
        "discard",
        {"action": "exchange", "cards": ["JS"]},
        "You do not hold that card: Jack of spades.",
    ),
    ("give", {"action": "exchange"}, "Give exactly 3 cards."),
    ("give", {"action": "exchange", "cards": ["9S"]}, "Give exactly 3 cards."),
    (
        "give",
        {"action": "exchange", "cards": ["9S", "9S", "AC", "AC"]},
        "Give exactly 3 cards.",
    ),
    (
        "give",
        {"action": "exchange", "cards": ["AS", "KS", "QS"]},
        "You do not hold that card: Ace of spades.",
    ),
    ("made", {"action": "pass"}, "This hand is over."),
    ("made", {"action": "TS"}, "This hand is over."),
    ("thrown in", {"action": "7S"}, "This hand is over."),
    ("won", {"action": "TS"}, "This hand is over."),
    ("won", {"action": "rubbish"}, "This hand is over."),
]
INCOMPLETE = "Choose a number of tricks and a trump suit, or pass."
NONSENSE = [
    ({"action": "bid"}, INCOMPLETE),
    ({"action": "bid", "tricks": "7"}, INCOMPLETE),
    ({"action": "bid", "denomination": "S"}, INCOMPLETE),
    ({"action": "bid", "tricks": "", "denomination": ""}, INCOMPLETE),
    ({"action": "bid", "tricks": "seven", "denomination": "S"}, NOT_A_MOVE),
    ({"action": "bid", "tricks": "7", "denomination": "X"}, NOT_A_MOVE),
    ({"action": "bid", "tricks": "pas", "denomination": "s"}, NOT_A_MOVE),
    ({"action": "bid", "tricks": "0", "denomination": "S"}, NOT_A_MOVE),
    ({"action": "bid", "tricks": "-1", "denomination": "S"}, NOT_A_MOVE),
    ({"action": "bid", "tricks": "٧", "denomination": "S"}, NOT_A_MOVE),
    ({}, NOT_A_MOVE),
    ({"action": ""}, NOT_A_MOVE),
    ({"action": " pass"}, NOT_A_MOVE),
    ({"action": "PASS"}, NOT_A_MOVE),
    ({"action": "7s"}, NOT_A_MOVE),
    ({"action": "٧S"}, NOT_A_MOVE),
    ({"action": "07S"}, NOT_A_MOVE),
    ({"action": "7S\x00"}, NOT_A_MOVE),
    ({"action": "\x00"}, NOT_A_MOVE),
    ({"action": "7S,pass"}, NOT_A_MOVE),
    ({"action": "7S\npass"}, NOT_A_MOVE),
    ({"action": "JS"}, NOT_A_MOVE),
    ({"action": "exchange", "cards": ["JS"]}, NOT_A_MOVE),
    ({"action": "exchange", "cards": ["\x00"]}, NOT_A_MOVE),
    ({"action": "exchange", "cards": ["TS"] * 45}, NOT_A_MOVE),
    ({"action": "<script>alert(1)</script>"}, NOT_A_MOVE),
    ({"action": "\N{BLACK SPADE SUIT}7"}, NOT_A_MOVE),
    ({"action": "x" * 10_000}, NOT_A_MOVE),
]
VERSIONS = ["", "abc", "-1", "7.5", "7S", "\x00", "9" * 5000, str(2**31), "1e3", "٧٧٧x"]


@both
@pytest.mark.parametrize(("moment", "data", "sentence"), REFUSED)
def test_a_move_against_the_rules_is_refused_in_words(
    south, table_at, moment, data, sentence, headers
):
    game = table_at(moment)
    with nothing_saved():
        response = south.post(url(game), {**data, "version": 7}, headers=headers)
    assert_is_table(response, 422, page=not headers)
    assert note_in(response) == sentence
    # Spoken too, and first.
    assert f'data-announce="{sentence} ' in text_of(response)
    assert version_shown(response) == 7


@both
@pytest.mark.parametrize(("data", "sentence"), NONSENSE)
def test_what_is_no_move_is_refused_and_the_table_can_be_used(
    south, table_at, data, sentence, headers
):
    game = table_at("first call")
    with nothing_saved():
        response = south.post(url(game), {**data, "version": 7}, headers=headers)
    assert_is_table(response, 422, page=not headers)
    assert note_in(response) == sentence
    assert form_to(response, "/act").press(south, "pass").status_code == 303


@pytest.mark.parametrize("version", VERSIONS, ids=lambda version: version[:9] or "none")
def test_a_version_that_is_no_number_is_refused(south, table_at, version):
    game = table_at("first call")
    with nothing_saved():
        response = act(south, game, "pass", version=version)
    assert_is_table(response, 422, page=False)
    assert note_in(response) == NOT_A_MOVE
    assert form_to(response, "/act").press(south, "pass").status_code == 303


def test_a_missing_version_is_refused(south, table_at):
    game = table_at("first call")
    with nothing_saved():
        response = south.post(url(game), {"action": "pass"}, headers=HTMX)
    assert_is_table(response, 422, page=False)


def test_a_call_in_the_midst_of_play_is_refused(south, table_at):
    for action in ["pass", "7S", "aloneS", "exchange", ""]:
        game = table_at("open trick")
        with nothing_saved():
            response = act(south, game, action)
        assert_is_table(response, 422, page=False)
        assert note_in(response) == NOT_A_MOVE


def test_a_field_sent_twice_counts_once(south, table_at):
    game = table_at("first call")
    response = south.post(
        url(game),
        {"action": ["7S", "8H"], "version": ["3", "7"]},
        headers=HTMX,
    )
    assert response.status_code == 200
    assert models.Hand.objects.get().actions.startswith("8H,pass,pass,pass")


FORM = "application/x-www-form-urlencoded"
TOO_LARGE = urlencode({"action": "pass", "version": 7, "more": "x" * 100_000})
TOO_MANY_FIELDS = urlencode([("cards", "JS")] * 60)


@pytest.mark.parametrize(
    ("body", "content_type"),
    [
        (TOO_LARGE, FORM),
        (TOO_MANY_FIELDS, FORM),
        ("action=pass&version=7", "multipart/form-data"),
    ],
    ids=["100 kB", "60 fields", "parts without a boundary"],
)
def test_a_body_that_no_form_sends_is_refused_by_the_site(
    south, table_at, body, content_type
):
    game = table_at("first call")
    with nothing_saved():
        response = south.generic("POST", url(game), body, content_type)
    assert response.status_code == 400
    assert "The request was not understood" in text_of(response)
    assert act(south, game, "pass").status_code == 200


@pytest.mark.parametrize("charset", ["utf8", "utf-16", "ISO-8859-1", "utf-7", "hex"])
def test_a_form_is_utf_8_whatever_it_says(south, table_at, charset):
    game = table_at("first call")
    response = south.generic(
        "POST", url(game), "action=pass&version=7", f"{FORM}; charset={charset}"
    )
    assert response.status_code == 303


@pytest.mark.parametrize(
    ("body", "content_type"),
    [
        (b"\xff\xfe=\x00", "application/json"),
        (b'{"action": "pass", "version": 7}', "application/json"),
        (b"action=pass&version=7", "text/plain"),
        (b"", FORM),
        (b"action=%FF%FE%80&version=7", FORM),
        (b"--nothing of the kind", "multipart/form-data; boundary=a"),
    ],
)
def test_a_body_that_is_no_form_is_no_move(south, table_at, body, content_type):
    game = table_at("first call")
    with nothing_saved():
        response = south.generic("POST", url(game), body, content_type, headers=HTMX)
    assert_is_table(response, 422, page=False)
    assert note_in(response) == NOT_A_MOVE


# -- a bot fails --------------------------------------------------------------------------------


@both
@pytest.mark.parametrize(
    "bot",
    [RaisingBot("N"), AnsweringBot(None), AnsweringBot("rubbish")],
    ids=["raises", "answers nothing", "answers rubbish"],
)
def test_when_a_bot_fails_the_same_press_works_later(
    south, table_at, seat_bot, bot, headers
):
    game = table_at("lead")
    seat_bot(bot)
    with nothing_saved():
        response = act(south, game, "TS", headers=headers)
    assert_is_table(response, 503, page=not headers)
    assert note_in(response) == TRY_AGAIN
    seat_bot(CalmBot())
    again = form_to(response, "/act").press(south, "TS", htmx=bool(headers))
    assert again.status_code == (200 if headers else 303)
    assert models.Game.objects.get().version == 8


# -- nobody says that our page sends it ------------------------------------------------------------


@both
@pytest.mark.parametrize("said", [{}, {"Sec-Fetch-Site": "cross-site"}])
def test_what_our_page_does_not_send_shows_the_table_and_what_to_do(
    strict_south, table_at, headers, said
):
    game = table_at("lead")
    with nothing_saved():
        response = act(strict_south, game, "TS", headers=(headers or {}) | said)
    assert_is_table(response, 403, page=not headers)
    assert note_in(response).startswith("Nothing was done: your browser did not say")
    again = form_to(response, "/act").press(
        as_a_browser(strict_south), "TS", htmx=bool(headers)
    )
    assert again.status_code == (200 if headers else 303)
    assert models.Game.objects.get().version == 8


@both
def test_what_another_site_sends_comes_without_the_session(
    strict_visitor, table_at, headers
):
    game = table_at("lead")
    with nothing_saved():
        response = act(strict_visitor, game, "TS", headers=headers)
    assert response.status_code == 403
    assert "<h1>Nothing was changed</h1>" in text_of(response)
    assert not response.has_header("X-Table")


# -- what it costs ------------------------------------------------------------------------------


def statements(client, game, action):
    with CaptureQueriesContext(connection) as queries:
        assert act(client, game, action).status_code == 200
    return [query["sql"].split()[0] for query in queries]


@pytest.mark.parametrize(
    ("moment", "action"),
    [("first call", "7S"), ("lead", "TS"), ("give", "9S 9S AC"), ("late", "KD")],
)
def test_a_turn_is_two_reads_and_two_writes(south, table_at, moment, action):
    game = table_at(moment)
    in_a_test = {"SAVEPOINT", "RELEASE"}
    done = [word for word in statements(south, game, action) if word not in in_a_test]
    # The session and the game; then the game and the hand.
    assert done == ["SELECT", "SELECT", "UPDATE", "UPDATE"]


@pytest.mark.django_db(transaction=True)
def test_a_turn_costs_six_statements_with_its_transaction(south, table_at):
    done = statements(south, table_at("lead"), "TS")
    assert done == ["SELECT", "SELECT", "BEGIN", "UPDATE", "UPDATE", "COMMIT"]


def test_a_refusal_costs_one_read_more(south, table_at, django_assert_num_queries):
    game = table_at("open trick")
    with django_assert_num_queries(3):
        act(south, game, "QH")


def test_a_move_sets_no_cookie(south, table_at):
    assert not act(south, table_at("lead"), "TS").cookies


def test_the_refused_card_is_still_there(south, table_at):
    response = act(south, table_at("open trick"), "QH")
    held = [card.text for card in game_at("open trick").hand.holdings[2]]
    actions = form_to(response, "/act").live_actions
    assert set(actions) == {card for card in held if card.endswith("S")}


# -- a claim --------------------------------------------------------------------------------------


def test_the_rest_is_claimed_by_a_button_and_told_in_a_sentence(south, table_at):
    game = table_at("sure")
    page = text_of(south.get(reverse("game", args=[game.pk])))
    assert page.count("Claim the rest</button>") == 1
    assert "All your 5 cards are sure tricks: you can claim the rest. Your turn" in page
    response = act(south, game, "claim")
    assert_is_table(response, 200, page=False)
    text = text_of(response)
    assert "<p>You claimed the last 5 tricks.</p>" in text
    assert re.search(r'data-announce="[^"]*You claimed the last 5 tricks\.', text)
    assert "fly" not in text
    assert "late" not in text


def test_a_claim_without_htmx_is_told_on_the_page(south, table_at):
    game = table_at("sure")
    response = act(south, game, "claim", headers=None)
    assert response.status_code == 303
    table = reverse("game", args=[game.pk])
    for address in (response["Location"], table):
        assert "You claimed the last 5 tricks." in text_of(south.get(address))


def test_a_claim_is_told_of_its_own_hand_alone(south, table_at):
    game = table_at("sure")
    act(south, game, "claim")
    response = south.post(
        reverse("game_next", args=[game.pk]), {"version": 8}, headers=HTMX
    )
    assert_is_table(response, 200, page=False)
    assert "You claimed" not in text_of(response)
    assert models.Hand.objects.get(number=1).claimed == 5
    assert models.Hand.objects.get(number=2).claimed == 0


def test_no_address_tells_of_a_claim_that_never_was(south, table_at):
    url = reverse("game", args=[table_at("made").pk])
    assert "You claimed" not in text_of(south.get(url, {"claimed": "3"}))


@both
@pytest.mark.parametrize("moment", ["lead", "open trick", "first call"])
def test_a_forged_claim_is_refused_in_words(south, table_at, moment, headers):
    game = table_at(moment)
    assert "Claim the rest" not in text_of(south.get(reverse("game", args=[game.pk])))
    with nothing_saved():
        response = act(south, game, "claim", headers=headers)
    assert_is_table(response, 422, page=headers is None)
    assert note_in(response) == (
        "The rest cannot be claimed: it is not certain that you take every trick."
    )


def test_a_claim_takes_as_many_statements_as_a_card(
    south, table_at, django_assert_max_num_queries
):
    with django_assert_max_num_queries(8):
        act(south, table_at("sure"), "claim")
