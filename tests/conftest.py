"""Fixtures and settings that all tests share."""

import gc
import signal
import sys
from contextlib import suppress
from threading import Thread
from time import monotonic

import hypothesis
import pytest
from toys import NIM, registered

import polygames as pg
from benchmarks.lib import cpu_time
from polygames.runtime import clock
from polygames.runtime.scheduling import has_threads

# The same examples in every run: a red test is red again.
hypothesis.settings.register_profile(
    "repeatable", derandomize=True, deadline=None, max_examples=60, database=None
)
hypothesis.settings.load_profile("repeatable")


# A shell has what it starts in the background ignore Ctrl-C, and so would the processes that tests
# start and interrupt.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    with suppress(ValueError):  # not the main thread
        signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(autouse=True, scope="session")
def time_to_think():
    """Count a time to think in what this process works: a busy machine takes none of it away.

    Processes that a test starts look at the clock on the wall.
    """
    with cpu_time.counted():
        yield


@pytest.fixture
def wall_clock(monkeypatch):
    """Count a time to think by the clock on the wall, as it is outside of tests."""
    monkeypatch.setattr(clock, "monotonic", monotonic)


@pytest.fixture
def no_threads(monkeypatch):
    """Let no thread be started, as in a browser."""

    def start(_):
        msg = "can't start new thread"
        raise RuntimeError(msg)

    monkeypatch.setattr(Thread, "start", start)
    has_threads.cache_clear()
    yield
    has_threads.cache_clear()


@pytest.fixture
def nim():
    """A game from outside the package, registered while the test runs."""
    with registered(NIM) as info:
        yield info


@pytest.fixture(autouse=True, scope="module")
def no_agent_waits():
    """End the processes of agents that wait for another game: watching them takes time."""
    yield
    if (sandbox := sys.modules.get("polygames.arena.sandbox")) is not None:
        sandbox.end_idle_processes()


@pytest.fixture
def hears_interrupts():
    """Let an interrupt of this process raise KeyboardInterrupt, wherever it falls.

    Python prints and forgets one that falls in what its garbage collector calls: the end of an old
    widget, or a callback; Hypothesis has one.
    """
    gc.collect()
    gc.disable()
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)
    gc.enable()


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
