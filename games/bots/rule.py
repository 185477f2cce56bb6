"""The rule bot: counts its hand to bid, and plays by card sense."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from games.engine.auction import PASS, Bid
from games.engine.cards import STRENGTH_UNDER, SUIT_UNDER, Card, Denomination
from games.engine.hand import Phase

if TYPE_CHECKING:
    from random import Random

    from games.engine.hand import Action
    from games.engine.view import SeatView


class RuleBot:
    """A sensible player without search."""

    name = "rule"
    version = "0"

    def choose(self, view: SeatView, rng: Random) -> Action:
        """One of `view.legal`."""
        if view.phase is Phase.CALL:
            trumps = Counter(
                SUIT_UNDER[denomination][card.index]
                for denomination in list(Denomination)[:4]
                for card in view.hand
                if SUIT_UNDER[denomination][card.index] is denomination.suit
            )
            suit, length = trumps.most_common(1)[0]
            bid = Bid(length, Denomination(suit))
            return bid if length >= 5 and bid in view.legal else PASS
        if view.phase is Phase.PLAY and view.contract is not None:
            strengths = STRENGTH_UNDER[view.contract.trump]
            plays = [card for card in view.legal if isinstance(card, Card)]
            return min(plays, key=lambda card: strengths[card.index])
        return view.legal[0]
