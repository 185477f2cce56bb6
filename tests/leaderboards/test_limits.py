"""How often something may be done, whoever counts or forgets at the same moment."""

from datetime import timedelta

import pytest

from leaderboards.models import Limit
from leaderboards.services.limits import forget_limits, give_back, spend
from tests.leaderboards.conftest import NOON
from tests.leaderboards.test_services import together

HOUR = timedelta(hours=1)


def spend_one(now=NOON):
    return spend(what="tries", who="me", most=2, period=HOUR, now=now)


@pytest.mark.django_db
def test_so_often_in_a_period_and_again_in_the_next():
    assert [spend_one() for _ in range(3)] == [True, True, False]
    assert spend_one(NOON + HOUR)
    give_back(what="tries", who="me")
    assert [spend_one() for _ in range(3)] == [True, True, False]


@pytest.mark.django_db(transaction=True)
def test_many_at_once_are_all_counted():
    assert sorted(together(lambda _: spend_one(), 8)) == [False] * 6 + [True] * 2


@pytest.mark.django_db(transaction=True)
def test_counting_while_others_forget():
    def work(number):
        for _ in range(5):
            spend_one()
            if number % 2:
                give_back(what="tries", who="me")
            else:
                forget_limits(NOON + HOUR)

    together(work, 4)
    assert Limit.objects.count() <= 1


@pytest.mark.django_db
def test_a_count_that_goes_away_in_between_is_begun_anew(monkeypatch):
    """As another request does it on PostgreSQL, after this one has found the row to be there."""
    make = type(Limit.objects).bulk_create
    lost = []

    def make_and_lose(manager, *args, **kwargs):
        make(manager, *args, **kwargs)
        if not lost:
            lost.append(Limit.objects.all().delete())

    monkeypatch.setattr(type(Limit.objects), "bulk_create", make_and_lose)
    assert spend_one()
    assert lost
    assert Limit.objects.get().count == 1
