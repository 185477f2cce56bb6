"""Delete a player who asks for it and cannot do so on the site; the boards are right afterwards."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from accounts import services
from accounts.models import User
from leaderboards.models import Profile
from leaderboards.services.merging import forget_player

if TYPE_CHECKING:
    from django.core.management.base import CommandParser


class Command(BaseCommand):
    help = "Delete a player: games, results, name and account. They cannot be brought back."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("tag", help="six signs, as the desk shows them")

    def handle(self, *args: Any, tag: str, **options: Any) -> None:
        profile = (
            Profile.objects.select_related("player").filter(tag=tag.upper()).first()
        )
        if profile is None:
            raise CommandError(f"There is no player with the tag {tag}.")
        player, now = profile.player, timezone.now()
        user = User.objects.filter(player=player).first()
        if user is None:
            forget_player(player=player, now=now)
        else:
            services.delete_account(user=user, now=now)
        self.stdout.write(f"{tag.upper()} is deleted.")
