"""Players as others see them."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING

from leaderboards.models import Profile

if TYPE_CHECKING:
    from games.models import Player

#: Without look-alikes: no I, L, O, U, 0, 1.
TAG_LETTERS = "23456789ABCDEFGHJKMNPQRSTVWXYZ"
TAG_LENGTH = 6
#: Generated names are numbered; names.py has the words.
NAME_NUMBERS = 2**15


def ensure_profile(player: Player) -> Profile:
    """The player's profile, with a generated name from the first call on."""
    while True:
        profile = Profile.objects.filter(player=player).first()
        if profile is not None:
            return profile
        # Somebody else may have the tag, or another request of the player may be first.
        Profile.objects.bulk_create(
            [
                Profile(
                    player=player,
                    tag="".join(secrets.choice(TAG_LETTERS) for _ in range(TAG_LENGTH)),
                    name_number=secrets.randbelow(NAME_NUMBERS),
                )
            ],
            ignore_conflicts=True,
        )
