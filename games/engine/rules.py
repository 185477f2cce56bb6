"""Every number of the rules, once. Pages, bots and tests read them from here.

Sources: the general Bid Euchre rules and the "Double Deck Bid Euchre from the mid-western USA"
that pagat.com describes; target 52 as in its Barrie and Kokomo versions.
"""

from __future__ import annotations

from dataclasses import dataclass

from games.engine.cards import CARDS


@dataclass(frozen=True, slots=True, eq=False)
class RuleSet:
    """One way to play. Compared by identity; `name` is what records and the database hold."""

    name: str
    #: How often each of the 24 cards is in the deck.
    copies: int = 2
    #: Cards dealt to each of the four seats, so tricks in a hand.
    cards_per_hand: int = 12
    minimum_bid: int = 1
    #: A bid of this many tricks ends the auction at once.
    maximum_bid: int = 12
    #: A side that made its bid, or set the other's, wins at this score or more.
    target: int = 52
    #: House rule: sources differ on the value of a lone hand. Won for all tricks, otherwise lost.
    alone_points: int = 24
    #: House rule: how many cards a lone player may exchange with the partner.
    maximum_exchange: int = 3
    #: Points for each trick a side takes (both sides, unless the bidding side is set or alone).
    points_per_trick: int = 1

    @property
    def deck_size(self) -> int:
        return self.copies * len(CARDS)

    def __reduce__(self) -> tuple[object, tuple[str]]:
        # Compared by identity, so a copy sent to another process must be that process's own.
        return rule_set, (self.name,)


DOUBLE_DECK_52 = RuleSet("double-deck-52")

RULE_SETS: dict[str, RuleSet] = {rules.name: rules for rules in (DOUBLE_DECK_52,)}


def rule_set(name: str) -> RuleSet:
    """The rules of that name. Raises KeyError for an unknown one."""
    return RULE_SETS[name]
