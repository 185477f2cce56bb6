"""How many tricks a hand is worth: counted before the play, from its cards alone.

The weights come from a least-squares fit of the tricks taken over 8,000 dealt hands, played out by
this bot's card play, and were rounded. The spread about them is 1.8 tricks with trumps and 2.2
without, most of it due to the partner's hand.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.engine.cards import STRENGTH_UNDER, SUIT_UNDER, Card, Denomination, Suit

if TYPE_CHECKING:
    from collections.abc import Iterable

ACE, KING = 6, 5  # strengths

#: What an unknown partner is good for, over what the opponents take from the hand.
PARTNER = 2.8
PARTNER_NO_TRUMP = 3.9

#: By strength from the nine to the right bower.
TRUMP = (0.0, 0.5, 0.5, 0.5, 0.5, 0.6, 0.7, 0.9, 1.35)
SIDE_ACE = 0.5  # of two aces of a suit, one is often ruffed
SIDE_KING_BY_ACE = 0.15
VOID = 0.6

NO_TRUMP_ACE = 0.55
NO_TRUMP_SECOND_ACE = 1.2
NO_TRUMP_KING_BY_ACE = 0.4
NO_TRUMP_KING = 0.1

#: The same for the hand opposite to a bidder, less what a bidder expects of it.
SUPPORT_TRUMP = (0.0, 0.7, 0.7, 0.7, 0.7, 0.7, 0.85, 1.1, 2.0)
SUPPORT_ACE = 0.85
SUPPORT_VOID = 0.7
EXPECTED_SUPPORT = 3.75
SUPPORT_NO_TRUMP_ACE = 1.35
EXPECTED_NO_TRUMP_SUPPORT = 2.3


def strengths_by_suit(
    cards: Iterable[Card], denomination: Denomination
) -> list[list[int]]:
    """For each suit the strengths of the cards that belong to it under the denomination."""
    suits: list[list[int]] = [[] for _ in Suit]
    for card in cards:
        suits[SUIT_UNDER[denomination][card.index]].append(
            STRENGTH_UNDER[denomination][card.index]
        )
    return suits


def expected_tricks(cards: Iterable[Card], denomination: Denomination) -> float:
    """What the hand's side may expect to take as declarer, the partner's hand unknown."""
    suits = strengths_by_suit(cards, denomination)
    trump = denomination.suit
    if trump is None:
        return PARTNER_NO_TRUMP + sum(map(_no_trump_suit, suits))
    return (
        PARTNER
        + sum(TRUMP[strength] for strength in suits[trump])
        + sum(_side_suit(suits[suit]) for suit in Suit if suit is not trump)
    )


def _side_suit(strengths: list[int]) -> float:
    if not strengths:
        return VOID
    aces = strengths.count(ACE)
    kings = strengths.count(KING) if aces else 0
    return SIDE_ACE * aces + SIDE_KING_BY_ACE * kings


def _no_trump_suit(strengths: list[int]) -> float:
    aces, kings = strengths.count(ACE), strengths.count(KING)
    if not aces:
        return NO_TRUMP_KING * kings
    second = NO_TRUMP_SECOND_ACE if aces > 1 else 0.0
    return NO_TRUMP_ACE + second + NO_TRUMP_KING_BY_ACE * kings


def support(cards: Iterable[Card], denomination: Denomination) -> float:
    """Tricks the hand adds to what the partner, who has bid the denomination, expects of it."""
    suits = strengths_by_suit(cards, denomination)
    trump = denomination.suit
    if trump is None:
        aces = sum(strengths.count(ACE) for strengths in suits)
        return SUPPORT_NO_TRUMP_ACE * aces - EXPECTED_NO_TRUMP_SUPPORT
    sides = [suits[suit] for suit in Suit if suit is not trump]
    return (
        sum(SUPPORT_TRUMP[strength] for strength in suits[trump])
        + SUPPORT_ACE * sum(strengths.count(ACE) for strengths in sides)
        # A void is only worth something while there are trumps to ruff with.
        + SUPPORT_VOID * min(sides.count([]), len(suits[trump]))
        - EXPECTED_SUPPORT
    )
