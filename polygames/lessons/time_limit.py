"""Limits for what a student wrote: a loop without end gets a sentence, and fills no page."""

from __future__ import annotations

import io
import signal
import sys
import threading
from contextlib import contextmanager, redirect_stdout
from contextvars import ContextVar
from pathlib import Path
from time import monotonic
from typing import IO, TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from types import FrameType

RETRY_INTERRUPT_SECONDS: Final = 1.0
"""After so many seconds more it is said again, to code that catches everything."""

MAX_OUTPUT_CHARS: Final = 10_000
"""How many characters code may print within a limit; what is more is left out."""

_is_limited: ContextVar[bool] = ContextVar("is_limited", default=False)

TRUSTED_FOLDERS: Final = (
    str(Path(__file__).resolve().parents[1]),
    str(Path(threading.__file__).parent),
)
"""Where code lies that is not a student's: the package, and Python's own library."""


class TimeLimitError(BaseException):
    """The time is over. It is no `Exception`, so that no ``except Exception`` holds it."""


@contextmanager
def time_limit(seconds: float) -> Iterator[None]:
    """Raise `TimeLimitError` within the block as soon as its time is over; let little be printed.

    In the main thread of most systems an alarm does it. Elsewhere, as in a page without a server,
    the steps of Python are watched, which makes them slower. What is compiled is left to its end.

    Examples
    --------
    >>> with time_limit(0.01):
    ...     while True:
    ...         pass
    Traceback (most recent call last):
    ...
    polygames.lessons.time_limit.TimeLimitError
    """
    is_open = True

    def over() -> None:
        if is_open:
            raise TimeLimitError

    outer = _is_limited.set(True)
    with redirect_stdout(_Page(page())), (_alarm if _has_alarm() else _watch)(seconds, over):
        try:
            yield
        finally:
            is_open = False
            _is_limited.reset(outer)


def has_time_limit() -> bool:
    """Say whether what runs here has a limit of time."""
    return _is_limited.get()


def page() -> IO[str]:
    """Return where a sentence of ours is printed, also within a limit."""
    return sys.stdout.page if isinstance(sys.stdout, _Page) else sys.stdout


class _Page(io.TextIOBase):
    """What a student prints into: the page, as long as it is not too much."""

    def __init__(self, page: IO[str]) -> None:
        self.page, self._left = page, MAX_OUTPUT_CHARS

    def write(self, text: str) -> int:
        if self._left > 0:
            self.page.write(text[: self._left])
            if self._left <= len(text):
                self.page.write("\n... (more was printed than a page can hold)\n")
        self._left -= len(text)
        return len(text)

    def flush(self) -> None:
        self.page.flush()


def _has_alarm() -> bool:
    here = threading.current_thread() is threading.main_thread()
    return here and hasattr(signal, "setitimer") and sys.platform != "emscripten"


@contextmanager
def _alarm(seconds: float, over: Callable[[], None]) -> Iterator[None]:
    """Let a signal interrupt what runs."""
    old = signal.signal(signal.SIGALRM, lambda *_: over())
    before = signal.setitimer(signal.ITIMER_REAL, seconds, RETRY_INTERRUPT_SECONDS)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, *before)
        signal.signal(signal.SIGALRM, old)


@contextmanager
def _watch(seconds: float, over: Callable[[], None]) -> Iterator[None]:
    """Look at the clock at every step of a student's code, and at every call of any code."""
    end, old = monotonic() + seconds, sys.gettrace()

    def look(frame: FrameType, event: str, arg: Any) -> Any:  # noqa: ARG001 - sys.settrace gives it
        if monotonic() > end:
            over()
        return None if frame.f_code.co_filename.startswith(TRUSTED_FOLDERS) else look

    sys.settrace(look)
    try:
        yield
    finally:
        sys.settrace(old)
