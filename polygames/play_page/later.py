"""An executor for a page without threads: each call is made a moment later."""

from __future__ import annotations

from concurrent.futures import Executor, Future
from functools import partial
from typing import TYPE_CHECKING, Any, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Callable

    Later: TypeAlias = Callable[[float, Callable[[], None]], object]
    """A function that calls another one after a delay in seconds."""

THINKING_DELAY_SECONDS = 0.03
"""The delay before slow work, in which the page shows the last move."""


class LaterExecutor(Executor):
    """An executor that makes each call a moment later.

    Examples
    --------
    >>> waiting = []
    >>> executor = LaterExecutor(lambda seconds, call: waiting.append(call))
    >>> future = executor.submit(print, "now")
    >>> waiting[0]()
    now
    >>> future.done()
    True
    """

    def __init__(self, later: Later) -> None:
        self._later = later

    def submit(self, function: Any, /, *args: Any, **keywords: Any) -> Future[Any]:
        """Make a call a moment later."""
        future: Future[Any] = Future()
        call = partial(function, *args, **keywords)
        self._later(THINKING_DELAY_SECONDS, partial(_run, future, call))
        return future


def _run(future: Future[Any], call: Callable[[], Any]) -> None:
    if future.set_running_or_notify_cancel():
        try:
            future.set_result(call())
        except BaseException as error:  # noqa: BLE001 - the result of the future raises it
            future.set_exception(error)
