"""Logging in by name and password, for players and moderators alike, with a limit on tries."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.contrib.auth.backends import ModelBackend
from django.core.exceptions import PermissionDenied
from django.utils import timezone

from accounts import services
from leaderboards.views import address_of

if TYPE_CHECKING:
    from django.http import HttpRequest

    from accounts.models import User


class LimitedBackend(ModelBackend):
    def authenticate(
        self,
        request: HttpRequest | None,
        username: str | None = None,
        password: str | None = None,
        **kwargs: Any,
    ) -> User | None:
        if not username or not password:
            return None
        now = timezone.now()
        address = address_of(request) if request else ""
        try:
            services.count_try(name=username, address=address, now=now)
        except services.TooManyTries:
            if request is not None:
                request.too_many_tries = True  # type: ignore[attr-defined]
            raise PermissionDenied from None
        user = super().authenticate(request, username, password)
        if user is not None:
            services.forget_tries(name=username, address=address, now=now)
        return user
