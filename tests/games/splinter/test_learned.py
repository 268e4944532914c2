"""How Splinter's net is learned, and how its agent is measured; both can be broken off."""

import json
import sys
from argparse import Namespace
from random import Random

import numpy as np
import pytest
from helpers import random_games

import polygames as pg
from benchmarks.lib import machine
from benchmarks.strength import learned
from benchmarks.training import splinter as training
from polygames.arena.pairs import pair_interval
from polygames.games.splinter.engine import kernel, learning, net


def lit(array):
    rows = np.zeros((2, net.LIT), np.int32)
    n = net.light(array, rows)
    return [sorted(seat[:n].tolist()) for seat in rows]


def test_a_kept_position_lights_the_rows_of_the_position():
    row, bench = np.zeros(learning.WIDTH, np.int16), learning.new_bench()
    for state in random_games("splinter", 1, "kept"):
        array = kernel.encode(state)
        learning.pack(array, row)
        learning.unpack(row, 0, bench.board)
        assert lit(bench.board) == lit(array)


def test_symmetries_turn_and_mirror_the_board():
    state = list(random_games("splinter", 1, "turned"))[12]
    row, bench = np.zeros(learning.WIDTH, np.int16), learning.new_bench()
    learning.pack(kernel.encode(state), row)
    seen = []
    for symmetry in range(len(learning.SYMMETRIES)):
        learning.unpack(row, symmetry, bench.board)
        seen.append(lit(bench.board))
    assert len({str(each) for each in seen}) == 8
    rings = [sorted(r for r in each[0] if r >= net.COUNTS and r < net.KINGS) for each in seen]
    assert all(each == rings[0] for each in rings)  # numbers of pieces stay


def test_a_later_value_counts_in_those_before_it_in_the_same_game_only():
    values = np.array([0.0, 0.5, 0.2, 1.0, -0.4])
    visits = np.array([400, 30, 400, learning.PROVED, 400])
    games = np.array([1, 1, 1, 1, 2])
    found = training.traced(values, visits, games, 400, 0.5)
    assert found.tolist() == pytest.approx([0.3, 0.5, 0.6, 1.0, -0.4])


@pytest.mark.slow
def test_the_same_seed_gives_the_same_games_and_the_same_net(tmp_path, monkeypatch):
    monkeypatch.setattr(training, "CHUNK", 2)
    monkeypatch.setattr(training, "TESTED", 2)
    monkeypatch.setattr(training.machine, "write", lambda *_: None)
    nets = []
    for name in ("one", "two"):
        folder = tmp_path / name
        given = {"folder": folder, "seed": 3, "visits": 40, "by": "linear"}
        training.play(Namespace(games=4, **given))
        assert [file.name for file in sorted(folder.iterdir())] == [
            "linear-3-0000.npz",
            "linear-3-0001.npz",
        ]
        monkeypatch.setattr(net, "DATA", tmp_path / f"{name}.npz")
        training.fit(Namespace(epochs=3, trace=0.5, **given))
        with np.load(net.DATA) as stored:
            nets.append((stored["rows"], stored["out"]))
    assert all(np.array_equal(a, b) for a, b in zip(*nets, strict=True))
    assert nets[0][0].shape == (net.ROWS, net.HIDDEN)


@pytest.mark.slow
def test_a_run_that_was_broken_off_plays_what_is_missing_only(tmp_path, monkeypatch):
    monkeypatch.setattr(training, "CHUNK", 1)
    given = Namespace(folder=tmp_path, games=2, seed=3, visits=20, by="linear")
    training.play(given)
    first, second = sorted(tmp_path.iterdir())
    kept = first.stat().st_mtime_ns
    with np.load(second) as stored:
        before = stored["positions"], stored["values"]
    second.unlink()
    training.play(given)
    assert first.stat().st_mtime_ns == kept
    with np.load(second) as stored:
        again = stored["positions"], stored["values"]
    assert all(np.array_equal(a, b) for a, b in zip(before, again, strict=True))


def test_learning_lowers_the_error_on_what_it_learns():
    rows, values = [], []
    for state in random_games("splinter", 1, "learn"):
        row = np.zeros(learning.WIDTH, np.int16)
        learning.pack(kernel.encode(state), row)
        rows.append(row)
        values.append(0.5 if len(rows) % 2 else -0.5)
    positions, values = np.array(rows), np.array(values, np.float32)
    made, bench, found = learning.new_net(1), learning.new_bench(), np.empty(len(rows))
    weights, order = np.ones(len(rows), np.float32), np.arange(len(rows))
    errors = []
    for _ in range(2):
        learning.predict(positions, 1, made, bench, found)
        errors.append(float(np.mean((found - values) ** 2)))
        for _ in range(40):
            symmetries = np.zeros(len(rows), np.int64)
            learning.learn(positions, values, weights, order, symmetries, (0.03, 0.03), made, bench)
    assert errors[1] < errors[0] / 4


@pytest.fixture
def quick(monkeypatch, tmp_path):
    """Look at openings for a moment only, and write into a folder of its own."""
    case = learned.CASES["splinter"]._replace(limit={"visits": 400, "contempt": 0.0})
    monkeypatch.setitem(learned.CASES, "splinter", case)
    monkeypatch.setattr(machine, "RESULTS", tmp_path)
    return tmp_path / "learned.json"


def measure(monkeypatch, pairs):
    given = ["learned", "splinter", "--seconds", "0.001", "--seed", "5", "--pairs", str(pairs)]
    monkeypatch.setattr(sys, "argv", given)
    learned.main()


@pytest.mark.usefixtures("quick")
def test_an_opening_looks_even_to_the_agent_that_judges_it():
    seen = []
    for number in range(3):
        state = learned.opening("splinter", Random(number))
        assert state.ply == 4
        assert state == learned.opening("splinter", Random(number))
        judge = pg.agent("mcts", game="splinter", seconds=None, visits=400, contempt=0.0)
        judge.on_progress = lambda _, share, __: seen.append(share)
        judge.choose(state, Random(0))
    assert len(seen) == 3
    assert all(0.48 <= share <= 0.52 for share in seen)


def test_without_an_even_opening_the_last_one_is_taken(quick, monkeypatch):
    case = learned.CASES["splinter"]._replace(even=(2.0, 3.0))
    monkeypatch.setitem(learned.CASES, "splinter", case)
    monkeypatch.setattr(learned, "TRIES", 3)
    assert learned.opening("splinter", Random(1)).ply == 4
    assert not quick.exists()


@pytest.mark.slow
def test_a_series_that_was_broken_off_goes_on_where_it_ended(quick, monkeypatch):
    measure(monkeypatch, 1)
    (first,) = json.loads(quick.read_text())["rows"].values()
    measure(monkeypatch, 2)
    (row,) = json.loads(quick.read_text())["rows"].values()
    assert row["games"][:1] == first["games"]
    assert len(row["games"]) == row["pairs"] == 2
    assert sum(row["wins"]) == 4
    shares = [sum(both) / 2 for both in row["games"]]
    assert row["share"] == sum(shares) / 2
    assert row["interval"] == list(pair_interval(shares))
