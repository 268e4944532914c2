"""What every run of pytest needs, that of the notebooks, too."""

import gc
from collections.abc import Generator
from pathlib import Path

import pytest

SOLUTIONS = Path(__file__).parent / "notebooks" / "solutions"


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
    """Leave the solved notebooks to the slow tests: most of their cells are in the copies, too."""
    if item.path.parent == SOLUTIONS:
        item.add_marker(pytest.mark.slow)
