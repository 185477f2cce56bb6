"""Players as others see them."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING

from django.conf import settings
from django.utils.translation import get_language

from leaderboards.models import Profile

if TYPE_CHECKING:
    from games.models import Player

#: Without look-alikes: no I, L, O, U, 0, 1.
TAG_LETTERS = "23456789ABCDEFGHJKMNPQRSTVWXYZ"
TAG_LENGTH = 6
#: Generated names are numbered; generated.py has the words.
NAME_NUMBERS = 2**15


def ensure_profile(player: Player) -> Profile:
    """The player's profile, with a name generated at the first call, in the language of that moment."""
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
                    name_language=get_language() or settings.LANGUAGE_CODE,
                )
            ],
            ignore_conflicts=True,
        )
