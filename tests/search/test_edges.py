"""Analyses at the edges: no time, a flag that is set already, tiny boards, the end of a game."""

from __future__ import annotations

from itertools import islice
from random import Random
from threading import Event

import pytest

import polygames as pg
from polygames.search import deepen

EDGES = {
    "split": ({"fill_limit": 40.0}, {"fill_limit": 49.0, "min_area": 20.0}),
    "splinter": (
        {"board": ["BW"]},
        {"board": ["BwW"]},
        {"board": ["BwW.", "..b.", "..wb"], "max_plies": 1},
        {"max_plies": 2},
    ),
    "polygon": ({"n": 3}, {"n": 4}, {"n": 5, "colors": "any", "max_plies": 2}),
    "splitter": ({"pad": "B", "players": 2},),
    "territory": (
        {"size": 2, "seed": 1, "penalty": 0.5, "swap": True},  # a single tile: nothing to take over
        {"size": 3, "seed": 2, "penalty": -1.0, "swap": True},
        {"size": 3, "seed": 1, "penalty": 0.5, "ending": "stuck"},
        {"size": 3, "seed": 1, "solitaire": True},
    ),
}


def positions(game: str, **options: object) -> list[pg.State]:
    """Return the first and the last position of a random game in which a player is to move."""
    rng, state, found = Random(4), pg.new(game, **options), []
    while state.outcome is None:
        if state.turn != pg.CHANCE:
            found.append(state)
        state = state.play(state.legal_moves.sample(rng))
    return [found[0], found[-1]] if found else []


def check_answer(state: pg.State, found: pg.Analysis) -> None:
    assert found.state == state
    assert found.moves
    assert found.scale[0] < found.scale[1]
    values = [each.value for each in found.moves]
    assert values == sorted(values, reverse=True)
    for each in found.moves:
        assert each.low <= each.value <= each.high
        after = state.play(each.move)
        if each.proved and each.chance is not None and after.outcome is not None:
            winners = after.outcome.winners
            assert each.chance == (state.turn in winners) / len(winners)
        after = state
        for move in each.line:
            assert move in after.legal_moves
            after = after.play(move)


@pytest.mark.parametrize("game", EDGES)
def test_there_is_a_first_answer_even_without_time_or_with_a_flag_set(game):
    stopped, seen = Event(), 0
    stopped.set()
    for options in EDGES[game]:
        for state in positions(game, **options):
            hasty = list(deepen(state, seconds=1e-9))
            for found in (hasty[0], next(deepen(state, stop=stopped)), *islice(deepen(state), 2)):
                check_answer(state, found)
                seen += 1
            assert len(hasty) <= 3  # what is known at once, and what began in time
    assert seen


@pytest.mark.parametrize(
    ("game", "options"),
    [("polygon", {"n": 5}), ("territory", {"size": 3, "seed": 2, "swap": True})],
)
def test_where_there_is_one_move_it_is_named(game, options):
    rng, seen = Random(2), 0
    for _ in range(10):
        state = pg.new(game, **options)
        while state.outcome is None:
            if len(state.legal_moves) == 1:
                seen += 1
                [each] = next(deepen(state)).moves
                assert [each.move] == list(state.legal_moves)
            state = state.play(state.legal_moves.sample(rng))
    assert seen
