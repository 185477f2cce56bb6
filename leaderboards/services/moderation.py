"""What moderators do. Each act has a reason, leaves a row, works at once, and can be undone by its opposite."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.db import transaction

from leaderboards.models import Act, NameReport, Profile, Result
from leaderboards.services.naming import save_state
from leaderboards.services.visibility import locked_profile, refresh_visibility

if TYPE_CHECKING:
    from datetime import datetime

    from django.contrib.auth.models import AbstractBaseUser


class NothingToDo(Exception):
    """It is so already."""


class ReasonMissing(Exception):
    """An act needs a reason."""


def restore_name(
    *, profile: Profile, moderator: AbstractBaseUser, reason: str, now: datetime
) -> None:
    """Show a chosen name that was flagged, hidden or removed; reports alone do not hide it again.

    Raises:
        NothingToDo: there is no name, or it is allowed and shown.
        ReasonMissing
    """
    with transaction.atomic():
        profile = locked_profile(profile.pk)
        shown = Profile.NameState.SHOWN
        if not profile.name or (
            profile.name_state == shown and profile.name_is_allowed
        ):
            raise NothingToDo
        profile.name_state, profile.name_is_allowed = shown, True
        _decide_name(profile)
        _note(Act.Kind.RESTORE_NAME, moderator, profile, reason, now)


def remove_name(
    *, profile: Profile, moderator: AbstractBaseUser, reason: str, now: datetime
) -> None:
    """Call a player by the generated name, whatever they chose.

    Nobody else can have the removed name meanwhile; once given up, whoever takes it waits for a moderator.

    Raises:
        NothingToDo: there is no name, or it is removed.
        ReasonMissing
    """
    with transaction.atomic():
        profile = locked_profile(profile.pk)
        if not profile.name or profile.name_state == Profile.NameState.REMOVED:
            raise NothingToDo
        profile.name_state = Profile.NameState.REMOVED
        profile.name_is_allowed = False
        _decide_name(profile)
        _note(Act.Kind.REMOVE_NAME, moderator, profile, reason, now)


def _decide_name(profile: Profile) -> None:
    save_state(profile)
    NameReport.objects.filter(profile=profile, is_open=True).update(is_open=False)


def hide_result(
    *, result: Result, moderator: AbstractBaseUser, reason: str, now: datetime
) -> None:
    """Hide a result from everybody but its player.

    Raises:
        NothingToDo, ReasonMissing
    """
    _set_hidden(result, True, moderator, reason, now)


def show_result(
    *, result: Result, moderator: AbstractBaseUser, reason: str, now: datetime
) -> None:
    """Undo `hide_result`. A banned player's result stays unseen until the ban ends.

    Raises:
        NothingToDo, ReasonMissing
    """
    _set_hidden(result, False, moderator, reason, now)


def _set_hidden(
    result: Result,
    hidden: bool,
    moderator: AbstractBaseUser,
    reason: str,
    now: datetime,
) -> None:
    with transaction.atomic():
        profile = locked_profile(result.profile_id)
        # Merged into another player, or hidden by another moderator, since the page was read.
        changed = Result.objects.filter(
            pk=result.pk, profile=profile, is_hidden=not hidden
        ).update(is_hidden=hidden)
        if not changed:
            raise NothingToDo
        refresh_visibility(profile, now).apply()
        kind = Act.Kind.HIDE_RESULT if hidden else Act.Kind.SHOW_RESULT
        _note(kind, moderator, profile, reason, now, result)


def ban(
    *, profile: Profile, moderator: AbstractBaseUser, reason: str, now: datetime
) -> None:
    """Take a player off every board. They may play on and see their own results.

    Raises:
        NothingToDo, ReasonMissing
    """
    _set_banned(profile, True, moderator, reason, now)


def unban(
    *, profile: Profile, moderator: AbstractBaseUser, reason: str, now: datetime
) -> None:
    """Undo `ban`: what was ranked meanwhile stands on the boards too.

    Raises:
        NothingToDo, ReasonMissing
    """
    _set_banned(profile, False, moderator, reason, now)


def _set_banned(
    profile: Profile,
    banned: bool,
    moderator: AbstractBaseUser,
    reason: str,
    now: datetime,
) -> None:
    with transaction.atomic():
        profile = locked_profile(profile.pk)
        if profile.is_banned == banned:
            raise NothingToDo
        profile.is_banned = banned
        profile.save(update_fields=["is_banned"])
        refresh_visibility(profile, now).apply()
        kind = Act.Kind.BAN if banned else Act.Kind.UNBAN
        _note(kind, moderator, profile, reason, now)


def _note(
    kind: Act.Kind,
    moderator: AbstractBaseUser,
    profile: Profile,
    reason: str,
    now: datetime,
    result: Result | None = None,
) -> None:
    """Leave the row that tells of an act, in its transaction."""
    if not reason.strip():
        raise ReasonMissing
    Act.objects.create(
        kind=kind,
        moderator_id=moderator.pk,
        profile=profile,
        tag=profile.tag,
        name=profile.name,
        name_skeleton=profile.name_skeleton if kind in Act.OF_NAMES else None,
        day=result.deal_id if result else None,
        reason=reason.strip()[:500],
        at=now,
    )
