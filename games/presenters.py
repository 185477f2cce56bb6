"""From a position to the one object that the table's templates may read.

Everything here is public, or South's own: the presenter takes South's `SeatView`, and opens the
other hands only when the hand is over.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from itertools import pairwise, permutations
from typing import TYPE_CHECKING

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from games import coach, names
from games.bots.claims import sure_tricks
from games.bots.registry import LEVELS
from games.engine import scoring
from games.engine.auction import Alone, Bid, Pass
from games.engine.cards import (
    Denomination,
    Suit,
    effective_suit,
    is_left_bower,
    is_right_bower,
    strength,
    winning_index,
)
from games.engine.hand import Phase
from games.engine.seats import SEATS, Seat, Side
from games.engine.view import SeatView, seat_view
from games.preferences import UNSET, Ranks, Suits, Trumps, Verbosity
from games.selectors import PERSON
from games.services import DEFAULT_LEVEL

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from games.engine.auction import Call, Contract
    from games.engine.cards import Card
    from games.engine.hand import Hand
    from games.engine.scoring import Pair
    from games.preferences import Preferences
    from games.selectors import Position, Unfinished

# How long each step stays alone on the screen, in ticks of the stylesheet (200 ms).
CARD_TICKS = 2
CALL_TICKS = 2
FULL_TRICK_TICKS = 6
SWEEP_TICKS = 2
#: A whole hand that is watched (the partner plays alone) is told in so many tricks, not card by card.
MOST_TRICKS_TOLD = 3


@dataclass(frozen=True, slots=True)
class CardFace:
    """A card that the person may see. `mark` is "right" or "left" for a bower."""

    code: str
    name: str
    rank: str
    suit: str
    mark: str
    mark_text: str


@dataclass(frozen=True, slots=True)
class HandSlot:
    """A place in the person's hand, empty (`face` None) once its card is played.

    `state` is "live", "blocked" (not legal now) or "idle" (nothing to play now).
    """

    face: CardFace | None
    action: str = ""
    state: str = "idle"
    label: str = ""
    trump: bool = False


@dataclass(frozen=True, slots=True)
class TableCard:
    """A card on the table. `at` is the tick at which it arrives, 0 when it was there before."""

    seat: str
    face: CardFace
    label: str
    at: int
    winning: bool


@dataclass(frozen=True, slots=True)
class FinishedTrick:
    """A finished trick; `sweep_at` is the tick at which it leaves the table."""

    number: int
    cards: tuple[TableCard, ...]
    winner: str
    winner_text: str
    won_by_us: bool
    sweep_at: int

    @property
    def places(self) -> tuple[TableCard | None, ...]:
        """The cards by seat, from North clockwise; None where somebody sits out."""
        of_seat = {card.seat: card for card in self.cards}
        return tuple(of_seat.get(seat.name) for seat in SEATS)


@dataclass(frozen=True, slots=True)
class AuctionCall:
    """A call. `kind` is "pass", "bid" or "alone"."""

    seat: str
    seat_name: str
    text: str
    kind: str
    tricks: int | None
    suit: str
    at: int


@dataclass(frozen=True, slots=True)
class SeatBox:
    code: str
    name: str
    who: str
    cards_left: int
    is_dealer: bool
    is_turn: bool
    is_declarer: bool
    sits_out: bool
    call: AuctionCall | None


@dataclass(frozen=True, slots=True)
class TrickCount:
    """What a side's count was until the tick of the sweep that changed it."""

    tricks: int
    needed_text: str
    until: int


@dataclass(frozen=True, slots=True)
class SideBox:
    """A side's score and tricks, and what they were while the cards that change them still move.

    Past the target it need not have won (`is_past`, and `was_past` before the news).

    `score_before_text` is empty when no score has changed; `counts_before` has a count for each new trick that changed it.
    """

    code: str
    name: str
    score: int
    score_text: str
    is_past: bool
    score_before_text: str
    was_past: bool
    tricks: int
    needed_text: str
    counts_before: tuple[TrickCount, ...]
    is_declaring: bool


@dataclass(frozen=True, slots=True)
class ContractLine:
    """The contract in words, and what stands for them beside the sign of its suit."""

    text: str
    sign: str
    suit: str


@dataclass(frozen=True, slots=True)
class Choice:
    """An option of the bid pad."""

    value: str
    name: str
    enabled: bool = True


@dataclass(frozen=True, slots=True)
class TrumpChoice:
    """A denomination, with the whole bid in words for each number that may be bid, and for alone."""

    value: str
    name: str
    bids: tuple[Choice, ...]
    alone: str


@dataclass(frozen=True, slots=True)
class BidPad:
    """All that may be bid; `stake` says what alone means."""

    numbers: tuple[Choice, ...]
    denominations: tuple[TrumpChoice, ...]
    stake: str


@dataclass(frozen=True, slots=True)
class ExchangeForm:
    """Cards to choose from. `kind` is "discard" (up to `maximum`) or "give" (exactly that many)."""

    kind: str
    maximum: int
    title: str
    help: str
    cards: tuple[HandSlot, ...]


@dataclass(frozen=True, slots=True)
class SidePoints:
    name: str
    tricks: int
    points: str
    score: str


@dataclass(frozen=True, slots=True)
class OpenHand:
    seat: str
    name: str
    cards: tuple[CardFace, ...]


@dataclass(frozen=True, slots=True)
class HandSummary:
    """A finished hand with all four hands open, as dealt. `ended` is "made", "set", or empty when nobody bid."""

    title: str
    ended: str
    lines: tuple[str, ...]
    points: tuple[SidePoints, ...]
    hands: tuple[OpenHand, ...]
    exchange_text: str
    has_next: bool


@dataclass(frozen=True, slots=True)
class TipBox:
    """A word of advice in a first hand; pressing one of its buttons sends `kind` or "off" to `url`."""

    kind: str
    text: str
    url: str


@dataclass(frozen=True, slots=True)
class Table:
    """All that a table shows. `announce` tells in words what is new and whose turn it is.

    After the game a table leads to `after_url`; if that is empty, to a new game and the record.
    """

    act_url: str
    next_url: str
    record_url: str
    after_url: str
    version: int
    phase: str
    your_turn: bool
    turn_text: str
    tip: TipBox | None
    hand_number: int
    target: int
    message: str
    announce: str
    seats: tuple[SeatBox, ...]
    us: SideBox
    them: SideBox
    contract: ContractLine | None
    hand: tuple[HandSlot, ...]
    hand_enabled: bool
    can_claim: bool
    trick: tuple[TableCard, ...]
    swept: tuple[FinishedTrick, ...]
    last_trick: FinishedTrick | None
    log: tuple[FinishedTrick, ...]
    auction: tuple[AuctionCall, ...]
    bid_pad: BidPad | None
    exchange: ExchangeForm | None
    summary: HandSummary | None
    result_text: str
    steps_end: int


@dataclass(frozen=True, slots=True)
class Level:
    """How strong the opponents of a new game may be; `usual` when nobody says."""

    value: str
    name: str
    usual: bool


@dataclass(frozen=True, slots=True)
class CurrentGame:
    """The game that the home page offers to continue."""

    url: str
    hand_number: int
    score_text: str


def present_current(game: Unfinished | None) -> CurrentGame | None:
    if game is None:
        return None
    return CurrentGame(
        reverse("game", args=[game.id]), game.hand_number, names.score_text(game.score)
    )


def present_levels() -> tuple[Level, ...]:
    """The levels of opponents to choose from, from the weakest."""
    return tuple(
        Level(level, str(names.LEVELS[level]), level == DEFAULT_LEVEL)
        for level in LEVELS
    )


def present_table(
    position: Position, message: str = "", url_name: str = "game", after_url: str = ""
) -> Table:
    """The table as the person sees it.

    Args:
        message: a sentence about what was just refused, or empty.
        url_name: of the table; those of its actions are called after it.
        after_url: where a finished game leads.
    """
    hand = position.game.hand
    view = seat_view(hand, PERSON, position.game.score)
    verbosity = position.preferences.verbosity
    steps = _Steps(view, position.seen, verbosity)
    turn_text = _turn_text(position, view)
    claim_text = _claim_text(view)
    summary = _summary(position) if hand.is_over else None
    if message:
        announce = [message]
    else:
        announce = steps.told
        if summary:
            announce += [summary.title, *summary.lines]
        if verbosity is Verbosity.FULL:
            announce += _standing(view, steps)
    result_text = _result_text(position)
    if claim_text and not message:
        announce += [claim_text]
    announce += [result_text or turn_text]
    tip = _tip(position, view)
    if tip and steps.end and not message:
        announce += [tip.text]
    args = [position.id]
    return Table(
        act_url=reverse(f"{url_name}_act", args=args),
        next_url=reverse(f"{url_name}_next", args=args),
        record_url=reverse(f"{url_name}_record", args=args),
        after_url=after_url,
        version=position.version,
        phase=_phase(position),
        your_turn=view.turn is PERSON,
        turn_text=turn_text,
        tip=tip,
        hand_number=position.game.number,
        target=hand.rules.target,
        message=message,
        announce=" ".join(announce),
        seats=_seats(position, view, steps),
        us=_side(position, view, steps, Side.NS),
        them=_side(position, view, steps, Side.EW),
        contract=_contract_line(view.contract),
        hand=() if summary else _hand_slots(view, position.preferences),
        hand_enabled=view.turn is PERSON and view.phase is Phase.PLAY,
        can_claim=bool(claim_text),
        trick=steps.open_trick,
        swept=steps.new_tricks,
        last_trick=steps.tricks[-1] if steps.tricks else None,
        log=steps.tricks,
        auction=steps.calls,
        bid_pad=_bid_pad(view),
        exchange=_exchange_form(view, position.preferences),
        summary=summary,
        result_text=result_text,
        steps_end=steps.end,
    )


class _Steps:
    """The calls and tricks of a hand, with the ticks at which the news among them happens."""

    def __init__(
        self, view: SeatView, seen: int, verbosity: Verbosity = Verbosity.NORMAL
    ) -> None:
        self.end = 0
        self.told: list[str] = []
        self._is_brief = verbosity is Verbosity.BRIEF
        self._view = view
        self._seen = seen
        self._done = 0
        self.calls = tuple(self._call(seat, call) for seat, call in view.auction)
        self._tell_contract()
        self._exchange()
        told_before_play = tuple(self.told)
        first_new = len(view.tricks)
        tricks = []
        for number, trick in enumerate(view.tricks, start=1):
            is_news = self._done + len(trick.plays) > self._seen
            if is_news:
                first_new = min(first_new, number - 1)
            cards = self._cards(trick.plays)
            tricks.append(self._finish(number, cards, trick.winner, is_news))
        self.tricks = tuple(tricks)
        self.new_tricks = self.tricks[first_new:]
        self.open_trick = self._cards(view.table, is_open=True)
        if len(self.new_tricks) > MOST_TRICKS_TOLD:
            tricks_told = [
                _("Trick %(number)d: %(winner)s.")
                % {"number": trick.number, "winner": names.SEATS[Seat[trick.winner]]}
                for trick in self.new_tricks
            ]
            self.told = [*told_before_play, *tricks_told]

    def _step(self, ticks: int) -> int:
        """The tick of the next action, 0 when it is no news."""
        self._done += 1
        if self._done <= self._seen:
            return 0
        at = self.end + 1
        self.end += ticks
        return at

    def _call(self, seat: Seat, call: Call) -> AuctionCall:
        at = self._step(CALL_TICKS)
        text = names.bid_text(call)
        if at and not (self._is_brief and isinstance(call, Pass)):
            self.told.append(_told(seat, text))
        return AuctionCall(
            seat=seat.name,
            seat_name=str(names.SEATS[seat]),
            text=text,
            kind="bid"
            if isinstance(call, Bid)
            else "alone"
            if isinstance(call, Alone)
            else "pass",
            tricks=call.tricks if isinstance(call, Bid) else None,
            suit=call.denomination.name if isinstance(call, Bid | Alone) else "",
            at=at,
        )

    def _tell_contract(self) -> None:
        contract = self._view.contract
        if contract and self._done > self._seen:
            self.told.append(
                _("The contract: %(contract)s.")
                % {"contract": names.contract_text(contract)}
            )

    def _exchange(self) -> None:
        view = self._view
        if view.contract is None or view.exchanged is None:
            return
        partner = view.contract.by.partner
        if self._step(CALL_TICKS):
            text = ngettext(
                "%(number)d card discarded",
                "%(number)d cards discarded",
                view.exchanged,
            ) % {"number": view.exchanged}
            self.told.append(_told(view.contract.by, text))
        if view.phase is not Phase.GIVE and self._step(CALL_TICKS):
            text = ngettext(
                "%(number)d card given", "%(number)d cards given", view.exchanged
            ) % {"number": view.exchanged}
            self.told.append(_told(partner, text))

    def _cards(
        self, plays: Sequence[tuple[Seat, Card]], *, is_open: bool = False
    ) -> tuple[TableCard, ...]:
        trump = _trump(self._view)
        best = winning_index([card for _, card in plays], trump) if plays else 0
        cards = []
        for i, (seat, card) in enumerate(plays):
            at = self._step(CARD_TICKS)
            label = _told(seat, names.card_name(card), stop=False)
            if is_open and i == best:
                label = _detailed(label, _("winning so far"))
            # In brief: what lies on the table counts, what lay there does not.
            if at and (is_open or not self._is_brief):
                self.told.append(_told(seat, names.card_name(card)))
            cards.append(TableCard(seat.name, _face(card, trump), label, at, i == best))
        return tuple(cards)

    def _finish(
        self,
        number: int,
        cards: tuple[TableCard, ...],
        winner: Seat | None,
        is_news: bool,
    ) -> FinishedTrick:
        assert winner is not None
        sweep_at = 0
        if is_news:
            # A step starts one tick before its number: the trick rests from the moment its last card lies.
            sweep_at = self.end + FULL_TRICK_TICKS + 1
            self.end = sweep_at + SWEEP_TICKS - 1
            self.told.append(str(names.TAKES_TRICK[winner]))
        text = _("Trick %(number)d: %(winner)s") % {
            "number": number,
            "winner": names.SEATS[winner],
        }
        return FinishedTrick(
            number,
            cards,
            winner.name,
            text,
            winner.side is PERSON.side,
            sweep_at,
        )


def _standing(view: SeatView, steps: _Steps) -> list[str]:
    """After new tricks: how many each side has and needs; after a hand: the score."""
    if view.phase is Phase.OVER:
        us, them = map(names.number_text, view.score)
        score = {"us": us, "them": them}
        return [_("Score: you and North %(us)s, West and East %(them)s.") % score]
    if not steps.new_tricks:
        return []
    counts = [names.count_text(side, view.tricks_won[side]) for side in Side]
    return [*counts, *_needed_sentences(view)]


def _needed_sentences(view: SeatView) -> list[str]:
    """How the contract stands, for who hears it."""
    if view.contract is None:
        return []
    needed, to_set = _still_needed(view, view.contract, view.tricks_won)
    if needed <= 0:
        return [_("The bid is made.")]
    if to_set <= 0:
        return [_("The bid is set.")]
    return [
        ngettext(
            "The bid needs %(number)d more trick.",
            "The bid needs %(number)d more tricks.",
            needed,
        )
        % {"number": needed},
        ngettext(
            "%(number)d more trick of the other side sets it.",
            "%(number)d more tricks of the other side set it.",
            to_set,
        )
        % {"number": to_set},
    ]


def _told(seat: Seat, what: str, *, stop: bool = True) -> str:
    who = names.ROLES[seat] if seat is PERSON else names.SEATS[seat]
    if stop:
        return _("%(who)s: %(what)s.") % {"who": who, "what": what}
    return _("%(who)s: %(what)s") % {"who": who, "what": what}


def _detailed(name: str, state: str) -> str:
    return _("%(card)s, %(state)s") % {"card": name, "state": state}


def _trump(view: SeatView) -> Denomination:
    return view.contract.trump if view.contract else Denomination.NT


def _phase(position: Position) -> str:
    if position.game.winner is not None:
        return "game_over"
    return "hand_over" if position.game.hand.is_over else position.game.hand.phase.value


def _turn_text(position: Position, view: SeatView) -> str:
    match view.phase:
        case Phase.CALL:
            return _("Your turn: bid or pass.")
        case Phase.DISCARD:
            return _("Your turn: discard the cards that you want to exchange.")
        case Phase.GIVE:
            return _("Your turn: choose the cards for North.")
        case Phase.PLAY:
            if view.table:
                return _("Your turn: play a card.")
            return _("Your turn: lead to the trick.")
        case Phase.OVER:
            if position.game.winner is not None:
                return _("The game is over.")
            return _("The hand is over.")


def _claim_text(view: SeatView) -> str:
    """That the rest can be claimed; empty when it cannot, and for the last card, which plays itself."""
    sure = len(sure_tricks(view))
    if sure < 2:
        return ""
    return ngettext(
        "Your last card is a sure trick: you can claim it.",
        "All your %(number)d cards are sure tricks: you can claim the rest.",
        sure,
    ) % {"number": sure}


def _tip(position: Position, view: SeatView) -> TipBox | None:
    if not position.is_first_hand:
        return None
    tip = coach.tip_for(view, position.preferences)
    if tip is None:
        return None
    url = reverse("game_tip", args=[position.id])
    return TipBox(tip.value, coach.tip_text(tip, view), url)


def _result_text(position: Position) -> str:
    winner = position.game.winner
    if winner is None:
        return ""
    # The winners' score first, as everybody reads it after their name.
    score = names.score_text(
        (position.game.score[winner], position.game.score[winner.other])
    )
    if winner is PERSON.side:
        return _("You and North win the game, %(score)s.") % {"score": score}
    return _("West and East win the game, %(score)s.") % {"score": score}


def _contract_line(contract: Contract | None) -> ContractLine | None:
    if contract is None:
        return None
    return ContractLine(
        text=names.contract_text(contract),
        sign=names.contract_sign(contract),
        suit=contract.trump.name,
    )


def _seats(position: Position, view: SeatView, steps: _Steps) -> tuple[SeatBox, ...]:
    contract = view.contract
    # During the auction each seat shows its latest call; a call that ended it is shown as news.
    latest = {
        call.seat: call for call in steps.calls if view.phase is Phase.CALL or call.at
    }
    return tuple(
        SeatBox(
            code=seat.name,
            name=str(names.SEATS[seat]),
            who=_who(position, seat),
            cards_left=_cards_left(view, seat),
            is_dealer=seat is view.dealer,
            is_turn=seat is view.turn,
            is_declarer=contract is not None and contract.by is seat,
            sits_out=contract is not None and contract.sits_out is seat,
            call=latest.get(seat.name),
        )
        for seat in SEATS
    )


def _who(position: Position, seat: Seat) -> str:
    if seat.side is PERSON.side:
        return str(names.ROLES[seat])
    bot = position.bots.get(seat, "").rpartition("-")[0]
    return str(names.OPPONENTS.get(bot, names.ROLES[seat]))


def _cards_left(view: SeatView, seat: Seat) -> int:
    """Counted from what everybody saw."""
    played = len(view.tricks) + any(player is seat for player, _ in view.table)
    return view.rules.cards_per_hand - played


def _side(position: Position, view: SeatView, steps: _Steps, side: Side) -> SideBox:
    contract = view.contract
    target = view.rules.target
    before = _score_before(position, steps, side)
    return SideBox(
        code=side.name,
        name=str(names.SIDES[side]),
        score=view.score[side],
        score_text=names.number_text(view.score[side]),
        is_past=view.score[side] > target,
        score_before_text="" if before is None else names.number_text(before),
        was_past=before is not None and before > target,
        tricks=view.tricks_won[side],
        needed_text=_needed_text(view, side, view.tricks_won),
        counts_before=_counts_before(view, steps, side),
        is_declaring=contract is not None and contract.by.side is side,
    )


def _score_before(position: Position, steps: _Steps, side: Side) -> int | None:
    hand = position.game.hand
    if not hand.is_over or not steps.end:
        return None
    return position.game.score[side] - hand.points[side]


def _counts_before(view: SeatView, steps: _Steps, side: Side) -> tuple[TrickCount, ...]:
    """The side's counts before each of the new tricks that changed them, from the first."""
    ours = sum(trick.won_by_us for trick in steps.new_tricks)
    us = view.tricks_won[Side.NS] - ours
    them = view.tricks_won[Side.EW] - (len(steps.new_tricks) - ours)

    def count() -> tuple[int, str]:
        tricks = us if side is Side.NS else them
        return tricks, _needed_text(view, side, (us, them))

    counts = []
    for trick in steps.new_tricks:
        before = count()
        us += trick.won_by_us
        them += not trick.won_by_us
        if count() != before:
            counts.append(TrickCount(*before, until=trick.sweep_at))
    return tuple(counts)


def _still_needed(view: SeatView, contract: Contract, won: Pair) -> tuple[int, int]:
    """The tricks that the bidder's side needs to make the bid, and those that the other needs to set it."""
    bidder = contract.by.side
    to_set = view.rules.cards_per_hand - contract.tricks + 1
    return contract.tricks - won[bidder], to_set - won[bidder.other]


def _needed_text(view: SeatView, side: Side, won: Pair) -> str:
    """What a side that has won so many tricks still needs."""
    contract = view.contract
    if contract is None:
        return ""
    bidder = contract.by.side
    needed, to_set = _still_needed(view, contract, won)
    if side is bidder:
        if needed <= 0:
            return _("bid made")
        if to_set <= 0:
            return pgettext("contract", "set")
        return ngettext("needs %(number)d more", "needs %(number)d more", needed) % {
            "number": needed
        }
    if needed <= 0 or to_set <= 0:
        return ""
    return ngettext("%(number)d more to set", "%(number)d more to set", to_set) % {
        "number": to_set
    }


def _face(card: Card, trump: Denomination) -> CardFace:
    mark, mark_text = "", ""
    if is_right_bower(card, trump):
        mark, mark_text = "right", _("right bower")
    elif is_left_bower(card, trump):
        mark, mark_text = "left", _("left bower")
    return CardFace(
        code=card.text,
        name=names.card_name(card),
        rank=str(names.RANKS[card.rank]),
        suit=card.suit.name,
        mark=mark,
        mark_text=mark_text,
    )


def sort_hand(
    cards: Iterable[Card], trump: Denomination, wanted: Preferences = UNSET
) -> list[Card]:
    """The cards in the order that the person wants.

    Trumps are at one end. The other suits alternate in colour as far as they go, or the longest is first.
    """
    held = list(cards)
    lengths = Counter(effective_suit(card, trump) for card in held)
    end = 0 if wanted.trumps is Trumps.FIRST else -1

    def clashes(order: tuple[Suit, ...]) -> tuple[bool, Sequence[int]]:
        is_out_of_place = trump.suit in order and order[end] is not trump.suit
        if wanted.suits is Suits.LONGEST:
            return is_out_of_place, [-lengths[suit] for suit in order]
        return is_out_of_place, [sum(a.same_colour is b for a, b in pairwise(order))]

    order = min(permutations(sorted(lengths)), key=clashes)
    upwards = 1 if wanted.ranks is Ranks.LOW else -1
    return sorted(
        held,
        key=lambda card: (
            order.index(effective_suit(card, trump)),
            upwards * strength(card, trump),
        ),
    )


def _hand_slots(view: SeatView, wanted: Preferences) -> tuple[HandSlot, ...]:
    """The hand in the order it had when play began; a card played leaves its place empty."""
    trump = _trump(view)
    played = [
        card
        for plays in (*(trick.plays for trick in view.tricks), view.table)
        for seat, card in plays
        if seat is view.seat
    ]
    slots = []
    for card in sort_hand((*view.hand, *played), trump, wanted):
        if card in played:
            played.remove(card)
            slots.append(HandSlot(None))
        else:
            slots.append(_slot(view, card, trump))
    slots += [HandSlot(None)] * (view.rules.cards_per_hand - len(slots))
    return tuple(slots)


def _slot(view: SeatView, card: Card, trump: Denomination) -> HandSlot:
    face = _face(card, trump)
    state = "idle"
    if view.phase is Phase.PLAY and view.turn is view.seat:
        state = "live" if card in view.legal else "blocked"
    label = face.name
    for detail in (face.mark_text, _("not playable") if state == "blocked" else ""):
        if detail:
            label = _detailed(label, detail)
    return HandSlot(
        face, card.text, state, label, effective_suit(card, trump) is trump.suit
    )


def _bid_pad(view: SeatView) -> BidPad | None:
    if view.phase is not Phase.CALL or view.turn is not view.seat:
        return None
    bids = {call.tricks for call in view.legal if isinstance(call, Bid)}
    return BidPad(
        numbers=tuple(
            Choice(str(n), str(n), n in bids)
            for n in range(view.rules.minimum_bid, view.rules.maximum_bid + 1)
        ),
        denominations=tuple(
            TrumpChoice(
                denomination.name,
                str(names.DENOMINATIONS[denomination]),
                tuple(
                    Choice(str(n), names.offer_text(Bid(n, denomination)))
                    for n in sorted(bids)
                ),
                names.offer_text(Alone(denomination)),
            )
            for denomination in Denomination
        ),
        # Translators: below "Alone in spades" on the button that bids, where there is little room.
        stake=_("All %(tricks)d tricks without North, ±%(points)d")
        % {"tricks": view.rules.cards_per_hand, "points": view.rules.alone_points},
    )


def _exchange_form(view: SeatView, wanted: Preferences) -> ExchangeForm | None:
    if view.phase not in (Phase.DISCARD, Phase.GIVE) or view.turn is not view.seat:
        return None
    trump = _trump(view)
    cards = tuple(
        _slot(view, card, trump) for card in sort_hand(view.hand, trump, wanted)
    )
    if view.phase is Phase.DISCARD:
        maximum = view.rules.maximum_exchange
        return ExchangeForm(
            kind="discard",
            maximum=maximum,
            title=_("Discard cards"),
            help=ngettext(
                "You play alone. Discard %(number)d card or none; North gives you as many.",
                "You play alone. Discard up to %(number)d cards, or none; North gives you as many.",
                maximum,
            )
            % {"number": maximum},
            cards=cards,
        )
    number = view.exchanged or 0
    return ExchangeForm(
        kind="give",
        maximum=number,
        title=_("Give cards to North"),
        help=ngettext(
            "North plays alone and discarded %(number)d card. Give as many of your best.",
            "North plays alone and discarded %(number)d cards. Give as many of your best.",
            number,
        )
        % {"number": number},
        cards=cards,
    )


def _summary(position: Position) -> HandSummary:
    hand = position.game.hand
    return HandSummary(
        title=_summary_title(hand),
        ended=_ended(hand),
        lines=(
            *_claimed_lines(position.claimed),
            *_summary_lines(hand),
            *_past_lines(position),
        ),
        points=tuple(
            SidePoints(
                name=str(names.SIDES[side]),
                tricks=hand.tricks_won[side],
                points=names.number_text(hand.points[side]),
                score=names.number_text(position.game.score[side]),
            )
            for side in Side
        ),
        hands=_open_hands(hand, position.preferences),
        exchange_text=_exchange_text(hand),
        has_next=position.game.winner is None,
    )


def _ended(hand: Hand) -> str:
    if hand.contract is None:
        return ""
    return "made" if scoring.is_made(hand.contract, hand.tricks_won) else "set"


def _summary_title(hand: Hand) -> str:
    contract = hand.contract
    if contract is None:
        return _("All four passed.")
    made = scoring.is_made(contract, hand.tricks_won)
    if contract.by.side is PERSON.side:
        return (
            _("You and North made the bid.") if made else _("You and North were set.")
        )
    return _("West and East made their bid.") if made else _("West and East were set.")


def _claimed_lines(claimed: int) -> tuple[str, ...]:
    if not claimed:
        return ()
    text = ngettext(
        "You claimed the last trick.",
        "You claimed the last %(number)d tricks.",
        claimed,
    )
    return (text % {"number": claimed},)


def _summary_lines(hand: Hand) -> tuple[str, ...]:
    contract = hand.contract
    if contract is None:
        return (_("Nobody scores, and the next dealer deals."),)
    tricks = hand.tricks_won[contract.by.side]
    return (
        ngettext(
            "%(contract)s: %(number)d trick taken.",
            "%(contract)s: %(number)d tricks taken.",
            tricks,
        )
        % {"contract": names.contract_text(contract), "number": tricks},
    )


def _past_lines(position: Position) -> tuple[str, ...]:
    """Why the game goes on although a side has reached the target."""
    game = position.game
    if game.winner is not None:
        return ()
    return tuple(
        str(names.NOT_OUT[side]) % {"score": game.score[side]}
        for side in Side
        if game.score[side] >= game.hand.rules.target
    )


def _open_hands(hand: Hand, wanted: Preferences) -> tuple[OpenHand, ...]:
    trump = hand.contract.trump if hand.contract else Denomination.NT
    return tuple(
        OpenHand(
            seat=seat.name,
            name=str(names.SEATS[seat]),
            cards=tuple(
                _face(card, trump) for card in sort_hand(hand.deal[seat], trump, wanted)
            ),
        )
        for seat in SEATS
    )


def _exchange_text(hand: Hand) -> str:
    if hand.discarded is None or hand.passed is None:
        return ""
    if not hand.discarded:
        return _("No cards were exchanged.")
    separator = _(", ")
    return _("Discarded: %(discarded)s. Given for them: %(passed)s.") % {
        "discarded": separator.join(map(names.card_name, hand.discarded)),
        "passed": separator.join(map(names.card_name, hand.passed)),
    }
