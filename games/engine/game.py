"""A game: hand after hand from one seed until a side has won."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from games.engine import deals, scoring
from games.engine.hand import Hand

if TYPE_CHECKING:
    from games.engine.hand import Action
    from games.engine.rules import RuleSet
    from games.engine.scoring import Pair
    from games.engine.seats import Seat, Side


@dataclass(frozen=True, slots=True)
class Game:
    """A game at one moment: the hand being played and what came of those before it.

    Attributes:
        seed: secret while the game is on.
        number: of the hand, from 1.
        score: points of (NS, EW), with `hand` counted once it is over.
        winner: None while the game is on.
    """

    rules: RuleSet
    seed: bytes
    number: int
    score: Pair
    hand: Hand
    winner: Side | None = None

    @classmethod
    def start(cls, rules: RuleSet, seed: bytes) -> Game:
        """A game before the first call of its first hand."""
        return cls(rules, seed, 1, (0, 0), deal_hand(rules, seed, 1))

    def apply(self, action: Action, by: Seat | None = None) -> Game:
        """The game after an action of the current hand. Raises as `Hand.apply` does."""
        hand = self.hand.apply(action, by)
        if not hand.is_over:
            return Game(self.rules, self.seed, self.number, self.score, hand)
        score, winner = settle(self.score, hand)
        return replace(self, hand=hand, score=score, winner=winner)

    def next_hand(self) -> Game:
        """The game after the next deal.

        Raises:
            ValueError: while the hand is on, or when the game has been won.
        """
        if not self.hand.is_over or self.winner is not None:
            raise ValueError("there is no next hand now")
        number = self.number + 1
        return replace(
            self, number=number, hand=deal_hand(self.rules, self.seed, number)
        )


def deal_hand(rules: RuleSet, seed: bytes, number: int) -> Hand:
    """Hand `number` (from 1) of the game with this seed, before its first call."""
    return Hand.start(
        rules, deals.dealer(seed, number), deals.deal(rules, seed, number)
    )


def settle(score: Pair, hand: Hand) -> tuple[Pair, Side | None]:
    """The score after a finished hand, and who has won the game with it, if anybody."""
    points = hand.points
    after = (score[0] + points[0], score[1] + points[1])
    if hand.contract is None:
        return after, None
    return after, scoring.winner(hand.rules, hand.contract, hand.tricks_won, after)
