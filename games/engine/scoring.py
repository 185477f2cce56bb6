"""Points of a hand and the end of a game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.engine.seats import Side

if TYPE_CHECKING:
    from games.engine.auction import Contract
    from games.engine.rules import RuleSet

#: A number for each side: (NS, EW).
Pair = tuple[int, int]


def is_made(contract: Contract, tricks_won: Pair) -> bool:
    """Whether the bidding side took at least what it bid."""
    return tricks_won[contract.by.side] >= contract.tricks


def points(rules: RuleSet, contract: Contract, tricks_won: Pair) -> Pair:
    """What a finished hand is worth to each side.

    >>> from games.engine.auction import Contract
    >>> from games.engine.cards import Denomination
    >>> from games.engine.rules import DOUBLE_DECK_52
    >>> from games.engine.seats import Seat
    >>> points(DOUBLE_DECK_52, Contract(Seat.S, 7, Denomination.S, False), (6, 6))
    (-7, 6)
    """
    result = [tricks * rules.points_per_trick for tricks in tricks_won]
    made = is_made(contract, tricks_won)
    side = contract.by.side
    if contract.alone:
        result[side] = rules.alone_points if made else -rules.alone_points
    elif not made:
        result[side] = -contract.tricks
    return result[0], result[1]


def winner(
    rules: RuleSet, contract: Contract, tricks_won: Pair, score: Pair
) -> Side | None:
    """Who has won the game with `score` after the hand, if anybody.

    Only the side that made its bid or set the other's can go out, so at most one side can.
    """
    bidder = contract.by.side
    candidate = bidder if is_made(contract, tricks_won) else bidder.other
    return candidate if score[candidate] >= rules.target else None
