"""From results and boards to the objects that the pages read."""

from leaderboards.presenters.boards import (
    SLUGS,
    WINDOW_SLUGS,
    BoardPage,
    board_url,
    player_url,
    present_day_board,
    present_player,
    present_totals_board,
    report_url,
)
from leaderboards.presenters.days import day_url, present_calendar, present_day
from leaderboards.presenters.fairness import (
    present_fairness,
    present_sealed,
    present_verification,
)
from leaderboards.presenters.results import present_result

__all__ = [
    "SLUGS",
    "WINDOW_SLUGS",
    "BoardPage",
    "board_url",
    "day_url",
    "player_url",
    "present_calendar",
    "present_day",
    "present_day_board",
    "present_fairness",
    "present_player",
    "present_result",
    "present_sealed",
    "present_totals_board",
    "present_verification",
    "report_url",
]
