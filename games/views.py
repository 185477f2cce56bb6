"""One press is one request: parse, one service or selector call, render."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from django.conf import settings as django_settings
from django.http import HttpResponse
from django.shortcuts import render
from django.urls import Resolver404, resolve, reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from games import models, names, selectors, services
from games.context import PLAYER, player_key
from games.engine.errors import IllegalAction, NotationError
from games.engine.rules import DOUBLE_DECK_52
from games.forms import NOT_A_MOVE, ActForm, SettingsForm, VersionForm
from games.glossary import present_glossary
from games.guide import present_how_to_play, present_strategy
from games.presenters import present_current, present_levels, present_table

if TYPE_CHECKING:
    from django.http import HttpRequest

    from games.selectors import Position


class Tables:
    """The tables of one kind of game: their address and what changes them.

    These are the plain ones. Another part of the site that runs games of its own kind hands the views
    below a subclass, by its urls, and keeps their pages and scripts.
    """

    kind = ""
    #: The name of the table's URL; its actions are called after it ("game_act").
    url_name = "game"

    def act(self, **what: Any) -> Position:
        return services.act(**what, kind=self.kind)

    def deal_next_hand(self, **what: Any) -> Position:
        return services.deal_next_hand(**what, kind=self.kind)

    def record(self, **which: Any) -> dict[str, Any]:
        return selectors.game_record(**which, kind=self.kind)

    def occasion(self, game_id: str) -> str:
        """What the game is played for, in words; nothing for a plain one."""
        return ""

    def after_url(self, game_id: str) -> str:
        """Where a finished game leads; empty for the choice of a new game and the record."""
        return ""


PLAIN = Tables()


def current_player(request: HttpRequest) -> models.Player:
    """The player of this session, made at the first game."""
    player = models.Player.objects.filter(key=player_key(request) or "").first()
    if player is None:
        player = services.create_player()
    # Set at every new game, not only once, so that the cookie's time starts again.
    request.session[PLAYER] = player.key
    return player


View = Callable[..., HttpResponse]


#: What a page with a form takes, and the methods of a view that names none.
PAGE_OR_FORM = ("GET", "HEAD", "POST")


def only(*methods: str) -> Callable[[View], View]:
    """Say by which methods a page can be asked; any other is told what to do (bideuchre/middleware.py)."""

    def decorate(view: View) -> View:
        # The menu of languages leads to no address that takes forms only, and a wrong method is told before a strange origin.
        view.methods = methods  # type: ignore[attr-defined]
        return view

    return decorate


get_only = only("GET", "HEAD")
post_only = only("POST")
page_or_form = only(*PAGE_OR_FORM)


@get_only
@never_cache
def home(request: HttpRequest) -> HttpResponse:
    current = present_current(selectors.unfinished_game(player_key(request)))
    return render(
        request, "games/home.html", {"current": current, "levels": present_levels()}
    )


@get_only
def rules(request: HttpRequest) -> HttpResponse:
    return render(request, "games/rules.html", {"rules": DOUBLE_DECK_52})


@get_only
def how_to_play(request: HttpRequest) -> HttpResponse:
    context = {"rules": DOUBLE_DECK_52, "guide": present_how_to_play()}
    return render(request, "games/guide/how_to_play.html", context)


@get_only
def glossary(request: HttpRequest) -> HttpResponse:
    return render(request, "games/guide/glossary.html", {"entries": present_glossary()})


@get_only
def strategy(request: HttpRequest) -> HttpResponse:
    context = {"rules": DOUBLE_DECK_52, "guide": present_strategy()}
    return render(request, "games/guide/strategy.html", context)


@page_or_form
@never_cache
def settings(request: HttpRequest) -> HttpResponse:
    """What the visitor has set; nobody needs an account, nor a game."""
    preferences = selectors.preferences(player_key(request))
    form = SettingsForm(
        request.POST if request.method == "POST" else None,
        initial=preferences.stored(),
    )
    if form.is_valid():
        services.change_preferences(
            player_id=current_player(request).pk, change=form.applied_to
        )
        if request.htmx:  # type: ignore[attr-defined]
            return HttpResponse(_("Saved."))
        url = reverse("settings", query={"saved": 1})
        return HttpResponse(status=303, headers={"Location": url})
    context = {
        "form": form,
        "is_saved": "saved" in request.GET and not form.is_bound,
        "preferences": preferences,
    }
    status = 422 if form.is_bound else 200
    return render(request, "games/settings.html", context, status=status)


@post_only
@never_cache
def settings_keys(request: HttpRequest) -> HttpResponse:
    """The switch in the table's help."""
    wanted = "keys" in request.POST
    services.change_preferences(
        player_id=current_player(request).pk,
        change=lambda kept: replace(kept, keys=wanted),
    )
    return HttpResponse(status=204)


@post_only
def game_new(request: HttpRequest) -> HttpResponse:
    # Read before anything is kept of somebody whose form is no form.
    level = request.POST.get("level", services.DEFAULT_LEVEL)
    try:
        game_id = services.start_game(player=current_player(request), level=level)
    except services.BotFailed:
        return render(request, "500.html", status=503)
    return to_table(game_id, seen=0)


@get_only
@never_cache
def game(request: HttpRequest, game_id: str, tables: Tables = PLAIN) -> HttpResponse:
    try:
        position = selectors.position(
            game_id=game_id,
            player_key=player_key(request),
            seen=_seen(request),
            kind=tables.kind,
        )
    except selectors.GameNotFound:
        return _not_found(request)
    return _table(request, tables, position)


def _seen(request: HttpRequest) -> int | None:
    """From which action on things move: one of our own answers wrote it into the address."""
    text = request.GET.get("seen", "")
    is_number = text.isascii() and text.isdigit() and len(text) < 4
    return int(text) if is_number else None


@post_only
@never_cache
def game_act(
    request: HttpRequest, game_id: str, tables: Tables = PLAIN
) -> HttpResponse:
    form = ActForm(request.POST)
    if not form.is_valid():
        return _refused(request, tables, game_id, _form_message(form), status=422)
    data = form.cleaned_data
    return _change(
        request,
        tables,
        game_id,
        lambda: tables.act(
            game_id=game_id,
            player_key=player_key(request),
            version=data["version"],
            action=data["action"],
        ),
    )


@post_only
@never_cache
def game_next(
    request: HttpRequest, game_id: str, tables: Tables = PLAIN
) -> HttpResponse:
    form = VersionForm(request.POST)
    if not form.is_valid():
        return _refused(request, tables, game_id, str(NOT_A_MOVE), status=422)
    return _change(
        request,
        tables,
        game_id,
        lambda: tables.deal_next_hand(
            game_id=game_id,
            player_key=player_key(request),
            version=form.cleaned_data["version"],
        ),
    )


@post_only
@never_cache
def game_tip(request: HttpRequest, game_id: str) -> HttpResponse:
    """Dismiss a tip; the game stays as it is."""
    return _change(
        request,
        PLAIN,
        game_id,
        lambda: services.dismiss_tip(
            game_id=game_id,
            player_key=player_key(request),
            tip=request.POST.get("tip", ""),
        ),
    )


@get_only
@never_cache
def game_record(
    request: HttpRequest, game_id: str, tables: Tables = PLAIN
) -> HttpResponse:
    try:
        record = tables.record(game_id=game_id, player_key=player_key(request))
    except selectors.GameNotFound:
        return _not_found(request)
    except selectors.GameNotFinished:
        message = _("A game can be downloaded once it is finished.")
        return _refused(request, tables, game_id, message, status=409)
    except selectors.SeedInPlay:
        message = _(
            "Others are still playing the same deals. The record can be downloaded once they are public."
        )
        return _refused(request, tables, game_id, message, status=409)
    return HttpResponse(
        json.dumps(record) + "\n",
        content_type="application/json",
        headers={
            "Content-Disposition": f'attachment; filename="bideuchre-{game_id}.json"'
        },
    )


@never_cache
def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """What the browser does not vouch for as sent by a page of ours changes nothing; whoever sits at a table sees it again."""
    try:
        match = resolve(request.path_info)
    except Resolver404:
        match = None
    tables = match.kwargs.get("tables", PLAIN) if match else PLAIN
    is_at_table = match is not None and match.url_name in {
        f"{tables.url_name}_act",
        f"{tables.url_name}_next",
        f"{tables.url_name}_tip",
    }
    # From another site no cookie comes along: such a visitor has lost nothing, and is told what this was.
    if match and is_at_table and player_key(request):
        message = _(
            "Nothing was done: your browser did not say that this came from our page. Please try again. If that "
            "does not help, switch off the extension that hides it, or use another browser."
        )
        return _refused(request, tables, match.kwargs["game_id"], message, status=403)
    return render(request, "403_csrf.html", status=403)


def _change(
    request: HttpRequest, tables: Tables, game_id: str, change: Callable[[], Position]
) -> HttpResponse:
    """Make a change and answer with the table after it, or with the table and why not."""
    try:
        position = change()
    except selectors.GameNotFound:
        return _not_found(request)
    except services.StaleVersion:
        message = _("The table had already moved on. This is how it stands now.")
        return _refused(request, tables, game_id, message, status=409)
    except NotationError:
        return _refused(request, tables, game_id, str(NOT_A_MOVE), status=422)
    except IllegalAction as error:
        message = names.refusal_text(error.refusal)
        return _refused(request, tables, game_id, message, status=422)
    except services.ClaimRefused:
        message = _(
            "The rest cannot be claimed: it is not certain that you take every trick."
        )
        return _refused(request, tables, game_id, message, status=422)
    except services.BotFailed:
        message = _(
            "A computer player could not answer. Nothing is lost: please try again."
        )
        return _refused(request, tables, game_id, message, status=503)
    if request.htmx:  # type: ignore[attr-defined]
        return _table(request, tables, position)
    return to_table(game_id, seen=position.seen, tables=tables)


def _refused(
    request: HttpRequest, tables: Tables, game_id: str, message: str, status: int
) -> HttpResponse:
    try:
        position = selectors.position(
            game_id=game_id, player_key=player_key(request), kind=tables.kind
        )
    except selectors.GameNotFound:
        return _not_found(request)
    return _table(request, tables, position, message, status)


def _table(
    request: HttpRequest,
    tables: Tables,
    position: Position,
    message: str = "",
    status: int = 200,
) -> HttpResponse:
    table = present_table(
        position, message, tables.url_name, tables.after_url(position.id)
    )
    context: dict[str, Any] = {"table": table, "preferences": position.preferences}
    if request.htmx:  # type: ignore[attr-defined]
        template = "games/partials/_table.html"
    else:
        template = "games/table.html"
        context["occasion"] = tables.occasion(position.id)
        if position.begun_at:
            context["begun_text"] = names.day_text(position.begun_at.date())
    response = render(request, template, context, status=status)
    # The templates' own line breaks would be a fiftieth of every answer.
    response.content = re.sub(rb">\n+<", b"><", response.content)
    return _as_table(response)


def _as_table(response: HttpResponse) -> HttpResponse:
    """Tell the script that the answer may take the table's place on the page."""
    response.headers["X-Table"] = "1"
    return response


def to_table(game_id: str, seen: int, tables: Tables = PLAIN) -> HttpResponse:
    url = reverse(tables.url_name, args=[game_id], query={"seen": seen})
    return HttpResponse(status=303, headers={"Location": url})


def _not_found(request: HttpRequest) -> HttpResponse:
    """Nobody learns whether a game exists.

    Who looks at a table that is not theirs, as a friend does with its address, may have one of their own. Whose
    cookie names no player any more, or who presses at a table without one, is told that the session is gone; who
    presses at a table and is no more the player of it is told so (`player_gone`).
    """
    key = player_key(request)
    if key and request.method == "POST" and not selectors.is_player(key):
        raise services.PlayerGone
    has_cookie = django_settings.SESSION_COOKIE_NAME in request.COOKIES
    is_look = request.method in {"GET", "HEAD"} and not request.htmx  # type: ignore[attr-defined]
    if key or (is_look and not has_cookie):
        return render(request, "games/not_yours.html", status=404)
    if request.htmx:  # type: ignore[attr-defined]
        return _as_table(render(request, "games/partials/_expired.html", status=404))
    return render(request, "games/expired.html", status=404)


def player_gone(request: HttpRequest) -> HttpResponse:
    """What was pressed is not done: who pressed it is somebody else by now (bideuchre/middleware.py)."""
    if request.htmx:  # type: ignore[attr-defined]
        return _as_table(render(request, "games/partials/_gone.html", status=409))
    return render(request, "409.html", status=409)


def _form_message(form: ActForm) -> str:
    """What to say about a form: a choice that is missing, or that it was not ours at all."""
    return str(form.non_field_errors()[0])
