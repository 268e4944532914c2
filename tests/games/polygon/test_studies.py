"""Studies of Polygon: what they count is so, on polygons that are small enough to count it all."""

from functools import cache

import pytest

import polygames as pg
from benchmarks.studies import polygon_misere


def hexagon():
    return pg.new("polygon", n=6)


@cache
def wins_misere(state):
    """Say by the rules alone whether the mover wins, if who cannot move wins."""
    moves = list(state.legal_moves)
    return not moves or any(not wins_misere(state.play(move)) for move in moves)


@pytest.mark.parametrize("colors", ["different", "same"])
def test_misere_values_are_those_of_plain_recursion(colors):
    for corners in (3, 4, 5, 6):
        state = pg.new("polygon", n=corners, colors=colors)
        found = polygon_misere.row(colors, corners, 1000)
        assert found["value"] == ("+" if wins_misere(state) else "-")
        for move in found["first moves"]:
            won = not wins_misere(state.play(state.parse(move["move"])))
            assert move["winner"] == ("+" if won else "-")


def test_a_misere_proof_with_another_winner_or_other_moves_is_refused():
    state = hexagon().play(hexagon().parse("A-D"))
    branch = polygon_misere.MisereBranch(state, 0, lambda: True)
    branch.advance(1000)
    moves = list(branch.strategy(0))
    assert polygon_misere.replayed(state, 0, iter(moves)) > len(moves)
    with pytest.raises(ValueError, match="goes on after its end"):
        polygon_misere.replayed(state, 0, iter([*moves, "A-C"]))
    with pytest.raises((pg.MoveError, ValueError)):
        polygon_misere.replayed(state, 1, iter(moves))
