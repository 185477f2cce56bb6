"""Counted positions: how many legal sequences of a given length start at a position.

The name and the idea are those of chess programs ("performance test"): a wrong rule anywhere
within reach changes the count. When a count is wrong, `assert_count` says below which first
action, so that the fault is found by walking down.
"""

from games.engine.hand import format_action


def count(hand, depth):
    """The number of sequences of `depth` legal actions."""
    if depth == 0:
        return 1
    legal = hand.legal_actions()
    if depth == 1:
        return len(legal)
    return sum(count(hand.apply(action), depth - 1) for action in legal)


def breakdown(hand, depth):
    """The count below each first action, by its notation."""
    return {
        format_action(action): count(hand.apply(action), depth - 1)
        for action in hand.legal_actions()
    }


def oracle_count(table, depth):
    """`count`, by the oracle."""
    if depth == 0:
        return 1
    if depth == 1:
        return len(table.legal())
    return sum(oracle_breakdown(table, depth).values())


def oracle_breakdown(table, depth):
    """`breakdown`, by the oracle."""
    result = {}
    for text in table.legal():
        following = table.copy()
        following.do(text)
        result[text] = oracle_count(following, depth - 1)
    return result


def difference(ours, theirs):
    """One line for each first action that the engine and the oracle count differently."""
    return [
        f"  {action or '(no cards)'}: engine {ours.get(action, 'refuses')}, "
        f"oracle {theirs.get(action, 'refuses')}"
        for action in sorted(ours.keys() | theirs.keys())
        if ours.get(action) != theirs.get(action)
    ]


def assert_count(hand, table, depth, expected):
    """Compare the engine's count with the oracle's and with the number worked out before.

    `hand` and `table` are the same position, for the engine and for the oracle.
    """
    ours, theirs = breakdown(hand, depth), oracle_breakdown(table, depth)
    totals = f"engine {sum(ours.values())}, oracle {sum(theirs.values())}"
    report = [
        f"depth {depth}: expected {expected}, {totals}",
        *difference(ours, theirs),
    ]
    assert ours == theirs, "\n".join(report)
    assert sum(ours.values()) == expected, "\n".join(report)
