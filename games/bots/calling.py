"""Which call to make: what the two hands may take, against what the auction and the score ask."""

from __future__ import annotations

from math import floor
from typing import TYPE_CHECKING

from games.bots.alone import goes_alone
from games.bots.evaluation import expected_tricks, support
from games.engine.auction import PASS, Alone, Bid, Call, standing_bid
from games.engine.cards import Denomination

if TYPE_CHECKING:
    from games.engine.view import SeatView

#: A bid is this far below the tricks expected, since being set costs more than a trick gains.
CAUTION = 0.3
#: Less careful when the opponents are about to go out with their bid: there is little to lose.
DESPAIR = 1.2
#: More careful when well ahead.
LEAD_TO_GUARD = 20
LEAD_CAUTION = 0.4
#: A first bid leaves this many tricks for competing, and tells the partner that they are there.
RESERVE = 1
#: Nobody opens for fewer.
LOWEST_OPENING = 4
#: Another denomination than the partner's must promise this many tricks more.
CHANGE = 1.0
#: Each opponent who has bid a denomination holds trumps that were hoped for from the partner.
BID_AGAINST = 0.7
#: An ordinary bid wins the game when it needs this many tricks fewer than expected.
SAFE = 2


def choose_call(view: SeatView) -> Call:
    """The call for a seat whose turn it is in the auction."""
    rules, side = view.rules, view.seat.side
    tricks = {
        denomination: _tricks(view, denomination) for denomination in Denomination
    }
    best = max(Denomination, key=lambda denomination: tricks[denomination])
    to_win = rules.target - view.score[side]

    if to_win > tricks[best] - SAFE:
        for denomination in Denomination:
            if goes_alone(rules, view.hand, denomination):
                return Alone(denomination)

    standing = standing_bid(view.auction)
    lowest = LOWEST_OPENING
    if standing is not None:
        bidder, bid = standing
        # Alone ends an auction: a bid that stands is for a number of tricks.
        assert isinstance(bid, Bid)
        lowest = bid.tricks + 1
        if bidder is view.seat.partner and (
            # A higher bid in the same denomination scores nothing more.
            best is bid.denomination or tricks[best] < tricks[bid.denomination] + CHANGE
        ):
            return PASS

    limit = min(floor(tricks[best] - _caution(view)), rules.maximum_bid)
    if limit < lowest:
        return PASS
    if standing is not None:
        return Bid(lowest, best)
    # No more than wins the game.
    return Bid(max(lowest, min(limit - RESERVE, to_win)), best)


def _tricks(view: SeatView, denomination: Denomination) -> float:
    """What this side may expect to take, by the own hand and what the bids have told."""
    tricks = expected_tricks(view.hand, denomination)
    bids = [
        (seat, call)
        for seat, call in view.auction
        if isinstance(call, Bid) and call.denomination is denomination
    ]
    ours = [(seat, bid) for seat, bid in bids if seat.side is view.seat.side]
    if ours and ours[0][0] is view.seat.partner:
        # The partner's first bid tells of its hand; later ones only of the auction.
        promised = ours[0][1].tricks + RESERVE + CAUTION
        tricks = promised + support(view.hand, denomination)
    against = {seat for seat, _ in bids if seat.side is not view.seat.side}
    return tricks - BID_AGAINST * len(against)


def _caution(view: SeatView) -> float:
    side = view.seat.side
    ours, theirs = view.score[side], view.score[side.other]
    standing = standing_bid(view.auction)
    if standing is not None and standing[0].side is not side:
        bid = standing[1]
        if isinstance(bid, Bid) and theirs + bid.tricks >= view.rules.target:
            return CAUTION - DESPAIR
    return CAUTION + (LEAD_CAUTION if ours - theirs >= LEAD_TO_GUARD else 0.0)
