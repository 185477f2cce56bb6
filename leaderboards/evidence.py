"""What moderators look at: names that wait, and players who share a network. Evidence, never a verdict.

Everything here begins at an index and at one date; nothing counts whole tables.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.db.models import Count, OuterRef, Q, Subquery
from django.db.models.functions import Coalesce

from leaderboards import nicknames
from leaderboards.models import (
    Attempt,
    NameReport,
    NetworkKey,
    Profile,
    Result,
    Sighting,
)

if TYPE_CHECKING:
    from datetime import date

    from django.db.models import QuerySet

#: Players from one network on one daily that are worth a look; a couple is fewer.
CROWD = 3
MOST_NETWORKS = 200


def names_waiting(profiles: QuerySet[Profile]) -> QuerySet[Profile]:
    """Those whose chosen name is to be reviewed."""
    return profiles.filter(
        name_state__in=[Profile.NameState.REVIEW, Profile.NameState.HIDDEN]
    )


def with_open_reports(profiles: QuerySet[Profile]) -> QuerySet[Profile]:
    """Each with how many reports are open; counted for the rows that are shown, not for all before."""
    reports = NameReport.objects.filter(profile=OuterRef("pk"), is_open=True)
    count = reports.order_by().values("profile").annotate(count=Count("pk"))
    return profiles.annotate(open_reports=Coalesce(Subquery(count.values("count")), 0))


def named(profiles: QuerySet[Profile], text: str) -> QuerySet[Profile]:
    """The player with this tag, and the one whose name looks like this."""
    return profiles.filter(
        Q(tag=text.upper()) | Q(name_skeleton=nicknames.skeleton(text))
    )


def crowds(sightings: QuerySet[Sighting], day: date) -> QuerySet[Sighting]:
    """Where several players began a date's daily from one network; the largest crowds only."""
    # Read by itself: with both in one statement the database looks at every sighting of the date.
    largest = _networks(day, CROWD).values_list("network", flat=True)
    networks = list(largest[:MOST_NETWORKS])
    return sightings.filter(date=day, network__in=networks)


def lookers(sightings: QuerySet[Sighting], day: date) -> QuerySet[Sighting]:
    """Where one player began a date's daily and left it, and another won it from the same network.

    The first may have been a look at the deals for the second.
    """
    seen = Sighting.objects.filter(date=day)
    left = seen.filter(
        profile__attempts__deal=day,
        profile__attempts__state__in=[Attempt.State.OPEN, Attempt.State.LATE],
    )
    won = seen.filter(
        profile__in=Result.objects.filter(deal=day, won=True).values("profile")
    )
    return (
        sightings.filter(date=day, network__in=_networks(day, 2))
        .filter(network__in=left.values("network"))
        .filter(network__in=won.values("network"))
    )


def _networks(day: date, players: int) -> QuerySet[Sighting, Any]:
    return (
        Sighting.objects.filter(date=day)
        .values("network")
        .annotate(players=Count("pk"))
        .filter(players__gte=players)
        .order_by("-players")
        .values("network")
    )


def days_seen() -> list[date]:
    """The dates that have sightings still, the latest first; read from the few secrets."""
    return list(NetworkKey.objects.order_by("-date").values_list("date", flat=True))


def with_attempts(sightings: QuerySet[Sighting]) -> QuerySet[Sighting]:
    """Each with when the player began the date's game, and how their attempt stands."""
    first = Attempt.objects.filter(
        profile=OuterRef("profile"), deal=OuterRef("date")
    ).exclude(state=Attempt.State.PRACTICE)
    return sightings.annotate(
        began_at=Subquery(first.values("started_at")[:1]),
        attempt_state=Subquery(first.values("state")[:1]),
    )


def result_at(sighting: Sighting) -> Result | None:
    return Result.objects.filter(
        profile=sighting.profile_id, deal=sighting.date
    ).first()
