"""What every run of pytest needs, that of the notebooks, too."""

import gc
from collections.abc import Generator
from pathlib import Path

import pytest

NOTEBOOKS = Path(__file__).parent / "notebooks"
LONG = {"02", "02b", "03", "03b", "04", "05", "06", "07", "09", "10", *map(str, range(11, 19))}
"""Each takes 3 to 11 s."""


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
    """Leave long notebooks to the slow tests, and the solved ones: their copies have most cells."""
    folder, number = item.path.parent, item.path.name.partition("_")[0]
    if folder == NOTEBOOKS / "solutions" or (folder == NOTEBOOKS and number in LONG):
        item.add_marker(pytest.mark.slow)
