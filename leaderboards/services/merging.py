"""Two histories of one person become one, and a history ends."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.db import transaction

from games.models import Game, Player
from games.services import inherit_preferences
from leaderboards.models import (
    Act,
    Attempt,
    NameReport,
    Profile,
    Result,
    Sighting,
    Total,
)
from leaderboards.services.boards import count_values
from leaderboards.services.visibility import Counts, refresh_visibility

if TYPE_CHECKING:
    from datetime import datetime


def merge_players(*, source: Player, target: Player, now: datetime) -> bool:
    """Give everything of `source` to `target`, in one transaction; `source` is gone then.

    Of two first attempts at a date the one that was begun earlier counts, finished or not; the other becomes
    practice and its result is taken off. A ban and a moderator's word about a name go along; settings do
    if `target` has none of its own.

    Returns:
        False if there was nothing left to merge: it was done before, or another request does it.
    """
    if source.pk == target.pk:
        return False
    with transaction.atomic():
        both = [source.pk, target.pk]
        profiles = {
            profile.pk: profile
            for profile in Profile.objects.select_for_update(no_key=True)
            .filter(pk__in=both)
            .order_by("pk")
        }
        players = Player.objects.select_for_update(no_key=True).filter(pk__in=both)
        if len(players.order_by("pk")) < len(both):
            return False
        Game.objects.filter(player=source).update(player=target)
        inherit_preferences(source=source, target=target)
        _move_reports_made(source, target)
        if source.pk in profiles and target.pk in profiles:
            _merge_profiles(profiles[source.pk], profiles[target.pk], now)
        elif source.pk in profiles:
            # The profile as a whole goes over. Foreign keys are looked at when the transaction ends.
            Profile.objects.filter(pk=source.pk).update(player=target)
            for model in (Attempt, Result, Total, NameReport, Act, Sighting):
                model._default_manager.filter(profile=source.pk).update(
                    profile=target.pk
                )
        Player.objects.filter(pk=source.pk).delete()
    return True


def _move_reports_made(source: Player, target: Player) -> None:
    """Reports stay their reporter's, one for each name; one's own name was not reported."""
    already = NameReport.objects.filter(reporter=target, is_open=True).values("profile")
    NameReport.objects.filter(reporter=source).exclude(profile__in=already).exclude(
        profile=target.pk
    ).update(reporter=target)


def _merge_profiles(source: Profile, target: Profile, now: datetime) -> None:
    counts = Counts()
    _leave_one_attempt_a_day(source, target, counts)
    for total in Total.objects.filter(profile=source):
        count_values(counts.tallies, total, total.days, -1)
    for model in (Attempt, Result, Act):
        model._default_manager.filter(profile=source).update(profile=target)
    _move_sightings(source, target)
    _take_name(source, target)
    target.is_banned = target.is_banned or source.is_banned
    # With it go its totals, and the reports of a name that nobody has any more.
    Profile.objects.filter(pk=source.pk).delete()
    target.save()
    refresh_visibility(target, now, counts).apply()


def _leave_one_attempt_a_day(source: Profile, target: Profile, counts: Counts) -> None:
    firsts = Attempt.objects.exclude(state=Attempt.State.PRACTICE).select_related(
        "game"
    )
    theirs = {attempt.deal_id: attempt for attempt in firsts.filter(profile=target)}
    for attempt in firsts.filter(profile=source, deal__in=list(theirs)):
        pair = (attempt, theirs[attempt.deal_id])
        later = max(pair, key=lambda one: (one.started_at, one.pk))
        for result in Result.objects.filter(attempt=later).select_related(
            "attempt__game"
        ):
            if result.is_visible:
                counts.count(result, -1)
            result.delete()
        Attempt.objects.filter(pk=later.pk).update(state=Attempt.State.PRACTICE)


def _move_sightings(source: Profile, target: Profile) -> None:
    rows = Sighting.objects.filter(profile=source).values_list("date", "network")
    Sighting.objects.bulk_create(
        [
            Sighting(profile=target, date=date, network=network)
            for date, network in rows
        ],
        ignore_conflicts=True,
    )


def _take_name(source: Profile, target: Profile) -> None:
    """Who has chosen no name yet keeps the other's, with what was decided about it."""
    if not source.name or target.name:
        return
    # Nobody else may have it, not even for a moment.
    Profile.objects.filter(pk=source.pk).update(name_skeleton=None)
    for field in ("name", "name_skeleton", "name_state", "name_is_allowed"):
        setattr(target, field, getattr(source, field))


def forget_player(*, player: Player, now: datetime) -> None:
    """Delete everything of a player: games, name, results, and their part in every count."""
    with transaction.atomic():
        counts = Counts()
        profile = (
            Profile.objects.select_for_update(no_key=True).filter(pk=player.pk).first()
        )
        if profile is not None:
            visible = Result.objects.filter(profile=profile, is_visible=True)
            for result in visible.select_related("attempt__game"):
                counts.count(result, -1)
            for total in Total.objects.filter(profile=profile):
                count_values(counts.tallies, total, total.days, -1)
            Result.objects.filter(profile=profile).delete()
        counts.apply()
        Player.objects.filter(pk=player.pk).delete()
