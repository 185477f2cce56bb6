"""A cheap player with card sense: what everybody does in a playout.

It knows what its seat may know (its cards, the cards played, who did not follow) and nothing of
the hands of others, and it never draws a random number.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from games.bots.core import (
    BEST,
    BEST_SEAT,
    BY,
    COUNT,
    LED,
    LEFT,
    PLAYED,
    SITS_OUT,
    SIZE,
    TRUMP,
    TURN,
    VOIDS,
    WON_NS,
    deck,
    highest,
    in_suit,
    lowest,
    play,
    size,
    start,
)
from games.bots.jit import compiled

if TYPE_CHECKING:
    from games.bots.core import Ints

_ABOVE = -1  # all bits


@compiled
def _above(cards: int, card: int) -> int:
    """The cards of a one-suit set that beat `card` of that suit."""
    return cards >> (2 * card + 2) << (2 * card + 2)


@compiled
def _void(position: Ints, seat: int, suit: int) -> bool:
    return position[VOIDS] >> (seat * 4 + suit) & 1 == 1


@compiled
def _discard(position: Ints, hand: int, unseen: int) -> int:
    """The card least worth keeping: low, no trump, from the longer suit; masters last."""
    best, best_worth = -1, 1 << 30
    for suit in range(4):
        cards = in_suit(hand, suit)
        if cards == 0:
            continue
        card = lowest(cards)
        worth = (card & 7) * 16 - size(cards)
        if suit == 0 and position[TRUMP]:
            worth += 1000
        elif card >= highest(in_suit(unseen, suit)):
            worth += 200
        if worth < best_worth:
            best, best_worth = card, worth
    return best


@compiled
def _lead(position: Ints, hand: int, unseen: int) -> int:
    seat = position[TURN]
    partner = (seat + 2) & 3
    left, right = (seat + 1) & 3, (seat + 3) & 3
    trump = position[TRUMP]
    declaring = (seat ^ position[BY]) & 1 == 0
    first_plain = 1 if trump else 0
    trumps = in_suit(hand, 0) if trump else 0
    unseen_trumps = in_suit(unseen, 0) if trump else 0
    ruffable = (
        trump == 1
        and unseen_trumps != 0
        and not (_void(position, left, 0) and _void(position, right, 0))
    )
    # Draw trumps.
    if declaring and trumps and ruffable:
        card = highest(trumps)
        if card >= highest(unseen_trumps):
            return card
        if seat != position[BY] and not _void(position, partner, 0):
            return card
    # Cash masters, the suit least likely to be ruffed first.
    best, best_worth = -1, -1000
    for suit in range(first_plain, 4):
        cards = in_suit(hand, suit)
        if cards == 0:
            continue
        card = highest(cards)
        others = in_suit(unseen, suit)
        if card < highest(others):
            continue
        worth = 2 * size(others) - size(cards)
        if ruffable and (
            (_void(position, left, suit) and not _void(position, left, 0))
            or (_void(position, right, suit) and not _void(position, right, 0))
        ):
            continue
        if worth > best_worth:
            best, best_worth = card, worth
    if best >= 0:
        return best
    if declaring and seat == position[BY] and trumps and ruffable and size(trumps) >= 3:
        return lowest(trumps)
    # A low card of the suit in which the partner is most likely to win.
    best, best_worth = -1, 1 << 30
    for suit in range(first_plain, 4):
        cards = in_suit(hand, suit)
        if cards == 0:
            continue
        card = lowest(cards)
        worth = (card & 7) * 4 + size(cards)
        if trump and _void(position, partner, suit) and not _void(position, partner, 0):
            worth -= 40
        if ruffable and (_void(position, left, suit) or _void(position, right, suit)):
            worth += 20
        if worth < best_worth:
            best, best_worth = card, worth
    if best >= 0:
        return best
    return highest(trumps)


@compiled
def _opponents_after(position: Ints) -> int:
    """How many opponents are still to play to the open trick after the seat to act."""
    seat, sits_out = position[TURN], position[SITS_OUT]
    remaining = (4 if sits_out < 0 else 3) - position[COUNT] - 1
    opponents = 0
    other = seat
    while remaining > 0:
        other = (other + 1) & 3
        if other == sits_out:
            continue
        opponents += (other ^ seat) & 1
        remaining -= 1
    return opponents


@compiled
def _follow(position: Ints, hand: int, unseen: int) -> int:
    seat = position[TURN]
    trump, led, best = position[TRUMP], position[LED], position[BEST]
    partner_wins = (position[BEST_SEAT] ^ seat) & 1 == 0
    after = _opponents_after(position)
    cards = in_suit(hand, led)
    best_suit = best >> 3
    # Can an opponent who is yet to play beat the best card by rank?
    holds = after == 0 or _above(in_suit(unseen, best_suit), best) == 0
    if cards:
        low = lowest(cards)
        if best_suit != led:
            return low
        winners = _above(cards, best)
        if winners == 0:
            return low
        if after == 0:
            return low if partner_wins else lowest(winners)
        top = highest(cards)
        master = highest(in_suit(unseen, led))
        if partner_wins:
            if holds or top < master:
                return low
            return lowest(_above(cards, max(best, master - 1)))
        if top >= master:
            return lowest(_above(cards, max(best, master - 1)))
        if position[COUNT] == 1 and position[SITS_OUT] < 0:
            return low
        return top
    if trump and led != 0:
        trumps = in_suit(hand, 0)
        if trumps:
            winners = _above(trumps, best) if best_suit == 0 else trumps
            if winners and not (partner_wins and (holds or best_suit == 0)):
                return lowest(winners)
    return _discard(position, hand, unseen)


@compiled
def choose(position: Ints) -> int:
    """The card that the policy plays for the seat to act."""
    hand = position[position[TURN]]
    unseen = deck(position[TRUMP]) - position[PLAYED] - hand
    if position[COUNT] == 0:
        return _lead(position, hand, unseen)
    return _follow(position, hand, unseen)


@compiled
def finish(position: Ints) -> None:
    """Play a position out to its last card."""
    while position[LEFT] > 0:
        play(position, choose(position))


@compiled
def _playouts(
    hands: Ints, trump: int, leader: int, sits_out: int, answer: Ints
) -> None:
    position = np.empty(SIZE, dtype=np.int64)
    for i in range(hands.shape[0]):
        for seat in range(4):
            position[seat] = hands[i, seat]
        start(position, trump, leader, leader, sits_out)
        finish(position)
        answer[i] = position[WON_NS]


def playouts(hands: Ints, trump: int, leader: int, sits_out: int = -1) -> Ints:
    """The tricks that NS take from the first lead on when everybody plays by the policy.

    The leader is the seat that plays the contract, as the rules have it.

    Args:
        hands: shape (n, 4), from `core.encode_hands` with the denomination meant.
        trump: 1 if that is a suit, 0 for no trump (all four trump suits look alike from here).
        leader: seat 0–3.
        sits_out: the lone player's partner, or -1; its cards are left aside. Exchanged cards
            are to be exchanged already.

    Returns:
        Shape (n,), 0 to 12.
    """
    answer = np.empty(len(hands), dtype=np.int64)
    _playouts(np.ascontiguousarray(hands), trump, leader, sits_out, answer)
    return answer
