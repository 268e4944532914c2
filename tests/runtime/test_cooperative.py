"""Long work in slices, for where no thread can be started."""

from __future__ import annotations

from threading import Thread
from time import monotonic

import pytest
from call_counts import ticking

from polygames.runtime import cooperative
from polygames.runtime.cooperative import SHORT, SLICE, go_on, has_threads, resting, sliced


@pytest.fixture
def no_threads(monkeypatch):
    def start(_):
        msg = "can't start new thread"
        raise RuntimeError(msg)

    monkeypatch.setattr(Thread, "start", start)
    has_threads.cache_clear()
    yield
    has_threads.cache_clear()


@pytest.mark.usefixtures("no_threads")
def test_a_python_without_threads_is_told_from_others():
    assert not has_threads()


def test_outside_of_sliced_work_there_is_no_rest():
    assert go_on()


def test_work_rests_after_each_slice_and_goes_on():
    began, rests = monotonic(), []
    with sliced(lambda: rests.append(monotonic())):
        while len(rests) < 3:
            assert go_on()
    assert rests[0] - began >= SLICE
    assert rests[1] - rests[0] >= SLICE


def test_what_is_done_in_a_rest_does_not_rest_itself():
    inner = []

    def rest():
        end = monotonic() + 2 * SLICE
        while monotonic() < end:
            assert go_on()
        inner.append(cooperative._Work.slice)

    with sliced(rest):
        while not inner:
            go_on()
        assert inner == [None]
        assert cooperative._Work.slice is not None, "the work goes on as it was"


def test_two_works_that_take_turns_keep_their_own_rests():
    order = []

    def other():
        with sliced(lambda: order.append("the other rests")):
            end = len(order) + 1
            while len(order) < end:
                go_on()

    with sliced(lambda: (order.append("the one rests"), other())):
        while len(order) < 4:
            go_on()
    assert order == ["the one rests", "the other rests"] * 2


def test_work_that_cannot_rest_is_short(monkeypatch):
    ticking(monkeypatch, cooperative, step=SHORT / 8)
    looks = 0
    with sliced(None):
        while go_on():
            looks += 1
    assert 7 <= looks <= 8
    assert go_on(), "only that work was short"


def test_an_error_in_a_rest_ends_the_work_and_leaves_no_slice_behind():
    def rest():
        raise KeyError

    def work():
        with sliced(rest):
            while True:
                go_on()

    with pytest.raises(KeyError):
        work()
    assert cooperative._Work.slice is None


def test_a_function_that_asks_no_clock_rests_before_it_is_called(monkeypatch):
    rests, now = [], [0.0]
    monkeypatch.setattr(cooperative, "monotonic", lambda: now[0])

    def double(number):
        now[0] += 1.5 * SLICE
        return 2 * number

    with sliced(lambda: rests.append(1)):
        assert [resting(double)(number) for number in range(3)] == [0, 2, 4]
    assert len(rests) == 2
