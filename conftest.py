"""What every run of pytest needs, that of the notebooks, too."""

import gc
from collections.abc import Generator
from functools import cache
from pathlib import Path

import nbformat
import pytest
import tracked
from kept_lessons import SLOW_LESSONS, SOLVED_BY_NBVAL, lesson_marks

NOTEBOOKS = Path(__file__).parent / "notebooks"


@cache
def kept(name: str) -> dict[str, list[object]]:
    """Return by its id what each cell of a solution shows: a copy hides what is to be predicted."""
    path = NOTEBOOKS / "solutions" / name
    cells = nbformat.read(path, as_version=4).cells if path.exists() else []  # type: ignore[no-untyped-call]  # nbformat is typed in part
    return {cell.id: cell.get("outputs", []) for cell in cells}


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Spare the garbage collector the tests: they stay to the end, and it would look at all."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.enable()


def pytest_ignore_collect(collection_path: Path) -> bool | None:
    """Leave out notebooks that somebody has made beside those of the project."""
    path = collection_path
    is_other = path.suffix == ".ipynb" and path.is_relative_to(NOTEBOOKS)
    return True if is_other and path not in tracked.notebooks() else None


def pytest_itemcollected(item: pytest.Item) -> None:
    """Leave notebooks that take long to the slow tests, and the solved ones to the long run."""
    folder, number = item.path.parent, item.path.name.partition("_")[0]
    if folder == NOTEBOOKS and not item.cell.outputs:  # type: ignore[attr-defined]  # nbval's
        item.cell.outputs = kept(item.path.name).get(item.cell.id, [])  # type: ignore[attr-defined]  # as above
    solved = folder == NOTEBOOKS / "solutions"
    if solved or (folder == NOTEBOOKS and number in SLOW_LESSONS):
        item.add_marker(pytest.mark.slow)
    if solved:
        for mark in lesson_marks(SOLVED_BY_NBVAL, item.path.stem):
            item.add_marker(mark)
