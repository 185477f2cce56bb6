"""GET /rules/: the rules, with every number from the rule set."""

import re
from dataclasses import replace

import pytest

from games import views
from games.engine.rules import DOUBLE_DECK_52
from tests.games.pages import text_of


def test_anybody_can_read_them(client):
    """Without a database even."""
    response = client.get("/rules/")
    assert response.status_code == 200
    assert "sessionid" not in response.cookies
    assert 'name="robots"' not in text_of(response)


@pytest.mark.parametrize("method", ["post", "put", "delete", "patch"])
def test_another_method_is_refused(client, method):
    response = getattr(client, method)("/rules/")
    assert response.status_code == 405
    assert response.headers["Allow"] == "GET, HEAD"
    assert "This address cannot be used that way" in text_of(response)


def numbers(client):
    page = text_of(client.get("/rules/")).partition("<article")[2]
    words = re.sub(r"<svg.*?</svg>|<[^>]+>", " ", page, flags=re.DOTALL)
    return re.findall(r"\d+", words)


def test_every_number_comes_from_the_rule_set(client, monkeypatch):
    assert {"12", "52", "24", "3"} <= set(numbers(client))
    other = replace(
        DOUBLE_DECK_52,
        copies=5,
        cards_per_hand=31,
        minimum_bid=7,
        maximum_bid=33,
        target=777,
        alone_points=99,
        maximum_exchange=8,
        points_per_trick=6,
    )
    monkeypatch.setattr(views, "DOUBLE_DECK_52", other)
    shown = set(numbers(client))
    assert {"31", "33", "777", "99", "8", "6"} <= shown
    assert not {"12", "52", "24", "3"} & shown
