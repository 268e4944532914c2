"""The replay of Binder runs every lesson once, with its solutions, or all notebooks there are."""

import binder_replay
import pytest
import tracked


@pytest.fixture
def clone(tmp_path):
    """Return a folder with the names of all notebooks that a clone has."""
    for path in tracked.notebooks():
        file = tmp_path / path.relative_to(tracked.REPOSITORY_ROOT)
        file.parent.mkdir(parents=True, exist_ok=True)
        file.touch()
    return tmp_path


def test_every_lesson_is_run_once_with_its_solutions_if_it_has_some(clone):
    once = binder_replay.notebooks_of(clone, copies=False)
    lessons = clone / "notebooks"
    assert [path.name for path in once] == sorted(path.name for path in lessons.glob("*.ipynb"))
    assert {*lessons.glob("solutions/*.ipynb")} < {*once}


def test_the_long_run_runs_every_notebook(clone):
    every = [clone / path.relative_to(tracked.REPOSITORY_ROOT) for path in tracked.notebooks()]
    assert binder_replay.notebooks_of(clone, copies=True) == every
