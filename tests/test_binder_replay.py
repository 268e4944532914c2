"""The replay of Binder runs every lesson once, with its solutions, or all notebooks there are."""

from pathlib import Path

import binder_replay

ROOT = Path(__file__).resolve().parents[1]
NOTEBOOKS = ROOT / "notebooks"


def test_every_lesson_is_run_once_with_its_solutions_if_it_has_some():
    once = binder_replay.notebooks_of(ROOT, copies=False)
    assert [path.name for path in once] == sorted(path.name for path in NOTEBOOKS.glob("*.ipynb"))
    assert {*NOTEBOOKS.glob("solutions/*.ipynb")} < {*once}


def test_the_long_run_runs_every_notebook():
    assert binder_replay.notebooks_of(ROOT, copies=True) == sorted(NOTEBOOKS.rglob("*.ipynb"))
