"""What one seat may know. Bots, screens and the bot protocol get this and never a `Hand`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from games.engine.hand import Phase

if TYPE_CHECKING:
    from games.engine.auction import Call, Contract
    from games.engine.cards import Card
    from games.engine.hand import Action, CardSet, Hand, Trick
    from games.engine.rules import RuleSet
    from games.engine.scoring import Pair
    from games.engine.seats import Seat


@dataclass(frozen=True, slots=True)
class SeatView:
    """The table as seen from `seat`.

    Attributes:
        score: points of (NS, EW) before this hand.
        phase, turn: what has to be done now, and by whom.
        hand: the cards that this seat holds now.
        auction: every call so far with its seat.
        discarded: this seat's own discards in the exchange, None for everybody else.
        given: what this seat passed to its lone partner, None for everybody else.
        exchanged: how many cards the lone player laid aside (all see that); None before.
        tricks: the complete tricks; table: the cards of the open one, in order of play.
        legal: every legal action when it is this seat's turn, otherwise empty.
    """

    rules: RuleSet
    seat: Seat
    dealer: Seat
    score: Pair
    phase: Phase
    turn: Seat | None
    hand: tuple[Card, ...]
    auction: tuple[tuple[Seat, Call], ...]
    contract: Contract | None
    discarded: CardSet | None
    given: CardSet | None
    exchanged: int | None
    tricks: tuple[Trick, ...]
    table: tuple[tuple[Seat, Card], ...]
    tricks_won: Pair
    legal: tuple[Action, ...]


def seat_view(hand: Hand, seat: Seat, score: Pair) -> SeatView:
    """Reduce `hand` to what `seat` may know."""
    contract = hand.contract
    is_lone = contract is not None and contract.alone and contract.by is seat
    is_lone_partner = contract is not None and contract.sits_out is seat
    return SeatView(
        rules=hand.rules,
        seat=seat,
        dealer=hand.dealer,
        score=score,
        phase=hand.phase,
        turn=hand.turn,
        hand=hand.holdings[seat],
        auction=hand.calls,
        contract=contract,
        discarded=hand.discarded if is_lone else None,
        given=hand.passed if is_lone_partner else None,
        exchanged=None if hand.discarded is None else len(hand.discarded),
        tricks=hand.tricks,
        table=hand.table,
        tricks_won=hand.tricks_won,
        legal=hand.legal_actions() if hand.turn is seat else (),
    )
