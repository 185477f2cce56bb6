"""Going alone: when, what to lay aside, and what to give to a lone partner."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.bots.evaluation import ACE
from games.engine.cards import CARDS, STRENGTH_UNDER, SUIT_UNDER, Denomination, Suit

if TYPE_CHECKING:
    from collections.abc import Sequence

    from games.engine.cards import Card
    from games.engine.hand import CardSet
    from games.engine.rules import RuleSet

#: A suit runs when no more than this many of its cards are outside for each of its masters:
#: leading those leaves the opponents with nothing that could stop the rest.
OUTSIDE_PER_MASTER = 2

#: Sure winners needed. With trumps and 9 or more of them, eight trial deals of ten were made: any
#: trump or ace that comes from the partner is one more. Without trumps few cards are.
NEEDED = 9
NEEDED_NO_TRUMP = 11


def goes_alone(
    rules: RuleSet, cards: Sequence[Card], denomination: Denomination
) -> bool:
    """Whether the hand is all but certain of every trick, once it has exchanged its losers."""
    needed = NEEDED_NO_TRUMP if denomination is Denomination.NT else NEEDED
    return len(sure_winners(rules, cards, denomination)) >= needed


def sure_winners(
    rules: RuleSet, cards: Sequence[Card], denomination: Denomination
) -> list[Card]:
    """The cards that should each win a trick in a hand that keeps leading; none without running trumps."""
    winners: list[Card] = []
    for suit in Suit:
        masters, own, outside = _split(rules, cards, denomination, suit)
        if outside <= OUTSIDE_PER_MASTER * len(masters):
            winners += own
        elif suit is denomination.suit:
            return []
        else:
            winners += masters
    return winners


def _split(
    rules: RuleSet, cards: Sequence[Card], denomination: Denomination, suit: Suit
) -> tuple[list[Card], list[Card], int]:
    """Of a suit: the own cards that nothing outside beats, all own ones, how many are outside."""
    suits, strengths = SUIT_UNDER[denomination], STRENGTH_UNDER[denomination]
    own = [card for card in cards if suits[card.index] is suit]
    outside = [
        strengths[card.index]
        for card in CARDS
        if suits[card.index] is suit
        for _ in range(rules.copies - cards.count(card))
    ]
    highest = max(outside, default=0)
    masters = [card for card in own if strengths[card.index] >= highest]
    return masters, own, len(outside)


def discards(
    rules: RuleSet, cards: Sequence[Card], denomination: Denomination
) -> CardSet:
    """What a lone player lays aside: its losers, from the lowest up; never a trump or an ace."""
    winners = sure_winners(rules, cards, denomination)
    suits, strengths = SUIT_UNDER[denomination], STRENGTH_UNDER[denomination]
    losers = [
        card
        for card in cards
        if card not in winners
        and suits[card.index] is not denomination.suit
        and strengths[card.index] != ACE
    ]
    lengths = {suit: sum(suits[card.index] is suit for card in cards) for suit in Suit}
    losers.sort(key=lambda card: (lengths[suits[card.index]], strengths[card.index]))
    return tuple(sorted(losers[: rules.maximum_exchange]))


def gifts(cards: Sequence[Card], denomination: Denomination, count: int) -> CardSet:
    """What the partner of a lone player gives: the best trumps, side aces, then other trumps."""
    suits, strengths = SUIT_UNDER[denomination], STRENGTH_UNDER[denomination]

    def worth(card: Card) -> tuple[bool, bool, int]:
        is_trump = suits[card.index] is denomination.suit
        strength = strengths[card.index]
        return strength >= ACE, is_trump, strength

    best = sorted(cards, key=worth, reverse=True)
    return tuple(sorted(best[:count]))
