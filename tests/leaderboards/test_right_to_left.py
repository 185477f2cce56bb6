"""In Arabic no score, no signed number and no name turns round, nor turns the words around it."""

import re
from datetime import timedelta
from html.parser import HTMLParser

import pytest
from django.core import mail
from django.utils import translation

import accounts.services
from accounts.models import User
from bideuchre.translations import ISOLATED, TURNED
from games import names as game_names
from games.models import Player
from games.presenters import present_table
from leaderboards import names
from leaderboards.models import Total
from leaderboards.services.naming import choose_name
from tests.games.builders import MOMENTS, game_at, position_of
from tests.games.builders import store as store_game
from tests.leaderboards.conftest import DAY, NOON, play_daily

#: Names that are written from left to right, and would take what stands beside them along.
NAME = "Ada 7"
READ = {"aria-label", "content", "data-announce", "title", "alt"}


@pytest.fixture(autouse=True)
def arabic():
    with translation.override("ar"):
        yield


class Texts(HTMLParser):
    """What a page shows or says, without what an element of its own keeps apart."""

    def __init__(self):
        super().__init__()
        self.found = []
        self.apart = []

    def handle_starttag(self, tag, attrs):
        values = dict(attrs)
        self.found += [value or "" for name, value in attrs if name in READ]
        if tag in {"meta", "link", "img", "input", "br", "path", "use", "rect"}:
            return
        # The whole table goes from left to right, and each text in it as it is written.
        ltr = values.get("dir") == "ltr" and values.get("id") != "table"
        self.apart.append((tag, ltr or tag in {"bdi", "code", "script"}))

    def handle_startendtag(self, tag, attrs):
        self.found += [value or "" for name, value in attrs if name in READ]

    def handle_endtag(self, tag):
        while self.apart and self.apart.pop()[0] != tag:
            pass

    def handle_data(self, data):
        if not any(apart for _tag, apart in self.apart):
            self.found.append(data)


def at_risk(html):
    """Of each text of a page what nothing keeps apart."""
    parser = Texts()
    parser.feed(html)
    return [ISOLATED.sub("", text) for text in parser.found]


def assert_safe(html, *apart):
    texts = at_risk(html)
    assert len("".join(texts)) > 200
    for text in texts:
        assert not TURNED.search(text), text
        for name in apart:
            assert name not in text


def test_what_is_at_risk_is_found():
    page = "<p>النتيجة 3 : 4</p><p title='−3'><bdi>5 : 6</bdi> \u20667 : 8\u2069</p><dd>-16</dd>"
    assert [text for text in at_risk(page) if TURNED.search(text)] == [
        "النتيجة 3 : 4",
        "−3",
        "-16",
    ]


@pytest.mark.parametrize("moment", MOMENTS)
def test_what_a_table_says(moment):
    table = present_table(position_of(game_at(moment), seen=0))
    said = [table.announce, table.turn_text, table.result_text, table.us.score_text]
    if table.summary:
        said += [table.summary.title, *table.summary.lines]
        said += [
            text for side in table.summary.points for text in (side.points, side.score)
        ]
    for text in said:
        assert not TURNED.search(ISOLATED.sub("", text))
        assert not re.search(r"[−+]", ISOLATED.sub("", text))


@pytest.mark.django_db
@pytest.mark.parametrize("moment", ["raised", "open trick", "lone hand lost", "won"])
def test_the_page_of_a_table(own, profile, moment):
    game = store_game(profile.player, game_at(moment))
    assert_safe(own.get(f"/ar/games/{game.pk}/").content.decode())


@pytest.mark.django_db
def test_a_score_on_the_first_page(own, profile):
    store_game(profile.player, game_at("raised"))
    text = own.get("/ar/").content.decode()
    assert game_names.score_text((7, -3)) in text
    assert_safe(text)


@pytest.mark.django_db
def test_a_players_results(own, profile, new_profile):
    choose_name(profile=profile, text=NAME, now=NOON)
    other = new_profile()
    choose_name(profile=other, text="Bea 9", now=NOON)
    attempt = play_daily(profile).attempt
    play_daily(other)
    for address in [
        f"/ar/daily/{DAY}/board/",
        "/ar/boards/margin/7/",
        f"/ar/players/{profile.tag.lower()}/",
        f"/ar/players/{other.tag.lower()}/",
        f"/ar/players/{other.tag.lower()}/report/",
        f"/ar/daily/games/{attempt.pk}/result/",
        "/ar/daily/",
        "/ar/you/",
        "/ar/fairness/",
    ]:
        response = own.get(address)
        assert response.status_code == 200
        assert_safe(response.content.decode(), NAME, "Bea 9")


@pytest.mark.django_db
@pytest.mark.parametrize("kind", ["players", "boards/points/all"])
def test_points_below_nothing(own, profile, kind):
    play_daily(profile)
    assert Total.objects.filter(profile=profile).update(points=-16)
    address = f"players/{profile.tag.lower()}" if kind == "players" else kind
    page = own.get(f"/ar/{address}/").content.decode()
    assert "\u2066−16\u2069" in page
    assert_safe(page)


@pytest.mark.django_db
@pytest.mark.parametrize(
    "address",
    [
        "",
        "rules/",
        "how-to-play/",
        "glossary/",
        "strategy/",
        "settings/",
        "privacy/",
        "accessibility/",
        "boards/wins/all/",
        "boards/points/7/",
        "you/sign-up/",
        "you/log-in/",
        "you/recover/",
        "you/reset/",
        "no-such-page/",
        "games/no-such-game/",
    ],
)
def test_the_other_pages(own, profile, address):
    play_daily(profile)
    assert_safe(own.get(f"/ar/{address}").content.decode())


@pytest.mark.django_db
def test_a_fair_day_that_is_over(own, profile, clock):
    play_daily(profile)
    clock(NOON + timedelta(days=3))
    assert_safe(own.get(f"/ar/fairness/{DAY}/").content.decode())


@pytest.mark.django_db
def test_what_is_shared(own, profile):
    attempt = play_daily(profile).attempt
    page = own.get(f"/ar/daily/games/{attempt.pk}/result/").content.decode()
    shared = re.search(r"<textarea[^>]*>(.*?)</textarea>", page, re.DOTALL)
    assert shared
    # Each line of the box runs as it is written: no slash of the address jumps before it.
    assert 'dir="auto"' in shared[0].partition(">")[0]
    lines = shared[1].strip().split("\n")
    assert names.day_text(DAY) in lines[0]
    assert re.search("\u2066[0-9−]+\u00a0:\u00a0[0-9−]+\u2069", lines[1])
    assert lines[-1].endswith("/ar/daily/")
    for line in lines[:2]:
        assert re.search("[\u0621-\u064a]", line)
        assert not TURNED.search(ISOLATED.sub("", line))


@pytest.mark.django_db
def test_a_mail(client, monkeypatch):
    monkeypatch.setattr(accounts.services, "do_beside", lambda work: work())
    User.objects.create_user(
        "ada", "ada@example.org", "a long password", player=Player.objects.create()
    )
    client.post("/ar/you/reset/", {"email": "ada@example.org"})
    message = mail.outbox[0]
    assert "\u2068ada\u2069" in message.body
    assert "/ar/you/reset/" in message.body
    assert re.search("[\u0621-\u064a]", message.subject)


@pytest.mark.parametrize(
    ("language", "day", "month", "number", "signed"),
    [
        ("en", "November 3, 2026", "November 2026", "12,345", "−1,234.50"),
        ("it", "3 novembre 2026", "novembre 2026", "12.345", "−1.234,50"),
        ("es", "3 de noviembre de 2026", "noviembre de 2026", "12.345", "−1.234,50"),
        ("fr", "3 novembre 2026", "novembre 2026", "12\u202f345", "−1\u202f234,50"),
        ("pt", "3 de novembro de 2026", "novembro de 2026", "12.345", "−1.234,50"),
        ("ar", "3 نوفمبر 2026", "نوفمبر 2026", "12,345", "−1,234.50"),
        ("de", "3. November 2026", "November 2026", "12.345", "−1.234,50"),
    ],
)
def test_dates_and_numbers_are_written_as_the_language_does(
    language, day, month, number, signed
):
    with translation.override(language):
        third = DAY.replace(day=3)
        assert names.day_text(third) == day
        assert names.month_text(third) == month
        # With the digits of the cards, in Arabic too.
        assert names.amount_text(12345) == number
        assert names.signed(-1234.5, 2) == f"\u2066{signed}\u2069"
        assert names.amount_text(-1234.5, 2) == f"\u2066{signed}\u2069"
        assert names.signed(0) == "\u20660\u2069"
