"""A result, hand by hand, and what is shared of it."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import accumulate
from typing import TYPE_CHECKING, Any

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games import names as game_names
from games.engine import scoring
from games.engine.seats import Side
from games.selectors import PERSON
from leaderboards import dates, names
from leaderboards.models import Attempt
from leaderboards.presenters.days import (
    Standing,
    day_url,
    present_standing,
    unranked_text,
)

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from datetime import datetime

    from games.engine.auction import Contract
    from games.engine.hand import Hand
    from leaderboards.models import FieldHand, Result, Total
    from leaderboards.selectors import Place

#: Contracts of the field that a hand's line names.
MOST_CONTRACTS = 3


@dataclass(frozen=True, slots=True)
class HandLine:
    """A hand as the person, the field and the computer player in the person's seat came out of it.

    `whose` is "us", "them" or "nobody", who had the contract; its `tricks` are 0 where nobody had.
    `way` is as `way()` has it; the strip and the shared signs both show it.
    """

    number: int
    whose: str
    tricks: int
    alone: bool
    suit: str
    way: str
    own: str
    own_points: str
    field: tuple[tuple[str, str], ...]
    field_points: str
    par: str
    par_points: str


@dataclass(frozen=True, slots=True)
class Race:
    """Both sides' way to the target, as a drawing: a step to the right for each hand, a step up for each point.

    `box` is what the drawing spans, `ours` and `theirs` the points of two lines, `goal` the height of the target.
    """

    box: str
    goal: str
    ours: str
    theirs: str
    our_name: str
    their_name: str


@dataclass(frozen=True, slots=True)
class ResultPage:
    title: str
    outcome_text: str
    won: bool
    standing: Standing | None
    unranked_text: str
    streak_text: str
    par_text: str
    race: Race
    lines: tuple[HandLine, ...]
    has_par: bool
    share_text: str
    day_url: str
    board_url: str
    record_url: str


def present_result(
    attempt: Attempt,
    result: Result | None,
    place: Place | None,
    total: Total | None,
    hands: Sequence[Hand],
    field: Mapping[int, Sequence[FieldHand]],
    site_url: str,
    now: datetime,
) -> ResultPage:
    deal, game = attempt.deal, attempt.game
    par = deal.par
    streak = total.streak if total and result else 0
    won = game.winner == PERSON.side.name
    score = (game.score_ns, game.score_ew)
    shared = ""
    if result is not None:
        shared = names.share_text(result, list(map(way, hands)), streak, site_url)
    return ResultPage(
        title=_("Daily game of %(date)s") % {"date": names.day_text(deal.date)},
        outcome_text=_outcome_text(won, score, len(hands)),
        won=won,
        standing=present_standing(place) if place else None,
        unranked_text=unranked_text(attempt, result),
        streak_text=ngettext(
            "Streak: %(number)d day", "Streak: %(number)d days", streak
        )
        % {"number": streak}
        if streak
        else "",
        par_text=_par_text(par) if par else "",
        race=_race(hands),
        lines=tuple(
            _hand_line(number, hand, field.get(number, ()), par)
            for number, hand in enumerate(hands, start=1)
        ),
        has_par=par is not None,
        share_text=shared,
        day_url=day_url(deal.date),
        board_url=reverse("daily_board", args=[deal.date]),
        record_url=reverse("daily_game_record", args=[game.pk])
        if now >= dates.closes_at(deal.date)
        else "",
    )


def _outcome_text(won: bool, score: scoring.Pair, hands: int) -> str:
    if won:
        text = ngettext(
            "You won %(score)s in %(number)d hand.",
            "You won %(score)s in %(number)d hands.",
            hands,
        )
    else:
        text = ngettext(
            "You lost %(score)s in %(number)d hand.",
            "You lost %(score)s in %(number)d hands.",
            hands,
        )
    return text % {"score": game_names.score_text(score), "number": hands}


def _par_text(par: Mapping[str, Any]) -> str:
    hands = len(par["hands"])
    if par["won"]:
        text = ngettext(
            "The computer in your seat won %(score)s in %(number)d hand.",
            "The computer in your seat won %(score)s in %(number)d hands.",
            hands,
        )
    else:
        text = ngettext(
            "The computer in your seat lost %(score)s in %(number)d hand.",
            "The computer in your seat lost %(score)s in %(number)d hands.",
            hands,
        )
    score = game_names.score_text(tuple(par["score"]))
    return text % {"score": score, "number": hands}


def _margin(points: scoring.Pair) -> int:
    """What a hand brought our side, less what it brought theirs."""
    return points[Side.NS] - points[Side.EW]


def way(hand: Hand) -> str:
    """Which side a hand brought more: "up" for ours, "down" for theirs, empty for neither."""
    difference = _margin(hand.points)
    return "up" if difference > 0 else "down" if difference < 0 else ""


def _whose(contract: Contract | None) -> str:
    if contract is None:
        return "nobody"
    return "us" if contract.by.side is PERSON.side else "them"


def _race(hands: Sequence[Hand]) -> Race:
    ways = [
        list(accumulate((hand.points[side] for hand in hands), initial=0))
        for side in (Side.NS, Side.EW)
    ]
    target = hands[0].rules.target
    low, high = min(map(min, ways)), max(target, *map(max, ways))
    ours, theirs = (
        " ".join(f"{x},{-score}" for x, score in enumerate(way)) for way in ways
    )
    return Race(
        box=f"0 {-high} {len(hands)} {high - low}",
        goal=str(-target),
        ours=ours,
        theirs=theirs,
        our_name=str(game_names.SIDES[Side.NS]),
        their_name=str(game_names.SIDES[Side.EW]),
    )


def _hand_line(
    number: int, hand: Hand, field: Sequence[FieldHand], par: Mapping[str, Any] | None
) -> HandLine:
    players = sum(line.count for line in field)
    at_par = par["hands"][number - 1] if par and number <= len(par["hands"]) else None
    contract = hand.contract
    return HandLine(
        number=number,
        whose=_whose(contract),
        tricks=contract.tricks if contract else 0,
        alone=contract.alone if contract else False,
        suit=contract.trump.name if contract else "",
        way=way(hand),
        own=_contract_with_outcome(hand),
        own_points=_points(hand.points),
        field=tuple(
            (names.contract_text(line.contract), _share(line.count, players))
            for line in field[:MOST_CONTRACTS]
        ),
        field_points=names.signed(
            sum(line.points_ns - line.points_ew for line in field) / players, 1
        )
        if players
        else "",
        par=names.contract_text(at_par["contract"]) if at_par else "",
        par_points=_points(tuple(at_par["points"])) if at_par else "",
    )


def _contract_with_outcome(hand: Hand) -> str:
    contract = hand.contract
    if contract is None:
        return names.contract_text("")
    text = (
        _("%(contract)s, made")
        if scoring.is_made(contract, hand.tricks_won)
        else _("%(contract)s, set")
    )
    return text % {"contract": game_names.contract_text(contract)}


def _points(points: scoring.Pair) -> str:
    return names.signed(_margin(points))


def _share(count: int, players: int) -> str:
    return _("%(percent)d%%") % {"percent": round(100 * count / players)}
