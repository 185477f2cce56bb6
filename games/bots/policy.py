"""A cheap player with card sense: what everybody does in a playout.

It knows what its seat may know (its cards, the cards played, who did not follow) and nothing of
the hands of others, and it never draws a random number.

`by_rules` is card sense written down. `choose` goes by experience: it sorts each card that may be
played into a kind, by what can be seen of the situation, and takes the card whose kind was worth
most tricks in playouts of dealt hands (`manage.py train_policy`, docs/bots.md). Going alone is too
rare to have taught it anything, so lone hands are played by the rules.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from games.bots.core import (
    BEST,
    BEST_SEAT,
    BY,
    COUNT,
    LED,
    LEFT,
    LOWS,
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
    legal,
    lowest,
    play,
    size,
    start,
)
from games.bots.jit import compiled, low_bit

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from games.bots.core import Ints

    Worths = NDArray[np.int16]

DATA = Path(__file__).parent / "data" / "policy.npz"

#: How many kinds of cards there are: to lead (a trump, another card), to follow suit with, and when
#: one cannot follow (a trump, another card). See `kind`.
_LEADS_TRUMP = 3 * 3 * 2 * 4 * 4 * 2 * 2 * 2 * 3
_LEADS = 3 * 4 * 2 * 3 * 4 * 2 * 2 * 3 * 3 * 3
_FOLLOWS = 3 * 3 * 2 * 2 * 2 * 3 * 2 * 5 * 3 * 3 * 2 * 2
_TRUMPS_IN = 3 * 3 * 2 * 3 * 2 * 3 * 3 * 3 * 2 * 3 * 2
_THROWS = 3 * 3 * 2 * 4 * 2 * 4 * 2 * 3 * 3 * 3
_FIRST_LEAD = _LEADS_TRUMP
_FIRST_FOLLOW = _FIRST_LEAD + _LEADS
_FIRST_TRUMP_IN = _FIRST_FOLLOW + _FOLLOWS
_FIRST_THROW = _FIRST_TRUMP_IN + _TRUMPS_IN
KINDS = _FIRST_THROW + _THROWS


def _load() -> Worths:
    """What a card of each kind was worth, in thousandths of a trick; nothing before training."""
    if not DATA.exists():
        return np.zeros(KINDS, dtype=np.int16)
    with np.load(DATA) as data:
        return np.ascontiguousarray(data["worth"])


#: A card worth so many thousandths of a trick more is e times as likely to be played.
TEMPER = 150.0
#: No card is held to be less likely than this: people have reasons of their own.
LEAST_LIKELY = 0.01

#: Compiled into what reads it; `jit` names the folder of the compiled code after it too.
WORTH = _load()


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
def by_rules(position: Ints) -> int:
    """The card that card sense plays for the seat to act."""
    hand = position[position[TURN]]
    unseen = deck(position[TRUMP]) - position[PLAYED] - hand
    if position[COUNT] == 0:
        return _lead(position, hand, unseen)
    return _follow(position, hand, unseen)


# -- by experience --------------------------------------------------------------------------------


@compiled
def _step(number: int, few: int, some: int) -> int:
    """0 up to `few`, 1 up to `some`, 2 above."""
    if number <= few:
        return 0
    return 1 if number <= some else 2


@compiled
def _voids(position: Ints, seat: int) -> int:
    """Bits of the suits that a seat did not follow; all for one that sits out."""
    if seat == position[SITS_OUT]:
        return 15
    return position[VOIDS] >> (seat * 4) & 15


@compiled
def _may_only_ruff(voids: int, suit: int) -> bool:
    return voids >> suit & 1 == 1 and voids & 1 == 0


@compiled
def _place(card: int, cards: int) -> int:
    """Whether a card is the lowest (0) or highest (2) of its suit in a hand, or between."""
    if card == highest(cards):
        return 2
    return 0 if card == lowest(cards) else 1


@compiled
def situation(position: Ints) -> tuple[int, ...]:
    """What `kind` wants to know of a position, whatever the card."""
    seat, trump, count = position[TURN], position[TRUMP], position[COUNT]
    hand = position[seat]
    unseen = deck(trump) - position[PLAYED] - hand
    left = _voids(position, (seat + 1) & 3)
    right = _voids(position, (seat + 3) & 3)
    trumps = size(in_suit(hand, 0)) if trump else 0
    unseen_trumps = size(in_suit(unseen, 0)) if trump else 0
    # 0 who plays the contract, 1 the partner, 2 an opponent.
    role = 2
    if (seat ^ position[BY]) & 1 == 0:
        role = 0 if seat == position[BY] else 1
    time = 2 - _step(position[LEFT], 4, 8)
    led, best = position[LED], position[BEST]
    if count == 0:
        plain_master = 0
        for suit in range(1, 4):
            cards = in_suit(hand, suit)
            if cards and highest(cards) >= highest(in_suit(unseen, suit)):
                plain_master = 1
        partner = _voids(position, (seat + 2) & 3)
        first, second, third = left, right, partner
        fourth = plain_master
    else:
        # Who is winning, what may still beat that, and whether the next opponent may ruff.
        first = 1 if (position[BEST_SEAT] ^ seat) & 1 == 0 else 0
        second = _step(size(_above(in_suit(unseen, best >> 3), best)), 0, 2)
        third = 0
        if count < 3 and trump and led and unseen_trumps and _may_only_ruff(left, led):
            third = 1
        fourth = 0
    return (
        count,
        role,
        time,
        trump,
        hand,
        unseen,
        trumps,
        unseen_trumps,
        led,
        best,
        first,
        second,
        third,
        fourth,
    )


@compiled
def kind(situation: tuple[int, ...], card: int) -> int:
    """The kind of a legal card of the seat to act: 0 … `KINDS` - 1.

    It is a number with a digit for each thing that it tells of the card and the situation.
    """
    count, role, time, trump, hand, unseen, trumps, unseen_trumps = situation[:8]
    suit, rank = card >> 3, card & 7
    own, others = in_suit(hand, suit), in_suit(unseen, suit)
    if count == 0:
        left, right, partner, plain_master = situation[10:]
        master = 1 if card >= highest(others) else 0
        if trump and suit == 0:
            drawn = unseen_trumps == 0 or left & right & 1 == 1
            answer = role * 3 + _place(card, own)
            answer = answer * 2 + master
            answer = answer * 4 + min(trumps, 4) - 1
            out = 3 if unseen_trumps > 5 else _step(unseen_trumps, 0, 2)
            answer = answer * 4 + out
            answer = answer * 2 + (1 if drawn else 0)
            answer = answer * 2 + (partner & 1)
            answer = answer * 2 + plain_master
            return answer * 3 + time
        ruffed = unseen_trumps > 0 and (
            _may_only_ruff(left, suit) or _may_only_ruff(right, suit)
        )
        helped = unseen_trumps > 0 and _may_only_ruff(partner, suit)
        answer = role * 4 + (3 if highest(own) == lowest(own) else _place(card, own))
        answer = answer * 2 + master
        answer = answer * 3 + _step(rank, 2, 4)
        out = size(others)
        answer = answer * 4 + (3 if out > 6 else _step(out, 0, 3))
        answer = answer * 2 + (1 if ruffed else 0)
        answer = answer * 2 + (1 if helped else 0)
        answer = answer * 3 + min(trumps, 2)
        answer = answer * 3 + _step(unseen_trumps, 0, 4)
        return _FIRST_LEAD + answer * 3 + time
    led, best, partners, over_best, ruffs, _ = situation[8:]
    best_suit = best >> 3
    answer = role * 3 + count - 1
    if suit == led:
        answer = answer * 2 + (1 if trump and led == 0 else 0)
        answer = answer * 2 + partners
        answer = answer * 2 + (1 if best_suit != led else 0)
        answer = answer * 3 + _place(card, own)
        answer = answer * 2 + (1 if best_suit == led and card > best else 0)
        over = size(_above(others, card))
        answer = answer * 5 + (over if over < 3 else 3 if over < 5 else 4)
        answer = answer * 3 + over_best
        answer = answer * 3 + _step(rank, 2, 4)
        answer = answer * 2 + ruffs
        return _FIRST_FOLLOW + answer * 2 + (1 if size(own) > 2 else 0)
    answer = answer * 2 + partners
    if trump and suit == 0:
        over_ruff = best_suit == 0
        answer = answer * 3 + over_best
        answer = answer * 2 + (1 if not over_ruff or card > best else 0)
        answer = answer * 3 + _place(card, own)
        answer = answer * 3 + max(0, rank - 5)
        answer = answer * 3 + min(trumps, 3) - 1
        answer = answer * 2 + ruffs
        answer = answer * 3 + time
        return _FIRST_TRUMP_IN + answer * 2 + (1 if over_ruff else 0)
    answer = answer * 4 + (0 if rank < 2 else 1 if rank < 4 else rank - 2)
    answer = answer * 2 + (1 if card >= highest(others) else 0)
    answer = answer * 4 + min(size(own), 4) - 1
    answer = answer * 2 + (0 if card == lowest(own) else 1)
    answer = answer * 3 + min(trumps, 2)
    answer = answer * 3 + time
    return _FIRST_THROW + answer * 3 + _step(unseen_trumps, 0, 4)


@compiled
def by_worth(position: Ints, worth: Worths) -> int:
    """The card whose kind is worth most; of equals the lowest."""
    cards = legal(position)
    cards = (cards | cards >> 1) & LOWS
    if cards & (cards - 1) == 0:
        return low_bit(cards) >> 1
    now = situation(position)
    best, top = -1, -(1 << 15)
    while cards:
        card = low_bit(cards) >> 1
        cards &= cards - 1
        value = worth[kind(now, card)]
        if value > top:
            best, top = card, value
    return best


@compiled
def choose(position: Ints) -> int:
    """The card that the policy plays for the seat to act."""
    if position[SITS_OUT] >= 0:
        return by_rules(position)
    return by_worth(position, WORTH)


@compiled
def chance(position: Ints, card: int) -> float:
    """How likely a player with experience plays this card, what else it could play considered."""
    cards = legal(position)
    cards = (cards | cards >> 1) & LOWS
    now = situation(position)
    own = WORTH[kind(now, card)]
    total = 0.0
    while cards:
        other = low_bit(cards) >> 1
        cards &= cards - 1
        total += np.exp((WORTH[kind(now, other)] - own) / TEMPER)
    return max(LEAST_LIKELY, 1.0 / total)


@compiled
def finish(position: Ints) -> None:
    """Play a position out to its last card."""
    while position[LEFT] > 0:
        play(position, choose(position))


@compiled
def finish_for(position: Ints, side: int) -> None:
    """Play a position out to its last card, with experience on one side (0 NS, 1 EW) only.

    What opponents do is taken to be the usual thing, not the best.
    """
    while position[LEFT] > 0:
        experienced = position[TURN] & 1 == side
        play(position, choose(position) if experienced else by_rules(position))


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
