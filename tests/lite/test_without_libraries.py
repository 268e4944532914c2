"""All games in a Python without threads, numpy, numba, matplotlib, shapely, ipycanvas, joblib."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
import without_libraries

import polygames as pg
from polygames.games.splitter.best_sheet.bound import upper_bound

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def told():
    """What came of it there."""
    program = Path(without_libraries.__file__)
    run = subprocess.run(
        [sys.executable, program], capture_output=True, text=True, check=False, timeout=300
    )
    assert run.returncode == 0, run.stderr[-3000:]
    return json.loads(run.stdout)


def test_every_agent_and_level_plays(told):
    for name in pg.games():
        info = pg.game(name)
        for agent in (*info.agents, *info.level_names):
            assert told["moves"][f"{name} {agent}"] >= 1


def test_every_board_is_played_with_a_hint_a_live_analysis_and_a_review(told):
    for name in pg.games():
        assert told[name]["board"] >= 2
        assert told[name]["hint"]
        assert told[name]["analysed"]
        assert told[name]["reviewed"]


def test_mistakes_are_trained_after_a_review(told):
    assert told["trained"] == "✓ Right."


def test_positions_are_counted_as_they_are_here(told):
    for name in pg.games():
        start = pg.new(name)
        here = pg.perft(start, 2) if start.legal_moves.finite else 0
        assert told[name]["perft"] == here


def test_the_engines_find_the_values_that_compiled_code_finds(told):
    here = without_libraries.engine_values()
    for name in ("split", "splitter"):
        assert told["values"][name] == pytest.approx(here[name], rel=1e-3, abs=1e-3)
    assert told["values"]["moves"] == here["moves"]
    assert told["values"]["chance"] == here["chance"]


def test_what_needs_a_library_says_so_in_one_sentence(told):
    assert told["needs"] == {
        "plots": "a picture by matplotlib needs matplotlib: pip install matplotlib",
        "shapely": "a shapely polygon needs shapely: pip install shapely",
        "ratings": "a rating needs numpy: pip install numpy",
        "batch": "a batch of games needs numpy: pip install numpy",
    }


def test_a_lesson_goes_on_where_nothing_can_be_drawn(told):
    shown = told["lesson"]["shown"]
    for name in ("draws", "plots", "figures", "ratings"):
        assert "cannot draw the picture, it needs matplotlib" in shown[name]["text/html"]
        assert "Picture: " in shown[name]["text/plain"]
    assert "One area." in shown["plots"]["text/html"]
    assert shown["state"]["image/svg+xml"].startswith("<svg")
    assert "<svg" in shown["puzzle"]["text/html"]
    assert [*shown["analysis"]] == ["text/plain"]


def test_the_best_sheet_in_hindsight_is_looked_for_with_the_same_bound_as_here(told):
    pad = pg.new("splitter").pad
    assert told["lesson"]["bound"] == upper_bound(pad, [(1, 2)] * pad.rounds)
