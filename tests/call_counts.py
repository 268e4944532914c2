"""How much work something is, counted in calls and looks at the clock instead of seconds.

A busy machine makes seconds of anything; the counts are the same everywhere.
"""

import os
import sys
import time
from itertools import count


def calls(task):
    """Return how many functions a task calls, C's among them, and what it returns."""
    number = 0

    def count_call(_frame, event, _what):
        nonlocal number
        number += event in ("call", "c_call")

    before = sys.getprofile()
    sys.setprofile(count_call)
    try:
        found = task()
    finally:
        sys.setprofile(before)
    return number, found


def ticking(monkeypatch, module, step):
    """Let the clock that a module reads go on by a step at each look, and only then."""
    looks = count()
    monkeypatch.setattr(module, "monotonic", lambda: step * next(looks))


def counting(function, then=None, after=0):
    """Return a function that counts its calls, and does something once after so many."""

    def counted(*arguments):
        counted.calls += 1
        if counted.calls == after:
            then()
        return function(*arguments)

    counted.calls = 0
    return counted


def pid_of(_):
    """Return the process that makes a call, which takes a little while."""
    time.sleep(0.05)
    return os.getpid()
