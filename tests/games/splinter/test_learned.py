"""How Splinter's net is learned, and how its agent is measured; both can be broken off."""

import json
import sys
from random import Random

import pytest

import polygames as pg
from benchmarks.lib import machine
from benchmarks.strength import learned
from polygames.arena.pairs import pair_interval


@pytest.fixture
def quick(monkeypatch, tmp_path):
    """Look at openings for a moment only, and write into a folder of its own."""
    case = learned.LEARNED_CASES["splinter"]._replace(limit={"visits": 400, "contempt": 0.0})
    monkeypatch.setitem(learned.LEARNED_CASES, "splinter", case)
    monkeypatch.setattr(machine, "RESULTS_FOLDER", tmp_path)
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
    case = learned.LEARNED_CASES["splinter"]._replace(even=(2.0, 3.0))
    monkeypatch.setitem(learned.LEARNED_CASES, "splinter", case)
    monkeypatch.setattr(learned, "MAX_OPENING_TRIES", 3)
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
