"""The drawn cards have the letters that the words of a language call them by."""

from pathlib import Path

import pytest
from django.conf import settings
from django.template import Context, Template
from django.utils.translation import override

from docs.cards.draw_cards import DECKS, IMAGES, sprite
from games import names


@pytest.mark.parametrize("courts", DECKS)
def test_a_drawing_is_what_its_program_draws(courts):
    drawn = (IMAGES / f"cards-{courts}.svg").read_text(encoding="utf-8")
    assert drawn == sprite(courts)


@pytest.mark.parametrize("code", [code for code, _ in settings.LANGUAGES])
def test_every_language_has_a_deck_with_its_letters(code):
    with override(code):
        assert names.court_letters() in DECKS
        page = Template("{% load deck %}{% deck as sprite %}{{ sprite }}")
        assert Path(page.render(Context())).stem == f"cards-{names.court_letters()}"
