"""Clicks come before thoughts."""

from __future__ import annotations

import asyncio
import gc
import sys
import threading
from threading import Event, Thread

import pytest

from polygames.runtime import cooperative
from polygames.runtime.clock import Clock
from polygames.runtime.cooperative import NEVER, TURN, answering, thinking
from polygames.widgets.tasks.worker import Worker


@pytest.fixture(autouse=True)
def left_as_it_was():
    before = sys.getswitchinterval(), gc.get_threshold()
    yield
    assert (sys.getswitchinterval(), gc.get_threshold()) == before


def test_turns_are_short_and_no_garbage_is_looked_for_everywhere_while_somebody_thinks():
    usual, (young, middle, _) = sys.getswitchinterval(), gc.get_threshold()
    with thinking():
        with thinking():
            pass
        assert sys.getswitchinterval() == pytest.approx(TURN)
        assert gc.get_threshold() == (young, middle, NEVER)
    assert sys.getswitchinterval() == usual


def test_a_thought_that_fails_leaves_the_turns_as_they_were():
    with pytest.raises(KeyError), thinking():
        raise KeyError


def test_the_work_of_a_board_is_done_in_short_turns():
    seen = []

    async def scenario():
        worker, done = Worker(), asyncio.Event()
        worker.do(
            lambda: seen.append((sys.getswitchinterval(), gc.get_threshold()[2])),
            lambda _: done.set(),
            pytest.fail,
        )
        await asyncio.wait_for(done.wait(), 20)

    asyncio.run(scenario())
    for thread in threading.enumerate():
        if thread.name == "polygames worker":
            thread.join(20)
    assert seen == [(pytest.approx(TURN), NEVER)]


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
    monkeypatch.setattr(cooperative, "PATIENCE", 60.0)
    with Searching() as search:
        with answering():
            self_is_free = Event()
            self_is_free.wait(0.05)  # the look under way ends
            before = search.looks
            self_is_free.wait(0.2)
            assert search.looks - before <= 1
        while search.looks <= before + 1:
            self_is_free.wait(0.001)


def test_an_answer_that_takes_long_does_not_hold_a_search_up(monkeypatch):
    monkeypatch.setattr(cooperative, "PATIENCE", 0.01)
    with Searching() as search, answering():
        before = search.looks
        while search.looks < before + 1000:
            search.stop.wait(0.001)


def test_who_answers_may_search_itself(monkeypatch):
    monkeypatch.setattr(cooperative, "PATIENCE", 600.0)
    with answering(), answering():
        assert Clock(60)
