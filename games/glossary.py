"""The words of the game, each with what it means, in the alphabet of the reader's language."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.utils.translation import gettext_lazy, pgettext_lazy

from games.engine.rules import DOUBLE_DECK_52
from games.letters import without_marks

if TYPE_CHECKING:
    from games.names import Text


@dataclass(frozen=True, slots=True)
class Entry:
    """A word. `slug` is its anchor on the page ("word-ruff"), the same in all languages."""

    slug: str
    term: str
    meaning: str


#: By slug: the word, and its meaning, which may name a number of the rules.
_ENTRIES: dict[str, tuple[Text, Text]] = {
    "alone": (
        pgettext_lazy("term", "Alone"),
        gettext_lazy(
            "The undertaking to take all %(cards_per_hand)d tricks while the partner sits out. It beats every bid made so far."
        ),
    ),
    "auction": (
        pgettext_lazy("term", "Auction"),
        gettext_lazy("The calls before the play, which settle the contract."),
    ),
    "bid": (
        pgettext_lazy("term", "Bid"),
        gettext_lazy(
            "A number of tricks that your side undertakes to take, together with a trump suit or no trump."
        ),
    ),
    "bower": (
        pgettext_lazy("term", "Bower"),
        gettext_lazy(
            "A jack of the colour of trumps. The four of them are the highest cards of the hand."
        ),
    ),
    "call": (
        pgettext_lazy("term", "Call"),
        gettext_lazy("What a seat says in the auction: a pass, a bid, or alone."),
    ),
    "contract": (
        pgettext_lazy("term", "Contract"),
        gettext_lazy(
            "The bid that won the auction, and so what the bidding side has to do."
        ),
    ),
    "dealer": (
        pgettext_lazy("term", "Dealer"),
        gettext_lazy(
            "The seat that calls last. The deal passes clockwise after every hand."
        ),
    ),
    "discard": (
        pgettext_lazy("term", "Discard"),
        gettext_lazy(
            "To play a card of another suit that cannot win; also, to lay cards aside before playing alone."
        ),
    ),
    "draw-trumps": (
        pgettext_lazy("term", "Draw trumps"),
        gettext_lazy("To lead trumps until the opponents have none left to ruff with."),
    ),
    "exchange": (
        pgettext_lazy("term", "Exchange"),
        gettext_lazy(
            "Before a lone hand is played, the bidder may discard up to %(maximum_exchange)d cards and gets as many from the partner."
        ),
    ),
    "follow-suit": (
        pgettext_lazy("term", "Follow suit"),
        gettext_lazy(
            "To play a card of the suit that was led. Whoever can must; the left bower follows trump."
        ),
    ),
    "hand": (
        pgettext_lazy("term", "Hand"),
        gettext_lazy(
            "The %(cards_per_hand)d cards that a seat holds; also, one deal from the auction to the score."
        ),
    ),
    "lead": (
        pgettext_lazy("term", "Lead"),
        gettext_lazy("To play the first card of a trick, or that card."),
    ),
    "left-bower": (
        pgettext_lazy("term", "Left bower"),
        gettext_lazy(
            "The jack of the other suit of the colour of trumps. It is the second highest trump, and no card of the suit printed on it."
        ),
    ),
    "made": (
        pgettext_lazy("term", "Made"),
        gettext_lazy(
            "Said of a contract when the bidding side took at least the tricks that it bid."
        ),
    ),
    "no-trump": (
        pgettext_lazy("term", "No trump"),
        gettext_lazy(
            "A contract without a trump suit. There are no bowers, and only the suit led can win."
        ),
    ),
    "overtrick": (
        pgettext_lazy("term", "Overtrick"),
        gettext_lazy("A trick beyond those that were bid. It scores like any other."),
    ),
    "partner": (
        pgettext_lazy("term", "Partner"),
        gettext_lazy(
            "The player opposite, with whom you win and lose. Yours is North."
        ),
    ),
    "pass": (
        pgettext_lazy("term", "Pass"),
        gettext_lazy(
            "To make no bid this time. You may still bid when your turn comes again."
        ),
    ),
    "right-bower": (
        pgettext_lazy("term", "Right bower"),
        gettext_lazy("The jack of trumps: the highest card of the hand."),
    ),
    "ruff": (
        pgettext_lazy("term", "Ruff"),
        gettext_lazy(
            "To play a trump when another suit was led and you hold none of it."
        ),
    ),
    "set": (
        pgettext_lazy("term", "Set"),
        gettext_lazy(
            "Said of a side that took fewer tricks than it bid. It loses what it bid, and scores no tricks."
        ),
    ),
    "side": (
        pgettext_lazy("term", "Side"),
        gettext_lazy(
            "Two partners: North and South, or West and East. They score together."
        ),
    ),
    "suit": (
        pgettext_lazy("term", "Suit"),
        gettext_lazy(
            "Spades, hearts, clubs or diamonds. The left bower belongs to the trump suit."
        ),
    ),
    "sure-trick": (
        pgettext_lazy("term", "Sure trick"),
        gettext_lazy(
            "A card that wins its trick however the others play, such as a right bower that is led."
        ),
    ),
    "thrown-in": (
        pgettext_lazy("term", "Thrown in"),
        gettext_lazy(
            "Said of a hand in which all four passed. Nobody scores, and the next dealer deals."
        ),
    ),
    "trick": (
        pgettext_lazy("term", "Trick"),
        gettext_lazy("One card from each seat. The best of them takes it."),
    ),
    "trump": (
        pgettext_lazy("term", "Trump"),
        gettext_lazy(
            "The suit that was named in the winning bid, or a card of it. It beats all other suits."
        ),
    ),
    "void": (
        pgettext_lazy("term", "Void"),
        gettext_lazy("A suit of which a hand holds no card, so that it can ruff."),
    ),
}


def present_glossary() -> tuple[Entry, ...]:
    """Every entry in the reader's language, by the alphabet."""
    rules = DOUBLE_DECK_52
    numbers = {
        "cards_per_hand": rules.cards_per_hand,
        "maximum_exchange": rules.maximum_exchange,
    }
    entries = (
        Entry(slug, str(term), str(meaning) % numbers)
        for slug, (term, meaning) in _ENTRIES.items()
    )
    # An accented letter stands where its plain one does: "Écarter" before "Fournir".
    return tuple(
        sorted(entries, key=lambda entry: without_marks(entry.term.casefold()))
    )
