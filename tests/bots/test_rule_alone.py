"""The rule bot's part in the exchange before a lone hand."""

import pytest

from games.engine.hand import Phase
from tests.bots.positions import answer, to_exchange


@pytest.mark.parametrize(
    ("trump", "hand", "right"),
    [
        ("S", "JS JS JC AS AS KS QS TS AH AD 9D TC", "9D TC"),
        ("S", "JS JS JC JC AS AS KS QS AH 9H KD TD", "9H TD KD"),
        # No suit is so short that its ace or a trump would go.
        ("S", "JS JS JC JC AS AS KS QS 9S AH AC AD", ""),
        # Nor when nothing of it is sure to win.
        ("S", "9S AH KD QD TD 9D KC QC TC QC TC 9C", "9D TD QD"),
        ("NT", "AS AS KS KS QS AH AH KH KH AC AD 9D", "9D"),
    ],
)
def test_lays_aside_losers_and_never_an_ace_or_a_trump(trump, hand, right):
    given = answer(to_exchange(Phase.DISCARD, hand, trump))
    assert set(given.split()) == set(right.split())


@pytest.mark.parametrize(
    ("trump", "hand", "count", "right"),
    [
        ("S", "JS JC AS KS AH AD KD KH QH QD TD 9D", 3, "JS JC AS"),
        ("S", "JS KS QS AH AD KD KH QH QD TD 9D TC", 3, "JS AH AD"),
        ("S", "KS 9S AH AD KD KH QH QD TD 9D TC 9C", 3, "KS AH AD"),
        ("S", "9S KH QH TH KD QD TD KC QC TC 9C 9D", 1, "9S"),
        ("NT", "JS KS QS AH AD KD KH QH QD TD 9D TC", 2, "AH AD"),
        ("S", "JS KS QS AH AD KD KH QH QD TD 9D TC", 0, ""),
    ],
)
def test_gives_what_helps_the_lone_player_most(trump, hand, count, right):
    given = answer(to_exchange(Phase.GIVE, hand, trump, count))
    assert sorted(given.split()) == sorted(right.split())
