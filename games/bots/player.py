"""The players that think: `easy`, `medium` and `hard`.

They differ in how much they look at and how far they search, never by random blunders. Whatever
goes wrong in there, a card is played: the rule bot decides then, and the log says so.
"""

from __future__ import annotations

import logging
from functools import cache
from typing import TYPE_CHECKING

import numpy as np

from games.bots import bidder, exchange, policy, reasons
from games.bots.bidder import Knowledge
from games.bots.core import CARD_OF
from games.bots.reasons import Decision, Reason, Why
from games.bots.rule import RuleBot
from games.bots.search import Effort, Habits, position_of, think
from games.engine.cards import Card
from games.engine.hand import Phase
from games.engine.scoring import points
from games.engine.seats import Side

if TYPE_CHECKING:
    from random import Random

    from games.bots.worlds import Floats
    from games.engine.hand import Action
    from games.engine.view import SeatView

logger = logging.getLogger(__name__)

#: A card may be worth this chance of winning less than the best and still be played if it is the
#: natural one: less is within the error of the search.
MARGIN = 0.0003
#: Points still count a little where the game is as good as decided.
PER_POINT = 0.0005


class Player:
    """A bot that bids by the trained model and plays by search.

    Args:
        knowledge: what its bidding takes into account.
        effort: of its search in play; None to play by the rules of the policy alone.
    """

    def __init__(
        self, name: str, version: str, knowledge: Knowledge, effort: Effort | None
    ) -> None:
        self.name = name
        self.version = version
        self.knowledge = knowledge
        self._effort = effort
        self._fallback = RuleBot()

    def choose(self, view: SeatView, rng: Random) -> Action:
        """One of `view.legal`."""
        return self.decide(view, rng).action

    def decide(self, view: SeatView, rng: Random) -> Decision:
        """What `choose` answers, with the reasons for it."""
        seed = rng.getrandbits(64)
        try:
            decision = self._decide(view, seed)
        except Exception:
            logger.exception("%s could not decide: the rule bot does", self.name)
        else:
            if decision.action in view.legal:
                return decision
            logger.error(
                "%s chose %s, not legal: the rule bot decides", self.name, decision
            )
        by_rules = self._fallback.choose(view, rng)
        return Decision(by_rules, (Reason(Why.RULE_OF_THUMB),))

    def _decide(self, view: SeatView, seed: int) -> Decision:
        if view.phase is Phase.CALL:
            return self._call(view)
        if view.phase is Phase.DISCARD:
            discards = exchange.choose_discards(view, seed)
            return Decision(discards.cards, reasons.of_discards(view, discards))
        if view.phase is Phase.GIVE:
            gift = exchange.choose_gift(view, seed)
            return Decision(gift.cards, reasons.of_gift(view, gift))
        return self._play(view, seed)

    def _call(self, view: SeatView) -> Decision:
        expected = bidder.expected_tricks(view.hand).tolist()
        if self.knowledge is Knowledge.HAND:
            call = bidder.choose_call(view, self.knowledge)
            return Decision(call, reasons.of_count(view, call, expected))
        considered = bidder.consider(view, self.knowledge)
        taken = bidder.decide(view, considered)
        return Decision(taken.call, reasons.of_call(view, taken, considered, expected))

    def _play(self, view: SeatView, seed: int) -> Decision:
        if len(view.legal) == 1:
            card = view.legal[0]
            assert isinstance(card, Card)
            return Decision(card, reasons.of_play(view, card, None))
        assert view.contract is not None
        if self._effort is None:
            position, _, _ = position_of(view)
            card = CARD_OF[view.contract.trump][policy.by_rules(position)]
            return Decision(card, reasons.of_play(view, card, None))
        thought = think(view, utility(view), self._effort, seed, habits())
        card = thought.best(MARGIN)
        return Decision(card, reasons.of_play(view, card, thought))


@cache
def habits() -> Habits:
    """How our own bidding bids, from the file that was trained."""
    with np.load(bidder.DATA) as data:
        return Habits(
            estimate=data["estimate"],
            bids=data["bids"].astype(np.float64),
            passes=data["passes"].astype(np.float64),
        )


def utility(view: SeatView) -> Floats:
    """What it is worth to the seat to act when NS take 0 … 12 tricks: its chance of winning."""
    contract = view.contract
    assert contract is not None
    side = view.seat.side
    winning = bidder.model().winning
    worth = winning.of_tricks(contract, view.score, view.dealer, side)
    for tricks in range(len(worth)):
        ns, ew = points(view.rules, contract, (tricks, len(worth) - 1 - tricks))
        worth[tricks] += PER_POINT * (ns - ew if side is Side.NS else ew - ns)
    return worth


PLAYERS = (
    Player("easy", "2", Knowledge.HAND, None),
    Player(
        "medium",
        "3",
        Knowledge.AUCTION,
        Effort(24, 24, surprise=(1.0, 1.0, 1.0), trust=0.0),
    ),
    Player(
        "hard",
        "3",
        Knowledge.GAME,
        Effort(4000, 300, surprise=(0.45, 0.16, 0.5), trust=0.75),
    ),
)
