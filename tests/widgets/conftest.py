"""Boards that are closed after a test, and tests that run in an event loop."""

import asyncio
import inspect

import pytest

import polygames as pg


def pytest_pyfunc_call(pyfuncitem):
    """Run a test that is a coroutine function in an event loop of its own."""
    test = pyfuncitem.obj
    if not inspect.iscoroutinefunction(test):
        return None
    given = {name: pyfuncitem.funcargs[name] for name in inspect.signature(test).parameters}
    asyncio.run(test(**given))
    return True


@pytest.fixture
def boards():
    """Boards that are closed after the test."""
    made = []
    yield made
    for board in made:
        board.close()


@pytest.fixture
def open_board(boards):
    """Return a function that opens boards as `pg.play` does, with a seed and without a file."""

    def start(what="split", **options):
        kept = {"seed": 1} if isinstance(what, str) else {}
        boards.append(pg.play(what, **{"autosave": None, **kept, **options}))
        return boards[-1]

    return start
