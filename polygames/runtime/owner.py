"""One owner of the games in a process: who changes a game that is shown holds it meanwhile.

A game on a board is changed from several threads. With ipykernel 7 JupyterLab has the messages of
widgets handled on a second thread of the kernel (a "subshell"): while a cell pushes moves, a click
is handled beside it. So whatever changes a record, the session that plays it, or what a board
paints and says of it, runs under `OWNER`, from the first change to the last word sent to the page:

- methods of `Record` that change it, and with them all that watches the record;
- methods of sessions, boards and panels that change something (`with_owner`);
- what a page sends, and what an event loop calls later.

There is one owner for all games, not one for each, as boards share records, files and the canvases'
one manager; so no two threads can wait for each other. Whoever holds it waits for no other thread:
agents and analyses think without it, and post what they found.

An interrupt (Ctrl-C) that comes in the main thread while it holds the owner is raised when it lets
go: it finds the game as it was before a change, or after it, and never leaves the owner held.
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

OWNER_POLL_SECONDS: Final = 0.05
"""Seconds between two looks, while a thread waits for the owner, whether an interrupt has come."""


class Owner:
    """A lock that a thread may take again, in a ``with`` block that no interrupt breaks off.

    Examples
    --------
    >>> with OWNER, OWNER:
    ...     OWNER.is_held
    True
    >>> OWNER.is_held
    False
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._holder: int | None = None
        self._depth = 0
        self._shield = _Shield()

    @property
    def is_held(self) -> bool:
        """Whether this thread holds it."""
        return self._holder == threading.get_ident()

    def __enter__(self) -> Self:
        if not self.is_held:
            self._acquire()
        self._depth += 1
        return self

    def __exit__(self, *error: object) -> None:
        if not self.is_held:
            return  # an interrupt came before what was set aside was taken again
        self._depth -= 1
        if not self._depth:
            self._let_go()

    @contextmanager
    def set_aside(self) -> Iterator[None]:
        """Let others have it, and interrupts come, while something is done that takes its time."""
        if not self.is_held:
            yield
            return
        depth = self._depth
        self._let_go()
        try:
            yield
        finally:
            self._acquire()
            self._depth = depth

    def _acquire(self) -> None:
        self._shield.up()
        while not self._lock.acquire(timeout=OWNER_POLL_SECONDS):
            if self._shield.has_caught:
                self._shield.down()  # raises the interrupt: nothing was begun
                self._shield.up()
        self._holder, self._depth = threading.get_ident(), 0

    def _let_go(self) -> None:
        self._holder = None
        self._lock.release()
        self._shield.down()

    def renew(self) -> None:
        """Begin anew, in a copy of the process that has none of its other threads."""
        self.__init__()  # type: ignore[misc]  # nothing of before counts


class _Shield:
    """Keeps interrupts back in the main thread while it is up; other threads get none."""

    def __init__(self) -> None:
        self.has_caught = False
        self._handler: Any = None

    def up(self) -> None:
        """Keep interrupts back from now on."""
        if threading.current_thread() is not threading.main_thread():
            return
        self.has_caught = False
        handler = signal.getsignal(signal.SIGINT)
        if callable(handler):
            self._handler = handler
            signal.signal(signal.SIGINT, self._catch)

    def down(self) -> None:
        """Let interrupts through again, first the one that was kept back."""
        if threading.current_thread() is not threading.main_thread() or self._handler is None:
            return
        handler, self._handler = self._handler, None
        signal.signal(signal.SIGINT, handler)
        if self.has_caught:
            self.has_caught = False
            handler(signal.SIGINT, None)

    def _catch(self, *_: object) -> None:
        self.has_caught = True


OWNER: Final = Owner()
"""The owner of all games of this process."""

if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=OWNER.renew)


def with_owner(function: Callable[Args, Result]) -> Callable[Args, Result]:
    """Have a function run under the owner."""

    @wraps(function)
    def run(*args: Args.args, **kwargs: Args.kwargs) -> Result:
        with OWNER:
            return function(*args, **kwargs)

    return run
