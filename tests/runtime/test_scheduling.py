"""Long work in slices where no thread can be started; where one can, clicks before thoughts."""

import asyncio
import gc
import sys
import threading
from threading import Event, Thread
from time import monotonic

import pytest
from call_counts import patch_clock

from polygames.runtime import scheduling
from polygames.runtime.clock import Clock
from polygames.runtime.scheduling import (
    BLOCKING_SEARCH_SECONDS,
    GC_DISABLED_THRESHOLD,
    SLICE_SECONDS,
    SWITCH_INTERVAL_SECONDS,
    has_threads,
    pause_and_check,
    pause_searches,
    pausing,
    search_running,
    time_slices,
)
from polygames.widgets.tasks.worker import Worker


@pytest.mark.usefixtures("no_threads")
def test_a_python_without_threads_is_told_from_others():
    assert not has_threads()


def test_outside_of_sliced_work_there_is_no_rest():
    assert pause_and_check()


def test_work_rests_after_each_slice_and_goes_on():
    began, rests = monotonic(), []
    with time_slices(lambda: rests.append(monotonic())):
        while len(rests) < 3:
            assert pause_and_check()
    assert rests[0] - began >= SLICE_SECONDS
    assert rests[1] - rests[0] >= SLICE_SECONDS


def test_what_is_done_in_a_rest_does_not_rest_itself():
    inner = []

    def rest():
        end = monotonic() + 2 * SLICE_SECONDS
        while monotonic() < end:
            assert pause_and_check()
        inner.append(scheduling._current.slice)

    with time_slices(rest):
        while not inner:
            pause_and_check()
        assert inner == [None]
        assert scheduling._current.slice is not None, "the work goes on as it was"


def test_a_search_in_another_thread_does_not_rest_for_this_one():
    def search():
        end = monotonic() + 2 * SLICE_SECONDS
        while monotonic() < end:
            pause_and_check()

    with time_slices(lambda: pytest.fail("it is asked by another thread")):
        other = Thread(target=search)
        other.start()
        other.join()


def test_two_works_that_take_turns_keep_their_own_rests():
    order = []

    def other():
        with time_slices(lambda: order.append("the other rests")):
            end = len(order) + 1
            while len(order) < end:
                pause_and_check()

    with time_slices(lambda: (order.append("the one rests"), other())):
        while len(order) < 4:
            pause_and_check()
    assert order == ["the one rests", "the other rests"] * 2


def test_work_that_cannot_rest_is_short(monkeypatch):
    patch_clock(monkeypatch, scheduling, step=BLOCKING_SEARCH_SECONDS / 8)
    looks = 0
    with time_slices(None):
        while pause_and_check():
            looks += 1
    assert 7 <= looks <= 8
    assert pause_and_check(), "only that work was short"


def test_an_error_in_a_rest_ends_the_work_and_leaves_no_slice_behind():
    def rest():
        raise KeyError

    def work():
        with time_slices(rest):
            while True:
                pause_and_check()

    with pytest.raises(KeyError):
        work()
    assert scheduling._current.slice is None


def test_a_function_that_asks_no_clock_rests_before_it_is_called(monkeypatch):
    rests, now = [], [0.0]
    monkeypatch.setattr(scheduling, "monotonic", lambda: now[0])

    def double(number):
        now[0] += 1.5 * SLICE_SECONDS
        return 2 * number

    with time_slices(lambda: rests.append(1)):
        assert [pausing(double)(number) for number in range(3)] == [0, 2, 4]
    assert len(rests) == 2


@pytest.fixture(autouse=True)
def left_as_it_was():
    before = sys.getswitchinterval(), gc.get_threshold()
    yield
    assert (sys.getswitchinterval(), gc.get_threshold()) == before


def test_turns_are_short_and_no_garbage_is_looked_for_everywhere_while_somebody_thinks():
    usual, (young, middle, _) = sys.getswitchinterval(), gc.get_threshold()
    with search_running():
        with search_running():
            pass
        assert sys.getswitchinterval() == pytest.approx(SWITCH_INTERVAL_SECONDS)
        assert gc.get_threshold() == (young, middle, GC_DISABLED_THRESHOLD)
    assert sys.getswitchinterval() == usual


def test_a_thought_that_fails_leaves_the_turns_as_they_were():
    with pytest.raises(KeyError), search_running():
        raise KeyError


def test_the_work_of_a_board_is_done_in_short_turns():
    seen = []

    async def scenario():
        worker, done = Worker(), asyncio.Event()
        worker.submit(
            lambda: seen.append((sys.getswitchinterval(), gc.get_threshold()[2])),
            lambda _: done.set(),
            pytest.fail,
        )
        await asyncio.wait_for(done.wait(), 20)

    asyncio.run(scenario())
    for thread in threading.enumerate():
        if thread.name == "polygames worker":
            thread.join(20)
    assert seen == [(pytest.approx(SWITCH_INTERVAL_SECONDS), GC_DISABLED_THRESHOLD)]


class Searching:
    """A search in a thread, which looks at its clock all the time."""

    def __init__(self):
        self.looks, self.stop = 0, Event()
        self.thread = Thread(target=self.search, daemon=True)

    def search(self):
        clock = Clock(None, self.stop)
        while clock:
            self.looks += 1

    def __enter__(self):
        self.thread.start()
        while not self.looks:
            self.stop.wait(0.001)
        return self

    def __exit__(self, *error):
        self.stop.set()
        self.thread.join()


def test_a_search_stands_aside_while_a_click_is_answered(monkeypatch):
    monkeypatch.setattr(scheduling, "MAX_YIELD_SECONDS", 60.0)
    with Searching() as search:
        with pause_searches():
            self_is_free = Event()
            self_is_free.wait(0.05)  # the look under way ends
            before = search.looks
            self_is_free.wait(0.2)
            assert search.looks - before <= 1
        while search.looks <= before + 1:
            self_is_free.wait(0.001)


def test_an_answer_that_takes_long_does_not_hold_a_search_up(monkeypatch):
    monkeypatch.setattr(scheduling, "MAX_YIELD_SECONDS", 0.01)
    with Searching() as search, pause_searches():
        before = search.looks
        while search.looks < before + 1000:
            search.stop.wait(0.001)


def test_who_answers_may_search_itself(monkeypatch):
    monkeypatch.setattr(scheduling, "MAX_YIELD_SECONDS", 600.0)
    with pause_searches(), pause_searches():
        assert Clock(60)
