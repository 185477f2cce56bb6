"""The words for players, dates, contracts of the field, and what is shared."""

from __future__ import annotations

from typing import TYPE_CHECKING

from babel.dates import format_skeleton
from babel.numbers import format_decimal
from django.conf import settings
from django.utils.translation import get_language, gettext_lazy, ngettext, to_locale
from django.utils.translation import gettext as _

from games import names
from games.engine.auction import Alone, Bid, Contract, Pass, parse_call
from games.engine.seats import Seat
from leaderboards import generated
from leaderboards.nicknames import Problem
from leaderboards.standings import ALL_TIME

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import date

    from games.names import Text
    from leaderboards.models import Profile, Result

#: The boards over all time or a window, by the field of the totals that orders them.
BOARDS: dict[str, Text] = {
    "won": gettext_lazy("Dailies won"),
    "average": gettext_lazy("Average margin"),
    "streak": gettext_lazy("Current streak"),
    "best_streak": gettext_lazy("Best streak"),
    "points": gettext_lazy("Points"),
}


def player_name(profile: Profile) -> str:
    """What a player is called: as they chose while that is shown, else by the generated name and the tag."""
    return profile.shown_name or generated_name(profile)


def generated_name(profile: Profile) -> str:
    name = generated.name(profile.name_language, profile.name_number)
    return f"{name} {profile.tag}"


#: Why a name is refused, and what to do about it.
PROBLEMS: dict[Problem, Text] = {
    Problem.TOO_SHORT: gettext_lazy("A name needs at least 3 letters or other signs."),
    Problem.TOO_LONG: gettext_lazy(
        "A name may have 20 letters and other signs at most."
    ),
    Problem.CHARACTER: gettext_lazy(
        "There is a sign in it that a name cannot have. Letters of any script, digits, spaces, points, hyphens, "
        "apostrophes and emoji are fine."
    ),
    Problem.NO_LETTER: gettext_lazy(
        "A name needs a letter or a digit, so that it can be said."
    ),
    Problem.EDGE: gettext_lazy(
        "Spaces, points, hyphens and apostrophes stand alone between letters."
    ),
    Problem.MIXED: gettext_lazy(
        "All letters must be of one script, since some look alike in several."
    ),
    Problem.RESERVED: gettext_lazy(
        "This name could be taken for somebody who runs the site, or for a seat. Please choose another."
    ),
    Problem.TAKEN: gettext_lazy(
        "Somebody has this name, or one that looks like it. Please choose another."
    ),
    Problem.TOO_OFTEN: gettext_lazy(
        "You have changed your name several times today. Please try again tomorrow."
    ),
}


def day_text(day: date) -> str:
    """A date as the reader's language writes it out, by Unicode's tables (CLDR)."""
    return names.day_text(day)


def month_text(day: date) -> str:
    return format_skeleton("yMMMM", day, locale=_locale())


def amount_text(number: float, places: int = 0) -> str:
    """A number of any size, with the digits 0 to 9 in every language, since the cards show them too."""
    pattern = f"#,##0.{places * '0'}" if places else "#,##0"
    text = format_decimal(
        abs(number), pattern, locale=_locale(), numbering_system="latn"
    )
    # A true minus sign, which right-to-left text keeps before the number.
    return names.isolated(f"−{text}") if number < 0 else text


def _locale() -> str:
    return to_locale(get_language() or settings.LANGUAGE_CODE)


def window_text(days: int) -> str:
    if days == ALL_TIME:
        return _("All time")
    return ngettext("%(days)d day", "%(days)d days", days) % {"days": days}


def signed(number: float, places: int = 0) -> str:
    """A number that always shows its sign, kept from being turned round in right-to-left text."""
    text = amount_text(number, places)
    if number < 0:
        return text
    return names.isolated(f"+{text}" if number else text)


def board_value(field: str, value: int) -> str:
    """A value as its board shows it."""
    if field == "average":
        return signed(value / 100, 2)
    if field in ("streak", "best_streak"):
        return ngettext("%(number)d day", "%(number)d days", value) % {"number": value}
    return amount_text(value)


def outcome_text(result: Result) -> str:
    """The result of a daily in a sentence."""
    score = names.score_text((result.score_ns, result.score_ew))
    if result.won:
        text = ngettext(
            "Won %(score)s in %(number)d hand",
            "Won %(score)s in %(number)d hands",
            result.hands,
        )
    else:
        text = ngettext(
            "Lost %(score)s in %(number)d hand",
            "Lost %(score)s in %(number)d hands",
            result.hands,
        )
    return text % {"score": score, "number": result.hands}


def contract_text(stored: str) -> str:
    """A contract of the field in words ("7 spades by North"); what is stored is "N 7S"."""
    if not stored:
        return _("All four passed")
    by, _blank, text = stored.partition(" ")
    call = parse_call(text)
    assert not isinstance(call, Pass)
    tricks = call.tricks if isinstance(call, Bid) else 0
    return names.contract_text(
        Contract(Seat.parse(by), tricks, call.denomination, isinstance(call, Alone))
    )


#: One sign for each hand: which side came out of it with more points, told by shape and colour.
SIGNS = {"up": "🟢", "down": "🟥", "": "⬜"}


def share_text(result: Result, ways: Sequence[str], streak: int, url: str) -> str:
    """What a player may show others: no card and no bid is told. The link comes last."""
    lines = [
        _("Bid Euchre, daily game of %(date)s") % {"date": day_text(result.deal_id)},
        outcome_text(result),
    ]
    if streak > 1:
        lines.append(
            ngettext("%(number)d day in a row", "%(number)d days in a row", streak)
            % {"number": streak}
        )
    signs = "".join(SIGNS[way] for way in ways)
    return "\n".join([*lines, names.isolated(signs), url])
