"""Reporting a name from a board: a page that asks, and its button."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import never_cache

from games.context import player_key
from games.views import current_player, page_or_form
from leaderboards import presenters, selectors, views
from leaderboards.names import player_name
from leaderboards.services.naming import ReportRefused, report_name

if TYPE_CHECKING:
    from django.http import HttpRequest


@page_or_form
@never_cache
def report(request: HttpRequest, tag: str) -> HttpResponse:
    try:
        profile = selectors.profile_by_tag(tag)
    except selectors.NoSuchProfile:
        raise Http404 from None
    context = {
        "name": player_name(profile),
        "can_report": bool(
            presenters.report_url(profile, selectors.profile_of(player_key(request)))
        ),
        "is_sent": "sent" in request.GET,
        "board_url": reverse("boards"),
    }
    if request.method != "POST":
        return render(request, "leaderboards/report.html", context)
    try:
        report_name(
            profile=profile,
            reporter=current_player(request),
            address=views.address_of(request),
            now=views.clock(),
        )
    except ReportRefused:
        context["is_refused"] = True
        return render(request, "leaderboards/report.html", context, status=429)
    url = reverse("name_report", args=[tag], query={"sent": 1})
    return HttpResponse(status=303, headers={"Location": url})
