"""Every change to the daily game and the boards."""

from leaderboards.services.attempts import act, recompute, settle, start_attempt, sweep
from leaderboards.services.boards import (
    age_totals,
    rebuild_field,
    rebuild_tallies,
    rebuild_totals,
)
from leaderboards.services.chores import beat, prepare, tend
from leaderboards.services.days import (
    DayNotOpen,
    ensure_daily,
    ensure_par,
    make_days,
    playable_deal,
)
from leaderboards.services.players import TAG_LENGTH, ensure_profile

__all__ = [
    "TAG_LENGTH",
    "DayNotOpen",
    "act",
    "age_totals",
    "beat",
    "ensure_daily",
    "ensure_par",
    "ensure_profile",
    "make_days",
    "playable_deal",
    "prepare",
    "rebuild_field",
    "rebuild_tallies",
    "rebuild_totals",
    "recompute",
    "settle",
    "start_attempt",
    "sweep",
    "tend",
]
