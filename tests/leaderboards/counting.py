"""Everything that is counted bit by bit, compared with what comes of counting anew."""

from collections import Counter

from leaderboards import selectors, services
from leaderboards.models import FieldHand, Result
from leaderboards.services.boards import contract_of

from .conftest import NOON


def assert_counts_are_right(now=NOON):
    assert services.rebuild_totals(now) == 0
    assert services.rebuild_tallies() == 0
    assert services.rebuild_field() == 0
    right = Counter()
    for result in Result.objects.filter(is_visible=True).select_related("attempt"):
        for number, hand in enumerate(selectors.hands(result.attempt), start=1):
            right[result.deal_id, number, contract_of(hand)] += 1
    kept = FieldHand.objects.filter(count__gt=0)
    found = {
        (line.deal_id, line.number, line.contract): line.count
        for line in kept.order_by("pk")
    }
    assert found == dict(right)


def tags_on_board(day):
    return {row.entry.profile.tag for row in selectors.day_page(day).rows}
