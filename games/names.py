"""The words for cards, seats, bids and refusals: whole messages, never glued from pieces."""

from __future__ import annotations

from typing import TYPE_CHECKING

from babel.dates import format_date
from django.conf import settings
from django.utils.functional import Promise
from django.utils.translation import (
    get_language,
    gettext_lazy,
    ngettext,
    pgettext,
    pgettext_lazy,
    to_locale,
)
from django.utils.translation import gettext as _

from games.engine.auction import Alone, Bid
from games.engine.cards import Denomination, Suit
from games.engine.errors import Reason
from games.engine.seats import Seat, Side

if TYPE_CHECKING:
    from datetime import date

    from games.engine.auction import Call, Contract
    from games.engine.cards import Card
    from games.engine.errors import Refusal
    from games.engine.scoring import Pair

Text = str | Promise

CARDS: dict[str, Text] = {
    "AS": gettext_lazy("Ace of spades"),
    "KS": gettext_lazy("King of spades"),
    "QS": gettext_lazy("Queen of spades"),
    "JS": gettext_lazy("Jack of spades"),
    "TS": gettext_lazy("Ten of spades"),
    "9S": gettext_lazy("Nine of spades"),
    "AH": gettext_lazy("Ace of hearts"),
    "KH": gettext_lazy("King of hearts"),
    "QH": gettext_lazy("Queen of hearts"),
    "JH": gettext_lazy("Jack of hearts"),
    "TH": gettext_lazy("Ten of hearts"),
    "9H": gettext_lazy("Nine of hearts"),
    "AC": gettext_lazy("Ace of clubs"),
    "KC": gettext_lazy("King of clubs"),
    "QC": gettext_lazy("Queen of clubs"),
    "JC": gettext_lazy("Jack of clubs"),
    "TC": gettext_lazy("Ten of clubs"),
    "9C": gettext_lazy("Nine of clubs"),
    "AD": gettext_lazy("Ace of diamonds"),
    "KD": gettext_lazy("King of diamonds"),
    "QD": gettext_lazy("Queen of diamonds"),
    "JD": gettext_lazy("Jack of diamonds"),
    "TD": gettext_lazy("Ten of diamonds"),
    "9D": gettext_lazy("Nine of diamonds"),
}

#: The letter on a card's face, as the sprite draws it.
RANKS: dict[str, Text] = {
    "A": pgettext_lazy("on a card", "A"),
    "K": pgettext_lazy("on a card", "K"),
    "Q": pgettext_lazy("on a card", "Q"),
    "J": pgettext_lazy("on a card", "J"),
    "T": pgettext_lazy("on a card", "10"),
    "9": pgettext_lazy("on a card", "9"),
}


def court_letters() -> str:
    """The letters of ace, king, queen and jack, by which a drawing of the cards is named: "AKQJ"."""
    return "".join(str(RANKS[rank]) for rank in "AKQJ")


DENOMINATIONS: dict[Denomination, Text] = {
    Denomination.S: gettext_lazy("spades"),
    Denomination.H: gettext_lazy("hearts"),
    Denomination.C: gettext_lazy("clubs"),
    Denomination.D: gettext_lazy("diamonds"),
    Denomination.NT: gettext_lazy("no trump"),
}

SEATS: dict[Seat, Text] = {
    Seat.N: gettext_lazy("North"),
    Seat.E: gettext_lazy("East"),
    Seat.S: gettext_lazy("South"),
    Seat.W: gettext_lazy("West"),
}

#: Who sits there, for the person in South.
ROLES: dict[Seat, Text] = {
    Seat.N: gettext_lazy("Your partner"),
    Seat.E: gettext_lazy("Opponent"),
    Seat.S: gettext_lazy("You"),
    Seat.W: gettext_lazy("Opponent"),
}

#: How strong an opponent is, by the name of the bot; a bot of no level is simply an opponent.
LEVELS: dict[str, Text] = {
    "easy": gettext_lazy("Easy"),
    "medium": gettext_lazy("Medium"),
    "hard": gettext_lazy("Hard"),
}

OPPONENTS: dict[str, Text] = {
    "easy": gettext_lazy("Easy opponent"),
    "medium": gettext_lazy("Medium opponent"),
    "hard": gettext_lazy("Hard opponent"),
}

SIDES: dict[Side, Text] = {
    Side.NS: gettext_lazy("You and North"),
    Side.EW: gettext_lazy("West and East"),
}

#: Why a side that has enough points has not won.
NOT_OUT: dict[Side, Text] = {
    Side.NS: gettext_lazy(
        "You and North have %(score)d points, but win only by making a bid or setting one of theirs."
    ),
    Side.EW: gettext_lazy(
        "West and East have %(score)d points, but win only by making a bid or setting one of yours."
    ),
}

TAKES_TRICK: dict[Seat, Text] = {
    Seat.N: gettext_lazy("North takes the trick."),
    Seat.E: gettext_lazy("East takes the trick."),
    Seat.S: gettext_lazy("You take the trick."),
    Seat.W: gettext_lazy("West takes the trick."),
}

_BY: dict[Seat, Text] = {
    Seat.N: gettext_lazy("%(bid)s by North"),
    Seat.E: gettext_lazy("%(bid)s by East"),
    Seat.S: gettext_lazy("%(bid)s by you"),
    Seat.W: gettext_lazy("%(bid)s by West"),
}

_MUST_FOLLOW: dict[Suit, Text] = {
    Suit.S: gettext_lazy("You must follow spades."),
    Suit.H: gettext_lazy("You must follow hearts."),
    Suit.C: gettext_lazy("You must follow clubs."),
    Suit.D: gettext_lazy("You must follow diamonds."),
}

_LEFT_BOWER: dict[str, Text] = {
    "JC": gettext_lazy("The jack of clubs is the left bower: it counts as a spade."),
    "JD": gettext_lazy("The jack of diamonds is the left bower: it counts as a heart."),
    "JS": gettext_lazy("The jack of spades is the left bower: it counts as a club."),
    "JH": gettext_lazy("The jack of hearts is the left bower: it counts as a diamond."),
}

#: Around a pair of numbers, so that right-to-left text does not swap us and them.
LEFT_TO_RIGHT_ISOLATE, POP_ISOLATE = "\u2066", "\u2069"


def card_name(card: Card) -> str:
    return str(CARDS[card.text])


def bid_text(call: Call) -> str:
    """A call in words: "7 spades", "Alone in hearts", "Pass"."""
    if isinstance(call, Bid):
        return _bid(call.tricks, call.denomination)
    if isinstance(call, Alone):
        return _alone(call.denomination)
    return pgettext("call", "Pass")


def offer_text(bid: Bid | Alone) -> str:
    """A bid as one makes it: "Bid 7 spades", "Alone in hearts"."""
    text = bid_text(bid)
    if isinstance(bid, Alone):
        return text
    # Translators: on the button that bids, such as "Bid 7 spades".
    return _("Bid %(bid)s") % {"bid": text}


def _bid(tricks: int, denomination: Denomination) -> str:
    if denomination is Denomination.S:
        text = ngettext("%(tricks)d spade", "%(tricks)d spades", tricks)
    elif denomination is Denomination.H:
        text = ngettext("%(tricks)d heart", "%(tricks)d hearts", tricks)
    elif denomination is Denomination.C:
        text = ngettext("%(tricks)d club", "%(tricks)d clubs", tricks)
    elif denomination is Denomination.D:
        text = ngettext("%(tricks)d diamond", "%(tricks)d diamonds", tricks)
    else:
        text = ngettext("%(tricks)d no trump", "%(tricks)d no trump", tricks)
    return text % {"tricks": tricks}


def _alone(denomination: Denomination) -> str:
    return {
        Denomination.S: _("Alone in spades"),
        Denomination.H: _("Alone in hearts"),
        Denomination.C: _("Alone in clubs"),
        Denomination.D: _("Alone in diamonds"),
        Denomination.NT: _("Alone in no trump"),
    }[denomination]


def contract_text(contract: Contract) -> str:
    """The contract in words: "7 spades by North"."""
    bid = (
        _alone(contract.trump)
        if contract.alone
        else _bid(contract.tricks, contract.trump)
    )
    return str(_BY[contract.by]) % {"bid": bid}


def contract_sign(contract: Contract) -> str:
    """The contract beside the sign of its trump: "7 by North", "Alone by you"."""
    bid = _("Alone") if contract.alone else str(contract.tricks)
    return str(_BY[contract.by]) % {"bid": bid}


def count_text(side: Side, tricks: int) -> str:
    """How many tricks a side has in a hand: "You and North have 3 tricks."."""
    if side is Side.NS:
        text = ngettext(
            "You and North have %(number)d trick.",
            "You and North have %(number)d tricks.",
            tricks,
        )
    else:
        text = ngettext(
            "West and East have %(number)d trick.",
            "West and East have %(number)d tricks.",
            tricks,
        )
    return text % {"number": tricks}


def day_text(day: date) -> str:
    """A date as the reader's language writes it out, by Unicode's tables (CLDR)."""
    locale = to_locale(get_language() or settings.LANGUAGE_CODE)
    return format_date(day, "long", locale=locale)


def number_text(number: int) -> str:
    """A number with a true minus sign, which right-to-left text keeps before it."""
    return isolated(_signed(number)) if number < 0 else str(number)


def score_text(score: Pair) -> str:
    """Two scores in the order given, in every language."""
    # A colon: a dash would be lost beside a minus sign. No line ends between the two.
    return isolated(f"{_signed(score[0])}\u00a0:\u00a0{_signed(score[1])}")


def _signed(number: int) -> str:
    return f"−{-number}" if number < 0 else str(number)


def isolated(text: str) -> str:
    """Text that goes from left to right, whatever stands around it."""
    return f"{LEFT_TO_RIGHT_ISOLATE}{text}{POP_ISOLATE}"


def refusal_text(refusal: Refusal) -> str:
    """Why an action was refused, and so what can be done."""
    number = refusal.number or 0
    match refusal.reason:
        case Reason.HAND_IS_OVER:
            return _("This hand is over.")
        case Reason.NOT_YOUR_TURN:
            return _("It is not your turn.")
        case Reason.WRONG_PHASE:
            return _("That cannot be done at this point of the hand.")
        case Reason.BID_TOO_LOW:
            return ngettext(
                "Bid more than %(number)d trick, or pass.",
                "Bid more than %(number)d tricks, or pass.",
                number,
            ) % {"number": number}
        case Reason.BID_OUT_OF_RANGE:
            return ngettext(
                "The highest bid is for %(number)d trick.",
                "The highest bid is for %(number)d tricks.",
                number,
            ) % {"number": number}
        case Reason.NOT_IN_HAND:
            assert refusal.card is not None
            return _("You do not hold that card: %(card)s.") % {
                "card": card_name(refusal.card)
            }
        case Reason.MUST_FOLLOW:
            assert refusal.suit is not None
            sentences = [str(_MUST_FOLLOW[refusal.suit])]
            if refusal.left_bower is not None:
                sentences.append(str(_LEFT_BOWER[refusal.left_bower.text]))
            return " ".join(sentences)
        case Reason.TOO_MANY_CARDS:
            return ngettext(
                "Discard %(number)d card at most.",
                "Discard %(number)d cards at most.",
                number,
            ) % {"number": number}
        case Reason.WRONG_NUMBER_OF_CARDS:
            return ngettext(
                "Give exactly %(number)d card.",
                "Give exactly %(number)d cards.",
                number,
            ) % {"number": number}
