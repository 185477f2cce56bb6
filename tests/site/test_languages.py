"""Every page can be had in every language, and says so."""

import re

import pytest
from django.conf import settings
from django.http import HttpRequest
from django.template import Context, Template
from django.test import Client, RequestFactory
from django.urls import resolve, reverse
from django.utils import timezone, translation

from bideuchre.languages import address_in
from games import models
from games.preferences import Preferences
from leaderboards.services import ensure_daily
from tests.games.builders import game_at, store

CODES = [code for code, _name in settings.LANGUAGES]


def links(response):
    """The addresses of the menu, by language."""
    menu = re.search(
        r'<nav class="languages".*?</nav>', response.content.decode(), re.DOTALL
    )
    assert menu
    tags = re.findall(r"<a ([^>]*)>([^<]+)</a>", menu[0])
    found = {}
    for attributes, name in tags:
        values = dict(re.findall(r'([\w-]+)="([^"]*)"', attributes))
        code = values["hreflang"]
        assert values["lang"] == code
        assert values["dir"] == ("rtl" if code == "ar" else "ltr")
        assert name == dict(settings.LANGUAGES)[code]
        found[code] = values["href"].replace("&amp;", "&")
        is_current = response.content.decode().count(f'<html lang="{code}"') == 1
        assert ("aria-current" in values) == is_current
    assert list(found) == CODES
    return found


@pytest.fixture
def game(client, db):
    player = models.Player.objects.create()
    session = client.session
    session["player"] = player.key
    session.save()
    return store(player, game_at("raised"))


@pytest.mark.parametrize(
    ("path", "bare"),
    [
        ("/", "/"),
        ("/it/", "/"),
        ("/rules/", "/rules/"),
        ("/ar/rules/", "/rules/"),
        ("/it", "/"),
        ("/item/", "/item/"),
    ],
)
def test_an_address_in_each_language(path, bare):
    assert address_in("en", path) == bare
    assert address_in("ar", path) == f"/ar{bare}"


def test_an_address_never_leads_to_another_site():
    assert address_in("en", "//example.org/x") == "/%2Fexample.org/x"
    assert address_in("en", "/it//example.org/x") == "/%2Fexample.org/x"
    assert address_in("en", '/"><b>') == "/%22%3E%3Cb%3E"


@pytest.mark.django_db
@pytest.mark.parametrize("name", ["home", "rules", "daily", "you", "privacy"])
@pytest.mark.parametrize("code", CODES)
def test_a_page_leads_to_itself_in_every_language(client, name, code):
    with translation.override(code):
        response = client.get(reverse(name))
    for other, url in links(response).items():
        with translation.override(other):
            assert url == reverse(name)
        answer = client.get(url)
        assert answer.status_code == 200
        direction = "rtl" if other == "ar" else "ltr"
        assert f'<html lang="{other}" dir="{direction}"' in answer.content.decode()


@pytest.mark.django_db
def test_what_was_asked_for_is_kept(client):
    response = client.get("/it/daily/?month=2026-10&x=%C3%A0")
    assert links(response)["en"] == "/daily/?month=2026-10&x=%C3%A0"


def test_a_game_is_the_same_game_in_every_language(client, game):
    response = client.get(f"/games/{game.pk}/?seen=1")
    for url in links(response).values():
        assert url.endswith(f"/games/{game.pk}/")
        table = client.get(url).content.decode()
        assert f'data-version="{game.version}"' in table


@pytest.mark.parametrize(
    ("path", "page"),
    [
        ("games/{id}/act", "games/{id}/"),
        ("games/{id}/next", "games/{id}/"),
        ("games/{id}/act?x=1", "games/{id}/"),
        ("you/name", "you/"),
        ("you/sign-up/", "you/sign-up/"),
        ("daily/2026-01-01/play", "daily/2026-01-01/"),
    ],
)
def test_a_form_leads_to_the_page_that_it_belongs_to(client, game, path, page):
    response = client.post("/it/" + path.format(id=game.pk), {"version": "0"})
    assert response.status_code in {404, 409, 422}
    assert links(response)["en"] == "/" + page.format(id=game.pk)
    assert links(response)["ar"] == "/ar/" + page.format(id=game.pk)


@pytest.mark.django_db
@pytest.mark.parametrize("path", ["nowhere/at/all", "games/", "it-is/not/there/"])
@pytest.mark.parametrize("code", CODES)
def test_an_error_leads_to_the_nearest_page_there_is(client, code, path):
    with translation.override(code):
        home = reverse("home")
    response = client.get(home + path)
    assert response.status_code in {404, 405}
    assert links(response) == links(client.get(home))


@pytest.mark.django_db
@pytest.mark.parametrize("path", ["/it/", "/it/rules/", "/it/settings/", "/it/you/"])
def test_more_fields_than_are_taken_are_no_fault_of_the_site(client, path):
    response = client.get(path + "?" + "a=1&" * 60)
    assert response.status_code in {200, 400}
    # Where they come after the path, the menu leads on without them.
    assert not any("?" in url for url in links(response).values())


@pytest.mark.django_db
def test_a_path_of_thousands_of_parts_is_not_looked_up_part_by_part(
    client, monkeypatch
):
    looked_up = []

    def look_up(path):
        looked_up.append(path)
        return resolve(path)

    monkeypatch.setattr("bideuchre.languages.resolve", look_up)
    response = client.get("/it/" + "a/" * 3000)
    assert response.status_code == 404
    assert links(response)["en"] == "/"
    assert len(looked_up) < 20


@pytest.mark.django_db
def test_a_form_that_our_page_did_not_send_has_the_menu_too():
    client = Client(enforce_csrf_checks=True)
    refused = client.post("/it/you/name", {"name": "Ada"})
    assert refused.status_code == 403
    assert links(refused)["es"] == "/es/you/"


def test_without_a_request_the_menu_leads_home():
    """As Django shows the page of its last resort."""
    page = Template(
        "{% load languages %}{% languages as l %}{{ l.1.url }} {{ l.3.url }}"
    )
    assert page.render(Context({})) == "/it/ /ar/"


SUGGESTION = Template(
    "{% load languages %}{% suggested_language as s %}{{ s.language.code }} {{ s.language.url }}"
)


def suggestion(request: HttpRequest) -> str:
    return SUGGESTION.render(Context({"request": request})).strip()


@pytest.mark.parametrize(
    ("accepted", "suggested"),
    [
        ("it", "it /it/rules/"),
        ("it-CH,it;q=0.9,en;q=0.8", "it /it/rules/"),
        ("nl-NL,nl;q=0.9,es;q=0.5", "es /es/rules/"),
        ("ar-EG", "ar /ar/rules/"),
        ("pt-BR,pt;q=0.9,en;q=0.8", "pt /pt/rules/"),
        ("en-GB,it;q=0.9", ""),
        ("de-AT,de;q=0.9,en;q=0.8", "de /de/rules/"),
        ("nl", ""),
        ("*", ""),
        ("", ""),
        ("it;q=0,en", ""),
        ("<script>", ""),
    ],
)
def test_a_first_visitor_is_told_of_their_own_language(rf, accepted, suggested):
    request = rf.get("/rules/", headers={"Accept-Language": accepted})
    assert suggestion(request) == suggested


def test_nobody_is_told_twice_nor_in_another_language_than_english(rf: RequestFactory):
    request = rf.get("/rules/", headers={"Accept-Language": "it"})
    request.COOKIES[settings.SESSION_COOKIE_NAME] = "x"
    assert suggestion(request) == ""
    with translation.override("es"):
        assert suggestion(rf.get("/es/rules/", headers={"Accept-Language": "it"})) == ""


@pytest.mark.parametrize(
    ("code", "own_name"),
    [
        ("it", "italiano"),
        ("es", "español"),
        ("ar", "العربية"),
        ("de", "Deutsch"),
        ("fr", "français"),
        ("pt", "português"),
    ],
)
def test_a_suggestion_names_its_own_language(code, own_name):
    """And not English, as the text that is translated does."""
    with translation.override(code):
        text = translation.gettext("This site speaks English, too.")
    assert own_name.removeprefix("ا") in text


@pytest.mark.django_db
def test_the_suggestion_is_in_its_language_and_nobody_is_sent_away(client):
    response = client.get("/", headers={"Accept-Language": "ar"})
    assert response.status_code == 200
    assert "Accept-Language" in response["Vary"]
    text = response.content.decode()
    with translation.override("ar"):
        words = translation.gettext("This site speaks English, too.")
    assert '<html lang="en" dir="ltr"' in text
    assert (
        '<p class="suggestion" lang="ar" dir="rtl"><a href="/ar/" hreflang="ar">'
        f"{words}</a></p>"
    ) in text
    assert "suggestion" not in client.get("/").content.decode()


@pytest.mark.django_db
@pytest.mark.parametrize("code", CODES)
def test_the_address_alone_decides_on_the_language(client, code):
    client.cookies[settings.LANGUAGE_COOKIE_NAME] = "es"
    with translation.override(code):
        url = reverse("rules")
    response = client.get(url, headers={"Accept-Language": "it"})
    assert f'<html lang="{code}"' in response.content.decode()
    assert response["Content-Language"] == code


@pytest.mark.django_db
def test_the_page_of_the_last_resort_speaks_the_language_of_the_address(
    client, monkeypatch
):
    def fail(*_args):
        raise RuntimeError

    monkeypatch.setattr("games.views.present_levels", fail)
    client.raise_request_exception = False
    response = client.get("/ar/")
    assert response.status_code == 500
    text = response.content.decode()
    assert '<html lang="ar" dir="rtl"' in text
    with translation.override("ar"):
        assert translation.gettext("Something went wrong here") in text
    assert links(response)["it"] == "/it/"


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("method", "path", "data"),
    [
        ("post", "games/", {}),
        ("post", "daily/{today}/play", {}),
        ("get", "boards/", {}),
        ("get", "you/password/", {}),
        ("post", "you/name", {"name": "Ada Lovelace"}),
        ("post", "you/sign-up/", {"name": "Ada", "password": "a kitchen table"}),
        ("post", "you/reset/", {"email": "ada@example.org"}),
        ("post", "you/log-out", {}),
        ("post", "settings/", {k: v for k, v in Preferences().stored().items() if v}),
    ],
)
def test_a_page_that_leads_on_keeps_the_language(client, method, path, data):
    today = timezone.now().date()
    ensure_daily(today)
    response = getattr(client, method)(f"/it/{path.format(today=today)}", data)
    assert response.status_code in {302, 303}
    assert response["Location"].startswith("/it/")


def test_a_move_is_answered_in_the_language_of_its_table(client, game):
    response = client.post(
        f"/ar/games/{game.pk}/act",
        {"version": game.version, "action": "pass"},
        headers={"HX-Request": "true"},
    )
    text = response.content.decode()
    assert response.status_code == 200
    for address in re.findall(r'(?:action|hx-post|href)="(/[^"]*)"', text):
        assert address.startswith(("/ar/", settings.STATIC_URL))
    with translation.override("ar"):
        assert translation.gettext("Seats") in text
