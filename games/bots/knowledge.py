"""What a seat can tell about the cards that it does not see."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.engine.cards import CARDS, STRENGTH_UNDER, SUIT_UNDER, Card, Suit
from games.engine.seats import SEATS, Seat

if TYPE_CHECKING:
    from collections.abc import Iterable

    from games.engine.view import SeatView

LEFT_BOWER, RIGHT_BOWER = 7, 8  # strengths


class Knowledge:
    """The cards hidden from a seat during the play, and who may hold them.

    A chance is an estimate from counting alone: a hidden card lies in each unseen place in
    proportion to the number of cards there, except where that seat has shown void of its suit.
    It is exactly 0 or 1 when the cards seen prove it.

    Attributes:
        trump: the trump suit, None in no trump.
        opponents: the seats that play against this one.
        later: those of them that have yet to play to the open trick.
        partner: the other seat of this side, None when it sits out.
        places: how many hidden cards lie with each other seat.
    """

    def __init__(self, view: SeatView) -> None:
        contract, own = view.contract, view.seat
        assert contract is not None
        out = contract.sits_out
        acted = {seat for seat, _ in view.table}
        self.trump = contract.trump.suit
        self.opponents = tuple(
            seat for seat in SEATS if seat.side is not own.side and seat is not out
        )
        self.later = tuple(seat for seat in self.opponents if seat not in acted)
        self.partner = own.partner if own.partner is not out else None
        self.partner_is_later = self.partner is not None and self.partner not in acted
        self._suits = SUIT_UNDER[contract.trump]
        self._strengths = STRENGTH_UNDER[contract.trump]

        self._voids = set()
        seen = [*view.hand, *(view.discarded or ())]
        for plays in (*(trick.plays for trick in view.tricks), view.table):
            for seat, card in plays:
                seen.append(card)
                led = self.suit(plays[0][1])
                if self.suit(card) is not led:
                    self._voids.add((seat, led))

        #: [suit][strength]: how many copies are hidden.
        self._hidden = [[0] * (RIGHT_BOWER + 1) for _ in Suit]
        for card in CARDS:
            self._hidden[self.suit(card)][self.strength(card)] = view.rules.copies
        for card in seen:
            self._hidden[self.suit(card)][self.strength(card)] -= 1

        cards_left = view.rules.cards_per_hand - len(view.tricks)
        self.places = {
            seat: cards_left - (seat in acted) for seat in SEATS if seat is not own
        }
        if out is not None:
            # Face down for good: what the lone player's partner keeps and, to the defenders,
            # the lone player's discards, which are as many as the partner gave.
            known = len(view.discarded or ())
            self.places[out] = view.rules.cards_per_hand - known

    def suit(self, card: Card) -> Suit:
        """The suit the card belongs to under this contract."""
        return self._suits[card.index]

    def strength(self, card: Card) -> int:
        """Its rank within that suit, as `games.engine.cards.strength`."""
        return self._strengths[card.index]

    def is_trump(self, card: Card) -> bool:
        return self.suit(card) is self.trump

    def hidden(self, suit: Suit, above: int = 0) -> int:
        """How many hidden cards of the suit are stronger than `above`."""
        return sum(self._hidden[suit][above + 1 :])

    def is_master(self, card: Card) -> bool:
        """Nobody can hold a higher card of its suit. (An equal one, played later, loses.)"""
        return self.hidden(self.suit(card), self.strength(card)) == 0

    def may_hold_trump(self, seats: Iterable[Seat]) -> bool:
        """Whether any of the seats may still hold a trump."""
        trump = self.trump
        return (
            trump is not None
            and self.hidden(trump) > 0
            and any((seat, trump) not in self._voids for seat in seats)
        )

    def beats(self, card: Card, best: Card) -> bool:
        """Whether `card`, played later than `best`, wins over it."""
        if self.suit(card) is self.suit(best):
            return self.strength(card) > self.strength(best)
        return self.is_trump(card)

    def chance_to_beat(self, seat: Seat, best: Card, led: Suit) -> float:
        """The chance that `seat`, following to the suit led, can win over `best`."""
        suit = self.suit(best)
        over = self._chance_to_hold(seat, suit, self.strength(best))
        if suit is led:
            if self.trump is None or suit is self.trump:
                return over
            void = 1 - self._chance_to_hold(seat, led)
            return over + void * self._chance_to_hold(seat, self.trump)
        return (1 - self._chance_to_hold(seat, led)) * over

    def chance_to_stand(self, best: Card, led: Suit, seats: Iterable[Seat]) -> float:
        """The chance that none of the seats can win over `best`; 1 when that is certain."""
        chance = 1.0
        for seat in seats:
            chance *= 1 - self.chance_to_beat(seat, best, led)
        return chance

    def _chance_to_hold(self, seat: Seat, suit: Suit, above: int = 0) -> float:
        """The chance that the seat holds a hidden card of the suit stronger than `above`."""
        hidden = self.hidden(suit, above)
        if not hidden or (seat, suit) in self._voids:
            return 0.0
        places = sum(
            size
            for place, size in self.places.items()
            if (place, suit) not in self._voids
        )
        return float(1 - (1 - self.places[seat] / places) ** hidden)
