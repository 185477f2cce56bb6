"""The engine against the second, naive implementation of the rules, over very many positions."""

import random
from itertools import product

import pytest

from games.engine import deals
from games.engine.cards import CARDS, Denomination, winning_index
from games.engine.hand import Hand, Phase, format_action, legal_plays, parse_action
from games.engine.rules import DOUBLE_DECK_52
from games.engine.seats import SEATS, Seat
from tests.engine import oracle
from tests.engine.positions import legal, oracle_table, plain, texts

PACK = CARDS * 2


def test_every_answer_to_every_lead_is_judged_alike():
    for trump, led, answer in product(Denomination, CARDS, CARDS):
        trick = (led, answer)
        assert winning_index(trick, trump) == oracle.trick_winner(
            texts(trick), trump.name
        )


def test_random_tricks_of_three_and_four_go_to_the_same_card():
    rng = random.Random(1)
    for _ in range(4000):
        trick = rng.sample(PACK, rng.choice([3, 4]))
        trump = rng.choice(list(Denomination))
        winner = oracle.trick_winner(texts(trick), trump.name)
        assert winning_index(trick, trump) == winner, f"[{trump.name}] {texts(trick)}"


def test_random_hands_may_play_the_same_cards_to_the_same_lead():
    rng = random.Random(2)
    for _ in range(4000):
        led, *own = rng.sample(PACK, rng.randint(2, 13))
        trump = rng.choice(list(Denomination))
        allowed = legal_plays(tuple(own), trump, ((Seat.N, led),))
        assert len(set(allowed)) == len(allowed)
        assert set(texts(allowed)) == oracle.playable(
            texts(own), led.text, trump.name
        ), f"[{trump.name}] {led} led, hand {texts(own)}"


def random_call(rng, calls):
    """Mostly a pass or a low bid: of all legal calls nearly all are bids that would end the auction
    after one or two, at a height at which every hand is set."""
    kind = rng.random()
    if kind < 0.55:
        return "pass"
    if kind < 0.62:
        return rng.choice([call for call in calls if call.startswith("alone")])
    return rng.choice(calls[: 1 + 3 * 5])


@pytest.mark.parametrize("seed", range(8))
def test_whole_random_hands_go_the_same_way(seed):
    """Whole hands of all kinds: after every action the same seat may do the same things."""
    rng = random.Random(seed)
    endings = set()
    for number in range(1, 13):
        deal = deals.deal(DOUBLE_DECK_52, bytes([seed]), number)
        dealer = rng.choice(SEATS)
        hand = Hand.start(DOUBLE_DECK_52, dealer, deal)
        table = oracle.Table(dealer.name, plain(deal))
        while True:
            allowed = legal(hand)
            assert len(set(allowed)) == len(allowed)
            assert set(allowed) == table.legal()
            assert hand.phase.value == table.phase
            assert hand.turn is (None if table.turn is None else Seat.parse(table.turn))
            assert (hand.tricks_won[0], hand.tricks_won[1]) == tuple(table.won.values())
            for seat in SEATS:
                assert (
                    texts(hand.holdings[seat])
                    == oracle.spell(table.holdings[seat.name]).split()
                )
            if not allowed:
                break
            text = (
                random_call(rng, allowed)
                if hand.phase is Phase.CALL
                else rng.choice(allowed)
            )
            hand = hand.apply(parse_action(text, hand.phase))
            table.do(text)
        if hand.contract is None:
            assert hand.points == (0, 0)
            endings.add("thrown in")
        else:
            points = oracle.points(table.by, table.bid, table.alone, table.won)
            assert hand.points == (points["NS"], points["EW"])
            endings.add("alone" if table.alone else "with the partner")
            assert [
                (trick.winner.name, [(s.name, c.text) for s, c in trick.plays])
                for trick in hand.tricks
            ] == (table.tricks)
        written = [format_action(action) for action in hand.actions]
        assert Hand.replay(hand.rules, hand.dealer, hand.deal, written) == hand
        assert oracle_table(hand).won == table.won
    assert len(endings) > 1
