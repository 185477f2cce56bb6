"""Accounts at the desk, for who runs the site: to make somebody a moderator."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.contrib import admin

from accounts.models import User
from leaderboards.admin import ShortPaginator

if TYPE_CHECKING:
    from typing import Any

    AnyAdmin = admin.ModelAdmin[Any]
else:
    AnyAdmin = admin.ModelAdmin


@admin.register(User)
class UserDesk(AnyAdmin):
    list_display = ("username", "is_staff", "is_superuser", "last_login")
    list_filter = ("is_staff",)
    search_fields = ("username__exact",)
    fields = (
        "username",
        "is_active",
        "is_staff",
        "is_superuser",
        "groups",
        "last_login",
    )
    readonly_fields = ("username", "last_login")
    filter_horizontal = ("groups",)
    ordering = ("-pk",)
    sortable_by = ()
    paginator = ShortPaginator
    show_full_result_count = False
    show_facets = admin.ShowFacets.NEVER

    def has_add_permission(self, request: object) -> bool:
        """Accounts are made by signing up, or by `manage.py createsuperuser`."""
        return False

    def has_delete_permission(self, request: object, obj: object = None) -> bool:
        """Their owner deletes them, with everything that must go along."""
        return False
