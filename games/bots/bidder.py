"""Which call to make: the numbers of `bidding` and `winning` put together for a seat's view."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from games.bots import bidding, lone_hand
from games.bots.bidding import ENDS, FEATURES, MADE, SET
from games.bots.core import encode
from games.bots.winning import Winning
from games.engine.auction import PASS, Alone, Bid, standing_bid
from games.engine.cards import Denomination
from games.engine.rules import DOUBLE_DECK_52

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from games.bots.bidding import Floats, Singles
    from games.bots.core import Ints
    from games.engine.auction import Call
    from games.engine.cards import Card
    from games.engine.view import SeatView

DATA = Path(__file__).parent / "data" / "bidding.npz"

#: Chance of winning that a call must gain over a lower one, or a pass: less is not worth the risk of
#: being wrong about it.
MARGIN = 0.001
#: The same for raising the bid that the partner holds, in the partner's denomination.
RAISE_MARGIN = 0.01
#: The same for going alone: an ordinary bid that wins the game as well is the better call.
ALONE_MARGIN = 0.06
#: Tricks that a hand must expect with a partner before it thinks of going alone.
ALONE_FROM = 8.5
#: Deals tried out for it.
ALONE_DEALS = 400
#: Share of them that must be won: a lesser chance is mostly thought of when the others have bid high,
#: and then they hold more than those deals, which know nothing of the calls, give them.
ALONE_CHANCE = 0.6
#: Tricks from which on a bidder goes alone who only counts them.
COUNTED_ALONE = 10.5


class Knowledge(Enum):
    """How much a bidder takes into account."""

    #: The tricks in its own hand.
    HAND = "hand"
    #: All calls, and what they are worth in points.
    AUCTION = "auction"
    #: All calls, the score, and the chance of winning the game.
    GAME = "game"


@dataclass(frozen=True, slots=True)
class Considered:
    """One call and what is expected of it.

    Attributes:
        worth: chance of winning the game.
        plays: chance that the own side plays the contract.
        makes: chance that it makes it if it plays.
        tricks: that it takes on average if it plays and makes.
    """

    call: Call
    worth: float
    plays: float
    makes: float
    tricks: float


@dataclass(frozen=True, slots=True)
class Model:
    """What was trained. `bids` and `passes` are the tables of `calls`."""

    estimate: Floats
    layers: tuple[Singles, Singles, Singles, Singles, Singles, Singles]
    points: Floats
    winning: Winning
    bids: Floats
    passes: Floats


@cache
def model() -> Model:
    """What was trained, from the shipped file."""
    with np.load(DATA) as data:
        return Model(
            estimate=data["estimate"],
            layers=(
                data["w1"],
                data["b1"],
                data["w2"],
                data["b2"],
                data["w3"],
                data["b3"],
            ),
            points=data["points"],
            winning=Winning(data["winning"].astype(np.float64) / 65535),
            bids=data["bids"].astype(np.float64),
            passes=data["passes"].astype(np.float64),
        )


def sets_of(hand: tuple[Card, ...]) -> Ints:
    """A hand in each of the five denominations."""
    return np.array([encode(hand, trump) for trump in Denomination], dtype=np.int64)


def expected_tricks(hand: tuple[Card, ...]) -> Floats:
    """What the side of the bidder takes on average in each denomination, others unknown."""
    features, tricks = np.empty((5, FEATURES)), np.empty(5)
    bidding.estimate(sets_of(hand), model().estimate, features, tricks)
    return tricks


def consider(view: SeatView, knowledge: Knowledge = Knowledge.GAME) -> list[Considered]:
    """The calls worth a thought, pass first, then bids from low to high.

    With `Knowledge.AUCTION` the score counts as 0–0.
    """
    the = model()
    features, tricks = np.empty((5, FEATURES)), np.empty(5)
    bidding.estimate(sets_of(view.hand), the.estimate, features, tricks)
    calls = np.array([number_of(call) for _, call in view.auction], dtype=np.int64)
    numbers = np.empty(64, dtype=np.int64)
    n = bidding.candidates(tricks, calls, len(calls), 0.0, numbers)
    chances = np.empty((n, ENDS), dtype=np.float32)
    worths = np.empty(n)
    values = _values(view, knowledge)
    bidding.worths(
        features,
        tricks,
        calls,
        len(calls),
        numbers,
        n,
        *the.layers,
        values,
        chances,
        worths,
    )
    strong = {trump: _tried(view, trump) for trump in _strong(view, tricks, knowledge)}
    considered = []
    for i in range(n):
        call, worth, chance = _call(numbers[i]), float(worths[i]), chances[i]
        if isinstance(call, Bid) and call.denomination in strong:
            tried = _with_tricks(chance, call, strong[call.denomination])
            if tried @ values > worth:
                worth, chance = float(tried @ values), tried
        considered.append(_sum_up(call, worth, chance))
    considered += _alone(view, tricks, knowledge)
    highest = _highest(view, knowledge)
    return [
        each
        for each in sorted(considered, key=lambda each: _height(each.call))
        if each.call in view.legal
        and (not isinstance(each.call, Bid) or each.call.tricks <= highest)
    ]


def _highest(view: SeatView, knowledge: Knowledge) -> int:
    """No bid is made above what wins the game, unless it takes more to beat the one that stands."""
    if knowledge is not Knowledge.GAME:
        return view.rules.maximum_bid
    standing = standing_bid(view.auction)
    held = standing[1].tricks if standing and isinstance(standing[1], Bid) else 0
    return max(view.rules.target - view.score[view.seat.side], held + 1)


def choose_call(view: SeatView, knowledge: Knowledge = Knowledge.GAME) -> Call:
    """The call to make: the lowest of those that are as good as the best.

    A bid that the partner holds is raised in the same denomination only for a clear gain.
    """
    if knowledge is Knowledge.HAND:
        return _count_own_tricks(view)
    considered = consider(view, knowledge)
    return decide(view, considered).call


def decide(view: SeatView, considered: list[Considered]) -> Considered:
    """The one to take of the calls of `consider`."""
    standing = standing_bid(view.auction)
    partners = None
    if standing is not None and standing[0] is view.seat.partner:
        partners = standing[1].denomination
    taken = considered[0]
    for each in considered[1:]:
        margin = MARGIN
        if isinstance(each.call, Alone):
            margin = ALONE_MARGIN
        elif isinstance(each.call, Bid) and each.call.denomination is partners:
            margin = RAISE_MARGIN if taken.call == PASS else MARGIN
        if each.worth > taken.worth + margin:
            taken = each
    return taken


def _values(view: SeatView, knowledge: Knowledge) -> Floats:
    """What each end of the hand is worth to the side that calls."""
    side = view.seat.side
    score = view.score if knowledge is Knowledge.GAME else (0, 0)
    return model().winning.of_ends(
        score[side],
        score[side.other],
        model().points,
        calls_first_next=view.dealer.side is side,
    )


def _sum_up(call: Call, worth: float, chances: NDArray[np.float32]) -> Considered:
    made = chances[MADE : MADE + 13]
    makes, fails = float(made.sum()), float(chances[SET : SET + 13].sum())
    return Considered(
        call=call,
        worth=float(worth),
        plays=makes + fails,
        makes=makes / (makes + fails) if makes + fails else 0.0,
        tricks=float(made @ np.arange(13)) / makes if makes else 0.0,
    )


def _strong(view: SeatView, tricks: Floats, knowledge: Knowledge) -> list[Denomination]:
    """Where the model knows too little, as long as nobody speaks against the hand.

    It has seen few hands as strong as these, and none of the bidding at the end of a game, where
    a side that needs a few tricks does not let itself be driven beyond them.
    """
    if any(
        call != PASS and seat.side is not view.seat.side for seat, call in view.auction
    ):
        return []
    enough = ALONE_FROM
    if knowledge is Knowledge.GAME:
        enough = min(enough, view.rules.target - view.score[view.seat.side])
    best = tricks.max() - 1
    return [trump for trump in Denomination if tricks[trump] >= max(enough, best)]


def _tried(view: SeatView, trump: Denomination) -> Floats:
    """How likely the hand takes 0 … 12 tricks with its partner, tried out."""
    counts = np.zeros(13, dtype=np.int64)
    hand = encode(view.hand, trump)
    lone_hand.count_tricks(hand, _suited(trump), ALONE_DEALS, counts, _state(hand))
    return counts / ALONE_DEALS


def _with_tricks(
    chances: NDArray[np.float32], bid: Bid, tricks: Floats
) -> NDArray[np.float32]:
    """The ends of the hand with these tricks where the own side plays it, in that very bid."""
    changed = chances.copy()
    made, failed = slice(MADE, MADE + 13), slice(SET, SET + 13)
    plays = chances[made].sum() + chances[failed].sum()
    changed[made] = np.where(np.arange(13) >= bid.tricks, plays * tricks, 0)
    changed[failed] = 0
    changed[SET + bid.tricks] = plays * tricks[: bid.tricks].sum()
    return changed


def _suited(trump: Denomination) -> int:
    return 0 if trump is Denomination.NT else 1


def _state(hand: int) -> NDArray[np.uint64]:
    """Random numbers fixed by the hand: the same view always gets the same answer."""
    return np.array([hand & 0xFFFFFFFFFFFF], dtype=np.uint64)


def _alone(view: SeatView, tricks: Floats, knowledge: Knowledge) -> list[Considered]:
    """Going alone where the hand is strong enough to think of it."""
    side = view.seat.side
    score = view.score if knowledge is Knowledge.GAME else (0, 0)
    stake = DOUBLE_DECK_52.alone_points
    found = []
    for denomination in Denomination:
        if tricks[denomination] < ALONE_FROM:
            continue
        hand = encode(view.hand, denomination)
        wins = lone_hand.count_wins(
            hand, _suited(denomination), ALONE_DEALS, _state(hand)
        )
        chance = wins / ALONE_DEALS
        if chance < ALONE_CHANCE:
            continue
        first = view.dealer.side is side
        us, them = score[side], score[side.other]
        winning = model().winning
        won = (
            1.0
            if us + stake >= DOUBLE_DECK_52.target
            else float(winning.chance(us + stake, them, calls_first=first))
        )
        # A lone hand that fails mostly loses a single trick.
        lost = (
            0.0
            if them + 1 >= DOUBLE_DECK_52.target
            else float(winning.chance(us - stake, them + 1, calls_first=first))
        )
        found.append(
            Considered(
                call=Alone(denomination),
                worth=chance * won + (1 - chance) * lost,
                plays=1.0,
                makes=chance,
                tricks=12.0,
            )
        )
    return found


def _count_own_tricks(view: SeatView) -> Call:
    """A bid for what the own hand promises, and no thought of what others have said."""
    tricks = expected_tricks(view.hand)
    denomination = Denomination(int(tricks.argmax()))
    level = int(tricks[denomination] - 0.7)
    if tricks[denomination] >= COUNTED_ALONE and Alone(denomination) in view.legal:
        return Alone(denomination)
    standing = standing_bid(view.auction)
    if standing is not None and standing[0] is view.seat.partner:
        return PASS
    bid = Bid(level, denomination) if level >= 1 else PASS
    return bid if bid in view.legal else PASS


def number_of(call: Call) -> int:
    """A call as `bidding` and `calls` write it; alone, which ends the auction, is none of them."""
    return call.tricks * 5 + call.denomination if isinstance(call, Bid) else 0


def _call(number: int) -> Call:
    return Bid(int(number) // 5, Denomination(int(number) % 5)) if number else PASS


def _height(call: Call) -> int:
    if isinstance(call, Bid):
        return call.tricks
    return 0 if call == PASS else 13
