"""Limits on the time and the output of a student's code, such as an endless loop."""

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
"""The interval between further alarms, for code that catches every exception."""

MAX_OUTPUT_CHARS: Final = 10_000
"""The largest number of characters that code may print within a limit; the rest is dropped."""

_is_limited: ContextVar[bool] = ContextVar("is_limited", default=False)

TRUSTED_FOLDERS: Final = (
    str(Path(__file__).resolve().parents[1]),
    str(Path(threading.__file__).parent),
)
"""The folders of code that is not a student's: the package and the standard library."""


class TimeLimitError(BaseException):
    """The error at the end of a time limit.

    It is not an `Exception`, so ``except Exception`` does not catch it.
    """


@contextmanager
def time_limit(seconds: float) -> Iterator[None]:
    """Raise `TimeLimitError` in a ``with`` block that takes too long; limit the text it prints.

    In the main thread of most systems it uses an alarm signal. Elsewhere, such as in a page without
    a server, it traces the code, which makes it slower. Compiled code is not interrupted.

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
    with (
        redirect_stdout(_LimitedOutput(feedback_stream())),
        (_alarm if _has_alarm() else _trace_time)(seconds, over),
    ):
        try:
            yield
        finally:
            is_open = False
            _is_limited.reset(outer)


def has_time_limit() -> bool:
    """Return True if the current code has a time limit."""
    return _is_limited.get()


def feedback_stream() -> IO[str]:
    """Return the output stream for feedback, to which the limit on output does not apply."""
    return sys.stdout.stream if isinstance(sys.stdout, _LimitedOutput) else sys.stdout


class _LimitedOutput(io.TextIOBase):
    """The standard output of a student's code, limited to `MAX_OUTPUT_CHARS` characters."""

    def __init__(self, stream: IO[str]) -> None:
        self.stream, self._chars_left = stream, MAX_OUTPUT_CHARS

    def write(self, text: str) -> int:
        if self._chars_left > 0:
            self.stream.write(text[: self._chars_left])
            if self._chars_left <= len(text):
                self.stream.write("\n... (more was printed than a page can hold)\n")
        self._chars_left -= len(text)
        return len(text)

    def flush(self) -> None:
        self.stream.flush()


def _has_alarm() -> bool:
    here = threading.current_thread() is threading.main_thread()
    return here and hasattr(signal, "setitimer") and sys.platform != "emscripten"


@contextmanager
def _alarm(seconds: float, on_timeout: Callable[[], None]) -> Iterator[None]:
    """Call `on_timeout` from an alarm signal after some seconds, unless the block has ended."""
    old = signal.signal(signal.SIGALRM, lambda *_: on_timeout())
    before = signal.setitimer(signal.ITIMER_REAL, seconds, RETRY_INTERRUPT_SECONDS)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, *before)
        signal.signal(signal.SIGALRM, old)


@contextmanager
def _trace_time(seconds: float, on_timeout: Callable[[], None]) -> Iterator[None]:
    """Call `on_timeout` when time is up, from a trace function that checks it at each step."""
    end, old = monotonic() + seconds, sys.gettrace()

    def look(frame: FrameType, event: str, arg: Any) -> Any:  # noqa: ARG001 - sys.settrace gives it
        if monotonic() > end:
            on_timeout()
        return None if frame.f_code.co_filename.startswith(TRUSTED_FOLDERS) else look

    sys.settrace(look)
    try:
        yield
    finally:
        sys.settrace(old)
