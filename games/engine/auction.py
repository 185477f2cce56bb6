"""Calls, the contract they lead to, and which calls are legal."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

from games.engine.cards import Denomination
from games.engine.errors import NotationError

if TYPE_CHECKING:
    from games.engine.rules import RuleSet
    from games.engine.seats import Seat


@dataclass(frozen=True, slots=True)
class Pass:
    def __str__(self) -> str:
        return "pass"


@dataclass(frozen=True, slots=True)
class Bid:
    """An undertaking to take `tricks` tricks with `denomination` as trump (or no trump)."""

    tricks: int
    denomination: Denomination

    def __str__(self) -> str:
        return f"{self.tricks}{self.denomination.name}"


@dataclass(frozen=True, slots=True)
class Alone:
    """An undertaking to take every trick without the partner."""

    denomination: Denomination

    def __str__(self) -> str:
        return f"alone{self.denomination.name}"


Call = Pass | Bid | Alone

PASS = Pass()

_BID = re.compile(r"([1-9][0-9]?)(S|H|C|D|NT)", re.ASCII)
_ALONE = re.compile(r"alone(S|H|C|D|NT)", re.ASCII)


def parse_call(text: str) -> Call:
    """Read ``pass``, ``7S``, ``12NT`` or ``aloneH``.

    >>> str(parse_call("12NT"))
    '12NT'
    """
    if text == "pass":
        return PASS
    if isinstance(text, str):
        if match := _BID.fullmatch(text):
            return Bid(int(match[1]), Denomination[match[2]])
        if match := _ALONE.fullmatch(text):
            return Alone(Denomination[match[1]])
    raise NotationError(f"not a call: {text!r:.40}")


@dataclass(frozen=True, slots=True)
class Contract:
    """What the auction ended with: `by` undertook `tricks` tricks; `alone` without the partner."""

    by: Seat
    tricks: int
    trump: Denomination
    alone: bool

    @property
    def sits_out(self) -> Seat | None:
        """The lone player's partner."""
        return self.by.partner if self.alone else None


@cache
def legal_calls(rules: RuleSet, standing: int) -> tuple[Call, ...]:
    """Every legal call when the highest bid so far is for `standing` tricks (0: none yet).

    Alone beats every bid that has not already ended the auction.
    """
    bids = (
        Bid(tricks, denomination)
        for tricks in range(max(standing + 1, rules.minimum_bid), rules.maximum_bid + 1)
        for denomination in Denomination
    )
    return (PASS, *bids, *(Alone(denomination) for denomination in Denomination))


def standing_bid(
    calls: tuple[tuple[Seat, Call], ...],
) -> tuple[Seat, Bid | Alone] | None:
    """The highest bid so far and who made it: the last call that was no pass."""
    for seat, call in reversed(calls):
        if not isinstance(call, Pass):
            return seat, call
    return None
