"""The drawing of the cards, with the letters of the reader's language: `{% load deck %}{% deck as sprite %}`."""

from __future__ import annotations

from django import template
from django.templatetags.static import static

from games import names

register = template.Library()


@register.simple_tag
def deck() -> str:
    """The address of the sprite; docs/cards/draw_cards.py draws one for each set of letters."""
    return static(f"img/cards-{names.court_letters()}.svg")
