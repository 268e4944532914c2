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
from polygames.core.options import duration, refuse, whole
from polygames.runtime.cooperative import go_on
from polygames.runtime.interrupts import InterruptListener

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from contextlib import AbstractContextManager
    from typing import Self

    from polygames.runtime.compiling import np, npt


T = TypeVar("T")


def thinking_time(seconds: object) -> float | None:
    """Return a time limit in seconds, None for no limit; raise OptionError if out of range."""
    return None if seconds is None else duration("the time to think in seconds", seconds)


UNLIMITED = 2**62
"""The limit of an unlimited search; larger numbers do not fit compiled code's integers."""


class OutOfTimeError(Exception):
    """A signal raised inside a search whose time is over."""


class StopFlag(Event):
    """The flag that ends the search of an agent; a copy of the agent gets a new, unset flag.

    A plain event cannot be copied or sent to another process, as a match does with agents.
    """

    def __reduce__(self) -> tuple[type[StopFlag], tuple[()]]:
        return type(self), ()


class Clock:
    """A deadline and a stop flag, polled by searches; it is true while there is time left.

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
        time = thinking_time(seconds)
        self.stop = stop or Event()
        self.end = None if time is None else monotonic() + time

    @property
    def left(self) -> float | None:
        """The seconds left; None without a limit."""
        return None if self.end is None else max(0.0, self.end - monotonic())

    @contextmanager
    def uncounted(self) -> Iterator[None]:
        """Run a block that loads and compiles code; here it counts like all other time."""
        yield

    def steps(self, rate: float) -> int:  # noqa: ARG002 - here time counts
        """Return the maximum number of steps at `rate` per second; here it is unlimited."""
        return UNLIMITED

    def __bool__(self) -> bool:
        """Return True if there is time left; first pause if other tasks are due (`go_on`)."""
        return go_on() and not self.stop.is_set() and (self.end is None or monotonic() < self.end)


class SearchClock(Clock):
    """A clock that is paused while a search is loaded and compiled; see `uncounted`.

    Examples
    --------
    >>> clock = SearchClock(60)
    >>> with clock.uncounted():
    ...     print(clock.left)
    None
    >>> 59 < clock.left <= 60
    True
    """

    @contextmanager
    def uncounted(self) -> Iterator[None]:
        """Pause the clock during a ``with`` block; only the stop flag can end it then."""
        before, end = monotonic(), self.end
        self.end = None
        try:
            yield
        finally:
            if end is not None:
                self.end = end + monotonic() - before


class WorkClock(SearchClock):
    """A clock that measures work: after a call of `steps` no time counts, only those steps.

    So the search does the same on any machine, however busy. A search without steps has the time
    limit.

    Examples
    --------
    >>> clock = WorkClock(0.5)
    >>> clock.steps(1000), clock.left
    (500, None)
    """

    def __init__(self, seconds: float, stop: Event | None = None) -> None:
        super().__init__(seconds, stop)
        self._seconds = seconds

    def steps(self, rate: float) -> int:
        """Return the number of steps at `rate` per second, and remove the time limit."""
        self.end = None
        return max(1, round(self._seconds * rate))


class Allowance(Clock):
    """A clock that is true a fixed number of times, so that any machine does the same work.

    The underlying clock can end it earlier.

    Examples
    --------
    >>> allowance = Allowance(2, Clock(None))
    >>> [bool(allowance) for _ in range(3)]
    [True, True, False]
    """

    def __init__(self, looks: int, clock: Clock) -> None:
        self.looks, self.clock = looks, clock
        self.stop, self.end = clock.stop, clock.end

    def __bool__(self) -> bool:
        """Return True if there is time left, and count the query."""
        self.looks -= 1
        return self.looks >= 0 and bool(self.clock)


class Until(Clock):
    """A clock that also ends when a second flag is set, which belongs to the work."""

    def __init__(self, clock: Clock, ended: Event) -> None:
        self.clock, self.ended = clock, ended
        self.stop = clock.stop

    @property
    def left(self) -> float | None:
        """The seconds left; None without a limit."""
        return self.clock.left

    def __bool__(self) -> bool:
        """Return True if there is time left and the second flag is not set."""
        return not self.ended.is_set() and bool(self.clock)


def left_running(work: Callable[[], object], until: Until) -> bool:
    """Run work that cannot be stopped, in a thread; return True if it is done in time.

    Otherwise the work continues in its thread, and the program waits for it at exit.
    """
    pool = ThreadPoolExecutor(max_workers=1)
    future = pool.submit(work)
    pool.shutdown(wait=False)
    while until and not future.done():
        wait([future], timeout=0.05)
    if future.done():
        future.result()
    return future.done()


WAIT_GRACE_SHARE = 0.1
"""The extra time to wait for an item on its way, as a share of the time left."""


def in_time(items: Iterator[T], clock: Clock) -> Iterator[T]:
    """Yield the items that arrive in time, and the first one in any case.

    Work in progress at the deadline, such as a compilation, continues in its thread. The program
    waits for it at exit.
    """
    left, count = clock.left, 0
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


class AskingFlag:
    """A stop flag for code that is not compiled: reading it polls the clock. No thread sets it."""

    def __init__(self) -> None:
        self._clock: Clock | None = None
        self._is_up = 0

    def __getitem__(self, place: int) -> int:
        """Return 1 if the time is or was over, else 0."""
        del place
        if not self._is_up and self._clock is not None and not self._clock:
            self._is_up = 1
        return self._is_up

    @contextmanager
    def asking(self, clock: Clock) -> Iterator[None]:
        """Poll a clock during a ``with`` block."""
        self._clock, self._is_up = clock, 0
        try:
            yield
            _ = self[0]
        finally:
            self._clock = None


def stop_flag() -> npt.NDArray[np.uint8]:
    """Return a stop flag for `Watch.for_flag`: an array, or an `AskingFlag` without numba."""
    from polygames.runtime.compiling import HAS_NUMBA, np  # numpy loads here

    return np.zeros(1, np.uint8) if HAS_NUMBA else cast("npt.NDArray[np.uint8]", AskingFlag())


class Watch:
    """A thread that calls a function when a clock has ended, for work that cannot poll it.

    An interrupt (Ctrl-C, or Interrupt Kernel) ends the time, too. KeyboardInterrupt is then
    raised as soon as the work returns. During the ``with`` block `tell` is called repeatedly
    once the time is over, because a solver that has not begun yet ignores the first call.
    """

    STEP = 0.02
    """The time between two checks of the clock, in seconds."""

    def __init__(self, clock: Clock, tell: Callable[[], object]) -> None:
        self.clock = clock
        self.tell = tell
        self._interrupts = InterruptListener()
        self._done = Event()
        self._thread = Thread(target=self._watch, daemon=True)

    @classmethod
    def for_flag(
        cls, clock: Clock, flag: npt.NDArray[np.uint8] | AskingFlag
    ) -> AbstractContextManager[object]:
        """Return a context in which a flag for compiled code becomes 1 when a clock has ended."""
        if isinstance(flag, AskingFlag):
            return flag.asking(clock)
        flag[:] = 0
        return cls(clock, partial(flag.fill, 1))

    def __enter__(self) -> Self:
        self._interrupts.__enter__()
        try:
            if not self.clock:
                self.tell()
            self._thread.start()
        except BaseException:  # an interrupt just now
            self.__exit__()
            raise
        return self

    def __exit__(self, *error: object) -> None:
        self._done.set()
        try:
            if self._thread.ident is not None:
                self._thread.join()
        finally:
            self._interrupts.__exit__()

    def _watch(self) -> None:
        while not self._done.wait(self._pause()):
            if self._interrupts.heard or not self.clock:
                self.tell()

    def _pause(self) -> float:
        return min(self.STEP, self.clock.left or self.STEP)


Progress: TypeAlias = "Callable[[int, float, Any], None]"
"""A callback for a running search, with (depth or count so far, value, best move)."""

MAX_SEARCH_CANDIDATES = 10_000
"""The maximum number of candidates; more would take minutes for one position."""


def at_most(what: str, value: object, high: float = inf) -> int | None:
    """Return a limit of 1 or more, None for no limit; raise OptionError if it is out of range."""
    return None if value is None else min(UNLIMITED, whole(what, value, 1, high))


def width_of(width: object) -> int:
    """Return the number of candidates on a continuum, or raise OptionError if out of range."""
    return whole("width", width, 1, MAX_SEARCH_CANDIDATES)


def require_limit(**limits: object) -> None:
    """Raise OptionError if all limits are None, because the search would never end."""
    if all(limit is None for limit in limits.values()):
        *others, last = (f"{name}=" for name in limits)
        msg = f"the search needs an end: give {', '.join(others)} or {last}"
        raise OptionError(msg)


class Thinker:
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
        self, seconds: float | None, on_progress: Progress | None = None, **most: int | None
    ) -> None:
        self.seconds = thinking_time(seconds)
        for limit, value in most.items():
            setattr(self, limit, at_most(limit, value))
        if on_progress is not None and not callable(on_progress):
            refuse("on_progress", "must be a function or None", on_progress)
        self.on_progress, self.stop = on_progress, StopFlag()

    def clock(self) -> Clock:
        """Return a clock for a search that begins now.

        Examples
        --------
        >>> bool(Thinker(None).clock())
        True
        """
        return Clock(self.seconds, self.stop)

    def tell(self, how_far: int, value: float, move: Any) -> None:
        """Call the progress callback, if there is one, with the depth or count, value and move.

        Examples
        --------
        >>> Thinker(None, print).tell(3, 0.5, "A-C")
        3 0.5 A-C
        """
        if self.on_progress is not None:
            self.on_progress(how_far, value, move)
