"""The examples of "How to play" and of the strategy page.

What follows from the rules is worked out here by the engine – which card wins, which may be played, what is
scored – so that no example can say anything else than the table does.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games import names
from games.counting import count
from games.engine import scoring
from games.engine.auction import Alone, Bid, Contract, parse_call
from games.engine.cards import (
    CARDS,
    Card,
    Denomination,
    Suit,
    effective_suit,
    is_left_bower,
    is_right_bower,
    strength,
    winning_index,
)
from games.engine.hand import legal_plays
from games.engine.rules import DOUBLE_DECK_52
from games.engine.seats import Seat

if TYPE_CHECKING:
    from games.names import Text

#: South's hand in the example of the auction, and the first hand that is counted on the strategy page.
BIDDING_HAND = "JS JC AS KS 9S AH AH KH QD TD 9D 9D"
DEALER = Seat.W
#: The example of an auction: who calls what, and why.
AUCTION: tuple[tuple[str, str, Text], ...] = (
    ("N", "3S", gettext_lazy("A low start: North has something in spades.")),
    ("E", "5H", gettext_lazy("More tricks, so East goes over North.")),
    ("S", "7S", gettext_lazy("With North’s help, seven tricks look within reach.")),
    ("W", "pass", gettext_lazy("West does not want to promise eight.")),
    ("N", "pass", gettext_lazy("North is content: you play North’s suit.")),
    ("E", "pass", gettext_lazy("The third pass in a row ends the auction.")),
)

FOLLOWING_HAND = "JC TC 9C QD 9D KH"
FOLLOWING_LED = "QS"

#: A lone hand: what is dealt, what of it is discarded, and what North gives for it.
LONE_HAND = "JH JH JD AH AH KH QH TH AS AC 9D 9C"
LONE_DISCARDS = "9D 9C"
LONE_GIVEN = "JD AS"

#: Bid and tricks taken of the examples of the score; None is a bid of alone.
SCORES: tuple[tuple[int | None, int], ...] = ((7, 8), (7, 6), (None, 12), (None, 11))

#: Hands that the strategy page counts, each with its trump.
COUNTED = (
    ("S", BIDDING_HAND),
    ("S", "JS AS KS QS 9S AH QH TH AD 9D KC 9C"),
)
NO_TRUMP_HAND = "AS AS KS AH AH QH TH AD KD AC TC 9C"


@dataclass(frozen=True, slots=True)
class Picture:
    """A card of a figure. `label` is its name with its state; `is_marked` draws a ring round it."""

    code: str
    label: str
    note: str = ""
    is_marked: bool = False
    is_faded: bool = False


@dataclass(frozen=True, slots=True)
class Said:
    """A call of the example of an auction, as the table shows one, and the reason for it."""

    seat: str
    kind: str
    text: str
    tricks: int | None
    suit: str
    why: str


@dataclass(frozen=True, slots=True)
class Scored:
    """A hand that was played. `bid` is None for alone; the points are signed."""

    bid: int | None
    tricks: int
    ours: str
    theirs: str


@dataclass(frozen=True, slots=True)
class Counted:
    """A hand with its trump, and each thing that is counted in it."""

    cards: tuple[Picture, ...]
    trumps: int
    bowers: int
    aces: int
    voids: int
    tricks: str


@dataclass(frozen=True, slots=True)
class HowToPlay:
    """The figures of "How to play"."""

    hearts: tuple[Picture, ...]
    trumps: tuple[Picture, ...]
    clubs: tuple[Picture, ...]
    led: Picture
    following: tuple[Picture, ...]
    ruffed: tuple[Picture, ...]
    equals: tuple[Picture, ...]
    bowers: tuple[Picture, ...]
    bidding_hand: tuple[Picture, ...]
    auction: tuple[Said, ...]
    lone_hand: tuple[Picture, ...]
    lone_given: tuple[Picture, ...]
    scores: tuple[Scored, ...]


@dataclass(frozen=True, slots=True)
class Strategy:
    """The figures of the strategy page."""

    counted: tuple[Counted, ...]
    no_trump: tuple[Picture, ...]
    lone_hand: tuple[Picture, ...]


def present_how_to_play() -> HowToPlay:
    spades = Denomination.S
    return HowToPlay(
        hearts=suit_row(Suit.H, spades),
        trumps=suit_row(Suit.S, spades),
        clubs=suit_row(Suit.C, spades),
        led=picture(Card.parse(FOLLOWING_LED)),
        following=choices(FOLLOWING_HAND, spades, FOLLOWING_LED),
        ruffed=trick("AH 9H 9S TH", spades),
        equals=trick("AD TD AD QD", spades),
        bowers=trick("KS JC JS JS", spades),
        bidding_hand=row(BIDDING_HAND),
        auction=tuple(_said(*call) for call in AUCTION),
        lone_hand=_lone_hand(),
        lone_given=row(LONE_GIVEN),
        scores=tuple(_scored(*each) for each in SCORES),
    )


def present_strategy() -> Strategy:
    return Strategy(
        counted=tuple(_counted(*each) for each in COUNTED),
        no_trump=row(NO_TRUMP_HAND),
        lone_hand=_lone_hand(),
    )


def cards_of(text: str) -> tuple[Card, ...]:
    """The cards in the order in which they are written."""
    return tuple(map(Card.parse, text.split()))


def picture(card: Card, state: str = "", note: str = "") -> Picture:
    """A card; with a state, marked."""
    label = names.card_name(card)
    if state:
        label = _("%(card)s, %(state)s") % {"card": label, "state": state}
    return Picture(card.text, label, note, is_marked=bool(state))


def row(text: str) -> tuple[Picture, ...]:
    return tuple(picture(card) for card in cards_of(text))


def suit_row(suit: Suit, trump: Denomination) -> tuple[Picture, ...]:
    """Every card that belongs to a suit, both copies, from high to low."""
    members = [card for card in CARDS if effective_suit(card, trump) is suit]
    members.sort(key=lambda card: -strength(card, trump))
    return tuple(
        picture(card, note=_bower_note(card, trump) if copy == 0 else "")
        for card in members
        for copy in range(DOUBLE_DECK_52.copies)
    )


def _bower_note(card: Card, trump: Denomination) -> str:
    if is_right_bower(card, trump):
        return _("Right bower")
    return _("Left bower") if is_left_bower(card, trump) else ""


def trick(text: str, trump: Denomination) -> tuple[Picture, ...]:
    """A trick in the order of play; the card that takes it is marked."""
    cards = cards_of(text)
    best = winning_index(cards, trump)
    return tuple(
        picture(card, _("takes the trick") if i == best else "")
        for i, card in enumerate(cards)
    )


def choices(text: str, trump: Denomination, led: str) -> tuple[Picture, ...]:
    """A hand to which a card was led; what may be played is marked, the rest faded."""
    hand = cards_of(text)
    legal = legal_plays(hand, trump, ((Seat.W, Card.parse(led)),))
    return tuple(
        picture(card, _("may be played")) if card in legal else _faded(card)
        for card in hand
    )


def _faded(card: Card, state: str = "") -> Picture:
    return Picture(card.text, picture(card, state).label, is_faded=True)


def _lone_hand() -> tuple[Picture, ...]:
    discards = cards_of(LONE_DISCARDS)
    return tuple(
        _faded(card, _("discarded")) if card in discards else picture(card)
        for card in cards_of(LONE_HAND)
    )


def _said(seat: str, text: str, why: Text) -> Said:
    call = parse_call(text)
    bid = call if isinstance(call, Bid) else None
    is_alone = isinstance(call, Alone)
    return Said(
        seat=str(names.SEATS[Seat.parse(seat)]),
        kind="bid" if bid else "alone" if is_alone else "pass",
        text=names.bid_text(call),
        tricks=bid.tricks if bid else None,
        suit=call.denomination.name if isinstance(call, Bid | Alone) else "",
        why=str(why),
    )


def _scored(bid: int | None, tricks: int) -> Scored:
    rules = DOUBLE_DECK_52
    contract = Contract(
        by=Seat.S,
        tricks=bid or rules.cards_per_hand,
        trump=Denomination.S,
        alone=bid is None,
    )
    ours, theirs = scoring.points(
        rules, contract, (tricks, rules.cards_per_hand - tricks)
    )
    return Scored(bid, tricks, names.number_text(ours), names.number_text(theirs))


def _counted(trump: str, text: str) -> Counted:
    found = count(cards_of(text), Denomination.parse(trump))
    whole, half = divmod(found.tricks, 1)
    return Counted(
        cards=row(text),
        trumps=found.trumps,
        bowers=found.bowers,
        aces=found.aces,
        voids=found.voids,
        tricks=f"{whole:.0f}{'½' if half else ''}",
    )
