"""What the page about oneself reads."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from leaderboards import names
from leaderboards.models import Profile
from leaderboards.presenters import player_url

if TYPE_CHECKING:
    from accounts.models import User
    from accounts.selectors import History


@dataclass(frozen=True, slots=True)
class You:
    """Who one is here. `offered_text` tells of a history on this device that the account has not got."""

    name: str
    chosen: str
    name_note: str
    page_url: str
    account: str
    email: str
    history_text: str
    offered_text: str


def present_you(
    profile: Profile | None,
    user: User | None,
    history: History | None,
    offered: History | None,
) -> You:
    return You(
        name=names.player_name(profile) if profile else "",
        chosen=profile.name if profile else "",
        name_note=_name_note(profile) if profile else "",
        page_url=player_url(profile) if profile else "",
        account=user.username if user else "",
        email=user.email if user else "",
        history_text=history_text(history) if history else "",
        offered_text=history_text(offered) if offered else "",
    )


def _name_note(profile: Profile) -> str:
    match profile.name_state:
        case Profile.NameState.HIDDEN:
            return _(
                "The name you chose is not shown until a moderator has looked at it."
            )
        case Profile.NameState.REMOVED:
            return _(
                "A moderator has replaced the name you chose. You can choose another."
            )
    return ""


def history_text(history: History) -> str:
    if not history.games:
        return _("a name, no game yet")
    games = ngettext("%(number)d game", "%(number)d games", history.games)
    if not history.dailies:
        return games % {"number": history.games}
    dailies = ngettext("%(number)d daily", "%(number)d dailies", history.dailies)
    return _("%(games)s, among them %(dailies)s") % {
        "games": games % {"number": history.games},
        "dailies": dailies % {"number": history.dailies},
    }
