"""How to play, the glossary and the strategy page: what they show is what the engine and the bots say."""

import random
import re
from collections import Counter
from dataclasses import replace

import pytest
from django.conf import settings
from django.utils import translation

from games import guide, views
from games.bots import bidder, lone_hand
from games.bots.core import encode
from games.counting import count
from games.engine.auction import PASS, Alone, standing_bid
from games.engine.cards import CARDS, Denomination, Suit
from games.engine.deals import deal
from games.engine.game import Game
from games.engine.hand import Hand, Phase, parse_action
from games.engine.rules import DOUBLE_DECK_52
from games.engine.seats import SEATS, Seat
from games.engine.view import seat_view
from games.glossary import present_glossary
from games.letters import without_marks
from tests.games.pages import elements, parse, text_of

ADDRESSES = ["/how-to-play/", "/glossary/", "/strategy/"]
every_page = pytest.mark.parametrize("address", ADDRESSES)


def cards(text):
    return guide.cards_of(text)


def labels(pictures):
    return [picture.label for picture in pictures]


def marked(pictures):
    return [i for i, picture in enumerate(pictures) if picture.is_marked]


# --- The pages ------------------------------------------------------------------------------------


@every_page
def test_anybody_can_read_it(client, address):
    """Without a database even."""
    response = client.get(address)
    assert response.status_code == 200
    assert "sessionid" not in response.cookies
    page = text_of(response)
    assert 'name="robots"' not in page
    assert re.search(r'<meta name="description" content="[^"]{50,}">', page)


@every_page
@pytest.mark.parametrize("method", ["post", "put", "delete"])
def test_another_method_is_refused(client, address, method):
    assert getattr(client, method)(address).status_code == 405


@every_page
def test_it_says_where_one_is_among_the_pages_that_teach(client, address):
    nodes = [dict(node.attributes) for node in elements(parse(client.get(address)))]
    here = [node["href"] for node in nodes if node.get("aria-current") == "page"]
    assert address in here
    links = {node.get("href") for node in nodes}
    assert {*ADDRESSES, "/rules/"} <= links


@every_page
def test_every_link_within_it_leads_somewhere(client, address):
    nodes = [dict(node.attributes) for node in elements(parse(client.get(address)))]
    ids = [node["id"] for node in nodes if "id" in node]
    assert len(ids) == len(set(ids))
    targets = {
        node["href"][1:] for node in nodes if node.get("href", "").startswith("#")
    }
    assert targets <= set(ids)


@pytest.mark.parametrize("address", ["/how-to-play/", "/strategy/"])
def test_every_card_has_a_name(client, address):
    page = text_of(client.get(address)).partition("<article")[2]
    faces = re.findall(r'<svg class="c"([^>]*)>', page)
    assert len(faces) > 40
    assert all('role="img"' in face for face in faces)
    assert all(re.search(r'aria-label="\w+', face) for face in faces)


def test_numbers_of_the_rules_come_from_the_rule_set(client, monkeypatch):
    other = replace(
        DOUBLE_DECK_52,
        copies=5,
        cards_per_hand=31,
        target=777,
        alone_points=99,
        maximum_exchange=8,
    )
    monkeypatch.setattr(views, "DOUBLE_DECK_52", other)
    page = text_of(client.get("/how-to-play/")).partition("<article")[2]
    words = re.sub(
        r"<svg.*?</svg>|<table.*?</table>|<[^>]+>", " ", page, flags=re.DOTALL
    )
    assert {"120", "31", "777", "99", "8"} == set(re.findall(r"\d+", words))


# --- How to play ------------------------------------------------------------------------------------


def test_the_trumps_are_all_of_them_in_their_order():
    trumps = guide.suit_row(Suit.S, Denomination.S)
    codes = [picture.code for picture in trumps]
    assert codes == [
        "JS",
        "JS",
        "JC",
        "JC",
        "AS",
        "AS",
        "KS",
        "KS",
        "QS",
        "QS",
        "TS",
        "TS",
        "9S",
        "9S",
    ]
    assert [picture.note for picture in trumps if picture.note] == [
        "Right bower",
        "Left bower",
    ]
    assert "JC" not in [
        picture.code for picture in guide.suit_row(Suit.C, Denomination.S)
    ]


def test_captions_name_the_card_that_takes_the_trick():
    shown = guide.present_how_to_play()
    assert marked(shown.ruffed) == [2]
    assert marked(shown.equals) == [0]
    assert marked(shown.bowers) == [2]
    assert labels(shown.equals)[0] == "Ace of diamonds, takes the trick"


def test_only_the_jack_of_clubs_follows_spades():
    following = guide.present_how_to_play().following
    assert labels(following)[0] == "Jack of clubs, may be played"
    assert marked(following) == [0]
    assert all(picture.is_faded for picture in following[1:])


def dealt_to_south(text):
    """A whole deal in which South holds these cards."""
    rest = Counter(dict.fromkeys(CARDS, DOUBLE_DECK_52.copies)) - Counter(cards(text))
    others = list(rest.elements())
    random.Random(4).shuffle(others)
    hands = {Seat.S: tuple(sorted(cards(text)))}
    for i, seat in enumerate(seat for seat in SEATS if seat is not Seat.S):
        hands[seat] = tuple(sorted(others[12 * i : 12 * i + 12]))
    return tuple(hands[seat] for seat in SEATS)


def test_the_auction_goes_as_told():
    hand = Hand.start(DOUBLE_DECK_52, guide.DEALER, dealt_to_south(guide.BIDDING_HAND))
    for seat, call, _ in guide.AUCTION:
        assert hand.phase is Phase.CALL
        assert hand.turn is Seat.parse(seat)
        hand = hand.apply(parse_action(call, Phase.CALL))
    assert hand.phase is Phase.PLAY
    assert hand.turn is hand.contract.by is Seat.S
    assert (hand.contract.tricks, hand.contract.trump) == (7, Denomination.S)


def test_the_lone_hand_is_exchanged_by_the_rules():
    hand = Hand.start(DOUBLE_DECK_52, Seat.E, dealt_to_south(guide.LONE_HAND))
    hand = hand.apply(Alone(Denomination.H))
    hand = hand.apply(tuple(sorted(cards(guide.LONE_DISCARDS))))
    assert len(cards(guide.LONE_GIVEN)) == len(hand.discarded)
    left = Counter(cards(guide.LONE_HAND)) - Counter(cards(guide.LONE_DISCARDS))
    both = left + Counter(cards(guide.LONE_GIVEN))
    assert max(both.values()) <= DOUBLE_DECK_52.copies
    discarded = [
        picture.code
        for picture in guide.present_how_to_play().lone_hand
        if picture.is_faded
    ]
    assert discarded == guide.LONE_DISCARDS.split()


def test_the_scores_are_those_of_the_rules():
    scored = guide.present_how_to_play().scores
    minus_7, minus_24 = ("\u2066−7\u2069", "\u2066−24\u2069")
    assert [(each.ours, each.theirs) for each in scored] == [
        ("8", "4"),
        (minus_7, "6"),
        ("24", "0"),
        (minus_24, "1"),
    ]


# --- Strategy ---------------------------------------------------------------------------------------


def test_counted_hands_take_what_the_trained_model_expects():
    for trump, text in guide.COUNTED:
        denomination = Denomination.parse(trump)
        counted = count(cards(text), denomination).tricks
        expected = bidder.expected_tricks(cards(text))
        assert counted == pytest.approx(expected[denomination], abs=0.4)
        assert expected.argmax() == denomination


def test_the_rule_of_thumb_holds_for_any_hand():
    """Within half a trick of the model for most hands, and hardly ever further than one from it."""
    off = []
    for number in range(400):
        hand = deal(DOUBLE_DECK_52, number.to_bytes(32, "big"), 1)[Seat.S]
        expected = bidder.expected_tricks(hand)[:4]
        trump = Denomination(int(expected.argmax()))
        off.append(abs(count(hand, trump).tricks - expected[trump]))
    assert sum(each <= 0.5 for each in off) > 0.8 * len(off)
    assert sum(each <= 1 for each in off) > 0.97 * len(off)


def test_how_high_an_eight_is_bid_is_as_told():
    """Over six more often than not, over seven less so, over eight seldom."""
    tried, raised = Counter(), Counter()
    for number in range(500):
        hand = Game.start(DOUBLE_DECK_52, number.to_bytes(32, "big")).hand
        while hand.phase is Phase.CALL:
            view = seat_view(hand, hand.turn, (0, 0))
            call = bidder.choose_call(view)
            standing = standing_bid(view.auction)
            if (
                standing
                and standing[0].side is not view.seat.side
                and abs(bidder.expected_tricks(view.hand).max() - 8) <= 0.25
            ):
                tried[standing[1].tricks] += 1
                raised[standing[1].tricks] += call != PASS
            hand = hand.apply(call)
    assert min(tried[6], tried[7], tried[8]) > 15
    over = {bid: raised[bid] / tried[bid] for bid in (6, 7, 8)}
    assert over[6] > 0.5 > over[8]
    assert over[6] > over[7] > over[8]


def test_the_hand_without_a_trump_is_worth_what_is_said():
    *suits, no_trump = bidder.expected_tricks(cards(guide.NO_TRUMP_HAND))
    assert no_trump == pytest.approx(9, abs=0.5)
    assert max(suits) == pytest.approx(7, abs=0.5)
    ranks = [card.rank for card in cards(guide.NO_TRUMP_HAND)]
    assert (ranks.count("A"), ranks.count("K")) == (6, 2)


def test_the_lone_hand_is_worth_it():
    hand = encode(cards(guide.LONE_HAND), Denomination.H)
    deals = bidder.ALONE_DEALS
    wins = lone_hand.count_wins(hand, 1, deals, bidder._state(hand))
    assert wins > 0.8 * deals


def test_a_half_is_written_as_one():
    counted = guide._counted("S", "JS AS KS QS 9S KH QH TH AD 9D KC 9C")
    assert counted.tricks == "6½"


# --- Glossary ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", [code for code, _name in settings.LANGUAGES])
def test_the_glossary_goes_by_the_readers_alphabet(language):
    with translation.override(language):
        entries = present_glossary()
    terms = [without_marks(entry.term.casefold()) for entry in entries]
    assert terms == sorted(terms)
    assert len({entry.slug for entry in entries}) == len(entries) > 25
    assert not any("%" in entry.meaning for entry in entries)


def test_every_word_has_its_place(client):
    page = text_of(client.get("/glossary/"))
    for slug in ("left-bower", "follow-suit", "ruff", "alone", "set"):
        assert f'id="word-{slug}"' in page
