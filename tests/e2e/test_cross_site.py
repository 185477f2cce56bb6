"""A real browser on another site's page sends a form of ours, and on our own page."""

from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

import pytest
from playwright.sync_api import expect

from games import models
from tests.e2e.screen import DESKTOP, sign_in
from tests.games.builders import game_at, store
from tests.matrix import mostly_slow

pytestmark = pytest.mark.django_db(transaction=True)

FORM = """<!doctype html><title>Elsewhere</title>
<form method="post" action="{action}"><input name="action" value="TS"><input name="version" value="7">
<button>Win a prize</button></form>
<p><a href="{action}">Go there</a></p>"""


@pytest.fixture
def elsewhere():
    """A page of another site, by the other name of this machine, with a form for that address of ours."""
    page = {"body": b"", "headers": {}}

    class Page(BaseHTTPRequestHandler):
        def do_GET(self):
            self.send_response(200)
            self.send_header("Content-Type", "text/html; charset=utf-8")
            for name, value in page["headers"].items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(page["body"])

        def log_message(self, *args):
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Page)
    Thread(target=server.serve_forever, daemon=True).start()

    def elsewhere(action, **headers):
        page["body"] = FORM.format(action=action).encode()
        page["headers"] = {
            name.replace("_", "-"): value for name, value in headers.items()
        }
        return f"http://127.0.0.1:{server.server_port}/"

    yield elsewhere
    server.shutdown()
    server.server_close()


@pytest.mark.parametrize("java_script", mostly_slow([True, False], True))
@pytest.mark.parametrize(
    "policy", mostly_slow(["no-referrer", "unsafe-url"], "no-referrer")
)
def test_another_site_cannot_move(
    open_page, live_server, player, elsewhere, java_script, policy
):
    assert live_server.url.startswith("http://localhost:")
    game = store(player, game_at("lead"))
    page = open_page(viewport=DESKTOP, java_script_enabled=java_script)
    sign_in(page.context, player, live_server.url)
    # A cookie that goes everywhere, as in browsers without SameSite: the origin alone must do.
    (cookie,) = page.context.cookies()
    page.context.add_cookies([{**cookie, "sameSite": "None", "secure": True}])
    page.goto(
        elsewhere(f"{live_server.url}/games/{game.pk}/act", Referrer_Policy=policy)
    )
    with page.expect_response("**/act") as answer:
        page.get_by_role("button").click()
    said = answer.value.request.all_headers()
    assert said["sec-fetch-site"] == "cross-site"
    assert answer.value.status == 403
    expect(
        page.get_by_text("your browser did not say that this came from our page")
    ).to_be_visible()
    assert models.Game.objects.get().version == 7
    # The same on the page that it leads to: that is our own, and the move is made.
    page.locator("#table button[value=TS]").click()
    page.locator('#table[data-version="8"]').wait_for()
    assert models.Game.objects.get().version == 8


def test_another_sites_form_without_our_cookie_says_what_it_was(
    open_page, live_server, elsewhere
):
    page = open_page(viewport=DESKTOP)
    page.goto(elsewhere(f"{live_server.url}/games/"))
    page.get_by_role("button").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Nothing was changed")
    expect(
        page.get_by_text("Open the page on this site and press again")
    ).to_be_visible()
    assert not models.Game.objects.exists()
    assert not page.context.cookies()


@pytest.mark.parametrize("java_script", mostly_slow([True, False], True))
def test_our_own_page_can(open_page, java_script):
    page = open_page(viewport=DESKTOP, java_script_enabled=java_script)
    page.goto("/")
    page.get_by_role("button", name="Play").click()
    page.locator("#table").wait_for()
    assert models.Game.objects.count() == 1
    assert [cookie["name"] for cookie in page.context.cookies()] == ["sessionid"]
