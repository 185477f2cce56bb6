"""Seeds, deals and dealers: the published algorithm, its test vectors, and that the shuffle is fair."""

import hashlib
import hmac
import itertools
import math
import random
from collections import Counter
from pathlib import Path
from statistics import NormalDist, mean, stdev

import pytest

from games.engine import deals
from games.engine.cards import CARDS
from games.engine.rules import DOUBLE_DECK_52
from games.engine.seats import SEATS, Seat
from tests.engine.oracle import PACK
from tests.engine.positions import texts

DOCS = Path(__file__).parents[2] / "docs" / "rules.md"

# -- the algorithm as docs/rules.md describes it, written from that description ---------------


def numbers(seed, label):
    """The endless stream of 32-bit numbers of a label."""
    block = 0
    while True:
        digest = hmac.new(
            seed, b"%s:%d" % (label.encode("ascii"), block), hashlib.sha256
        ).digest()
        for start in range(0, 32, 4):
            yield int.from_bytes(digest[start : start + 4], "big")
        block += 1


def below(stream, n):
    while True:
        x = next(stream)
        if x < n * math.floor(2**32 / n):
            return x % n


def reference_pack(seed, number, choose=below):
    pack = list(PACK)
    stream = numbers(seed, f"hand:{number}")
    for i in range(47, 0, -1):
        j = choose(stream, i + 1)
        pack[i], pack[j] = pack[j], pack[i]
    return pack


def reference_deal(seed, number):
    pack = reference_pack(seed, number)
    return [
        sorted(pack[start : start + 12], key=PACK.index) for start in (0, 12, 24, 36)
    ]


def reference_dealer(seed):
    return "NESW"[below(numbers(seed, "dealer"), 4)]


# -- the vectors ------------------------------------------------------------------------------

SEEDS = {
    "32 zero bytes": bytes(32),
    "bytes 0 to 31": bytes(range(32)),
    "SHA-256 of 'bid euchre'": hashlib.sha256(b"bid euchre").digest(),
}

# Seed, first dealer, and hands 1 and 2 as N, E, S, W. Written out in docs/rules.md too.
VECTORS = {
    "32 zero bytes": (
        "0000000000000000000000000000000000000000000000000000000000000000",
        "E",
        [
            "AS KS JS TS 9S KH JH KC QC QC 9C QD",
            "AS QS JS AH TH TH AC KC 9C QD JD 9D",
            "TS 9S KH QH QH 9H AC TC TC AD KD KD",
            "KS QS AH JH 9H JC JC AD JD TD TD 9D",
        ],
        [
            "QS TS 9S KH JH JH TH 9H AC KC KD 9D",
            "AS JS KH QH 9H JC TC 9C AD KD QD TD",
            "KS QS JS TS AH QH QC AD QD JD JD TD",
            "AS KS 9S AH TH AC KC QC JC TC 9C 9D",
        ],
    ),
    "bytes 0 to 31": (
        "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f",
        "E",
        [
            "KS KS QS JS AH KH JH TH TC TC 9C JD",
            "QS TS 9S KH TH 9H KC JC AD AD TD 9D",
            "AS AS 9S JH AC AC KC QC QC JC KD TD",
            "JS TS AH QH QH 9H 9C KD QD QD JD 9D",
        ],
        [
            "JS TS TS QH KC JC TC AD AD KD QD 9D",
            "QS 9S KH 9H AC QC TC 9C QD JD JD 9D",
            "AS JS 9S AH KH QH TH TH AC QC JC 9C",
            "AS KS KS QS AH JH JH 9H KC KD TD TD",
        ],
    ),
    "SHA-256 of 'bid euchre'": (
        "0b53d303a17663dccce7ba7613b691a52b11841b72b5b0d37b8667689c1e66ab",
        "S",
        [
            "JS AH KH QH AC KC QC JC AD KD JD 9D",
            "KS QS JS TS 9S JH 9H QC TC AD KD TD",
            "TS 9S AH QH TH KC TC 9C 9C JD TD 9D",
            "AS AS KS QS KH JH TH 9H AC JC QD QD",
        ],
        [
            "KS QS QS QH QH JH 9H AC 9C KD JD 9D",
            "AS KS JS TS AC KC QC TC AD KD QD 9D",
            "TS AH KH JH TH TH 9H QC JC JC AD TD",
            "AS JS 9S 9S AH KH KC TC 9C QD JD TD",
        ],
    ),
}
every_vector = pytest.mark.parametrize("name", VECTORS)


@every_vector
def test_the_vectors_are_dealt(name):
    text, dealer, *hands = VECTORS[name]
    seed = deals.parse_seed(text)
    assert seed == SEEDS[name]
    assert deals.dealer(seed, 1) is Seat.parse(dealer)
    for number, hand in enumerate(hands, start=1):
        dealt = deals.deal(DOUBLE_DECK_52, seed, number)
        assert [" ".join(texts(cards)) for cards in dealt] == hand


@every_vector
def test_the_algorithm_as_described_deals_the_vectors(name):
    _, dealer, *hands = VECTORS[name]
    assert reference_dealer(SEEDS[name]) == dealer
    for number, hand in enumerate(hands, start=1):
        assert [
            " ".join(cards) for cards in reference_deal(SEEDS[name], number)
        ] == hand


@every_vector
def test_the_vectors_are_those_of_the_documentation(name):
    text, dealer, *hands = VECTORS[name]
    block = "\n".join(
        [
            f"seed    {text}",
            f"dealer  {dealer}",
            *(
                f"hand {number}  {seat}  {cards}"
                if seat == "N"
                else f"        {seat}  {cards}"
                for number, hand in enumerate(hands, start=1)
                for seat, cards in zip("NESW", hand, strict=True)
            ),
        ]
    )
    assert block in DOCS.read_text(encoding="utf-8")


@pytest.mark.parametrize("length", [1, 7, 32, 64, 65, 200])
def test_seeds_of_any_length_are_dealt_as_described(length):
    seed = random.Random(length).randbytes(length)
    assert deals.dealer(seed, 1).name == reference_dealer(seed)
    for number in (1, 2, 9, 10, 123):
        dealt = deals.deal(DOUBLE_DECK_52, seed, number)
        assert [texts(cards) for cards in dealt] == reference_deal(seed, number)


@pytest.mark.parametrize(
    "n", [1, 2, 3, 4, 7, 48, 2**16 + 1, 2**31 + 1, 3 * 2**30, 2**32]
)
def test_numbers_below_any_bound_are_as_described(n):
    """Bounds just above 2³¹ throw away nearly every other number of the stream."""
    stream, described = deals.Stream(b"seed", "label"), numbers(b"seed", "label")
    for _ in range(50):
        assert stream.below(n) == below(described, n)


def test_each_label_has_a_stream_of_its_own():
    labels = ["dealer", "hand:1", "hand:2", "hand:11", "bot:1:N:0"]
    assert len({deals.Stream(b"seed", label).below(2**32) for label in labels}) == len(
        labels
    )


# -- what follows from the seed ---------------------------------------------------------------


@pytest.mark.parametrize("name", SEEDS)
def test_the_dealer_moves_clockwise_hand_by_hand(name):
    seed = SEEDS[name]
    first = deals.dealer(seed, 1)
    assert [deals.dealer(seed, number) for number in range(1, 10)] == [
        SEATS[(first + number) % 4] for number in range(9)
    ]


def test_every_deal_is_the_whole_pack_in_packing_order():
    for number in range(1, 50):
        dealt = deals.deal(DOUBLE_DECK_52, b"seed", number)
        assert [len(cards) for cards in dealt] == [12, 12, 12, 12]
        assert Counter(card for cards in dealt for card in cards) == Counter(CARDS * 2)
        assert all(cards == tuple(sorted(cards)) for cards in dealt)


def test_the_same_seed_gives_the_same_deals_and_another_seed_others():
    one, again, other = (
        [deals.deal(DOUBLE_DECK_52, seed, number) for number in range(1, 20)]
        for seed in (b"1", b"1", b"2")
    )
    assert one == again
    assert not set(one) & set(other)


def test_new_seeds_are_32_bytes_and_differ():
    seeds = {deals.new_seed() for _ in range(20)}
    assert len(seeds) == 20
    assert {len(seed) for seed in seeds} == {deals.SEED_BYTES} == {32}


def test_bots_have_random_numbers_of_their_own_for_every_decision():
    def draw(*key):
        return deals.bot_rng(*key).getrandbits(64)

    keys = [
        (seed, number, seat, turn)
        for seed in (b"1", b"2")
        for number in (1, 2, 11)
        for seat in SEATS
        for turn in (0, 1, 11)
    ]
    assert len({draw(*key) for key in keys}) == len(keys)
    assert draw(*keys[5]) == draw(*keys[5])


# -- that the shuffle is fair -----------------------------------------------------------------
#
# The seeds are fixed, so these tests never change their minds. Seeds and bounds (one in a thousand
# at either end) were chosen before the values were seen.

DEALS = 3000


def chi_square_bounds(freedom, tail=0.001):
    """Between which a chi-square value lies but for `tail` at either end (Wilson and Hilferty)."""
    spread = 2 / (9 * freedom)
    z = NormalDist().inv_cdf(1 - tail)
    return [
        freedom * (1 - spread + sign * z * math.sqrt(spread)) ** 3 for sign in (-1, 1)
    ]


def chi_square(counts, expected):
    return sum((count - expected) ** 2 / expected for count in counts)


def dealt_packs():
    for number in range(DEALS):
        dealt = deals.deal(DOUBLE_DECK_52, b"fair", number)
        yield [card.text for cards in dealt for card in cards]


def shuffled_packs(choose):
    return (reference_pack(b"fair", number, choose) for number in range(DEALS))


def seat_by_card(packs):
    """Chi-square of which seat gets which card: 24 cards by 4 seats, 69 degrees of freedom.

    Within one deal the cells are not independent (each seat gets 12 cards, each card comes twice),
    which makes their variance 48/47 of what the textbook table would have.
    """
    counts = Counter(
        (card, place // 12) for pack in packs for place, card in enumerate(pack)
    )
    cells = [counts[card, seat] for card in set(PACK) for seat in range(4)]
    return chi_square(cells, DEALS * 2 / 4) * 47 / 48


def place_by_card(packs):
    """Chi-square of which place in the pack gets which card: 24 by 48, 23 × 47 degrees of freedom."""
    counts = Counter((card, place) for pack in packs for place, card in enumerate(pack))
    cells = [counts[card, place] for card in set(PACK) for place in range(48)]
    return chi_square(cells, DEALS * 2 / 48) * 47 / 48


def test_the_bounds_are_those_of_printed_tables():
    assert chi_square_bounds(3)[1] == pytest.approx(16.27, rel=0.02)
    assert chi_square_bounds(69)[1] == pytest.approx(111.06, rel=0.002)
    assert chi_square_bounds(100)[0] == pytest.approx(61.92, rel=0.002)


def test_every_seat_gets_every_card_equally_often():
    low, high = chi_square_bounds(69)
    assert low < seat_by_card(dealt_packs()) < high


def test_every_place_of_the_pack_gets_every_card_equally_often():
    """Of the described shuffle before the hands are sorted, which the tests above show to be ours."""
    low, high = chi_square_bounds(23 * 47)
    assert low < place_by_card(shuffled_packs(below)) < high


def test_the_test_of_the_shuffle_catches_a_biased_one():
    """The usual mistake: every card changes places with any other, not only with those left."""

    def anywhere(stream, _):
        return below(stream, 48)

    assert seat_by_card(shuffled_packs(anywhere)) > 2 * chi_square_bounds(69)[1]
    assert place_by_card(shuffled_packs(anywhere)) > 2 * chi_square_bounds(23 * 47)[1]


def test_the_two_copies_of_a_card_meet_in_one_hand_as_often_as_they_should():
    """In 11 of 47 deals. The variance of 24 pairs in one deal is close to that of as many coins."""
    pairs = DEALS * 24
    together = 0
    for number in range(DEALS):
        for cards in deals.deal(DOUBLE_DECK_52, b"pairs", number):
            together += sum(one is other for one, other in itertools.pairwise(cards))
    p = 11 / 47
    assert abs(together - pairs * p) < 3.3 * math.sqrt(pairs * p * (1 - p))


def test_one_deal_tells_nothing_about_the_next():
    """How many cards a seat is dealt again: each of its 12 names 2 of 48, one in 4 of which it held."""
    counts = []
    previous = deals.deal(DOUBLE_DECK_52, b"next", 0)
    for number in range(1, DEALS + 1):
        current = deals.deal(DOUBLE_DECK_52, b"next", number)
        counts.append(
            sum(previous[seat].count(card) for seat in SEATS for card in current[seat])
        )
        previous = current
    expected = 4 * 12 * 2 * 12 / 48
    assert abs(mean(counts) - expected) < 3.3 * stdev(counts) / math.sqrt(DEALS)


def test_every_seat_is_first_dealer_equally_often():
    low, high = chi_square_bounds(3)
    counts = Counter(deals.dealer(b"seed %d" % i, 1) for i in range(8000))
    assert low < chi_square([counts[seat] for seat in SEATS], 2000) < high
