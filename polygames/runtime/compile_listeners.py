"""Functions that are called when a function is compiled."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

compile_listeners: set[Callable[[], None]] = set()


@contextmanager
def listening_to_compiler(listener: Callable[[], None]) -> Iterator[None]:
    """Call a listener for each function that is compiled in the ``with`` block, in any thread.

    A compilation takes seconds, once on a machine. Code loaded from disk does not count.
    """
    compile_listeners.add(listener)
    try:
        yield
    finally:
        compile_listeners.discard(listener)


def notify_listeners() -> None:
    """Call all listeners, because a function is being compiled in this or another process."""
    for listener in tuple(compile_listeners):
        listener()
