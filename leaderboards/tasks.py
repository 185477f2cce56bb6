"""The chores as tasks, for beat. Each may be done at any time and any number of times."""

from __future__ import annotations

from celery import shared_task
from django.utils import timezone

from leaderboards import services


@shared_task(ignore_result=True)
def prepare() -> None:
    services.prepare(timezone.now())


@shared_task(ignore_result=True)
def tend() -> None:
    services.tend(timezone.now())
