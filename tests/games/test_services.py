"""Every change is done whole and saved once, or not at all."""

from functools import partial
from itertools import count

import pytest

from games import models, selectors, services
from games.bots.claims import sure_tricks
from games.engine.auction import Bid
from games.engine.cards import Denomination
from games.engine.errors import IllegalAction, NotationError, Reason
from games.engine.game import Game, deal_hand
from games.engine.hand import Phase, format_action, parse_action
from games.engine.record import check_record
from games.engine.rules import DOUBLE_DECK_52
from games.engine.seats import Seat, Side
from games.engine.view import seat_view
from games.preferences import Preferences
from tests.games.builders import (
    SURE_SEED,
    AnsweringBot,
    CallingBot,
    CalmBot,
    RaisingBot,
    after,
    everything,
    game_at,
    nothing_saved,
    seed_for,
    store,
)

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("calm_bots")]


def act(game, player, action, version=None):
    return services.act(
        game_id=game.pk,
        player_key=player.key,
        version=game.version if version is None else version,
        action=action,
    )


def deal_next(game, player, version=None):
    return services.deal_next_hand(
        game_id=game.pk,
        player_key=player.key,
        version=game.version if version is None else version,
    )


def reread(position, player):
    return selectors.position(
        game_id=position.id, player_key=player.key, seen=position.seen
    )


# -- a new game ---------------------------------------------------------------------------------


def test_a_new_game_waits_for_the_person(player):
    game_id = services.start_game(player=player, seed=seed_for("N"))
    position = selectors.position(game_id=game_id, player_key=player.key)
    assert position.version == 0
    assert position.game.seed == seed_for("N")
    assert (position.game.number, position.game.score) == (1, (0, 0))
    assert [seat for seat, _ in position.game.hand.calls] == [Seat.E]
    assert position.game.hand.turn is Seat.S
    assert position.bots == dict.fromkeys([Seat.N, Seat.E, Seat.W], "rule-calm")


def test_seeds_are_fresh_and_secret(player):
    other = models.Player.objects.create()
    services.start_game(player=player)
    services.start_game(player=other)
    seeds = models.Game.objects.values_list("seed", flat=True)
    assert len({*seeds}) == 2
    assert all(len(seed) == 64 for seed in seeds)


def test_a_game_in_which_nothing_was_done_is_used_again(player):
    first = services.start_game(player=player)
    assert services.start_game(player=player) == first
    game = models.Game.objects.get()
    act(game, player, "pass")
    assert services.start_game(player=player) != first


def test_a_game_of_another_player_is_not_used(player):
    other = models.Player.objects.create()
    assert services.start_game(player=player) != services.start_game(player=other)


# -- acting -------------------------------------------------------------------------------------


def test_the_bots_go_on_to_the_next_turn_of_the_person(player, table_at):
    game = table_at("lead")
    position = act(game, player, "TS")
    hand = position.game.hand
    assert hand.turn is Seat.S
    assert hand.phase is Phase.PLAY
    assert len(hand.actions) > position.seen + 1
    assert position.seen == len(game_at("lead").hand.actions)


@pytest.mark.parametrize(
    ("moment", "action"),
    [
        ("first call", "7S"),
        ("raised", "pass"),
        ("discard", "QH QH 9H"),
        ("discard", ""),
        ("give", "9S 9S AC"),
        ("lead", "9S"),
        ("open trick", "9S"),
        ("late", "KD"),
        ("opponent alone", "9S"),
    ],
)
def test_the_answer_is_what_is_stored(player, table_at, moment, action):
    position = act(table_at(moment), player, action)
    assert position.version == 8
    assert reread(position, player) == position


def play_out(game, player, position):
    """Act with the first legal action until the hand is over."""
    while not position.game.hand.is_over:
        action = format_action(position.game.hand.legal_actions()[0])
        position = act(game, player, action, position.version)
    return position


def test_the_last_card_plays_itself(player, table_at):
    game = table_at("late")  # four cards left
    position = play_out(game, player, act(game, player, "KD"))
    assert position.version == game.version + 3
    row = models.Hand.objects.get()
    assert (row.tricks_ns, row.tricks_ew) == position.game.hand.tricks_won
    assert (row.points_ns, row.points_ew) == position.game.hand.points
    game = models.Game.objects.get()
    assert (game.score_ns, game.score_ew) == position.game.score
    assert reread(position, player) == position


def test_a_hand_that_is_on_has_no_results(player, table_at):
    act(table_at("lead"), player, "TS")
    row = models.Hand.objects.get()
    assert {row.tricks_ns, row.tricks_ew, row.points_ns, row.points_ew} == {None}


def test_the_person_sits_out_when_the_partner_is_alone(player, table_at):
    position = act(table_at("give"), player, "9S 9S AC")
    assert position.game.hand.is_over
    assert position.game.hand.contract.sits_out is Seat.S
    assert {seat for trick in position.game.hand.tricks for seat, _ in trick.plays} == {
        Seat.N,
        Seat.E,
        Seat.W,
    }


def test_nobody_is_asked_to_give_no_cards(player, table_at, seat_bot):
    seat_bot(CallingBot("N", "aloneH", discards=False))
    position = act(table_at("first call"), player, "pass")
    assert position.game.hand.discarded == position.game.hand.passed == ()
    assert position.game.hand.is_over
    assert reread(position, player) == position


def test_a_hand_is_thrown_in_after_four_passes(player, table_at):
    position = act(table_at("first call"), player, "pass")
    assert position.game.hand.thrown_in
    assert (position.game.score, position.game.winner) == ((0, 0), None)


def test_a_won_game_is_stored_with_its_winner(player, table_at):
    game = table_at("first call")
    models.Game.objects.update(score_ew=51)
    position = play_out(game, player, act(game, player, "12C"))
    assert position.game.winner is Side.EW
    assert models.Game.objects.get().winner == "EW"
    assert reread(position, player) == position


@pytest.mark.parametrize("version", [6, 8, 0, -1, 2**31])
def test_another_version_is_stale(player, table_at, version):
    game = table_at("first call")
    with nothing_saved(), pytest.raises(services.StaleVersion):
        act(game, player, "pass", version)


@pytest.mark.parametrize("key", [None, "", "somebody-else"])
def test_there_is_no_game_for_anybody_else(player, table_at, key):
    game = table_at("first call")
    with nothing_saved(), pytest.raises(selectors.GameNotFound):
        services.act(game_id=game.pk, player_key=key, version=7, action="pass")


def test_a_game_that_changes_hands_meanwhile_is_not_saved(player, table_at, seat_bot):
    """The owner is checked in the step that saves, not only when the game was read."""
    game = table_at("lead")

    class TakingBot(CalmBot):
        def choose(self, view, rng):
            models.Game.objects.update(player=models.Player.objects.create())
            return super().choose(view, rng)

    seat_bot(TakingBot())
    with pytest.raises(services.StaleVersion):
        act(game, player, "TS")
    game.refresh_from_db()
    assert game.version == 7
    assert models.Hand.objects.get().actions == "2S,pass,pass,pass"


@pytest.mark.parametrize(
    ("moment", "action", "reason"),
    [
        ("raised", "3H", Reason.BID_TOO_LOW),
        ("raised", "13H", Reason.BID_OUT_OF_RANGE),
        ("discard", "QH QH 9H TS", Reason.TOO_MANY_CARDS),
        ("discard", "TS TS", Reason.NOT_IN_HAND),
        ("give", "9S", Reason.WRONG_NUMBER_OF_CARDS),
        ("lead", "JS", Reason.NOT_IN_HAND),
        ("open trick", "QH", Reason.MUST_FOLLOW),
        ("made", "pass", Reason.HAND_IS_OVER),
        ("won", "TS", Reason.HAND_IS_OVER),
    ],
)
def test_what_the_rules_forbid_is_refused(player, table_at, moment, action, reason):
    game = table_at(moment)
    with nothing_saved(), pytest.raises(IllegalAction) as refused:
        act(game, player, action)
    assert refused.value.refusal.reason is reason


@pytest.mark.parametrize(
    ("moment", "action"),
    [("first call", "TS"), ("lead", "pass"), ("lead", "TS 9S"), ("discard", "pass")],
)
def test_an_action_of_another_phase_is_none(player, table_at, moment, action):
    game = table_at(moment)
    with nothing_saved(), pytest.raises(NotationError):
        act(game, player, action)


def test_the_person_cannot_act_for_a_bot(player, table_at):
    """Such a moment is never stored: the bots act in the same step."""
    game = table_at("first call")
    models.Hand.objects.update(actions="pass")
    with nothing_saved(), pytest.raises(IllegalAction) as refused:
        act(game, player, "pass")
    assert refused.value.refusal.reason is Reason.NOT_YOUR_TURN


# -- the next hand ------------------------------------------------------------------------------


@pytest.mark.parametrize("moment", ["made", "set", "partner alone", "thrown in"])
def test_the_next_hand_is_dealt_by_the_next_seat(player, table_at, moment):
    game = table_at(moment)
    before = game_at(moment)
    position = deal_next(game, player)
    assert (position.version, position.seen, position.game.number) == (8, 0, 2)
    assert position.game.score == before.score
    assert position.game.hand.dealer is before.hand.dealer.left
    assert position.game.hand.deal != before.hand.deal
    assert position.game.hand.turn is Seat.S
    assert reread(position, player) == position
    assert models.Hand.objects.count() == 2


@pytest.mark.parametrize("moment", ["first call", "open trick", "won", "lost"])
def test_there_is_no_next_hand_now(player, table_at, moment):
    game = table_at(moment)
    with nothing_saved(), pytest.raises(IllegalAction) as refused:
        deal_next(game, player)
    assert refused.value.refusal.reason is Reason.WRONG_PHASE


def test_a_finished_hand_stays_as_it_was(player, table_at):
    game = table_at("made")
    first = models.Hand.objects.values().get()
    deal_next(game, player)
    assert models.Hand.objects.values().get(number=1) == first


@pytest.mark.parametrize("version", [6, 8])
def test_the_next_hand_of_another_version_is_stale(player, table_at, version):
    game = table_at("made")
    with nothing_saved(), pytest.raises(services.StaleVersion):
        deal_next(game, player, version)


def test_nobody_else_deals_the_next_hand(table_at):
    game = table_at("made")
    with nothing_saved(), pytest.raises(selectors.GameNotFound):
        services.deal_next_hand(game_id=game.pk, player_key="another", version=7)


# -- bots that fail -----------------------------------------------------------------------------

BROKEN = [
    RaisingBot("N"),
    AnsweringBot(None),
    AnsweringBot("rubbish"),
    AnsweringBot(()),
    AnsweringBot(object()),
    # What the person may do, but a bot in its place may not.
    AnsweringBot(game_at("first call").hand.deal[Seat.S][0]),
]
broken = pytest.mark.parametrize("bot", BROKEN, ids=lambda bot: type(bot).__name__)


@broken
@pytest.mark.parametrize(
    ("moment", "action"), [("first call", "7S"), ("lead", "TS"), ("give", "9S 9S AC")]
)
def test_a_turn_in_which_a_bot_fails_fails_whole(
    player, table_at, seat_bot, bot, moment, action
):
    game = table_at(moment)
    seat_bot(bot)
    with nothing_saved(), pytest.raises(services.BotFailed):
        act(game, player, action)
    seat_bot(CalmBot())
    assert act(game, player, action).version == 8


@broken
def test_a_next_hand_in_which_a_bot_fails_is_not_dealt(player, table_at, seat_bot, bot):
    game = table_at("opponents made")
    seat_bot(bot)
    # South dealt; now West does, so North and East call before South.
    with nothing_saved(), pytest.raises(services.BotFailed):
        deal_next(game, player)
    seat_bot(CalmBot())
    assert deal_next(game, player).game.number == 2


@broken
def test_a_game_in_which_a_bot_fails_is_not_begun(player, seat_bot, bot):
    seat_bot(bot)
    with pytest.raises(services.BotFailed):
        services.start_game(player=player, seed=seed_for("S"))
    assert everything() == []


def test_the_failure_of_a_bot_is_logged_with_what_repeats_it(
    player, table_at, seat_bot, caplog
):
    game = table_at("lead")
    seat_bot(RaisingBot("W"))
    with pytest.raises(services.BotFailed):
        act(game, player, "TS")
    (entry,) = caplog.records
    assert "hand 1" in entry.getMessage()
    assert "2S,pass,pass,pass,TS" in entry.getMessage()
    assert entry.exc_info


def test_a_bot_that_was_retired_since_is_replaced(player, table_at, seat_bot):
    game = table_at("first call")
    models.Game.objects.update(bots={"N": "gone-3", "E": "rule-0", "W": "nameless"})
    seat_bot(CallingBot("N", "9S"))
    position = act(game, player, "7S")
    assert str(position.game.hand.calls[2][1]) == "9S"
    assert models.Game.objects.get().bots["N"] == "gone-3"


# -- forced cards ---------------------------------------------------------------------------------


def presses(player, game):
    """South's presses until the hand is over, each with the position after it."""
    position = selectors.position(game_id=game.pk, player_key=player.key)
    while not position.game.hand.is_over:
        position = services.act(
            game_id=game.pk,
            player_key=player.key,
            version=position.version,
            action=format_action(position.game.hand.legal_actions()[0]),
        )
        yield position


@pytest.mark.parametrize("moment", ["lead", "open trick", "opponent alone"])
def test_forced_cards_are_played_for_who_wants_it_but_no_lead(player, moment):
    wanted = Preferences(autoplay=True)
    by_hand = list(presses(player, store(player, game_at(moment))))
    services.save_preferences(player=player, preferences=wanted)
    game = store(player, game_at(moment))
    saved = list(presses(player, game))
    for position in saved:
        hand = position.game.hand
        if not hand.is_over:
            assert not hand.table or len(hand.legal_actions()) > 1
    assert len(saved) < len(by_hand)
    # What was done is the same, so what is told and kept is too.
    assert saved[-1].game == by_hand[-1].game


@pytest.mark.parametrize("number", [1, 2])
def test_a_forced_card_is_played_in_a_hand_that_others_begin(player, seat_bot, number):
    """West calls alone at once and leads, so the deal already leads to South's card."""
    seat_bot(CallingBot("W", "aloneS", discards=False))
    seed = next(filter(partial(south_is_forced, number), seeds()))
    wanted = [Preferences(), Preferences(autoplay=True)]
    tables = []
    for preferences in wanted:
        services.save_preferences(player=player, preferences=preferences)
        if number == 1:
            game_id = services.start_game(player=player, seed=seed)
        else:
            thrown_in = after(Game.start(DOUBLE_DECK_52, seed), *["pass"] * 4)
            game_id = deal_next(store(player, thrown_in), player).id
        found = selectors.position(game_id=game_id, player_key=player.key)
        tables.append(found.game.hand)
    by_hand, played = tables
    assert by_hand.turn is Seat.S
    assert by_hand.table
    assert played.actions[len(by_hand.actions)] == by_hand.legal_actions()[0]


def seeds():
    return (number.to_bytes(32, "big") for number in count())


def south_is_forced(number, seed):
    """Whether one card is South's to play in this hand if West, left of the dealer, leads its first card alone."""
    hand = deal_hand(DOUBLE_DECK_52, seed, number)
    if hand.dealer is not Seat.S:
        return False
    for text in ("aloneS", "", ""):
        hand = hand.apply(parse_action(text, hand.phase))
    while hand.turn is not Seat.S:
        hand = hand.apply(hand.legal_actions()[0])
    return len(hand.legal_actions()) == 1


def test_forced_cards_are_news_like_any_other(player):
    services.save_preferences(player=player, preferences=Preferences(autoplay=True))
    game = store(player, game_at("lead"))
    before = len(game_at("lead").hand.actions)
    for position in presses(player, game):
        assert position.seen == before
        before = len(position.game.hand.actions)


# -- the rest is claimed --------------------------------------------------------------------------


def test_a_claim_is_the_rest_of_the_hand_by_ordinary_actions(player, table_at):
    game = table_at("sure")
    position = act(game, player, services.CLAIM)
    hand = position.game.hand
    assert hand.is_over
    assert position.claimed == 5
    assert [trick.winner for trick in hand.tricks[-5:]] == [Seat.S] * 5
    # Nothing is left to watch, and what is stored is what a hand played card by card leaves behind.
    assert position.seen == len(hand.actions)
    assert position.version == game.version + 1
    stored = models.Hand.objects.get()
    assert (stored.tricks_ns, stored.tricks_ew) == hand.tricks_won
    assert (stored.points_ns, stored.points_ew) == hand.points
    game.refresh_from_db()
    assert (game.score_ns, game.score_ew) == position.game.score == hand.points
    assert stored.claimed == 5
    assert reread(position, player) == position


def test_a_game_with_claims_has_a_record_like_any_other(player):
    """South claims whenever that can be done, until the game is won."""
    game_id = services.start_game(player=player, seed=SURE_SEED)
    claims = 0
    position = selectors.position(game_id=game_id, player_key=player.key)
    while position.game.winner is None:
        at = {
            "game_id": game_id,
            "player_key": player.key,
            "version": position.version,
        }
        hand = position.game.hand
        if hand.is_over:
            position = services.deal_next_hand(**at)
        elif sure_tricks(seat_view(hand, Seat.S, position.game.score)):
            position = services.act(**at, action=services.CLAIM)
            claims += 1
        else:
            action = bid_or_first(hand)
            position = services.act(**at, action=format_action(action))
    assert claims
    checked = check_record(
        selectors.game_record(game_id=game_id, player_key=player.key)
    )
    assert checked.score == position.game.score


def bid_or_first(hand):
    """South buys each hand for two tricks, and plays the first legal card."""
    return (
        Bid(2, Denomination.S) if hand.phase is Phase.CALL else hand.legal_actions()[0]
    )


@pytest.mark.parametrize(
    "moment", ["first call", "discard", "give", "lead", "open trick", "late"]
)
def test_what_is_not_proven_cannot_be_claimed(player, table_at, moment):
    game = table_at(moment)
    with nothing_saved(), pytest.raises(services.ClaimRefused):
        act(game, player, services.CLAIM)


def test_a_finished_hand_cannot_be_claimed(player, table_at):
    game = table_at("made")
    with nothing_saved(), pytest.raises(IllegalAction):
        act(game, player, services.CLAIM)


def test_a_claim_of_another_version_or_player_is_none(player, table_at):
    game = table_at("sure")
    with nothing_saved(), pytest.raises(services.StaleVersion):
        act(game, player, services.CLAIM, version=6)
    with nothing_saved(), pytest.raises(selectors.GameNotFound):
        act(game, models.Player.objects.create(), services.CLAIM)
