"""The moderators' desk: what waits for them, the evidence, and what they may do about it.

Everything is read only but for the actions, each of which asks for a reason. No page counts a large table.
"""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING, Any, ClassVar

from django import forms
from django.contrib import admin, messages
from django.contrib.admin.helpers import ActionForm
from django.core.paginator import Paginator
from django.utils import timezone
from django.utils.functional import cached_property
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.services import PlayerGone
from leaderboards import evidence, names
from leaderboards.models import Act, NameReport, Profile, Result, Sighting
from leaderboards.services import moderation

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from django.db.models import Model, QuerySet
    from django.http import HttpRequest

    # Known to type checkers alone as classes of something.
    AnyAdmin = admin.ModelAdmin[Any]
    AnyInline = admin.TabularInline[Any, Any]
    AnyPaginator = Paginator[Any]
else:
    AnyAdmin, AnyInline = admin.ModelAdmin, admin.TabularInline
    AnyPaginator = Paginator

#: Rows that a page's numbers reach; whoever looks for more asks more exactly.
MOST_ROWS = 2_000
#: Rows that one press of a button changes.
MOST_CHANGES = 100


class ShortPaginator(AnyPaginator):
    """Pages up to MOST_ROWS, so that nothing counts to the end of a table."""

    @cached_property
    def count(self) -> int:
        rows: Any = self.object_list
        return int(rows.values("pk")[:MOST_ROWS].count())


class ReasonForm(ActionForm):
    reason = forms.CharField(
        label=gettext_lazy("Reason"), max_length=500, required=False
    )


admin.site.site_header = gettext_lazy("Bid Euchre: the moderators’ desk")
admin.site.site_title = gettext_lazy("Bid Euchre")


class Desk(AnyAdmin):
    """A list to look at, with actions for moderators."""

    action_form = ReasonForm
    list_per_page = 50
    paginator = ShortPaginator
    show_full_result_count = False
    # The numbers beside the filters would count whole tables too.
    show_facets = admin.ShowFacets.NEVER
    #: No row can be changed but by an action.
    fields: ClassVar[Any] = None

    def has_add_permission(
        self, request: HttpRequest, obj: Model | None = None
    ) -> bool:
        return False

    def has_change_permission(
        self, request: HttpRequest, obj: Model | None = None
    ) -> bool:
        return False

    def has_delete_permission(
        self, request: HttpRequest, obj: Model | None = None
    ) -> bool:
        return False

    def has_moderate_permission(self, request: HttpRequest) -> bool:
        return request.user.has_perm("leaderboards.moderate")

    def do(
        self,
        request: HttpRequest,
        rows: QuerySet[Any],
        what: str,
        act: Callable[..., None],
    ) -> None:
        """Do an act for each chosen row, for the reason that was given."""
        reason = request.POST.get("reason", "")
        if not reason.strip():
            self.message_user(
                request,
                _("Nothing was done: please give a reason."),
                messages.ERROR,
            )
            return
        chosen = list(rows[: MOST_CHANGES + 1])
        if len(chosen) > MOST_CHANGES:
            self.message_user(
                request,
                _("Nothing was done: at most %(number)d rows can be chosen at once.")
                % {"number": MOST_CHANGES},
                messages.ERROR,
            )
            return
        done = 0
        for row in chosen:
            try:
                act(
                    **{what: row},
                    moderator=request.user,
                    reason=reason,
                    now=timezone.now(),
                )
                done += 1
            except (moderation.NothingToDo, PlayerGone):
                pass
        text = ngettext("Done for %(number)d row.", "Done for %(number)d rows.", done)
        level = messages.SUCCESS if done else messages.WARNING
        self.message_user(request, text % {"number": done}, level)


class ReadOnlyInline(AnyInline):
    extra = 0
    max_num = 0
    can_delete = False

    def has_change_permission(
        self, request: HttpRequest, obj: Model | None = None
    ) -> bool:
        return False


class ReportInline(ReadOnlyInline):
    model = NameReport
    fields = readonly_fields = ("name", "at", "is_open")


class ActInline(ReadOnlyInline):
    model = Act
    fields = readonly_fields = ("at", "kind", "name", "day", "moderator", "reason")


class Queue(admin.SimpleListFilter):
    """Names that wait come first; everybody only on request."""

    title = gettext_lazy("which")
    parameter_name = "which"

    def lookups(
        self, request: HttpRequest, model_admin: Any
    ) -> Iterable[tuple[str, Any]]:
        return [
            ("waiting", gettext_lazy("names to review")),
            ("banned", gettext_lazy("banned players")),
            ("all", gettext_lazy("everybody")),
        ]

    def value(self) -> str:
        return super().value() or "waiting"

    def choices(self, changelist: Any) -> Any:
        return list(super().choices(changelist))[1:]

    def queryset(
        self, request: HttpRequest, queryset: QuerySet[Profile]
    ) -> QuerySet[Profile]:
        # Whoever searches means everybody; an act on a row of the list must find it too.
        if self.value() == "all" or request.GET.get("q"):
            return queryset
        if self.value() == "banned":
            return queryset.filter(is_banned=True)
        return evidence.names_waiting(queryset)


@admin.register(Profile)
class ProfileDesk(Desk):
    list_display = (
        "tag",
        "name",
        "shown_as",
        "name_state",
        "name_is_allowed",
        "reported",
        "is_banned",
        "created_at",
    )
    list_filter = (Queue,)
    ordering = ("-player",)
    sortable_by = ()
    search_fields = ("tag",)
    search_help_text = gettext_lazy("A tag, or a whole name")
    fields = readonly_fields = (
        "tag",
        "name",
        "shown_as",
        "name_state",
        "name_is_allowed",
        "is_banned",
        "created_at",
    )
    inlines = (ReportInline, ActInline)
    actions = ("restore_name", "remove_name", "ban", "unban")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Profile]:
        return evidence.with_open_reports(super().get_queryset(request))

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Profile], search_term: str
    ) -> tuple[QuerySet[Profile], bool]:
        if not search_term.strip():
            return queryset, False
        return evidence.named(queryset, search_term.strip()), False

    @admin.display(description=gettext_lazy("shown as"))
    def shown_as(self, profile: Profile) -> str:
        return names.player_name(profile)

    @admin.display(description=gettext_lazy("open reports"))
    def reported(self, profile: Any) -> int:
        return int(profile.open_reports)

    @admin.action(
        description=gettext_lazy("Restore the name"), permissions=["moderate"]
    )
    def restore_name(self, request: HttpRequest, rows: QuerySet[Profile]) -> None:
        self.do(request, rows, "profile", moderation.restore_name)

    @admin.action(
        description=gettext_lazy("Replace the name by the generated one"),
        permissions=["moderate"],
    )
    def remove_name(self, request: HttpRequest, rows: QuerySet[Profile]) -> None:
        self.do(request, rows, "profile", moderation.remove_name)

    @admin.action(description=gettext_lazy("Ban the player"), permissions=["moderate"])
    def ban(self, request: HttpRequest, rows: QuerySet[Profile]) -> None:
        self.do(request, rows, "profile", moderation.ban)

    @admin.action(description=gettext_lazy("End the ban"), permissions=["moderate"])
    def unban(self, request: HttpRequest, rows: QuerySet[Profile]) -> None:
        self.do(request, rows, "profile", moderation.unban)


@admin.register(Result)
class ResultDesk(Desk):
    list_display = (
        "deal_id",
        "player",
        "won",
        "score_ns",
        "score_ew",
        "hands",
        "finished_at",
        "is_hidden",
        "is_visible",
    )
    fields = readonly_fields = list_display
    list_select_related = ("profile",)
    ordering = ("-pk",)
    sortable_by = ()
    search_fields = ("profile__tag",)
    search_help_text = gettext_lazy("A player’s tag or whole name")
    actions = ("hide", "show")

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Result], search_term: str
    ) -> tuple[QuerySet[Result], bool]:
        if not search_term.strip():
            return queryset, False
        found = evidence.named(Profile.objects.all(), search_term.strip())
        # The few players first: a join would tempt the database to walk all results.
        ids = list(found.values_list("pk", flat=True)[:10])
        return queryset.filter(profile__in=ids), False

    @admin.display(description=gettext_lazy("player"))
    def player(self, result: Result) -> str:
        return names.player_name(result.profile)

    @admin.action(description=gettext_lazy("Hide the result"), permissions=["moderate"])
    def hide(self, request: HttpRequest, rows: QuerySet[Result]) -> None:
        self.do(request, rows, "result", moderation.hide_result)

    @admin.action(
        description=gettext_lazy("Show the result again"), permissions=["moderate"]
    )
    def show(self, request: HttpRequest, rows: QuerySet[Result]) -> None:
        self.do(request, rows, "result", moderation.show_result)


@admin.register(Act)
class ActDesk(Desk):
    list_display = ("at", "kind", "tag", "name", "day", "moderator", "reason")
    fields = readonly_fields = list_display
    list_select_related = ("moderator",)
    list_filter = ("kind",)
    ordering = ("-pk",)
    sortable_by = ()


class Evidence(admin.SimpleListFilter):
    title = gettext_lazy("evidence")
    parameter_name = "evidence"

    def lookups(
        self, request: HttpRequest, model_admin: Any
    ) -> Iterable[tuple[str, Any]]:
        return [
            ("crowds", gettext_lazy("three or more players from one network")),
            ("lookers", gettext_lazy("one left the game, another won it")),
        ]

    def value(self) -> str:
        return super().value() or "crowds"

    def choices(self, changelist: Any) -> Any:
        return list(super().choices(changelist))[1:]

    def queryset(
        self, request: HttpRequest, queryset: QuerySet[Sighting]
    ) -> QuerySet[Sighting]:
        return queryset


class Day(admin.SimpleListFilter):
    """One date at a time, the latest first."""

    title = gettext_lazy("date")
    parameter_name = "day"

    def lookups(
        self, request: HttpRequest, model_admin: Any
    ) -> Iterable[tuple[str, Any]]:
        return [(str(day), names.day_text(day)) for day in evidence.days_seen()]

    def value(self) -> str:
        days = [str(choice) for choice, _name in self.lookup_choices]
        asked = super().value()
        return asked if asked in days else days[0] if days else ""

    def choices(self, changelist: Any) -> Any:
        return list(super().choices(changelist))[1:]

    def queryset(
        self, request: HttpRequest, queryset: QuerySet[Sighting]
    ) -> QuerySet[Sighting]:
        if not self.value():
            return queryset.none()
        day = date.fromisoformat(self.value())
        if request.GET.get("evidence") == "lookers":
            return evidence.lookers(queryset, day)
        return evidence.crowds(queryset, day)


@admin.register(Sighting)
class SightingDesk(Desk):
    """Who shares a network, for one date. A family does, and a school: no proof of anything."""

    list_display = ("network_short", "player", "began_at", "state", "outcome")
    fields = readonly_fields = list_display
    list_display_links = None
    list_filter = (Evidence, Day)
    list_select_related = ("profile",)
    ordering = ("network", "pk")
    sortable_by = ()

    def get_queryset(self, request: HttpRequest) -> QuerySet[Sighting]:
        return evidence.with_attempts(super().get_queryset(request))

    @admin.display(description=gettext_lazy("network"))
    def network_short(self, sighting: Sighting) -> str:
        return sighting.network[:8]

    @admin.display(description=gettext_lazy("player"))
    def player(self, sighting: Sighting) -> str:
        return names.player_name(sighting.profile)

    @admin.display(description=gettext_lazy("began"))
    def began_at(self, sighting: Any) -> Any:
        return sighting.began_at

    @admin.display(description=gettext_lazy("attempt"))
    def state(self, sighting: Any) -> str:
        return str(sighting.attempt_state or "")

    @admin.display(description=gettext_lazy("result"))
    def outcome(self, sighting: Sighting) -> str:
        result = evidence.result_at(sighting)
        return names.outcome_text(result) if result else "–"
