"""Where a request must come from that changes something."""

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games import models
from tests.games.pages import as_a_browser

pytestmark = pytest.mark.django_db

PASSWORD = "correct horse battery"
OTHER = "https://other.example"
TRUSTED = "https://*.trusted.example"


@pytest.fixture(autouse=True)
def hosts(settings):
    settings.ALLOWED_HOSTS = ["play.example.org", "192.168.1.5"]
    settings.SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    settings.CSRF_TRUSTED_ORIGINS = [TRUSTED]


def is_taken(base, **said):
    """Whether a game may be begun by a request to this site with these headers."""
    scheme, _, host = base.partition("://")
    headers = {name.replace("_", "-"): value for name, value in said.items()}
    answer = Client(enforce_csrf_checks=True).post(
        "/games/", headers={"Host": host, "X-Forwarded-Proto": scheme} | headers
    )
    assert answer.status_code in {303, 403}
    assert models.Game.objects.count() == (answer.status_code == 303)
    assert settings.CSRF_COOKIE_NAME not in answer.cookies
    return answer.status_code == 303


PUBLIC = "https://play.example.org"
LAN = "http://192.168.1.5:8000"


@pytest.mark.parametrize(
    ("base", "said"),
    [
        # A browser of today, over TLS or at localhost.
        (PUBLIC, {"Sec_Fetch_Site": "same-origin", "Origin": PUBLIC}),
        # The person's own doing, as when a page is opened again that a form had led to.
        (PUBLIC, {"Sec_Fetch_Site": "none"}),
        # A proxy that changes Host, and a browser that is set to tell little: what it does say is enough.
        (PUBLIC, {"Sec_Fetch_Site": "same-origin", "Origin": "http://127.0.0.1:8000"}),
        (PUBLIC, {"Sec_Fetch_Site": "same-origin", "Origin": "null"}),
        # Without TLS browsers send no Sec-Fetch-Site; nor do those from before 2023 everywhere.
        (LAN, {"Origin": LAN, "Referer": f"{LAN}/daily/"}),
        (PUBLIC, {"Origin": PUBLIC}),
        # From before 2019.
        (LAN, {"Referer": f"{LAN}/daily/"}),
        (PUBLIC, {"Referer": f"{PUBLIC}/daily/"}),
        # Named by who runs the site.
        (PUBLIC, {"Origin": "https://app.trusted.example"}),
        (
            PUBLIC,
            {"Sec_Fetch_Site": "cross-site", "Origin": "https://app.trusted.example"},
        ),
        (PUBLIC, {"Referer": "https://app.trusted.example/page"}),
    ],
)
def test_our_own_pages_may(base, said):
    assert is_taken(base, **said)


@pytest.mark.parametrize(
    ("base", "said"),
    [
        (PUBLIC, {}),
        (LAN, {}),
        (PUBLIC, {"Sec_Fetch_Site": "cross-site", "Origin": OTHER}),
        # Our own policy keeps the origin from others; so may a sandboxed frame.
        (PUBLIC, {"Sec_Fetch_Site": "cross-site", "Origin": "null"}),
        (PUBLIC, {"Sec_Fetch_Site": "cross-site"}),
        # Another site of the same domain, which may be somebody else's.
        (
            PUBLIC,
            {"Sec_Fetch_Site": "same-site", "Origin": "https://blog.example.org"},
        ),
        (
            PUBLIC,
            {"Sec_Fetch_Site": "same-site", "Origin": "https://play.example.org:8443"},
        ),
        # What the browser says of the site goes before where it comes from.
        (PUBLIC, {"Sec_Fetch_Site": "cross-site", "Referer": f"{PUBLIC}/daily/"}),
        (PUBLIC, {"Sec_Fetch_Site": "", "Origin": OTHER}),
        (PUBLIC, {"Sec_Fetch_Site": "Same-Origin", "Origin": OTHER}),
        (PUBLIC, {"Origin": OTHER}),
        (PUBLIC, {"Origin": "null"}),
        (PUBLIC, {"Origin": ""}),
        (PUBLIC, {"Origin": "https://[", "Referer": f"{PUBLIC}/daily/"}),
        # Somebody on the way who answers for the site without TLS.
        (PUBLIC, {"Origin": "http://play.example.org"}),
        (PUBLIC, {"Referer": "http://play.example.org/daily/"}),
        (PUBLIC, {"Origin": "https://play.example.org.other.example"}),
        (LAN, {"Origin": "http://192.168.1.5"}),
        (LAN, {"Origin": "http://192.168.1.5:9000", "Referer": f"{LAN}/daily/"}),
        (LAN, {"Origin": "null", "Referer": f"{LAN}/daily/"}),
        (PUBLIC, {"Referer": f"{OTHER}/{PUBLIC}/"}),
        (PUBLIC, {"Referer": "/daily/"}),
        (PUBLIC, {"Referer": "https://["}),
        (PUBLIC, {"Origin": "https://trusted.example.org"}),
        (PUBLIC, {"Origin": "http://app.trusted.example"}),
    ],
)
def test_others_may_not(base, said):
    assert not is_taken(base, **said)


@pytest.mark.parametrize("method", ["get", "head", "options", "trace"])
def test_reading_is_free(method):
    client = Client(enforce_csrf_checks=True)
    host = {"Host": "play.example.org", "Sec-Fetch-Site": "cross-site"}
    assert getattr(client, method)("/daily/", headers=host).status_code != 403


def test_who_is_refused_reads_what_to_do_in_their_language():
    headers = {"Host": "play.example.org", "Origin": OTHER}
    for address, lang, words in [
        ("/you/name", "en", "Nothing was changed"),
        ("/it/you/name", "it", "Non è stato cambiato nulla"),
        ("/es/you/name", "es", "No se ha cambiado nada"),
        ("/ar/you/name", "ar", "لم يتغيّر شيء"),
    ]:
        answer = Client(enforce_csrf_checks=True).post(address, headers=headers)
        text = answer.content.decode()
        assert answer.status_code == 403
        assert f'<html lang="{lang}"' in text
        assert f"<h1>{words}</h1>" in text


@pytest.fixture
def staff():
    User.objects.create_superuser("chief", password=PASSWORD)
    return Client(
        enforce_csrf_checks=True, headers={"Host": "play.example.org", "Origin": OTHER}
    )


def test_the_desk_works_without_tokens_and_sets_no_cookie_but_the_session(staff):
    form = {"username": "chief", "password": PASSWORD, "next": "/desk/"}
    assert staff.post("/desk/login/", form).status_code == 403
    as_a_browser(staff)
    login = staff.get("/desk/login/")
    assert b"csrf" not in login.content
    # Nothing is kept of somebody who only looks.
    assert not staff.cookies
    assert staff.post("/desk/login/", form)["Location"] == "/desk/"
    assert b"csrf" not in staff.get("/desk/").content
    somebody = User.objects.create_user("somebody")
    page = reverse("admin:accounts_user_change", args=[somebody.pk])
    assert b"csrf" not in staff.get(page).content
    assert staff.post(page, {"is_active": "on", "is_staff": "on"}).status_code == 302
    assert User.objects.get(pk=somebody.pk).is_staff
    assert set(staff.cookies) == {settings.SESSION_COOKIE_NAME}
    assert staff.post("/desk/logout/").status_code == 200
    assert staff.get("/desk/").status_code == 302


def test_the_desk_does_nothing_for_another_site(staff):
    as_a_browser(staff)
    staff.post("/desk/login/", {"username": "chief", "password": PASSWORD})
    staff.defaults["HTTP_SEC_FETCH_SITE"] = "cross-site"
    page = reverse("admin:accounts_user_change", args=[User.objects.get().pk])
    for address in ("/desk/logout/", page):
        assert staff.post(address, {"is_active": ""}).status_code == 403
    assert staff.get("/desk/").status_code == 200
    assert User.objects.get().is_active
