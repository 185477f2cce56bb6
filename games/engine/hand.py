"""One hand: its deal, auction, exchange and play as a single immutable value."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import combinations
from typing import TYPE_CHECKING, cast

from games.engine import scoring
from games.engine.auction import (
    PASS,
    Alone,
    Bid,
    Call,
    Contract,
    Pass,
    legal_calls,
    parse_call,
    standing_bid,
)
from games.engine.cards import (
    SUIT_UNDER,
    Card,
    Denomination,
    format_cards,
    is_left_bower,
    parse_cards,
    winning_index,
)
from games.engine.errors import IllegalAction, Reason, Refusal
from games.engine.seats import SEATS, Seat, Side

if TYPE_CHECKING:
    from collections.abc import Iterable

    from games.engine.deals import Deal
    from games.engine.rules import RuleSet
    from games.engine.scoring import Pair


class Phase(StrEnum):
    """What the seat whose turn it is has to do."""

    CALL = "call"
    DISCARD = "discard"  # the lone player, before seeing what comes
    GIVE = "give"  # the lone player's partner, before seeing what was discarded
    PLAY = "play"
    OVER = "over"


#: Cards exchanged in one step, in packing order.
CardSet = tuple[Card, ...]
#: A call, an exchange or a card played.
Action = Call | CardSet | Card


@dataclass(frozen=True, slots=True)
class Trick:
    """A trick, complete (with its winner) or still open (winner None)."""

    plays: tuple[tuple[Seat, Card], ...]
    winner: Seat | None = None

    @property
    def leader(self) -> Seat:
        return self.plays[0][0]

    @property
    def cards(self) -> tuple[Card, ...]:
        return tuple(card for _, card in self.plays)


def format_action(action: Action) -> str:
    """Write an action in the notation of forms, database, logs and records."""
    return format_cards(action) if isinstance(action, tuple) else str(action)


def parse_action(text: str, phase: Phase) -> Action:
    """Read an action; the phase tells a bid of nine spades from the nine of spades.

    Raises:
        NotationError: when the text is no action of this phase.
    """
    if phase is Phase.CALL:
        return parse_call(text)
    if phase is Phase.PLAY:
        return Card.parse(text)
    return parse_cards(text)


@dataclass(frozen=True, slots=True)
class Hand:
    """A hand at one moment. `apply` answers with the next moment and leaves this one alone.

    Attributes:
        deal: the twelve cards dealt to N, E, S and W.
        turn: who acts; None when the hand is over.
        holdings: the cards that each seat still holds (after the exchange: also what the
            partner of a lone player holds face down, out of play).
        discarded: what the lone player laid aside; None until then.
        passed: what the partner gave for it; None until then.
        tricks: the complete tricks; table: the cards of the open one, in order of play.
        tricks_won: by NS and by EW.
    """

    rules: RuleSet
    dealer: Seat
    deal: Deal
    phase: Phase
    turn: Seat | None
    calls: tuple[tuple[Seat, Call], ...]
    contract: Contract | None
    discarded: CardSet | None
    passed: CardSet | None
    holdings: Deal
    tricks: tuple[Trick, ...]
    table: tuple[tuple[Seat, Card], ...]
    tricks_won: Pair

    @classmethod
    def start(cls, rules: RuleSet, dealer: Seat, deal: Deal) -> Hand:
        """The moment after the deal: the seat at the dealer's left calls first."""
        return cls(
            rules=rules,
            dealer=dealer,
            deal=deal,
            phase=Phase.CALL,
            turn=dealer.left,
            calls=(),
            contract=None,
            discarded=None,
            passed=None,
            holdings=deal,
            tricks=(),
            table=(),
            tricks_won=(0, 0),
        )

    @classmethod
    def replay(
        cls, rules: RuleSet, dealer: Seat, deal: Deal, actions: Iterable[str]
    ) -> Hand:
        """The hand after `actions`, each in notation.

        Raises:
            NotationError, IllegalAction: at the first action that is not by the rules.
        """
        hand = cls.start(rules, dealer, deal)
        for text in actions:
            hand = hand.apply(parse_action(text, hand.phase))
        return hand

    # -- what may be done ---------------------------------------------------------------------

    def legal_actions(self) -> tuple[Action, ...]:
        """Every action that the seat to act may take; empty when the hand is over.

        Identical copies of a card are one action. There is no other legality check.
        """
        if self.phase is Phase.PLAY:
            return legal_plays(self._own_cards, self._trump, self.table)
        if self.phase is Phase.CALL:
            standing = standing_bid(self.calls)
            bid = cast("Bid", standing[1]).tricks if standing else 0
            return legal_calls(self.rules, bid)
        if self.phase is Phase.DISCARD:
            counts = range(self.rules.maximum_exchange + 1)
        elif self.phase is Phase.GIVE:
            counts = range(self._exchange_size, self._exchange_size + 1)
        else:
            return ()
        own = sorted(self._own_cards)
        return tuple(
            chosen
            for count in counts
            for chosen in dict.fromkeys(combinations(own, count))
        )

    def refusal(self, action: Action) -> Refusal | None:
        """Why `action` is not legal now, None when it is."""
        if action in self.legal_actions():
            return None
        if self.phase is Phase.OVER:
            return Refusal(Reason.HAND_IS_OVER)
        if isinstance(action, Card):
            if self.phase is not Phase.PLAY:
                return Refusal(Reason.WRONG_PHASE)
            return self._refusal_of_play(action)
        if isinstance(action, tuple):
            return self._refusal_of_exchange(action)
        if self.phase is not Phase.CALL:
            return Refusal(Reason.WRONG_PHASE)
        standing = standing_bid(self.calls)
        if (
            isinstance(action, Bid)
            and standing
            and action.tricks <= self.rules.maximum_bid
        ):
            return Refusal(Reason.BID_TOO_LOW, number=cast("Bid", standing[1]).tricks)
        return Refusal(Reason.BID_OUT_OF_RANGE, number=self.rules.maximum_bid)

    def _refusal_of_exchange(self, cards: CardSet) -> Refusal:
        if self.phase not in (Phase.DISCARD, Phase.GIVE):
            return Refusal(Reason.WRONG_PHASE)
        for card in cards:
            if cards.count(card) > self._own_cards.count(card):
                return Refusal(Reason.NOT_IN_HAND, card=card)
        if self.phase is Phase.DISCARD:
            return Refusal(Reason.TOO_MANY_CARDS, number=self.rules.maximum_exchange)
        return Refusal(Reason.WRONG_NUMBER_OF_CARDS, number=self._exchange_size)

    def _refusal_of_play(self, card: Card) -> Refusal:
        if card not in self._own_cards:
            return Refusal(Reason.NOT_IN_HAND, card=card)
        led = SUIT_UNDER[self._trump][self.table[0][1].index]
        followers = self.legal_actions()
        surprising = [card, self.table[0][1]]
        if len(followers) == 1:
            surprising += cast("tuple[Card, ...]", followers)
        bower = next((c for c in surprising if is_left_bower(c, self._trump)), None)
        return Refusal(
            Reason.MUST_FOLLOW,
            suit=led,
            card=card,
            left_bower=bower,
            left_bower_suit=self._trump.suit if bower else None,
        )

    # -- doing it -----------------------------------------------------------------------------

    def apply(self, action: Action, by: Seat | None = None) -> Hand:
        """The hand after `action`.

        Args:
            by: who acts; when given, it must be that seat's turn.

        Raises:
            IllegalAction: with the refusal that says why.
        """
        if by is not None and self.turn is not None and by is not self.turn:
            raise IllegalAction(Refusal(Reason.NOT_YOUR_TURN))
        if refusal := self.refusal(action):
            raise IllegalAction(refusal)
        if isinstance(action, Card):
            return self._play(action)
        if isinstance(action, tuple):
            return (
                self._discard(action)
                if self.phase is Phase.DISCARD
                else self._give(action)
            )
        return self._call(action)

    def _call(self, call: Call) -> Hand:
        seat = self._seat_to_act
        calls = (*self.calls, (seat, call))
        standing = standing_bid(calls)
        if standing is None:
            if len(calls) == len(SEATS):
                return replace(self, calls=calls, phase=Phase.OVER, turn=None)
            return replace(self, calls=calls, turn=seat.left)
        bidder, bid = standing
        passes_since = len(calls) - 1 - calls.index(standing)
        ends_at_once = isinstance(bid, Alone) or bid.tricks == self.rules.maximum_bid
        if not ends_at_once and passes_since < len(SEATS) - 1:
            return replace(self, calls=calls, turn=seat.left)
        alone = isinstance(bid, Alone)
        contract = Contract(
            by=bidder,
            tricks=self.rules.maximum_bid if isinstance(bid, Alone) else bid.tricks,
            trump=bid.denomination,
            alone=alone,
        )
        phase = Phase.DISCARD if alone else Phase.PLAY
        return replace(self, calls=calls, contract=contract, phase=phase, turn=bidder)

    def _discard(self, cards: CardSet) -> Hand:
        seat = self._seat_to_act
        return replace(
            self,
            discarded=cards,
            holdings=_with(self.holdings, seat, _without(self._own_cards, cards)),
            phase=Phase.GIVE,
            turn=seat.partner,
        )

    def _give(self, cards: CardSet) -> Hand:
        giver = self._seat_to_act
        receiver = giver.partner
        holdings = _with(self.holdings, giver, _without(self._own_cards, cards))
        received = tuple(sorted((*holdings[receiver], *cards)))
        return replace(
            self,
            passed=cards,
            holdings=_with(holdings, receiver, received),
            phase=Phase.PLAY,
            turn=receiver,
        )

    def _play(self, card: Card) -> Hand:
        seat = self._seat_to_act
        contract = self._contract
        holdings = _with(self.holdings, seat, _without(self._own_cards, (card,)))
        table = (*self.table, (seat, card))
        sits_out = contract.sits_out
        tricks, tricks_won, phase = self.tricks, self.tricks_won, self.phase
        following: Seat | None
        if len(table) < len(SEATS) - (sits_out is not None):
            following = seat.left if seat.left is not sits_out else seat.left.left
        else:
            best = winning_index([played for _, played in table], contract.trump)
            following = table[best][0]
            tricks = (*tricks, Trick(table, following))
            ns, ew = tricks_won
            tricks_won = (ns + 1, ew) if following.side is Side.NS else (ns, ew + 1)
            table = ()
            if len(tricks) == self.rules.cards_per_hand:
                phase, following = Phase.OVER, None
        # The constructor rather than dataclasses.replace: this is the hot path of every replay.
        return Hand(
            self.rules,
            self.dealer,
            self.deal,
            phase,
            following,
            self.calls,
            contract,
            self.discarded,
            self.passed,
            holdings,
            tricks,
            table,
            tricks_won,
        )

    # -- what it comes to ---------------------------------------------------------------------

    @property
    def is_over(self) -> bool:
        return self.phase is Phase.OVER

    @property
    def thrown_in(self) -> bool:
        """All four passed: no contract, no points."""
        return self.is_over and self.contract is None

    @property
    def points(self) -> Pair:
        """What the finished hand is worth to (NS, EW)."""
        if not self.is_over:
            raise ValueError("the hand is not over")
        if self.contract is None:
            return 0, 0
        return scoring.points(self.rules, self.contract, self.tricks_won)

    @property
    def actions(self) -> tuple[Action, ...]:
        """Everything done so far, in order: `replay` of it gives an equal hand."""
        done: list[Action] = [call for _, call in self.calls]
        done += [cards for cards in (self.discarded, self.passed) if cards is not None]
        for trick in self.tricks:
            done += trick.cards
        done += [card for _, card in self.table]
        return tuple(done)

    @property
    def _seat_to_act(self) -> Seat:
        assert self.turn is not None
        return self.turn

    @property
    def _contract(self) -> Contract:
        assert self.contract is not None
        return self.contract

    @property
    def _own_cards(self) -> tuple[Card, ...]:
        return self.holdings[self._seat_to_act]

    @property
    def _trump(self) -> Denomination:
        return self._contract.trump

    @property
    def _exchange_size(self) -> int:
        assert self.discarded is not None
        return len(self.discarded)


def legal_plays(
    own: tuple[Card, ...], trump: Denomination, table: tuple[tuple[Seat, Card], ...]
) -> tuple[Card, ...]:
    """The cards of `own` that may be played: of the suit led if there is one, else any."""
    if table:
        suits = SUIT_UNDER[trump]
        led = suits[table[0][1].index]
        following = [card for card in own if suits[card.index] == led]
        return tuple(dict.fromkeys(following or own))
    return tuple(dict.fromkeys(own))


def _without(cards: tuple[Card, ...], gone: Iterable[Card]) -> tuple[Card, ...]:
    left = list(cards)
    for card in gone:
        left.remove(card)
    return tuple(left)


def _with(holdings: Deal, seat: Seat, cards: tuple[Card, ...]) -> Deal:
    changed = list(holdings)
    changed[seat] = cards
    return cast("Deal", tuple(changed))


__all__ = [
    "PASS",
    "Action",
    "CardSet",
    "Hand",
    "Pass",
    "Phase",
    "Trick",
    "format_action",
    "legal_plays",
    "parse_action",
]
