"""The chore of accounts as a task, for beat. It may be done at any time and any number of times."""

from __future__ import annotations

from celery import shared_task
from django.utils import timezone

from accounts import services


@shared_task(ignore_result=True)
def purge() -> None:
    services.purge(timezone.now())
