"""The rules of docs/rules.md a second time, as simply as possible.

What the tests compare the engine with. It shares nothing with the engine: cards, calls and seats
are plain texts, every ranking is written out as a list, and speed is no aim. Where the two
disagree, one of them has the rules wrong.
"""

from itertools import combinations

SEATS = "NESW"
SIDE = {"N": "NS", "S": "NS", "E": "EW", "W": "EW"}
OTHER_SIDE = {"NS": "EW", "EW": "NS"}
DENOMINATIONS = ["S", "H", "C", "D", "NT"]
SAME_COLOUR = {"S": "C", "C": "S", "H": "D", "D": "H"}
PACK = [rank + suit for suit in "SHCD" for rank in "AKQJT9" for _ in range(2)]


def clockwise(seat, steps=1):
    return SEATS[(SEATS.index(seat) + steps) % 4]


def partner(seat):
    return clockwise(seat, 2)


# -- cards ------------------------------------------------------------------------------------


def cards_of_suit(suit, trump):
    """The cards that belong to a suit, the highest first."""
    if trump == "NT":
        return [rank + suit for rank in "AKQJT9"]
    if suit == trump:
        return ["J" + suit, "J" + SAME_COLOUR[suit]] + [r + suit for r in "AKQT9"]
    if suit == SAME_COLOUR[trump]:
        return [rank + suit for rank in "AKQT9"]
    return [rank + suit for rank in "AKQJT9"]


def suit_of(card, trump):
    (suit,) = [suit for suit in "SHCD" if card in cards_of_suit(suit, trump)]
    return suit


def trick_winner(cards, trump):
    """The place of the winning card: the highest trump, or else the highest of the suit led."""
    led = suit_of(cards[0], trump)
    for suit in [led] if trump == "NT" else [trump, led]:
        for card in cards_of_suit(suit, trump):
            if card in cards:
                return cards.index(card)
    raise AssertionError("the card led follows itself")


def playable(hand, led, trump):
    """What may be played from a hand to a trick that `led` (None: nothing yet) was led to."""
    if led is not None:
        wanted = suit_of(led, trump)
        following = {card for card in hand if suit_of(card, trump) == wanted}
        if following:
            return following
    return set(hand)


# -- score ------------------------------------------------------------------------------------


def points(by, bid, alone, won):
    """What a hand is worth: `by` bid `bid` tricks, `won` says how many each side took."""
    side = SIDE[by]
    result = dict(won)
    if alone:
        result[side] = 24 if won[side] == 12 else -24
    elif won[side] < bid:
        result[side] = -bid
    return result


def game_winner(by, bid, won, score):
    """Who has won the game with `score` after that hand."""
    made = won[SIDE[by]] >= bid
    entitled = SIDE[by] if made else OTHER_SIDE[SIDE[by]]
    return entitled if score[entitled] >= 52 else None


# -- a hand -----------------------------------------------------------------------------------


def spell(cards):
    """Cards in the order of the pack, separated by blanks."""
    return " ".join(sorted(cards, key=PACK.index))


class Table:
    """One hand, played by texts: `do` one of `legal()` until `phase` is "over"."""

    def __init__(self, dealer, deal, highest_bid=12, most_exchanged=3):
        self.highest_bid = highest_bid
        self.most_exchanged = most_exchanged
        self.holdings = {seat: list(deal[seat]) for seat in SEATS}
        self.phase = "call"
        self.turn = clockwise(dealer)
        self.calls = []
        self.by = self.bid = self.trump = self.alone = None
        self.discarded = self.passed = None
        self.trick = []
        self.tricks = []
        self.won = {"NS": 0, "EW": 0}

    def copy(self):
        other = object.__new__(Table)
        other.__dict__.update(self.__dict__)
        other.holdings = {seat: list(cards) for seat, cards in self.holdings.items()}
        other.calls = list(self.calls)
        other.trick = list(self.trick)
        other.tricks = list(self.tricks)
        other.won = dict(self.won)
        return other

    def legal(self):
        """The texts of all legal actions, each once."""
        if self.phase == "call":
            bids = [int(text[: -len(d)]) for text, d in self._bids()]
            above = range(max(bids, default=0) + 1, self.highest_bid + 1)
            return (
                {"pass"}
                | {f"{tricks}{d}" for tricks in above for d in DENOMINATIONS}
                | {"alone" + d for d in DENOMINATIONS}
            )
        if self.phase == "play":
            led = self.trick[0][1] if self.trick else None
            return playable(self.holdings[self.turn], led, self.trump)
        if self.phase == "over":
            return set()
        if self.phase == "discard":
            sizes = range(self.most_exchanged + 1)
        else:
            sizes = [len(self.discarded)]
        own = self.holdings[self.turn]
        return {spell(chosen) for size in sizes for chosen in combinations(own, size)}

    def do(self, text):
        seat = self.turn
        if self.phase == "call":
            self.calls.append((seat, text))
            self.turn = clockwise(seat)
            self._end_auction()
        elif self.phase == "discard":
            self.discarded = text.split()
            self._take(seat, self.discarded)
            self.phase, self.turn = "give", partner(seat)
        elif self.phase == "give":
            self.passed = text.split()
            self._take(seat, self.passed)
            self.holdings[partner(seat)] += self.passed
            self.phase, self.turn = "play", partner(seat)
        else:
            self._take(seat, [text])
            self.trick.append((seat, text))
            self.turn = self._next_player(seat)
            self._end_trick()

    def _take(self, seat, cards):
        for card in cards:
            self.holdings[seat].remove(card)

    def _bids(self):
        """The bids so far (no pass, no alone) with their denominations."""
        texts = [text for _, text in self.calls]
        return [
            (text, "NT" if text.endswith("NT") else text[-1])
            for text in texts
            if text[0].isdigit()
        ]

    def _end_auction(self):
        texts = [text for _, text in self.calls]
        if texts == ["pass"] * 4:
            self.phase, self.turn = "over", None
            return
        seat, text = self.calls[-1]
        if text.startswith("alone"):
            self._contract(seat, self.highest_bid, text.removeprefix("alone"), True)
        elif text.startswith(str(self.highest_bid)):
            trump = text.removeprefix(str(self.highest_bid))
            self._contract(seat, self.highest_bid, trump, False)
        elif len(texts) > 3 and texts[-3:] == ["pass"] * 3:
            seat, text = self.calls[-4]
            trump = "NT" if text.endswith("NT") else text[-1]
            self._contract(seat, int(text.removesuffix(trump)), trump, False)

    def _contract(self, by, bid, trump, alone):
        self.by, self.bid, self.trump, self.alone = by, bid, trump, alone
        self.phase = "discard" if alone else "play"
        self.turn = by

    def _next_player(self, seat):
        following = clockwise(seat)
        if self.alone and following == partner(self.by):
            following = clockwise(following)
        return following

    def _end_trick(self):
        if len(self.trick) < (3 if self.alone else 4):
            return
        place = trick_winner([card for _, card in self.trick], self.trump)
        winner = self.trick[place][0]
        self.won[SIDE[winner]] += 1
        self.tricks.append((winner, self.trick))
        self.trick = []
        self.turn = winner
        # A defender holds a card for every trick still to come.
        if not self.holdings[clockwise(self.by)]:
            self.phase, self.turn = "over", None
