"""The pages that search engines may show, and what the head of each says: `{% load findable %}`.

Every other page – tables, results, forms, what is a person's own – says `noindex`. The site's map has the same pages.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from django import template
from django.conf import settings
from django.templatetags.static import static
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import mark_safe
from django.utils.translation import get_language, gettext_lazy, to_locale
from django.utils.translation import gettext as _

from bideuchre.languages import address_in

if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from django.http import HttpRequest
    from django.utils.functional import _StrPromise
    from django.utils.safestring import SafeString

register = template.Library()

#: What could end the element that holds it.
_ESCAPES = {ord(">"): "\\u003E", ord("<"): "\\u003C", ord("&"): "\\u0026"}


@dataclass(frozen=True, slots=True)
class Page:
    """A page to be found: its address, its name in a path of links, and what a search engine shows of it."""

    url_name: str
    name: _StrPromise
    title: _StrPromise
    description: _StrPromise
    url_kwargs: dict[str, str] = field(default_factory=dict)
    #: Whether it is there to be read.
    is_article: bool = False

    @property
    def address(self) -> str:
        """In the language that is active."""
        return reverse(self.url_name, kwargs=self.url_kwargs)


HOME = Page(
    "home",
    gettext_lazy("Bid Euchre"),
    gettext_lazy("Bid Euchre – play with a partner against two opponents"),
    gettext_lazy(
        "Play double-deck Bid Euchre in the browser, with a computer partner against two computer opponents. No account, no advertising."
    ),
)
PAGES = (
    HOME,
    Page(
        "how_to_play",
        gettext_lazy("How to play"),
        gettext_lazy("How to play Bid Euchre – with examples"),
        gettext_lazy(
            "Learn double-deck Bid Euchre in five minutes: trump and the bowers, following suit, bidding, going alone and the score, each shown with cards."
        ),
        is_article=True,
    ),
    Page(
        "rules",
        gettext_lazy("Rules"),
        gettext_lazy("The rules of double-deck Bid Euchre"),
        gettext_lazy(
            "The complete rules of double-deck Bid Euchre: the auction, the bowers, following suit, going alone and the score, with examples."
        ),
        is_article=True,
    ),
    Page(
        "glossary",
        gettext_lazy("Glossary"),
        gettext_lazy("Glossary of Bid Euchre"),
        gettext_lazy(
            "The words of Bid Euchre in plain language: bowers, trump, tricks, following suit, ruffing, set and made, alone, and the rest."
        ),
        is_article=True,
    ),
    Page(
        "strategy",
        gettext_lazy("Strategy"),
        gettext_lazy("Bid Euchre strategy on one page"),
        gettext_lazy(
            "How to count a hand in double-deck Bid Euchre, how high to bid, when to go alone, what to lead, how to defend, and how to play to the score."
        ),
        is_article=True,
    ),
    Page(
        "daily",
        gettext_lazy("Daily"),
        gettext_lazy("The daily game – Bid Euchre"),
        gettext_lazy(
            "Every day one game of Bid Euchre with the same deals and the same computer players for everybody. One ranked attempt, and no account needed."
        ),
    ),
    # The one to which /boards/ leads, for all.
    Page(
        "board",
        gettext_lazy("Boards"),
        gettext_lazy("Leaderboards – Bid Euchre"),
        gettext_lazy(
            "Who has won the most daily games of Bid Euchre, who has the best average and the longest streak, over 7 days, 30 days and all time."
        ),
        {"slug": "wins", "window": "all"},
    ),
    Page(
        "fairness",
        gettext_lazy("Fair deals"),
        gettext_lazy("Fair deals – Bid Euchre"),
        gettext_lazy(
            "How the deals of the daily game are promised before the day and published after it, and how anybody can check them."
        ),
    ),
    Page(
        "accessibility",
        gettext_lazy("Accessibility"),
        gettext_lazy("Accessibility – Bid Euchre"),
        gettext_lazy(
            "Playing Bid Euchre with a screen reader, by keyboard, with large text or without JavaScript: what works, what was tested, and what was not."
        ),
    ),
    Page(
        "privacy",
        gettext_lazy("Privacy"),
        gettext_lazy("Privacy – Bid Euchre"),
        gettext_lazy(
            "What this site keeps about those who play Bid Euchre here, for how long, and how to have it deleted. No advertising and no tracking."
        ),
    ),
)


@dataclass(frozen=True, slots=True)
class Alternate:
    """The page in a language; the code is "x-default" for readers of none of ours."""

    code: str
    url: str


@dataclass(frozen=True, slots=True)
class Head:
    """What the head of a page says about it. All addresses are whole."""

    title: str
    description: str
    url: str
    alternates: tuple[Alternate, ...]
    #: As Open Graph writes languages: with a country.
    locale: str
    other_locales: tuple[str, ...]
    picture: str
    structured_data: SafeString


@register.simple_tag(takes_context=True)
def findable(context: Mapping[str, Any]) -> Head | None:
    """What the head says if this page is to be found; None if it is not."""
    request: HttpRequest | None = context.get("request")
    page = _page_of(request)
    if request is None or page is None:
        return None

    def whole(address: str) -> str:
        return request.build_absolute_uri(address)

    # Without what was asked for: every month of the calendar is the same page.
    addresses = {
        code: whole(address_in(code, request.path_info))
        for code, _name in settings.LANGUAGES
    }
    language = get_language() or settings.LANGUAGE_CODE
    picture = whole(static("img/og.png"))
    home = whole(HOME.address)
    url = addresses[language]
    return Head(
        title=str(page.title),
        description=str(page.description),
        url=url,
        alternates=(
            *(Alternate(code, url) for code, url in addresses.items()),
            Alternate("x-default", addresses[settings.LANGUAGE_CODE]),
        ),
        locale=locale_of(language),
        other_locales=tuple(locale_of(code) for code in addresses if code != language),
        picture=picture,
        structured_data=_script(_described(page, url, home, picture, language)),
    )


def _page_of(request: HttpRequest | None) -> Page | None:
    match = request.resolver_match if request else None
    if match is None:
        return None
    for page in PAGES:
        if page.url_name == match.url_name and page.url_kwargs == match.kwargs:
            return page
    return None


def locale_of(code: str) -> str:
    """A language with the country that Open Graph wants to hear ("it_IT")."""
    if code == "en":
        return "en_US"
    locale = to_locale(code)
    return locale if "_" in locale else f"{locale}_{locale.upper()}"


# --- Structured data (schema.org) ----------------------------------------------------------------


def _described(
    page: Page, url: str, home: str, picture: str, language: str
) -> list[dict[str, Any]]:
    """The page, in the words of schema.org."""
    shared = {"@context": "https://schema.org", "inLanguage": language}
    site = {"@type": "WebSite", "name": _("Bid Euchre"), "url": home}
    if page is HOME:
        game = {
            "@type": ["VideoGame", "WebApplication"],
            "name": _("Bid Euchre"),
            "description": str(page.description),
            "url": url,
            "image": picture,
            "genre": _("Card game"),
            "playMode": "SinglePlayer",
            "applicationCategory": "GameApplication",
            "operatingSystem": _("Any with a web browser"),
            "isAccessibleForFree": True,
            "offers": {"@type": "Offer", "price": 0, "priceCurrency": "USD"},
        }
        return [shared | site, shared | game]
    path = {
        "@context": "https://schema.org",
        "@type": "BreadcrumbList",
        "itemListElement": [
            {"@type": "ListItem", "position": number, "name": str(name), "item": item}
            for number, (name, item) in enumerate(
                [(HOME.name, home), (page.name, url)], start=1
            )
        ],
    }
    if not page.is_article:
        return [path]
    article = {
        "@type": "Article",
        "headline": str(page.title),
        "description": str(page.description),
        "url": url,
        "image": picture,
        "isPartOf": site,
    }
    return [path, shared | article]


def _script(data: list[dict[str, Any]]) -> SafeString:
    """A data block: no browser runs it, so the content security policy does not concern it."""
    text = json.dumps(data, ensure_ascii=False).translate(_ESCAPES)
    return format_html(
        '<script type="application/ld+json">{}</script>',
        mark_safe(text),  # noqa: S308 - escaped for where it stands
    )
