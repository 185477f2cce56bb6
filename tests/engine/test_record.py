"""Game records: written, read back, and not to be tampered with."""

import copy
import json
from functools import cache, reduce

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.engine import ENGINE_VERSION
from games.engine.cards import format_cards
from games.engine.game import Game
from games.engine.hand import parse_action
from games.engine.record import RecordError, check_record, write_record
from games.engine.rules import DOUBLE_DECK_52
from games.engine.seats import SEATS
from tests.engine.stored import stored_games

SEED = bytes(range(32))
BIDDING = ["pass", "3H", "pass", "4S", "pass", "pass", "pass"]
PLAYERS = dict(zip(SEATS, ["rule-1", "rule-1", "human", "rule-1"], strict=True))


def play(game, *actions):
    for text in actions:
        game = game.apply(parse_action(text, game.hand.phase))
    while not game.hand.is_over:
        game = game.apply(game.hand.legal_actions()[0])
    return game


@cache
def small_record():
    """The text of a record of three hands: a bid, a lone hand with an exchange, one thrown in."""
    bid = play(Game.start(DOUBLE_DECK_52, SEED), *BIDDING)
    lone = bid.next_hand()
    lone = lone.apply(parse_action("aloneS", lone.hand.phase))
    two = format_cards(lone.hand.holdings[lone.hand.turn][-2:])
    lone = lone.apply(parse_action(two, lone.hand.phase))
    two = format_cards(lone.hand.holdings[lone.hand.turn][:2])
    lone = play(lone, two)
    thrown_in = play(lone.next_hand(), *["pass"] * 4)
    hands = [bid.hand, lone.hand, thrown_in.hand]
    return json.dumps(write_record(DOUBLE_DECK_52, SEED, PLAYERS, hands))


SHORT_GAME = min((text for _, text in stored_games()), key=len)


def fresh():
    """That record, to do with as one likes."""
    return json.loads(small_record())


def at(record, path):
    return reduce(lambda value, key: value[key], path, record)


# -- what a record holds ----------------------------------------------------------------------


def test_a_record_is_written_in_the_published_format():
    record = fresh()
    assert list(record) == [
        "format",
        "rules",
        "seed",
        "engine",
        "players",
        "hands",
        "winner",
    ]
    assert record["format"] == "bideuchre-record/1"
    assert record["rules"] == "double-deck-52"
    assert record["seed"] == SEED.hex()
    assert record["engine"] == ENGINE_VERSION
    assert record["players"] == {
        "N": "rule-1",
        "E": "rule-1",
        "S": "human",
        "W": "rule-1",
    }
    assert record["winner"] is None
    bid, lone, thrown_in = record["hands"]
    keys = [
        "dealer",
        "deal",
        "auction",
        "contract",
        "tricks",
        "tricks_won",
        "points",
        "score",
    ]
    assert list(bid) == list(thrown_in) == keys
    assert list(lone) == [*keys[:4], "exchange", *keys[4:]]
    # The first dealer of this seed is East; see the vectors of docs/rules.md.
    assert [hand["dealer"] for hand in record["hands"]] == ["E", "S", "W"]
    assert " ".join(bid["deal"]["N"]) == "KS KS QS JS AH KH JH TH TC TC 9C JD"
    assert bid["auction"] == [
        ["S", "pass"], ["W", "3H"], ["N", "pass"], ["E", "4S"], ["S", "pass"], ["W", "pass"], ["N", "pass"],
    ]  # fmt: skip
    assert bid["contract"] == {"by": "E", "tricks": 4, "trump": "S", "alone": False}
    assert [len(trick["cards"]) for trick in bid["tricks"]] == [4] * 12
    assert bid["tricks"][0]["leader"] == "E"
    assert lone["contract"] == {"by": "W", "tricks": 12, "trump": "S", "alone": True}
    assert {key: len(cards) for key, cards in lone["exchange"].items()} == {
        "discarded": 2,
        "passed": 2,
    }
    assert [len(trick["cards"]) for trick in lone["tricks"]] == [3] * 12
    assert thrown_in["contract"] is None
    assert thrown_in["tricks"] == []
    assert thrown_in["points"] == thrown_in["tricks_won"] == {"NS": 0, "EW": 0}
    assert thrown_in["score"] == lone["score"]
    for side in ("NS", "EW"):
        assert lone["score"][side] == bid["points"][side] + lone["points"][side]


def test_the_deal_of_a_record_is_the_one_before_the_exchange():
    lone = fresh()["hands"][1]
    assert all(card in lone["deal"]["W"] for card in lone["exchange"]["discarded"])
    assert all(card in lone["deal"]["E"] for card in lone["exchange"]["passed"])
    assert [len(cards) for cards in lone["deal"].values()] == [12] * 4


def test_a_record_is_read_back_to_the_same_game():
    checked = check_record(fresh())
    assert write_record(DOUBLE_DECK_52, SEED, PLAYERS, checked.hands) == fresh()
    assert {side: checked.score[i] for i, side in enumerate(("NS", "EW"))} == fresh()[
        "hands"
    ][-1]["score"]
    assert checked.winner is None


def test_a_record_says_under_which_engine_its_hands_were_played():
    hands = check_record(fresh()).hands
    assert (
        write_record(DOUBLE_DECK_52, SEED, PLAYERS, hands, engine="0")["engine"] == "0"
    )


def test_an_unplayed_game_has_a_record_too():
    record = write_record(DOUBLE_DECK_52, SEED, PLAYERS, [])
    assert check_record(record).hands == ()


def test_the_order_of_keys_means_nothing():
    """A database may keep JSON objects in an order of its own."""
    shuffled = json.loads(json.dumps(fresh(), sort_keys=True))
    assert check_record(shuffled) == check_record(fresh())


def test_the_order_of_cards_in_a_hand_and_in_an_exchange_means_nothing():
    record = fresh()
    for hand in record["hands"]:
        for cards in hand["deal"].values():
            cards.reverse()
    for cards in record["hands"][1]["exchange"].values():
        cards.reverse()
    assert check_record(record) == check_record(fresh())


def test_checking_leaves_the_record_as_it_was():
    record = fresh()
    check_record(record)
    assert record == fresh()


# -- tampering --------------------------------------------------------------------------------

BID, LONE, THROWN_IN = (("hands", number) for number in range(3))
TRICKS = (*BID, "tricks")


def put(path, value):
    def change(record):
        at(record, path[:-1])[path[-1]] = value

    return change


def alter(path, function):
    def change(record):
        put(path, function(at(record, path)))(record)

    return change


def copy_of(path, source):
    def change(record):
        put(path, copy.deepcopy(at(record, source)))(record)

    return change


def drop(path):
    def change(record):
        del at(record, path[:-1])[path[-1]]

    return change


def add(path, *values):
    def change(record):
        at(record, path).extend(values)

    return change


def swap(one, other):
    def change(record):
        first, second = at(record, one), at(record, other)
        put(one, second)(record)
        put(other, first)(record)

    return change


def exchange_among_the_calls(record):
    hand = record["hands"][1]
    exchange = hand.pop("exchange")
    hand["auction"] += [
        ["W", " ".join(exchange["discarded"])],
        ["E", " ".join(exchange["passed"])],
    ]


def first_cards_as_an_exchange(record):
    """East leads to the first trick; its card and South's are told as an exchange."""
    hand = record["hands"][0]
    first, second, *rest = hand["tricks"][0]["cards"]
    hand["exchange"] = {"discarded": [first], "passed": [second]}
    hand["tricks"][0] = {"leader": "W", "cards": rest}


def repeated_hand(record):
    record["hands"].insert(1, copy.deepcopy(record["hands"][0]))


TAMPERED = [
    ("format of another version", put(["format"], "bideuchre-record/2"), "format"),
    ("no format", drop(["format"]), "format"),
    ("unknown rules", put(["rules"], "double-deck-51"), "unknown rules"),
    ("rules of another type", put(["rules"], ["double-deck-52"]), "unknown rules"),
    ("no rules", drop(["rules"]), "unknown rules None"),
    ("another seed", put(["seed"], "00" * 32), "hand 1: the dealer|hand 1: the deal to N"),
    ("a seed that is no seed", put(["seed"], "xyz"), "not a seed"),
    ("an empty seed", put(["seed"], ""), "not a seed"),
    ("a seed of another type", put(["seed"], 17), "the seed: not a text"),
    ("no seed", drop(["seed"]), "the seed: not a text"),
    ("an engine version of another type", put(["engine"], 1), "the engine version: not a text"),
    ("no engine version", drop(["engine"]), "the engine version"),
    ("no players", drop(["players"]), "the players: not a JSON object"),
    ("a list of players", put(["players"], ["a"] * 4), "the players: not a JSON object"),
    ("a player missing", drop(["players", "W"]), "the player W"),
    ("a player of another type", put(["players", "N"], None), "the player N"),
    ("no hands", drop(["hands"]), "the hands: not a JSON list"),
    ("hands by number", alter(["hands"], lambda hands: {"1": hands[0]}), "the hands: not a JSON list"),
    ("a hand of another type", put(LONE, "thrown in"), "^hand 2: not a JSON object"),
    ("a hand left out", drop(LONE), "^hand 2: the dealer"),
    ("two hands swapped", swap(BID, LONE), "^hand 1: the dealer"),
    ("a hand twice", repeated_hand, "^hand 2: the dealer"),
    ("a wrong winner", put(["winner"], "NS"), "^the winner: 'NS' is stated, None is right"),
    ("a winner of another type", put(["winner"], False), "^the winner: False"),
    # The deal.
    ("another dealer", put([*BID, "dealer"], "N"), "^hand 1: the dealer: 'N' is stated, 'E' is right"),
    ("no dealer", drop([*BID, "dealer"]), "^hand 1: the dealer"),
    ("no deal", drop([*BID, "deal"]), "^hand 1: the deal: not a JSON object"),
    ("a seat not dealt to", drop([*BID, "deal", "S"]), "^hand 1: the deal to S: not a JSON list"),
    ("two cards of two hands swapped", swap([*BID, "deal", "N", 0], [*BID, "deal", "W", 0]), "^hand 1: the deal to N"),
    ("two hands of cards swapped", swap([*LONE, "deal", "E"], [*LONE, "deal", "S"]), "^hand 2: the deal to E"),
    ("a card changed", put([*BID, "deal", "S", 3], "9D"), "^hand 1: the deal to S is not that of the seed"),
    ("a card too many", add([*BID, "deal", "S"], "9D"), "^hand 1: the deal to S"),
    ("a card too few", drop([*BID, "deal", "S", 0]), "^hand 1: the deal to S"),
    ("a card that is none", put([*BID, "deal", "S", 0], "10S"), "^hand 1: the deal to S: not a card: '10S'"),
    ("a card of another type", put([*BID, "deal", "S", 0], 10), "^hand 1: the deal to S: not a text"),
    ("a deal in one text", put([*BID, "deal", "S"], "AS AS"), "^hand 1: the deal to S: not a JSON list"),
    # The auction.
    ("no auction", drop([*BID, "auction"]), "^hand 1: the auction: not a JSON list"),
    ("a call out of turn", put([*BID, "auction", 1, 0], "N"), "^hand 1, call 2: '3H' is not legal .not_your_turn"),
    ("a call by nobody", put([*BID, "auction", 1, 0], "X"), "^hand 1, call 2: not a seat"),
    ("a call too low", put([*BID, "auction", 3, 1], "3S"), "^hand 1, call 4: '3S' is not legal .bid_too_low"),
    ("a call too high", put([*BID, "auction", 3, 1], "13S"), "^hand 1, call 4: '13S' is not legal .bid_out_of_range"),
    ("a call that is none", put([*BID, "auction", 3, 1], "4s"), "^hand 1, call 4: not a call"),
    ("a call of another type", put([*BID, "auction", 3, 1], 4), "^hand 1, call 4: not a text"),
    ("a call without a seat", put([*BID, "auction", 3], ["4S"]), "^hand 1, call 4: not a pair"),
    ("a call that is a text", put([*BID, "auction", 3], "E4"), "^hand 1, call 4: not a pair"),
    ("a call left out", drop([*BID, "auction", 0]), "^hand 1, call 1: '3H' is not legal .not_your_turn"),
    ("the last pass left out", drop([*BID, "auction", 6]), "^hand 1, trick 1, card 1"),
    ("a pass too many", add([*BID, "auction"], ["E", "pass"]), "^hand 1, call 8: not a card"),
    ("a call after four passes", add([*THROWN_IN, "auction"], ["N", "pass"]), "^hand 3, call 5: the hand is already over"),
    ("another trump", put([*BID, "auction", 3, 1], "4NT"), "^hand 1"),
    # The contract.
    ("another bidder", put([*BID, "contract", "by"], "W"), "^hand 1: the contract"),
    ("another number", put([*BID, "contract", "tricks"], 5), "^hand 1: the contract"),
    ("a number of another type", put([*BID, "contract", "tricks"], 4.0), "^hand 1: the contract"),
    ("another denomination", put([*BID, "contract", "trump"], "C"), "^hand 1: the contract"),
    ("alone or not", put([*BID, "contract", "alone"], True), "^hand 1: the contract"),
    ("0 for false", put([*BID, "contract", "alone"], 0), "^hand 1: the contract"),
    ("a contract with something missing", drop([*LONE, "contract", "alone"]), "^hand 2: the contract"),
    ("a contract with something more", put([*LONE, "contract", "doubled"], False), "^hand 2: the contract"),
    ("no contract", drop([*BID, "contract"]), "^hand 1: the contract: None is stated"),
    ("a contract for nothing", put([*THROWN_IN, "contract"], {}), "^hand 3: the contract"),
    # The exchange.
    ("no exchange", drop([*LONE, "exchange"]), "^hand 2"),
    ("an exchange in the wrong place", exchange_among_the_calls, "^hand 2: alone, but no exchange is stated"),
    ("half an exchange", drop([*LONE, "exchange", "passed"]), "^hand 2: the cards passed: not a JSON list"),
    ("an exchange of another type", put([*LONE, "exchange"], []), "^hand 2: the exchange: not a JSON object"),
    ("an exchange in one text", put([*LONE, "exchange", "passed"], "AS AS"), "^hand 2: the cards passed"),
    ("a card discarded too few", drop([*LONE, "exchange", "discarded", 0]), "^hand 2, cards passed: .*wrong_number"),
    ("too many discarded", copy_of([*LONE, "exchange", "discarded"], [*LONE, "deal", "W"]), "^hand 2, cards discarded: .*too_many"),
    ("discards of somebody else", put([*LONE, "exchange", "discarded"], ["AC", "AC"]), "^hand 2, cards discarded: .*not_in_hand"),
    ("the exchange the wrong way round", swap([*LONE, "exchange", "discarded"], [*LONE, "exchange", "passed"]), "^hand 2, cards"),
    ("an exchange by a pair", put([*BID, "exchange"], {"discarded": [], "passed": []}), "^hand 1, cards discarded"),
    ("cards played as an exchange", first_cards_as_an_exchange, "^hand 1: an exchange, but nobody went alone"),
    ("an exchange for nothing", put([*THROWN_IN, "exchange"], {"discarded": [], "passed": []}), "^hand 3, cards discarded: the hand is already over"),
    # The play.
    ("no tricks", drop([*BID, "tricks"]), "^hand 1: the tricks: not a JSON list"),
    ("tricks left out", put([*BID, "tricks"], []), "^hand 1: the hand is not finished"),
    ("the last trick left out", drop([*TRICKS, 11]), "^hand 1: the hand is not finished"),
    ("a trick too many", add(TRICKS, {"leader": "N", "cards": ["AS"]}), "^hand 1, trick 13, card 1: the hand is already over"),
    ("an empty trick too many", add(TRICKS, {"leader": "N", "cards": []}), "^hand 1: the number of tricks"),
    ("a trick in a hand thrown in", add([*THROWN_IN, "tricks"], {"leader": "N", "cards": ["AS"]}), "^hand 3, trick 1, card 1: the hand is already over"),
    ("two tricks swapped", swap([*TRICKS, 2], [*TRICKS, 3]), "^hand 1, trick"),
    ("another leader", put([*TRICKS, 0, "leader"], "S"), "^hand 1, trick 1, card 1: .*not_your_turn"),
    ("no leader", drop([*TRICKS, 4, "leader"]), "^hand 1, trick 5: not a text"),
    ("a leader that is none", put([*TRICKS, 4, "leader"], "North"), "^hand 1, trick 5: not a seat"),
    ("no cards", drop([*TRICKS, 4, "cards"]), "^hand 1, trick 5: the cards: not a JSON list"),
    ("a trick of another type", put([*TRICKS, 4], ["AS"]), "^hand 1, trick 5: not a JSON object"),
    ("a trick with something more", put([*TRICKS, 4, "winner"], "N"), "^hand 1, trick 5"),
    ("a card from another hand", copy_of([*TRICKS, 0, "cards", 1], [*TRICKS, 0, "cards", 0]), "^hand 1, trick 1, card 2"),
    ("two cards of a trick swapped", swap([*TRICKS, 0, "cards", 1], [*TRICKS, 0, "cards", 2]), "^hand 1, trick 1, card 2"),
    ("a card played that is none", put([*TRICKS, 5, "cards", 2], ""), "^hand 1, trick 6, card 3: not a card"),
    ("a card played of another type", put([*TRICKS, 5, "cards", 2], ["AS"]), "^hand 1, trick 6, card 3: not a text"),
    ("a card left out", drop([*TRICKS, 5, "cards", 2]), "^hand 1, trick [67]"),
    # The result.
    ("other tricks won", put([*BID, "tricks_won", "NS"], 12), "^hand 1: the tricks won"),
    ("other points", put([*BID, "points", "EW"], 99), "^hand 1: the points"),
    ("points as text", alter([*BID, "points", "EW"], str), "^hand 1: the points"),
    ("true for one", put([*LONE, "points"], {"NS": True, "EW": -24}), "^hand 2: the points"),
    ("points of a hand thrown in", put([*THROWN_IN, "points"], {"NS": 0, "EW": 1}), "^hand 3: the points"),
    ("false for nought", put([*THROWN_IN, "points"], {"NS": False, "EW": 0}), "^hand 3: the points"),
    ("another score", put([*LONE, "score", "NS"], 0), "^hand 2: the score"),
    ("no score", drop([*LONE, "score"]), "^hand 2: the score: None is stated"),
    ("no points", drop([*LONE, "points"]), "^hand 2: the points: None is stated"),
    ("no tricks won", drop([*LONE, "tricks_won"]), "^hand 2: the tricks won: None is stated"),
    ("a score in a list", alter([*LONE, "score"], lambda score: list(score.values())), "^hand 2: the score"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("change", "message"), [pytest.param(*row[1:], id=row[0]) for row in TAMPERED]
)
def test_tampering_is_reported_with_hand_and_step(change, message):
    record = fresh()
    change(record)
    assert json.dumps(record) != small_record()
    with pytest.raises(RecordError, match=message):
        check_record(record)


def test_no_hand_may_follow_the_one_that_won():
    *_, (_, text) = stored_games()
    record = json.loads(text)
    record["hands"].append(copy.deepcopy(record["hands"][-1]))
    number = len(record["hands"])
    with pytest.raises(RecordError, match=f"^hand {number}: the game was already won$"):
        check_record(record)


def test_a_won_game_must_name_its_winner():
    for _, text in stored_games():
        record = json.loads(text)
        for winner in {"NS", "EW", None} - {record["winner"]}:
            with pytest.raises(RecordError, match=r"^the winner: "):
                check_record(record | {"winner": winner})


@pytest.mark.parametrize("value", [None, [], "", 0, True, "{}", [{}]])
def test_what_is_no_object_is_no_record(value):
    with pytest.raises(RecordError, match="the record: not a JSON object"):
        check_record(value)


@pytest.mark.parametrize(
    "path", [["winner"], [*BID, "points"], [*BID, "contract"], [*TRICKS, 0, "leader"]]
)
def test_a_value_nested_without_end_is_reported_like_any_other(path):
    deep = []
    for _ in range(5000):
        deep = [deep]
    record = fresh()
    put(path, deep)(record)
    with pytest.raises(RecordError) as refused:
        check_record(record)
    assert len(str(refused.value)) < 300


# -- tampering at random ----------------------------------------------------------------------

json_values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-60, 60)
    | st.integers()
    | st.floats()
    | st.text(max_size=5)
    | st.sampled_from(["N", "S", "pass", "7S", "aloneH", "AS", "9D", "", "NS"]),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.text(max_size=3), inner, max_size=3)
    ),
    max_leaves=6,
)


@st.composite
def tampered_records(draw):
    """A valid record with one thing changed somewhere, and where."""
    original = json.loads(draw(st.sampled_from([small_record()] * 3 + [SHORT_GAME])))
    record = copy.deepcopy(original)
    path, inside = [], record
    while (
        isinstance(inside, (dict, list))
        and inside
        and (not path or draw(st.integers(0, 6)))
    ):
        keys = sorted(inside) if isinstance(inside, dict) else range(len(inside))
        path.append(draw(st.sampled_from(keys)))
        inside = inside[path[-1]]
    holder = at(record, path[:-1])
    change = draw(st.sampled_from(["replace", "retype", "drop", "repeat", "swap"]))
    if change == "retype":
        retypings = [
            str,
            lambda value: [value],
            lambda value: {"value": value},
            bool,
            lambda _: None,
        ]
        if isinstance(inside, int):
            retypings.append(float)
        holder[path[-1]] = draw(st.sampled_from(retypings))(inside)
    elif change == "drop":
        del holder[path[-1]]
    elif change == "repeat" and isinstance(holder, list):
        holder.insert(path[-1], copy.deepcopy(inside))
    elif change == "swap" and len(holder) > 1:
        keys = sorted(holder) if isinstance(holder, dict) else range(len(holder))
        other = draw(st.sampled_from(keys))
        holder[path[-1]], holder[other] = holder[other], holder[path[-1]]
    else:
        holder[path[-1]] = draw(json_values)
    return original, record, path


@settings(max_examples=400)
@given(tampered_records())
def test_a_record_changed_anywhere_is_refused_or_says_the_same(case):
    original, record, path = case
    try:
        checked = check_record(record)
    except RecordError as error:
        message = str(error)
        assert len(message) < 300
        if path[0] == "hands" and len(path) > 2:
            assert message.startswith((f"hand {path[1] + 1}:", f"hand {path[1] + 1},"))
    else:
        # Names and versions, or the order of cards in a hand: nothing that was played. And an
        # unfinished game may be told up to any hand.
        hands = check_record(original).hands
        assert checked.hands == hands[: len(checked.hands)]
        if len(checked.hands) < len(hands):
            assert (original["winner"], checked.winner) == (None, None)


@settings(max_examples=200)
@given(
    st.fixed_dictionaries(
        {},
        optional={
            "format": st.just("bideuchre-record/1"),
            "rules": st.just("double-deck-52") | json_values,
            "seed": st.just("00") | json_values,
            "engine": st.just("1") | json_values,
            "players": st.just(dict.fromkeys("NESW", "human")) | json_values,
            "hands": json_values | st.lists(json_values, max_size=3),
            "winner": json_values,
        },
    )
)
def test_anything_else_is_refused_and_never_breaks_the_check(record):
    try:
        checked = check_record(record)
    except RecordError:
        return
    assert checked.hands == ()
