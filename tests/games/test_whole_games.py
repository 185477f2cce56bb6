"""Whole games by somebody who sees nothing but the pages: random presses of what they offer."""

import random

import pytest

from games import models, services
from games.engine.record import check_record
from games.engine.seats import Seat
from tests.games.builders import CallingBot, seed_for
from tests.games.pages import form_to, forms, text_of, version_shown
from tests.matrix import mostly_slow

pytestmark = pytest.mark.django_db

#: Far more presses than a game can need.
ENOUGH = 1500


class Somebody:
    """Presses what a page offers, as a browser would send it."""

    def __init__(self, client, rng, *, htmx):
        self.client = client
        self.rng = rng
        self.htmx = htmx
        self.phases = set()

    def look(self, address):
        page = self.client.get(address)
        assert page.status_code == 200
        return page

    def press(self, form, value="", **chosen):
        answer = form.press(self.client, value, htmx=self.htmx, **chosen)
        if answer.status_code == 303:
            return self.look(answer["Location"])
        assert answer.status_code == 200, text_of(answer)
        return answer

    def go_on(self, page):
        """The page after one press of something that it offers, or None at the end of the game."""
        offered = [
            form for form in forms(page) if form.action.endswith(("/act", "/next"))
        ]
        if not offered:
            assert "Play another game" in text_of(page)
            return None
        # Beside the cards there may be a claim.
        form = self.rng.choice(offered)
        self.phases.add(phase_of(page))
        value, chosen = self.choose(page, form)
        after = self.press(form, value, **chosen)
        assert version_shown(after) == version_shown(page) + 1
        return after

    def choose(self, page, form):
        if "tricks" in form.choices:
            if self.rng.random() < 0.5:
                return "pass", {}
            return "bid", {
                name: self.rng.choice(values) for name, values in form.choices.items()
            }
        if "cards" in form.choices:
            return "exchange", {"cards": self.cards_to_exchange(page, form)}
        return self.rng.choice(form.buttons)[1], {}

    def cards_to_exchange(self, page, form):
        # "Chosen: … of 3" tells how many, for those who cannot count in the help text.
        most = int(text_of(page).partition("<b></b> of ")[2][0])
        number = self.rng.randint(0, most) if phase_of(page) == "discard" else most
        return self.rng.sample(form.choices["cards"], number)


def phase_of(page):
    return (
        text_of(page)
        .partition('<section id="table" class="in-')[2]
        .split('"')[0]
        .split()[0]
    )


def play(somebody, player, seed):
    """From the first page to the end; the record of the game."""
    address = f"/games/{services.start_game(player=player, seed=seed)}/"
    page = somebody.look(address)
    for _ in range(ENOUGH):
        after = somebody.go_on(page)
        if after is None:
            break
        page = after
    assert phase_of(page) == "game_over"
    record = somebody.client.get(f"{address}record.json").json()
    return check_record(record), record


@pytest.mark.parametrize(
    ("number", "htmx"),
    mostly_slow([(2, True), (10, False), (11, True)], (10, False)),
    ids=["2", "10", "11"],
)
def test_a_game_of_random_presses_comes_to_an_end_by_the_rules(
    south, player, calm_bots, number, htmx
):
    somebody = Somebody(south, random.Random(number), htmx=htmx)
    checked, record = play(somebody, player, number.to_bytes(32, "big"))
    game = models.Game.objects.get()
    assert checked.winner.name == game.winner
    assert checked.score == (game.score_ns, game.score_ew)
    assert len(checked.hands) == game.hand_number == game.hands.count()
    assert record["seed"] == game.seed
    assert {"call", "play", "hand_over"} <= somebody.phases
    # And then another.
    form = form_to(somebody.look(f"/games/{game.pk}/"), "/games/")
    assert form.action == "/games/"
    assert phase_of(somebody.press(form)) == "call"


def test_a_game_against_the_real_bots(south, player):
    somebody = Somebody(south, random.Random(4), htmx=True)
    checked, _ = play(somebody, player, seed_for("N"))
    assert checked.winner is not None


# -- hands alone --------------------------------------------------------------------------------


def play_hand(somebody, player, dealer, first=None):
    """One hand, whose first press may be given; its last page and its stored row."""
    game_id = services.start_game(player=player, seed=seed_for(dealer))
    page = somebody.look(f"/games/{game_id}/")
    if first:
        page = somebody.press(form_to(page, "/act"), *first[:1], **first[1])
    while phase_of(page) not in {"hand_over", "game_over"}:
        page = somebody.go_on(page)
    return page, models.Hand.objects.get(game=game_id)


@pytest.fixture(params=[True, False], ids=["htmx", "plain"])
def somebody(south, request):
    return Somebody(south, random.Random(5), htmx=request.param)


@pytest.mark.usefixtures("calm_bots")
def test_south_goes_alone(somebody, player):
    page, row = play_hand(
        somebody, player, "E", ("bid", {"tricks": "alone", "denomination": "H"})
    )
    assert "Alone in hearts by you" in text_of(page)
    assert {"discard", "play"} <= somebody.phases
    assert row.actions.startswith("aloneH,")
    assert row.tricks_ns + row.tricks_ew == 12
    assert row.points_ns in {24, -24}


def test_north_goes_alone_and_south_gives_cards_and_sits_out(
    somebody, player, seat_bot
):
    seat_bot(CallingBot("N", "aloneS"))
    page, row = play_hand(somebody, player, "S")
    assert "Alone in spades by North" in text_of(page)
    assert somebody.phases == {"give"}
    assert row.actions.startswith("pass,aloneS,")
    assert len(row.actions.split(",")) == 2 + 2 + 3 * 12


@pytest.mark.parametrize("opponent", ["W", "E"])
def test_an_opponent_goes_alone(somebody, player, seat_bot, opponent):
    seat_bot(CallingBot(opponent, "aloneD"))
    page, row = play_hand(somebody, player, "N" if opponent == "E" else "S")
    name = {"W": "West", "E": "East"}[opponent]
    assert f"Alone in diamonds by {name}" in text_of(page)
    assert somebody.phases == {"play"}
    assert row.points_ew in {24, -24}
    sits_out = Seat.parse(opponent).partner
    assert f'<li class="seat seat-{sits_out.name} out">' in text_of(page)
