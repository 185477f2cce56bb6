"""How much of what seeing all cards would gain a player gains by thinking: the headroom.

Everybody bids and exchanges as the rule bot does, so a deal has the same contract at every table
and only the play of the cards differs. A player takes the seats of one side and then those of the
other, the rule bot the rest: what it gains is what it scores above the rule bot in its seats.

The player that sees all cards is no `Bot`: it is handed the whole hand, which never happens to
a seat at a table.
"""

from __future__ import annotations

from functools import partial
from hashlib import sha256
from typing import TYPE_CHECKING, cast

from games.bots.arena import in_processes, interval
from games.bots.core import CARD_OF, WON_NS, encode, play
from games.bots.player import utility
from games.bots.policy import choose, finish
from games.bots.protocol import query_rng
from games.bots.registry import get_bot
from games.bots.rule import RuleBot
from games.bots.search import candidates, position_of
from games.bots.solver import Memory, solve
from games.engine.game import Game
from games.engine.hand import Phase
from games.engine.rules import DOUBLE_DECK_52
from games.engine.seats import SEATS, Side
from games.engine.view import seat_view

if TYPE_CHECKING:
    from collections.abc import Callable, Generator

    from games.bots.base import Bot
    from games.bots.core import Ints
    from games.engine.cards import Card
    from games.engine.hand import Hand

    #: The card that somebody plays for the seat to act.
    Play = Callable[[Hand], Card]

#: Cards that one solution may try. With ten cards left it hardly ever takes more; positions that do
#: are played out by the policy.
NODES = 300_000

SCORE = (0, 0)


def measure(
    bot: str,
    deals: int,
    seed: bytes,
    processes: int = 1,
    progress: Callable[[int], None] = lambda done: None,
) -> dict[str, dict[str, float | None]]:
    """What `bot` gains over the rule bot, and what seeing all cards gains. The deals are the arena's.

    Returns:
        `player`, `seeing`: points a deal at one table, above the rule bot; `share`: the first
        as a part of the second. Each with its 95 % interval.
    """
    gains: list[tuple[float, int]] = []
    for gain in in_processes(partial(_play_every, bot, deals, seed), deals, processes):
        gains.append(gain)
        progress(len(gains))
    return {
        "player": interval([(gain, len(Side)) for gain, _ in gains]),
        "seeing": interval([(gain, len(Side)) for _, gain in gains]),
        "share": interval(gains),
    }


def _play_every(
    bot: str, deals: int, seed: bytes, first: int, step: int
) -> Generator[tuple[int, int]]:
    rule = play_of(RuleBot())
    players = (play_of(get_bot(bot)), Seeing().card)
    for number in range(first, deals, step):
        hand = _bid(sha256(seed + str(number).encode()).digest())
        player, seeing = (
            _points(hand, each, rule) - _points(hand, rule, each) for each in players
        )
        yield player, seeing


def _bid(seed: bytes) -> Hand:
    """The first hand of a game when it comes to the play, or is thrown in."""
    hand = Game.start(DOUBLE_DECK_52, seed).hand
    bot = RuleBot()
    while hand.turn is not None and hand.phase is not Phase.PLAY:
        view = seat_view(hand, hand.turn, SCORE)
        hand = hand.apply(bot.choose(view, query_rng(view)))
    return hand


def _points(hand: Hand, ns: Play, ew: Play) -> int:
    """The points of NS less those of EW, with these at play."""
    while hand.turn is not None:
        hand = hand.apply((ns if hand.turn.side is Side.NS else ew)(hand))
    return hand.points[Side.NS] - hand.points[Side.EW]


def play_of(bot: Bot) -> Play:
    """A bot's play, from what its seat may know."""

    def card(hand: Hand) -> Card:
        assert hand.turn is not None
        view = seat_view(hand, hand.turn, SCORE)
        return cast("Card", bot.choose(view, query_rng(view)))

    return card


def open_position(hand: Hand) -> Ints:
    """A moment of the play as `core` has it, with everybody's cards."""
    assert hand.turn is not None
    assert hand.contract is not None
    position, _, _ = position_of(seat_view(hand, hand.turn, SCORE))
    for seat in SEATS:
        held = () if seat is hand.contract.sits_out else hand.holdings[seat]
        position[seat] = encode(held, hand.contract.trump)
    return position


class Seeing:
    """Who sees all cards: solves what can be solved, and plays out the rest by the policy."""

    def __init__(self) -> None:
        self._memory = Memory()

    def card(self, hand: Hand) -> Card:
        """The best card for the seat to act: by what is solved, then by what is played out."""
        assert hand.turn is not None
        assert hand.contract is not None
        names = CARD_OF[hand.contract.trump]
        position = open_position(hand)
        natural = choose(position)
        tried = candidates(position) | 1 << 2 * natural
        codes = [code for code in range(32) if tried >> 2 * code & 3]
        if len(codes) == 1:
            return names[natural]
        worth = utility(seat_view(hand, hand.turn, SCORE))
        solved = self._solved(position, codes)

        def merit(code: int) -> tuple[float, float, bool]:
            exact = worth[solved[code]] if solved else 0.0
            return exact, worth[_played_out(position, code)], code == natural

        return names[max(codes, key=merit)]

    def _solved(self, position: Ints, codes: list[int]) -> dict[int, int]:
        """The tricks that NS take after each card with best play; none if that is too much work."""
        found: dict[int, int] = {}
        for code in codes:
            trial = position.copy()
            play(trial, code)
            tricks = solve(trial, self._memory, NODES)
            if tricks is None:
                return {}
            found[code] = tricks + int(trial[WON_NS])
        return found


def _played_out(position: Ints, code: int) -> int:
    """The tricks that NS take after a card when everybody plays on by the policy."""
    trial = position.copy()
    play(trial, code)
    finish(trial)
    return int(trial[WON_NS])
