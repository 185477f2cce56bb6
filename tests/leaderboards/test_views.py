"""The pages of the daily game and the boards: what they answer, to whom, and when."""

import io
import json
import re
from datetime import UTC, date, datetime, timedelta

import pytest
from django.core.cache import cache
from django.core.management import CommandError, call_command
from django.db import DatabaseError
from django.test import Client
from django.urls import reverse

from games import models as games
from games.bots.registry import STRONGEST
from games.selectors import position
from leaderboards import dates, names, presenters, selectors, services, standings
from leaderboards.models import Attempt, DailyDeal, Profile, Result, Tally

from .conftest import DAY, NOON, finish, finish_but_one, play_daily, sign_in
from .test_dates import at

pytestmark = pytest.mark.django_db

CLOSED = dates.closes_at(DAY)


def url(name, *args):
    return reverse(name, args=args)


def start(client, day=DAY, **told):
    """Press Play on a date's page; the id of the game."""
    answer = client.post(url("daily_play", day), told)
    assert answer.status_code == 303
    return answer["Location"].split("/")[-2]


# --- The day ---


def test_today_is_made_by_its_first_visitor(client, clock):
    answer = client.get(url("daily"))
    assert answer.status_code == 200
    deal = DailyDeal.objects.get()
    assert deal.date == DAY
    text = answer.content.decode()
    assert deal.seed_sha256 in text
    assert deal.seed not in text
    assert not games.Player.objects.exists()
    assert not answer.cookies.get("sessionid")


@pytest.mark.parametrize(
    ("zone", "now", "day"),
    [
        ("Etc/GMT+12", (2026, 12, 31, 23, 59), date(2026, 12, 31)),
        ("Etc/GMT+12", (2027, 1, 1, 0, 1), date(2027, 1, 1)),
        ("Pacific/Kiritimati", (2026, 12, 31, 23, 59), date(2026, 12, 31)),
        ("Pacific/Kiritimati", (2027, 1, 1, 0, 1), date(2027, 1, 1)),
        ("America/New_York", (2026, 3, 8, 0, 1), date(2026, 3, 8)),
        ("America/New_York", (2026, 3, 8, 23, 59), date(2026, 3, 8)),
        ("Europe/Rome", (2028, 2, 29, 0, 1), date(2028, 2, 29)),
        ("not/a-zone", (2026, 11, 29, 23, 59), date(2026, 11, 29)),
    ],
)
def test_the_players_own_date_counts(client, clock, zone, now, day):
    known = zone if "/a-" not in zone else "UTC"
    clock(at(known, *now))
    text = client.get(url("daily"), {"zone": zone}).content.decode()
    assert f'data-day="{day}" data-is-today' in text
    assert list(DailyDeal.objects.values_list("date", flat=True)) == [day]
    assert not client.cookies
    game_id = start(client, day, zone=zone)
    assert Attempt.objects.get(pk=game_id).deal_id == day
    # From here on the session knows it; the address still goes before.
    assert client.session["zone"] == known
    assert (
        f'data-day="{day}" data-is-today' in client.get(url("daily")).content.decode()
    )
    utc = dates.own_date(at(known, *now), dates.zone("UTC"))
    text = client.get(url("daily"), {"zone": "UTC"}).content.decode()
    assert f'data-day="{utc}" data-is-today' in text


def test_a_press_that_tells_no_zone_forgets_none(own):
    start(own, zone="Asia/Tokyo")
    start(own)
    assert own.session["zone"] == "Asia/Tokyo"


def test_the_day_of_another_zone_is_not_today(client, clock):
    """Even if it is today in UTC: that page, too, goes by the visitor's zone."""
    clock(at("Pacific/Kiritimati", 2026, 11, 30, 8))
    services.ensure_daily(DAY)
    page = url("daily_day", DAY)
    assert "data-is-today" in client.get(page).content.decode()
    text = client.get(page, {"zone": "Pacific/Kiritimati"}).content.decode()
    assert f'data-day="{DAY}">' in text


def test_another_month_is_asked_for_in_the_same_zone(client, clock):
    services.ensure_daily(dates.oldest_open(NOON) - 40 * dates.DAY)
    text = client.get(url("daily"), {"zone": "Asia/Tokyo"}).content.decode()
    assert "/daily/?zone=Asia%2FTokyo&amp;month=2026-10" in text
    assert "/daily/?month=2026-10" in client.get(url("daily")).content.decode()


@pytest.mark.parametrize(
    "day", ["2026-12-01", "2026-11-01", "0001-01-01", "9999-12-31", "2027-02-29"]
)
@pytest.mark.parametrize("name", ["", "play", "board/"])
def test_dates_without_a_game_are_not_found(client, clock, day, name):
    method = client.post if name == "play" else client.get
    assert method(f"/daily/{day}/{name}").status_code == 404
    assert not games.Player.objects.exists()


@pytest.mark.parametrize(
    "query", ["month=2026-10", "month=0000-01", "month=2999-12", "month=x", "month=1-1"]
)
def test_any_month_of_the_calendar_is_a_page(own, query):
    assert own.get(f"{url('daily')}?{query}").status_code == 200


def test_the_calendar_marks_what_was_played(own, profile):
    result = play_daily(profile)
    text = own.get(url("daily")).content.decode()
    assert f'class="mark-{"won" if result.won else "lost"}"' in text


def test_who_has_begun_is_offered_to_continue(own):
    game_id = start(own)
    assert start(own) == game_id
    text = own.get(url("daily")).content.decode()
    assert f'href="{url("daily_game", game_id)}"' in text


def test_play_is_a_post(own):
    assert own.get(url("daily_play", DAY)).status_code == 405


def test_a_name_is_made_with_the_first_attempt(client, clock):
    start(client)
    profile = Profile.objects.get()
    assert len(profile.tag) == services.TAG_LENGTH
    assert str(profile.tag) in names.player_name(profile)


# --- The table ---


def test_a_daily_is_ranked_by_its_last_turn(own):
    game_id = start(own)
    play_to_the_end(own, game_id)
    result = Result.objects.get()
    assert result.attempt_id == game_id
    answer = own.get(url("daily_game_result", game_id))
    assert names.outcome_text(result).split()[1] in answer.content.decode()


def play_to_the_end(client, game_id):
    """Press the last button of a game that was played up to there."""
    version, action = finish_but_one(game_id)
    answer = client.post(
        url("daily_game_act", game_id), {"version": version, "action": action}
    )
    assert answer.status_code == 303


def test_a_crash_of_the_ranking_costs_neither_the_turn_nor_the_result(own, monkeypatch):
    game_id = start(own)

    def broken(**what):
        raise DatabaseError

    with monkeypatch.context() as patch:
        patch.setattr(services.attempts, "settle", broken)
        play_to_the_end(own, game_id)
    assert not Result.objects.exists()
    assert own.get(url("daily")).status_code == 200
    assert Result.objects.get().attempt_id == game_id


def test_a_daily_is_no_plain_game_and_a_plain_game_no_daily(own, profile):
    daily = start(own)
    plain = own.post("/games/")["Location"].split("/")[-2]
    for name, game_id in [("game", daily), ("daily_game", plain)]:
        assert own.get(url(name, game_id)).status_code == 404
        for action in ("act", "next"):
            answer = own.post(
                url(f"{name}_{action}", game_id), {"version": 0, "action": "pass"}
            )
            assert answer.status_code == 404
        finish(game_id)
        assert own.get(url(f"{name}_record", game_id)).status_code == 404
    assert plain not in own.get(url("daily")).content.decode()


def test_the_first_page_does_not_offer_a_daily_as_the_game_to_continue(own):
    start(own)
    assert "/games/" not in own.get("/").content.decode().replace(
        'action="/games/"', ""
    )


def test_a_stranger_finds_nothing(own, clock):
    game_id = start(own)
    stranger = Client()
    stranger.post("/games/")
    for name in ("daily_game", "daily_game_result", "daily_game_record"):
        assert stranger.get(url(name, game_id)).status_code == 404
        # Nor does somebody without a session.
        assert Client().get(url(name, game_id)).status_code == 404


def test_what_our_page_does_not_send_to_a_daily_table_shows_the_table(own, profile):
    game_id = start(own)
    strict = sign_in(Client(enforce_csrf_checks=True), profile)
    answer = strict.post(url("daily_game_act", game_id), {"version": 0})
    assert answer.status_code == 403
    assert answer["X-Table"]


def test_the_table_says_what_it_is_for(own, profile):
    game_id = start(own)
    assert "Daily game: November 29, 2026" in table(own, game_id)
    finish(game_id)
    services.settle(game_id=game_id, now=NOON)
    practice = start(own)
    assert practice != game_id
    assert "Practice, not ranked: November 29, 2026" in table(own, practice)


def table(client, game_id):
    return client.get(url("daily_game", game_id)).content.decode()


# --- The seed ---


def test_no_page_tells_the_seed_while_the_date_is_open(own, profile, clock):
    practice = None
    game_id = start(own)
    finish(game_id)
    for now in (NOON, CLOSED - timedelta(seconds=1)):
        clock(now)
        seed = DailyDeal.objects.get(date=DAY).seed
        practice = practice or start(own)
        finish(practice, now)
        for page in [
            url("daily"),
            url("daily_day", DAY),
            url("daily_board", DAY),
            url("fairness"),
            *(url("daily_game", some) for some in (game_id, practice)),
            *(url("daily_game_result", some) for some in (game_id, practice)),
        ]:
            answer = own.get(page)
            assert answer.status_code == 200
            assert seed not in answer.content.decode()
        for some in (game_id, practice):
            for name in ("game_record", "daily_game_record"):
                answer = own.get(url(name, some))
                assert answer.status_code in (404, 409)
                assert seed not in answer.content.decode()


def test_the_record_is_there_once_the_date_has_ended_everywhere(own, profile, clock):
    result = play_daily(profile)
    clock(CLOSED)
    answer = own.get(url("daily_game_record", result.attempt_id))
    assert json.loads(answer.content)["seed"] == DailyDeal.objects.get(date=DAY).seed


# --- What others did ---


def test_nothing_of_others_is_shown_before_the_own_game_is_over(
    own, profile, new_profile, clock
):
    other = new_profile()
    play_daily(other)
    tag = other.tag
    pages = [url("daily"), url("daily_day", DAY), url("daily_board", DAY)]
    start(own)
    for client in (own, Client()):
        for page in pages:
            assert tag not in client.get(page).content.decode()
        text = client.get(url("player", tag.lower())).content.decode()
        assert names.day_text(DAY) not in text
    finish(Attempt.objects.get(profile=profile).pk)
    assert tag in own.get(pages[2]).content.decode()
    assert names.day_text(DAY) in own.get(url("player", tag.lower())).content.decode()
    # Once the date is over anybody may look.
    clock(CLOSED)
    assert tag in Client().get(pages[2]).content.decode()


def test_the_result_shows_rank_field_and_share_text_without_names(
    own, profile, new_profile
):
    others = [new_profile() for _ in range(9)]
    for other in others:
        play_daily(other)
    result = play_daily(profile)
    text = own.get(url("daily_game_result", result.attempt_id)).content.decode()
    # All ten let the same bot play.
    assert "Rank 1 of 10 players" in text
    assert "100%" in text
    assert not any(other.tag in text for other in others)
    shared = text.partition("data-share>")[2].partition("</textarea>")[0]
    lines = shared.split("\n")
    assert lines[0] == "Bid Euchre, daily game of November 29, 2026"
    assert "\u2066" in lines[1]
    assert len(lines[2].strip("\u2066\u2069")) == result.hands
    assert lines[-1] == "http://testserver/daily/"


def test_among_a_few_a_result_is_not_compared(own, profile, new_profile):
    for _ in range(8):
        play_daily(new_profile())
    result = play_daily(profile)
    text = own.get(url("daily_game_result", result.attempt_id)).content.decode()
    assert "Rank 1 of 9 players" in text
    assert "Better than" not in text


@pytest.mark.parametrize(
    ("slug", "window", "sentence"),
    [
        ("margin", "all", "Nobody has 10 ranked dailies in this period yet."),
        ("margin", "7", "Nobody has 5 ranked dailies in this period yet."),
        ("wins", "all", "Finish a daily game, and the first line is yours."),
    ],
)
def test_an_empty_board_says_why(client, clock, slug, window, sentence):
    text = client.get(url("board", slug, window)).content.decode()
    empty = text.partition('class="empty"')[2].partition("</div>")[2]
    assert sentence in empty.partition("</p>")[0]


@pytest.mark.slow
def test_par_is_asked_for_by_the_page_once(own, profile):
    cache.clear()
    result = play_daily(profile, bot=STRONGEST)
    page = url("daily_game_result", result.attempt_id)
    assert 'hx-get="?par=1"' in own.get(page).content.decode()
    text = own.get(f"{page}?par=1").content.decode()
    assert "The computer in your seat" in text
    assert "hx-get" not in text
    par = DailyDeal.objects.get().par
    assert par is not None
    # The person's seat was played by the same computer player.
    assert tuple(par["score"]) == (result.score_ns, result.score_ew)


def test_practice_is_not_ranked_and_says_so(own, profile):
    play_daily(profile)
    practice = start(own)
    finish(practice)
    text = own.get(url("daily_game_result", practice)).content.decode()
    assert "This was practice" in text
    assert "Rank" not in text
    assert Result.objects.count() == 1


def test_the_drawing_of_a_result_leads_both_sides_hand_by_hand_to_their_scores(
    own, profile
):
    result = play_daily(profile)
    page = own.get(url("daily_game_result", result.attempt_id)).context["page"]
    ours, theirs = (
        [tuple(map(int, point.split(","))) for point in line.split()]
        for line in (page.race.ours, page.race.theirs)
    )
    assert ours[0] == theirs[0] == (0, 0)
    assert ours[-1] == (result.hands, -result.score_ns)
    assert theirs[-1] == (result.hands, -result.score_ew)
    left, top, width, height = map(int, page.race.box.split())
    assert (left, width) == (0, result.hands)
    assert page.race.goal == "-52"
    for _hand, y in [*ours, *theirs, (0, -52)]:
        assert top <= y <= top + height


def test_the_result_of_a_game_that_is_on_is_its_table(own):
    game_id = start(own)
    answer = own.get(url("daily_game_result", game_id))
    assert answer["Location"] == url("daily_game", game_id)


# --- Boards ---


@pytest.fixture
def crowd(new_profile):
    """Seven players on one board, every other pair of them equal."""
    players = [new_profile() for _ in range(7)]
    for i, player in enumerate(players):
        result = play_daily(player)
        key = 1_000_000 - i // 2 * 1000
        Tally.objects.filter(board=selectors.day_board(DAY), value=result.key).update(
            value=key
        ) if i == 0 else None
        Result.objects.filter(pk=result.pk).update(key=key)
    Tally.objects.filter(board=selectors.day_board(DAY)).delete()
    for i in range(4):
        Tally.objects.create(
            board=selectors.day_board(DAY),
            value=1_000_000 - i * 1000,
            count=1 if i == 3 else 2,
        )
    return players


def test_equal_results_share_a_rank_and_the_earlier_stands_first(crowd):
    board = selectors.day_page(DAY)
    assert [row.rank for row in board.rows] == [1, 1, 3, 3, 5, 5, 7]
    assert [row.entry.profile for row in board.rows] == crowd


def medals(page):
    return re.findall(r'<tr class="([^"]*)"><td><b>(\d+)</b>', page.content.decode())


@pytest.mark.parametrize("sharing", [1, 2, 3, 4, 50])
def test_a_rank_that_many_share_has_no_medal(own, crowd, profile, sharing):
    """The reader is first, and so many of the crowd are second; those after them are two."""
    play_daily(profile)
    second = Tally.objects.filter(board=selectors.day_board(DAY), value=1_000_000)
    second.update(count=sharing)
    found = medals(own.get(url("daily_board", DAY)))
    assert found[0] == ("gold own", "1")
    assert found[1:3] == [("silver" if sharing <= 3 else "", "2")] * 2
    assert found[3:5] == [("bronze" if sharing == 1 else "", str(sharing + 2))] * 2


def test_of_equal_results_the_one_that_is_ranked_later_may_stand_first(
    profile, new_profile
):
    """What counts is when the last card fell: a crash leaves the ranking to the sweep."""
    other = new_profile()
    early = services.start_attempt(profile=profile, day=DAY, now=NOON)
    finish(early)
    play_daily(other, now=NOON + timedelta(minutes=30))
    services.sweep(NOON + timedelta(minutes=31))
    rows = selectors.day_page(DAY).rows
    assert [(row.rank, row.entry.profile) for row in rows] == [
        (1, profile),
        (1, other),
    ]


@pytest.mark.parametrize("days", presenters.WINDOW_SLUGS.values())
@pytest.mark.parametrize("field", presenters.SLUGS.values())
def test_of_equal_totals_the_one_that_was_reached_first_stands_first(
    field, days, new_profile, monkeypatch
):
    monkeypatch.setattr(standings, "AVERAGE_NEEDS", dict.fromkeys((0, 7, 30), 1))
    # In another order than that of their profiles, and three of them in one moment.
    players = [new_profile() for _ in range(6)]
    minutes = [5, 4, 3, 3, 3, 0]
    for player, minute in zip(players, minutes, strict=True):
        result = play_daily(player, now=NOON + timedelta(minutes=minute))
        Result.objects.filter(pk=result.pk).update(won=True)
    services.rebuild_totals(NOON)
    services.rebuild_tallies()
    expected = [players[i] for i in (5, 2, 3, 4, 1, 0)]
    for size in (1, 2, 4, 6):
        rows, place = [], None
        while True:
            board = selectors.totals_page(field, days, place, size)
            rows += [(row.rank, row.entry.profile) for row in board.rows]
            place = board.next_from
            if place is None:
                break
            # As addresses write it.
            assert selectors.Start.parse(str(place)) == place
        assert rows == [(1, player) for player in expected]


@pytest.mark.parametrize("size", [1, 2, 3, 5])
def test_pages_join_without_a_gap_or_a_repetition(crowd, size):
    rows, place = [], None
    while True:
        board = selectors.day_page(DAY, place, size)
        rows += [(row.rank, row.entry.profile) for row in board.rows]
        place = board.next_from
        if place is None:
            break
    assert rows == list(zip([1, 1, 3, 3, 5, 5, 7], crowd, strict=True))


def test_show_more_works_with_and_without_htmx(crowd, own, profile, monkeypatch):
    play_daily(profile)
    monkeypatch.setattr(selectors.day_page, "__defaults__", (None, 3))
    page = own.get(url("daily_board", DAY)).content.decode()
    link = page.partition('class="more"')[2].partition('href="')[2].partition('"')[0]
    full = own.get(link).content.decode()
    assert "<h1>" in full
    assert crowd[3].tag in full
    assert crowd[0].tag not in full
    part = own.get(link, headers={"HX-Request": "true"}).content.decode()
    assert "<h1>" not in part
    assert part.lstrip().startswith("<tr")
    assert crowd[3].tag in part


def test_the_own_line_leads_to_the_own_place(crowd, own, profile):
    result = play_daily(profile)
    text = own.get(url("daily_board", DAY)).content.decode()
    rank = selectors.place(selectors.day_board(DAY), result.key).rank
    assert f"Your rank: {rank}" in text
    place = own.get(
        f"{url('daily_board', DAY)}?from={selectors.start_at_result(result)}"
    )
    first = place.content.decode().partition("<tbody>")[2].partition("</tr>")[0]
    assert profile.tag in first


@pytest.mark.parametrize(
    "start",
    ["x", "1", "1.", ".1", "9" * 30 + ".1", "1.2.3.4", "1.2", "-5.0.0", "１.１.１"],
)
def test_any_place_in_an_address_is_a_page(crowd, own, profile, start):
    play_daily(profile)
    assert own.get(url("daily_board", DAY), {"from": start}).status_code == 200
    assert own.get(url("board", "wins", "all"), {"from": start}).status_code == 200


def test_every_board_lists_the_player(own, profile):
    for i in range(10):
        now = NOON - timedelta(days=9 - i)
        play_daily(profile, DAY - timedelta(days=9 - i), now)
    for slug in presenters.SLUGS:
        for window in presenters.WINDOW_SLUGS:
            answer = own.get(url("board", slug, window))
            assert profile.tag in answer.content.decode()
            assert "Your rank: 1" in answer.content.decode()


def test_an_average_needs_ten_dailies(own, profile):
    play_daily(profile)
    text = own.get(url("board", "margin", "all")).content.decode()
    assert profile.tag not in text
    assert "at least 10" in text


@pytest.mark.parametrize("address", ["/boards/x/all/", "/boards/wins/9/"])
def test_no_such_board(own, address):
    assert own.get(address).status_code == 404


def test_boards_leads_to_the_first(client):
    assert client.get(url("boards"))["Location"] == url("board", "wins", "all")


def test_a_player_page(own, profile, new_profile):
    result = play_daily(profile)
    text = own.get(url("player", profile.tag.lower())).content.decode()
    assert names.outcome_text(result) in text
    assert own.get("/players/nobody/").status_code == 404
    banned = new_profile()
    banned.is_banned = True
    banned.save()
    assert own.get(url("player", banned.tag.lower())).status_code == 404


def figures(client, profile):
    """What a player's page says of them, and whether it says that something is left out."""
    page = client.get(url("player", profile.tag.lower()))
    partial = "left out here" in page.content.decode()
    return dict(page.context["page"].figures), partial


def test_totals_tell_nobody_a_result_that_they_may_not_see_yet(
    own, profile, new_profile, clock
):
    other = new_profile()
    play_daily(other, DAY - timedelta(days=9), NOON - timedelta(days=9))
    services.age_totals(NOON)
    before, partial = figures(own, other)
    assert before["Dailies played"] == "1"
    assert not partial
    play_daily(other)
    for reader in (own, Client()):
        assert figures(reader, other) == (before, True)
    # A date that may be seen counts, whoever plays.
    everything = dict(figures(sign_in(Client(), other), other)[0])
    assert everything["Dailies played"] == "2"
    # Once the own game is over there is nothing to hide.
    game_id = start(own)
    assert figures(own, other) == (before, True)
    finish(game_id)
    assert figures(own, other) == (everything, False)
    clock(CLOSED)
    assert figures(Client(), other)[1] is False


def test_who_has_only_results_that_are_sealed_has_no_figures_yet(own, new_profile):
    other = new_profile()
    play_daily(other)
    assert figures(own, other) == ({}, True)
    assert figures(sign_in(Client(), other), other)[0]["Dailies played"] == "1"


@pytest.mark.parametrize("before", ["2026-11-29", "x", "2026-02-30", "0000-00-00"])
def test_history_pages_by_date(own, profile, before):
    play_daily(profile)
    answer = own.get(url("player", profile.tag.lower()), {"before": before})
    assert answer.status_code == 200
    shown = names.day_text(DAY) in answer.content.decode()
    assert shown == (before != "2026-11-29")


def test_names_are_isolated(crowd, own, profile):
    play_daily(profile)
    text = own.get(url("daily_board", DAY)).content.decode()
    assert f"<bdi>{names.player_name(profile)}</bdi>" in text


def test_a_board_page_takes_few_queries(
    crowd, own, profile, django_assert_max_num_queries
):
    play_daily(profile)
    with django_assert_max_num_queries(11):
        own.get(url("daily_board", DAY))
    with django_assert_max_num_queries(10):
        own.get(url("board", "wins", "all"))


def test_a_turn_of_a_daily_takes_as_many_queries_as_any(
    own, profile, django_assert_max_num_queries
):
    game_id = start(own)
    now = position(game_id=game_id, player_key=profile.player.key, kind="daily")
    with django_assert_max_num_queries(8):
        answer = own.post(
            url("daily_game_act", game_id), {"version": now.version, "action": "pass"}
        )
    assert answer.status_code == 303


# --- Fairness ---


def test_fingerprints_are_public_a_week_ahead_and_seeds_when_the_date_is_over(
    client, clock
):
    # Nobody made the days: the page does.
    early = client.get(url("fairness")).content.decode()
    deals = list(DailyDeal.objects.order_by("date"))
    assert deals[-1].date == dates.newest_open(NOON) + timedelta(days=7)
    assert all(deal.seed_sha256 in early for deal in deals)
    assert not any(deal.seed in early for deal in deals)
    clock(CLOSED)
    late = client.get(url("fairness")).content.decode()
    assert [deal.date for deal in deals if deal.seed in late] == [
        deal.date for deal in deals if deal.date <= DAY
    ]


def test_a_date_is_checked_on_the_page(client, clock):
    deal = services.ensure_daily(DAY)
    page = url("fairness_day", DAY)
    answer = client.get(page)
    assert answer.status_code == 200
    assert deal.seed not in answer.content.decode()
    clock(CLOSED)
    assert "The seed is the one that was promised" in client.get(page).content.decode()
    DailyDeal.objects.update(seed="00" * 32)
    text = client.get(page).content.decode()
    assert "The seed is not the one that was promised" in text
    # The deal of that seed, as docs/rules.md has it.
    assert "AS KS JS TS 9S KH JH KC QC QC 9C QD" in text
    assert client.get(url("fairness_day", date(2020, 1, 1))).status_code == 404


def verify(day):
    out = io.StringIO()
    try:
        call_command("verify_daily", day, stdout=out)
    except CommandError as error:
        return None, str(error)
    return json.loads(out.getvalue()), ""


@pytest.mark.parametrize("day", ["yesterday", "2026-02-30", "2020-01-01"])
def test_verify_daily_says_what_is_wrong_with_its_date(day):
    checked, problem = verify(day)
    assert checked is None
    assert day in problem


def test_verify_daily(profile):
    today = datetime.now(UTC).date()
    deal = services.ensure_daily(today)
    checked, problem = verify(str(today))
    assert checked is None
    assert "has not ended everywhere" in problem
    over = today - timedelta(days=3)
    deal = services.ensure_daily(over)
    play_daily(profile, over, dates.opens_at(over))
    checked, _ = verify(str(over))
    assert checked["ok"] is True
    assert checked["seed"] == deal.seed
    assert checked["games"] == 1
    games.Game.objects.update(seed="11" * 32)
    assert verify(str(over))[1].endswith("1 game was dealt from another seed.")
    games.Game.objects.update(seed=deal.seed)
    DailyDeal.objects.filter(date=over).update(seed_sha256="0" * 64)
    assert "not the one that was promised" in verify(str(over))[1]
