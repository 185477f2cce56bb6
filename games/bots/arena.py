"""A duplicate match between two bots: every deal is played twice with the seats swapped.

Deal (or game) *i*, from 0, has the seed SHA-256(seed followed by the decimal digits of *i*), as in
self-play. Both tables have the same cards and the same dealer. Random numbers that a bot of ours
uses are fixed by what it knows, so the results depend on the seed alone, not on the processes.
"""

from __future__ import annotations

import os
import signal
import sys
from array import array
from contextlib import ExitStack, closing, suppress
from dataclasses import dataclass, field
from functools import partial
from hashlib import sha256
from itertools import count
from math import sqrt
from multiprocessing import connection, get_context
from statistics import median, quantiles
from time import perf_counter
from typing import TYPE_CHECKING, Any, TypeVar, cast

from games.bots.program import TIMEOUT, Fault, seated
from games.bots.protocol import query_rng
from games.bots.table import LONGEST_GAME
from games.engine import scoring
from games.engine.game import Game, settle
from games.engine.hand import format_action
from games.engine.rules import DOUBLE_DECK_52
from games.engine.seats import SEATS, Side
from games.engine.view import seat_view

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterator, Mapping
    from multiprocessing.connection import Connection

    from games.bots.base import Bot
    from games.engine.hand import Hand
    from games.engine.rules import RuleSet
    from games.engine.seats import Seat

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Match:
    """What is played.

    Attributes:
        a, b: the bots, each a registered name or `exec:COMMAND`.
        deals: how many pairs of tables.
        games: whole games to the target instead of single hands from 0–0.
        timeout: seconds that a program may take for an answer.
    """

    a: str
    b: str
    deals: int
    seed: bytes
    games: bool = False
    timeout: float = TIMEOUT
    rules: RuleSet = DOUBLE_DECK_52


@dataclass(slots=True)
class Tally:
    """What one bot did, over all tables."""

    hands: int = 0
    contracts: int = 0
    made: int = 0
    alone: int = 0
    alone_made: int = 0
    #: Milliseconds of every decision that was a choice.
    times: array[float] = field(default_factory=lambda: array("d"))

    def add(self, other: Tally) -> None:
        self.hands += other.hands
        self.contracts += other.contracts
        self.made += other.made
        self.alone += other.alone
        self.alone_made += other.alone_made
        self.times += other.times

    def report(self) -> dict[str, float]:
        """Rates between 0 and 1 (0 when there was no case), and milliseconds."""
        return {
            "bid": _ratio(self.contracts, self.hands),
            "made": _ratio(self.made, self.contracts),
            "alone": _ratio(self.alone, self.hands),
            "alone_made": _ratio(self.alone_made, self.alone),
            "ms_median": round(median(self.times or [0.0]), 3),
            "ms_p95": round(_percentile_95(self.times), 3),
        }


@dataclass(slots=True)
class Pair:
    """One deal or game at both tables.

    Attributes:
        points: those of `a` minus those of `b`.
        hands: played at both tables together.
        won_by_a, finished: of the two games.
        fault: who lost the match here, and why.
    """

    points: int = 0
    hands: int = 0
    won_by_a: int = 0
    finished: int = 0
    tallies: dict[str, Tally] = field(
        default_factory=lambda: {"a": Tally(), "b": Tally()}
    )
    fault: tuple[str, str] | None = None


def play_match(
    match: Match,
    processes: int = 1,
    progress: Callable[[int], None] = lambda done: None,
) -> dict[str, Any]:
    """Play it and sum it up as the object that `manage.py arena` prints.

    A bot's fault ends the match at that deal: what was played before counts, and the result has
    `fault` and `winner`.

    Args:
        processes: how many play at the same time; 1 plays in this process.
        progress: is told the number of pairs done.
    """
    pairs: list[Pair] = []
    for pair in in_processes(partial(_play_every, match), match.deals, processes):
        if pair.fault is not None:
            return _sum_up(match, pairs, pair.fault)
        pairs.append(pair)
        progress(len(pairs))
    return _sum_up(match, pairs, None)


def processes_available() -> int:
    """How many cores this process may use."""
    return (
        len(os.sched_getaffinity(0)) if sys.platform == "linux" else os.cpu_count() or 1
    )


# -- playing ----------------------------------------------------------------------------------


def _play_every(match: Match, first: int, step: int) -> Generator[Pair]:
    """Pairs number `first`, `first + step`, … until a fault."""
    with ExitStack() as stack:
        a = stack.enter_context(seated(match.a, match.timeout))
        b = stack.enter_context(seated(match.b, match.timeout))
        for number in range(first, match.deals, step):
            pair = _play_pair(match, number, a, b)
            yield pair
            if pair.fault is not None:
                return


def _play_pair(
    match: Match, number: int, a: Mapping[Seat, Bot], b: Mapping[Seat, Bot]
) -> Pair:
    seed = sha256(match.seed + str(number).encode()).digest()
    pair = Pair()
    for side_of_a in Side:
        game = Game.start(match.rules, seed)
        labels = {seat: "a" if seat.side is side_of_a else "b" for seat in SEATS}
        bots = {seat: (a if labels[seat] == "a" else b)[seat] for seat in SEATS}
        for hands in count(1):
            try:
                hand = play_hand(game, bots, labels, pair.tallies)
            except Lost as lost:
                pair.fault = lost.label, lost.message
                return pair
            score, winner = settle(game.score, hand)
            pair.points += hand.points[side_of_a] - hand.points[side_of_a.other]
            pair.hands += 1
            _count(hand, labels, pair.tallies)
            if not match.games or hands == LONGEST_GAME:
                break
            if winner is not None:
                pair.finished += 1
                pair.won_by_a += winner is side_of_a
                break
            game = Game(match.rules, seed, game.number, score, hand).next_hand()
    return pair


class Lost(Exception):
    """The bot with this label did what loses the match."""

    def __init__(self, label: str, message: str) -> None:
        super().__init__(message)
        self.label = label
        self.message = message


def play_hand(
    game: Game,
    bots: Mapping[Seat, Bot],
    labels: Mapping[Seat, str],
    tallies: Mapping[str, Tally],
) -> Hand:
    """The hand of `game` to its end.

    Args:
        labels: the name of each seat's bot in `tallies`, where its times are noted.

    Raises:
        Lost: for a fault.
    """
    hand = game.hand
    while (seat := hand.turn) is not None:
        view = seat_view(hand, seat, game.score)
        rng = query_rng(view)
        start = perf_counter()
        try:
            action = bots[seat].choose(view, rng)
        except Fault as fault:
            raise Lost(labels[seat], str(fault)) from None
        except Exception as error:  # noqa: BLE001
            # A bot of ours with a bug loses like any other, but we want to see where.
            sys.excepthook(type(error), error, error.__traceback__)
            raise Lost(labels[seat], f"failed: {error!r}") from None
        spent = perf_counter() - start
        if action not in view.legal:
            message = f"{format_action(action)!r} is not legal"
            raise Lost(labels[seat], message)
        if len(view.legal) > 1:
            tallies[labels[seat]].times.append(spent * 1000)
        hand = hand.apply(action)
    return hand


def _count(
    hand: Hand, labels: Mapping[Seat, str], tallies: Mapping[str, Tally]
) -> None:
    for tally in tallies.values():
        tally.hands += 1
    if (contract := hand.contract) is None:
        return
    tally = tallies[labels[contract.by]]
    made = scoring.is_made(contract, hand.tricks_won)
    tally.contracts += 1
    tally.made += made
    tally.alone += contract.alone
    tally.alone_made += contract.alone and made


# -- several processes ------------------------------------------------------------------------


def in_processes(
    work: Callable[[int, int], Generator[T]], count: int, processes: int
) -> Iterator[T]:
    """What `work` yields for numbers 0 … `count` - 1, in order.

    Args:
        work: of a first number and a step: yields for every such number. It is sent to other
            processes, so it must be a function of a module, or a partial of one.
        processes: *P* of them, process *p* working on *p*, *p* + *P*, …; 1 is this process.
    """
    if processes == 1 or count == 1:
        yield from work(0, 1)
        return
    context = get_context("spawn")
    workers = []
    try:
        for first in range(min(processes, count)):
            receiver, sender = context.Pipe(duplex=False)
            worker = context.Process(
                target=_work,
                args=(work, first, min(processes, count), sender),
                daemon=True,
            )
            worker.start()
            sender.close()
            workers.append((worker, receiver))
        queues: dict[object, list[T]] = {receiver: [] for _, receiver in workers}
        reading = {receiver for _, receiver in workers}
        for number in range(count):
            wanted = workers[number % len(workers)][1]
            while not queues[wanted]:
                if wanted not in reading:
                    raise RuntimeError("a process of the arena ended unexpectedly")
                # Whoever has something is read, so that no process waits for a slower one.
                for receiver in cast("list[Any]", connection.wait(reading)):
                    try:
                        queues[receiver].append(receiver.recv())
                    except EOFError:
                        reading.remove(receiver)
            yield queues[wanted].pop(0)
    finally:
        for worker, receiver in workers:
            worker.terminate()
            worker.join(10)
            worker.kill()
            worker.join()
            receiver.close()


def _work(
    work: Callable[[int, int], Generator[T]],
    first: int,
    step: int,
    sender: Connection,
) -> None:
    # So that being terminated ends the programs too.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    # A broken pipe means that the parent is gone: nobody wants the rest.
    with closing(work(first, step)) as results, suppress(BrokenPipeError):
        for result in results:
            sender.send(result)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)


# -- summing up -------------------------------------------------------------------------------


def _sum_up(
    match: Match, pairs: list[Pair], fault: tuple[str, str] | None
) -> dict[str, Any]:
    tallies = {"a": Tally(), "b": Tally()}
    for pair in pairs:
        for label, tally in tallies.items():
            tally.add(pair.tallies[label])
    games = None
    if match.games:
        games = {
            "won_by_a": sum(pair.won_by_a for pair in pairs),
            "of": sum(pair.finished for pair in pairs),
        }
    result: dict[str, Any] = {
        "a": match.a,
        "b": match.b,
        "deals": len(pairs),
        "points": interval([(pair.points, pair.hands) for pair in pairs]),
        "games": games,
        "bots": {label: tally.report() for label, tally in tallies.items()},
    }
    if fault is not None:
        label, message = fault
        result["winner"] = "b" if label == "a" else "a"
        result["fault"] = {"bot": label, "message": message}
    return result


def interval(units: list[tuple[float, int]]) -> dict[str, float | None]:
    """Mean per hand and its 95 % interval from independent units of (sum, number of hands).

    A unit is a pair of tables with the same cards. With units of different size (games) this is
    the usual estimate for a ratio. With fewer than two units there is no interval.
    """
    n, size = len(units), sum(hands for _, hands in units)
    if not size:
        return {"mean": None, "low": None, "high": None}
    mean = sum(total for total, _ in units) / size
    if n < 2:
        return {"mean": round(mean, 4), "low": None, "high": None}
    squares = sum((total - mean * hands) ** 2 for total, hands in units)
    half = 1.96 * sqrt(squares * n / (n - 1)) / size
    return {
        "mean": round(mean, 4),
        "low": round(mean - half, 4),
        "high": round(mean + half, 4),
    }


def _ratio(part: int, whole: int) -> float:
    return round(part / whole, 4) if whole else 0.0


def _percentile_95(times: array[float]) -> float:
    if len(times) < 2:
        return max(times, default=0.0)
    return quantiles(times, n=20, method="inclusive")[-1]
