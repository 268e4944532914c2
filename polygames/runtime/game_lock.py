"""The lock of all games in a process, held while a displayed game changes.

A game on a board is changed from several threads. With ipykernel 7 JupyterLab handles the messages
of widgets on a second thread of the kernel (a "subshell"). So a click may be handled while a cell
pushes moves. Every change of a record, its session, or the picture and texts of a board runs under
`GAME_LOCK`, from the first change to the last message to the page:

- methods of `Record` that change it, including its listeners;
- methods of sessions, boards and panels that change something (`with_game_lock`);
- messages from a page, and callbacks of an event loop.

There is one lock for all games, because boards share records, files and the manager of the
canvases. So no two threads can wait for each other. A thread that holds the lock waits for no other
thread: agents and analyses compute without it, and post their results.

An interrupt (Ctrl-C) in the main thread is deferred until the lock is released. The game is
then in the state before or after a change, and the lock is never left acquired.
"""

from __future__ import annotations

import os
import signal
import threading
from contextlib import contextmanager
from functools import wraps
from typing import TYPE_CHECKING, Any, Final, ParamSpec, Self, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

Args = ParamSpec("Args")
Result = TypeVar("Result")

LOCK_POLL_SECONDS: Final = 0.05
"""The time between two checks for an interrupt while a thread waits for the lock, in seconds."""


class GameLock:
    """A reentrant lock that defers interrupts (Ctrl-C) until its ``with`` block has ended.

    Examples
    --------
    >>> with GAME_LOCK, GAME_LOCK:
    ...     GAME_LOCK.is_held
    True
    >>> GAME_LOCK.is_held
    False
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._holder_thread: int | None = None
        self._depth = 0
        self._shield = _InterruptShield()

    @property
    def is_held(self) -> bool:
        """Whether the current thread holds the lock."""
        return self._holder_thread == threading.get_ident()

    def __enter__(self) -> Self:
        if not self.is_held:
            self._acquire()
        self._depth += 1
        return self

    def __exit__(self, *error: object) -> None:
        if not self.is_held:
            return  # an interrupt came before `suspend` had acquired the lock again
        self._depth -= 1
        if not self._depth:
            self._release()

    @contextmanager
    def suspend(self) -> Iterator[None]:
        """Release the lock and allow interrupts during a ``with`` block, then acquire it again."""
        if not self.is_held:
            yield
            return
        depth = self._depth
        self._release()
        try:
            yield
        finally:
            self._acquire()
            self._depth = depth

    def _acquire(self) -> None:
        self._shield.block()
        while not self._lock.acquire(timeout=LOCK_POLL_SECONDS):
            if self._shield.has_interrupt:
                self._shield.release()  # raises the interrupt: nothing was begun
                self._shield.block()
        self._holder_thread, self._depth = threading.get_ident(), 0

    def _release(self) -> None:
        self._holder_thread = None
        self._lock.release()
        self._shield.release()

    def reset(self) -> None:
        """Reset the lock in a forked process, which has no other threads."""
        self.__init__()  # type: ignore[misc]  # nothing of before counts


class _InterruptShield:
    """A SIGINT handler that defers interrupts in the main thread; without effect in others."""

    def __init__(self) -> None:
        self.has_interrupt = False
        self._handler: Any = None

    def block(self) -> None:
        """Replace the SIGINT handler to defer interrupts from now on."""
        if threading.current_thread() is not threading.main_thread():
            return
        self.has_interrupt = False
        handler = signal.getsignal(signal.SIGINT)
        if callable(handler):
            self._handler = handler
            signal.signal(signal.SIGINT, self._record_interrupt)

    def release(self) -> None:
        """Restore the SIGINT handler, and deliver an interrupt that was deferred."""
        if threading.current_thread() is not threading.main_thread() or self._handler is None:
            return
        handler, self._handler = self._handler, None
        signal.signal(signal.SIGINT, handler)
        if self.has_interrupt:
            self.has_interrupt = False
            handler(signal.SIGINT, None)

    def _record_interrupt(self, *_: object) -> None:
        self.has_interrupt = True


GAME_LOCK: Final = GameLock()
"""The lock of all games in this process."""

if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=GAME_LOCK.reset)


def with_game_lock(function: Callable[Args, Result]) -> Callable[Args, Result]:
    """Return a wrapper of a function that holds `GAME_LOCK` during each call."""

    @wraps(function)
    def run(*args: Args.args, **kwargs: Args.kwargs) -> Result:
        with GAME_LOCK:
            return function(*args, **kwargs)

    return run
