from django.urls import path

from games import views

urlpatterns = [
    path("", views.home, name="home"),
    path("rules/", views.rules, name="rules"),
    path("how-to-play/", views.how_to_play, name="how_to_play"),
    path("glossary/", views.glossary, name="glossary"),
    path("strategy/", views.strategy, name="strategy"),
    path("settings/", views.settings, name="settings"),
    path("settings/keys", views.settings_keys, name="settings_keys"),
    path("games/", views.game_new, name="game_new"),
    path("games/<slug:game_id>/", views.game, name="game"),
    path("games/<slug:game_id>/act", views.game_act, name="game_act"),
    path("games/<slug:game_id>/next", views.game_next, name="game_next"),
    path("games/<slug:game_id>/tip", views.game_tip, name="game_tip"),
    path("games/<slug:game_id>/record.json", views.game_record, name="game_record"),
]
