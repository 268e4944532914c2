"""Clicks come before thoughts: how threads that think let the one go first that answers.

Threads of Python take turns. One that thinks in Python gives up its turn after Python's *switch
interval*, 5 ms, and then another one that thinks may be next: a click that needs a few turns would
wait for tens of them. So while somebody thinks here the turns are a tenth as long, and who answers
a click says so: a search looks at its clock all the time, and there it stands aside meanwhile.
Compiled code needs no turns, and goes on.

Nor does Python look through all that there is for garbage meanwhile: with the tree of a search in
memory that takes half a second, in which nothing else runs. What is young it looks at all the same.
"""

from __future__ import annotations

import gc
import sys
from contextlib import contextmanager
from threading import Event, Lock, get_ident
from time import monotonic
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterator

TURN: Final = 0.0005
"""Seconds of a turn while somebody thinks; shorter ones cost a search more than they give."""

NEVER: Final = 10**9
"""After so many collections of the middle generation Python looks through the oldest one."""

PATIENCE: Final = 0.05
"""Seconds for which searches stand aside for one answer: a long one has to take turns again."""


class _Turns:
    """Who thinks and who answers in this process."""

    lock = Lock()
    thinkers = 0
    usual = 0.005
    """The switch interval while nobody thinks ..."""
    thresholds = (700, 10, 10)
    """... and when garbage is collected."""
    answering: int | None = None
    """The thread that answers something."""
    until = 0.0
    """When searches go on even so."""
    is_free = Event()
    """Set while nobody answers anything."""


_Turns.is_free.set()


@contextmanager
def thinking() -> Iterator[None]:
    """Let all threads take short turns during a ``with`` block, and collect young garbage only.

    Examples
    --------
    >>> before = sys.getswitchinterval()
    >>> with thinking():
    ...     sys.getswitchinterval() <= TURN
    True
    >>> sys.getswitchinterval() == before
    True
    """
    with _Turns.lock:
        if not _Turns.thinkers:
            _Turns.usual, _Turns.thresholds = sys.getswitchinterval(), gc.get_threshold()
            sys.setswitchinterval(min(TURN, _Turns.usual))
            gc.set_threshold(*_Turns.thresholds[:2], NEVER)
        _Turns.thinkers += 1
    try:
        yield
    finally:
        with _Turns.lock:
            _Turns.thinkers -= 1
            if not _Turns.thinkers:
                sys.setswitchinterval(_Turns.usual)
                gc.set_threshold(*_Turns.thresholds)


@contextmanager
def answering() -> Iterator[None]:
    """Let searches in other threads stand aside during a ``with`` block; one in another is fine.

    Examples
    --------
    >>> with answering(), answering():
    ...     stand_aside()
    """
    if _Turns.answering is not None:  # in this thread or in another one: searches stand aside
        yield
        return
    _Turns.answering, _Turns.until = get_ident(), monotonic() + PATIENCE
    _Turns.is_free.clear()
    try:
        yield
    finally:
        _Turns.answering = None
        _Turns.is_free.set()


def stand_aside() -> None:
    """Wait while another thread answers something, for a moment at most."""
    if not _Turns.is_free.is_set() and _Turns.answering != get_ident():
        _Turns.is_free.wait(max(0.0, _Turns.until - monotonic()))
