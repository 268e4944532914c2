"""Split: what a net of leaf values is given, and that it learns what can be learned."""

from argparse import Namespace
from math import dist

import numpy as np
import pytest
from helpers import random_games

from benchmarks.lib import machine
from benchmarks.studies import split_values as study
from polygames.games.split.engine.cuts import TURN
from polygames.games.split.engine.kernel import encode

PLACE = {name: number for number, name in enumerate(study.AREA)}


def positions(games=3):
    """Yield positions of random games in which a line is due, with the numbers of their areas."""
    for state in random_games("split", games, "values"):
        if state.phase == "line" and state.seat_colors is not None:
            out = np.zeros((study.ROOM, len(study.AREA)))
            count = study.write_areas(encode(state), out)
            yield state, out[:count]


def test_the_numbers_of_an_area_are_those_of_its_edges():
    seen = 0
    for state, numbers in positions():
        own = state.seat_colors[state.turn]
        for k, row in zip(state.open_areas, numbers, strict=False):
            edges = state.map.faces[k].edges
            corners = [each.corner for each in edges]
            lengths = [
                dist(here, there)
                for here, there in zip(corners, [*corners[1:], corners[0]], strict=True)
            ]
            colors = [state.colors[each.line] for each in edges]
            mine = [length for length, c in zip(lengths, colors, strict=True) if c == own]
            assert row[PLACE["value"]] == pytest.approx(state.map.faces[k].area)
            assert row[PLACE["is small"]] == state.is_small(k)
            assert row[PLACE["edges"]] == len(edges)
            assert row[PLACE["own edges"]] == len(mine)
            assert row[PLACE["own border"]] == pytest.approx(sum(mine) / sum(lengths))
            assert row[PLACE["longest own"]] == pytest.approx(max(mine, default=0) / sum(lengths))
            seen += len(mine)
    assert seen > 50


def test_the_other_seat_sees_the_same_area_from_the_other_side():
    for state, numbers in positions(1):
        array = encode(state)
        array[0, TURN] = 1 - array[0, TURN]
        other = np.zeros((study.ROOM, len(study.AREA)))
        study.write_areas(array, other)
        for own, opposite in (
            ("own gain", "other gain"),
            ("own edges", "other edges"),
            ("own border", "other border"),
            ("longest own", "longest other"),
        ):
            there = other[: len(numbers), PLACE[opposite]]
            assert numbers[:, PLACE[own]] == pytest.approx(there)
        assert numbers[:, PLACE["base"]] == pytest.approx(-other[: len(numbers), PLACE["base"]])


def invented(number=4000):
    """Return data in which who wins depends on an area's number beyond any straight line."""
    rng = np.random.default_rng(5)
    areas = np.zeros((number, study.ROOM, len(study.AREA)))
    areas[:, 0] = rng.normal(size=(number, len(study.AREA)))
    results = np.where(np.abs(areas[:, 0, 3]) > 0.7, 1.0, -1.0)
    about = {"game": np.arange(number), "ply": np.full(number, 10.0), "result": results}
    return study.Data(areas, np.ones(number, np.int64), about, np.arange(number) % 4 == 0)


def test_the_net_learns_what_no_straight_line_explains():
    data = invented()
    numbers = study.standard([data.areas[:, 0, 3]])
    straight, _ = study.fitted(data, numbers, np.zeros_like(data.counts), 8)
    bent, _ = study.fitted(data, numbers, data.counts, 8)
    assert study.explained(data, straight, data.is_tested) < 0.1
    assert study.explained(data, bent, data.is_tested) > 0.4
    more, low, high = study.gain(data, bent, straight)
    assert low < more < high
    assert low > 0.3
    assert study.gain(data, bent, bent) == [0, 0, 0]


@pytest.mark.slow
def test_a_study_of_two_games_is_written_with_its_commands(tmp_path, monkeypatch):
    written = {}
    monkeypatch.setattr(machine, "write", lambda _, figures: written.update(figures))
    monkeypatch.setattr(study, "NODES", 200)
    for seed in "ab":
        study.play(Namespace(folder=tmp_path, games=4, seed=seed))
    first = np.load(tmp_path / "a.npz")["about"]
    study.play(Namespace(folder=tmp_path, games=4, seed="a"))
    assert np.array_equal(first, np.load(tmp_path / "a.npz")["about"])
    study.fit(Namespace(folder=tmp_path, epochs=1))
    assert written["games"] == 8
    assert written["kept apart"] == 2
    assert written["play"][1].endswith("play --games 4 --seed b")
    assert set(written["microseconds"]) == {"evaluation", "net", "candidate"}
