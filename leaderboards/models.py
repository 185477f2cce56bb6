"""What is kept for the daily game and the boards. Whatever can be worked out again, `rebuild_boards` checks."""

from __future__ import annotations

from typing import TYPE_CHECKING, NoReturn

from django.conf import settings
from django.db import IntegrityError, models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from games.models import Game, Player
from leaderboards.standings import EPOCH, WINDOWS

if TYPE_CHECKING:
    import datetime


class Profile(models.Model):
    """How a player appears to others: by a chosen name, or a generated one with a tag that nobody else has.

    A banned player goes on playing and sees their own results; nobody else does.
    `name` is what the player chose, empty otherwise; nicknames.py says what it may be. While it is hidden or
    removed nobody else can have it, and the generated name is shown. Given up, it is hidden from whoever takes it next.
    """

    class NameState(models.TextChoices):
        SHOWN = "shown", _("shown")
        REVIEW = "review", _("shown, to be reviewed")
        HIDDEN = "hidden", _("hidden until reviewed")
        REMOVED = "removed", _("removed by a moderator")

    player = models.OneToOneField(Player, on_delete=models.CASCADE, primary_key=True)
    tag = models.CharField(_("tag"), max_length=8, unique=True)
    #: Of the generated name, with the language in which it was made.
    name_number = models.PositiveSmallIntegerField()
    name_language = models.CharField(max_length=10, default="en", db_default="en")
    name = models.CharField(
        _("chosen name"), max_length=400, blank=True, default="", db_default=""
    )
    #: Names that look alike have the same one (nicknames.skeleton).
    name_skeleton = models.CharField(max_length=600, unique=True, null=True)  # noqa: DJ001 - many have none
    name_state = models.CharField(
        _("state of the name"),
        max_length=8,
        choices=NameState,
        default=NameState.SHOWN,
        db_default=NameState.SHOWN,
    )
    #: Once a moderator has allowed a name, reports alone do not hide it again.
    name_is_allowed = models.BooleanField(
        _("allowed by a moderator"), default=False, db_default=False
    )
    is_banned = models.BooleanField(_("banned"), default=False, db_default=False)
    created_at = models.DateTimeField(_("since"), auto_now_add=True)

    class Meta:
        verbose_name = _("player")
        verbose_name_plural = _("players")
        permissions = [("moderate", "Can moderate names, results and players")]
        indexes = [
            models.Index(
                fields=["player"],
                condition=Q(name_state__in=["review", "hidden"]),
                name="names_to_review",
            ),
            models.Index(
                fields=["player"], condition=Q(is_banned=True), name="banned_players"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.name} ({self.tag})" if self.name else self.tag

    @property
    def shown_name(self) -> str:
        """The chosen name, while others may see it."""
        states = (self.NameState.SHOWN, self.NameState.REVIEW)
        return self.name if self.name_state in states else ""


class DailyDeal(models.Model):
    """The game of a date: the same deals and the same computer players for everybody.

    `seed` is secret until the date has ended everywhere; `seed_sha256` (of its bytes) is public from before the
    date begins. `bots` names the computer player of each other seat with its version. `par` is what came of
    it with a computer player in the person's seat: {"score": [52, 40], "hands": [{"contract": …, "points": …}, …]}.
    """

    date = models.DateField(primary_key=True)
    seed = models.CharField(max_length=64)
    seed_sha256 = models.CharField(max_length=64)
    rules = models.CharField(max_length=40)
    bots = models.JSONField()
    par = models.JSONField(null=True)
    created_at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return str(self.date)


class Attempt(models.Model):
    """A game that is played as a daily. It belongs to its date for ever, also past midnight."""

    class State(models.TextChoices):
        OPEN = "open"  # a player's first attempt, not yet ranked
        RANKED = "ranked"
        LATE = "late"  # not finished before the date had ended everywhere
        REFUSED = "refused"  # what is stored is no game by the rules
        SEEN = "seen"  # the first one left by a merging, begun when cards had been seen in another
        PRACTICE = "practice"  # a later attempt, or one at a date of the archive

    if TYPE_CHECKING:
        profile_id: int
        deal_id: datetime.date

    game = models.OneToOneField(
        Game, on_delete=models.CASCADE, primary_key=True, related_name="daily"
    )
    profile = models.ForeignKey(
        Profile, on_delete=models.CASCADE, related_name="attempts"
    )
    deal = models.ForeignKey(
        DailyDeal, on_delete=models.PROTECT, related_name="attempts"
    )
    state = models.CharField(max_length=8, choices=State, default=State.OPEN)
    started_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["profile", "deal"],
                condition=~Q(state="practice"),
                name="one_first_attempt_a_day",
            )
        ]
        indexes = [
            models.Index(
                fields=["deal"], condition=Q(state="open"), name="attempts_to_settle"
            )
        ]

    def __str__(self) -> str:
        return f"attempt {self.pk} at {self.deal_id}"


def counted(
    collector: object, field: object, results: object, using: str | None
) -> NoReturn:
    """For `on_delete`: a result must be taken off the counts before what it hangs on is deleted.

    Not a ProtectedError, whose sentence Django replaces by one that does not say what to do.
    """
    raise IntegrityError(
        "Ranked results count on the boards, and would stay there: delete their player by "
        "`manage.py forget_player TAG` (in code: forget_player), which takes them off."
    )


class Result(models.Model):
    """A ranked result. `key` orders a day's results (standings.Outcome.key); equal keys share a rank."""

    if TYPE_CHECKING:
        profile_id: int
        deal_id: datetime.date
        attempt_id: str

    attempt = models.OneToOneField(Attempt, on_delete=counted, related_name="result")
    profile = models.ForeignKey(
        Profile, on_delete=counted, related_name="results", db_index=False
    )
    deal = models.ForeignKey(
        DailyDeal,
        on_delete=models.PROTECT,
        related_name="results",
        db_index=False,
        verbose_name=_("date"),
    )
    won = models.BooleanField(_("won"))
    margin = models.SmallIntegerField()
    hands = models.PositiveSmallIntegerField(_("hands"))
    score_ns = models.SmallIntegerField(_("points of North and South"))
    score_ew = models.SmallIntegerField(_("points of West and East"))
    key = models.IntegerField()
    finished_at = models.DateTimeField(_("finished"))
    #: By a moderator, whether or not the player is banned.
    is_hidden = models.BooleanField(_("hidden"), default=False, db_default=False)
    #: False while a moderator hides the result or the player is banned.
    is_visible = models.BooleanField(_("seen by others"), default=True, db_default=True)

    class Meta:
        verbose_name = _("result")
        verbose_name_plural = _("results")
        constraints = [
            # Also the index for a player's history.
            models.UniqueConstraint(fields=["profile", "deal"], name="one_result_a_day")
        ]
        indexes = [
            # The board of a day, as it is read; of equal results the one that was finished earlier stands first.
            models.Index(
                "deal",
                models.F("key").desc(),
                "finished_at",
                "id",
                condition=Q(is_visible=True),
                name="board_of_a_day_by_time",
            )
        ]

    def __str__(self) -> str:
        return f"{self.deal_id} {self.pk}"


class Total(models.Model):
    """A player's standings.Sums over `days` (0: all time), as the boards list them.

    `won_at` and its like have a default so that they could be added to a table in use: what was reached
    before they were kept was reached before all that comes after.
    """

    if TYPE_CHECKING:
        profile_id: int

    profile = models.ForeignKey(
        Profile, on_delete=models.CASCADE, related_name="totals", db_index=False
    )
    days = models.PositiveSmallIntegerField(choices=[(days, days) for days in WINDOWS])
    played = models.PositiveIntegerField()
    won = models.PositiveIntegerField()
    margin = models.IntegerField()
    points = models.IntegerField()
    average = models.IntegerField(null=True)
    streak = models.PositiveIntegerField()
    best_streak = models.PositiveIntegerField()
    stale_at = models.DateTimeField(null=True)
    won_at = models.DateTimeField(default=EPOCH, db_default=EPOCH)
    points_at = models.DateTimeField(default=EPOCH, db_default=EPOCH)
    average_at = models.DateTimeField(default=EPOCH, db_default=EPOCH)
    streak_at = models.DateTimeField(default=EPOCH, db_default=EPOCH)
    best_streak_at = models.DateTimeField(default=EPOCH, db_default=EPOCH)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["profile", "days"], name="one_total_a_window"
            )
        ]
        indexes = [
            *(
                models.Index(
                    "days",
                    models.F(field).desc(),
                    f"{field}_at",
                    "profile",
                    name=f"board_of_{field}_by_time",
                )
                for field in ("won", "points", "best_streak")
            ),
            models.Index(
                "days",
                models.F("average").desc(),
                "average_at",
                "profile",
                condition=Q(average__isnull=False),
                name="board_of_average_by_time",
            ),
            models.Index(
                "days",
                models.F("streak").desc(),
                "streak_at",
                "profile",
                condition=Q(streak__gt=0),
                name="board_of_streak_by_time",
            ),
            models.Index(
                fields=["stale_at"],
                condition=Q(stale_at__isnull=False),
                name="totals_by_age",
            ),
        ]

    def __str__(self) -> str:
        return f"total of {self.profile_id} over {self.days} days"


class Tally(models.Model):
    """How many players stand at a value of a board: a rank is one short sum, however many play."""

    board = models.CharField(max_length=20)
    value = models.IntegerField()
    count = models.IntegerField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["board", "value"], name="one_count_a_value")
        ]

    def __str__(self) -> str:
        return f"{self.count} at {self.value} of {self.board}"


class FieldHand(models.Model):
    """What the ranked players of a date came to at hand `number`, by contract, without names.

    `contract` is the bidder and the bid ("S 7H", "W aloneC"), empty for a hand that was thrown in.
    The points are sums over `count` players.
    """

    if TYPE_CHECKING:
        deal_id: datetime.date

    deal = models.ForeignKey(
        DailyDeal, on_delete=models.CASCADE, related_name="field", db_index=False
    )
    number = models.PositiveSmallIntegerField()
    contract = models.CharField(max_length=12, blank=True)
    count = models.IntegerField()
    made = models.IntegerField()
    points_ns = models.IntegerField()
    points_ew = models.IntegerField()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["deal", "number", "contract"], name="one_line_a_contract"
            )
        ]

    def __str__(self) -> str:
        return f"hand {self.number} of {self.deal_id}: {self.contract}"


class Heartbeat(models.Model):
    """When a chore was last done, so that a dead beat is seen."""

    name = models.CharField(max_length=40, primary_key=True)
    at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.name} at {self.at}"


# --- Moderation and limits -----------------------------------------------------------------------


class NameReport(models.Model):
    """Somebody finds a name wrong. `network` tells reporters apart (services/networks.py), for some days."""

    if TYPE_CHECKING:
        profile_id: int
        reporter_id: int

    profile = models.ForeignKey(
        Profile, on_delete=models.CASCADE, related_name="reports"
    )
    reporter = models.ForeignKey(
        Player, on_delete=models.CASCADE, related_name="reports"
    )
    name = models.CharField(_("name"), max_length=400)
    network = models.CharField(max_length=64, blank=True)
    at = models.DateTimeField(_("at"))
    #: Closed once a moderator has decided, or the player has another name.
    is_open = models.BooleanField(_("open"), default=True, db_default=True)

    class Meta:
        verbose_name = _("report")
        verbose_name_plural = _("reports")
        constraints = [
            models.UniqueConstraint(
                fields=["profile", "reporter"],
                condition=Q(is_open=True),
                name="one_open_report_a_reporter",
            )
        ]
        indexes = [models.Index(fields=["at"], name="reports_by_age")]

    def __str__(self) -> str:
        return self.name


class Act(models.Model):
    """What was done by a moderator, or by several reports: the audit. Rows are never changed."""

    class Kind(models.TextChoices):
        HIDE_NAME = "hide name", _("name hidden by reports")
        RESTORE_NAME = "restore name", _("name restored")
        REMOVE_NAME = "remove name", _("name replaced by the generated one")
        HIDE_RESULT = "hide result", _("result hidden")
        SHOW_RESULT = "show result", _("result shown again")
        BAN = "ban", _("player banned")
        UNBAN = "unban", _("player unbanned")

    #: The acts that are about a name.
    OF_NAMES = (Kind.HIDE_NAME, Kind.RESTORE_NAME, Kind.REMOVE_NAME)

    kind = models.CharField(_("act"), max_length=12, choices=Kind)
    #: None: several reports did it.
    moderator = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.SET_NULL,
        null=True,
        related_name="+",
        verbose_name=_("moderator"),
    )
    profile = models.ForeignKey(
        Profile, on_delete=models.SET_NULL, null=True, related_name="acts"
    )
    #: Kept when the player is gone.
    tag = models.CharField(_("tag"), max_length=8)
    name = models.CharField(_("name"), max_length=400, blank=True)
    #: Of the name that the act is about: what was said of it holds for whoever takes it up (nicknames.skeleton).
    name_skeleton = models.CharField(max_length=600, null=True)  # noqa: DJ001 - other acts have none
    day = models.DateField(_("date of the daily"), null=True)
    reason = models.CharField(_("reason"), max_length=500)
    at = models.DateTimeField(_("at"))

    class Meta:
        verbose_name = _("act")
        verbose_name_plural = _("acts")
        indexes = [
            models.Index(
                fields=["name_skeleton", "-id"],
                condition=Q(name_skeleton__isnull=False),
                name="acts_by_name",
            )
        ]

    def __str__(self) -> str:
        return f"{self.get_kind_display()} {self.tag}"


class NetworkKey(models.Model):
    """The secret with which network addresses of a date are hashed; without it they tell nothing."""

    date = models.DateField(primary_key=True)
    key = models.CharField(max_length=64)

    def __str__(self) -> str:
        return str(self.date)


class Sighting(models.Model):
    """From which network a player began the daily of a date: a hash by that date's key."""

    if TYPE_CHECKING:
        profile_id: int

    profile = models.ForeignKey(
        Profile, on_delete=models.CASCADE, related_name="sightings"
    )
    date = models.DateField()
    network = models.CharField(max_length=64)

    class Meta:
        verbose_name = _("sighting")
        verbose_name_plural = _("several players from one network")
        constraints = [
            models.UniqueConstraint(
                fields=["date", "network", "profile"], name="one_sighting_a_day"
            )
        ]

    def __str__(self) -> str:
        return f"{self.date} {self.pk}"


class Limit(models.Model):
    """How often something was done, until `resets_at` (services/limits.py)."""

    key = models.CharField(max_length=100, primary_key=True)
    count = models.PositiveIntegerField()
    resets_at = models.DateTimeField(db_index=True)

    def __str__(self) -> str:
        return f"{self.count} of {self.key}"
