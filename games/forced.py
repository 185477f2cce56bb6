"""Cards that need nobody to choose them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.engine.hand import legal_plays

if TYPE_CHECKING:
    from games.engine.cards import Card, Denomination
    from games.engine.seats import Seat


def plays_itself(
    own: tuple[Card, ...],
    trump: Denomination,
    table: tuple[tuple[Seat, Card], ...],
    *,
    autoplay: bool,
) -> bool:
    """Whether the person, who holds `own`, is not asked for a card.

    The last card of a hand plays itself.

    Args:
        autoplay: so does the only card with which they can follow. A lead is never made for them, though it may
            be forced: it is where one stops, looks at the trick that was, and may claim the rest.
    """
    is_forced = autoplay and bool(table) and len(legal_plays(own, trump, table)) == 1
    return is_forced or len(own) == 1
