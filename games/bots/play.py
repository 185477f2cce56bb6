"""Which card to play: each is worth what it may win now less what it may win later."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from games.bots.knowledge import LEFT_BOWER, Knowledge

if TYPE_CHECKING:
    from collections.abc import Sequence

    from games.engine.cards import Card
    from games.engine.view import SeatView

#: A trick that only the partner may still win is worth this share of the chance by counting.
TRUST = 0.6
#: With fewer trumps and no master among them, a declarer does not spend one to draw others.
TRUMPS_TO_DRAW = 3


def choose_card(view: SeatView) -> Card:
    """The card for a seat whose turn it is in the play."""
    legal = cast("Sequence[Card]", view.legal)
    if len(legal) == 1:
        return legal[0]
    knowledge = Knowledge(view)
    if view.table:
        return _follow(view, knowledge, legal)
    return _lead(view, knowledge, legal)


def _prospect(knowledge: Knowledge, card: Card) -> float:
    """A rough chance that the card wins a trick later, if it is kept."""
    higher = knowledge.hidden(knowledge.suit(card), knowledge.strength(card))
    if knowledge.is_trump(card):
        if higher and knowledge.strength(card) == LEFT_BOWER:
            return 0.75  # worth more than any trump below: it only has to wait
        return 0.35 + 0.35 * 0.7**higher
    # A master may be ruffed in the end; without trumps only a lead that never comes spoils it.
    master = 0.5 if knowledge.trump is None else 0.3
    return master * 0.5**higher + 0.01 * knowledge.strength(card)


def _follow(view: SeatView, knowledge: Knowledge, legal: Sequence[Card]) -> Card:
    led = knowledge.suit(view.table[0][1])
    winner, best = view.table[0]
    for seat, card in view.table[1:]:
        if knowledge.beats(card, best):
            winner, best = seat, card

    # The chance that this side takes the trick with a card that does not win it...
    partner, later = knowledge.partner, knowledge.later
    without = 0.0
    if winner is partner:
        without = knowledge.chance_to_stand(best, led, later)
    elif partner is not None and knowledge.partner_is_later:
        without = TRUST * knowledge.chance_to_beat(partner, best, led)
    # ... and with each of those that may.
    chances = {
        card: knowledge.chance_to_stand(card, led, later)
        for card in legal
        if knowledge.beats(card, best)
    }
    if without < 1 and 1 in chances.values():
        candidates = list(
            chances
        )  # with a sure winner in hand, nothing that cannot win
    else:
        candidates = list(legal)
    return max(
        candidates,
        key=lambda card: (
            max(without, chances.get(card, 0.0)) - _prospect(knowledge, card),
            -knowledge.strength(card),
        ),
    )


def _lead(view: SeatView, knowledge: Knowledge, legal: Sequence[Card]) -> Card:
    contract = view.contract
    assert contract is not None
    trumps = [card for card in legal if knowledge.is_trump(card)]
    sides = [card for card in legal if not knowledge.is_trump(card)]
    if not sides:
        return max(trumps, key=knowledge.strength)

    declaring = contract.by.side is view.seat.side
    if trumps and declaring and knowledge.may_hold_trump(knowledge.opponents):
        top = max(trumps, key=knowledge.strength)
        if knowledge.is_master(top) or contract.alone:
            return top  # alone: a lower one could only lose to more
        held = sum(knowledge.is_trump(card) for card in view.hand)
        if contract.by is view.seat and held >= TRUMPS_TO_DRAW:
            return min(trumps, key=knowledge.strength)

    def stands(card: Card) -> float:
        suit = knowledge.suit(card)
        return knowledge.chance_to_stand(card, suit, knowledge.opponents)

    masters = [card for card in sides if knowledge.is_master(card)]
    if masters:
        return max(masters, key=lambda card: (stands(card), knowledge.strength(card)))

    def worth(card: Card) -> float:
        chance = stands(card)
        if knowledge.partner is not None:
            suit = knowledge.suit(card)
            found = knowledge.chance_to_beat(knowledge.partner, card, suit)
            chance = max(chance, TRUST * found)
        return chance - _prospect(knowledge, card)

    return max(sides, key=worth)
