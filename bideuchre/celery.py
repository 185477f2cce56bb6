"""Celery: the chores of the boards, done by a worker when beat says so. Never part of a turn.

make worker   # does the chores (needs REDIS_URL)
make beat     # says when; a second one by mistake does no harm
"""

import os

from celery import Celery
from celery.signals import beat_init

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "bideuchre.settings")

app = Celery("bideuchre")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks(["leaderboards", "accounts"])


@beat_init.connect
def at_once(**kwargs: object) -> None:
    """Do everything when beat starts, not only after the first hour."""
    for entry in app.conf.beat_schedule.values():
        app.send_task(entry["task"])
