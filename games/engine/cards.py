"""Cards, their notation, and what a denomination makes of them.

Bowers live here and nowhere else: ask ``effective_suit`` and ``strength``.
"""

from __future__ import annotations

from enum import IntEnum
from typing import TYPE_CHECKING

from games.engine.errors import NotationError

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence


class Suit(IntEnum):
    """The four suits in the order in which the deck is packed."""

    S = 0
    H = 1
    C = 2
    D = 3

    @property
    def same_colour(self) -> Suit:
        """The other suit of the same colour: where the left bower is printed."""
        return _SAME_COLOUR[self]


_SAME_COLOUR = (Suit.C, Suit.D, Suit.S, Suit.H)


class Denomination(IntEnum):
    """What a bid names: a trump suit, or no trump. A suit and its denomination are equal."""

    S = 0
    H = 1
    C = 2
    D = 3
    NT = 4

    @property
    def suit(self) -> Suit | None:
        """The trump suit, None in no trump."""
        return None if self is Denomination.NT else Suit(self)

    @classmethod
    def parse(cls, text: str) -> Denomination:
        """Read ``S H C D NT``.

        >>> Denomination.parse("NT").suit is None
        True
        """
        try:
            return _DENOMINATIONS[text]
        except (KeyError, TypeError):
            raise NotationError(f"not a denomination: {text!r:.40}") from None


_DENOMINATIONS = {denomination.name: denomination for denomination in Denomination}

RANKS = "AKQJT9"  # high to low, as packed


class Card:
    """One of the 24 card names. The two copies of a card are the same object: they cannot be told apart.

    ``index`` is suit * 6 + place of the rank in ``RANKS``, so 0 is AS and 23 is 9D. Cards are
    interned (`Card.parse`, `CARDS`), so equality is identity and hashing is fast.
    """

    __slots__ = ("index", "rank", "suit", "text")

    index: int
    rank: str
    suit: Suit
    text: str

    def __init__(self, suit: Suit, rank: str) -> None:
        self.suit = suit
        self.rank = rank
        self.index = suit * len(RANKS) + RANKS.index(rank)
        self.text = rank + suit.name

    @classmethod
    def parse(cls, text: str) -> Card:
        """Read rank then suit.

        >>> Card.parse("TD").suit.name
        'D'
        """
        try:
            return _BY_TEXT[text]
        except (KeyError, TypeError):
            raise NotationError(f"not a card: {text!r:.40}") from None

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"Card({self.text})"

    def __lt__(self, other: Card) -> bool:
        """The packing order, so that sorted cards have one spelling."""
        return self.index < other.index

    def __reduce__(self) -> tuple[object, tuple[str]]:
        return Card.parse, (self.text,)

    def __copy__(self) -> Card:
        return self

    def __deepcopy__(self, memo: object) -> Card:
        return self


CARDS: tuple[Card, ...] = tuple(Card(suit, rank) for suit in Suit for rank in RANKS)
_BY_TEXT = {card.text: card for card in CARDS}


def parse_cards(text: str) -> tuple[Card, ...]:
    """Read cards separated by single blanks, possibly none, into packing order.

    >>> [str(card) for card in parse_cards("JS 9C AS")]
    ['AS', 'JS', '9C']
    """
    if not isinstance(text, str):
        raise NotationError(f"not a list of cards: {text!r:.40}")
    words = text.split(" ") if text else []
    return tuple(sorted(Card.parse(word) for word in words))


def format_cards(cards: Iterable[Card]) -> str:
    """Write cards so that `parse_cards` reads them back."""
    return " ".join(card.text for card in sorted(cards))


def _suit_and_strength(card: Card, trump: Denomination) -> tuple[Suit, int]:
    if card.rank == "J" and trump.suit is not None:
        if card.suit is trump.suit:
            return card.suit, 8
        if card.suit is trump.suit.same_colour:
            return trump.suit, 7
    return card.suit, len(RANKS) - RANKS.index(card.rank)


#: [denomination][card.index]: read these directly where speed counts.
SUIT_UNDER: tuple[tuple[Suit, ...], ...] = tuple(
    tuple(_suit_and_strength(card, trump)[0] for card in CARDS)
    for trump in Denomination
)
STRENGTH_UNDER: tuple[tuple[int, ...], ...] = tuple(
    tuple(_suit_and_strength(card, trump)[1] for card in CARDS)
    for trump in Denomination
)


def effective_suit(card: Card, trump: Denomination) -> Suit:
    """The suit a card belongs to: the left bower is a trump for every purpose.

    >>> effective_suit(Card.parse("JC"), Denomination.S).name
    'S'
    """
    return SUIT_UNDER[trump][card.index]


def strength(card: Card, trump: Denomination) -> int:
    """Rank within the effective suit: 8 right bower, 7 left bower, 6 ace … 1 nine."""
    return STRENGTH_UNDER[trump][card.index]


def is_right_bower(card: Card, trump: Denomination) -> bool:
    return STRENGTH_UNDER[trump][card.index] == 8


def is_left_bower(card: Card, trump: Denomination) -> bool:
    return STRENGTH_UNDER[trump][card.index] == 7


def winning_index(cards: Sequence[Card], trump: Denomination) -> int:
    """Which card of a trick wins, counted from the one led (0). Of two equal cards, the first.

    >>> winning_index(tuple(map(Card.parse, ["9D", "JH", "JH", "9H"])), Denomination.H)
    1
    """
    suits, strengths = SUIT_UNDER[trump], STRENGTH_UNDER[trump]
    best, best_suit, best_strength = 0, suits[cards[0].index], strengths[cards[0].index]
    for i in range(1, len(cards)):
        index = cards[i].index
        suit = suits[index]
        if suit == best_suit:
            if strengths[index] > best_strength:
                best, best_strength = i, strengths[index]
        elif suit == trump.value:
            best, best_suit, best_strength = i, suit, strengths[index]
    return best
