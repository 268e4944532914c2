"""The cost of a task in calls of functions and reads of the clock, instead of seconds.

Seconds depend on other programs. The counts are the same on every machine.
"""

import sys
from itertools import count


def count_calls(task):
    """Return the number of calls of functions (also in C) during a task, and its result."""
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


def patch_clock(monkeypatch, module, step):
    """Replace a module's clock by one that advances by a step at each call."""
    looks = count()
    monkeypatch.setattr(module, "monotonic", lambda: step * next(looks))


def counting_function(function, then=None, after=0):
    """Return a function that counts its calls, and calls `then` at call number `after`."""

    def count_call(*arguments):
        count_call.calls += 1
        if count_call.calls == after:
            then()
        return function(*arguments)

    count_call.calls = 0
    return count_call
