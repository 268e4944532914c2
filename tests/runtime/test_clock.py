"""Clocks, and the watch that tells compiled code and solvers that time is over."""

from threading import Event, active_count
from time import sleep

import numpy as np
import pytest
from patience import WAIT_TIMEOUT_SECONDS, wait_for_condition

from polygames.core.errors import OptionError
from polygames.runtime.clock import Clock, ClockWatcher, iter_in_time


def test_a_time_to_think_of_nothing_is_refused() -> None:
    with pytest.raises(
        OptionError, match=r"seconds must be a number .* and at most 4000000, not 0"
    ):
        Clock(0)


@pytest.mark.usefixtures("wall_clock")
def test_a_watch_raises_the_flag_when_time_is_over_and_lowers_that_of_the_last_time() -> None:
    flag = np.ones(1, np.uint8)
    with ClockWatcher.for_flag(Clock(0.05), flag):
        assert flag[0] == 0
        wait_for_condition(lambda: flag[0])
    assert flag[0] == 1


def test_a_stop_from_another_thread_is_passed_on_where_there_is_no_limit() -> None:
    stop, told = Event(), Event()
    with ClockWatcher(Clock(None, stop), told.set):
        assert not told.wait(3 * ClockWatcher.POLL_SECONDS)
        stop.set()
        assert told.wait(WAIT_TIMEOUT_SECONDS)


def test_a_time_that_is_over_at_the_start_is_told_at_once() -> None:
    stop = Event()
    stop.set()
    told: list[int] = []
    with ClockWatcher(Clock(None, stop), lambda: told.append(1)):
        assert told


def test_what_does_not_hear_the_first_call_is_told_again() -> None:
    stop, thrice = Event(), Event()
    stop.set()
    calls: list[int] = []

    def tell() -> None:
        calls.append(1)
        if len(calls) > 2:
            thrice.set()

    with ClockWatcher(Clock(None, stop), tell):
        assert thrice.wait(WAIT_TIMEOUT_SECONDS)


def test_after_its_block_a_watch_tells_nothing_and_leaves_no_thread() -> None:
    threads = active_count()
    stop = Event()
    told: list[int] = []
    with ClockWatcher(Clock(None, stop), lambda: told.append(1)):
        assert active_count() == threads + 1
    stop.set()
    sleep(3 * ClockWatcher.POLL_SECONDS)
    assert not told
    assert active_count() == threads


def slow(go_on):
    """Yield at once, and then once somebody says so."""
    yield "first"
    go_on.wait()
    yield "second"


@pytest.mark.usefixtures("wall_clock")
def test_what_cannot_be_stopped_holds_nobody_up_once_there_is_something():
    go_on = Event()
    assert [*iter_in_time(slow(go_on), Clock(0.01))] == ["first"]
    go_on.set()


@pytest.mark.usefixtures("wall_clock")
def test_the_first_thing_is_waited_for_and_without_a_limit_all_are():
    go_on = Event()
    go_on.set()
    assert [*iter_in_time(slow(go_on), Clock(None))] == ["first", "second"]
    assert next(iter_in_time(slow(go_on), Clock(1e-9))) == "first"


def test_a_fault_in_the_thread_is_told():
    with pytest.raises(ZeroDivisionError):
        list(iter_in_time((1 // n for n in (1, 0)), Clock(60)))
