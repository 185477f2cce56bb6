"""The bot protocol: what a seat may know as one JSON object, and the answer as another.

A query is read by replaying it with the rules engine on a table where the other seats hold just
what they have shown. So a query that could not come from a real hand is refused, and the view
comes from the same `seat_view` as in a game.
"""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace
from hashlib import sha256
from random import Random
from typing import TYPE_CHECKING, Any, cast

from games.engine.auction import parse_call
from games.engine.cards import CARDS, Card
from games.engine.errors import IllegalAction, NotationError
from games.engine.hand import Hand, Phase
from games.engine.reading import Shapes
from games.engine.rules import RULE_SETS, RuleSet
from games.engine.seats import SEATS, Seat, Side
from games.engine.view import SeatView, seat_view

if TYPE_CHECKING:
    from collections.abc import Iterable

    from games.engine.hand import Action, CardSet
    from games.engine.scoring import Pair

#: What is asked, by its name in the protocol, and the key of the answer.
_ASKED = {
    phase.value: phase for phase in (Phase.CALL, Phase.DISCARD, Phase.GIVE, Phase.PLAY)
}


class ProtocolError(ValueError):
    """A query or an answer that the protocol does not allow; the message says why."""


_shapes = Shapes(ProtocolError)
_object, _list, _text = _shapes.as_object, _shapes.as_list, _shapes.as_text


# -- queries ----------------------------------------------------------------------------------


def write_query(view: SeatView) -> dict[str, Any]:
    """What the seat of `view`, whose turn it is, gets to know.

    Every key is always there: `give` is 0, `discarded` and `legal` are empty where they say nothing.
    How many cards a lone player exchanged is told to the two who took part, not to the defenders.
    """
    contract = view.contract
    tricks = [
        {"leader": trick.leader.name, "cards": _texts(trick.cards)}
        for trick in view.tricks
    ]
    if view.table:
        cards = _texts(card for _, card in view.table)
        tricks.append({"leader": view.table[0][0].name, "cards": cards})
    legal: list[str] = []
    if view.phase in (Phase.CALL, Phase.PLAY):
        legal = [str(action) for action in view.legal]
    return {
        "ask": view.phase.value,
        "seat": view.seat.name,
        "dealer": view.dealer.name,
        "score": {side.name: view.score[side] for side in Side},
        "target": view.rules.target,
        "hand": _texts(view.hand),
        "auction": [[seat.name, str(call)] for seat, call in view.auction],
        "contract": contract
        and {
            "by": contract.by.name,
            "tricks": contract.tricks,
            "trump": contract.trump.name,
            "alone": contract.alone,
        },
        "discarded": _texts(view.discarded or ()),
        "give": (view.exchanged or 0) if view.phase is Phase.GIVE else 0,
        "tricks": tricks,
        "legal": legal,
    }


def read_query(query: object) -> SeatView:
    """The view that a query describes.

    `exchanged` is None for the defenders against a lone hand: the protocol does not tell them.
    Unknown keys are ignored; `discarded`, `give`, `contract` and `legal` may be left out where
    they follow from the rest or say nothing.

    Raises:
        ProtocolError: for a query that could not come from a hand by the rules.
    """
    asked = _object(query, "the query")
    phase = _ASKED.get(_text(asked.get("ask"), "ask"))
    if phase is None:
        raise ProtocolError(f"ask: not one of {', '.join(_ASKED)}")
    try:
        view = seat_view(
            _replay(asked, phase), Seat.parse(asked["seat"]), _score(asked.get("score"))
        )
    except NotationError as error:
        raise ProtocolError(str(error)) from None
    except IllegalAction as error:
        raise ProtocolError(f"not by the rules: {error.refusal.reason.value}") from None
    if view.phase is not phase or view.turn is not view.seat:
        raise ProtocolError(f"{view.seat.name} is not to {phase.value} now")
    if view.phase is Phase.PLAY and view.discarded is None:
        view = replace(view, exchanged=None)
    _compare(asked, write_query(view))
    return view


def _replay(query: dict[str, Any], phase: Phase) -> Hand:
    """A hand that looks to the asked seat as the query says."""
    rules = _rules(query.get("target"))
    seat = Seat.parse(_text(query.get("seat"), "seat"))
    discarded = _cards(query.get("discarded") or [], "discarded")
    tricks = [
        (
            Seat.parse(_text(_object(trick, "a trick").get("leader"), "the leader")),
            _cards(trick.get("cards"), "a trick"),
        )
        for trick in _list(query.get("tricks"), "tricks")
    ]
    hand = _auction(query, rules)
    contract = hand.contract
    shown = _shown(tricks, contract.sits_out if contract else None)
    shown[seat] += _cards(query.get("hand"), "hand")
    if len(shown[seat]) != rules.cards_per_hand:
        raise ProtocolError(f"hand: {seat.name} does not come to the right number")
    seen = Counter([*discarded, *(card for cards in shown.values() for card in cards)])
    if any(count > rules.copies for count in seen.values()):
        raise ProtocolError(f"more than {rules.copies} copies of a card")

    if contract is None or not contract.alone or phase is Phase.DISCARD:
        return _with_tricks(_holding(hand, shown), tricks)
    bidder = contract.by
    if discarded and seat is not bidder:
        raise ProtocolError("discarded: only the lone player knows it")
    if phase is Phase.GIVE:
        count = query.get("give")
        if type(count) is not int or not 0 <= count <= rules.maximum_exchange:
            raise ProtocolError("give: not a number of cards that may be exchanged")
        # The giver does not see what was discarded, so any cards will do.
        discarded = [card for card in CARDS if not seen[card]][:count]
        shown[bidder] += discarded
        return _holding(hand, shown).apply(tuple(sorted(discarded)))
    # Which cards came from the partner makes no difference now.
    given = shown[bidder][: len(discarded)]
    del shown[bidder][: len(discarded)]
    shown[bidder] += discarded
    shown[bidder.partner] += given
    hand = _holding(hand, shown).apply(tuple(sorted(discarded)))
    return _with_tricks(hand.apply(tuple(sorted(given))), tricks)


def _auction(query: dict[str, Any], rules: RuleSet) -> Hand:
    """The hand after the calls of the query. These need no cards."""
    dealer = Seat.parse(_text(query.get("dealer"), "dealer"))
    hand = Hand.start(rules, dealer, ((), (), (), ()))
    for entry in _list(query.get("auction"), "auction"):
        if not (isinstance(entry, list) and len(entry) == 2):
            raise ProtocolError("auction: not pairs of seat and call")
        by, call = (_text(word, "auction") for word in entry)
        hand = hand.apply(parse_call(call), by=Seat.parse(by))
    return hand


def _shown(
    tricks: list[tuple[Seat, list[Card]]], sits_out: Seat | None
) -> dict[Seat, list[Card]]:
    """The cards that each seat has played."""
    shown: dict[Seat, list[Card]] = {seat: [] for seat in SEATS}
    for leader, cards in tricks:
        player = leader
        for card in cards:
            shown[player].append(card)
            player = player.left.left if player.left is sits_out else player.left
    return shown


def _holding(hand: Hand, cards: dict[Seat, list[Card]]) -> Hand:
    north, east, south, west = (tuple(sorted(cards[seat])) for seat in SEATS)
    deal = (north, east, south, west)
    return replace(hand, deal=deal, holdings=deal)


def _with_tricks(hand: Hand, tricks: list[tuple[Seat, list[Card]]]) -> Hand:
    for leader, cards in tricks:
        if hand.table:
            raise ProtocolError("tricks: only the last one may be open")
        if not cards:
            raise ProtocolError("tricks: one without a card")
        for place, card in enumerate(cards):
            if place and not hand.table:
                raise ProtocolError("tricks: one with too many cards")
            hand = hand.apply(card, by=None if place else leader)
    return hand


def _compare(stated: dict[str, Any], right: dict[str, Any]) -> None:
    """Refuse a query that says something else than what follows from the rest of it."""
    for key in ("contract", "give", "discarded", "legal"):
        given, value = stated.get(key), right[key]
        if given is None:
            continue
        if key in ("discarded", "legal"):
            given, value = (
                sorted(map(repr, _list(given, key))),
                sorted(map(repr, value)),
            )
        # As JSON, so that 1 and true do not pass for each other.
        if json.dumps(given, sort_keys=True) != json.dumps(value, sort_keys=True):
            raise ProtocolError(
                f"{key}: {given!s:.80} is stated, {value!s:.80} is right"
            )


def _rules(target: object) -> RuleSet:
    for rules in RULE_SETS.values():
        if type(target) is int and target == rules.target:
            return rules
    raise ProtocolError(f"target: no rules that we know are played to {target!r:.20}")


def _score(value: object) -> Pair:
    score = _object(value, "score")
    points = tuple(score.get(side.name) for side in Side)
    if any(type(number) is not int for number in points):
        raise ProtocolError("score: not a whole number for each side")
    return cast("Pair", points)


def query_rng(view: SeatView) -> Random:
    """Random numbers fixed by what a query says.

    They make a bot that is asked through the protocol decide as the same bot asked directly.
    """
    text = json.dumps(write_query(view), sort_keys=True)
    return Random(sha256(text.encode()).digest())


# -- answers ----------------------------------------------------------------------------------


def write_answer(phase: Phase, action: Action) -> dict[str, Any]:
    """The answer that takes `action` when asked for what `phase` wants."""
    if isinstance(action, tuple):
        return {phase.value: _texts(action)}
    return {phase.value: str(action)}


def read_answer(answer: object, view: SeatView) -> Action:
    """The legal action that an answer to the query of `view` names.

    Raises:
        ProtocolError: for anything else.
    """
    key = view.phase.value
    value = _object(answer, "the answer").get(key)
    if value is None:
        raise ProtocolError(f"the answer has no {key!r}")
    action: Action
    try:
        if view.phase is Phase.CALL:
            action = parse_call(_text(value, key))
        elif view.phase is Phase.PLAY:
            action = Card.parse(_text(value, key))
        else:
            action = _card_set(value, key)
    except NotationError as error:
        raise ProtocolError(str(error)) from None
    if action not in view.legal:
        raise ProtocolError(f"{value!r:.40} is not legal")
    return action


def parse_line(line: bytes) -> object:
    """The JSON value of a line.

    Raises:
        ProtocolError: when it is none.
    """
    try:
        return json.loads(line)
    # UnicodeDecodeError and JSONDecodeError are ValueErrors; deep nesting is a RecursionError.
    except (ValueError, RecursionError):
        raise ProtocolError(f"not JSON: {line[:60]!r}") from None


# -- shapes -----------------------------------------------------------------------------------


def _texts(cards: Iterable[Card]) -> list[str]:
    return [card.text for card in cards]


def _card_set(value: object, where: str) -> CardSet:
    return tuple(sorted(_cards(value, where)))


def _cards(value: object, where: str) -> list[Card]:
    return [Card.parse(_text(card, where)) for card in _list(value, where)]
