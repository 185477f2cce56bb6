"""Seats and sides. Clockwise order is N, E, S, W; partners sit opposite."""

from __future__ import annotations

from enum import IntEnum

from games.engine.errors import NotationError


class Side(IntEnum):
    """A pair of partners. Indexes every two-element score, points and tricks tuple."""

    NS = 0
    EW = 1

    @property
    def other(self) -> Side:
        return Side.EW if self is Side.NS else Side.NS


class Seat(IntEnum):
    """A place at the table. Indexes every four-element tuple of hands."""

    N = 0
    E = 1
    S = 2
    W = 3

    @property
    def left(self) -> Seat:
        """The next seat clockwise."""
        return _LEFT[self]

    @property
    def partner(self) -> Seat:
        return _PARTNER[self]

    @property
    def side(self) -> Side:
        return _SIDE[self]

    @classmethod
    def parse(cls, text: str) -> Seat:
        """Read ``N E S W``.

        >>> Seat.parse("W").partner.name
        'E'
        """
        try:
            return _BY_NAME[text]
        except (KeyError, TypeError):
            raise NotationError(f"not a seat: {text!r:.40}") from None


SEATS: tuple[Seat, ...] = tuple(Seat)
_LEFT = (Seat.E, Seat.S, Seat.W, Seat.N)
_PARTNER = (Seat.S, Seat.W, Seat.N, Seat.E)
_SIDE = (Side.NS, Side.EW, Side.NS, Side.EW)
_BY_NAME = {seat.name: seat for seat in SEATS}
