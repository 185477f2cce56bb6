"""The game record: a finished game as one JSON object, and the check that it is by the rules.

The format is written down in docs/rules.md. A record replays to the same score with no bot and
no random numbers.
"""

from __future__ import annotations

import reprlib
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from games.engine import ENGINE_VERSION, deals
from games.engine.cards import Card
from games.engine.errors import IllegalAction, NotationError
from games.engine.game import settle
from games.engine.hand import Hand, Trick, parse_action
from games.engine.reading import Shapes
from games.engine.rules import RULE_SETS, RuleSet
from games.engine.seats import SEATS, Seat, Side

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from games.engine.auction import Contract
    from games.engine.scoring import Pair

FORMAT = "bideuchre-record/1"


class RecordError(ValueError):
    """A record that is malformed or not by the rules; the message names the hand and the step."""


_shapes = Shapes(RecordError)
_object, _list, _text = _shapes.as_object, _shapes.as_list, _shapes.as_text


def write_record(
    rules: RuleSet,
    seed: bytes,
    players: Mapping[Seat, str],
    hands: Sequence[Hand],
    engine: str = ENGINE_VERSION,
) -> dict[str, Any]:
    """The record of a game from its finished hands, in order.

    Args:
        players: who sat in each seat: "human", or a bot's name and version.
        engine: the engine version that the hands were played under.
    """
    score: Pair = (0, 0)
    winner: Side | None = None
    entries = []
    for hand in hands:
        score, winner = settle(score, hand)
        entries.append(_write_hand(hand, score))
    return {
        "format": FORMAT,
        "rules": rules.name,
        "seed": seed.hex(),
        "engine": engine,
        "players": {seat.name: players[seat] for seat in SEATS},
        "hands": entries,
        "winner": None if winner is None else winner.name,
    }


def _write_hand(hand: Hand, score: Pair) -> dict[str, Any]:
    entry: dict[str, Any] = {
        "dealer": hand.dealer.name,
        "deal": {seat.name: _texts(hand.deal[seat]) for seat in SEATS},
        "auction": [[seat.name, str(call)] for seat, call in hand.calls],
        "contract": _write_contract(hand.contract),
    }
    if hand.discarded is not None and hand.passed is not None:
        entry["exchange"] = {
            "discarded": _texts(hand.discarded),
            "passed": _texts(hand.passed),
        }
    entry["tricks"] = [_write_trick(trick) for trick in hand.tricks]
    entry["tricks_won"] = _write_pair(hand.tricks_won)
    entry["points"] = _write_pair(hand.points)
    entry["score"] = _write_pair(score)
    return entry


def _write_contract(contract: Contract | None) -> dict[str, Any] | None:
    if contract is None:
        return None
    return {
        "by": contract.by.name,
        "tricks": contract.tricks,
        "trump": contract.trump.name,
        "alone": contract.alone,
    }


def _write_trick(trick: Trick) -> dict[str, Any]:
    return {"leader": trick.leader.name, "cards": _texts(trick.cards)}


def _write_pair(pair: Pair) -> dict[str, int]:
    return {side.name: pair[side] for side in Side}


def _texts(cards: Sequence[Card]) -> list[str]:
    return [card.text for card in cards]


@dataclass(frozen=True, slots=True)
class Checked:
    """What a record that is by the rules comes to."""

    hands: tuple[Hand, ...]
    score: Pair
    winner: Side | None


def check_record(record: object) -> Checked:
    """Replay a record and compare every value it states.

    Raises:
        RecordError: naming the first hand and step that is not by the rules.
    """
    top = _object(record, "the record")
    if top.get("format") != FORMAT:
        raise RecordError(f"the format is not {FORMAT!r}")
    rules_name = top.get("rules")
    rules = RULE_SETS.get(rules_name) if isinstance(rules_name, str) else None
    if rules is None:
        raise RecordError(f"unknown rules {rules_name!r:.40}")
    try:
        seed = deals.parse_seed(_text(top.get("seed"), "the seed"))
    except NotationError as error:
        raise RecordError(str(error)) from None
    _text(top.get("engine"), "the engine version")
    players = _object(top.get("players"), "the players")
    for seat in SEATS:
        _text(players.get(seat.name), f"the player {seat.name}")

    hands: list[Hand] = []
    score: Pair = (0, 0)
    winner: Side | None = None
    for number, entry in enumerate(_list(top.get("hands"), "the hands"), start=1):
        where = f"hand {number}"
        if winner is not None:
            raise RecordError(f"{where}: the game was already won")
        hand = _check_hand(_object(entry, where), rules, seed, number)
        score, winner = settle(score, hand)
        _expect(entry.get("score"), _write_pair(score), f"{where}: the score")
        hands.append(hand)
    _expect(top.get("winner"), None if winner is None else winner.name, "the winner")
    return Checked(tuple(hands), score, winner)


def _check_hand(
    entry: dict[str, Any], rules: RuleSet, seed: bytes, number: int
) -> Hand:
    where = f"hand {number}"
    dealer = deals.dealer(seed, number)
    _expect(entry.get("dealer"), dealer.name, f"{where}: the dealer")
    hand = Hand.start(rules, dealer, deals.deal(rules, seed, number))
    stated = _object(entry.get("deal"), f"{where}: the deal")
    for seat in SEATS:
        cards = _read_cards(stated.get(seat.name), f"{where}: the deal to {seat.name}")
        if tuple(sorted(cards)) != hand.deal[seat]:
            raise RecordError(
                f"{where}: the deal to {seat.name} is not that of the seed"
            )

    for step, by, text in _steps(entry, hand, where):
        if hand.is_over:
            raise RecordError(f"{where}, {step}: the hand is already over")
        try:
            hand = hand.apply(parse_action(text, hand.phase), by=by)
        except NotationError as error:
            raise RecordError(f"{where}, {step}: {error}") from None
        except IllegalAction as error:
            raise RecordError(
                f"{where}, {step}: {text!r:.40} is not legal ({error.refusal.reason})"
            ) from None
    if not hand.is_over:
        raise RecordError(f"{where}: the hand is not finished")

    _expect(
        entry.get("contract"), _write_contract(hand.contract), f"{where}: the contract"
    )
    exchange = entry.get("exchange")
    if hand.discarded is None and exchange is not None:
        raise RecordError(f"{where}: an exchange, but nobody went alone")
    # Without this, the exchange could stand among the calls, where its turn would come too.
    if hand.discarded is not None and exchange is None:
        raise RecordError(f"{where}: alone, but no exchange is stated")
    tricks = _list(entry.get("tricks"), f"{where}: the tricks")
    for trick_number, (given, trick) in enumerate(
        zip(tricks, hand.tricks, strict=False), start=1
    ):
        _expect(given, _write_trick(trick), f"{where}, trick {trick_number}")
    _expect(len(tricks), len(hand.tricks), f"{where}: the number of tricks")
    _expect(
        entry.get("tricks_won"),
        _write_pair(hand.tricks_won),
        f"{where}: the tricks won",
    )
    _expect(entry.get("points"), _write_pair(hand.points), f"{where}: the points")
    return hand


def _steps(
    entry: dict[str, Any], start: Hand, where: str
) -> Iterator[tuple[str, Seat | None, str]]:
    """The actions of a recorded hand in order: a name for the step, who acted, the notation."""
    for i, call in enumerate(
        _list(entry.get("auction"), f"{where}: the auction"), start=1
    ):
        step = f"call {i}"
        if not (isinstance(call, list) and len(call) == 2):
            raise RecordError(f"{where}, {step}: not a pair of seat and call")
        yield (
            step,
            _read_seat(call[0], f"{where}, {step}"),
            _text(call[1], f"{where}, {step}"),
        )
    if (exchange := entry.get("exchange")) is not None:
        exchanged = _object(exchange, f"{where}: the exchange")
        for key in ("discarded", "passed"):
            cards = _read_cards(exchanged.get(key), f"{where}: the cards {key}")
            yield f"cards {key}", None, " ".join(card.text for card in cards)
    for i, trick in enumerate(
        _list(entry.get("tricks"), f"{where}: the tricks"), start=1
    ):
        given = _object(trick, f"{where}, trick {i}")
        leader = _read_seat(given.get("leader"), f"{where}, trick {i}")
        cards = _list(given.get("cards"), f"{where}, trick {i}: the cards")
        for j, card in enumerate(cards, start=1):
            step = f"trick {i}, card {j}"
            # Only the leader is stated; who follows is by the rules.
            yield step, leader if j == 1 else None, _text(card, f"{where}, {step}")


def _read_seat(value: object, where: str) -> Seat:
    try:
        return Seat.parse(_text(value, where))
    except NotationError as error:
        raise RecordError(f"{where}: {error}") from None


def _read_cards(value: object, where: str) -> list[Card]:
    try:
        return [Card.parse(_text(card, where)) for card in _list(value, where)]
    except NotationError as error:
        raise RecordError(f"{where}: {error}") from None


def _expect(given: object, right: object, where: str) -> None:
    if not _is_same(given, right):
        # reprlib, since a value nested deep enough has no repr.
        stated = reprlib.repr(given)
        raise RecordError(f"{where}: {stated:.80} is stated, {right!r} is right")


def _is_same(given: object, right: object) -> bool:
    """Whether two JSON values are equal: 1 is not true nor 1.0, and the order of keys is nothing."""
    if type(given) is not type(right):
        return False
    if isinstance(given, dict) and isinstance(right, dict):
        return given.keys() == right.keys() and all(
            _is_same(given[key], right[key]) for key in right
        )
    if isinstance(given, list) and isinstance(right, list):
        return len(given) == len(right) and all(map(_is_same, given, right))
    return given == right
