"""The rule bot: counts its hand to bid, and plays by card sense, without any search."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.bots.alone import discards, gifts
from games.bots.calling import choose_call
from games.bots.play import choose_card
from games.engine.hand import Phase

if TYPE_CHECKING:
    from random import Random

    from games.engine.hand import Action
    from games.engine.view import SeatView


class RuleBot:
    """A sensible player. It needs no randomness: what it sees decides."""

    name = "rule"
    version = "1"

    def choose(self, view: SeatView, rng: Random) -> Action:
        """One of `view.legal`."""
        if view.phase is Phase.CALL:
            return choose_call(view)
        if view.phase is Phase.PLAY:
            return choose_card(view)
        assert view.contract is not None
        trump = view.contract.trump
        if view.phase is Phase.DISCARD:
            return discards(view.rules, view.hand, trump)
        assert view.exchanged is not None
        return gifts(view.hand, trump, view.exchanged)
