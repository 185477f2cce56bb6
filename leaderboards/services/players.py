"""Players as others see them."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING

from django.conf import settings
from django.db import transaction
from django.utils.translation import get_language

from games.services import locked_player
from leaderboards.models import Profile

if TYPE_CHECKING:
    from games.models import Player

#: Without look-alikes: no I, L, O, U, 0, 1.
TAG_LETTERS = "23456789ABCDEFGHJKMNPQRSTVWXYZ"
TAG_LENGTH = 6
#: Generated names are numbered; generated.py has the words.
NAME_NUMBERS = 2**15


def ensure_profile(player: Player) -> Profile:
    """The player's profile, with a name generated at the first call, in the language of that moment.

    Raises:
        PlayerGone
    """
    while True:
        profile = Profile.objects.filter(player=player).first()
        if profile is not None:
            # Known already: who asks need not read it, and cannot find it gone.
            profile.player = player
            return profile
        # Somebody else may have the tag, or another request of the player may be first.
        with transaction.atomic():
            locked_player(player.pk)
            Profile.objects.bulk_create([_generated(player)], ignore_conflicts=True)


def _generated(player: Player) -> Profile:
    return Profile(
        player=player,
        tag="".join(secrets.choice(TAG_LETTERS) for _ in range(TAG_LENGTH)),
        name_number=secrets.randbelow(NAME_NUMBERS),
        name_language=get_language() or settings.LANGUAGE_CODE,
    )
