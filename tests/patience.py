"""Waiting for what other threads and processes do, as long as a busy machine takes for it.

The limit only ends a test that would hang: it says nothing of how fast anything is.
"""

import asyncio
import threading
import time

import psutil  # it comes with ipykernel

PATIENCE = 120.0


def until(is_so):
    """Wait until something is so."""
    end = time.monotonic() + PATIENCE
    while not is_so():
        assert time.monotonic() < end, "it did not come true"
        time.sleep(0.01)


def worked(process):
    """Return the seconds that a process has worked: what it counts as `time.process_time`."""
    return sum(psutil.Process(process.pid).cpu_times()[:2])


def let_work(process, seconds, or_until=lambda: False):
    """Wait until a process has worked for so long, or something else is so."""
    end = worked(process) + seconds
    until(lambda: or_until() or worked(process) >= end)


async def soon(is_so):
    """Wait until something is so, and let the event loop do it."""
    end = time.monotonic() + PATIENCE
    while not is_so():
        assert time.monotonic() < end, "it did not come true"
        await asyncio.sleep(0.005)


class Timer(threading.Timer):
    """Does something once this process has worked for so long, not while it waits for its turn.

    A ``with`` block starts it, and waits at its end until it was done.
    """

    def __enter__(self):
        self.start()

    def __exit__(self, *_):
        self.join()

    def run(self):
        end = time.process_time() + self.interval
        until(lambda: time.process_time() >= end or self.finished.is_set())
        if not self.finished.is_set():
            self.function(*self.args, **self.kwargs)
        self.finished.set()
