"""What is kept: players, their games, and the hands of each game."""

import secrets
import string

from django.db import models

from games.preferences import Preferences

#: Letters and digits of a game's address, none of which programs that recognise addresses leave out.
ID_LETTERS = string.ascii_letters + string.digits
ID_LENGTH = 16  # 95 bits: nobody guesses one
KEY_BYTES = 24


def new_id() -> str:
    return "".join(secrets.choice(ID_LETTERS) for _ in range(ID_LENGTH))


def new_key() -> str:
    return secrets.token_urlsafe(KEY_BYTES)


class PlayerGone(Exception):
    """Who asked is no more: merged into another player, or deleted, by another request; nothing was saved."""


class Player(models.Model):
    """Somebody who plays, known by a random key in their session (never by the session's own key).

    `preferences` holds what they have set (games/preferences.py), nothing until they set something.
    """

    key = models.CharField(max_length=32, unique=True, default=new_key, editable=False)
    created_at = models.DateTimeField(auto_now_add=True)
    preferences = models.JSONField(blank=True, default=dict, db_default={})

    def __str__(self) -> str:
        return f"player {self.pk}"

    @property
    def settings(self) -> Preferences:
        return Preferences.parse(self.preferences)


class Game(models.Model):
    """A game from 0–0 to its end. Every change is one compare-and-swap on `version`.

    `seed` gives every deal (games/engine/deals.py) and stays secret while the game is on.
    `bots` names the computer player of each seat, with its version: {"N": "rule-1", …}.
    `score_ns` and `score_ew` hold what the finished hands came to; `winner` is a side or empty.
    `kind` is empty for a plain game. Another part of the site may run games of its own kind (the daily
    game); those are then reached and changed through that part only.
    """

    id = models.CharField(
        primary_key=True, max_length=16, default=new_id, editable=False
    )
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="games")
    kind = models.CharField(max_length=10, blank=True, default="", db_default="")
    rules = models.CharField(max_length=40)
    seed = models.CharField(max_length=64)
    bots = models.JSONField()
    version = models.PositiveIntegerField(default=0)
    hand_number = models.PositiveIntegerField(default=1)
    score_ns = models.IntegerField(default=0)
    score_ew = models.IntegerField(default=0)
    winner = models.CharField(max_length=2, blank=True, default="")
    created_at = models.DateTimeField(auto_now_add=True)
    played_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        indexes = [
            models.Index(fields=["player", "-played_at"], name="games_of_player")
        ]

    def __str__(self) -> str:
        return f"game {self.pk}"


class Hand(models.Model):
    """Hand `number` of a game; its deal comes from the game's seed.

    `actions` is everything done so far, in notation, with commas between (an exchange of no cards
    is an empty word). The results are None until the hand is over. `claimed` is how many of its last tricks
    were not played out but claimed.
    """

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="hands")
    number = models.PositiveIntegerField()
    engine = models.CharField(max_length=20)
    actions = models.TextField(blank=True, default="")
    tricks_ns = models.PositiveSmallIntegerField(null=True)
    tricks_ew = models.PositiveSmallIntegerField(null=True)
    points_ns = models.SmallIntegerField(null=True)
    points_ew = models.SmallIntegerField(null=True)
    # A plain number: on PostgreSQL the check of a positive one reads the whole table, locked, when it is added.
    claimed = models.SmallIntegerField(default=0, db_default=0)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["game", "number"], name="one_row_for_each_hand"
            )
        ]

    def __str__(self) -> str:
        return f"hand {self.number} of game {self.game_id}"
