"""Work beside the board: told in the loop, forgotten when stopped, at once without a loop."""

from __future__ import annotations

import asyncio
import threading
from threading import Event, current_thread, main_thread

import pytest

from polygames.widgets.tasks.worker import Worker


def in_a_loop(work, **options):
    """Run a coroutine function that takes a worker made in its loop."""

    async def main():
        return await work(Worker(**options))

    return asyncio.run(main())


def test_without_a_loop_the_work_is_done_at_once():
    told = []
    Worker().do(lambda: 7, told.append, told.append)
    assert told == [7]


def test_in_a_loop_the_work_has_a_thread_of_its_own_and_is_told_in_that_of_the_loop():
    async def work(worker):
        told = asyncio.get_running_loop().create_future()
        worker.do(
            current_thread, lambda by: told.set_result((by, current_thread())), told.set_result
        )
        assert not told.done()
        return await told

    doer, teller = in_a_loop(work)
    assert doer is not main_thread()
    assert teller is main_thread()


def test_why_it_failed_is_told():
    async def work(worker):
        told = asyncio.get_running_loop().create_future()
        worker.do(lambda: 1 / 0, told.set_result, told.set_result)
        return await told

    assert isinstance(in_a_loop(work), ZeroDivisionError)


class SpeechlessError(Exception):
    def __str__(self):
        raise SystemExit


@pytest.mark.parametrize("threads", [True, False], ids=["thread", "slices"])
@pytest.mark.parametrize("error", [SystemExit, KeyboardInterrupt, GeneratorExit, SpeechlessError])
def test_whatever_is_raised_it_is_told_in_words_that_can_be_said(error, threads):
    def fails():
        raise error

    async def work(worker):
        told = asyncio.get_running_loop().create_future()
        worker.do(fails, told.set_result, told.set_result)
        return await told

    problem = in_a_loop(work, threads=threads)
    assert isinstance(problem, Exception)
    assert error.__name__ in f"{type(problem).__name__}: {problem}"


def test_an_interrupt_of_a_script_reaches_it():
    def interrupted():
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        Worker().do(interrupted, print, print)


def test_of_earlier_and_of_stopped_work_nothing_is_told():
    async def work(worker):
        told, go, over = [], Event(), asyncio.get_running_loop().create_future()
        for number in (1, 2):
            worker.do(lambda number=number: go.wait() and number, told.append, told.append)
        worker.stop()
        worker.do(lambda: go.wait() and 3, lambda found: over.set_result([*told, found]), print)
        go.set()
        found = await over
        await asyncio.sleep(0.05)
        return found + told

    assert in_a_loop(work) == [3]


def test_what_is_found_after_the_loop_has_ended_is_told_to_nobody(monkeypatch):
    problems, told, go = [], [], Event()
    monkeypatch.setattr(threading, "excepthook", problems.append)

    async def work(worker):
        before = set(threading.enumerate())
        worker.do(go.wait, told.append, told.append)
        (new,) = set(threading.enumerate()) - before
        return new

    worker = in_a_loop(work)
    go.set()
    worker.join(10)
    assert not worker.is_alive()
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
def test_answers_come_one_after_the_other_until_the_work_is_stopped(threads):
    async def work(worker):
        told, stop, done = [], Event(), Event()
        enough = asyncio.Event()

        def tell(number):
            told.append((number, current_thread()))
            if number == 3:
                worker.stop()
                enough.set()

        worker.follow(counting(stop, done), tell, told.append, name="live", stop=stop)
        assert worker.job.name == "live"
        assert told == [], "the caller goes on first"
        await asyncio.wait_for(enough.wait(), 10)
        assert await asyncio.to_thread(done.wait, 10)
        await asyncio.sleep(0.05)
        assert stop.is_set()
        assert worker.job is None
        return told

    assert in_a_loop(work, threads=threads) == [(number, main_thread()) for number in range(4)]


async def ended(worker):
    """Wait until nothing is under way."""
    for _ in range(500):
        if worker.job is None:
            return
        await asyncio.sleep(0.01)
    raise TimeoutError


@pytest.mark.parametrize("threads", [True, False])
def test_answers_that_end_leave_nothing_under_way_and_a_failure_is_told_last(threads):
    def two(problem):
        yield 1
        yield 2
        if problem:
            raise problem

    async def work(worker):
        told = []
        for problem in (None, KeyError("x")):
            worker.follow(two(problem), told.append, told.append)
            await ended(worker)
        return told

    one, two_, again, twice, problem = in_a_loop(work, threads=threads)
    assert (one, two_, again, twice) == (1, 2, 1, 2)
    assert isinstance(problem, KeyError)


def test_without_threads_the_loop_does_other_things_between_the_answers():
    async def work(worker):
        order = []
        loop = asyncio.get_running_loop()

        def tell(answer):
            order.append(answer)
            loop.call_soon(order.append, "something else")

        worker.follow(iter("ab"), tell, print)
        await ended(worker)
        return order

    assert in_a_loop(work, threads=False) == ["a", "something else", "b", "something else"]


def test_work_that_is_stopped_before_its_first_slice_is_not_begun():
    async def work(worker):
        begun = []
        worker.do(lambda: begun.append(1), print, print)
        worker.stop()
        await asyncio.sleep(0.1)
        return begun

    assert in_a_loop(work, threads=False) == []
