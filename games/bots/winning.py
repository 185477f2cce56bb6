"""The chance of winning the game from a score, for bidding and play that want the game, not points.

The table is made offline from how hands end in self-play (`solve`); it holds the chance of the side
whose turn it is to call first in the hand that comes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from games.bots.bidding import MADE, SET, THEY_MADE, THEY_SET
from games.engine.rules import DOUBLE_DECK_52

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from games.engine.auction import Contract
    from games.engine.scoring import Pair
    from games.engine.seats import Seat, Side

    Floats = NDArray[np.float64]

TARGET = DOUBLE_DECK_52.target
#: Scores below and above count as these.
LOWEST, HIGHEST = -60, 76
SPAN = HIGHEST - LOWEST + 1


def place(score: int | NDArray[np.integer]) -> NDArray[np.integer]:
    """Where a score is in the table."""
    return np.clip(score, LOWEST, HIGHEST) - LOWEST


class Winning:
    """The chance of winning.

    Args:
        table: shape (SPAN, SPAN), by own score and that of the others, for the side that calls first.
    """

    def __init__(self, table: Floats) -> None:
        self._table = table

    def chance(
        self,
        us: int | NDArray[np.integer],
        them: int | NDArray[np.integer],
        *,
        calls_first: bool,
    ) -> Floats:
        """Of `us` before a hand in which our side calls first, or theirs."""
        if calls_first:
            return np.asarray(self._table[place(us), place(them)])
        return 1 - np.asarray(self._table[place(them), place(us)])

    def of_ends(
        self, us: int, them: int, points: Floats, *, calls_first_next: bool
    ) -> Floats:
        """Of each of `bidding.ENDS`, for the side that has `us` before the hand.

        Args:
            points: shape (ENDS, 2), what each end brings to us and to them.
        """
        after = np.rint(points).astype(np.int64) + np.array([us, them])
        chances = self.chance(after[:, 0], after[:, 1], calls_first=calls_first_next)
        for ours in (MADE, THEY_SET):
            rows = slice(ours, ours + 13)
            chances[rows] = np.where(after[rows, 0] >= TARGET, 1.0, chances[rows])
        for theirs in (THEY_MADE, SET):
            rows = slice(theirs, theirs + 13)
            chances[rows] = np.where(after[rows, 1] >= TARGET, 0.0, chances[rows])
        return chances

    def of_tricks(
        self, contract: Contract, score: Pair, dealer: Seat, side: Side
    ) -> Floats:
        """Of `side` when NS take 0 … 12 tricks in this contract: what a play is worth.

        Args:
            score: before the hand.
        """
        tricks = np.arange(13)
        won = [tricks, 12 - tricks]
        bidders = contract.by.side
        made = won[bidders] >= contract.tricks
        points = [won[0].copy(), won[1].copy()]
        stake = DOUBLE_DECK_52.alone_points
        if contract.alone:
            points[bidders] = np.where(made, stake, -stake)
        else:
            points[bidders] = np.where(made, won[bidders], -contract.tricks)
        us = score[side] + points[side]
        them = score[side.other] + points[side.other]
        # The dealer's partner calls first in the next hand.
        chances = self.chance(us, them, calls_first=dealer.side is side)
        ours = made if bidders is side else ~made
        chances = np.where(ours & (us >= TARGET), 1.0, chances)
        return np.where(~ours & (them >= TARGET), 0.0, chances)


def solve(tally: Floats, rounds: int = 60) -> Floats:
    """The table, from how often each end came with how many tricks of the bidder's side.

    Args:
        tally: shape (ENDS, 13), as the side sees it that called first.
    """
    own = np.arange(LOWEST, HIGHEST + 1)
    # To start with: who is ahead.
    table = 1 / (1 + np.exp((own[None, :] - own[:, None]) / 15.0))
    steps = [
        (*_gains(end, won), tally[end, won] / tally.sum())
        for end, won in zip(*np.nonzero(tally), strict=True)
    ]
    for _ in range(rounds):
        new = np.zeros_like(table)
        for gain, their_gain, ours, probability in steps:
            after, their_after = own + gain, own + their_gain
            # The others call first in the next hand.
            value = 1 - table[np.ix_(place(their_after), place(after))].T
            if ours:
                value[after >= TARGET, :] = 1.0
            elif ours is False:
                value[:, their_after >= TARGET] = 0.0
            new += probability * value
        table = new
    return table


def _gains(end: int, won: int) -> tuple[int, int, bool | None]:
    """Points of us and of them, and whether it is we who can go out."""
    kind, number = divmod(end, 13)
    return (
        (won, 12 - won, True),
        (12 - won, won, False),
        (-number, 12 - won, False),
        (12 - won, -number, True),
        (0, 0, None),
    )[kind]
