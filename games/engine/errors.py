"""The two ways in which an action can be wrong.

``NotationError``: the text is no action at all. ``IllegalAction``: it is one, but not now; it
carries a ``Refusal`` that says why in a form that a page can put into any language.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from games.engine.cards import Card, Suit


class NotationError(ValueError):
    """The text is not in the notation of docs/rules.md."""


class Reason(StrEnum):
    """Why an action is not legal now. Each has one sentence in every language."""

    HAND_IS_OVER = "hand_is_over"
    NOT_YOUR_TURN = "not_your_turn"
    WRONG_PHASE = "wrong_phase"  # a card during the auction, a call during play
    BID_TOO_LOW = "bid_too_low"  # not above `number`, the standing bid
    BID_OUT_OF_RANGE = "bid_out_of_range"  # `number` is the highest bid there is
    NOT_IN_HAND = "not_in_hand"
    MUST_FOLLOW = "must_follow"  # `suit` was led; `left_bower` says which jack belongs to another suit
    TOO_MANY_CARDS = "too_many_cards"  # at most `number` may be exchanged
    WRONG_NUMBER_OF_CARDS = "wrong_number_of_cards"  # exactly `number` must be passed


@dataclass(frozen=True, slots=True)
class Refusal:
    """One reason with what is needed to explain it.

    ``suit`` is the suit that must be followed. ``left_bower`` is set when a left bower is what
    makes the refusal surprising (it was led, it was tried, or it is the only card that follows);
    it counts as a card of ``left_bower_suit``.
    """

    reason: Reason
    number: int | None = None
    suit: Suit | None = None
    card: Card | None = None
    left_bower: Card | None = None
    left_bower_suit: Suit | None = None


class IllegalAction(ValueError):
    """A well-formed action that the rules do not allow now."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal.reason.value)
        self.refusal = refusal
