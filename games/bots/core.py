"""Positions as machine integers: the fast core under playouts, solver and search.

**Cards.** A card is ``suit * 8 + rank``: the rank is the engine's strength less one (0 nine … 5 ace;
6 left and 7 right bower, in trumps only). Suits are turned so that 0 is the trump suit, 1 the
other suit of its colour, 2 and 3 the other two in the engine's order; in no trump they are the
engine's. What remains of the denomination is one number, ``trump``: 1 with a trump suit, 0 without.

**Sets of cards** (a hand, the cards played) are one int64: two bits for each card at
``2 * card``, holding how many copies there are (0, 1, 2). So sets add and subtract as numbers.

**A position** is an int64 array of `SIZE` places, named below; `new_position` makes one.

For training and measuring, from the outside:

- ``encode(cards, denomination)``: engine card indices to a set.
- ``encode_hands(deals, denomination)``: many deals at once.
- ``playouts(hands, trump, leader, sits_out)``: the tricks that NS take when all four seats
  play by the rule policy of `policy.py`; about 5 µs a deal.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from games.bots.jit import compiled, low_bit, popcount, top_bit
from games.engine.cards import CARDS, STRENGTH_UNDER, SUIT_UNDER, Card, Denomination

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray

    Ints = NDArray[np.int64]

# -- places of a position -------------------------------------------------------------------------

#: 0–3: what N, E, S and W hold (empty for a seat that sits out).
TRUMP = 4  # 1 with a trump suit, 0 in no trump
TURN = 5  # seat to act
COUNT = 6  # cards on the table
BEST = 7  # the card that is winning the open trick
BEST_SEAT = 8  # who played it
LED = 9  # suit led to the open trick
SITS_OUT = 10  # the seat that sits out, or -1
PLAYED = 11  # set of all cards played, the open trick included
VOIDS = 12  # bit seat * 4 + suit: this seat did not follow that suit
WON_NS = 13  # tricks won by each side
WON_EW = 14
BY = 15  # the seat that plays the contract
LEFT = 16  # cards that a seat to act has left at the start of the open trick
SIZE = 17

SUIT_MASK = 0xFFFF
#: The lower bit of every card.
LOWS = 0x5555555555555555
#: Every card twice, by `trump` (all int64: the highest card of suit 3 has rank 5).
DECKS: tuple[int, int]

#: [denomination][engine card index] → card here.
CODE_OF: tuple[tuple[int, ...], ...]
#: [denomination][card here] → engine card.
CARD_OF: tuple[dict[int, Card], ...]


def _turned(suit: int, trump: Denomination) -> int:
    if trump.suit is None:
        return suit
    order = [trump.suit, trump.suit.same_colour]
    order += [other for other in type(trump.suit) if other not in order]
    return order.index(type(trump.suit)(suit))


CODE_OF = tuple(
    tuple(
        _turned(SUIT_UNDER[trump][card.index], trump) * 8
        + STRENGTH_UNDER[trump][card.index]
        - 1
        for card in CARDS
    )
    for trump in Denomination
)
CARD_OF = tuple({codes[card.index]: card for card in CARDS} for codes in CODE_OF)
DECKS = (
    sum(2 << 2 * code for code in CODE_OF[Denomination.NT]),
    sum(2 << 2 * code for code in CODE_OF[Denomination.S]),
)
DECK_PLAIN, DECK_TRUMP = DECKS


def encode(cards: Iterable[Card], trump: Denomination) -> int:
    """The set of these cards.

    >>> from games.engine.cards import parse_cards
    >>> encode(parse_cards("9S 9S TS"), Denomination.S)
    6
    """
    codes = CODE_OF[trump]
    return sum(1 << 2 * codes[card.index] for card in cards)


def decode(cards: int, trump: Denomination) -> list[Card]:
    """The cards of a set, in packing order: `encode` the other way round."""
    return sorted(
        card
        for code, card in CARD_OF[trump].items()
        for _ in range(cards >> 2 * code & 3)
    )


def encode_hands(deals: NDArray[np.integer], trump: Denomination) -> Ints:
    """Many deals as sets.

    Args:
        deals: engine card indices (0–23), shape (n, 4, 12): seats N, E, S, W.

    Returns:
        Shape (n, 4), for `playouts` in that denomination.
    """
    bits = np.array([1 << 2 * code for code in CODE_OF[trump]], dtype=np.int64)
    hands: Ints = bits[deals].sum(axis=2, dtype=np.int64)
    return hands


def new_position(
    hands: Iterable[int], trump: int, leader: int, by: int, sits_out: int = -1
) -> Ints:
    """A position before the first card.

    Args:
        hands: the sets of N, E, S and W; the hand of a seat that sits out is left aside.
        by: the seat that plays the contract.
    """
    position = np.zeros(SIZE, dtype=np.int64)
    position[:4] = list(hands)
    start(position, trump, leader, by, sits_out)
    return position


# -- compiled -------------------------------------------------------------------------------------


@compiled
def size(cards: int) -> int:
    """How many cards a set has, copies counted."""
    return popcount(cards & LOWS) + 2 * popcount(cards >> 1 & LOWS)


@compiled
def in_suit(cards: int, suit: int) -> int:
    """The cards of one suit, where they are."""
    return cards & (SUIT_MASK << 16 * suit)


@compiled
def highest(cards: int) -> int:
    """The highest card of a set of one suit; -1 for none."""
    return top_bit(cards) >> 1


@compiled
def lowest(cards: int) -> int:
    """The lowest card of a set of one suit; 32 for none."""
    return low_bit(cards) >> 1


@compiled
def deck(trump: int) -> int:
    """The whole pack."""
    return DECK_TRUMP if trump else DECK_PLAIN


@compiled
def beats(card: int, best: int, trump: int) -> bool:
    """Whether a card played later wins over the best so far (equal does not)."""
    if card >> 3 == best >> 3:
        return card > best
    return trump == 1 and card < 8


@compiled
def start(position: Ints, trump: int, leader: int, by: int, sits_out: int) -> None:
    """Fill in everything but the hands (0–3), before the first card."""
    position[TRUMP] = trump
    position[TURN] = leader
    position[COUNT] = 0
    position[BEST] = -1
    position[BEST_SEAT] = -1
    position[LED] = -1
    position[SITS_OUT] = sits_out
    position[PLAYED] = 0
    position[VOIDS] = 0
    position[WON_NS] = 0
    position[WON_EW] = 0
    position[BY] = by
    if sits_out >= 0:
        position[sits_out] = 0
    position[LEFT] = size(position[leader])


@compiled
def legal(position: Ints) -> int:
    """The cards that the seat to act may play."""
    hand = position[position[TURN]]
    if position[COUNT] == 0:
        return hand
    following = in_suit(hand, position[LED])
    return following or hand


@compiled
def play(position: Ints, card: int) -> None:
    """Play a legal card of the seat to act."""
    seat = position[TURN]
    one = 1 << 2 * card
    position[seat] -= one
    position[PLAYED] += one
    count = position[COUNT]
    if count == 0:
        position[LED] = card >> 3
        position[BEST] = card
        position[BEST_SEAT] = seat
    else:
        if card >> 3 != position[LED]:
            position[VOIDS] |= 1 << (seat * 4 + position[LED])
        if beats(card, position[BEST], position[TRUMP]):
            position[BEST] = card
            position[BEST_SEAT] = seat
    sits_out = position[SITS_OUT]
    if count + 1 == (4 if sits_out < 0 else 3):
        winner = position[BEST_SEAT]
        position[WON_NS + (winner & 1)] += 1
        position[TURN] = winner
        position[COUNT] = 0
        position[LEFT] -= 1
    else:
        position[COUNT] = count + 1
        following = (seat + 1) & 3
        if following == sits_out:
            following = (following + 1) & 3
        position[TURN] = following
