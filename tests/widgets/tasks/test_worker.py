"""Work beside the board: told in the loop, forgotten when stopped, at once without a loop."""

import asyncio
import threading
from threading import Event, current_thread, main_thread

import pytest
from patience import WAIT_TIMEOUT_SECONDS, await_condition

from polygames.widgets.tasks.worker import Worker


def future():
    return asyncio.get_running_loop().create_future()


def test_without_a_loop_the_work_is_done_at_once():
    told = []
    Worker().submit(lambda: 7, told.append, told.append)
    assert told == [7]


async def test_in_a_loop_the_work_has_a_thread_of_its_own_and_is_told_in_that_of_the_loop():
    told = future()
    Worker().submit(current_thread, lambda by: told.set_result((by, current_thread())), print)
    assert not told.done()
    doer, teller = await told
    assert doer is not main_thread()
    assert teller is main_thread()


class SpeechlessError(Exception):
    def __str__(self):
        raise SystemExit


@pytest.mark.parametrize("threads", [True, False], ids=["thread", "slices"])
@pytest.mark.parametrize(
    "error", [ZeroDivisionError, SystemExit, KeyboardInterrupt, GeneratorExit, SpeechlessError]
)
async def test_whatever_is_raised_it_is_told_in_words_that_can_be_said(error, threads):
    def fails():
        raise error

    told = future()
    Worker(threads=threads).submit(fails, told.set_result, told.set_result)
    problem = await asyncio.wait_for(told, WAIT_TIMEOUT_SECONDS)
    assert isinstance(problem, Exception)
    assert error.__name__ in f"{type(problem).__name__}: {problem}"


def test_an_interrupt_of_a_script_reaches_it():
    def interrupted():
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        Worker().submit(interrupted, print, print)


async def test_of_earlier_and_of_stopped_work_nothing_is_told():
    worker, told, go, over = Worker(), [], Event(), Event()
    for number in (1, 2):
        worker.submit(lambda number=number: go.wait() and number, told.append, told.append)
    worker.stop()
    worker.submit(lambda: go.wait() and 3, lambda found: (told.append(found), over.set()), print)
    go.set()
    await await_condition(over.is_set)
    await asyncio.sleep(0.05)
    assert told == [3]


def test_what_is_found_after_the_loop_has_ended_is_told_to_nobody(monkeypatch):
    problems, told, go = [], [], Event()
    monkeypatch.setattr(threading, "excepthook", problems.append)

    async def begin():
        before = set(threading.enumerate())
        Worker().submit(go.wait, told.append, told.append)
        (new,) = set(threading.enumerate()) - before
        return new

    thread = asyncio.run(begin())
    go.set()
    thread.join(WAIT_TIMEOUT_SECONDS)
    assert not thread.is_alive()
    assert told == problems == []


def counting(stop, done):
    """Count for ever; say at the end that it was closed."""
    number = 0
    try:
        while True:
            yield number
            number += 1
            stop.wait(0.001)
    finally:
        done.set()


@pytest.mark.parametrize("threads", [True, False])
async def test_answers_come_one_after_the_other_until_the_work_is_stopped(threads):
    worker, told, stop, done = Worker(threads=threads), [], Event(), Event()

    def tell(number):
        told.append((number, current_thread()))
        if number == 3:
            worker.stop()

    worker.submit_iterator(counting(stop, done), tell, told.append, name="live", stop=stop)
    assert worker.job.name == "live"
    assert told == [], "the caller goes on first"
    await await_condition(done.is_set)
    await asyncio.sleep(0.05)
    assert stop.is_set()
    assert worker.job is None
    assert told == [(number, main_thread()) for number in range(4)]


@pytest.mark.parametrize("threads", [True, False])
async def test_answers_that_end_leave_nothing_under_way_and_a_failure_is_told_last(threads):
    def two(problem):
        yield 1
        yield 2
        if problem:
            raise problem

    worker, told, problem = Worker(threads=threads), [], KeyError("x")
    for each in (None, problem):
        worker.submit_iterator(two(each), told.append, told.append)
        await await_condition(lambda: worker.job is None)
    assert told == [1, 2, 1, 2, problem]


async def test_without_threads_the_loop_does_other_things_between_the_answers():
    worker, order = Worker(threads=False), []

    def tell(answer):
        order.append(answer)
        asyncio.get_running_loop().call_soon(order.append, "something else")

    worker.submit_iterator(iter("ab"), tell, print)
    await await_condition(lambda: worker.job is None)
    assert order == ["a", "something else", "b", "something else"]


async def test_work_that_is_stopped_before_its_first_slice_is_not_begun():
    worker, begun = Worker(threads=False), []
    worker.submit(lambda: begun.append(1), print, print)
    worker.stop()
    await asyncio.sleep(0.1)
    assert begun == []
