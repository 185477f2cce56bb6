"""Two histories of one person become one, and a history ends."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.db import transaction

from games.engine.rules import rule_set
from games.engine.seats import Side
from games.models import Game, Player
from games.selectors import PERSON
from games.services import inherit_preferences
from leaderboards.dates import closes_at
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
from leaderboards.standings import Outcome

if TYPE_CHECKING:
    from datetime import datetime

    from django.db.models import QuerySet


def merge_players(*, source: Player, target: Player, now: datetime) -> bool:
    """Give everything of `source` to `target`, in one transaction; `source` is gone then.

    Of two first attempts at a date one remains (`standing_of`); the other becomes practice and its result is taken
    off. A ban and a moderator's word about a name go along; settings do if `target` has none of its own.

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
        # One's own name was not reported.
        NameReport.objects.filter(profile=source.pk, reporter=target).delete()
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
    _move_reports_heard(source, target)
    target.is_banned = target.is_banned or source.is_banned
    # With it go its totals.
    Profile.objects.filter(pk=source.pk).delete()
    target.save()
    refresh_visibility(target, now, counts).apply()


def _leave_one_attempt_a_day(source: Profile, target: Profile, counts: Counts) -> None:
    # With the games locked, so that none of them ends meanwhile.
    attempts = (
        Attempt.objects.select_for_update(of=["game"], no_key=True)
        .select_related("game")
        .filter(profile__in=[source, target])
        .order_by("pk")
    )
    firsts = attempts.exclude(state=Attempt.State.PRACTICE)
    theirs = {attempt.deal_id: attempt for attempt in firsts.filter(profile=target)}
    for attempt in firsts.filter(profile=source, deal__in=list(theirs)):
        pair = (attempt, theirs[attempt.deal_id])
        standing = standing_of(*pair)
        other = pair[standing is pair[0]]
        _take_off(other, Attempt.State.PRACTICE, counts)
        known = attempts.filter(deal=attempt.deal_id).exclude(pk=standing.pk)
        if _was_informed(standing, other, known):
            _take_off(standing, Attempt.State.SEEN, counts)


def _take_off(attempt: Attempt, state: Attempt.State, counts: Counts) -> None:
    """Leave an attempt without a rank."""
    for result in Result.objects.filter(attempt=attempt).select_related(
        "attempt__game"
    ):
        if result.is_visible:
            counts.count(result, -1)
        result.delete()
    Attempt.objects.filter(pk=attempt.pk).update(state=state)


def standing_of(one: Attempt, other: Attempt) -> Attempt:
    """Which of two attempts of one person at the same date remains, so that nobody gains by having seen the cards.

    An attempt in which nothing has been done yields: it taught nothing, and would be a fresh start now. One that was
    finished before the other began remains, and finished comes before unfinished, further before less far.
    Of two finished ones that were on at the same time it is the one with the worse result: either may have been
    a look at the cards of the other.
    """
    pair = sorted((one, other), key=_by_beginning)
    touched = [attempt for attempt in pair if attempt.game.version]
    if len(touched) < len(pair):
        return (touched or pair)[0]
    first, second = (_end(attempt) for attempt in pair)
    if first is None or second is None:
        # Of two that are as far the one begun first.
        return max(pair, key=lambda it: (_end(it) is not None, _progress(it)))
    if first <= pair[1].started_at:
        return pair[0]
    return min(pair, key=lambda it: (_key(it), it.game.played_at))


def _was_informed(standing: Attempt, other: Attempt, known: QuerySet[Attempt]) -> bool:
    """Whether the remaining attempt was begun with cards of its date in mind, and its person would gain by that.

    Args:
        known: all others at its date, also those that a merging before this one has made practice.
    """
    if _end(standing) and (_end(other) or _is_lost(standing)):
        # Nobody plays twice to have the first of two results, the worse one, or a defeat.
        return False
    return any(
        attempt.game.version and _by_beginning(attempt) < _by_beginning(standing)
        for attempt in known
    )


def _by_beginning(attempt: Attempt) -> tuple[datetime, str]:
    return attempt.started_at, attempt.pk


def _end(attempt: Attempt) -> datetime | None:
    """When an attempt was finished, if it was before its date had ended everywhere."""
    at = attempt.game.played_at
    is_finished = attempt.game.winner and at < closes_at(attempt.deal_id)
    return at if is_finished else None


def _progress(attempt: Attempt) -> tuple[int, int]:
    """How far a game is: its hand, and what has been done in it."""
    hand = attempt.game.hands.get(number=attempt.game.hand_number)
    return hand.number, hand.actions.count(",") + bool(hand.actions)


def _is_lost(attempt: Attempt) -> bool:
    return attempt.game.winner != PERSON.side.name


def _key(attempt: Attempt) -> int:
    """A finished attempt as it would be ranked."""
    game = attempt.game
    return Outcome.of(
        (game.score_ns, game.score_ew),
        Side[game.winner],
        game.hand_number,
        rule_set(game.rules).target,
    ).key


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


def _move_reports_heard(source: Profile, target: Profile) -> None:
    """What was said of a name waits on with it, or until its player takes it up again."""
    reports = NameReport.objects.filter(profile=source)
    if source.name_skeleton != target.name_skeleton:
        reports.update(is_open=False)
    reports.update(profile=target)


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
