from datetime import date

from django.urls import path, register_converter

from games import views as tables
from leaderboards import report_views, views


class DateConverter:
    """A calendar date of this millennium."""

    regex = "2[0-9]{3}-[0-9]{2}-[0-9]{2}"

    def to_python(self, value: str) -> date:
        return date.fromisoformat(value)

    def to_url(self, value: date) -> str:
        return value.isoformat()


register_converter(DateConverter, "date")

DAILY = {"tables": views.DAILY_TABLES}

urlpatterns = [
    path("daily/", views.today, name="daily"),
    path("daily/<date:day>/", views.day, name="daily_day"),
    path("daily/<date:day>/play", views.play, name="daily_play"),
    path("daily/<date:day>/board/", views.day_board, name="daily_board"),
    # The table is the plain one, with the daily's own services behind it.
    path("daily/games/<slug:game_id>/", tables.game, DAILY, name="daily_game"),
    path(
        "daily/games/<slug:game_id>/act", tables.game_act, DAILY, name="daily_game_act"
    ),
    path(
        "daily/games/<slug:game_id>/next",
        tables.game_next,
        DAILY,
        name="daily_game_next",
    ),
    path(
        "daily/games/<slug:game_id>/record.json",
        tables.game_record,
        DAILY,
        name="daily_game_record",
    ),
    path("daily/games/<slug:game_id>/result/", views.result, name="daily_game_result"),
    path("boards/", views.boards, name="boards"),
    path("boards/<slug:slug>/<slug:window>/", views.board, name="board"),
    path("players/<slug:tag>/", views.player, name="player"),
    path("players/<slug:tag>/report/", report_views.report, name="name_report"),
    path("fairness/", views.fairness, name="fairness"),
    path("fairness/<date:day>/", views.fairness_day, name="fairness_day"),
]
