"""Bidding: what a hand is told by, what a score is worth, and calls that a partner would understand."""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from random import Random

import numpy as np
import pytest

from games.bots import bidder, bidding, calls, lone_hand
from games.bots.bidder import Knowledge, choose_call, consider, decide, model
from games.bots.bidding import ENDS, FEATURES, INPUTS
from games.bots.bidding_training import train
from games.bots.core import encode
from games.bots.winning import TARGET
from games.engine.auction import PASS, Alone, Bid, Contract, parse_call, standing_bid
from games.engine.cards import (
    CARDS,
    STRENGTH_UNDER,
    SUIT_UNDER,
    Denomination,
    parse_cards,
)
from games.engine.deals import deal
from games.engine.game import deal_hand
from games.engine.hand import Hand, Phase
from games.engine.rules import DOUBLE_DECK_52
from games.engine.scoring import points, winner
from games.engine.seats import SEATS, Seat, Side
from games.engine.view import SeatView, seat_view

LOCK = "JH JH JD JD AH AH KH KH QH QH AS AC"


def view_of(
    cards: str, auction: str = "", score: tuple[int, int] = (0, 0), seat: Seat = Seat.S
) -> SeatView:
    """What `seat` sees with these cards after these calls; who deals follows from their number."""
    words = auction.split()
    dealer = Seat((seat - len(words) - 1) % 4)
    own = parse_cards(cards)
    assert len(own) == 12
    others = sorted([*CARDS, *CARDS])
    for card in own:
        others.remove(card)
    Random(1).shuffle(others)
    hands = [tuple(sorted(others[12 * i : 12 * i + 12])) for i in range(3)]
    hands.insert(seat, own)
    hand = Hand.start(DOUBLE_DECK_52, dealer, tuple(hands))  # type: ignore[arg-type]
    for word in words:
        hand = hand.apply(parse_call(word))
    assert hand.turn is seat
    assert hand.phase is Phase.CALL
    return seat_view(hand, seat, score)


def random_cards(rng: Random) -> tuple[str, ...]:
    return tuple(card.text for card in rng.sample([*CARDS, *CARDS], 12))


# -- hands as numbers -------------------------------------------------------------------------


def test_the_features_are_what_the_rules_say_of_a_hand() -> None:
    rng = Random(1)
    features = np.empty(FEATURES)
    for _ in range(200):
        hand = parse_cards(" ".join(random_cards(rng)))
        for trump in Denomination:
            bidding.describe(encode(hand, trump), int(trump < 4), features)
            suits = [int(SUIT_UNDER[trump][card.index]) for card in hand]
            plain = [
                suit for suit in range(4) if trump is Denomination.NT or suit != trump
            ]
            aces = [
                sum(card.rank == "A" and card.suit == suit for card in hand)
                for suit in plain
            ]
            assert features[9] == sum(suits.count(suit) == 0 for suit in plain)
            assert features[10] == sum(suits.count(suit) == 1 for suit in plain)
            assert features[12] == sum(count > 0 for count in aces)
            assert features[15] == sum(count == 2 for count in aces)
            if trump is not Denomination.NT:
                assert features[1] == suits.count(int(trump))
                bowers = [
                    card for card in hand if STRENGTH_UNDER[trump][card.index] > 6
                ]
                assert features[5] + features[6] == len(bowers)


def test_a_hand_can_be_written_in_another_denomination() -> None:
    rng = Random(2)
    for _ in range(50):
        hand = parse_cards(" ".join(random_cards(rng)))
        for source, target in product(Denomination, Denomination):
            recoded = calls.recode(encode(hand, source), source, target)
            assert recoded == encode(hand, target)


def test_suits_of_equal_cards_are_bid_alike() -> None:
    one = "JS JS JC AS KS QS AH KH 9H TC 9D TD"
    swapped = one.translate(str.maketrans("SHCD", "HSDC"))
    tricks = bidder.expected_tricks(parse_cards(one))
    others = bidder.expected_tricks(parse_cards(swapped))
    assert tricks[Denomination.S] == pytest.approx(others[Denomination.H])
    assert tricks[Denomination.NT] == pytest.approx(others[Denomination.NT])


# -- the chance of winning --------------------------------------------------------------------


def test_the_chance_of_winning_rises_with_the_own_score_and_falls_with_theirs() -> None:
    winning = model().winning
    scores = np.arange(-40, TARGET)
    for first in (True, False):
        table = winning.chance(scores[:, None], scores[None, :], calls_first=first)
        assert table.shape == (len(scores), len(scores))
        assert (np.diff(table[::5], axis=1) <= 0.004).all()
        assert (np.diff(table[:, ::5], axis=0) >= -0.004).all()
        assert ((table >= 0) & (table <= 1)).all()
    assert winning.chance(0, 0, calls_first=True) == pytest.approx(0.5, abs=0.03)
    assert winning.chance(40, 0, calls_first=True) > 0.9


def test_what_a_number_of_tricks_is_worth_agrees_with_the_scoring_of_the_engine() -> (
    None
):
    winning = model().winning
    rng = Random(3)
    for _ in range(300):
        lone = rng.random() < 0.3
        contract = Contract(
            rng.choice(SEATS), 12 if lone else rng.randint(1, 12), Denomination.S, lone
        )
        score = rng.randint(-20, 55), rng.randint(-20, 55)
        dealer, side = rng.choice(SEATS), rng.choice(list(Side))
        worth = winning.of_tricks(contract, score, dealer, side)
        for tricks in range(13):
            won = tricks, 12 - tricks
            gained = points(DOUBLE_DECK_52, contract, won)
            after = score[0] + gained[0], score[1] + gained[1]
            victor = winner(DOUBLE_DECK_52, contract, won, after)
            if victor is not None:
                assert worth[tricks] == (victor is side)
            else:
                # The next dealer's left is the partner of this dealer.
                first = dealer.left.left.side is side
                expected = winning.chance(
                    after[side], after[side.other], calls_first=first
                )
                assert worth[tricks] == expected


def test_the_ends_of_a_hand_win_or_lose_the_game_by_the_rules() -> None:
    the = model()
    values = the.winning.of_ends(45, 45, the.points, calls_first_next=True)
    assert values[bidding.MADE + 7] == 1
    assert values[bidding.THEY_MADE + 7] == 0
    assert values[bidding.MADE + 6] < 1
    # They stand at 52 on odd tricks against a bid that was made: that does not win.
    values = the.winning.of_ends(20, 48, the.points, calls_first_next=True)
    assert values[bidding.MADE + 7] > 0
    assert values[bidding.SET + 8] == 0


# -- calls ------------------------------------------------------------------------------------


@pytest.mark.parametrize("knowledge", Knowledge)
def test_every_call_is_legal_whatever_was_called_before(knowledge: Knowledge) -> None:
    rng = Random(4)
    for number in range(1, 80):
        hand = deal_hand(DOUBLE_DECK_52, b"any", number)
        while hand.phase is Phase.CALL:
            assert hand.turn is not None
            view = seat_view(
                hand, hand.turn, (rng.randint(-20, 60), rng.randint(-20, 60))
            )
            call = choose_call(view, knowledge)
            assert call in view.legal
            hand = hand.apply(
                rng.choice([call, PASS, rng.choice(view.legal[: 3 + number])])
            )


def test_the_longest_auction_there_can_be_is_bid_in() -> None:
    words = [word for tricks in range(1, 12) for word in (f"{tricks}S", "pass", "pass")]
    view = view_of(LOCK, " ".join(words))
    assert choose_call(view) in view.legal


def test_cards_that_a_seat_cannot_see_change_no_call() -> None:
    view = view_of("JS JS AS KS QS TS AH KH 9H TC 9D TD", "pass 5H pass")
    again = replace(view, exchanged=None)
    assert choose_call(view) == choose_call(again)
    assert consider(view) == consider(again)


def test_the_partners_bid_is_heard() -> None:
    cards = "9S TS QS 9H JH KH KH AC 9C TD QD AD"
    alone_in_it = max(
        each.worth
        for each in consider(view_of(cards, "pass pass pass"))
        if each.call != PASS
    )
    helped = max(
        each.worth
        for each in consider(view_of(cards, "pass 6H 7C"))
        if each.call == Bid(8, Denomination.H)
    )
    unheard = [
        each.worth
        for each in consider(view_of(cards, "pass pass 7C"))
        if each.call == Bid(8, Denomination.H)
    ]
    assert not unheard or helped > unheard[0]
    assert alone_in_it > 0


def test_a_strong_hand_is_bid_and_a_weak_one_is_not_bid_high() -> None:
    strong = choose_call(view_of("JH JD AH KH QH TH AS QS AC KC TD 9D"))
    assert isinstance(strong, Bid)
    assert strong.denomination is Denomination.H
    weak = choose_call(view_of("9S TS QS 9H TH QH 9C TC QC 9D TD QD", "pass 5H 6S"))
    assert weak == PASS


def test_the_partner_is_left_alone_when_the_opponents_have_passed() -> None:
    """Nothing is gained by raising the own side's bid in its own denomination then."""
    seen = 0
    for number in range(1, 400):
        hand = deal_hand(DOUBLE_DECK_52, b"raise", number)
        while hand.phase is Phase.CALL:
            assert hand.turn is not None
            view = seat_view(hand, hand.turn, (0, 0))
            call = choose_call(view)
            standing = standing_bid(view.auction)
            if standing and standing[0] is view.seat.partner and len(view.auction) > 4:
                last = [
                    said
                    for seat, said in view.auction[-3:]
                    if seat.side is not view.seat.side
                ]
                if last == [PASS] and isinstance(call, Bid):
                    seen += call.denomination is standing[1].denomination
            hand = hand.apply(call)
    assert seen <= 2


def test_a_bid_is_no_higher_than_it_need_be_to_win_the_game() -> None:
    # 45 points and a hand for nine tricks: seven are enough, and no opponent has bid.
    view = view_of("JH JH JD AH KH QH TH AS AS AC KC 9D", "pass pass pass", (45, 20))
    call = choose_call(view)
    assert isinstance(call, Bid)
    assert call.tricks <= 7


# -- alone ------------------------------------------------------------------------------------


def test_a_lock_goes_alone_and_wins_in_every_deal() -> None:
    state = np.array([1], dtype=np.uint64)
    assert (
        lone_hand.count_wins(encode(parse_cards(LOCK), Denomination.H), 1, 300, state)
        == 300
    )
    assert choose_call(view_of(LOCK)) == Alone(Denomination.H)


def test_a_good_hand_with_a_loser_does_not_go_alone() -> None:
    for cards in (
        "JH JH AH AH KH QH AS AS AC KC 9D TD",
        "JH JD JD AH KH QH TH AS AS AC KC 9D",
    ):
        assert not isinstance(choose_call(view_of(cards)), Alone)


def test_going_alone_needs_better_than_an_even_chance(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Even where all else is worth less: the trial knows nothing of what the others have bid."""
    enough = round(bidder.ALONE_CHANCE * bidder.ALONE_DEALS)

    def goes_alone(wins: int) -> bool:
        monkeypatch.setattr(lone_hand, "count_wins", lambda *_: wins)
        considered = consider(view_of(LOCK))
        return any(isinstance(each.call, Alone) for each in considered)

    assert bidder.ALONE_CHANCE > 0.5
    assert goes_alone(enough)
    assert not goes_alone(enough - 1)


def test_nobody_goes_alone_when_an_ordinary_bid_wins_the_game() -> None:
    call = choose_call(view_of(LOCK.replace("QH QH", "TH 9H"), "pass pass", (46, 40)))
    assert isinstance(call, Bid)


def test_a_lone_player_keeps_aces_and_trumps() -> None:
    hand = encode(parse_cards("JH JH JD AH KH QH AS AC AC KC 9D TD"), Denomination.H)
    assert (
        lone_hand.take_worst(hand, 1) == 3 * 8 or lone_hand.take_worst(hand, 1) == 1 * 8
    )
    lock = encode(parse_cards("JH JH JD JD AH AH KH KH QH QH AS AC"), Denomination.H)
    assert lone_hand.take_worst(lock, 1) == -1


# -- what calls tell --------------------------------------------------------------------------


def test_a_bid_speaks_for_cards_of_its_denomination() -> None:
    the = model()
    words = ["6H", "pass", "pass"]
    numbers = np.array([bidder.number_of(parse_call(word)) for word in words])
    strong = encode(parse_cards("JH JH JD AH KH QH AS AS AC KC 9D TD"), Denomination.H)
    weak = encode(parse_cards("9S TS QS 9H TH QH 9C TC QC 9D TD QD"), Denomination.H)
    hands = np.array([[strong, weak, weak, weak], [weak, strong, weak, weak]])
    weights = np.ones(2)
    calls.weigh_calls(
        numbers,
        0,
        Denomination.H,
        hands,
        0b0111,
        the.estimate,
        the.bids,
        the.passes,
        1.0,
        weights,
    )
    assert weights[0] > 20 * weights[1] > 0
    same = np.ones(2)
    calls.weigh_calls(
        numbers,
        0,
        Denomination.H,
        hands,
        0,
        the.estimate,
        the.bids,
        the.passes,
        1.0,
        same,
    )
    assert same.tolist() == [1, 1]


# -- the shipped model ------------------------------------------------------------------------


def test_the_shipped_model_is_small_and_whole() -> None:
    assert bidder.DATA.stat().st_size < 200_000
    the = model()
    assert the.layers[0].shape[0] == INPUTS
    assert the.layers[4].shape[1] == ENDS
    for numbers in (*the.layers, the.estimate, the.points, the.bids, the.passes):
        assert np.isfinite(numbers).all()
    assert (the.bids > 0).all()
    assert (the.passes > 0).all()


@pytest.mark.slow
def test_training_with_one_seed_makes_one_model() -> None:
    first, second = (train(b"\x07", generations=1, hands=1500) for _ in range(2))
    assert first.keys() == second.keys()
    for name, numbers in first.items():
        assert np.array_equal(numbers, second[name]), name
    other = train(b"\x08", generations=0, hands=1500)
    assert not np.array_equal(first["w1"], other["w1"])


def test_the_bids_of_self_play_are_sensible() -> None:
    """A small sample of what `manage.py bands` measures, played by hand counting only."""
    low = high = bid = thrown_in = 0
    for number in range(1, 250):
        dealt = deal(DOUBLE_DECK_52, b"bands", number)
        hand = Hand.start(DOUBLE_DECK_52, Seat(number % 4), dealt)
        while hand.phase is Phase.CALL:
            assert hand.turn is not None
            view = seat_view(hand, hand.turn, (0, 0))
            hand = hand.apply(decide(view, consider(view)).call)
        if hand.contract is None:
            thrown_in += 1
            continue
        bid += hand.contract.tricks
        low += hand.contract.tricks < 4
        high += hand.contract.tricks > 10 and not hand.contract.alone
    assert thrown_in < 25
    assert 5.5 < bid / (249 - thrown_in) < 8.5
    assert low < 25
    assert high < 10
