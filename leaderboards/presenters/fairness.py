"""Fingerprints, seeds and what they deal."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games import names as game_names
from games.engine.game import deal_hand
from games.engine.rules import DOUBLE_DECK_52
from games.engine.seats import SEATS
from leaderboards import names

if TYPE_CHECKING:
    from collections.abc import Sequence

    from games.engine.hand import Hand
    from leaderboards.models import DailyDeal
    from leaderboards.selectors import Verification


@dataclass(frozen=True, slots=True)
class DealtHand:
    """A dealt hand of the four seats, in notation: that is what one compares."""

    title: str
    dealer: str
    holdings: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Fingerprint:
    date_text: str
    url: str
    fingerprint: str
    seed: str


@dataclass(frozen=True, slots=True)
class FairnessPage:
    """`example` is what a known seed deals, for whoever writes the algorithm anew."""

    to_come: tuple[Fingerprint, ...]
    closed: tuple[Fingerprint, ...]
    example_seed: str
    example: tuple[DealtHand, ...]


@dataclass(frozen=True, slots=True)
class VerificationPage:
    """A date's check; `seed` is empty while the date is open."""

    date_text: str
    fingerprint: str
    seed: str
    computed: str
    is_promised: bool
    games_text: str
    hands: tuple[DealtHand, ...]


EXAMPLE_SEED = bytes(range(32))


def present_fairness(
    to_come: Sequence[DailyDeal], closed: Sequence[DailyDeal]
) -> FairnessPage:
    return FairnessPage(
        to_come=tuple(_fingerprint(deal, seed="") for deal in to_come),
        closed=tuple(_fingerprint(deal, deal.seed) for deal in closed),
        example_seed=EXAMPLE_SEED.hex(),
        example=tuple(
            dealt_hand(number, deal_hand(DOUBLE_DECK_52, EXAMPLE_SEED, number))
            for number in (1, 2)
        ),
    )


def _fingerprint(deal: DailyDeal, seed: str) -> Fingerprint:
    return Fingerprint(
        date_text=names.day_text(deal.date),
        url=reverse("fairness_day", args=[deal.date]),
        fingerprint=deal.seed_sha256,
        seed=seed,
    )


def dealt_hand(number: int, hand: Hand) -> DealtHand:
    return DealtHand(
        title=_("Hand %(number)d") % {"number": number},
        dealer=_("Dealer: %(seat)s") % {"seat": game_names.SEATS[hand.dealer]},
        holdings=tuple(
            (
                str(game_names.SEATS[seat]),
                " ".join(card.text for card in hand.deal[seat]),
            )
            for seat in SEATS
        ),
    )


def present_sealed(deal: DailyDeal) -> VerificationPage:
    """A date that is still open: its seed is secret."""
    return VerificationPage(
        names.day_text(deal.date), deal.seed_sha256, "", "", False, "", ()
    )


def present_verification(found: Verification) -> VerificationPage:
    text = ngettext(
        "%(number)d game was begun on this day, %(others)d of them from another seed.",
        "%(number)d games were begun on this day, %(others)d of them from another seed.",
        found.games,
    )
    return VerificationPage(
        date_text=names.day_text(found.deal.date),
        fingerprint=found.deal.seed_sha256,
        seed=found.deal.seed,
        computed=found.computed,
        is_promised=found.is_promised,
        games_text=text % {"number": found.games, "others": found.others},
        hands=tuple(
            dealt_hand(number, hand) for number, hand in enumerate(found.hands, start=1)
        ),
    )
