"""Counted positions. Each count is worked out by hand where that can be done, otherwise by the oracle
once; both engine and oracle must still come to it."""

import pytest

from games.engine import hand as hand_module
from games.engine.cards import SUIT_UNDER
from tests.engine import perft
from tests.engine.positions import after, in_play, oracle_table, rules_for, start

# Every seat has one suit, so six different cards, each twice. Of such a hand
# 1, 6, 21 and 50 different sets of 0, 1, 2 and 3 cards can be chosen: 78 in all.
SUITS_APART = {
    "N": "AS AS KS KS QS QS JS JS TS TS 9S 9S",
    "E": "AH AH KH KH QH QH JH JH TH TH 9H 9H",
    "S": "AC AC KC KC QC QC JC JC TC TC 9C 9C",
    "W": "AD AD KD KD QD QD JD JD TD TD 9D 9D",
}
# Both bowers of spades twice, round the table, and hands short in the suits that are led.
BOWERS = {
    "N": "JS JC AC 9S KD QD TH 9H 9C",
    "E": "JC AS AC KC TD 9D 9D",
    "S": "JS KS QC TC AH KH",
    "W": "AS TS QC 9C JD JD JH",
}
LONE = {
    "S": "JS JS JC AS AS KS QS TS AD 9D 9H 9H",
    "N": "JC KS AH AH KH QH TC TC 9C 9C QD TD",
}
THREE = rules_for(3, maximum_bid=3)
TWO = rules_for(2, maximum_bid=2)

POSITIONS = {
    # 1 pass, 12 × 5 bids, 5 × alone.
    "auction, first call": (lambda: start(**SUITS_APART), {1: 66}),
    # After a pass 66; after k = 1…11 tricks in 5 denominations 66 − 5k, together 5 × (726 − 330)
    # = 1980; after a bid of 12 a lead out of 6, in 5 denominations; after alone 78 discards in 5.
    "auction, two calls": (lambda: start(**SUITS_APART), {2: 66 + 1980 + 5 * 6 + 5 * 78}),
    # After a pass the 2466 above. After k = 1…11: a pass and 66 − 5k, a raise to m < 12 and 66 − 5m,
    # twelve and a lead, or alone and a discard: 5 × (66 − 5k + 5 × Σ(66 − 5m) + 5 × 6 + 5 × 78).
    # After twelve: six leads, and six cards of another suit to each. After alone: as many given
    # as discarded, 1² + 6² + 21² + 50².
    "auction, three calls": (
        lambda: start(**SUITS_APART),
        {
            3: 2466
            + sum(
                5 * (66 - 5 * k + 5 * sum(66 - 5 * m for m in range(k + 1, 12)) + 5 * 6 + 5 * 78)
                for k in range(1, 12)
            )
            + 5 * 6 * 6
            + 5 * (1**2 + 6**2 + 21**2 + 50**2)
        },
    ),
    # pass, 5 twelves, 5 × alone; then pass ends it (6 leads), as a twelve does; alone: 78 discards.
    "auction, the last word": (
        lambda: after(start(**SUITS_APART), "pass", "11H", "pass", "pass"),
        {1: 11, 2: 6 + 5 * 6 + 5 * 78},
    ),
    # A fourth pass ends it; otherwise as above.
    "auction, three passes": (
        lambda: after(start(**SUITS_APART), *["pass"] * 3),
        {1: 66, 2: 1980 + 5 * 6 + 5 * 78},
    ),
    # Nobody can follow anybody: 6 cards each; after the first trick the winner leads any of six.
    "play, suits apart": (
        lambda: in_play("NT", **SUITS_APART),
        {1: 6, 2: 6**2, 3: 6**3, 4: 6**4, 5: 6**5},
    ),
    # A lone hand: three play. The partner is skipped, so three cards make the trick.
    "play alone, suits apart": (
        lambda: after(start(**SUITS_APART), "aloneNT", "", ""),
        {3: 6**3, 4: 6**4},
    ),
    "play, bowers about, spades": (lambda: in_play("S", **BOWERS), {1: 11, 2: 34, 3: 132, 4: 360, 5: 3576}),
    "play, bowers about, clubs": (lambda: in_play("C", **BOWERS), {3: 137, 4: 370, 5: 3700}),
    "play, bowers about, hearts": (lambda: in_play("H", **BOWERS), {3: 131, 4: 350, 5: 3444}),
    "play, bowers about, no trump": (lambda: in_play("NT", **BOWERS), {3: 131, 4: 358, 5: 3542}),
    # East follows with AS TS 9S or its own JC, South with KS or JS, West with AS or TS.
    "play, the left bower led": (
        lambda: in_play("S", "JC", **BOWERS),
        {1: 4, 2: 4 * 2, 3: 4 * 2 * 2, 4: 160, 6: 1024},
    ),
    # East follows with AC or KC and not with JC, South with KC QC TC, West with QC or 9C.
    "play, the left bower's printed suit led": (
        lambda: in_play("S", "AC", **BOWERS),
        {1: 2, 2: 2 * 3, 3: 2 * 3 * 2, 4: 120, 6: 1436},
    ),
    # 1 + 9 + (36 + 3) + (84 + 3 × 8): nine different cards, three of them twice.
    "exchange, discard": (lambda: after(start("E", **LONE), "aloneS"), {1: 1 + 9 + 39 + 108}),
    # The partner has nine too: as many given as discarded.
    "exchange, discard and give": (
        lambda: after(start("E", **LONE), "aloneS"),
        {2: 1**2 + 9**2 + 39**2 + 108**2},
    ),
    "exchange, give two and lead": (lambda: after(start("E", **LONE), "aloneS", "9H 9H"), {1: 39, 2: 371, 3: 2672}),
    # Whole hands, from the first lead to the last card.
    "three cards, spades": (
        lambda: in_play("S", rules=THREE, N="JC 9C 9S", E="AC JS KS", S="JC AH 9H", W="QS QC AD"),
        {8: 58, 12: 58},
    ),
    "three cards, hearts": (
        lambda: in_play("H", rules=THREE, N="JD 9D 9H", E="AD JH KD", S="JD AS 9S", W="QH QD QD"),
        {8: 64, 12: 64},
    ),
    "three cards, no trump, copies": (
        lambda: in_play("NT", rules=THREE, N="AS AS 9S", E="KS KS AH", S="QS AH 9H", W="9S TS TS"),
        {8: 24, 12: 24},
    ),
    "three cards, alone in clubs": (
        lambda: after(start("W", THREE, N="JS 9C 9S", E="AC JC KS", S="JS AH 9H", W="QS QC AD"), "aloneC", "9S", "JS"),
        {6: 16, 9: 16},
    ),
    # Everything there is in a hand of two cards: auction, exchange and play.
    "two cards, from alone to the end": (
        lambda: after(start("W", TWO, N="JS AC", E="JC 9S", S="AS AS", W="9C KS"), "aloneS"),
        {2: 4, 8: 14},
    ),
}  # fmt: skip


@pytest.mark.parametrize(
    ("position", "depth", "expected"),
    [
        pytest.param(position, depth, expected, id=f"{name}, {depth} deep")
        for name, (position, counts) in POSITIONS.items()
        for depth, expected in counts.items()
    ],
)
def test_the_number_of_legal_sequences(position, depth, expected):
    hand = position()
    perft.assert_count(hand, oracle_table(hand), depth, expected)


def test_no_sequence_goes_on_after_the_end():
    position, counts = POSITIONS["three cards, spades"]
    assert perft.count(position(), max(counts)) > 0
    assert perft.count(position(), max(counts) + 1) == 0


def test_every_auction_with_bids_of_one_and_two_ends_in_time():
    """All of them, counted by how they end.

    Four passes, or an opening after 0 to 3 passes. A two (5) or alone (5) ends it at once. A one (5)
    is followed by three passes, or by 0 to 2 passes and then a two (5) or alone (5).
    """
    endings = {"play": 0, "discard": 0, "over": 0}

    def walk(hand):
        if hand.phase != "call":
            endings[hand.phase] += 1
            return
        for action in hand.legal_actions():
            walk(hand.apply(action))

    walk(start(rules=TWO))
    openings = 4  # after 0, 1, 2 or 3 passes
    assert endings == {
        "over": 1,
        "play": openings * (5 + 5 * (1 + 3 * 5)),
        "discard": openings * (5 + 5 * 3 * 5),
    }


def test_a_wrong_count_is_reported_action_by_action(monkeypatch):
    """The helper itself: with the left bower forgotten it names the cards below which it matters."""
    hand = in_play("S", **BOWERS)
    table = oracle_table(hand)
    plain_suits = (tuple(SUIT_UNDER[4]),) * 5
    monkeypatch.setattr(hand_module, "SUIT_UNDER", plain_suits)
    with pytest.raises(AssertionError) as wrong:
        perft.assert_count(hand, table, 2, 34)
    report = str(wrong.value)
    assert "depth 2: expected 34, engine " in report
    assert "\n  JC: engine " in report
    assert "\n  KD: " not in report
