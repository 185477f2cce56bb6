"""Choosing a name, and reporting one."""

from __future__ import annotations

from datetime import UTC, timedelta
from typing import TYPE_CHECKING

from django.db import IntegrityError, transaction
from django.db.models import Max

from games.letters import without_marks
from games.services import PlayerGone, locked_player
from leaderboards import nicknames
from leaderboards.models import Act, NameReport, Profile
from leaderboards.nicknames import NameRefused, Problem
from leaderboards.services.boards import forget_pages
from leaderboards.services.limits import spend
from leaderboards.services.networks import network_hash
from leaderboards.services.players import TAG_LENGTH
from leaderboards.services.visibility import locked_profile

if TYPE_CHECKING:
    from datetime import datetime

    from games.models import Player

#: Names that a player may choose in a day, refused ones not counted.
CHANGES = 5
#: Reports that a player, and a network, may make in a day.
REPORTS, NETWORK_REPORTS = 10, 30
#: Different reporters, from different networks, that hide a name until it is reviewed.
ENOUGH = 3
A_DAY = timedelta(days=1)


class ReportRefused(Exception):
    """There is no chosen name to report, or one's own, or too many were reported."""


def choose_name(*, profile: Profile, text: str, now: datetime) -> Profile:
    """Let a player be called as they like.

    Raises:
        NameRefused: saying why.
        PlayerGone
    """
    name = nicknames.clean_name(text)
    key = nicknames.skeleton(name)
    if profile.name == name:
        return profile
    _refuse_as_tag(name)
    # Asked before the change is counted; the database has the last word.
    if Profile.objects.filter(name_skeleton=key).exclude(pk=profile.pk).exists():
        raise NameRefused(Problem.TAKEN)
    who = str(profile.pk)
    if not spend(what="name", who=who, most=CHANGES, period=A_DAY, now=now):
        raise NameRefused(Problem.TOO_OFTEN)
    try:
        with transaction.atomic():
            profile = locked_profile(profile.pk)
            profile.name, profile.name_skeleton = name, key
            profile.name_is_allowed = False
            _close_reports(profile)
            reported = _open_reports_again(profile)
            profile.name_state = _first_state(profile, reported)
            save_state(profile, "name", "name_skeleton")
    except IntegrityError:
        raise NameRefused(Problem.TAKEN) from None
    return profile


def _refuse_as_tag(name: str) -> None:
    """A name that ends in somebody's tag would pass for that player's generated one."""
    last = without_marks(nicknames.words(name)[-1]).upper()
    if len(last) == TAG_LENGTH and Profile.objects.filter(tag=last).exists():
        raise NameRefused(Problem.TAKEN)


def _last_word(skeleton: str) -> Act | None:
    """What was done last about a name or one that looks like it, whoever had it."""
    return Act.objects.filter(name_skeleton=skeleton).order_by("-pk").first()


def _first_state(profile: Profile, reported: bool) -> Profile.NameState:
    assert profile.name_skeleton is not None
    last = _last_word(profile.name_skeleton)
    if last is not None and last.kind in (Act.Kind.HIDE_NAME, Act.Kind.REMOVE_NAME):
        # Whoever takes up what was hidden or removed, again or from another, asks the moderators first.
        return Profile.NameState.HIDDEN
    if reported or nicknames.needs_review(profile.name):
        return Profile.NameState.REVIEW
    return Profile.NameState.SHOWN


def drop_name(*, profile: Profile) -> Profile:
    """Let a player go back to the generated name."""
    with transaction.atomic():
        profile = locked_profile(profile.pk)
        profile.name, profile.name_skeleton = "", None
        profile.name_is_allowed = False
        profile.name_state = Profile.NameState.SHOWN
        _close_reports(profile)
        save_state(profile, "name", "name_skeleton")
    return profile


def _close_reports(profile: Profile) -> None:
    NameReport.objects.filter(profile=profile, is_open=True).update(is_open=False)


def _open_reports_again(profile: Profile) -> bool:
    """Open what was reported of a name that its player has taken up again, unless a moderator has decided since.

    The reports of a name end with it, but nobody is rid of them by giving it up for a moment.

    Returns:
        Whether there are any.
    """
    decided = (
        Act.objects.filter(name_skeleton=profile.name_skeleton)
        .exclude(kind=Act.Kind.HIDE_NAME)
        .aggregate(at=Max("at"))["at"]
    )
    reports = NameReport.objects.filter(profile=profile)
    if decided is not None:
        reports = reports.filter(at__gt=decided)
    # One of each reporter, as it was while they were open.
    again = {
        report.reporter_id: report.pk
        for report in reports.order_by("pk")
        if nicknames.skeleton(report.name) == profile.name_skeleton
    }
    NameReport.objects.filter(pk__in=again.values()).update(is_open=True)
    return bool(again)


def save_state(profile: Profile, *fields: str) -> None:
    profile.save(update_fields=["name_state", "name_is_allowed", *fields])
    transaction.on_commit(forget_pages)


def report_name(
    *, profile: Profile, reporter: Player, address: str, now: datetime
) -> bool:
    """Put a chosen name before the moderators; several reporters hide it until they decide.

    Done again by the same reporter it changes nothing.

    Returns:
        Whether the name is hidden now.

    Raises:
        ReportRefused
        PlayerGone: the reporter.
    """
    if not profile.shown_name or profile.pk == reporter.pk:
        raise ReportRefused
    network = network_hash(address, now.astimezone(UTC).date())
    for who, most in ((str(reporter.pk), REPORTS), (network, NETWORK_REPORTS)):
        if not spend(what="report", who=who, most=most, period=A_DAY, now=now):
            raise ReportRefused
    with transaction.atomic():
        # What was reported is the name that the reporter saw, of a player who is still there.
        seen = profile.shown_name
        try:
            profile = locked_profile(profile.pk)
        except PlayerGone:
            raise ReportRefused from None
        if profile.shown_name != seen:
            raise ReportRefused
        locked_player(reporter.pk)
        NameReport.objects.bulk_create(
            [
                NameReport(
                    profile=profile,
                    reporter=reporter,
                    name=profile.name,
                    network=network,
                    at=now,
                )
            ],
            ignore_conflicts=True,
        )
        reports = NameReport.objects.filter(profile=profile, is_open=True)
        pairs = set(reports.values_list("reporter", "network"))
        # One person with several browsers is one; reports whose network is forgotten count as one network.
        distinct = min(len({who for who, _ in pairs}), len({net for _, net in pairs}))
        profile.name_state = Profile.NameState.REVIEW
        if distinct >= ENOUGH and not profile.name_is_allowed:
            profile.name_state = Profile.NameState.HIDDEN
            Act.objects.create(
                kind=Act.Kind.HIDE_NAME,
                profile=profile,
                tag=profile.tag,
                name=profile.name,
                name_skeleton=profile.name_skeleton,
                reason=f"{distinct} reports",
                at=now,
            )
        save_state(profile)
    return profile.name_state == Profile.NameState.HIDDEN
