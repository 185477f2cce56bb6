"""Which of a player's results stand on the boards, and what follows for everything that is counted."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from django.db import transaction

import games.selectors
from games.services import PlayerGone
from leaderboards.models import Profile, Result
from leaderboards.selectors import day_board
from leaderboards.services.boards import (
    Changes,
    add_to_field,
    add_to_tally,
    forget_pages,
    refresh_totals,
)

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import date, datetime

    from games.engine.hand import Hand


def locked_profile(profile_id: int) -> Profile:
    """The player's profile as it is, with the lock that every change to what is theirs takes.

    On SQLite the transaction itself is that lock.

    Raises:
        PlayerGone: merged into another, or deleted.
    """
    profiles = Profile.objects.select_for_update(no_key=True)
    profile = profiles.filter(pk=profile_id).first()
    if profile is None:
        raise PlayerGone
    return profile


@dataclass
class Counts:
    """Changes of tallies and of the field, gathered so that all take their locks in the same order."""

    tallies: Changes = field(default_factory=Counter)
    hands: list[tuple[date, Sequence[Hand], int]] = field(default_factory=list)

    def count(self, result: Result, by: int) -> None:
        """Add a visible result, or take it away."""
        self.tallies[day_board(result.deal_id), result.key] += by
        played = games.selectors.finished_hands(result.attempt.game)
        self.hands.append((result.deal_id, played, by))

    def apply(self) -> None:
        add_to_tally(self.tallies)
        for day, hands, by in sorted(self.hands, key=lambda change: change[0]):
            add_to_field(day, hands, by)
        transaction.on_commit(forget_pages)


def refresh_visibility(
    profile: Profile, now: datetime, counts: Counts | None = None
) -> Counts:
    """Show of a locked player's results what is neither hidden nor banned, and work out the totals."""
    counts = counts or Counts()
    for result in Result.objects.filter(profile=profile).select_related(
        "attempt__game"
    ):
        visible = not (result.is_hidden or profile.is_banned)
        if result.is_visible != visible:
            Result.objects.filter(pk=result.pk).update(is_visible=visible)
            counts.count(result, 1 if visible else -1)
    counts.tallies.update(refresh_totals(profile.pk, now))
    return counts
