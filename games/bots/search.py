"""Card play by sampling worlds and playing each candidate out.

A flat Monte Carlo search: worlds are drawn that fit what is public, those that explain the calls
and the cards of the others better count for more, and every card that may be played is valued by
playouts of the policy over the same worlds. What the tricks are worth is given from outside (the
chance of winning the game), so that the search knows when only the contract matters.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from games.bots.calls import weigh_calls
from games.bots.core import (
    BEST,
    BY,
    CARD_OF,
    CODE_OF,
    COUNT,
    LEFT,
    LOWS,
    PLAYED,
    SITS_OUT,
    SIZE,
    TRUMP,
    TURN,
    WON_NS,
    deck,
    encode,
    legal,
    play,
    start,
)
from games.bots.exchange import weigh_lone_hand
from games.bots.jit import compiled, low_bit
from games.bots.policy import choose, finish_for
from games.bots.solver import KEEP_SIZE, S_LIMIT, S_NODES, solve_position
from games.bots.worlds import add_played, resample, sample, weigh
from games.engine.auction import Bid

if TYPE_CHECKING:
    from games.bots.core import Ints
    from games.bots.worlds import Floats, Randomness
    from games.engine.auction import Call
    from games.engine.cards import Card
    from games.engine.view import SeatView

#: Worlds are drawn in this many steps at most.
STEPS = 16
#: With so few cards left in a hand, open hands are solved instead of played out.
EXACT_FROM = 3
#: With so few, a card that is best in each of `PROOFS` solved worlds beats what playouts say.
PROVED_FROM = 5
PROOFS = 40
#: Worlds after which cards that are clearly worse are tried no more (or a quarter if more), …
FIRST_LOOK = 80
#: … by so many standard errors of what they are worth less than the best.
CLEARLY = 3.0
#: Tricks that a lone hand and everybody else start with.
_TRICKS = 12


@dataclass(frozen=True, slots=True)
class Effort:
    """How much a search may think. Counts, never time: the same answer on every machine.

    Attributes:
        drawn: worlds drawn at most.
        kept: worlds played out, chosen among those by weight. Drawing stops when the weights
            are worth this many equal ones.
        surprise: how much less a world counts for each card that an opponent with card sense would
            not have played in it: for leads, in following suit, and where a seat could not follow.
        trust: how far the calls are taken to be those of our own bidding: the power of their
            likelihood; 0 for no such inference.
        nodes: cards that may be tried in solving, all worlds together: several times what the
            longest decisions take. Beyond, the rest is played out.
    """

    drawn: int
    kept: int
    surprise: tuple[float, float, float]
    trust: float
    nodes: int = 250_000


@dataclass(frozen=True, slots=True)
class Habits:
    """How likely which hands make which calls: what `calls.weigh_calls` reads."""

    estimate: Floats
    bids: Floats
    passes: Floats


@dataclass(frozen=True, slots=True)
class Thought:
    """What a search found.

    Attributes:
        natural: the card that the policy plays.
        proved: whether each of the cards that have a value is best in every world solved.
        values: of each card tried (of equivalent ones the lowest, and the natural one), the mean worth over the worlds.
        tricks: of each, the tricks that its side takes on average, those won before included.
    """

    natural: Card
    proved: bool
    values: dict[Card, float]
    tricks: dict[Card, float]

    def best(self, margin: float) -> Card:
        """The best card; the natural one if it is no more than `margin` worse, or proved as good."""
        if self.proved and self.natural in self.values:
            return self.natural
        top = max(self.values.values())
        if self.values.get(self.natural, float("-inf")) >= top - margin:
            return self.natural
        return max(self.values, key=lambda card: self.values[card])


def call_number(call: Call) -> int:
    """A call as the bidding model writes it: tricks * 5 + denomination, 0 for anything but a bid."""
    return call.tricks * 5 + call.denomination if isinstance(call, Bid) else 0


def position_of(view: SeatView) -> tuple[Ints, Ints, Ints]:
    """A view in play as numbers: the position now, at the first lead, and the cards between.

    Of the hands only that of the seat itself is filled in, and in the position now.
    """
    contract = view.contract
    assert contract is not None
    sits_out = contract.sits_out
    first = np.zeros(SIZE, dtype=np.int64)
    start(
        first,
        int(contract.trump.suit is not None),
        int(contract.by),
        int(contract.by),
        -1 if sits_out is None else int(sits_out),
    )
    first[LEFT] = view.rules.cards_per_hand
    codes = CODE_OF[contract.trump]
    plays = [play for trick in view.tricks for play in trick.plays] + list(view.table)
    history = np.array([codes[card.index] for _, card in plays], dtype=np.int64)
    position = first.copy()
    _replay(position, history)
    position[:4] = 0
    position[view.seat] = encode(view.hand, contract.trump)
    return position, first, history


def think(
    view: SeatView, utility: Floats, effort: Effort, seed: int, habits: Habits
) -> Thought:
    """Value every card that the seat to act may play.

    Args:
        utility: what it is worth to that seat when NS take 0 … 12 tricks.
        seed: 64 random bits.
        habits: how the others bid.
    """
    contract = view.contract
    assert contract is not None
    position, first, history = position_of(view)
    own = encode(view.discarded or (), contract.trump)
    values, tricks = np.zeros(32), np.zeros(32)
    state = np.array([seed], dtype=np.uint64)
    cards = _think(
        position,
        first,
        history,
        own,
        utility,
        effort.drawn,
        effort.kept,
        effort.nodes,
        np.array(effort.surprise),
        effort.trust,
        np.array([call_number(call) for _, call in view.auction], dtype=np.int64),
        int(view.dealer.left),
        int(contract.trump),
        habits.estimate,
        habits.bids,
        habits.passes,
        state,
        values,
        tricks,
    )
    names = CARD_OF[contract.trump]
    proved, cards = cards < 0, abs(cards)
    codes = [code for code in range(32) if cards >> 2 * code & 1]
    natural = choose(position)
    tried = candidates(position)
    # It is worth what the one card tried of its kind is: itself or the next lower.
    like = max(code for code in range(natural + 1) if tried >> 2 * code & 1)
    if like in codes and like != natural:
        values[natural], tricks[natural] = values[like], tricks[like]
        codes.append(natural)
    return Thought(
        natural=names[natural],
        proved=proved,
        values={names[code]: float(values[code]) for code in codes},
        tricks={names[code]: float(tricks[code]) for code in codes},
    )


# -- compiled -------------------------------------------------------------------------------------


@compiled
def _replay(position: Ints, history: Ints) -> None:
    for card in history:
        # Nobody's cards are known: each plays from a hand of that card.
        position[position[TURN]] = 1 << 2 * card
        play(position, card)


@compiled
def candidates(position: Ints) -> int:
    """The legal cards (lower bits), of equivalent ones the lowest.

    Two cards of a hand are equivalent when nobody else can hold either or anything between, and
    nothing on the table lies between.
    """
    options = legal(position)
    hand = position[position[TURN]]
    others = deck(position[TRUMP]) - position[PLAYED] - hand
    distinct = (options | options >> 1) & LOWS
    answer = 0
    last = -1
    while distinct:
        card = low_bit(distinct) >> 1
        distinct &= distinct - 1
        fresh = True
        if last >= 0 and last >> 3 == card >> 3:
            between = (1 << 2 * card + 2) - (1 << 2 * last)
            best = position[BEST]
            on_table = position[COUNT] > 0 and last <= best < card
            fresh = others & between != 0 or on_table
        if fresh:
            answer |= 1 << 2 * card
        last = card
    return answer


@compiled
def rooms(position: Ints, known: int, room: Ints) -> None:
    """How many unseen cards each seat holds, for `worlds.sample`.

    Args:
        known: own discards of a lone player.
    """
    me, sits_out = position[TURN], position[SITS_OUT]
    for seat in range(4):
        room[seat] = position[LEFT]
    seat = me
    for _ in range(position[COUNT]):
        seat = (seat + 3) & 3
        if seat == sits_out:
            seat = (seat + 3) & 3
        room[seat] -= 1
    room[me] = 0
    if sits_out >= 0:
        room[sits_out] = _TRICKS
        while known:
            room[sits_out] -= known & 3
            known >>= 2


@compiled
def evaluate(
    position: Ints,
    worlds: Ints,
    utility: Floats,
    nodes: int,
    values: Floats,
    tricks: Floats,
) -> int:
    """What each candidate is worth on average over the worlds.

    By playouts, its side with experience; with no more than `EXACT_FROM` cards left in a hand, by
    solving. Cards that are clearly worse than the best after `FIRST_LOOK` worlds are valued by those alone.

    Args:
        utility: what the final number of tricks of NS is worth to the seat to act.
        values, tricks: by card (32 places); those of the candidates are set. The tricks are
            those of the side to act.

    Returns:
        The candidates.
    """
    n = worlds.shape[0]
    look = min(n, max(FIRST_LOOK, n // 4))
    answer = candidates(position)
    won = np.empty((32, n), dtype=np.int64)
    exact = position[LEFT] <= EXACT_FROM
    results = np.empty((1 << 12 if exact else 0, KEEP_SIZE), dtype=np.int64)
    groups = np.zeros((1 << 10 if exact else 0, 4), dtype=np.int64)
    state = np.zeros(5, dtype=np.int64)
    state[S_LIMIT] = nodes
    for from_, to in ((0, look), (look, n)):
        if from_ < to:
            left = _promising(answer, utility, won, from_)
            _try(position, worlds, left, from_, to, exact, results, groups, state, won)
            _average(left, utility, won[:, :to], values, tricks)
    if position[TURN] & 1:
        tricks[:] = _TRICKS - tricks
    return answer


@compiled
def _solve(position: Ints, results: Ints, groups: Ints, state: Ints) -> int:
    """The tricks that NS still take with open cards, or -1 when the nodes are used up.

    Args:
        state: its `S_LIMIT` holds the nodes that are left to this decision.
    """
    if state[S_LIMIT] <= 0:
        return -1
    tricks = solve_position(position, 1, results, groups, state)
    state[S_LIMIT] -= min(state[S_LIMIT], state[S_NODES])
    return tricks


@compiled
def _try(
    position: Ints,
    worlds: Ints,
    cards: int,
    from_: int,
    to: int,
    exact: bool,
    results: Ints,
    groups: Ints,
    state: Ints,
    won: Ints,
) -> None:
    """Fill in the tricks that NS take with each of the cards in the worlds `from_` … `to` - 1."""
    trial = np.empty(SIZE, dtype=np.int64)
    side = position[TURN] & 1
    while cards:
        card = low_bit(cards) >> 1
        cards &= cards - 1
        for w in range(from_, to):
            trial[:] = position
            trial[:4] = worlds[w]
            play(trial, card)
            rest = _solve(trial, results, groups, state) if exact else -1
            if rest < 0:
                rest = 0
                finish_for(trial, side)
            won[card, w] = trial[WON_NS] + rest


@compiled
def _average(
    cards: int, utility: Floats, won: Ints, values: Floats, tricks: Floats
) -> None:
    while cards:
        card = low_bit(cards) >> 1
        cards &= cards - 1
        total, taken = 0.0, 0
        for tricks_won in won[card]:
            total += utility[tricks_won]
            taken += tricks_won
        values[card] = total / won.shape[1]
        tricks[card] = taken / won.shape[1]


@compiled
def _promising(tried: int, utility: Floats, won: Ints, n: int) -> int:
    """The cards that are not clearly worse than the best in `n` worlds."""
    best, top = -1, 0.0
    cards = tried
    while cards and n:
        card = low_bit(cards) >> 1
        cards &= cards - 1
        total = 0.0
        for w in range(n):
            total += utility[won[card, w]]
        if best < 0 or total > top:
            best, top = card, total
    answer = tried
    cards = tried
    while cards and n:
        card = low_bit(cards) >> 1
        cards &= cards - 1
        total, squares = 0.0, 0.0
        for w in range(n):
            less = utility[won[best, w]] - utility[won[card, w]]
            total += less
            squares += less * less
        if total > CLEARLY * np.sqrt(squares - total * total / n):
            answer &= ~(1 << 2 * card)
    return answer


@compiled
def proved_best(position: Ints, worlds: Ints, tried: int, nodes: int) -> int:
    """Those of the cards tried that are best in every world, solved exactly; 0 if none is.

    0 as well when that takes too many nodes.
    """
    trial = np.empty(SIZE, dtype=np.int64)
    results = np.empty((1 << 12, KEEP_SIZE), dtype=np.int64)
    groups = np.zeros((1 << 10, 4), dtype=np.int64)
    state = np.zeros(5, dtype=np.int64)
    state[S_LIMIT] = nodes
    won = np.empty(32, dtype=np.int64)
    ns = position[TURN] & 1 == 0
    best_always = tried
    for w in range(0, worlds.shape[0], max(1, worlds.shape[0] // PROOFS)):
        top = -1
        cards = tried
        while cards:
            card = low_bit(cards) >> 1
            cards &= cards - 1
            trial[:] = position
            trial[:4] = worlds[w]
            play(trial, card)
            left = _solve(trial, results, groups, state)
            if left < 0:
                return 0
            tricks = trial[WON_NS] + left
            won[card] = tricks if ns else _TRICKS - tricks
            top = max(top, won[card])
        cards = best_always
        while cards:
            card = low_bit(cards) >> 1
            cards &= cards - 1
            if won[card] < top:
                best_always &= ~(1 << 2 * card)
        if best_always == 0:
            break
    return best_always


@compiled
def _weigh_up(
    position: Ints,
    worlds: Ints,
    utility: Floats,
    nodes: int,
    values: Floats,
    tricks: Floats,
) -> int:
    """The cards to choose from, as a negative number when nothing can be better than they are."""
    tried = evaluate(position, worlds, utility, nodes, values, tricks)
    if EXACT_FROM < position[LEFT] <= PROVED_FROM:
        proved = proved_best(position, worlds, tried, nodes)
        if proved:
            return -proved
    return tried


@compiled
def _think(
    position: Ints,
    first: Ints,
    history: Ints,
    known: int,
    utility: Floats,
    drawn: int,
    kept: int,
    nodes: int,
    surprise: Floats,
    trust: float,
    calls: Ints,
    first_caller: int,
    denomination: int,
    estimate: Floats,
    bids: Floats,
    passes: Floats,
    state: Randomness,
    values: Floats,
    tricks: Floats,
) -> int:
    me = position[TURN]
    unseen = deck(position[TRUMP]) - position[PLAYED] - position[me] - known
    room = np.empty(4, dtype=np.int64)
    rooms(position, known, room)
    if drawn <= kept:
        worlds = np.empty((kept, 4), dtype=np.int64)
        sample(position, unseen, room, worlds, state)
        return _weigh_up(position, worlds, utility, nodes, values, tricks)
    pool = np.empty((drawn, 4), dtype=np.int64)
    weights = np.ones(drawn)
    listened_to = 15 ^ 1 << me
    lone_hand = -1
    if position[SITS_OUT] >= 0:
        # What the lone side held when it bid has changed hands since.
        listened_to &= ~(1 << position[BY] | 1 << position[SITS_OUT])
        if me != position[BY]:
            lone_hand = position[BY]
    step = max(kept, drawn // STEPS)
    n = 0
    while n < drawn:
        part = pool[n : n + step]
        weight = weights[n : n + step]
        sample(position, unseen, room, part, state)
        weigh(first, history, me, part, surprise, weight)
        if trust > 0.0:
            hands = part.copy()
            add_played(first, history, hands)
            if lone_hand >= 0:
                weigh_lone_hand(hands[:, lone_hand], position[TRUMP], weight)
            weigh_calls(
                calls,
                first_caller,
                denomination,
                hands,
                listened_to,
                estimate,
                bids,
                passes,
                trust,
                weight,
            )
        n = min(n + step, drawn)
        so_far = weights[:n]
        if so_far.sum() ** 2 >= kept * (so_far * so_far).sum():
            break
    worlds = np.empty((kept, 4), dtype=np.int64)
    resample(pool[:n], weights[:n], worlds, state)
    return _weigh_up(position, worlds, utility, nodes, values, tricks)
