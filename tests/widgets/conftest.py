"""Tests that run in an event loop."""

import asyncio
import inspect


def pytest_pyfunc_call(pyfuncitem):
    """Run a test that is a coroutine function in a new event loop."""
    test = pyfuncitem.obj
    if not inspect.iscoroutinefunction(test):
        return None
    given = {name: pyfuncitem.funcargs[name] for name in inspect.signature(test).parameters}
    asyncio.run(test(**given))
    return True
