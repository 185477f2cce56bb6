"""Network addresses, never kept as such: hashed with a secret of the date that is deleted after some days.

Nobody can follow an address from one date to another, nor look one up once its date's secret is gone.
"""

from __future__ import annotations

import hashlib
import hmac
import ipaddress
import secrets
from datetime import UTC, timedelta
from typing import TYPE_CHECKING

from django.db import IntegrityError, transaction

from games.services import PlayerGone
from leaderboards.models import NameReport, NetworkKey, Sighting

if TYPE_CHECKING:
    from datetime import date, datetime

    from leaderboards.models import Profile

KEPT = timedelta(days=14)


def network_hash(address: str, day: date) -> str:
    """What stands for the network of an address on a date; empty for what is no address.

    A household has one address of the old kind, but 2⁶⁴ of the new.
    """
    try:
        ip = ipaddress.ip_address(address)
    except ValueError:
        return ""
    if isinstance(ip, ipaddress.IPv6Address):
        ip = ip.ipv4_mapped or ip
    bits = 32 if ip.version == 4 else 64
    network = ipaddress.ip_network((ip, bits), strict=False)
    return hmac.new(_key(day), str(network).encode(), hashlib.sha256).hexdigest()


def _key(day: date) -> bytes:
    found = NetworkKey.objects.filter(date=day).first()
    if found is None:
        NetworkKey.objects.bulk_create(
            [NetworkKey(date=day, key=secrets.token_hex(32))], ignore_conflicts=True
        )
        found = NetworkKey.objects.get(date=day)
    return bytes.fromhex(found.key)


def note_sighting(*, profile: Profile, day: date, address: str) -> None:
    """Keep from which network a player began a daily.

    Raises:
        PlayerGone
    """
    network = network_hash(address, day)
    if not network:
        return
    try:
        with transaction.atomic():
            Sighting.objects.bulk_create(
                [Sighting(profile=profile, date=day, network=network)],
                ignore_conflicts=True,
            )
    except IntegrityError:
        # What is there already is no error: there is no such player.
        raise PlayerGone from None


def forget_networks(now: datetime) -> int:
    """Delete the hashes that are old enough, and their secrets.

    Returns:
        How many hashes are gone.
    """
    last = now.astimezone(UTC).date() - KEPT
    # A daily can be begun a date early or late by UTC; nothing stays longer than the days promised.
    NetworkKey.objects.filter(date__lte=last).delete()
    gone, _ = Sighting.objects.filter(date__lte=last).delete()
    return gone + NameReport.objects.filter(at__lte=now - KEPT).exclude(
        network=""
    ).update(network="")
