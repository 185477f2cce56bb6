"""The tips of a first hand: when each appears, how it goes, and that nothing hangs on it."""

import random
import re
from dataclasses import replace

import pytest
from django.urls import reverse

from games import coach, models, selectors, services
from games.bots import bidder
from games.coach import Tip, tip_for, tip_text
from games.counting import count
from games.engine.cards import CARDS, Denomination
from games.engine.errors import NotationError
from games.engine.seats import Seat
from games.engine.view import seat_view
from games.preferences import UNSET, Preferences
from games.presenters import present_table
from tests.engine.positions import after, cards, start
from tests.games.builders import after as game_after
from tests.games.builders import game_at, play_on, position_of, store
from tests.games.pages import HTMX, form_to, forms, note_in, text_of, version_shown


def tip_of(hand, preferences=UNSET):
    return tip_for(seat_view(hand, Seat.S, (0, 0)), preferences)


def south_holds(text, dealer="S", **others):
    """A hand with South last to call, or as the dealer says."""
    return start(dealer=dealer, S=text, **others)


PLAIN_HAND = "AS KS 9S AH KH 9H AD KD 9D AC KC 9C"


# -- when ------------------------------------------------------------------------------------------


def test_the_first_bid_has_one_and_the_second_has_none():
    hand = after(south_holds(PLAIN_HAND, dealer="E"))
    assert tip_of(hand) is Tip.BID
    hand = after(hand, "3S", "4H", "pass", "pass")
    assert hand.turn is Seat.S
    assert tip_of(hand) is None


def test_it_is_for_the_person_alone():
    hand = south_holds(PLAIN_HAND, dealer="S")
    assert hand.turn is Seat.W
    assert tip_of(hand) is None


def test_a_hand_to_go_alone_with_is_told_so():
    strong = "JH JH JD AH AH KH QH TH AS AC 9D 9C"
    assert tip_of(south_holds(strong, dealer="E")) is Tip.ALONE


def test_a_hand_that_is_told_so_is_seldom_and_strong():
    rng = random.Random(1)
    pack = [card for card in CARDS for _ in range(2)]
    hands = [tuple(sorted(rng.sample(pack, 12))) for _ in range(3000)]
    strong = [hand for hand in hands if coach._is_strong(hand)]
    assert 20 < len(strong) < 100
    expected = [bidder.expected_tricks(hand)[:4].max() for hand in strong]
    assert min(expected) > 8
    assert sum(expected) / len(expected) > 9


def play(
    south, *actions, dealer="S", contract=("7S", "pass", "pass", "pass"), **others
):
    return after(start(dealer=dealer, S=south, **others), *contract, *actions)


def test_a_bower_in_the_hand_is_told_of_at_the_first_card():
    hand = play("JC AH KH QH 9H AD KD 9D TC 9C 9C TD", "AC", "9S", "KC", W="AC", N="9S")
    assert tip_of(hand) is Tip.BOWERS
    text = tip_text(Tip.BOWERS, seat_view(hand, Seat.S, (0, 0)))
    assert text.startswith("The jack of spades is now the highest card")


def test_a_bower_on_the_table_is_told_of_once():
    mine = "9S AH KH QH 9H AD KD 9D TC 9C 9C TD"
    hand = play(mine, "JS", "QS", "KS", W="JS JC", N="QS TS", E="KS AS")
    assert tip_of(hand) is Tip.BOWERS
    # The second bower comes when the first has been explained.
    hand = after(hand, "9S", "JC", "TS", "AS")
    assert tip_of(hand) is None


def test_following_suit_is_told_of_when_cards_are_blocked():
    mine = "9S AH KH QH 9H AD KD 9D TC 9C 9C TD"
    lead = play(mine, "AC", "QC", "KC", W="AC AC", N="QC 9S", E="KC KC")
    assert tip_of(lead) is Tip.FOLLOW
    hand = after(lead, "9C", "AC", "9S", "KC")
    assert hand.turn is Seat.S
    assert tip_of(hand) is None


def test_one_tip_at_a_time_and_the_other_at_the_next_chance():
    mine = "JC AH KH QH 9H AD KD 9D TC 9C 9C TD"
    hand = play(mine, "AC", "QC", "KC", W="AC AC", N="QC QC", E="KC KC")
    assert tip_of(hand) is Tip.BOWERS
    hand = after(hand, "9C", "AC", "QC", "KC")
    assert tip_of(hand) is Tip.FOLLOW


def test_a_card_that_was_played_for_one_uses_up_no_tip():
    """The only club follows by itself; the tip comes with the next suit that must be followed."""
    plays_forced = replace(UNSET, autoplay=True)
    mine = "9S AH KH QH 9H AD KD 9D 9C QD TD JH"
    hand = play(mine, "AC", "QC", "KC", W="AC AD", N="QC TH", E="KC KH")
    assert tip_of(hand) is Tip.FOLLOW
    hand = after(hand, "9C", "AD", "TH", "KH")
    assert hand.turn is Seat.S
    assert tip_of(hand, plays_forced) is Tip.FOLLOW
    assert tip_of(hand) is None


def test_without_a_trump_there_are_no_bowers():
    mine = "JC AH KH QH 9H AD KD 9D TC 9C 9C TD"
    hand = play(
        mine,
        "AC",
        "QC",
        "KC",
        W="AC",
        N="QC",
        E="KC",
        contract=("7NT", "pass", "pass", "pass"),
    )
    assert tip_of(hand) is Tip.FOLLOW


@pytest.mark.parametrize(
    ("dealer", "seat", "name"), [("S", "W", "West"), ("N", "E", "East")]
)
def test_an_opponent_who_plays_alone_is_told_of(dealer, seat, name):
    hand = start(dealer=dealer, S=PLAIN_HAND)
    hand = after(hand, "aloneD", "", "")
    while hand.turn is not Seat.S:
        hand = hand.apply(hand.legal_actions()[0])
    assert tip_of(hand) is Tip.AGAINST_ALONE
    text = tip_text(Tip.AGAINST_ALONE, seat_view(hand, Seat.S, (0, 0)))
    assert text == (
        f"{name} plays alone and needs all 12 tricks. "
        "One for you or North, and West and East lose 24 points."
    )


@pytest.mark.parametrize("trump", ["S", "H", "C", "D"])
def test_the_bowers_are_named_rightly(trump):
    hand = play(
        "AS KS 9S AH KH 9H AD KD 9D AC KC 9C",
        contract=(f"7{trump}", "pass", "pass", "pass"),
    )
    text = tip_text(Tip.BOWERS, seat_view(hand, Seat.S, (0, 0)))
    suits = re.findall("spade|heart|club|diamond", text)
    names = {"S": "spade", "H": "heart", "C": "club", "D": "diamond"}
    other = Denomination[trump].suit.same_colour.name
    assert suits == [names[trump], names[other], names[trump]]


def test_every_tip_fits_its_place():
    view = seat_view(play(PLAIN_HAND), Seat.S, (0, 0))
    for tip in Tip:
        if tip is not Tip.AGAINST_ALONE:
            assert 60 < len(tip_text(tip, view)) < 130


# -- dismissed -------------------------------------------------------------------------------------


def test_what_was_dismissed_is_not_shown_and_gives_no_other_its_place():
    mine = "JC AH KH QH 9H AD KD 9D TC 9C 9C TD"
    hand = play(mine, "AC", "QC", "KC", W="AC", N="QC", E="KC")
    seen = coach.without_tip(UNSET, "bowers")
    assert seen == Preferences(tips_seen=("bowers",))
    assert tip_of(hand, seen) is None
    assert tip_of(hand, coach.without_tip(UNSET, "follow")) is Tip.BOWERS


def test_none_at_all():
    preferences = coach.without_tip(UNSET, coach.OFF)
    assert not preferences.tips
    assert tip_of(south_holds(PLAIN_HAND, dealer="E"), preferences) is None


@pytest.mark.parametrize("word", ["", "BID", "all", "x" * 5000, "\x00"])
def test_another_word_is_no_tip(word):
    with pytest.raises(NotationError):
        coach.without_tip(UNSET, word)


# -- whose first hand ------------------------------------------------------------------------------


@pytest.mark.django_db
def test_it_is_the_first_hand_until_one_is_played(player):
    def is_first(game):
        found = selectors.position(game_id=game.pk, player_key=player.key)
        return found.is_first_hand

    first = store(player, game_at("first call"))
    assert is_first(first)
    # Thrown in: nothing was played yet.
    store(player, game_at("thrown in"))
    assert is_first(first)
    stranger = models.Player.objects.create()
    store(stranger, game_at("made"))
    assert is_first(first)
    store(player, game_at("set"))
    assert not is_first(first)


def test_another_kind_of_game_has_none(player):
    """The daily game is the same for everybody."""
    game = store(player, game_at("first call"))
    models.Game.objects.update(kind="daily")
    position = selectors.position(game_id=game.pk, player_key=player.key, kind="daily")
    assert not position.is_first_hand
    assert present_table(position).tip is None


def test_a_hand_that_was_played_ends_it_in_the_same_answer(player, calm_bots):
    game = store(player, game_at("late"))
    position = selectors.position(game_id=game.pk, player_key=player.key)
    while not position.game.hand.is_over:
        assert position.is_first_hand
        action = position.game.hand.legal_actions()[0]
        position = services.act(
            game_id=game.pk,
            player_key=player.key,
            version=position.version,
            action=str(action),
        )
    assert not position.is_first_hand


# -- at the table ----------------------------------------------------------------------------------


@pytest.fixture
def url(table_at):
    return reverse("game", args=[table_at("first call").pk])


def test_it_is_on_the_page_as_text(south, url):
    page = text_of(south.get(url))
    assert 'role="note" aria-label="Tip"' in page
    assert "Count the tricks that you hope for" in page
    # Not twice: the live region is empty at load.
    assert "hope for" not in re.search('data-announce="([^"]*)"', page)[1]


@pytest.mark.parametrize("htmx", [True, False], ids=["htmx", "plain"])
@pytest.mark.parametrize("word", ["bid", "off"])
def test_one_press_dismisses_it_and_the_game_stays_as_it_was(
    south, player, url, word, htmx
):
    before = south.get(url)
    answer = form_to(before, "/tip").press(south, word, htmx=htmx)
    if htmx:
        assert answer.status_code == 200
        assert answer.headers["X-Table"] == "1"
    else:
        assert answer.status_code == 303
        answer = south.get(answer.headers["Location"])
    assert 'class="tip"' not in text_of(answer)
    assert version_shown(answer) == version_shown(before)
    assert form_to(answer, "/act")
    assert 'class="tip"' not in text_of(south.get(url))
    kept = selectors.preferences(player.key)
    assert (kept.tips, kept.tips_seen) == (
        (False, ()) if word == "off" else (True, ("bid",))
    )


def test_a_second_press_changes_nothing(south, player, url):
    form = form_to(south.get(url), "/tip")
    for _ in range(2):
        assert form.press(south, "bid", htmx=True).status_code == 200
    assert selectors.preferences(player.key).tips_seen == ("bid",)


def test_it_keeps_what_else_was_set(south, player, url):
    dark = Preferences.parse({"theme": "dark"})
    services.save_preferences(player=player, preferences=dark)
    form_to(south.get(url), "/tip").press(south, "bid")
    assert selectors.preferences(player.key) == replace(dark, tips_seen=("bid",))


def test_another_word_is_refused_with_the_table(south, player, url):
    answer = south.post(f"{url}tip", {"tip": "rubbish"}, headers=HTMX)
    assert answer.status_code == 422
    assert note_in(answer).startswith("That is not a move.")
    assert selectors.preferences(player.key) == UNSET


def test_a_stranger_finds_no_table(stranger, visitor, url):
    assert stranger.post(f"{url}tip", {"tip": "off"}).status_code == 404
    assert visitor.post(f"{url}tip", {"tip": "off"}).status_code == 404


@pytest.mark.parametrize("method", ["get", "put", "delete"])
def test_another_method_is_refused(south, url, method):
    assert getattr(south, method)(f"{url}tip").status_code == 405


def test_what_our_page_does_not_send_dismisses_nothing(strict_south, player, url):
    answer = strict_south.post(f"{url}tip", {"tip": "off"}, headers=HTMX)
    assert answer.status_code == 403
    assert "Nothing was done" in note_in(answer)
    assert selectors.preferences(player.key) == UNSET


def test_it_is_few_statements(south, url, django_assert_max_num_queries):
    with django_assert_max_num_queries(8):
        south.post(f"{url}tip", {"tip": "bid"}, headers=HTMX)


def test_a_tip_that_is_new_is_spoken_once():
    game = game_after(game_at("first call"), "pass", "3S", *["pass"] * 3)
    game = play_on(game, lambda game: game.hand.turn is Seat.S)
    news = present_table(replace(position_of(game, seen=0), is_first_hand=True))
    assert news.tip
    assert news.announce.endswith(news.tip.text)
    assert news.announce.count(news.tip.text) == 1
    again = present_table(replace(position_of(game), is_first_hand=True))
    assert again.tip == news.tip
    assert news.tip.text not in again.announce
    refused = present_table(
        replace(position_of(game, seen=0), is_first_hand=True), "No."
    )
    assert news.tip.text not in refused.announce


def test_the_switch_in_the_settings_stops_them(south, player, url):
    services.save_preferences(player=player, preferences=Preferences(tips=False))
    assert 'class="tip"' not in text_of(south.get(url))
    page = south.get(reverse("settings"))
    assert "Tips in the first hand" in text_of(page)
    assert not any("tip" in form.action for form in forms(page))


def test_saving_the_settings_forgets_no_dismissed_tip(south, player):
    services.save_preferences(
        player=player, preferences=Preferences(tips_seen=("bid",))
    )
    stored = UNSET.stored()
    data = {name: value for name, value in stored.items() if value is not False}
    south.post(reverse("settings"), data | {"theme": "dark"})
    assert selectors.preferences(player.key).tips_seen == ("bid",)


# -- counting --------------------------------------------------------------------------------------


def test_a_count_is_half_a_trick_for_each_thing_and_three_for_north():
    found = count(cards("JS JC AS 9S AH AH KH QH 9D 9D TD QD"), Denomination.S)
    assert (found.trumps, found.bowers, found.aces, found.voids) == (4, 2, 2, 1)
    assert found.tricks == 3 + 9 / 2
