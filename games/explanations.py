"""The words for a bot's reasons: whole sentences that fit whoever acted, a bot or the reader."""

from __future__ import annotations

from django.utils.formats import number_format
from django.utils.translation import gettext_lazy

from games.bots.reasons import Reason, Why
from games.engine.cards import Denomination
from games.engine.seats import Seat
from games.names import Text, bid_text, card_name

_EXPECTS: dict[Denomination, Text] = {
    Denomination.S: gettext_lazy(
        "About %(tricks)s tricks can be expected with spades as trump."
    ),
    Denomination.H: gettext_lazy(
        "About %(tricks)s tricks can be expected with hearts as trump."
    ),
    Denomination.C: gettext_lazy(
        "About %(tricks)s tricks can be expected with clubs as trump."
    ),
    Denomination.D: gettext_lazy(
        "About %(tricks)s tricks can be expected with diamonds as trump."
    ),
    Denomination.NT: gettext_lazy(
        "About %(tricks)s tricks can be expected with no trump."
    ),
}

_EXPECTS_TOO_FEW: dict[Denomination, Text] = {
    Denomination.S: gettext_lazy(
        "At best, about %(tricks)s tricks can be expected with spades as trump: too few for a bid."
    ),
    Denomination.H: gettext_lazy(
        "At best, about %(tricks)s tricks can be expected with hearts as trump: too few for a bid."
    ),
    Denomination.C: gettext_lazy(
        "At best, about %(tricks)s tricks can be expected with clubs as trump: too few for a bid."
    ),
    Denomination.D: gettext_lazy(
        "At best, about %(tricks)s tricks can be expected with diamonds as trump: too few for a bid."
    ),
    Denomination.NT: gettext_lazy(
        "At best, about %(tricks)s tricks can be expected with no trump: too few for a bid."
    ),
}

_IS_WINNING: dict[Seat, Text] = {
    Seat.N: gettext_lazy("North's card is already winning the trick: %(card)s."),
    Seat.E: gettext_lazy("East's card is already winning the trick: %(card)s."),
    Seat.S: gettext_lazy("Your card is already winning the trick: %(card)s."),
    Seat.W: gettext_lazy("West's card is already winning the trick: %(card)s."),
}

#: The others, by what they fill in: a bid, a chance of so many in 100, tricks, cards.
_SENTENCES: dict[Why, Text] = {
    Why.LIKELY_MADE: gettext_lazy("The chance that the bid is made is %(chance)d%%."),
    Why.NOTHING_TO_BID: gettext_lazy(
        "Passing is better than the best bid: %(bid)s, with a chance of %(chance)d%% that it is made."
    ),
    Why.PARTNER_HAS_BID: gettext_lazy("The partner's bid stands: %(bid)s."),
    Why.TAKES_ALL: gettext_lazy(
        "The chance that the lone hand takes every trick is %(chance)d%%."
    ),
    Why.KEEPS_BEST: gettext_lazy("All trumps and aces are kept."),
    Why.KEEPS_ALL: gettext_lazy(
        "No exchange is likely to help, so every card is kept."
    ),
    Why.GIVES_TRUMP: gettext_lazy("The highest trump goes to the partner: %(card)s."),
    Why.GIVES_ACE: gettext_lazy("An ace goes to the partner: %(card)s."),
    Why.ONLY_CARD: gettext_lazy("There is no other choice."),
    Why.DRAWS_TRUMPS: gettext_lazy("The lead draws trumps."),
    Why.LEADS_MASTER: gettext_lazy(
        "Nobody else can hold a higher card of the suit that is led."
    ),
    Why.KEEPS_MASTER: gettext_lazy(
        "The highest card left of a suit is kept for later: %(card)s."
    ),
    Why.NO_MASTER: gettext_lazy(
        "No card that can be led is sure to be the highest left of its suit."
    ),
    Why.TAKES_TRICK: gettext_lazy("It beats the card that was winning: %(card)s."),
    Why.CANNOT_WIN: gettext_lazy("No card in the hand can beat this one: %(card)s."),
    Why.HOLDS_BACK: gettext_lazy("A card that could win is kept for later: %(card)s."),
    Why.BETTER_THAN: gettext_lazy(
        "About %(tricks)s tricks can be expected with it, and %(other_tricks)s with the next best card: %(card)s."
    ),
    Why.NONE_BETTER: gettext_lazy("No other card promises clearly more."),
    Why.BEST_ALWAYS: gettext_lazy(
        "In every deal tried, no other card takes more tricks."
    ),
    Why.RULE_OF_THUMB: gettext_lazy(
        "Decided by rules of thumb, without looking ahead."
    ),
}


def reason_text(reason: Reason) -> str:
    """A reason as a sentence in the language of the reader."""
    if reason.why is Why.EXPECTS_TRICKS:
        assert reason.denomination is not None
        sentence = _EXPECTS[reason.denomination]
    elif reason.why is Why.EXPECTS_TOO_FEW:
        assert reason.denomination is not None
        sentence = _EXPECTS_TOO_FEW[reason.denomination]
    elif reason.why is Why.PARTNER_WINS:
        assert reason.seat is not None
        sentence = _IS_WINNING[reason.seat]
    else:
        sentence = _SENTENCES[reason.why]
    return str(sentence) % _values(reason)


def _values(reason: Reason) -> dict[str, str | int]:
    values: dict[str, str | int] = {}
    if reason.tricks is not None:
        values["tricks"] = number_format(round(reason.tricks, 1), 1)
    if reason.other_tricks is not None:
        values["other_tricks"] = number_format(round(reason.other_tricks, 1), 1)
    if reason.chance is not None:
        values["chance"] = round(100 * reason.chance)
    if reason.bid is not None:
        values["bid"] = bid_text(reason.bid)
    if reason.card is not None:
        values["card"] = card_name(reason.card)
    return values
