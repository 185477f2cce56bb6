"""What a seat may know, worked out from the hand and not from its view."""

from collections import Counter
from dataclasses import fields, is_dataclass, replace

from games.engine.cards import CARDS, Card
from games.engine.seats import SEATS


def known_cards(hand, seat):
    """Every card whose place `seat` knows: its own, all that were played, its part of the exchange."""
    known = Counter(hand.holdings[seat])
    known.update(card for trick in hand.tricks for card in trick.cards)
    known.update(card for _, card in hand.table)
    if hand.contract is not None and hand.contract.alone:
        if hand.contract.by is seat:
            known.update(hand.discarded or ())
        if hand.contract.by.partner is seat:
            known.update(hand.passed or ())
    return known


def with_unseen_shuffled(hand, seat, rng):
    """The hand with all cards that `seat` cannot place dealt anew among the places that it cannot see.

    The number of cards in each place stays. What is public (calls, tricks, the table) stays too, so
    the result need not be a hand that could have come about; what a seat may know does not depend
    on it either way.
    """
    contract = hand.contract
    is_lone = contract is not None and contract.alone and contract.by is seat
    is_partner = contract is not None and contract.alone and contract.by.partner is seat
    hidden = [other for other in SEATS if other is not seat]
    unseen = [card for other in hidden for card in hand.holdings[other]]
    if not is_lone:
        unseen += hand.discarded or ()
    rng.shuffle(unseen)
    holdings = list(hand.holdings)
    for other in hidden:
        size = len(holdings[other])
        holdings[other], unseen = tuple(sorted(unseen[:size])), unseen[size:]
    changed = replace(hand, holdings=tuple(holdings), deal=((), (), (), ()))
    if hand.discarded is not None and not is_lone:
        changed = replace(changed, discarded=tuple(sorted(unseen)))
    if hand.passed is not None and not is_partner:
        # Nobody else is told which cards they were; the lone player has them among its own.
        changed = replace(changed, passed=tuple(rng.choices(CARDS, k=len(hand.passed))))
    return changed


def cards_in(value):
    """Every card anywhere inside a value."""
    if isinstance(value, Card):
        yield value
    elif isinstance(value, (tuple, list, set, frozenset)):
        for item in value:
            yield from cards_in(item)
    elif isinstance(value, dict):
        yield from cards_in(tuple(value.items()))
    elif is_dataclass(value):
        for field in fields(value):
            yield from cards_in(getattr(value, field.name))
