"""The page never holds a card that South cannot see: not as a picture, a name, a value or a trace.

Every position goes through the real view and templates; only where it comes from is replaced.
"""

import random
import re
from dataclasses import replace

import pytest
from django.urls import reverse

from games import names, selectors
from games.engine.cards import CARDS, parse_cards
from games.engine.seats import SEATS, Seat
from games.presenters import present_table
from tests.engine.knowledge import known_cards, with_unseen_shuffled
from tests.games.builders import FINISHED, MOMENTS, after, game_at, position_of
from tests.games.pages import HTMX, text_of

GIVE = "9S 9S AC"
#: Moments at which the bots play on in the same step: no page is made of them, but none would tell.
BETWEEN = {
    "partner discards": after(game_at("give"), GIVE),
    "partner plays alone": after(game_at("give"), GIVE, "AS"),
}
ON = {
    **{moment: game_at(moment) for moment in MOMENTS if moment not in FINISHED},
    **BETWEEN,
}
at_every_moment = pytest.mark.parametrize("game", ON.values(), ids=ON.keys())
SHUFFLES = 4


@pytest.fixture
def render(client, monkeypatch):
    """The page and the fragment of a position."""

    def render(game, seen=None):
        monkeypatch.setattr(
            selectors, "position", lambda **_: position_of(game, seen=seen)
        )
        address = reverse("game", args=["a-table"])
        answers = [client.get(address), client.get(address, headers=HTMX)]
        # A refusal shows the same table with a sentence, whatever was tried.
        answers.append(
            client.post(f"{address}act", {"action": "rubbish"}, headers=HTMX)
        )
        assert [answer.status_code for answer in answers] == [200, 200, 422]
        return [text_of(answer) for answer in answers]

    return render


def shuffled(game, times=SHUFFLES):
    rng = random.Random(7)
    for _ in range(times):
        hand = with_unseen_shuffled(game.hand, Seat.S, rng)
        assert hand.holdings != game.hand.holdings
        # The seed would tell the deal: another one stands for all that is kept from the page.
        yield replace(game, hand=hand, seed=rng.randbytes(32))


@at_every_moment
@pytest.mark.parametrize("seen", [None, 0], ids=["seen", "news"])
def test_dealing_the_unseen_cards_anew_changes_no_byte(render, game, seen):
    page = render(game, seen)
    for other in shuffled(game):
        assert render(other, seen) == page


@at_every_moment
def test_dealing_the_unseen_cards_anew_changes_nothing_for_the_templates(game):
    table = present_table(position_of(game, seen=3))
    for other in shuffled(game, 50):
        assert present_table(position_of(other, seen=3)) == table


@at_every_moment
def test_only_cards_that_south_knows_are_named(render, game):
    known = {card.text for card in known_cards(game.hand, Seat.S)}
    unknown = {card for card in CARDS if card.text not in known}
    assert unknown
    for page in render(game, 0):
        codes = set(re.findall(r"\b[AKQJT9][SHCD]\b", page))
        assert codes <= known
        spoken = {
            card for card in CARDS if names.card_name(card).lower() in page.lower()
        }
        assert not spoken & unknown


@at_every_moment
def test_no_card_is_shown_more_often_than_south_knows_it(render, game):
    """A hidden copy of a card that is seen elsewhere would be one too many."""
    known = known_cards(game.hand, Seat.S)
    _, fragment, _ = render(game)
    felt, _, panels = fragment.partition('<section id="auction"')
    last = re.findall(r'id="last".*?</section>', panels, flags=re.DOTALL)
    assert len(last) == 1
    for card in CARDS:
        # Hand and open trick; the panels repeat tricks that everybody saw.
        assert felt.count(f'#{card.text}"') <= known[card]


@pytest.mark.parametrize("other", [Seat.N, Seat.E, Seat.W])
def test_a_card_that_south_sees_is_noticed(render, other):
    """That the tests above can fail: here one of South's own cards changes places."""
    game = game_at("open trick")
    held = dict(zip(SEATS, game.hand.holdings, strict=True))
    mine = held[Seat.S][0]
    theirs = next(card for card in held[other] if card not in held[Seat.S])
    swap = {mine: theirs, theirs: mine}
    for seat in (Seat.S, other):
        held[seat] = tuple(sorted(swap.get(card, card) for card in held[seat]))
    changed = replace(
        game.hand, holdings=(held[Seat.N], held[Seat.E], held[Seat.S], held[Seat.W])
    )
    pages = zip(render(game), render(replace(game, hand=changed)), strict=True)
    assert all(one != another for one, another in pages)


@pytest.mark.parametrize("moment", FINISHED)
def test_when_the_hand_is_over_all_four_hands_are_open(render, moment):
    game = game_at(moment)
    for page in render(game):
        opened = re.findall(r'<div class="open".*?</div>', page, flags=re.DOTALL)
        assert len(opened) == 1
        codes = re.findall(r'#([AKQJT9][SHCD])"', opened[0])
        assert sorted(codes) == sorted(card.text for card in CARDS * 2)


@pytest.mark.parametrize("moment", FINISHED)
def test_when_the_hand_is_over_another_deal_is_another_page(render, moment):
    game = game_at(moment)
    north, east, south, west = game.hand.deal
    assert east != west
    other = replace(game.hand, deal=(north, west, south, east))
    assert render(replace(game, hand=other)) != render(game)


@pytest.mark.parametrize("moment", ["partner alone", "lone hand lost"])
def test_when_a_lone_hand_is_over_its_exchange_is_told(render, moment):
    hand = game_at(moment).hand
    assert hand.discarded
    for page in render(game_at(moment)):
        for card in (*(hand.discarded or ()), *(hand.passed or ())):
            assert names.card_name(card) in page
        assert "Discarded: " in page


@pytest.mark.parametrize("moment", MOMENTS)
def test_the_seed_is_never_in_the_page(render, moment):
    game = game_at(moment)
    game = replace(game, seed=bytes.fromhex("c0ffee" * 10 + "c0ff"))
    for page in render(game):
        assert "c0ffee" not in page
        assert "seed" not in page


def test_the_own_lone_partner_is_shown_what_was_given_and_no_more(render):
    """South gave three cards: they are no longer in the hand, and North's discards are nowhere."""
    game = BETWEEN["partner discards"]
    assert game.hand.passed == parse_cards(GIVE)
    page, _, _ = render(game)
    assert len(re.findall(r'<button class="card idle"', page)) == 9
