"""The pages of the daily game and the boards: parse, a few selectors or one service, render."""

from __future__ import annotations

import re
from datetime import date
from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode

from django.conf import settings
from django.core.cache import cache
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

import games.selectors
import games.services
from games.context import player_key
from games.views import Tables, current_player, get_only, post_only, to_table
from leaderboards import dates, names, presenters, selectors, services
from leaderboards.models import Attempt
from leaderboards.selectors import DAILY
from leaderboards.services.networks import note_sighting
from leaderboards.standings import ALL_TIME

if TYPE_CHECKING:
    from datetime import datetime
    from zoneinfo import ZoneInfo

    from django.http import HttpRequest

    from games.selectors import Position
    from leaderboards.models import Result

#: The name of the browser's time zone as the script tells it: in the address where the date depends on it, and with
#: the press on Play, from when on the session keeps it under this name.
ZONE = "zone"

# Of this millennium, so that a month has another before and after it.
_MONTH = re.compile(r"(2[0-9]{3})-(0[1-9]|1[0-2])", re.ASCII)


def clock() -> datetime:
    """The only place at which these pages look at the time."""
    return timezone.now()


def address_of(request: HttpRequest) -> str:
    """The network address that a request comes from; never kept as such (services/networks.py)."""
    address: str = request.META.get("REMOTE_ADDR", "")
    if settings.BEHIND_PROXY:
        # Our proxy adds the last one; whoever asks may have written the others.
        forwarded = request.headers.get("X-Forwarded-For", "")
        address = forwarded.rpartition(",")[2].strip() or address
    return address


def zone_of(request: HttpRequest) -> ZoneInfo:
    return dates.zone(request.GET.get(ZONE) or request.session.get(ZONE))


class DailyTables(Tables):
    """A daily is played at the plain table, and ranked by the turn that ends it."""

    kind = DAILY
    url_name = "daily_game"

    def act(self, **what: Any) -> Position:
        return services.act(**what, now=clock())

    def record(self, **which: Any) -> dict[str, Any]:
        return selectors.record(**which, now=clock())

    def occasion(self, game_id: str) -> str:
        attempt = Attempt.objects.filter(pk=game_id).first()
        if attempt is None:
            return ""
        unranked = (Attempt.State.PRACTICE, Attempt.State.LATE, Attempt.State.SEEN)
        if attempt.state in unranked:
            text = _("Practice, not ranked: %(date)s")
        else:
            text = _("Daily game: %(date)s")
        return text % {"date": names.day_text(attempt.deal_id)}

    def after_url(self, game_id: str) -> str:
        return reverse("daily_game_result", args=[game_id])


DAILY_TABLES = DailyTables()


# --- The daily game ------------------------------------------------------------------------------


@get_only
@never_cache
def today(request: HttpRequest) -> HttpResponse:
    now = clock()
    own_day = dates.own_date(now, zone_of(request))
    # Beat makes the days ahead; should it be dead, the first visitor does.
    services.ensure_daily(own_day)
    return _day_page(request, own_day, now)


@get_only
@never_cache
def day(request: HttpRequest, day: date) -> HttpResponse:
    return _day_page(request, day, clock())


def _day_page(request: HttpRequest, day: date, now: datetime) -> HttpResponse:
    try:
        deal = selectors.deal_of(day, now)
    except selectors.NoSuchDay:
        raise Http404 from None
    profile = selectors.profile_of(player_key(request))
    attempt = selectors.first_attempt(profile, day)
    result = _result(attempt, now)
    place = None
    if result is not None and result.is_visible:
        place = selectors.place(selectors.day_board(day), result.key)
    own_day = dates.own_date(now, zone_of(request))
    # Another month comes by the page's own address.
    asked = {ZONE: request.GET[ZONE]} if ZONE in request.GET else {}
    shown = _month(request) or day.replace(day=1)
    last = (shown + 31 * dates.DAY).replace(day=1) - dates.DAY
    calendar = presenters.present_calendar(
        shown.year,
        shown.month,
        selectors.calendar(profile, shown, last, now),
        own_day,
        selectors.has_earlier_deal(shown),
        f"{request.path}?{urlencode({**asked, 'month': ''})}",
    )
    context = {
        "day": presenters.present_day(deal, attempt, result, place, now, own_day),
        "calendar": calendar,
    }
    return render(request, "leaderboards/day.html", context)


def _month(request: HttpRequest) -> date | None:
    """The first of the month that the address asks for."""
    match = _MONTH.fullmatch(request.GET.get("month", ""))
    return date(int(match[1]), int(match[2]), 1) if match else None


def _result(attempt: Attempt | None, now: datetime) -> Result | None:
    """The attempt's result. One that is finished but was left unranked by a crash is ranked now."""
    if attempt is None or not attempt.game.winner:
        return None
    return services.settle(game_id=attempt.pk, now=now)


@post_only
def play(request: HttpRequest, day: date) -> HttpResponse:
    now = clock()
    try:
        # Before anything is kept of a visitor who asks for what is not there.
        services.playable_deal(day, now)
        profile = services.ensure_profile(current_player(request))
        if told := request.POST.get(ZONE):
            request.session[ZONE] = dates.zone(told).key
        game_id = services.start_attempt(profile=profile, day=day, now=now)
        note_sighting(profile=profile, day=day, address=address_of(request))
    except services.DayNotOpen:
        raise Http404 from None
    except games.services.BotFailed:
        return render(request, "500.html", status=503)
    return to_table(game_id, seen=0, tables=DAILY_TABLES)


@get_only
@never_cache
def result(request: HttpRequest, game_id: str) -> HttpResponse:
    now = clock()
    try:
        attempt = selectors.attempt_at(game_id, player_key(request))
    except games.selectors.GameNotFound:
        raise Http404 from None
    if not attempt.game.winner:
        return redirect("daily_game", game_id)
    result = _result(attempt, now)
    asks_for_par = "par" in request.GET
    # Beat works it out ahead; should it be dead, the page asks for it, and one request at a time does.
    if asks_for_par and cache.add(f"par-{attempt.deal_id}", 1, timeout=60):
        services.ensure_par(attempt.deal_id)
    # The state may have changed by that, and the par come to be.
    attempt = selectors.attempt_at(game_id, player_key(request))
    place = None
    if result is not None and result.is_visible:
        place = selectors.place(selectors.day_board(attempt.deal_id), result.key)
    page = presenters.present_result(
        attempt,
        result,
        place,
        selectors.total_of(attempt.profile, ALL_TIME),
        selectors.hands(attempt),
        selectors.field(attempt.deal_id),
        request.build_absolute_uri(reverse("daily")),
        now,
    )
    context = {"page": page, "asks_for_par": asks_for_par}
    return render(request, "leaderboards/result.html", context)


# --- Boards --------------------------------------------------------------------------------------


def _start(request: HttpRequest) -> selectors.Start | None:
    """Where the page of a board begins; anything unreadable means its top."""
    return selectors.Start.parse(request.GET.get("from", ""))


def _board_page(
    request: HttpRequest, page: presenters.BoardPage, status: int = 200
) -> HttpResponse:
    # htmx asks for the lines after those that are shown.
    template = (
        "leaderboards/partials/_rows.html"
        if request.htmx  # type: ignore[attr-defined]
        else "leaderboards/board.html"
    )
    response = render(request, template, {"page": page}, status=status)
    response.headers["Vary"] = "HX-Request"
    return response


@get_only
@never_cache
def day_board(request: HttpRequest, day: date) -> HttpResponse:
    now = clock()
    try:
        selectors.deal_of(day, now)
    except selectors.NoSuchDay:
        raise Http404 from None
    profile = selectors.profile_of(player_key(request))
    if not selectors.may_see_field(profile, day, now):
        page = presenters.present_day_board(day, None, profile, None, None)
        return _board_page(request, page)
    own = selectors.result_of(profile, day)
    own_place = None
    if own is not None and own.is_visible:
        own_place = selectors.place(selectors.day_board(day), own.key)
    board = selectors.day_page(day, _start(request))
    page = presenters.present_day_board(day, board, profile, own, own_place)
    return _board_page(request, page)


@get_only
def boards(request: HttpRequest) -> HttpResponse:
    return redirect(presenters.board_url("won", ALL_TIME))


@get_only
@never_cache
def board(request: HttpRequest, slug: str, window: str) -> HttpResponse:
    field = presenters.SLUGS.get(slug)
    days = presenters.WINDOW_SLUGS.get(window)
    if field is None or days is None:
        raise Http404
    services.age_totals(clock())
    profile = selectors.profile_of(player_key(request))
    own = selectors.total_of(profile, days)
    own_place = None
    if own is not None and selectors.is_listed(field, getattr(own, field)):
        own_place = selectors.place(
            selectors.total_board(field, days), getattr(own, field)
        )
    board = selectors.totals_page(field, days, _start(request))
    page = presenters.present_totals_board(field, days, board, profile, own, own_place)
    return _board_page(request, page)


@get_only
@never_cache
def player(request: HttpRequest, tag: str) -> HttpResponse:
    now = clock()
    reader = selectors.profile_of(player_key(request))
    is_own = reader is not None and reader.tag.lower() == tag
    try:
        profile = reader if is_own and reader else selectors.profile_by_tag(tag)
    except selectors.NoSuchProfile:
        raise Http404 from None
    hidden = [] if is_own else selectors.sealed_dates(reader, now)
    results, more = selectors.history(
        profile, _before(request), hidden, with_invisible=is_own
    )
    total, is_partial = selectors.sums_seen(profile, hidden, now)
    page = presenters.present_player(profile, total, is_partial, results, more, is_own)
    return render(request, "leaderboards/player.html", {"page": page})


def _before(request: HttpRequest) -> date | None:
    text = request.GET.get("before", "")
    if re.fullmatch(r"[0-9]{4}-[0-9]{2}-[0-9]{2}", text, re.ASCII):
        try:
            return date.fromisoformat(text)
        except ValueError:
            pass
    return None


# --- Fairness ------------------------------------------------------------------------------------


@get_only
@never_cache
def fairness(request: HttpRequest) -> HttpResponse:
    now = clock()
    # Should beat be dead: what is promised here must be there.
    services.make_days(now)
    to_come, closed = selectors.published(now)
    page = presenters.present_fairness(to_come, closed)
    return render(request, "leaderboards/fairness.html", {"page": page})


@get_only
@never_cache
def fairness_day(request: HttpRequest, day: date) -> HttpResponse:
    now = clock()
    try:
        found = selectors.verification(day, now)
    except selectors.NoSuchDay:
        raise Http404 from None
    except games.selectors.SeedInPlay:
        page = presenters.present_sealed(selectors.deal_of(day, now))
    else:
        page = presenters.present_verification(found)
    return render(request, "leaderboards/fairness_day.html", {"page": page})
