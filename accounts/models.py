"""Whoever wants to can have an account: a name and a password that lead to their player on any device."""

from __future__ import annotations

import unicodedata
from typing import Any, ClassVar

from django.contrib.auth.models import AbstractUser, UserManager
from django.db import models, transaction
from django.utils.translation import gettext_lazy as _

from games.models import Player, PlayerGone, new_key


class Users(UserManager["User"]):
    def get_by_natural_key(self, username: str | None) -> User:
        """The user of that name, however it is written."""
        return self.get(username=User.normalize_username(username or ""))


class User(AbstractUser):
    """Somebody who logs in. `username` is the name they signed up with; others see the profile's.

    `email` is only for a forgotten password, and may be empty. Who runs the site has no player unless they play.
    """

    username = models.CharField(_("name"), max_length=400, unique=True)
    first_name = None  # type: ignore[assignment]  # nobody's affair
    last_name = None  # type: ignore[assignment]
    player = models.OneToOneField(
        Player, on_delete=models.SET_NULL, null=True, blank=True, related_name="user"
    )

    objects: ClassVar[Users] = Users()

    def __str__(self) -> str:
        return self.username

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Keep the user. With a new password the player gets another key: whoever else has a session with it is out.

        The tables never ask who is logged in, so Django's own check of sessions does not end theirs. This holds for
        every way to a new password, a command or the desk too.

        Raises:
            PlayerGone: a new password for an account that was deleted meanwhile.
        """
        if self._password is None or self._state.adding:  # type: ignore[attr-defined]
            super().save(*args, **kwargs)
            return
        with transaction.atomic():
            if not User.objects.select_for_update().filter(pk=self.pk).exists():
                raise PlayerGone
            super().save(*args, **kwargs)
            if self.player is not None:
                self.player.key = new_key()
                self.player.save(update_fields=["key"])

    @classmethod
    def normalize_username(cls, username: str) -> str:
        """In small letters, in the one form that Unicode prefers: nobody remembers which was typed."""
        text = unicodedata.normalize("NFKC", username).casefold()
        return " ".join(unicodedata.normalize("NFKC", text).split())


class Recovery(models.Model):
    """A code that leads to a player without an account; only its hash is kept, for the code is as good as a key."""

    player = models.OneToOneField(Player, on_delete=models.CASCADE, primary_key=True)
    code_sha256 = models.CharField(max_length=64, unique=True)
    created_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"recovery of {self.player_id}"
