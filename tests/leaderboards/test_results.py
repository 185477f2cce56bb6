"""A result tells one story of each hand: in its strip, its line, and the sign that is shared."""

from dataclasses import replace

import pytest

from games.engine.auction import Contract
from games.engine.cards import CARDS, parse_cards
from games.engine.game import Game
from games.engine.hand import Hand
from games.engine.rules import DOUBLE_DECK_52
from games.engine.seats import Seat
from leaderboards.presenters.results import present_result
from tests.games.builders import after, game_at, play_on, seed_for
from tests.leaderboards.conftest import NOON, play_daily

OURS, THEIRS, NEITHER = "🟢", "🟥", "⬜"
TRUMPS = parse_cards("JH JH JD JD AH AH KH KH QH QH TH TH")


def played(dealer, *calls, tricks):
    """A hand with these calls in which our side takes so many tricks."""
    number = 0
    while True:
        seed = (number + int.from_bytes(seed_for(dealer), "big")).to_bytes(32, "big")
        number += 1
        game = Game.start(DOUBLE_DECK_52, seed)
        if game.hand.dealer.name != dealer:
            continue
        hand = play_on(after(game, *calls)).hand
        if hand.tricks_won[0] == tricks:
            return hand


def lone_hand_won():
    """South holds nothing but trumps."""
    rest = list(CARDS) * DOUBLE_DECK_52.copies
    for card in TRUMPS:
        rest.remove(card)
    north, east, west = (tuple(rest[i::3]) for i in range(3))
    hand = Hand.start(DOUBLE_DECK_52, Seat.E, (north, east, TRUMPS, west))
    game = replace(game_at("first call"), hand=hand)
    return play_on(after(game, "aloneH", "")).hand


PASSES = ["pass"] * 3
#: What happened, whose contract it was, our points less theirs, and the sign of it.
KINDS = {
    "made": (lambda: game_at("made").hand, "us", "+6", OURS),
    "made, and yet fewer tricks": (
        lambda: played("E", "5S", *PASSES, tricks=5),
        "us",
        "−2",
        THEIRS,
    ),
    "made, six tricks each": (
        lambda: played("E", "6S", *PASSES, tricks=6),
        "us",
        "0",
        NEITHER,
    ),
    "set": (lambda: game_at("set").hand, "us", "−17", THEIRS),
    "theirs made": (lambda: game_at("opponents made").hand, "them", "−2", THEIRS),
    "theirs made, and yet fewer tricks": (
        lambda: played("S", "5H", *PASSES, tricks=7),
        "them",
        "+2",
        OURS,
    ),
    "defended": (lambda: played("S", "12H", tricks=4), "them", "+16", OURS),
    "alone, won": (lone_hand_won, "us", "+24", OURS),
    "alone, lost": (lambda: game_at("lone hand lost").hand, "us", "−31", THEIRS),
    "alone by the partner, lost": (
        lambda: game_at("partner alone").hand,
        "us",
        "−32",
        THEIRS,
    ),
    "thrown in": (lambda: game_at("thrown in").hand, "nobody", "0", NEITHER),
}


@pytest.mark.django_db
@pytest.mark.parametrize("kind", KINDS)
def test_strip_line_and_shared_sign_say_the_same(profile, kind):
    make, whose, points, sign = KINDS[kind]
    hand = make()
    result = play_daily(profile)
    page = present_result(
        result.attempt, result, None, None, [hand], {}, "https://x.test/daily/", NOON
    )
    (line,) = page.lines
    assert line.whose == whose
    assert line.own_points.strip("\u2066\u2069") == points
    assert line.way == {OURS: "up", THEIRS: "down", NEITHER: ""}[sign]
    *_words, signs, link = page.share_text.split("\n")
    assert signs == f"\u2066{sign}\u2069"
    assert link == "https://x.test/daily/"
    # A sign tells neither card nor bid.
    assert isinstance(hand.contract, Contract | None)
    assert line.own not in page.share_text


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("", ["green circle", "red square", "white square"]),
        ("/it", ["cerchio verde", "quadrato rosso", "quadrato bianco"]),
        ("/es", ["círculo verde", "cuadrado rojo", "cuadrado blanco"]),
        ("/de", ["grüner Kreis", "rotes Quadrat", "weißes Quadrat"]),
        ("/fr", ["cercle vert", "carré rouge", "carré blanc"]),
        ("/pt", ["círculo verde", "quadrado vermelho", "quadrado branco"]),
        ("/ar", ["دائرة خضراء", "مربّع أحمر", "مربّع أبيض"]),
    ],
)
def test_the_page_explains_the_signs_that_it_shares(own, profile, language, words):
    attempt = play_daily(profile).attempt
    page = own.get(f"{language}/daily/games/{attempt.pk}/result/").content.decode()
    help_text = page.partition('id="share-help">')[2].partition("</p>")[0]
    assert all(word in help_text for word in words)
