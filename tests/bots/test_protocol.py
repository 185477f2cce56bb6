"""The bot protocol: round trips over whole hands, and queries and answers that must be refused."""

from __future__ import annotations

import json
import random
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

from games.bots.protocol import (
    ProtocolError,
    parse_line,
    query_rng,
    read_answer,
    read_query,
    write_answer,
    write_query,
)
from games.bots.registry import get_bot
from games.engine.auction import Alone, Bid
from games.engine.game import deal_hand
from games.engine.hand import Hand, Phase
from games.engine.rules import DOUBLE_DECK_52
from games.engine.seats import SEATS
from games.engine.view import seat_view

if TYPE_CHECKING:
    from collections.abc import Iterator

    from games.engine.view import SeatView


def random_hands(seed: int, count: int) -> Iterator[Hand]:
    """Every moment of hands with random legal actions, one in three of them alone."""
    rng = random.Random(seed)
    for number in range(1, count + 1):
        hand = deal_hand(DOUBLE_DECK_52, seed.to_bytes(4, "big"), number)
        kind: type[Bid | Alone] = Alone if number % 3 == 0 else Bid
        while not hand.is_over:
            yield hand
            legal = hand.legal_actions()
            likely = [action for action in legal if isinstance(action, kind)]
            wanted = likely and (len(hand.calls) > 1 or rng.random() < 0.5)
            hand = hand.apply(rng.choice(likely if wanted else legal))


def views(seed: int, count: int) -> Iterator[SeatView]:
    for hand in random_hands(seed, count):
        assert hand.turn is not None
        yield seat_view(hand, hand.turn, (hand.dealer * 7 - 20, 51))


def query_of(
    phase: Phase, *, alone: bool = False, open_trick: bool = False
) -> dict[str, Any]:
    """Some query of this kind."""
    for view in views(3, 60):
        lone = view.contract is not None and view.contract.alone
        if (
            view.phase is phase
            and lone == alone
            and (bool(view.table) or not open_trick)
        ):
            return write_query(view)
    raise AssertionError("no such query")


def test_a_view_survives_the_protocol() -> None:
    seen = set()
    for view in views(1, 60):
        line = json.dumps(write_query(view)).encode()
        back = read_query(parse_line(line))
        told = replace(view, exchanged=back.exchanged)
        assert back == told
        if view.discarded is not None or view.phase is Phase.GIVE:
            assert back.exchanged == view.exchanged
        seen.add((view.phase, view.contract is not None and view.contract.alone))
    assert seen == {
        (Phase.CALL, False),
        (Phase.DISCARD, True),
        (Phase.GIVE, True),
        (Phase.PLAY, False),
        (Phase.PLAY, True),
    }


def test_every_answer_survives_the_protocol() -> None:
    for view in views(2, 12):
        for action in view.legal:
            line = json.dumps(write_answer(view.phase, action)).encode()
            assert read_answer(parse_line(line), view) == action


def test_an_exchange_may_be_answered_in_any_order() -> None:
    view = next(view for view in views(1, 60) if view.phase is Phase.DISCARD)
    cards = [card.text for card in reversed(view.hand[:3])]
    assert read_answer({"discard": cards}, view) == view.hand[:3]


def test_a_bot_decides_the_same_from_the_query_as_from_the_view() -> None:
    bot = get_bot("rule")
    for view in views(4, 15):
        back = read_query(write_query(view))
        assert bot.choose(back, query_rng(back)) == bot.choose(view, query_rng(view))


def test_cards_that_a_seat_cannot_see_change_nothing() -> None:
    rng = random.Random(5)
    for number in range(1, 10):
        hand = deal_hand(DOUBLE_DECK_52, b"x", number)
        seat = hand.dealer.left
        others = [
            card for each in SEATS if each is not seat for card in hand.deal[each]
        ]
        rng.shuffle(others)
        deal = list(hand.deal)
        for i, each in enumerate(
            seat for seat in SEATS if seat is not hand.dealer.left
        ):
            deal[each] = tuple(sorted(others[12 * i : 12 * i + 12]))
        shuffled = Hand.start(DOUBLE_DECK_52, hand.dealer, tuple(deal))  # type: ignore[arg-type]
        assert write_query(seat_view(shuffled, seat, (0, 0))) == write_query(
            seat_view(hand, seat, (0, 0))
        )


def test_what_says_nothing_may_be_left_out() -> None:
    for view in views(6, 9):
        query = write_query(view)
        full = read_query(query)
        for key in (
            "contract",
            "legal",
            *(("give",) if view.phase is not Phase.GIVE else ()),
        ):
            del query[key]
        if not query["discarded"]:
            del query["discarded"]
        assert read_query(query) == full


def changed(query: dict[str, Any], **fields: object) -> dict[str, Any]:
    return {**query, **fields}


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"ask": "sing"}, "ask: not one of"),
        ({"ask": None}, "ask: not a text"),
        ({"ask": "give"}, "is not to"),
        ({"seat": "X"}, "not a seat"),
        ({"seat": ["N"]}, "seat: not a text"),
        ({"dealer": "Q"}, "not a seat"),
        ({"target": 53}, "target"),
        ({"target": "52"}, "target"),
        ({"score": {"NS": 1}}, "score"),
        ({"score": {"NS": True, "EW": 0}}, "score"),
        ({"score": [0, 0]}, "score"),
        ({"hand": "AS"}, "hand: not a JSON list"),
        ({"hand": ["AS"] * 12}, "copies"),
        ({"hand": ["AS", "XX"]}, "not a card"),
        ({"hand": []}, "right number"),
        ({"auction": [["N"]]}, "auction"),
        ({"auction": [["N", "pass"]] * 5}, "not by the rules"),
        ({"auction": [["N", "13S"]]}, "not by the rules"),
        ({"legal": ["pass"]}, "legal"),
        (
            {"contract": {"by": "N", "tricks": 5, "trump": "S", "alone": False}},
            "contract",
        ),
        (
            {"tricks": [{"leader": "E", "cards": ["AS"]}]},
            "right number|not by the rules",
        ),
        ({"tricks": {}}, "tricks"),
        ({"give": 2}, "give"),
        ({"discarded": ["AS"]}, "discarded"),
    ],
)
def test_a_query_to_call_that_cannot_be_is_refused(
    fields: dict[str, object], message: str
) -> None:
    with pytest.raises(ProtocolError, match=message):
        read_query(changed(query_of(Phase.CALL), **fields))


@pytest.mark.parametrize("query", [None, 3, "ask", [], {}, [{}]])
def test_what_is_no_query_is_refused(query: object) -> None:
    with pytest.raises(ProtocolError):
        read_query(query)


def test_a_play_out_of_turn_or_against_the_rules_is_refused() -> None:
    query = query_of(Phase.PLAY, open_trick=True)
    *complete, open_trick = query["tricks"]
    with pytest.raises(ProtocolError):
        read_query(changed(query, seat=open_trick["leader"]))
    with pytest.raises(ProtocolError):
        read_query(changed(query, tricks=[*complete, {**open_trick, "cards": []}]))
    with pytest.raises(ProtocolError):
        read_query(changed(query, tricks=[open_trick, open_trick]))
    with pytest.raises(ProtocolError, match="legal"):
        read_query(changed(query, legal=[*query["legal"], "pass"]))


def test_a_revoke_in_the_tricks_is_refused() -> None:
    view = next(v for v in views(7, 9) if v.phase is Phase.PLAY and len(v.tricks) == 2)
    query = write_query(view)
    revoked = 0
    for number, trick in enumerate(query["tricks"][:2]):
        for place in range(1, 4):
            for other in range(4):
                tricks = json.loads(json.dumps(query["tricks"]))
                cards, later = tricks[number]["cards"], tricks[1 - number]["cards"]
                cards[place], later[other] = later[other], cards[place]
                try:
                    read_query(changed(query, tricks=tricks))
                except ProtocolError:
                    revoked += 1
        assert trick == query["tricks"][number]
    assert revoked


def test_only_the_lone_player_may_know_the_discards() -> None:
    query = query_of(Phase.PLAY, alone=True)
    lone = query["contract"]["by"]
    for view in views(3, 60):
        if view.phase is Phase.PLAY and view.contract and view.contract.alone:
            query = write_query(view)
            if query["seat"] != lone and query["contract"]["by"] == lone:
                with pytest.raises(ProtocolError, match="discarded"):
                    read_query(changed(query, discarded=["AS"]))
                return
    raise AssertionError("no defender was asked")


@pytest.mark.parametrize(
    "answer",
    [
        None,
        "pass",
        ["pass"],
        {},
        {"call": None},
        {"call": 7},
        {"call": ["pass"]},
        {"call": "0S"},
        {"call": "13S"},
        {"call": "pass\n"},
        {"call": "PASS"},
        {"play": "AS"},
        {"discard": []},
    ],
)
def test_an_answer_to_a_call_that_is_not_legal_is_refused(answer: object) -> None:
    view = read_query(query_of(Phase.CALL))
    with pytest.raises(ProtocolError):
        read_answer(answer, view)


def test_a_card_not_in_hand_or_twice_is_refused() -> None:
    view = read_query(query_of(Phase.PLAY))
    foreign = next(
        c
        for c in ("AS", "KS", "QS", "JS", "TS", "9S", "AH")
        if c not in map(str, view.hand)
    )
    with pytest.raises(ProtocolError, match="not legal"):
        read_answer({"play": foreign}, view)
    view = read_query(query_of(Phase.DISCARD, alone=True))
    single = next(c for c in view.hand if view.hand.count(c) == 1)
    for cards in (
        [single.text] * 2,
        [c.text for c in view.hand[:4]],
        [foreign, None],
        "AS",
    ):
        with pytest.raises(ProtocolError):
            read_answer({"discard": cards}, view)


@pytest.mark.parametrize(
    "line", [b"", b"\xff\xfe", b"{", b"[" * 100_000, b"1" * 10_000, b"call: pass"]
)
def test_a_line_that_is_no_json_is_refused(line: bytes) -> None:
    with pytest.raises(ProtocolError, match="not JSON"):
        parse_line(line)


@pytest.mark.parametrize("seed", range(40))
def test_a_damaged_query_is_read_or_refused_but_never_an_error(seed: int) -> None:
    rng = random.Random(seed)
    pool = list(views(8, 6))
    junk: list[Any] = [
        None,
        True,
        0,
        -1,
        99,
        "",
        "AS",
        "S",
        "pass",
        [],
        {},
        [[]],
        ["AS"],
        1.5,
    ]
    for _ in range(25):
        query = write_query(rng.choice(pool))
        for _ in range(rng.randint(1, 3)):
            node: Any = query
            while True:
                keys = list(node) if isinstance(node, dict) else list(range(len(node)))
                if not keys:
                    break
                key = rng.choice(keys)
                if isinstance(node[key], list | dict) and rng.random() < 0.7:
                    node = node[key]
                    continue
                node[key] = rng.choice(junk)
                break
        with suppress(ProtocolError):
            read_query(query)
