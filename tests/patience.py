"""Waiting for the work of other threads and processes, for as long as a busy machine needs.

The time limit only ends a test that would hang. It does not test the speed.
"""

import asyncio
import threading
import time

import psutil  # it comes with ipykernel

WAIT_TIMEOUT_SECONDS = 120.0


def wait_for_condition(is_so):
    """Wait until a function returns a true value."""
    end = time.monotonic() + WAIT_TIMEOUT_SECONDS
    while not is_so():
        assert time.monotonic() < end, "the condition was not met in time"
        time.sleep(0.01)


def cpu_seconds(process):
    """Return the CPU seconds of a process, which it counts as `time.process_time`."""
    return sum(psutil.Process(process.pid).cpu_times()[:2])


def wait_for_work(process, seconds, or_until=lambda: False):
    """Wait until a process has used some CPU seconds, or a function returns a true value."""
    end = cpu_seconds(process) + seconds
    wait_for_condition(lambda: or_until() or cpu_seconds(process) >= end)


async def await_condition(is_so):
    """Wait until a function returns a true value, while the event loop runs."""
    end = time.monotonic() + WAIT_TIMEOUT_SECONDS
    while not is_so():
        assert time.monotonic() < end, "the condition was not met in time"
        await asyncio.sleep(0.005)


class Timer(threading.Timer):
    """A timer that calls its function after some CPU seconds of this process.

    A ``with`` block starts the timer, and waits for the call at its end.
    """

    def __enter__(self):
        self.start()

    def __exit__(self, *_):
        self.join()

    def run(self):
        end = time.process_time() + self.interval
        wait_for_condition(lambda: time.process_time() >= end or self.finished.is_set())
        if not self.finished.is_set():
            self.function(*self.args, **self.kwargs)
        self.finished.set()
