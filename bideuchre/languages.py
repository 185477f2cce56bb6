"""The languages that a page can be had in: tags for templates, `{% load languages %}`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django import template
from django.conf import settings
from django.core.exceptions import TooManyFieldsSent
from django.urls import Resolver404, resolve
from django.utils.encoding import escape_uri_path
from django.utils.http import escape_leading_slashes
from django.utils.translation import (
    get_language,
    get_language_from_path,
    get_supported_language_variant,
    override,
)
from django.utils.translation import gettext as _
from django.utils.translation.trans_real import parse_accept_lang_header

if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from django.http import HttpRequest

register = template.Library()

#: No page of ours stands deeper; looking up each part of a path of thousands would keep the site busy.
MOST_PARTS = 10


@dataclass(frozen=True, slots=True)
class Language:
    """A language by its own name, with the address of the page in it."""

    code: str
    name: str
    direction: str
    url: str
    is_current: bool


@dataclass(frozen=True, slots=True)
class Suggestion:
    """What to say, in that language, to somebody whose browser asks for it."""

    language: Language
    text: str


@register.filter
def isolated(name: str) -> str:
    """A name in a plain text: whichever way it is written, it leaves the words around it in their places.

    In a page `<bdi>` does the same.
    """
    return f"\u2068{name}\u2069"


@register.simple_tag(takes_context=True)
def languages(context: Mapping[str, Any]) -> tuple[Language, ...]:
    """Every language of the site, with the address of this page in it."""
    request: HttpRequest | None = context.get("request")
    path = page_of(request) if request else "/"
    ending = _asked_for(request) if request and request.path_info == path else ""
    found = []
    for code, name in settings.LANGUAGES:
        direction = "rtl" if code in settings.LANGUAGES_BIDI else "ltr"
        url = address_in(code, path) + ending
        found.append(Language(code, name, direction, url, code == get_language()))
    return tuple(found)


def _asked_for(request: HttpRequest) -> str:
    """What stands behind the path and is kept in another language."""
    try:
        query = request.GET.copy()
    except TooManyFieldsSent:
        # The page that says so has a menu too.
        return ""
    # From where on a table is to be shown: in the other language it stands as it is.
    query.pop("seen", None)
    return f"?{query.urlencode()}" if query else ""


@register.simple_tag(takes_context=True)
def suggested_language(context: Mapping[str, Any]) -> Suggestion | None:
    """Another language, for a first visitor to an English page whose browser asks for that one first."""
    request: HttpRequest | None = context.get("request")
    if request is None or get_language() != settings.LANGUAGE_CODE:
        return None
    wanted = _wanted(request)
    for language in languages(context):
        if language.code == wanted and not language.is_current:
            with override(language.code):
                # Translators: an invitation to your own language: write "This site speaks Italian, too." in Italian.
                return Suggestion(language, _("This site speaks English, too."))
    return None


def _wanted(request: HttpRequest) -> str:
    """The language of ours that the browser likes best; none for somebody who has been here before."""
    if settings.SESSION_COOKIE_NAME in request.COOKIES:
        return ""
    accepted = request.headers.get("Accept-Language", "")
    for code, _weight in parse_accept_lang_header(accepted):
        try:
            return get_supported_language_variant(code)
        except LookupError:
            pass
    return ""


def address_in(code: str, path: str) -> str:
    """The address in a language of the page that has this path in any language."""
    if get_language_from_path(path):
        path = "/" + path[1:].partition("/")[2]
    if code != settings.LANGUAGE_CODE:
        path = f"/{code}{path}"
    return escape_leading_slashes(escape_uri_path(path))


def page_of(request: HttpRequest) -> str:
    """The path of the page that is being shown, or of the nearest one above that a link can lead to.

    A refused form is shown where it was sent to, which often takes forms only; the page that it belongs to
    stands above.
    """
    path = request.path_info
    parts = path.split("/")
    if len(parts) > MOST_PARTS:
        path = "/".join(parts[:MOST_PARTS]) + "/"
    while path != "/" and not _can_be_got(path):
        path = path.rstrip("/").rpartition("/")[0] + "/"
    return path


def _can_be_got(path: str) -> bool:
    try:
        view = resolve(path).func
    except Resolver404:
        return False
    return "GET" in getattr(view, "methods", ["GET"])
