"""The compiled rules of Split are those of rules.py: same positions, same random games."""

from random import Random

import numpy as np
import pytest
from helpers import split

import polygames as pg
from polygames.games.split.engine import kernel
from polygames.runtime.random_numbers import make_stream, random_uniform
from polygames.search import playouts

PRESETS = ["2026", pytest.param("seed", marks=pytest.mark.slow)]


def assert_same_position(array, state):
    """Compare all that the kernel keeps with the array of the position in rules.py."""
    expected = kernel.encode(state)
    count = int(expected[0, kernel.COUNT])
    np.testing.assert_allclose(array[0], expected[0], atol=1e-9)
    lines = slice(kernel.LINES, kernel.AREAS + count)
    drawn = slice(kernel.LINES + kernel.SIDE_COUNT, kernel.AREAS + count)
    np.testing.assert_allclose(array[lines, 3:8], expected[lines, 3:8], atol=1e-9)
    np.testing.assert_allclose(array[drawn, 8:12], expected[drawn, 8:12], atol=1e-9)
    for k in range(count):
        row, other = array[kernel.AREAS + k], expected[kernel.AREAS + k]
        np.testing.assert_allclose(row[:2], other[:2], atol=1e-9)
        if state.owners[k] is None:
            edges = kernel.EDGE + kernel.STEP * len(state.map.faces[k].edges)
            assert row[kernel.SIZE] == other[kernel.SIZE]
            np.testing.assert_allclose(row[kernel.EDGE : edges], other[kernel.EDGE : edges])


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("drawn_by", ["rules", "kernel"])
def test_replaying_random_games_gives_the_same_positions(preset, drawn_by):
    out = kernel.move_buffer()
    for number in range(6):
        state = pg.new("split", preset=preset)
        array, rng, stream = kernel.encode(state), Random(number), make_stream(3, number)
        while state.outcome is None:
            assert kernel.turn(array) == state.turn
            assert np.isnan(kernel.result(array))
            if drawn_by == "rules":
                move = state.legal_moves.sample(rng)
            else:
                kernel.sample_move(array, stream, out)
                move = kernel.decode(out[0], state)
                assert move in state.legal_moves
            code = kernel.code_of(move, state)
            assert kernel.decode(code, state) == move
            state = state.play(move)
            kernel.play(array, code)
            assert_same_position(array, state)
        won = {1.0: {0}, -1.0: {1}, 0.0: {0, 1}}[kernel.result(array)]
        assert won == state.outcome.winners


def test_listed_moves_are_legal_in_the_rules():
    out, rng = kernel.move_buffer(), Random(5)
    state = pg.new("split", preset="2026")
    while state.outcome is None:
        count = kernel.legal(kernel.encode(state), out)
        assert count > 0
        assert all(kernel.decode(code, state) in state.legal_moves for code in out[:count])
        if state.legal_moves.finite:
            assert {kernel.decode(c, state) for c in out[:count]} == set(state.legal_moves)
        state = state.play(state.legal_moves.sample(rng))


def test_what_does_not_fit_is_refused_and_played_by_the_rules(monkeypatch):
    start = pg.new("split")
    monkeypatch.setattr(kernel, "INITIAL_AREAS", kernel.FIRST_NEW)
    with pytest.raises(OverflowError, match="too many"):
        kernel.encode(start)
    assert playouts(start, games=2, seed=0).games == 2


@pytest.mark.parametrize(("room", "edges"), [(12, 16), (112, 5), (12, 5)])
def test_a_rollout_makes_the_room_that_it_needs(monkeypatch, room, edges):
    start = pg.new("split")
    usual = playouts(start, games=200, seed=4)
    monkeypatch.setattr(kernel, "INITIAL_AREAS", room)
    monkeypatch.setattr(kernel, "AREA_WORDS", kernel.EDGE + kernel.STEP * edges)
    assert kernel.encode(start).shape == (kernel.AREAS + room, kernel.EDGE + kernel.STEP * edges)
    assert playouts(start, games=200, seed=4) == usual


@pytest.mark.parametrize(
    "options",
    [
        {"fill_limit": 0.3, "min_area": 0.135},  # more areas than a new array holds
        {"fill_limit": 10, "min_area": 4.5},
        {"fill_limit": 10, "min_area": 4.5, "fill_inclusive": False},
        {"fill_limit": 49.9, "min_area": 22.45},
    ],
    ids=str,
)
def test_every_random_game_comes_to_its_end(options):
    found = playouts(pg.new("split", **options), games=300, seed=2)
    assert sum(found.wins) + found.ties == found.games == 300


def test_a_spread_of_moves_is_never_empty():
    """Where the middles of edges give no line, one that halves the area is offered."""
    state = split("draw 3@0.100001 - 1@0.100001", "color red", fill_limit=10, min_area=4.5)
    array, out = kernel.encode(state), kernel.move_buffer()
    areas = {int(code[0]) for code in out[: kernel.legal(array, out)]}
    assert areas == {0, 1}


def test_random_numbers_are_uniform_and_streams_differ():
    rng = make_stream(0)
    numbers = [random_uniform(rng) for _ in range(20_000)]
    assert min(numbers) >= 0
    assert max(numbers) < 1
    counts, _ = np.histogram(numbers, bins=20, range=(0, 1))
    assert ((counts - 1000) ** 2 / 1000).sum() < 44, "chi-squared, 19 degrees, p = 0.001"
    starts = {int(make_stream(seed, stream)[0]) for seed in range(30) for stream in range(30)}
    assert len(starts) == 900
