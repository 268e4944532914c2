"""A search that breaks conjectures has its time for itself, also while nothing is compiled yet."""

import pytest

from polygames.lessons import conjectures, territory, tree


@pytest.mark.parametrize(
    ("module", "rule"),
    [(territory, lambda tiles: tiles[0].name), (tree, lambda means: max(means, key=means.get))],
    ids=["territory", "tree"],
)
def test_the_first_board_is_solved_before_the_time_of_the_search_begins(module, rule, monkeypatch):
    begun, solved = [], []
    solve = module.pg.solve

    def watched(state):
        solved.append(bool(begun))
        return solve(state)

    class Limited:
        def __init__(self, seconds):
            assert seconds == conjectures.SECONDS

        def __enter__(self):
            begun.append(True)

        def __exit__(self, *_):
            return None

    monkeypatch.setattr(module.pg, "solve", watched)
    monkeypatch.setattr(conjectures, "limited", Limited)
    module.try_to_break(rule)
    assert solved[:2] == [False, True]
