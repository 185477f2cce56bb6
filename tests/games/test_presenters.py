"""What the person is shown and told, for a position."""

import random
import re
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest
from django.contrib.staticfiles import finders
from hypothesis import given
from hypothesis import strategies as st

from games import names
from games.engine.cards import CARDS, Denomination, Suit, effective_suit, strength
from games.engine.game import Game
from games.engine.hand import Phase, format_action
from games.engine.rules import DOUBLE_DECK_52
from games.engine.seats import Seat, Side
from games.preferences import Preferences, Trumps, Verbosity
from games.presenters import CurrentGame, present_current, present_table, sort_hand
from games.selectors import Unfinished
from tests.engine.positions import after, cards, in_play, start, texts
from tests.games.builders import (
    FINISHED,
    MOMENTS,
    game_at,
    play_on,
    position_of,
)
from tests.games.builders import after as game_after
from tests.games.test_preferences import ANY

RED = {Suit.H, Suit.D}
every_moment = pytest.mark.parametrize("moment", MOMENTS)


def table_of(hand, *, score=(0, 0), seen=None, winner=None, message=""):
    game = Game(DOUBLE_DECK_52, bytes(32), 1, score, hand, winner)
    return present_table(position_of(game, seen=seen), message)


def table_at(moment, seen=None):
    return present_table(position_of(game_at(moment), seen=seen))


def shown(table):
    """The codes in the hand, "--" for an empty place."""
    return " ".join(slot.face.code if slot.face else "--" for slot in table.hand)


def labels(table):
    return {slot.face.code: slot.label for slot in table.hand if slot.face}


# -- the order of a hand --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("held", "trump", "order"),
    [
        (
            "9S TS QS KS AS JC JS 9S JC JS AH AC",
            "S",
            "JS JS JC JC AS KS QS TS 9S 9S AH AC",
        ),
        ("9H AH JD JH TH AH", "H", "JH JD AH AH TH 9H"),
        ("JC JS 9C", "C", "JC JS 9C"),
        ("JD AD JH", "D", "JD JH AD"),
        # Without trump a jack is an ordinary jack.
        ("JS AS JC AC 9S TC", "NT", "AS JS 9S AC JC TC"),
        # Suits of alternating colour, the trumps first.
        ("AS AH AC AD", "NT", "AS AH AC AD"),
        ("AS AH AC AD", "S", "AS AH AC AD"),
        ("AS AH AC AD", "H", "AH AS AD AC"),
        ("AS AH AC AD", "C", "AC AH AS AD"),
        ("AS AH AC AD", "D", "AD AS AH AC"),
        # A suit is missing: as far as it goes.
        ("AS AH AD", "NT", "AH AS AD"),
        ("AS AC AD", "NT", "AS AD AC"),
        ("AH AC AD", "H", "AH AC AD"),
        ("AS AH AC", "H", "AH AS AC"),
        ("AS AC AD", "H", "AS AD AC"),
        ("AS AC", "C", "AC AS"),
        ("AD AH", "S", "AH AD"),
        # The only trump is the left bower; its own suit comes where it belongs.
        ("JC AC AH", "S", "JC AH AC"),
        ("JD AD AS", "H", "JD AS AD"),
        ("9D", "S", "9D"),
        ("", "S", ""),
    ],
)
def test_a_hand_is_sorted(held, trump, order):
    assert " ".join(texts(sort_hand(cards(held), Denomination[trump]))) == order


@pytest.mark.parametrize(
    ("held", "trump", "wanted", "order"),
    [
        ("AS KS AH KH AC", "S", {"ranks": "low"}, "KS AS KH AH AC"),
        ("JC JS AS AH", "S", {"ranks": "low"}, "AS JC JS AH"),
        ("AS AH AC AD", "S", {"trumps": "last"}, "AH AC AD AS"),
        ("AS AH AC", "S", {"trumps": "last"}, "AC AH AS"),
        ("AS AH AC AD", "NT", {"trumps": "last"}, "AS AH AC AD"),
        ("AS AC KC AD KD QD", "NT", {"suits": "longest"}, "AD KD QD AC KC AS"),
        ("AS AC KC AD KD QD", "S", {"suits": "longest"}, "AS AD KD QD AC KC"),
        (
            "AS AC KC AD KD QD",
            "S",
            {"suits": "longest", "trumps": "last", "ranks": "low"},
            "QD KD AD KC AC AS",
        ),
        # The left bower counts where it belongs.
        ("JC KC AH KH AD", "S", {"suits": "longest"}, "JC AH KH KC AD"),
    ],
)
def test_a_hand_is_sorted_as_it_is_wanted(held, trump, wanted, order):
    found = sort_hand(cards(held), Denomination[trump], Preferences.parse(wanted))
    assert " ".join(texts(found)) == order


@given(preferences=ANY, seed=st.integers(0, 99), trump=st.sampled_from(Denomination))
def test_however_sorted_each_suit_is_in_one_piece_and_trumps_at_an_end(
    preferences, seed, trump
):
    held = random.Random(seed).sample(CARDS * 2, 12)
    order = sort_hand(held, trump, preferences)
    assert sorted(order) == sorted(held)
    suits = [effective_suit(card, trump) for card in order]
    groups = list(dict.fromkeys(suits))
    assert suits == sorted(suits, key=groups.index)
    if trump.suit in groups:
        assert groups[-(preferences.trumps is Trumps.LAST)] is trump.suit


@pytest.mark.parametrize("wanted", [{"suits": "longest"}, {"trumps": "last"}])
def test_no_card_moves_during_the_play_however_sorted(wanted):
    """The place of each card is that of the first trick, empty or not."""
    game = game_at("lead")
    wanted = Preferences.parse(wanted)
    first = None
    while not game.hand.is_over:
        if game.hand.turn is Seat.S:
            places = [
                slot.face.code if slot.face else None
                for slot in present_table(
                    replace(position_of(game), preferences=wanted)
                ).hand
            ]
            first = first or places
            assert all(
                now in (None, then) for now, then in zip(places, first, strict=True)
            )
        game = game.apply(game.hand.legal_actions()[0])


@pytest.mark.parametrize("trump", Denomination)
def test_every_hand_is_sorted(trump):
    rng = random.Random(trump.value)
    for _ in range(150):
        held = rng.sample(CARDS * 2, rng.randint(1, 12))
        order = sort_hand(held, trump)
        assert sorted(order) == sorted(held)
        suits = [effective_suit(card, trump) for card in order]
        groups = list(dict.fromkeys(suits))
        # Each suit in one piece, from high to low, the trumps first.
        assert suits == sorted(suits, key=groups.index)
        if trump.suit in groups:
            assert groups[0] is trump.suit
        for one, other in pairwise(order):
            if effective_suit(one, trump) is effective_suit(other, trump):
                assert strength(one, trump) >= strength(other, trump)
        # Colours alternate unless that is impossible: two of three are of one colour, and trumps lead.
        alike = sum((a in RED) == (b in RED) for a, b in pairwise(groups))
        reds = sum(suit in RED for suit in groups)
        blacks = len(groups) - reds
        if trump.suit not in groups:
            assert alike == max(0, abs(reds - blacks) - 1)
        elif len(groups) == 4:
            assert alike == 0
        assert alike <= 1


def test_the_hand_is_sorted_again_once_trump_is_named():
    south = "JS JC AS 9S AH KH JD 9C TC QC AD KD"
    auction = start("E", S=south)
    assert shown(table_of(auction)) == "AS JS 9S AH KH QC JC TC 9C AD KD JD"
    play = after(auction, "5S", "pass", "pass", "pass")
    assert shown(table_of(play)) == "JS JC AS 9S AH KH QC TC 9C AD KD JD"


@pytest.mark.parametrize("moment", ["lead", "own lone hand", "opponent alone"])
def test_cards_keep_their_places_while_the_hand_is_played(moment):
    game = game_at(moment)
    places = [slot.face for slot in present_table(position_of(game)).hand]
    assert len(places) == 12
    empty = 0
    while not game.hand.is_over:
        if game.hand.turn is Seat.S:
            now = [slot.face for slot in present_table(position_of(game)).hand]
            assert now.count(None) == 12 - len(game.hand.holdings[Seat.S])
            assert empty <= now.count(None)
            empty = now.count(None)
            for before, face in zip(places, now, strict=True):
                assert face in (before, None)
        game = game.apply(game.hand.legal_actions()[-1])
    assert empty == 11


def test_of_two_equal_cards_one_place_empties_at_a_time():
    hand = in_play("S", by="S", S="JS JS AS AS", W="9S TS", N="9S TS", E="QS QS")
    assert shown(table_of(hand)).startswith("JS JS JC JC AS AS ")
    hand = after(hand, "JS", "9S", "9S", "QS")
    assert shown(table_of(hand)).startswith("-- JS JC JC AS AS ")
    hand = after(hand, "JS")
    assert shown(table_of(hand)).startswith("-- -- JC JC AS AS ")


def test_what_was_given_away_leaves_places_at_the_end():
    game = game_after(game_at("give"), "9S 9S AC")
    table = present_table(position_of(game))
    assert len(table.hand) == 12
    assert shown(table).split()[-3:] == ["--"] * 3
    assert shown(table).count("--") == 3


# -- cards ----------------------------------------------------------------------------------------


SOUTH = "JS JC AS 9S AH KH 9H 9C TC QC AD KD"


def test_a_card_says_its_name_its_mark_and_that_it_cannot_be_played():
    hand = in_play("S", "9H", by="E", S=SOUTH, E="9H")
    assert hand.turn is Seat.S
    said = labels(table_of(hand))
    assert said["JC"] == "Jack of clubs, left bower, not playable"
    assert said["JS"] == "Jack of spades, right bower, not playable"
    assert said["AS"] == "Ace of spades, not playable"
    assert said["KH"] == "King of hearts"


def test_live_cards_are_the_legal_ones():
    for moment in ["lead", "open trick", "late", "opponent alone"]:
        game = game_at(moment)
        table = present_table(position_of(game))
        assert table.hand_enabled
        slots = [slot for slot in table.hand if slot.face]
        live = {slot.action for slot in slots if slot.state == "live"}
        assert live == set(map(format_action, game.hand.legal_actions()))
        assert {slot.state for slot in slots} <= {"live", "blocked"}


def test_a_led_left_bower_makes_trumps_live():
    hand = in_play("S", "JC", by="E", S=SOUTH, E="JC")
    live = {slot.action for slot in table_of(hand).hand if slot.state == "live"}
    assert live == {"JS", "JC", "AS", "9S"}


def test_when_there_is_nothing_to_play_no_card_is_barred():
    """Grey means "not legal now", never "not your turn"."""
    for moment in ["first call", "raised"]:
        table = table_at(moment)
        assert not table.hand_enabled
        assert {slot.state for slot in table.hand} == {"idle"}
        assert all("not playable" not in slot.label for slot in table.hand)


def test_marks_and_trumps():
    slots = table_of(in_play("H", by="S", S="JH JD AH AS JS")).hand
    assert [(s.face.code, s.face.mark, s.trump) for s in slots if s.face][:3] == [
        ("JH", "right", True),
        ("JD", "left", True),
        ("AH", "", True),
    ]
    rest = [slot for slot in slots if slot.face.code in {"AS", "JS"}]
    assert not any(slot.trump or slot.face.mark for slot in rest)


def test_no_bowers_without_trump():
    table = table_of(in_play("NT", by="S", S="JH JD JS JC"))
    assert not any(slot.face.mark or slot.trump for slot in table.hand)
    assert labels(table)["JC"] == "Jack of clubs"
    before = table_of(start("E", S="JH JD JS JC"))
    assert not any(slot.face.mark or slot.trump for slot in before.hand)


def test_the_rank_on_a_face_is_that_of_the_sprite():
    table = table_of(start("E", S="TD"))
    face = next(slot.face for slot in table.hand if slot.face.code == "TD")
    assert (face.rank, face.suit, face.name) == ("10", "D", "Ten of diamonds")


# -- the trick ------------------------------------------------------------------------------------


def winning(table):
    return [card.seat for card in table.trick if card.winning]


def test_the_open_trick_shows_who_is_winning():
    """Hearts are led, the second ace of hearts does not beat the first, and East has a trump."""
    all_spades = "AS AS KS KS QS QS JS JS TS TS 9S 9S"
    hands = {"W": "AH", "N": "AH", "E": all_spades}
    plays = ["AH", "AH", "9S"]
    winners = []
    for number in range(4):
        hand = in_play("S", *plays[:number], by="W", **hands)
        winners.append(winning(table_of(hand)))
    assert winners == [[], ["W"], ["W"], ["E"]]
    last = table_of(hand)
    assert [card.seat for card in last.trick] == ["W", "N", "E"]
    assert [card.label for card in last.trick] == [
        "West: Ace of hearts",
        "North: Ace of hearts",
        "East: Nine of spades, winning so far",
    ]


def test_the_last_trick_and_the_log_tell_who_won():
    table = table_at("late")
    assert len(table.log) == 8
    assert table.last_trick == table.log[-1]
    for number, trick in enumerate(table.log, start=1):
        assert trick.number == number
        assert re.fullmatch(
            rf"Trick {number}: (North|East|South|West)", trick.winner_text
        )
        winners = [card.seat for card in trick.cards if card.winning]
        assert winners == [trick.winner]
        assert trick.won_by_us == (trick.winner in "NS")
    assert table_at("lead").last_trick is None


# -- how many are needed --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("bid", "by", "won", "us", "them"),
    [
        ("7S", "S", (0, 0), "needs 7 more", "6 more to set"),
        ("7S", "N", (6, 0), "needs 1 more", "6 more to set"),
        ("7S", "S", (6, 5), "needs 1 more", "1 more to set"),
        ("7S", "S", (7, 0), "bid made", ""),
        ("7S", "S", (9, 3), "bid made", ""),
        ("7S", "S", (5, 6), "set", ""),
        ("7S", "S", (6, 6), "set", ""),
        ("1S", "S", (0, 11), "needs 1 more", "1 more to set"),
        ("7S", "W", (5, 6), "1 more to set", "needs 1 more"),
        ("7S", "E", (6, 0), "", "set"),
        ("7S", "E", (3, 7), "", "bid made"),
        ("aloneS", "S", (0, 0), "needs 12 more", "1 more to set"),
        ("aloneS", "S", (11, 0), "needs 1 more", "1 more to set"),
        ("aloneS", "W", (1, 5), "", "set"),
    ],
)
def test_how_many_tricks_each_side_needs(bid, by, won, us, them):
    dealer = Seat((Seat.parse(by) - 1) % 4)
    more = ["", ""] if bid.startswith("alone") else ["pass"] * 3
    hand = replace(after(start(dealer.name), bid, *more), tricks_won=won)
    table = table_of(hand)
    assert (table.us.needed_text, table.them.needed_text) == (us, them)
    assert (table.us.tricks, table.them.tricks) == won
    assert table.us.is_declaring == (by in "NS")
    assert table.them.is_declaring == (by in "EW")


def test_before_there_is_a_contract_nothing_is_needed():
    table = table_at("raised")
    assert (table.us.needed_text, table.them.needed_text) == ("", "")
    assert (table.us.score, table.them.score) == (7, -3)
    assert table.contract is None


# -- the seats ------------------------------------------------------------------------------------


def seats(table):
    return {seat.code: seat for seat in table.seats}


@every_moment
def test_seats(moment):
    hand = game_at(moment).hand
    table = table_at(moment)
    assert [seat.code for seat in table.seats] == ["N", "E", "S", "W"]
    for code, seat in seats(table).items():
        real = Seat.parse(code)
        assert seat.is_dealer == (real is hand.dealer)
        assert seat.is_turn == (real is hand.turn)
        assert seat.is_declarer == (
            hand.contract is not None and hand.contract.by is real
        )
        assert seat.sits_out == (
            hand.contract is not None and hand.contract.sits_out is real
        )
    assert table.your_turn == (hand.turn is Seat.S)


@pytest.mark.parametrize(
    "moment", ["first call", "lead", "open trick", "late", "own lone hand"]
)
def test_the_cards_left_are_counted(moment):
    hand = game_at(moment).hand
    sitting_out = hand.contract.sits_out if hand.contract else None
    for code, seat in seats(table_at(moment)).items():
        if Seat.parse(code) is not sitting_out:
            assert seat.cards_left == len(hand.holdings[Seat.parse(code)])


def test_calls_stand_before_their_seats_during_the_auction():
    calls = {
        code: seat.call.text if seat.call else ""
        for code, seat in seats(table_at("raised")).items()
    }
    assert calls == {"N": "Pass", "E": "3 spades", "S": "", "W": "2 hearts"}
    assert not any(seat.call for seat in table_at("lead").seats)
    # While the end of the auction is news it is shown once more.
    assert all(seat.call for seat in table_at("lead", seen=0).seats)


def test_the_auction_is_told_by_seat():
    calls = [
        (c.seat_name, c.text, c.kind, c.tricks, c.suit)
        for c in table_at("raised").auction
    ]
    assert calls == [
        ("West", "2 hearts", "bid", 2, "H"),
        ("North", "Pass", "pass", None, ""),
        ("East", "3 spades", "bid", 3, "S"),
    ]
    lone = table_at("own lone hand").auction[-1]
    assert (lone.text, lone.kind, lone.suit) == ("Alone in diamonds", "alone", "D")


# -- what can be done -------------------------------------------------------------------------------


def test_the_bid_pad_bars_what_is_too_low():
    numbers = {
        choice.value: choice.enabled for choice in table_at("raised").bid_pad.numbers
    }
    assert list(numbers) == [str(number) for number in range(1, 13)]
    assert [value for value, enabled in numbers.items() if not enabled] == [
        "1",
        "2",
        "3",
    ]
    first = table_at("first call").bid_pad
    assert all(choice.enabled for choice in first.numbers)
    assert [choice.value for choice in first.denominations] == [
        "S",
        "H",
        "C",
        "D",
        "NT",
    ]
    assert [choice.name for choice in first.denominations] == [
        "spades",
        "hearts",
        "clubs",
        "diamonds",
        "no trump",
    ]


def test_after_eleven_only_twelve_alone_and_pass_are_left():
    pad = table_of(after(start("S"), "11S", "pass", "pass")).bid_pad
    assert [choice.value for choice in pad.numbers if choice.enabled] == ["12"]


def test_the_exchange_offers_the_whole_hand_in_order():
    discard = table_at("discard").exchange
    assert (discard.kind, discard.maximum) == ("discard", 3)
    assert (
        discard.help
        == "You play alone. Discard up to 3 cards, or none; North gives you as many."
    )
    assert [slot.action for slot in discard.cards] == texts(
        sort_hand(game_at("discard").hand.holdings[Seat.S], Denomination.S)
    )
    give = table_at("give").exchange
    assert (give.kind, give.maximum) == ("give", 3)
    assert give.help == (
        "North plays alone and discarded 3 cards. Give as many of your best."
    )


@every_moment
def test_one_thing_can_be_done_at_a_time(moment):
    table = table_at(moment)
    phase = game_at(moment).hand.phase
    assert (table.bid_pad is not None) == (phase is Phase.CALL)
    assert (table.exchange is not None) == (phase in {Phase.DISCARD, Phase.GIVE})
    assert table.hand_enabled == (phase is Phase.PLAY)
    assert (table.summary is not None) == (phase is Phase.OVER)


@pytest.mark.parametrize(
    ("moment", "sentence"),
    [
        ("first call", "Your turn: bid or pass."),
        ("discard", "Your turn: discard the cards that you want to exchange."),
        ("give", "Your turn: choose the cards for North."),
        ("lead", "Your turn: lead to the trick."),
        ("open trick", "Your turn: play a card."),
        ("made", "The hand is over."),
        ("won", "The game is over."),
    ],
)
def test_whose_turn_it_is_in_words(moment, sentence):
    assert table_at(moment).turn_text == sentence


# -- the end of a hand ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("moment", "title", "lines"),
    [
        (
            "made",
            "You and North made the bid.",
            ["1 spade by you: 9 tricks taken."],
        ),
        ("set", "You and North were set.", ["12 clubs by you: 7 tricks taken."]),
        (
            "opponents made",
            "West and East made their bid.",
            ["1 heart by West: 7 tricks taken."],
        ),
        (
            "partner alone",
            "You and North were set.",
            ["Alone in hearts by North: 4 tricks taken."],
        ),
        (
            "thrown in",
            "All four passed.",
            ["Nobody scores, and the next dealer deals."],
        ),
    ],
)
def test_a_finished_hand_in_words(moment, title, lines):
    summary = table_at(moment).summary
    assert (summary.title, list(summary.lines)) == (title, lines)


def test_a_side_that_has_enough_points_and_has_not_won_is_told_why():
    thrown_in = game_at("thrown in").hand
    table = table_of(thrown_in, score=(52, 79))
    assert table.summary is not None
    assert table.summary.lines[-2:] == (
        "You and North have 52 points, but win only by making a bid or setting one of theirs.",
        "West and East have 79 points, but win only by making a bid or setting one of yours.",
    )
    assert (table.us.is_past, table.them.is_past) == (False, True)
    assert len(table_of(thrown_in, score=(51, 20)).summary.lines) == 1
    # Who has won needs no such word.
    won = game_at("won")
    assert won.score[Side.NS] > won.hand.rules.target
    assert len(table_at("won").summary.lines) == 1


def test_a_score_past_the_target_is_past_it_before_the_news_too():
    game = game_at("opponents made")
    hand = game.hand
    table = table_of(hand, score=(70, 80), seen=0)
    assert (table.us.was_past, table.them.was_past) == (True, True)
    score = (52 + hand.points[Side.NS], 80)
    assert not table_of(hand, score=score, seen=0).us.was_past


@pytest.mark.parametrize(
    ("bid", "by", "won", "title"),
    [
        ("7S", "W", (6, 6), "West and East were set."),
        ("7S", "W", (5, 7), "West and East made their bid."),
        ("aloneS", "S", (12, 0), "You and North made the bid."),
        ("aloneS", "E", (1, 11), "West and East were set."),
    ],
)
def test_made_or_set(bid, by, won, title):
    hand = game_at("made").hand
    contract = after(
        start(Seat((Seat.parse(by) - 1) % 4).name),
        bid,
        *([] if bid.startswith("alone") else ["pass"] * 3),
    ).contract
    table = table_of(replace(hand, contract=contract, tricks_won=won))
    assert table.summary.title == title


@pytest.mark.parametrize("moment", FINISHED)
def test_points_and_score_of_a_finished_hand(moment):
    game = game_at(moment)
    table = table_at(moment)
    for side, row in zip(Side, table.summary.points, strict=True):
        assert row.tricks == game.hand.tricks_won[side]
        assert row.points == names.number_text(game.hand.points[side])
        assert row.score == names.number_text(game.score[side])
    assert (table.us.score, table.them.score) == game.score
    assert table.summary.has_next == (game.winner is None)
    assert table.hand == ()


def test_the_four_hands_are_open_as_they_were_dealt():
    hand = game_at("lone hand lost").hand
    assert hand.contract
    for opened in table_at("lone hand lost").summary.hands:
        dealt = hand.deal[Seat.parse(opened.seat)]
        assert [face.code for face in opened.cards] == texts(
            sort_hand(dealt, hand.contract.trump)
        )


def test_the_exchange_is_opened_with_the_hands():
    south = "JS JS JC AS AS KS QS TS AD 9D 9H 9H"
    lone = after(start("E", S=south, N="JC KS AH"), "aloneS", "9H 9D", "KS JC")
    over = play_on(Game(DOUBLE_DECK_52, bytes(32), 1, (0, 0), lone))
    assert table_of(over.hand).summary.exchange_text == (
        "Discarded: Nine of hearts, Nine of diamonds. "
        "Given for them: King of spades, Jack of clubs."
    )
    none = after(start("E", S=south), "aloneS", "", "")
    over = play_on(Game(DOUBLE_DECK_52, bytes(32), 1, (0, 0), none))
    assert table_of(over.hand).summary.exchange_text == "No cards were exchanged."
    assert table_at("made").summary.exchange_text == ""


def test_the_end_of_the_game_in_words():
    won, lost = table_at("won"), table_at("lost")
    assert won.phase == lost.phase == "game_over"
    assert (
        won.result_text == "You and North win the game, \u206660\u00a0:\u00a023\u2069."
    )
    assert (
        lost.result_text == "West and East win the game, \u206656\u00a0:\u00a08\u2069."
    )
    assert table_at("made").result_text == ""


# -- what is told -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("moment", "seen", "sentences"),
    [
        ("first call", 0, "Your turn: bid or pass."),
        ("raised", None, "Your turn: bid or pass."),
        (
            "raised",
            0,
            "West: 2 hearts. North: Pass. East: 3 spades. Your turn: bid or pass.",
        ),
        (
            "lead",
            0,
            "You: 2 spades. West: Pass. North: Pass. East: Pass. The contract: 2 spades by you. Your turn: lead to the trick.",
        ),
        ("lead", 4, "Your turn: lead to the trick."),
        ("open trick", 6, "East: Queen of spades. Your turn: play a card."),
        (
            "thrown in",
            0,
            "You: Pass. West: Pass. North: Pass. East: Pass. All four passed. Nobody scores, and the next dealer deals. The hand is over.",
        ),
        (
            "made",
            None,
            "You and North made the bid. 1 spade by you: 9 tricks taken. The hand is over.",
        ),
        (
            "won",
            None,
            "You and North made the bid. 1 spade by you: 9 tricks taken. You and North win the game, \u206660\u00a0:\u00a023\u2069.",
        ),
    ],
)
def test_what_is_new_is_told_in_order_and_then_whose_turn_it_is(
    moment, seen, sentences
):
    assert table_at(moment, seen).announce == sentences


def test_a_trick_is_told_with_its_winner():
    game = game_at("lead")
    game = play_on(
        game_after(game, "TS"),
        lambda game: game.hand.turn is Seat.S or game.hand.is_over,
    )
    told = present_table(position_of(game, seen=4)).announce
    trick = game.hand.tricks[0]
    assert told.startswith("You: Ten of spades. West: ")
    winner = {"N": "North takes", "E": "East takes", "S": "You take", "W": "West takes"}
    assert f"{winner[trick.winner.name]} the trick." in told
    assert told.endswith("Your turn: play a card.")


def test_an_exchange_is_told_in_words_that_fit_every_seat():
    assert table_at("own lone hand", 1).announce == (
        "You: 3 cards discarded. North: 3 cards given. Your turn: lead to the trick."
    )
    assert table_at("give", 2).announce == (
        "North: 3 cards discarded. Your turn: choose the cards for North."
    )
    told = table_at("opponent alone", 0).announce
    assert "West: 3 cards discarded. East: 3 cards given. West: " in told
    one = after(start("E", S=SOUTH, N="9D"), "aloneS", "9C", "9D")
    assert (
        "You: 1 card discarded. North: 1 card given." in table_of(one, seen=1).announce
    )


def test_a_whole_hand_that_was_watched_is_told_in_twelve_tricks():
    told = table_at("partner alone", seen=4).announce
    assert len(re.findall(r"Trick \d+: ", told)) == 12
    assert "Trick 1: " in told
    assert " of spades" not in told
    assert told.endswith("The hand is over.")


def test_how_it_came_to_a_hand_that_was_watched_is_told_too():
    told = table_at("partner alone", seen=1).announce
    assert told.startswith(
        "North: Alone in hearts. The contract: Alone in hearts by North. "
        "North: 3 cards discarded. You: 3 cards given. Trick 1: "
    )


@every_moment
def test_a_refusal_is_told_before_whose_turn_it_is(moment):
    position = position_of(game_at(moment), seen=0)
    table = present_table(position, "You must follow clubs.")
    assert table.message == "You must follow clubs."
    assert table.announce in {
        f"You must follow clubs. {table.turn_text}",
        f"You must follow clubs. {table.result_text}",
    }
    assert present_table(position).message == ""


# -- when it happens --------------------------------------------------------------------------------


def ticks(table):
    """The ticks of every call, card and sweep, in the order in which they happened."""
    told = [call.at for call in table.auction]
    for trick in table.log:
        told += [card.at for card in trick.cards]
        told.append(trick.sweep_at)
    return told + [card.at for card in table.trick]


@every_moment
def test_steps_follow_one_another_and_what_was_seen_stands_still(moment):
    done = len(game_at(moment).hand.actions)
    for seen in range(done + 1):
        table = table_at(moment, seen)
        at = ticks(table)
        news = [tick for tick in at if tick]
        assert news == sorted(set(news))
        # First all that was seen, then all that is news.
        assert at == [0] * (len(at) - len(news)) + news
        assert table.steps_end >= max(news, default=0)
        assert table.swept == tuple(trick for trick in table.log if trick.sweep_at)
    assert table.steps_end == 0
    assert ticks(table) == [0] * len(ticks(table))


@every_moment
def test_nothing_but_the_news_depends_on_what_was_seen(moment):
    def still(table):
        us, them = (
            replace(side, score_before_text="", counts_before=())
            for side in (table.us, table.them)
        )
        return replace(
            table,
            us=us,
            them=them,
            announce="",
            steps_end=0,
            swept=(),
            seats=(),
            auction=(),
            trick=(),
            log=(),
            last_trick=None,
        )

    assert still(table_at(moment, 0)) == still(table_at(moment))


def told_at(moment, seen, verbosity):
    preferences = Preferences(verbosity=verbosity)
    return present_table(
        replace(position_of(game_at(moment), seen=seen), preferences=preferences)
    ).announce


def test_in_brief_passes_and_the_cards_of_finished_tricks_are_left_out():
    assert "North: Pass." in told_at("late", 0, Verbosity.NORMAL)
    assert "Pass" not in told_at("late", 0, Verbosity.BRIEF)
    last = len(game_at("late").hand.actions) - 4
    assert told_at("late", last, Verbosity.BRIEF) == (
        "West takes the trick. West: Jack of diamonds. North: King of clubs. "
        "East: Jack of diamonds. Your turn: play a card."
    )
    told = told_at("open trick", 2, Verbosity.BRIEF)
    assert told == (
        "East: 5 hearts. The contract: 5 hearts by East. "
        "East: Queen of spades. Your turn: play a card."
    )


def test_in_full_the_count_follows_new_tricks_and_the_score_a_hand():
    last = len(game_at("late").hand.actions) - 4
    full = told_at("late", last, Verbosity.FULL)
    normal = told_at("late", last, Verbosity.NORMAL)
    count = "You and North have 4 tricks. West and East have 4 tricks. The bid is made."
    assert full == normal.replace("Your turn", f"{count} Your turn")
    assert count not in told_at("open trick", 0, Verbosity.FULL)
    made = told_at("made", 3, Verbosity.FULL)
    assert "Score: you and North 9, West and East 3." in made


@pytest.mark.parametrize("verbosity", Verbosity)
@pytest.mark.parametrize("moment", MOMENTS)
def test_the_turn_is_told_last_however_much_is_told(moment, verbosity):
    table = table_at(moment)
    told = told_at(moment, 0, verbosity)
    assert told.endswith(table.result_text or table.turn_text)


@pytest.mark.parametrize("seen", [0, 4, 9])
def test_the_counts_of_before_lead_up_to_the_counts_of_now(seen):
    table = table_at("late", seen)
    assert len(table.swept) > 1
    for side in (table.us, table.them):
        ours = side.code == "NS"
        tricks = side.tricks
        for trick in reversed(table.swept):
            tricks -= trick.won_by_us is ours
            shown = [
                count for count in side.counts_before if count.until >= trick.sweep_at
            ]
            assert (shown or [side])[0].tricks == tricks
        sweeps = {trick.sweep_at for trick in table.swept}
        untils = [count.until for count in side.counts_before]
        assert set(untils) <= sweeps
        assert untils == sorted(set(untils))


def test_a_count_that_stays_the_same_is_there_from_the_first():
    table = table_at("lead", 4)
    assert not table.swept
    table = table_at("late", 4)
    for side in (table.us, table.them):
        shown = [*side.counts_before, side]
        for one, other in pairwise(shown):
            assert (one.tricks, one.needed_text) != (other.tricks, other.needed_text)


def test_the_log_puts_each_card_under_its_seat():
    for trick in table_at("late").log:
        assert [card.seat for card in trick.places] == ["N", "E", "S", "W"]
    for trick in table_at("partner alone").log:
        north, east, south, west = trick.places
        assert south is None
        assert {north, east, west} == set(trick.cards)


def test_before_the_last_card_has_fallen_the_old_score_is_shown():
    table = table_at("made", 0)
    assert (table.us.score_before_text, table.them.score_before_text) == ("0", "0")
    assert table_at("made").us.score_before_text == ""
    assert table_at("lead", 0).us.score_before_text == ""


def test_what_was_needed_before_is_told_of_that_moment():
    table = table_at("late", 4)
    before = [count.needed_text for count in table.us.counts_before]
    assert before[0] == "needs 2 more"
    assert len(set(before)) > 1


def test_a_full_trick_stays_for_a_while_before_it_leaves():
    table = table_at("late", 4)
    for trick in table.swept:
        assert trick.sweep_at - trick.cards[-1].at >= 6
    for one, other in pairwise(table.swept):
        assert other.cards[0].at > one.sweep_at


def test_the_style_sheet_knows_every_tick_that_can_occur():
    """The longest that is told at once: a lone hand of the partner, from the auction on."""
    sheet = finders.find("css/site.css")
    assert sheet
    css = Path(sheet).read_text()
    known = {int(tick) for tick in re.findall(r"\.at-(\d+) ", css)}
    longest = table_at("partner alone", 0).steps_end
    assert longest > 150
    assert set(range(1, longest + 1)) <= known


# -- the first page ---------------------------------------------------------------------------------


def test_the_game_to_continue():
    assert present_current(None) is None
    current = present_current(Unfinished("a-table", 3, (7, -4), False, {}))
    assert current == CurrentGame("/games/a-table/", 3, "\u20667\u00a0:\u00a0−4\u2069")
