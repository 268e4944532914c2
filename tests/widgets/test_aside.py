"""Work beside the board: told in the loop, forgotten when asked, at once without a loop."""

from __future__ import annotations

import asyncio
import threading
from threading import Event, current_thread, main_thread

from polygames.widgets.aside import Aside


def in_a_loop(work):
    """Run a coroutine function that takes an Aside made in its loop."""

    async def main():
        return await work(Aside())

    return asyncio.run(main())


def test_without_a_loop_the_work_is_done_at_once():
    told = []
    Aside().do(lambda: 7, told.append, told.append)
    assert told == [7]


def test_in_a_loop_the_work_has_a_thread_of_its_own_and_is_told_in_that_of_the_loop():
    async def work(aside):
        told = asyncio.get_running_loop().create_future()
        aside.do(
            current_thread, lambda by: told.set_result((by, current_thread())), told.set_result
        )
        assert not told.done()
        return await told

    worker, teller = in_a_loop(work)
    assert worker is not main_thread()
    assert teller is main_thread()


def test_why_it_failed_is_told():
    async def work(aside):
        told = asyncio.get_running_loop().create_future()
        aside.do(lambda: 1 / 0, told.set_result, told.set_result)
        return await told

    assert isinstance(in_a_loop(work), ZeroDivisionError)


def test_of_earlier_and_of_forgotten_work_nothing_is_told():
    async def work(aside):
        told, go, over = [], Event(), asyncio.get_running_loop().create_future()
        for number in (1, 2):
            aside.do(lambda number=number: go.wait() and number, told.append, told.append)
        aside.forget()
        aside.do(lambda: go.wait() and 3, lambda found: over.set_result([*told, found]), print)
        go.set()
        found = await over
        await asyncio.sleep(0.05)
        return found + told

    assert in_a_loop(work) == [3]


def test_what_is_found_after_the_loop_has_ended_is_told_to_nobody(monkeypatch):
    problems, told, go = [], [], Event()
    monkeypatch.setattr(threading, "excepthook", problems.append)

    async def work(aside):
        aside.do(go.wait, told.append, told.append)
        return next(each for each in threading.enumerate() if each.name == "polygames aside")

    worker = in_a_loop(work)
    go.set()
    worker.join(10)
    assert not worker.is_alive()
    assert told == problems == []
