"""What search engines, other sites and phones are told, in every language, and which pages they are not to show."""

import contextlib
import json
import re
import struct
from html import unescape
from html.parser import HTMLParser
from pathlib import Path
from xml.etree import ElementTree

import pytest
from django.conf import settings
from django.contrib.staticfiles import finders
from django.urls import NoReverseMatch, get_resolver, reverse
from django.utils import translation

from bideuchre.findable import PAGES, _script, locale_of
from games import models
from tests.games.builders import game_at, store

pytestmark = pytest.mark.django_db

CODES = [code for code, _name in settings.LANGUAGES]
SITE = "http://testserver"
NOINDEX = '<meta name="robots" content="noindex">'


class HeadReader(HTMLParser):
    """Collects what the head of a page says."""

    def __init__(self, source):
        super().__init__()
        self.meta, self.links, self.data = {}, [], ""
        self.inside = ""
        self.feed(source)
        self.title = unescape(re.search(r"<title>(.*?)</title>", source)[1])

    def handle_starttag(self, tag, attrs):
        values = dict(attrs)
        if tag == "meta":
            name = values.get("name") or values.get("property")
            assert name not in self.meta or name in {
                "og:locale:alternate",
                "theme-color",
            }
            self.meta[name] = values.get("content")
        elif tag == "link":
            self.links.append(values)
        self.inside = values.get("type", "") if tag == "script" else ""

    def handle_data(self, data):
        if self.inside == "application/ld+json":
            self.data += data

    def rel(self, rel):
        return [link for link in self.links if link["rel"] == rel]


@pytest.fixture
def heads(client):
    """The head of every page to be found, by its whole address."""

    def heads(code):
        found = {}
        for page in PAGES:
            with translation.override(code):
                address = page.address
            response = client.get(address)
            assert response.status_code == 200
            text = response.content.decode()
            assert NOINDEX not in text
            found[SITE + address] = HeadReader(text)
        return found

    return heads


@pytest.mark.parametrize("code", CODES)
def test_a_page_says_what_it_is(heads, code):
    found = heads(code)
    assert len({head.title for head in found.values()}) == len(PAGES)
    assert len({head.meta["description"] for head in found.values()}) == len(PAGES)
    for url, head in found.items():
        # What a search engine shows of each.
        assert 10 <= len(head.title) <= 70
        assert 50 <= len(head.meta["description"]) <= 200
        assert [link["href"] for link in head.rel("canonical")] == [url]
        assert head.meta["og:url"] == url
        assert head.meta["og:title"] == head.title
        assert head.meta["og:description"] == head.meta["description"]
        assert head.meta["og:locale"] == locale_of(code)
        assert head.meta["og:image"] == f"{SITE}/static/img/og.png"


def test_a_page_and_its_translations_name_one_another(heads):
    found = {url: head for code in CODES for url, head in heads(code).items()}
    assert len(found) == len(PAGES) * len(CODES)
    for url, head in found.items():
        links = {link["hreflang"]: link["href"] for link in head.rel("alternate")}
        assert list(links) == [*CODES, "x-default"]
        assert links["x-default"] == links[settings.LANGUAGE_CODE]
        assert url in links.values()
        for other in links.values():
            others = {
                link["hreflang"]: link["href"] for link in found[other].rel("alternate")
            }
            assert others == links


def test_what_was_asked_for_makes_no_other_page(client):
    head = HeadReader(client.get("/daily/?month=2026-10").content.decode())
    assert head.rel("canonical")[0]["href"] == f"{SITE}/daily/"
    assert head.rel("alternate")[1]["href"] == f"{SITE}/{CODES[1]}/daily/"


@pytest.mark.parametrize("code", CODES)
def test_structured_data_names_what_is_on_the_page(heads, code):
    for url, head in heads(code).items():
        data = json.loads(head.data)
        assert {part["@context"] for part in data} == {"https://schema.org"}
        described = json.dumps(data)
        assert json.dumps(url) in described
        kinds = [part["@type"] for part in data]
        if url in {f"{SITE}/", f"{SITE}/{code}/"}:
            assert kinds == ["WebSite", ["VideoGame", "WebApplication"]]
        else:
            last = data[0]["itemListElement"][-1]
            assert (kinds[0], last["item"]) == ("BreadcrumbList", url)


def test_structured_data_cannot_end_its_element():
    text = _script([{"name": "</script><script>&"}])
    assert text.count("<") == 2
    inside = text.partition(">")[2].rpartition("<")[0]
    assert json.loads(inside) == [{"name": "</script><script>&"}]


def page_names():
    """The names of all addresses of the site that need nothing to be filled in, the desk's excepted."""
    names = {name for name in get_resolver().reverse_dict if isinstance(name, str)}
    with translation.override("en"):
        for name in sorted(names):
            with contextlib.suppress(NoReverseMatch):
                yield name, reverse(name)


def test_every_other_page_is_not_to_be_found(client):
    to_be_found = {page.url_name for page in PAGES}
    seen = set()
    for name, address in page_names():
        response = client.get(address)
        is_page = response.headers["Content-Type"].startswith("text/html")
        if response.status_code < 300 and is_page:
            assert (NOINDEX in response.content.decode()) == (name not in to_be_found)
            seen.add(name)
    assert {"home", "rules", "settings", "you", "log_in", "sign_up"} <= seen


@pytest.mark.parametrize(
    "address",
    [
        "/nowhere/",
        "/games/gone/",
        "/games/{table}/",
        "/boards/wins/7/",
        "/boards/points/all/",
        "/daily/2026-01-01/",
        "/it/games/{table}/",
    ],
)
def test_what_is_a_persons_own_or_one_of_many_is_not_to_be_found(client, address):
    player = models.Player.objects.create()
    session = client.session
    session["player"] = player.key
    session.save()
    table = store(player, game_at("lead"))
    page = client.get(address.format(table=table.pk)).content.decode()
    assert page.count(NOINDEX) == 1
    assert "hreflang" not in page.partition("</head>")[0]


def test_the_map_has_every_page_in_every_language(client):
    tree = ElementTree.fromstring(client.get("/sitemap.xml").content)
    names = {
        "s": "http://www.sitemaps.org/schemas/sitemap/0.9",
        "x": "http://www.w3.org/1999/xhtml",
    }
    entries = {}
    for url in tree.findall("s:url", names):
        others = url.findall("x:link", names)
        links = {link.get("hreflang"): link.get("href") for link in others}
        entries[url.findtext("s:loc", namespaces=names)] = links
    assert len(entries) == len(PAGES) * len(CODES)
    for address, links in entries.items():
        head = HeadReader(client.get(address.removeprefix(SITE)).content.decode())
        assert head.rel("canonical")[0]["href"] == address
        said = {link["hreflang"]: link["href"] for link in head.rel("alternate")}
        assert links == said


def test_the_page_of_boards_that_is_found_is_the_one_to_which_all_are_led(client):
    (boards,) = (page for page in PAGES if page.url_name == "board")
    assert client.get("/boards/").headers["Location"] == boards.address


def test_robots_are_kept_from_the_desk_and_shown_the_map(client):
    response = client.get("/robots.txt")
    assert response.headers["Content-Type"].startswith("text/plain")
    lines = response.content.decode().splitlines()
    assert lines[0] == "User-agent: *"
    assert f"Sitemap: {SITE}/sitemap.xml" in lines
    shut = [line for line in lines if line.startswith("Disallow")]
    assert shut[:2] == ["Disallow: /desk/", "Disallow: /it/desk/"]
    assert len(shut) == len(CODES)


def size_of(url):
    """Width and height of a PNG picture among the static files."""
    path = finders.find(url.removeprefix("/static/"))
    assert path
    return struct.unpack(">II", Path(path).read_bytes()[16:24])


@pytest.mark.parametrize("code", CODES)
def test_a_phone_can_put_the_site_among_its_apps(client, code):
    with translation.override(code):
        home = reverse("home")
    link = HeadReader(client.get(home).content.decode()).rel("manifest")[0]
    response = client.get(link["href"])
    assert response.headers["Content-Type"] == "application/manifest+json"
    manifest = json.loads(response.content)
    assert manifest["start_url"] == home
    assert manifest["lang"] == code
    assert manifest["dir"] == ("rtl" if code == "ar" else "ltr")
    assert manifest["display"] == "standalone"
    assert client.get(manifest["start_url"]).status_code == 200
    assert {icon["purpose"] for icon in manifest["icons"]} == {"any", "maskable"}
    for icon in manifest["icons"]:
        width, height = size_of(icon["src"])
        assert icon["sizes"] == f"{width}x{height}"


def test_pictures_are_of_the_size_that_is_said(client):
    page = client.get("/").content.decode()
    head = HeadReader(page)
    said = head.meta["og:image:width"], head.meta["og:image:height"]
    shared = size_of(head.meta["og:image"].removeprefix(SITE))
    assert said == tuple(map(str, shared))
    assert size_of(head.rel("apple-touch-icon")[0]["href"]) == (180, 180)


def test_who_asks_for_the_icon_without_reading_a_page_gets_one(client):
    response = client.get("/favicon.ico")
    assert response.status_code == 302
    assert finders.find(response.headers["Location"].removeprefix("/static/"))


@pytest.mark.parametrize("name", ["accessibility", "manifest"])
def test_another_method_is_refused(client, name):
    assert client.post(reverse(name)).status_code == 405


def test_where_to_write_is_said_if_there_is_somewhere(client, settings):
    page = client.get("/accessibility/").content.decode()
    assert "mailto:" not in page
    settings.CONTACT_EMAIL = "help@example.org"
    page = client.get("/accessibility/").content.decode()
    assert 'href="mailto:help@example.org"' in page


@pytest.mark.parametrize(
    ("code", "locale"),
    [("en", "en_US"), ("it", "it_IT"), ("ar", "ar_AR"), ("pt-br", "pt_BR")],
)
def test_open_graph_hears_of_a_country(code, locale):
    assert locale_of(code) == locale
