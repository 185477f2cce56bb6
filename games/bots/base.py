"""What every computer player is."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from random import Random

    from games.engine.hand import Action
    from games.engine.view import SeatView


class Bot(Protocol):
    """A player that decides from what its seat may know.

    Attributes:
        name: under which it is registered and stored with games.
        version: raised whenever a decision may differ from before; stored with games too.
    """

    @property
    def name(self) -> str: ...

    @property
    def version(self) -> str: ...

    def choose(self, view: SeatView, rng: Random) -> Action:
        """One of `view.legal`, the same for the same view and state of `rng`.

        Args:
            view: the table as this seat sees it, at its turn.
            rng: the only randomness a bot may use (`deals.bot_rng`).
        """
        ...
