"""Clocks and stop flags that end a search, and checks of the limits of agents."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor, wait
from contextlib import contextmanager
from functools import partial
from itertools import islice
from math import inf
from threading import Event, Thread
from time import monotonic
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar, cast

from polygames.core.errors import OptionError
from polygames.core.options import check_duration, raise_option_error, whole
from polygames.runtime.interrupts import InterruptListener
from polygames.runtime.scheduling import pause_and_check

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from contextlib import AbstractContextManager
    from typing import Self

    from polygames.runtime.jit import np, npt


T = TypeVar("T")


def check_seconds(seconds: object) -> float | None:
    """Return a time limit in seconds, None for no limit; raise OptionError if out of range."""
    return None if seconds is None else check_duration("the option seconds", seconds)


UNLIMITED_STEPS = 2**62
"""The limit of an unlimited search; larger numbers do not fit compiled code's integers."""


class OutOfTimeError(Exception):
    """The exception that ends a search when its time is over."""


class StopFlag(Event):
    """The flag that ends the search of an agent; a copy of the agent gets a new, unset flag.

    A plain event cannot be copied or sent to another process, as a match does with agents.
    """

    def __reduce__(self) -> tuple[type[StopFlag], tuple[()]]:
        return type(self), ()


class Clock:
    """A deadline and a stop flag for a search; bool(clock) is True while there is time left.

    Parameters
    ----------
    seconds
        The time limit in seconds; None is no limit.
    stop
        An event that ends the search early with the best move so far. Any thread may set it.

    Examples
    --------
    >>> bool(Clock(60)), bool(Clock(None))
    (True, True)
    """

    def __init__(self, seconds: float | None, stop: Event | None = None) -> None:
        time = check_seconds(seconds)
        self.stop = stop or Event()
        self.deadline = None if time is None else monotonic() + time

    @property
    def seconds_left(self) -> float | None:
        """The number of seconds left; None if there is no time limit."""
        return None if self.deadline is None else max(0.0, self.deadline - monotonic())

    @contextmanager
    def exclude_compilation(self) -> Iterator[None]:
        """Run a ``with`` block that compiles code, without stopping the clock."""
        yield

    def take_step_budget(self, rate: float) -> int:  # noqa: ARG002 - here time counts
        """Return the number of steps allowed at `rate` per second.

        In this class there is no limit.
        """
        return UNLIMITED_STEPS

    def __bool__(self) -> bool:
        """Return True if there is time left; before that, pause if other tasks are waiting."""
        return (
            pause_and_check()
            and not self.stop.is_set()
            and (self.deadline is None or monotonic() < self.deadline)
        )


class SearchClock(Clock):
    """A clock that is paused while a search is compiled; see `exclude_compilation`.

    Examples
    --------
    >>> clock = SearchClock(60)
    >>> with clock.exclude_compilation():
    ...     print(clock.seconds_left)
    None
    >>> 59 < clock.seconds_left <= 60
    True
    """

    @contextmanager
    def exclude_compilation(self) -> Iterator[None]:
        """Pause the clock during a ``with`` block, in which only the stop flag ends the search."""
        before, end = monotonic(), self.deadline
        self.deadline = None
        try:
            yield
        finally:
            if end is not None:
                self.deadline = end + monotonic() - before


class WorkClock(SearchClock):
    """A clock for a fixed amount of work: `take_step_budget` sets a number of steps, not a time.

    So the search does the same on any machine, however busy. A search without steps has the time
    limit.

    Examples
    --------
    >>> clock = WorkClock(0.5)
    >>> clock.take_step_budget(1000), clock.seconds_left
    (500, None)
    """

    def __init__(self, seconds: float, stop: Event | None = None) -> None:
        super().__init__(seconds, stop)
        self._seconds = seconds

    def take_step_budget(self, rate: float) -> int:
        """Remove the time limit; return the number of steps it allows at `rate` per second."""
        self.deadline = None
        return max(1, round(self._seconds * rate))


class CountingClock(Clock):
    """A clock that is True for a fixed number of checks, so that any machine does the same work.

    The underlying clock can end it earlier.

    Examples
    --------
    >>> allowance = CountingClock(2, Clock(None))
    >>> [bool(allowance) for _ in range(3)]
    [True, True, False]
    """

    def __init__(self, checks: int, clock: Clock) -> None:
        self.checks_left, self.clock = checks, clock
        self.stop, self.deadline = clock.stop, clock.deadline

    def __bool__(self) -> bool:
        """Count this check; return True if checks and time are left."""
        self.checks_left -= 1
        return self.checks_left >= 0 and bool(self.clock)


class FlagClock(Clock):
    """A clock that also ends when a second flag is set, to end one piece of work early."""

    def __init__(self, clock: Clock, work_flag: Event) -> None:
        self.clock, self.work_flag = clock, work_flag
        self.stop = clock.stop

    @property
    def seconds_left(self) -> float | None:
        """The number of seconds left; None if there is no time limit."""
        return self.clock.seconds_left

    def __bool__(self) -> bool:
        """Return True if there is time left and the second flag is not set."""
        return not self.work_flag.is_set() and bool(self.clock)


def run_in_thread(function: Callable[[], object], clock: FlagClock) -> bool:
    """Run a function in a thread and return True if it ends in time.

    Otherwise the work continues in its thread, and the program waits for it at exit.
    """
    pool = ThreadPoolExecutor(max_workers=1)
    future = pool.submit(function)
    pool.shutdown(wait=False)
    while clock and not future.done():
        wait([future], timeout=0.05)
    if future.done():
        future.result()
    return future.done()


WAIT_GRACE_SHARE = 0.1
"""The extra time to wait for an item on its way, as a share of the time left."""


def iter_in_time(items: Iterator[T], clock: Clock) -> Iterator[T]:
    """Yield the items that arrive before the clock runs out, and in any case the first item.

    Work in progress at the deadline, such as a compilation, continues in its thread. The program
    waits for it at exit.
    """
    left, count = clock.seconds_left, 0
    if left is None:
        yield from items
        return
    end = monotonic() + (1 + WAIT_GRACE_SHARE) * left
    pool = ThreadPoolExecutor(max_workers=1)
    try:
        while True:
            future = pool.submit(lambda: [*islice(items, 1)])
            while not future.done() and (
                not count or (monotonic() < end and not clock.stop.is_set())
            ):
                wait([future], timeout=0.02)
            if not future.done() or not future.result():
                return
            yield from future.result()
            count += 1
    finally:
        pool.shutdown(wait=False)


class PollingFlag:
    """A stop flag for code that is not compiled.

    Each read checks a clock, so that no thread has to set it.
    """

    def __init__(self) -> None:
        self._clock: Clock | None = None
        self._value = 0

    def __getitem__(self, index: int) -> int:
        """Return 1 if the clock has ended at this check or an earlier one, else 0."""
        del index
        if not self._value and self._clock is not None and not self._clock:
            self._value = 1
        return self._value

    @contextmanager
    def polling(self, clock: Clock) -> Iterator[None]:
        """Check a clock at each read of the flag during a ``with`` block."""
        self._clock, self._value = clock, 0
        try:
            yield
            _ = self[0]
        finally:
            self._clock = None


def create_stop_flag() -> npt.NDArray[np.uint8]:
    """Return a stop flag: an array for compiled code, or a `PollingFlag` without numba."""
    from polygames.runtime.jit import HAS_NUMBA, np  # numpy loads here

    return np.zeros(1, np.uint8) if HAS_NUMBA else cast("npt.NDArray[np.uint8]", PollingFlag())


class ClockWatcher:
    """A thread that calls a function when a clock has ended, for work that cannot check it.

    An interrupt (Ctrl-C, or Interrupt Kernel) ends the time, too. KeyboardInterrupt is then
    raised as soon as the work returns. During the ``with`` block `on_end` is called repeatedly
    once the time is over, because a solver that has not begun yet ignores the first call.
    """

    POLL_SECONDS = 0.02
    """The time between two checks of the clock, in seconds."""

    def __init__(self, clock: Clock, on_end: Callable[[], object]) -> None:
        self.clock = clock
        self.on_end = on_end
        self._interrupts = InterruptListener()
        self._done = Event()
        self._thread = Thread(target=self._watch, daemon=True)

    @classmethod
    def for_flag(
        cls, clock: Clock, flag: npt.NDArray[np.uint8] | PollingFlag
    ) -> AbstractContextManager[object]:
        """Return a context manager that sets a flag to 1 when the clock runs out."""
        if isinstance(flag, PollingFlag):
            return flag.polling(clock)
        flag[:] = 0
        return cls(clock, partial(flag.fill, 1))

    def __enter__(self) -> Self:
        self._interrupts.__enter__()
        try:
            if not self.clock:
                self.on_end()
            self._thread.start()
        except BaseException:  # an interrupt just now
            self.__exit__()
            raise
        return self

    def __exit__(self, *error: object) -> None:
        self._done.set()
        try:
            if self._thread.is_alive():  # an interrupt may come while it starts: it ends at once
                self._thread.join()
        finally:
            self._interrupts.__exit__()

    def _watch(self) -> None:
        while not self._done.wait(self._poll_delay()):
            if self._interrupts.was_interrupted or not self.clock:
                self.on_end()

    def _poll_delay(self) -> float:
        return min(self.POLL_SECONDS, self.clock.seconds_left or self.POLL_SECONDS)


Progress: TypeAlias = "Callable[[int, float, Any], None]"
"""A callback for a running search, with (depth or count so far, value, best move)."""

MAX_SEARCH_CANDIDATES = 10_000
"""The maximum number of candidates; more would take minutes for one position."""


def check_limit(label: str, value: object, maximum: float = inf) -> int | None:
    """Return the checked limit, or None for no limit; raise OptionError if it is out of range."""
    return None if value is None else min(UNLIMITED_STEPS, whole(label, value, 1, maximum))


def check_width(width: object) -> int:
    """Return the number of candidates for continuous moves; raise OptionError if out of range."""
    return whole("the option width", width, 1, MAX_SEARCH_CANDIDATES)


def require_limit(**limits: object) -> None:
    """Raise OptionError if all limits are None, because the search would never end."""
    if all(limit is None for limit in limits.values()):
        *others, last = (f"{name}=" for name in limits)
        msg = f"the search needs a limit: give {', '.join(others)} or {last}"
        raise OptionError(msg)


class SearchAgent:
    """The base class of agents that search: limits, a stop flag and a progress callback.

    Attributes
    ----------
    stop : threading.Event
        An event that makes `choose` return with the best move so far. Any thread may set it.
    """

    seconds: float | None
    depth: int | None
    nodes: int | None
    visits: int | None

    def __init__(
        self, seconds: float | None, on_progress: Progress | None = None, **limits: int | None
    ) -> None:
        self.seconds = check_seconds(seconds)
        for limit, value in limits.items():
            setattr(self, limit, check_limit(limit, value))
        if on_progress is not None and not callable(on_progress):
            raise_option_error("the option on_progress", "must be a function or None", on_progress)
        self.on_progress, self.stop = on_progress, StopFlag()

    def start_clock(self) -> Clock:
        """Return a clock for a search that begins now.

        Examples
        --------
        >>> bool(SearchAgent(None).start_clock())
        True
        """
        return Clock(self.seconds, self.stop)

    def report_progress(self, depth_or_count: int, value: float, move: Any) -> None:
        """Call the progress callback, if there is one, with the depth or count, value and move.

        Examples
        --------
        >>> SearchAgent(None, print).report_progress(3, 0.5, "A-C")
        3 0.5 A-C
        """
        if self.on_progress is not None:
            self.on_progress(depth_or_count, value, move)
