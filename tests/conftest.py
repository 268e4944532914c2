"""Fixtures and settings that all tests share."""

import gc
import signal
import sys
from contextlib import suppress
from threading import Thread
from time import monotonic

import hypothesis
import pytest
from toys import NIM_GAME, register_game

import polygames as pg
from benchmarks.lib import cpu_time
from polygames.runtime import clock
from polygames.runtime.scheduling import has_threads

# The same examples in every run: a red test is red again.
hypothesis.settings.register_profile(
    "repeatable", derandomize=True, deadline=None, max_examples=60, database=None
)
hypothesis.settings.load_profile("repeatable")


# A process that a shell starts in the background ignores Ctrl-C, and its child processes inherit
# that. Tests interrupt such processes.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    with suppress(ValueError):  # not the main thread
        signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(autouse=True, scope="session")
def time_to_think():
    """Count thinking times in CPU seconds of this process, so that other programs do not matter.

    Processes that a test starts use the wall clock.
    """
    with cpu_time.count_cpu_time():
        yield


@pytest.fixture(autouse=True)
def known_games(monkeypatch):
    """Let the person of each test know all games, so that no board has a guide. Return them."""
    known = set(pg.games())
    monkeypatch.setattr("polygames.widgets.guide.KNOWN_GAMES", known)
    return known


@pytest.fixture
def wall_clock(monkeypatch):
    """Count thinking times by the wall clock, as outside of tests."""
    monkeypatch.setattr(clock, "monotonic", monotonic)


@pytest.fixture
def no_threads(monkeypatch):
    """Make the start of every thread fail, as in a browser."""

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
    with register_game(NIM_GAME) as info:
        yield info


@pytest.fixture(autouse=True, scope="module")
def no_agent_waits():
    """End idle processes of agents after each module, because they use processor time."""
    yield
    if (sandbox := sys.modules.get("polygames.arena.sandbox")) is not None:
        sandbox.end_idle_processes()


@pytest.fixture
def hears_interrupts():
    """Make every interrupt of this process raise KeyboardInterrupt, without garbage collection.

    Python prints and ignores an interrupt in code that its garbage collector calls, such as the
    finalizer of an old widget or a callback of Hypothesis.
    """
    gc.collect()
    gc.disable()
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)
    gc.enable()


@pytest.fixture
def boards():
    """Return a list of boards, which are closed after the test."""
    made = []
    yield made
    for board in made:
        board.close()


@pytest.fixture
def open_board(boards):
    """Return a function that opens boards as `pg.play` does, with a seed and without a file."""

    def start(source="split", **options):
        seed = {"seed": 1} if isinstance(source, str) else {}
        boards.append(pg.play(source, **{"autosave": None, **seed, **options}))
        return boards[-1]

    return start
