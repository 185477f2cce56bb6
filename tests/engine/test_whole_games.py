"""Whole games by a Hypothesis state machine: after every step, everything that must always hold.

Calls are drawn mostly as passes and low bids. Legal calls drawn evenly would be high bids nearly
always; those are set nearly always, the scores drift down for ever, and no game ever ends.
"""

import random
from collections import Counter

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
)

from games.engine.auction import PASS, Alone, Bid
from games.engine.cards import CARDS
from games.engine.errors import IllegalAction, Reason
from games.engine.game import Game
from games.engine.hand import Hand, Phase, format_action
from games.engine.record import check_record, write_record
from games.engine.rules import DOUBLE_DECK_52
from games.engine.seats import SEATS, Seat, Side
from games.engine.view import seat_view
from tests.engine import oracle
from tests.engine.knowledge import cards_in, known_cards, with_unseen_shuffled
from tests.engine.positions import legal, places, plain, texts

WHOLE_PACK = Counter(dict.fromkeys(CARDS, 2))


def likely_calls(calls):
    """How often to draw each legal call: see above. The rare ones happen too."""
    bids = [call for call in calls if isinstance(call, Bid)]
    lowest = bids[0].tricks if bids else 0
    for call in calls:
        if call == PASS:
            yield 60
        elif isinstance(call, Alone):
            yield 0.4
        else:
            yield 5 if call.tricks < lowest + 2 and lowest < 5 else 0.02


class WholeGames(RuleBasedStateMachine):
    @initialize(
        seed=st.binary(min_size=1, max_size=32), rng=st.randoms(use_true_random=False)
    )
    def sit_down(self, seed, rng):
        self.seed = seed
        self.game = Game.start(DOUBLE_DECK_52, seed)
        self.finished = []
        self.score = {"NS": 0, "EW": 0}
        self.winner = None
        self.rng = random.Random(rng.getrandbits(64))
        self.sit_at_hand()

    def sit_at_hand(self):
        hand = self.game.hand
        self.table = oracle.Table(hand.dealer.name, plain(hand.deal))
        self.moments = [hand]

    # -- steps --------------------------------------------------------------------------------

    @precondition(lambda self: not self.game.hand.is_over)
    @rule(data=st.data())
    def act(self, data):
        """One action, chosen by Hypothesis."""
        actions = self.game.hand.legal_actions()
        if self.game.hand.phase is Phase.CALL:
            low = [
                c
                for c, weight in zip(actions, likely_calls(actions), strict=True)
                if weight > 1
            ]
            actions = data.draw(st.sampled_from([low, low, actions]))
        self.take(data.draw(st.sampled_from(actions)))

    @precondition(lambda self: not self.game.hand.is_over)
    @rule(steps=st.integers(1, 60))
    def act_on(self, steps):
        """Many actions, so that whole games fit into a run."""
        for _ in range(steps):
            actions = self.game.hand.legal_actions()
            if not actions:
                break
            if self.game.hand.phase is Phase.CALL:
                (action,) = self.rng.choices(actions, list(likely_calls(actions)))
            else:
                action = self.rng.choice(actions)
            self.take(action)
            self.everything_is_accounted_for()
            self.the_oracle_agrees()

    @precondition(lambda self: self.game.hand.is_over and self.game.winner is None)
    @rule()
    def deal_the_next_hand(self):
        over = self.game
        self.game = over.next_hand()
        assert self.game.number == over.number + 1
        assert self.game.score == over.score
        assert self.game.hand.dealer is over.hand.dealer.left
        assert self.game.hand.turn is over.hand.dealer.partner
        self.sit_at_hand()

    @precondition(lambda self: self.game.hand.is_over)
    @rule(
        action=st.sampled_from([PASS, CARDS[0], ()]), by=st.sampled_from([None, *SEATS])
    )
    def do_something_after_the_end(self, action, by):
        with pytest.raises(IllegalAction) as refused:
            self.game.apply(action, by)
        assert refused.value.refusal.reason is Reason.HAND_IS_OVER

    @precondition(lambda self: not self.game.hand.is_over)
    @rule(card=st.sampled_from(CARDS), tricks=st.integers(1, 12))
    def do_something_illegal(self, card, tricks):
        hand = self.game.hand
        for action in (
            card,
            (card, card),
            Bid(tricks, hand.calls[-1][1].denomination) if bid_last(hand) else (),
        ):
            if action not in hand.legal_actions():
                with pytest.raises(IllegalAction):
                    self.game.apply(action)
        for seat in set(SEATS) - {hand.turn}:
            with pytest.raises(IllegalAction) as refused:
                self.game.apply(hand.legal_actions()[0], seat)
            assert refused.value.refusal.reason is Reason.NOT_YOUR_TURN

    def take(self, action):
        before = self.game
        seen = hash(before)
        self.game = before.apply(action, by=before.hand.turn)
        assert hash(before) == seen
        self.table.do(format_action(action))
        self.moments.append(self.game.hand)
        assert self.game.hand.actions == (*before.hand.actions, action)
        if self.game.hand.is_over:
            self.finish_hand()

    def finish_hand(self):
        hand, table = self.game.hand, self.table
        if table.by is None:
            assert hand.thrown_in
            assert hand.calls == tuple(
                zip(
                    SEATS[hand.dealer.left :] + SEATS[: hand.dealer.left],
                    [PASS] * 4,
                    strict=True,
                )
            )
        else:
            assert sum(hand.tricks_won) == len(hand.tricks) == 12
            for side, points in oracle.points(
                table.by, table.bid, table.alone, table.won
            ).items():
                self.score[side] += points
            self.winner = oracle.game_winner(table.by, table.bid, table.won, self.score)
        self.finished.append(hand)
        # What came before has not changed, and the actions alone lead through it again.
        again = Hand.start(hand.rules, hand.dealer, hand.deal)
        for action, moment in zip(hand.actions, self.moments, strict=False):
            assert again == moment
            again = again.apply(action)
        assert again == hand

    # -- what always holds --------------------------------------------------------------------

    @invariant()
    def everything_is_accounted_for(self):
        hand = self.game.hand
        assert places(hand) == WHOLE_PACK
        assert sum((Counter(cards) for cards in hand.deal), Counter()) == WHOLE_PACK
        assert sum(hand.tricks_won) == len(hand.tricks)
        for side in Side:
            assert hand.tricks_won[side] == sum(
                trick.winner.side is side for trick in hand.tricks
            )
        out = hand.contract.sits_out if hand.contract else None
        assert len(hand.table) < (3 if out is not None else 4)
        for trick in hand.tricks:
            assert out not in [seat for seat, _ in trick.plays]
        # Everybody who plays holds a card for each trick that it has still to play to.
        if hand.phase is Phase.PLAY:
            for seat in set(SEATS) - {out}:
                played = len(hand.tricks) + (
                    seat in [player for player, _ in hand.table]
                )
                assert len(hand.holdings[seat]) == 12 - played

    @invariant()
    def the_oracle_agrees(self):
        hand, table = self.game.hand, self.table
        assert hand.phase.value == table.phase
        assert hand.turn is (None if table.turn is None else Seat.parse(table.turn))
        allowed = legal(hand)
        assert len(allowed) == len(set(allowed))
        assert set(allowed) == table.legal()
        assert bool(allowed) == (hand.turn is not None)
        for seat in SEATS:
            assert (
                texts(hand.holdings[seat])
                == oracle.spell(table.holdings[seat.name]).split()
            )

    @invariant()
    def the_score_is_right(self):
        assert self.game.score == (self.score["NS"], self.score["EW"])
        assert self.game.winner is (Side[self.winner] if self.winner else None)
        if self.game.winner is not None:
            assert self.game.hand.is_over
            assert self.score[self.winner] >= 52

    @invariant()
    def nobody_sees_what_it_may_not(self):
        hand = self.game.hand
        for seat in SEATS:
            view = seat_view(hand, seat, self.game.score)
            assert set(cards_in(view)) <= set(known_cards(hand, seat))
            shuffled = with_unseen_shuffled(hand, seat, self.rng)
            assert seat_view(shuffled, seat, self.game.score) == view

    @invariant()
    def the_actions_replay_to_the_same_hand(self):
        hand = self.game.hand
        written = [format_action(action) for action in hand.actions]
        assert Hand.replay(hand.rules, hand.dealer, hand.deal, written) == hand

    def teardown(self):
        if getattr(self, "finished", None):
            players = dict.fromkeys(SEATS, "test")
            checked = check_record(
                write_record(DOUBLE_DECK_52, self.seed, players, self.finished)
            )
            assert checked.hands == tuple(self.finished)
            assert checked.score == (self.score["NS"], self.score["EW"])
            assert checked.winner is (Side[self.winner] if self.winner else None)


def bid_last(hand):
    return bool(hand.calls) and isinstance(hand.calls[-1][1], Bid)


WholeGames.TestCase.settings = settings(max_examples=20, stateful_step_count=40)
TestWholeGames = WholeGames.TestCase


@pytest.mark.parametrize("seed", range(3))
def test_a_game_drawn_like_that_comes_to_its_end(seed):
    """What the state machine may or may not reach, for certain: whole games, with a winner."""
    machine = WholeGames()
    machine.sit_down(bytes([seed]), random.Random(seed))
    while machine.game.winner is None:
        machine.act_on(60)
        machine.the_score_is_right()
        if machine.game.hand.is_over and machine.game.winner is None:
            machine.deal_the_next_hand()
        assert machine.game.number < 200
    machine.nobody_sees_what_it_may_not()
    machine.teardown()
