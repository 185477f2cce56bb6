"""How many tricks NS take when everybody sees all cards and plays best: exact, for any position.

A zero-window search ("can NS still take n?") with partition search (Ginsberg 1996): a result is
stored with the few top cards of each suit that it rests on, and holds for every position with
the same numbers of cards and the same owners of those top cards.

Two copies of a card need care. A tie in the pattern of a suit carries a mark on its *upper* card,
so that a pattern cut there still knows that a copy follows, and what a result rests on always
covers both copies. Two ranks of one hand are one move only if nobody else holds either.

Within one suit the cards left are bits of a mask, lowest card first, the two copies being two
bits; what belongs to a mask (pattern, equivalent cards) is in tables made once for a deal.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from games.bots.core import (
    BEST,
    BEST_SEAT,
    COUNT,
    LED,
    LEFT,
    SITS_OUT,
    TRUMP,
    TURN,
    WON_NS,
    in_suit,
    size,
)
from games.bots.jit import compiled, low_bit, popcount, top_bit
from games.bots.policy import finish

if TYPE_CHECKING:
    from games.bots.core import Ints


#: A group keeps no more than about this many results in reach of one look.
CHAIN = 400
#: No card of the suit matters.
NOTHING = 15

# Columns of a stored result.
KEEP_PATTERN = 0  # 0–3
KEEP_TOPS = 4  # how many top cards of each suit matter, four bits each
KEEP_LOW = 5
KEEP_HIGH = 6
KEEP_MOVE = 7
KEEP_NEXT = 8
KEEP_SIZE = 9

# Columns of a frame of the search, one for each card played.
F_TURN = 0
F_COUNT = 1
F_LED = 2
F_BEST_SUIT = 3
F_BEST_RANK = 4
F_BEST_SEAT = 5
F_BEST_FIRST = 6  # the lowest bit with the rank of the best card
F_CONTEST = 7  # whether another card of the best card's suit lies in the trick
F_NEED = 8  # tricks that NS must still take
F_LEFT = 9
F_LENGTHS = 10  # cards of each seat in each suit, four bits each
F_MOVES = 11  # how many
F_AT = 12  # index of the move being tried
F_GROUP = 13
F_HINT = 14
F_MASK = 15  # 15–18: the cards left of each suit
F_REST = 19  # 19–22: from which card on each suit matters, over the moves tried
F_SIZE = 23


# Places of the state that outlives a search.
S_ENTRIES = 0  # results stored
S_GROUPS = 1  # groups in use
S_STAMP = 2  # marks the groups of this search
S_NODES = 3  # cards tried
S_LIMIT = 4  # how many may be tried; 0: no limit


class Memory:
    """The tables of a search, to be used again by the next (which forgets what they held)."""

    def __init__(self, entries: int = 3 << 18) -> None:
        """Args: entries: how many results to keep, 72 bytes each."""
        groups = max(entries // 4, 1 << 10)
        self.kept = np.empty((entries, KEEP_SIZE), dtype=np.int64)
        self.groups = np.zeros((groups, 4), dtype=np.int64)
        self.state = np.zeros(5, dtype=np.int64)


@compiled
def _fill_tables(
    hands: Ints, ranks: Ints, owners: Ints, first: Ints, patterns: Ints, joined: Ints
) -> None:
    """Sort the cards of each suit and fill its tables.

    ranks, owners, first: [suit, bit] of that card; the lowest bit with its rank.
    patterns: [suit, mask] three bits a card from the top: owner, and 4 if a copy of another
        owner follows. joined: [suit, mask] bits whose card is one move with the next lower.
    """
    for suit in range(4):
        n = 0
        for rank in range(8):
            start = n
            for seat in range(4):
                for _ in range(hands[seat] >> 2 * (suit * 8 + rank) & 3):
                    ranks[suit, n] = rank
                    owners[suit, n] = seat
                    first[suit, n] = start
                    n += 1
        patterns[suit, 0] = 0
        joined[suit, 0] = 0
        for mask in range(1, 1 << n):
            low = low_bit(mask)
            above = mask & (mask - 1)
            shift = 3 * (14 - popcount(mask))
            pattern = patterns[suit, above] | owners[suit, low] << shift
            together = joined[suit, above]
            if above:
                upper = low_bit(above)
                same_rank = ranks[suit, upper] == ranks[suit, low]
                if owners[suit, upper] == owners[suit, low]:
                    # The mark of the card over `upper` says that `upper` has a foreign copy.
                    over = above & (above - 1)
                    tied = over != 0 and pattern >> (shift + 6) & 4
                    if same_rank or not tied:
                        together |= 1 << upper
                elif same_rank:
                    pattern |= 4 << (shift + 3)
                    over = above & (above - 1)
                    if over:
                        together &= ~(1 << low_bit(over))
            patterns[suit, mask] = pattern
            joined[suit, mask] = together


@compiled
def _group(groups: Ints, state: Ints, lengths: int, leader: int) -> int:
    """The place of a group in its table, taken if new; -1 when the table is nearly full."""
    size = groups.shape[0]
    key = lengths * 4 + leader  # overflows harmlessly: the leader is compared too
    mixed = key * 0x9E3779B97F4A7C1 ^ (lengths >> 29 & 0x7FFFFFFFF)
    at = ((mixed ^ mixed >> 31 & 0x1FFFFFFFF) & 0x7FFFFFFFFFFFFFFF) % size
    while groups[at, 2] == state[S_STAMP]:
        if groups[at, 0] == lengths and groups[at, 1] == leader:
            return at
        at += 1
        if at == size:
            at = 0
    if state[S_GROUPS] * 4 >= size * 3:
        return -1
    state[S_GROUPS] += 1
    groups[at, 0] = lengths
    groups[at, 1] = leader
    groups[at, 2] = state[S_STAMP]
    groups[at, 3] = -1
    return at


@compiled
def _forget(state: Ints) -> None:
    """Drop everything stored."""
    state[S_ENTRIES] = 0
    state[S_GROUPS] = 0
    state[S_STAMP] += 1


@compiled
def _sure_tricks(frame: Ints, own: Ints, first: Ints, trump: int, rest: Ints) -> int:
    """How many tricks the leader can take at once by leading winners, nobody able to stop it.

    Fills in what this rests on.
    """
    leader = frame[F_TURN]
    left = frame[F_LEFT]
    total = 0
    trumpless = trump == 0
    partner_trumps, partner_plain = 0, 0
    partner = (leader + 2) & 3
    a, b = (leader + 1) & 3, (leader + 3) & 3
    trumps_a, trumps_b = 0, 0
    if trump:
        mask = frame[F_MASK]
        trumps_a = popcount(mask & own[0, a])
        trumps_b = popcount(mask & own[0, b])
        trumpless = trumps_a == 0 and trumps_b == 0
        partner_trumps = popcount(mask & own[0, partner])
        for suit in range(1, 4):
            partner_plain += popcount(frame[F_MASK + suit] & own[suit, partner])
    plain = 0
    for suit in range(4):
        rest[suit] = NOTHING
        mask = frame[F_MASK + suit]
        mine = mask & own[suit, leader]
        if mine == 0:
            continue
        others = mask & ~own[suit, leader]
        winners = mine
        if others:
            from_rank = first[suit, top_bit(others)]
            winners = mine >> from_rank << from_rank
            if winners == 0:
                continue
        count = popcount(winners)
        length_a = popcount(mask & own[suit, a])
        length_b = popcount(mask & own[suit, b])
        length_c = popcount(mask & own[suit, partner])
        if count >= max(length_a, length_b, length_c):
            count = popcount(mine)
        if trump == 1 and suit == 0:
            if count >= max(trumps_a, trumps_b):
                trumpless = True
        elif not trumpless:
            if trumps_a:
                count = min(count, length_a)
            if trumps_b:
                count = min(count, length_b)
        if count == 0:
            continue
        if others:
            while popcount(winners) > count:
                winners &= winners - 1
            rest[suit] = first[suit, low_bit(winners)]
        if trump == 1 and suit == 0:
            total += count
        else:
            plain += count
    if partner_trumps:
        plain = min(plain, partner_plain)
    return min(total + plain, left)


@compiled
def _top_trumps(mask: int, own: Ints, first: Ints, side: int, rest: Ints) -> int:
    """How many tricks a seat of that side takes in any case, with trumps over all of the others'."""
    theirs = mask & (own[0, side ^ 1] | own[0, (side ^ 1) + 2])
    above = mask
    if theirs:
        best = top_bit(theirs)
        above = mask >> (best + 1) << (best + 1)
        # An equal copy is not over it.
        while above and first[0, low_bit(above)] == first[0, best]:
            above &= above - 1
    one, other = above & own[0, side], above & own[0, side + 2]
    if popcount(other) > popcount(one):
        one = other
    rest[0] = first[0, low_bit(one)] if one else NOTHING
    rest[1] = rest[2] = rest[3] = NOTHING
    return popcount(one)


@compiled
def _order(
    frame: Ints,
    own: Ints,
    ranks: Ints,
    joined: Ints,
    trump: int,
    sits_out: int,
    moves: Ints,
    scores: Ints,
) -> int:
    """The moves to try, likely good ones first. One stands for all that are equivalent."""
    seat = frame[F_TURN]
    count = frame[F_COUNT]
    partner = (seat + 2) & 3
    n = 0
    led = frame[F_LED]
    follows = False
    if count > 0:
        follows = frame[F_MASK + led] & own[led, seat] != 0
    # Who is still to play to this trick.
    after_partner = False
    remaining = (4 if sits_out < 0 else 3) - count - 1
    first_opponent, second_opponent = -1, -1
    other = seat
    while remaining > 0:
        other = (other + 1) & 3
        if other == sits_out:
            continue
        if other == partner:
            after_partner = True
        elif first_opponent < 0:
            first_opponent = other
        else:
            second_opponent = other
        remaining -= 1
    best_suit, best_rank = frame[F_BEST_SUIT], frame[F_BEST_RANK]
    partner_wins = count > 0 and (frame[F_BEST_SEAT] ^ seat) & 1 == 0
    for suit in range(4):
        if follows and suit != led:
            continue
        mask = frame[F_MASK + suit]
        mine = mask & own[suit, seat]
        if mine == 0:
            continue
        choices = mine & ~joined[suit, mask]
        if count > 0 and suit == best_suit:
            # The lowest card over the best one is a move of its own.
            above = mine
            while above and ranks[suit, low_bit(above)] <= best_rank:
                above &= above - 1
            if above:
                choices |= above & -above
        length = popcount(mine)
        suit_led = suit if count == 0 else led
        # The best that opponents yet to play can do in the suit led, and whether by ruffing.
        top_opponent, ruffed = -1, False
        for opponent in (first_opponent, second_opponent):
            if opponent < 0:
                continue
            holding = frame[F_MASK + suit_led] & own[suit_led, opponent]
            if holding:
                top_opponent = max(top_opponent, ranks[suit_led, top_bit(holding)])
            elif trump == 1 and suit_led != 0 and frame[F_MASK] & own[0, opponent]:
                ruffed = True
        while choices:
            bit = low_bit(choices)
            choices &= choices - 1
            rank = ranks[suit, bit]
            score = 0
            if count == 0:
                safe = not ruffed and rank >= top_opponent
                if safe:
                    score = 100 + rank
                else:
                    score = 20 - rank
                    if after_partner:
                        holding = mask & own[suit, partner]
                        if holding:
                            if (
                                not ruffed
                                and ranks[suit, top_bit(holding)] > top_opponent
                            ):
                                score = 80 - rank
                        elif (
                            trump == 1 and suit != 0 and frame[F_MASK] & own[0, partner]
                        ):
                            score = 60 - rank
            else:
                wins = False
                if suit == best_suit:
                    wins = rank > best_rank
                elif trump == 1 and suit == 0:
                    wins = True
                if wins:
                    if suit == suit_led:
                        beaten = ruffed or top_opponent > rank
                    else:
                        beaten = ruffed
                    if not beaten:
                        score = 60 - rank if not partner_wins else 40 - rank
                    else:
                        score = 15 - rank
                else:
                    score = 20 - rank
                    if partner_wins:
                        held = best_suit != led or top_opponent <= best_rank
                        if held and not (ruffed and best_suit == led):
                            score = 65 - rank
                    elif after_partner:
                        score = 45 - rank
                    if not follows:
                        score += length
                        if trump == 1 and suit == 0:
                            score -= 10
            if suit * 16 + bit == frame[F_HINT]:
                score = 1000
            # Insert, highest score first.
            k = n
            while k > 0 and scores[k - 1] < score:
                scores[k] = scores[k - 1]
                moves[k] = moves[k - 1]
                k -= 1
            scores[k] = score
            moves[k] = suit * 16 + bit
            n += 1
    return n


@compiled
def _look_up(
    frame: Ints, first: Ints, patterns: Ints, kept: Ints, groups: Ints, rest: Ints
) -> int:
    """What is stored for this position: 1 or 0 for an answer (and what it rests on), else -1.

    Without an answer, the move that was best in a position that looks the same is left in
    the frame's `F_HINT`.
    """
    need = frame[F_NEED]
    p0 = patterns[0, frame[F_MASK]]
    p1 = patterns[1, frame[F_MASK + 1]]
    p2 = patterns[2, frame[F_MASK + 2]]
    p3 = patterns[3, frame[F_MASK + 3]]
    at = groups[frame[F_GROUP], 3]
    for _ in range(CHAIN):
        if at < 0:
            break
        tops = kept[at, KEEP_TOPS]
        if (
            (p0 ^ kept[at, 0]) >> 3 * (14 - (tops & 15)) == 0
            and (p1 ^ kept[at, 1]) >> 3 * (14 - (tops >> 4 & 15)) == 0
            and (p2 ^ kept[at, 2]) >> 3 * (14 - (tops >> 8 & 15)) == 0
            and (p3 ^ kept[at, 3]) >> 3 * (14 - (tops >> 12 & 15)) == 0
        ):
            if kept[at, KEEP_LOW] >= need or kept[at, KEEP_HIGH] < need:
                for suit in range(4):
                    mask = frame[F_MASK + suit]
                    rest[suit] = NOTHING
                    for _top in range(tops >> 4 * suit & 15):
                        rest[suit] = top_bit(mask)
                        mask ^= 1 << rest[suit]
                    if rest[suit] != NOTHING:
                        rest[suit] = first[suit, rest[suit]]
                return 1 if kept[at, KEEP_LOW] >= need else 0
            if frame[F_HINT] < 0:
                # The move is stored as its place from the top of its suit.
                suit = kept[at, KEEP_MOVE] >> 4
                mask = frame[F_MASK + suit]
                for _top in range(kept[at, KEEP_MOVE] & 15):
                    mask ^= 1 << top_bit(mask)
                frame[F_HINT] = suit * 16 + top_bit(mask)
        at = kept[at, KEEP_NEXT]
    return -1


@compiled
def _store(
    frame: Ints,
    move: int,
    answer: bool,
    patterns: Ints,
    kept: Ints,
    groups: Ints,
    state: Ints,
    rest: Ints,
) -> None:
    at = state[S_ENTRIES]
    state[S_ENTRIES] += 1
    tops = 0
    for suit in range(4):
        mask = frame[F_MASK + suit]
        kept[at, suit] = patterns[suit, mask]
        if rest[suit] != NOTHING:
            tops |= popcount(mask >> rest[suit]) << 4 * suit
    kept[at, KEEP_TOPS] = tops
    kept[at, KEEP_LOW] = frame[F_NEED] if answer else 0
    kept[at, KEEP_HIGH] = 99 if answer else frame[F_NEED] - 1
    suit, bit = move >> 4, move & 15
    kept[at, KEEP_MOVE] = suit * 16 + popcount(frame[F_MASK + suit] >> (bit + 1))
    kept[at, KEEP_NEXT] = groups[frame[F_GROUP], 3]
    groups[frame[F_GROUP], 3] = at


@compiled
def _advance(
    frame: Ints,
    below: Ints,
    move: int,
    ranks: Ints,
    first: Ints,
    trump: int,
    sits_out: int,
) -> None:
    """Write into `below` what `frame` becomes by a move."""
    suit, bit = move >> 4, move & 15
    seat, count = frame[F_TURN], frame[F_COUNT]
    rank = ranks[suit, bit]
    below[:] = frame
    below[F_MASK + suit] ^= 1 << bit
    below[F_LENGTHS] -= 1 << 4 * (seat * 4 + suit)
    if count == 0:
        below[F_LED] = suit
        takes = True
        below[F_CONTEST] = 0
    elif suit == frame[F_BEST_SUIT]:
        takes = rank > frame[F_BEST_RANK]
        below[F_CONTEST] = 1
    else:
        takes = trump == 1 and suit == 0
        if takes:
            below[F_CONTEST] = 0
    if takes:
        below[F_BEST_SUIT] = suit
        below[F_BEST_RANK] = rank
        below[F_BEST_FIRST] = first[suit, bit]
        below[F_BEST_SEAT] = seat
    if count + 1 == (4 if sits_out < 0 else 3):
        winner = below[F_BEST_SEAT]
        below[F_TURN] = winner
        below[F_COUNT] = 0
        below[F_LEFT] -= 1
        below[F_NEED] -= (winner & 1) ^ 1
    else:
        below[F_COUNT] = count + 1
        seat = (seat + 1) & 3
        below[F_TURN] = seat if seat != sits_out else (seat + 1) & 3


@compiled
def _bounded(frame: Ints, own: Ints, first: Ints, trump: int, rest: Ints) -> int:
    """At the start of a trick: 1 or 0 when counting sure tricks answers, else -1."""
    need, left = frame[F_NEED], frame[F_LEFT]
    if need <= 0 or need > left:
        rest[:] = NOTHING
        return 1 if need <= 0 else 0
    side = frame[F_TURN] & 1
    sure = _sure_tricks(frame, own, first, trump, rest)
    if side == 0 and sure >= need:
        return 1
    if side == 1 and left - sure < need:
        return 0
    if trump:
        if _top_trumps(frame[F_MASK], own, first, 0, rest) >= need:
            return 1
        if left - _top_trumps(frame[F_MASK], own, first, 1, rest) < need:
            return 0
    return -1


@compiled
def _search(
    frames: Ints,
    own: Ints,
    ranks: Ints,
    first: Ints,
    patterns: Ints,
    joined: Ints,
    trump: int,
    sits_out: int,
    kept: Ints,
    groups: Ints,
    state: Ints,
    moves: Ints,
) -> int:
    """Whether NS take what the first frame needs: 1, 0, or -1 when the limit was reached."""
    seats = 4 if sits_out < 0 else 3
    rest = np.empty(4, dtype=np.int64)
    scores = np.empty(16, dtype=np.int64)
    depth = 0
    going_down = True
    answer = -1
    while True:
        frame = frames[depth]
        if going_down:
            # A position met for the first time on this line.
            answer = -1
            frame[F_HINT] = -1
            if frame[F_COUNT] == 0:
                answer = _bounded(frame, own, first, trump, rest)
                if answer < 0:
                    group = _group(groups, state, frame[F_LENGTHS], frame[F_TURN])
                    if group < 0 or state[S_ENTRIES] >= kept.shape[0] - 64:
                        _forget(state)
                        for upper in range(depth):
                            frames[upper, F_GROUP] = -1
                        group = _group(groups, state, frame[F_LENGTHS], frame[F_TURN])
                    frame[F_GROUP] = group
                    answer = _look_up(frame, first, patterns, kept, groups, rest)
            if answer < 0:
                frame[F_MOVES] = _order(
                    frame, own, ranks, joined, trump, sits_out, moves[depth], scores
                )
                frame[F_AT] = 0
                for suit in range(4):
                    frame[F_REST + suit] = NOTHING
        else:
            # The move of this frame has its answer.
            move = moves[depth, frame[F_AT]]
            suit, bit = move >> 4, move & 15
            if frame[F_COUNT] == seats - 1:
                below = frames[depth + 1]
                if below[F_CONTEST]:
                    won = below[F_BEST_SUIT]
                    rest[won] = min(rest[won], below[F_BEST_FIRST])
            # A move stands for its equivalents: what matters must not cut between them.
            if rest[suit] != NOTHING:
                mask = frame[F_MASK + suit]
                high = bit
                over = (mask & own[suit, frame[F_TURN]]) >> (bit + 1) << (bit + 1)
                while over and joined[suit, mask] >> low_bit(over) & 1:
                    high = low_bit(over)
                    over &= over - 1
                if bit < rest[suit] <= high:
                    rest[suit] = first[suit, bit]
            if answer == (frame[F_TURN] & 1) ^ 1:
                done = True
            else:
                for k in range(4):
                    frame[F_REST + k] = min(frame[F_REST + k], rest[k])
                frame[F_AT] += 1
                done = frame[F_AT] == frame[F_MOVES]
                if done:
                    rest[:] = frame[F_REST : F_REST + 4]
            if not done:
                answer = -1
            elif frame[F_COUNT] == 0 and frame[F_GROUP] >= 0:
                _store(frame, move, answer == 1, patterns, kept, groups, state, rest)
        if answer >= 0:
            if depth == 0:
                return answer
            depth -= 1
            going_down = False
            continue
        state[S_NODES] += 1
        if 0 < state[S_LIMIT] < state[S_NODES]:
            return -1
        move = moves[depth, frame[F_AT]]
        _advance(frame, frames[depth + 1], move, ranks, first, trump, sits_out)
        depth += 1
        going_down = True


@compiled
def solve_position(
    position: Ints, guess: int, kept: Ints, groups: Ints, state: Ints
) -> int:
    """`solve` for compiled code: with the tables of a `Memory`, and -1 at the limit.

    Args:
        guess: the likely answer.
    """
    hands = position[:4].copy()
    sits_out = position[SITS_OUT]
    trump = position[TRUMP]
    if sits_out >= 0:
        hands[sits_out] = 0
    longest = 0
    for suit in range(4):
        n = 0
        for seat in range(4):
            n += size(in_suit(hands[seat], suit))
        longest = max(longest, n)
    ranks = np.zeros((4, 16), dtype=np.int64)
    owners = np.zeros((4, 16), dtype=np.int64)
    first = np.zeros((4, 16), dtype=np.int64)
    patterns = np.empty((4, 1 << longest), dtype=np.int64)
    joined = np.empty((4, 1 << longest), dtype=np.int64)
    _fill_tables(hands, ranks, owners, first, patterns, joined)
    own = np.zeros((4, 4), dtype=np.int64)
    frames = np.zeros((50, F_SIZE), dtype=np.int64)
    moves = np.zeros((50, 16), dtype=np.int64)
    root = np.zeros(F_SIZE, dtype=np.int64)
    for suit in range(4):
        n = 0
        for seat in range(4):
            length = size(in_suit(hands[seat], suit))
            root[F_LENGTHS] += length << 4 * (seat * 4 + suit)
            n += length
        root[F_MASK + suit] = (1 << n) - 1
        for bit in range(n):
            own[suit, owners[suit, bit]] |= 1 << bit
    root[F_TURN] = position[TURN]
    root[F_COUNT] = position[COUNT]
    root[F_LED] = position[LED]
    if position[COUNT] > 0:
        root[F_BEST_SUIT] = position[BEST] >> 3
        root[F_BEST_RANK] = position[BEST] & 7
        root[F_BEST_SEAT] = position[BEST_SEAT]
    root[F_LEFT] = position[LEFT]
    root[F_GROUP] = -1
    _forget(state)
    state[S_NODES] = 0
    low, high = 0, position[LEFT]
    need = min(max(guess, 1), high)
    while low < high:
        frames[0] = root
        frames[0, F_NEED] = need
        answer = _search(
            frames,
            own,
            ranks,
            first,
            patterns,
            joined,
            trump,
            sits_out,
            kept,
            groups,
            state,
            moves,
        )
        if answer < 0:
            return -1
        if answer == 1:
            low = need
            need += 1
        else:
            high = need - 1
            need -= 1
    return low


@compiled
def _played_out(position: Ints) -> int:
    """The tricks that NS still take by the policy: where to start looking."""
    trial = position.copy()
    finish(trial)
    return trial[WON_NS] - position[WON_NS]


def solve(position: Ints, memory: Memory, limit: int = 0) -> int | None:
    """The tricks that NS still take from this position with best play by all.

    The open trick counts for who wins it; tricks won before do not.

    Args:
        position: all hands filled in (of a seat that sits out: none).
        limit: how many cards may be tried; 0 for no limit.

    Returns:
        The number; None when the limit was reached.
    """
    memory.state[S_LIMIT] = limit
    tricks = solve_position(
        position, _played_out(position), memory.kept, memory.groups, memory.state
    )
    return None if tricks < 0 else int(tricks)
