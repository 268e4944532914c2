"""What every run of pytest needs, that of the notebooks, too."""

import gc
from collections.abc import Generator
from pathlib import Path

import pytest
from kept_lessons import SLOW, SOLVED, marks

NOTEBOOKS = Path(__file__).parent / "notebooks"


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Spare the garbage collector the tests: they stay to the end, and it would look at all."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.enable()


def pytest_itemcollected(item: pytest.Item) -> None:
    """Leave notebooks that take long to the slow tests, and the solved ones to the long run."""
    folder, number = item.path.parent, item.path.name.partition("_")[0]
    solved = folder == NOTEBOOKS / "solutions"
    if solved or (folder == NOTEBOOKS and number in SLOW):
        item.add_marker(pytest.mark.slow)
    if solved:
        for mark in marks(SOLVED, item.path.stem):
            item.add_marker(mark)
