"""When a search has to stop: clocks, flags, and the limits of agents, which are checked once."""

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
from polygames.core.options import number, refuse, whole
from polygames.runtime.cooperative import go_on
from polygames.runtime.interrupts import InterruptListener

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from contextlib import AbstractContextManager
    from typing import Self

    from polygames.runtime.compiling import np, npt


T = TypeVar("T")


def thinking_time(seconds: object) -> float | None:
    """Return a time to think, None for no limit; OptionError for what is no time."""
    return None if seconds is None else number("the time to think in seconds", seconds, above=0)


UNLIMITED = 2**62
"""No search counts so far; more has no room in the numbers of compiled code."""


class OutOfTimeError(Exception):
    """A search has to stop where it is."""


class StopFlag(Event):
    """The flag that ends the search of an agent; a copy of the agent has its own, not set.

    A plain event can be neither copied nor sent to another process, as a match does with agents.
    """

    def __reduce__(self) -> tuple[type[StopFlag], tuple[()]]:
        return type(self), ()


class Clock:
    """A deadline and a stop flag, looked at often.

    Parameters
    ----------
    seconds
        The time to think; None is no limit.
    stop
        Set it, from any thread, to end the search early with the best found so far.

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
        """Load and compile during a ``with`` block; here that takes its time like all else."""
        yield

    def steps(self, rate: float) -> int:  # noqa: ARG002 - here time counts
        """Return how many steps a search may take that counts them, at so many a second."""
        return UNLIMITED

    def __bool__(self) -> bool:
        """Say whether there is time left; where there are no threads, rest now and then."""
        return go_on() and not self.stop.is_set() and (self.end is None or monotonic() < self.end)


class SearchClock(Clock):
    """A clock that stands still while a search is loaded and compiled: see `uncounted`.

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
        """Stop the time during a ``with`` block: only the stop flag ends it."""
        before, end = monotonic(), self.end
        self.end = None
        try:
            yield
        finally:
            if end is not None:
                self.end = end + monotonic() - before


class WorkClock(SearchClock):
    """Seconds of work: once a search has asked how many steps that is, no time counts.

    So it does the same on any machine, however busy. What counts no steps has the time.

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
        """Return how many steps the work is, at so many a second."""
        self.end = None
        return max(1, round(self._seconds * rate))


class Allowance(Clock):
    """A clock that says so many times only that there is time left: the same work on any machine.

    The other clock ends it earlier.

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
        """Say whether there is time left, and count that."""
        self.looks -= 1
        return self.looks >= 0 and bool(self.clock)


class Until(Clock):
    """A clock that ends also when a second flag is set, which belongs to the work."""

    def __init__(self, clock: Clock, ended: Event) -> None:
        self.clock, self.ended = clock, ended
        self.stop = clock.stop

    @property
    def left(self) -> float | None:
        """The seconds left; None without a limit."""
        return self.clock.left

    def __bool__(self) -> bool:
        """Say whether there is time left."""
        return not self.ended.is_set() and bool(self.clock)


def left_running(work: Callable[[], object], until: Until) -> bool:
    """Do some work that cannot be stopped; say whether it is done.

    If the time is over before, the work goes on alone, and the program waits for it at its end.
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
"""How much longer than asked, as a part of it, to wait for what may be on its way."""


def in_time(items: Iterator[T], clock: Clock) -> Iterator[T]:
    """Pass on what comes in time, the first in any case.

    What is under way then, as code that is compiled, goes on alone, and the program waits for it at
    its end.
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
    """The flag of code that is not compiled: a look at it asks the clock. No thread sets it."""

    def __init__(self) -> None:
        self._clock: Clock | None = None
        self._is_up = 0

    def __getitem__(self, place: int) -> int:
        """Return 1 once the time is over, also later."""
        del place
        if not self._is_up and self._clock is not None and not self._clock:
            self._is_up = 1
        return self._is_up

    @contextmanager
    def asking(self, clock: Clock) -> Iterator[None]:
        """Ask a clock during a ``with`` block."""
        self._clock, self._is_up = clock, 0
        try:
            yield
            _ = self[0]
        finally:
            self._clock = None


def stop_flag() -> npt.NDArray[np.uint8]:
    """Return a flag for `Watch.for_flag`: an array, or where nothing is compiled what asks."""
    from polygames.runtime.compiling import HAS_NUMBA, np  # numpy loads here

    return np.zeros(1, np.uint8) if HAS_NUMBA else cast("npt.NDArray[np.uint8]", AskingFlag())


class Watch:
    """Tells those who cannot ask a clock that the time is over, from a thread.

    An interrupt (Ctrl-C, or Interrupt Kernel) ends the time too. KeyboardInterrupt is then raised
    as soon as they return. While the ``with`` block runs `tell` is called again and again, once the
    time is over: a solver that has not yet begun does not hear the first call.
    """

    STEP = 0.02
    """How often, in seconds, the stop flag is looked at."""

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
        """Watch a clock for compiled code, which looks at a flag: it becomes 1."""
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
"""Called as a search goes on with (how far it is, value, best move)."""

MAX_SEARCH_CANDIDATES = 10_000
"""More candidates take minutes for one position."""


def at_most(what: str, value: object, high: float = inf) -> int | None:
    """Return how many, None for no limit; OptionError for less than 1 or what is no number."""
    return None if value is None else min(UNLIMITED, whole(what, value, 1, high))


def width_of(width: object) -> int:
    """Return how many candidates to look at where moves form a continuum, or OptionError."""
    return whole("width", width, 1, MAX_SEARCH_CANDIDATES)


def require_limit(**limits: object) -> None:
    """Refuse limits that are all None: the search would never end."""
    if all(limit is None for limit in limits.values()):
        *others, last = (f"{name}=" for name in limits)
        msg = f"the search needs an end: give {', '.join(others)} or {last}"
        raise OptionError(msg)


class Thinker:
    """What agents share that think for a while: limits, of which each has some, and how to end.

    Attributes
    ----------
    stop : threading.Event
        Set it, from any thread, to make `choose` return with the best move so far.
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
        """Return the clock of a search that begins now.

        Examples
        --------
        >>> bool(Thinker(None).clock())
        True
        """
        return Clock(self.seconds, self.stop)

    def tell(self, how_far: int, value: float, move: Any) -> None:
        """Tell who wants to know how far a search is.

        Examples
        --------
        >>> Thinker(None, print).tell(3, 0.5, "A-C")
        3 0.5 A-C
        """
        if self.on_progress is not None:
            self.on_progress(how_far, value, move)
