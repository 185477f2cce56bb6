"""The rule bot over many hands: always legal, blind to hidden cards, and neither timid nor wild."""

import random

import pytest

from games.bots.knowledge import Knowledge
from games.bots.registry import get_bot
from games.bots.table import play_out
from games.engine.auction import Alone, Pass
from games.engine.cards import Suit
from games.engine.deals import bot_rng
from games.engine.game import Game
from games.engine.hand import Phase
from games.engine.rules import DOUBLE_DECK_52
from games.engine.scoring import is_made
from games.engine.seats import SEATS, Side
from games.engine.view import seat_view
from tests.bots.players import Chance
from tests.engine.knowledge import with_unseen_shuffled

RULE = get_bot("rule")
GAMES = 60


def seeds(count):
    return [i.to_bytes(32, "big") for i in range(count)]


def choose(hand, score=(0, 0)):
    view = seat_view(hand, hand.turn, score)
    return RULE.choose(view, bot_rng(b"seed", 1, hand.turn, len(hand.actions)))


def wild_hands(count):
    """Hands of random legal actions, every other one alone: positions that no sane auction meets."""
    for i, seed in enumerate(seeds(count)):
        rng = random.Random(seed)
        hand = Game.start(DOUBLE_DECK_52, seed).hand
        yield hand, rng
        while not hand.is_over:
            legal = hand.legal_actions()
            alone = [call for call in legal if isinstance(call, Alone)]
            # Random calls would seldom last; passes make room for long auctions.
            passes = [call for call in legal if isinstance(call, Pass)]
            preferred = alone if i % 2 else passes
            hand = hand.apply(
                rng.choice(preferred if preferred and rng.random() < 0.7 else legal)
            )
            if not hand.is_over:
                yield hand, rng


def test_is_always_legal():
    asked = dict.fromkeys(Phase, 0)
    lone_defence = 0
    for hand, _ in wild_hands(120):
        score = (len(hand.actions) * 4 - 100, 51)
        assert choose(hand, score) in hand.legal_actions()
        asked[hand.phase] += 1
        if hand.phase is Phase.PLAY and hand.contract.alone:
            lone_defence += hand.turn is not hand.contract.by
    assert min(asked[phase] for phase in Phase if phase is not Phase.OVER) >= 50
    assert sum(asked.values()) > 3000
    assert lone_defence > 300


def test_does_not_depend_on_cards_that_the_seat_cannot_see():
    shuffled = 0
    for hand, rng in wild_hands(40):
        other = with_unseen_shuffled(hand, hand.turn, rng)
        assert seat_view(other, hand.turn, (0, 0)) == seat_view(hand, hand.turn, (0, 0))
        assert choose(other) == choose(hand)
        shuffled += other.holdings != hand.holdings
    assert shuffled > 1000


def test_does_the_same_when_asked_again():
    for hand, _ in wild_hands(20):
        assert choose(hand) == choose(hand)


def test_knows_how_many_hidden_cards_lie_where():
    lone = 0
    for hand, _ in wild_hands(40):
        if hand.phase is Phase.PLAY:
            known = Knowledge(seat_view(hand, hand.turn, (0, 0)))
            assert sum(known.places.values()) == sum(map(known.hidden, Suit))
            lone += bool(hand.discarded)
    assert lone > 100


@pytest.fixture(scope="module")
def games():
    """Games between four rule bots: for each its hands and its end."""
    bots = dict.fromkeys(SEATS, RULE)
    return [play_out(Game.start(DOUBLE_DECK_52, seed), bots) for seed in seeds(GAMES)]


@pytest.fixture(scope="module")
def hands(games):
    return [hand for game_hands, _ in games for hand in game_hands]


@pytest.fixture(scope="module")
def ordinary(hands):
    """Hands with a bid that was not alone."""
    return [hand for hand in hands if hand.contract and not hand.contract.alone]


def test_a_game_lasts_about_an_evening(hands):
    assert 7 < len(hands) / GAMES < 15


def test_bids_are_set_now_and_then(ordinary):
    set_share = sum(
        not is_made(hand.contract, hand.tricks_won) for hand in ordinary
    ) / len(ordinary)
    assert 0.10 < set_share < 0.35


def test_bids_are_neither_timid_nor_wild(ordinary):
    bids = [hand.contract.tricks for hand in ordinary]
    assert 6 < sum(bids) / len(bids) < 8
    taken = [hand.tricks_won[hand.contract.by.side] for hand in ordinary]
    assert 0 < (sum(taken) - sum(bids)) / len(bids) < 2


def test_all_denominations_are_bid(ordinary):
    named = [hand.contract.trump.name for hand in ordinary]
    for suit in "SHCD":
        assert 0.15 < named.count(suit) / len(named) < 0.35
    assert 0 < named.count("NT") / len(named) < 0.15


def test_few_hands_are_thrown_in(hands):
    assert sum(hand.thrown_in for hand in hands) / len(hands) < 0.15


def test_goes_alone_seldom_and_mostly_makes_it(hands):
    alone = [hand for hand in hands if hand.contract and hand.contract.alone]
    assert 0 < len(alone) / len(hands) <= 0.04
    made = sum(is_made(hand.contract, hand.tricks_won) for hand in alone)
    assert made / len(alone) > 0.6


def test_neither_side_is_favoured(games, hands):
    won = sum(end.winner is Side.NS for _, end in games)
    # Four standard deviations of fair coins.
    assert abs(won - GAMES / 2) < 4 * (GAMES / 4) ** 0.5
    lead = [ns - ew for ns, ew in (hand.points for hand in hands)]
    mean = sum(lead) / len(lead)
    variance = sum((points - mean) ** 2 for points in lead) / len(lead)
    assert abs(mean) < 4 * (variance / len(lead)) ** 0.5


@pytest.mark.parametrize("side", Side)
def test_beats_chance(side):
    chance = Chance()
    bots = {seat: RULE if seat.side is side else chance for seat in SEATS}
    for seed in seeds(5):
        _, end = play_out(Game.start(DOUBLE_DECK_52, seed), bots)
        assert end.winner is side
        assert end.score[side] - end.score[side.other] > 50


class CallsByRule(Chance):
    """Calls and exchanges as the rule bot does, and plays any legal card."""

    def choose(self, view, rng):
        if view.phase is Phase.PLAY:
            return super().choose(view, rng)
        return RULE.choose(view, rng)


@pytest.mark.parametrize("side", Side)
def test_its_card_play_alone_beats_chance(side):
    chance = CallsByRule()
    bots = {seat: RULE if seat.side is side else chance for seat in SEATS}
    ends = [play_out(Game.start(DOUBLE_DECK_52, seed), bots)[1] for seed in seeds(5)]
    assert sum(end.winner is side for end in ends) >= 4
