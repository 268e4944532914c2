"""Work that a board has done while it goes on answering."""

from __future__ import annotations

import asyncio
import threading
from contextlib import suppress
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["Aside", "post"]

Found = TypeVar("Found")


def post(loop: asyncio.AbstractEventLoop, call: Callable[..., None], *args: Any) -> None:
    """Have something called in an event loop, from a thread; not if the loop has been closed."""
    with suppress(RuntimeError):  # it is closed: nobody waits for an answer
        loop.call_soon_threadsafe(call, *args)


class Aside:
    """Does one piece of work at a time in a thread, and tells what it found in the event loop.

    The loop is the one that runs when this is made; without one (a script, a test) the work is
    done at once.
    """

    def __init__(self) -> None:
        self._current: object = None
        try:
            self._loop: asyncio.AbstractEventLoop | None = asyncio.get_running_loop()
        except RuntimeError:
            self._loop = None

    def do(
        self,
        work: Callable[[], Found],
        tell: Callable[[Found], None],
        fail: Callable[[Exception], None],
    ) -> None:
        """Do the work, then tell what it found or why it failed; earlier work is forgotten."""
        current = self._current = object()
        loop = self._loop
        if loop is None:
            tell(work())
            return

        def receive(answer: Callable[[], None]) -> None:
            if current is self._current:
                answer()

        def run() -> None:
            try:
                found = work()
            except Exception as error:  # noqa: BLE001 - it is shown at the board
                problem = error
                post(loop, receive, lambda: fail(problem))
            else:
                post(loop, receive, lambda: tell(found))

        threading.Thread(target=run, name="polygames aside", daemon=True).start()

    def forget(self) -> None:
        """Tell nothing of the work that is under way."""
        self._current = None
