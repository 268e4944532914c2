"""Parallel calls on workers, with the same results on any backend.

`Run` is a run over many tasks, whose results can be stored, resumed and interrupted.
`ParallelCalls` sends small calls in groups. A call must depend on its item only. Then neither the
backend nor the number of workers changes a result; only the order of arrival differs.

If a process dies, its running calls are lost. They are repeated, each on its own. A call whose
process dies three times, the last time with no other call beside it, is abandoned.
"""

from __future__ import annotations

import pickle
from contextlib import closing, nullcontext
from functools import partial
from textwrap import shorten
from threading import Lock
from time import perf_counter
from traceback import format_exception, format_exception_only
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, TypeAlias

from polygames.core.errors import ArenaError
from polygames.runtime.executors import create_pool
from polygames.runtime.interrupts import reraise_interrupt
from polygames.runtime.progress import progress

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterator, Mapping, Sequence


def short_error_text(error: BaseException) -> str:
    """Return the type and the message of an error, in one line of at most 200 characters."""
    if isinstance(error, SyntaxError):  # Python prints the line of code first
        return shorten(f"{type(error).__name__}: {error}", 200, placeholder=" ...")
    said = format_exception_only(error)[0].removeprefix(f"{type(error).__module__}.")
    return shorten(said, 200, placeholder=" ...")


def as_exception(error: BaseException) -> Exception:
    """Return the error, or a RuntimeError with its text if it is no `Exception` or its `str` fails.

    An agent may raise something else: SystemExit, or an error whose `str` fails.
    """
    try:
        str(error)
        words_can_be_made = True
    except BaseException:  # noqa: BLE001 - it is a stranger's code
        words_can_be_made = False
    if isinstance(error, Exception) and words_can_be_made:
        return error
    return RuntimeError(short_error_text(error))


def make_picklable(error: BaseException) -> BaseException:
    """Return a form of an error that can be pickled, with its traceback as a note."""
    try:
        from joblib import wrap_non_picklable_objects

        sent = wrap_non_picklable_objects(error, keep_wrapper=False)
        found: BaseException = pickle.loads(pickle.dumps(sent))  # noqa: S301 - just written here
    except Exception:  # noqa: BLE001 - an error may hold anything; then its words are sent
        found = RuntimeError(short_error_text(error))
    if error.__traceback__ is not None:  # pickling drops the traceback
        found.add_note("".join(format_exception(error)))
    return found


MIN_GROUP_SECONDS = 1.0
"""The minimum duration of a group of calls, in seconds: sending one costs some ten milliseconds."""
MAX_BATCHES_PER_SECOND = 200
"""The number of groups per second that one process can send and receive, with a margin."""
MAX_BATCH_GROWTH = 4
"""The maximum size of a group as a multiple of the previous one."""
MAX_CRASHES_PER_CALL = 3
"""The number of process deaths after which a call is abandoned."""

Group: TypeAlias = "tuple[tuple[int, Any], ...]"
"""Items with their places."""


class GroupOutcome(NamedTuple):
    """The results of a group of calls, their duration, and the error that ended the group early."""

    results: list[tuple[int, Any]]
    seconds: float
    error: BaseException | None = None
    """The error that ended it early."""


class ParallelCalls:
    """Parallel calls of a function; iteration yields pairs of an item's index and its result.

    The function must belong to a module, because it is sent to other processes. Its errors get a
    note with the item. `workers` is 1 for this process alone, -1 for one per core, None for
    `joblib.parallel_config`. For an item whose processes died repeatedly, `lost_result`
    returns the result to yield, from the item and the error. Without it ArenaError is raised.

    Examples
    --------
    >>> sorted(ParallelCalls(abs, [-3, 4]))
    [(0, 3), (1, 4)]
    """

    def __init__(
        self,
        function: Callable[[Any], Any],
        items: Sequence[Any],
        *,
        workers: int | None = None,
        lost_result: Callable[[Any, BaseException], Any] | None = None,
    ) -> None:
        self._call_all = partial(_call_all, function)
        self._items, self._lost_result = items, lost_result
        self._pool = create_pool(workers)
        self._queue = CallQueue(items, lambda: self._pool.capacity)

    def stop(self) -> None:
        """Start no new calls; calls that are running are completed."""
        self._queue.close()

    def __iter__(self) -> Generator[tuple[int, Any], None, None]:
        """Make the calls, repeat lost ones, and yield pairs of an item's index and its result."""
        while not self._queue.is_empty:
            try:
                yield from self._run_round()
            except _FailedCallError as ended:
                raise ended.error from None
            except LostCallError:
                raise
            except Exception as error:
                place = self._queue.first_unfinished
                self._queue.abandon()
                if place is None:
                    raise
                yield place, self._give_up_call(place, error)

    def iter_results(self) -> Generator[Any, None, None]:
        """Make the calls and yield the results in the order of the items."""
        early: dict[int, Any] = {}
        due = 0
        with closing(iter(self)) as found:
            for place, result in found:
                early[place] = result
                while due in early:
                    yield early.pop(due)
                    due += 1

    def _run_round(self) -> Generator[tuple[int, Any], None, None]:
        with closing(self._pool.run(self._call_all, self._queue.iter_groups())) as run:
            for group, finished, error, blamed in run:
                self._queue.finish_group(group)
                if error is not None:
                    for place in self._queue.record_loss(group, is_blamed=blamed):
                        yield place, self._give_up_call(place, error)
                    continue
                yield from finished.results
                if finished.error is not None:
                    raise _FailedCallError(finished.error)
                self._queue.adapt_group_size(group, finished.seconds)

    def _give_up_call(self, index: int, error: BaseException) -> Any:
        item = self._items[index]
        if self._lost_result is not None:
            return self._lost_result(item, error)
        msg = f"lost with the process that made it: call {index}, {item}: {short_error_text(error)}"
        raise LostCallError(msg) from error


class CallQueue:
    """The queue of calls that are not yet started, or must be repeated because a process died."""

    def __init__(self, items: Sequence[Any], capacity: Callable[[], int]) -> None:
        self._items, self._capacity = items, capacity
        self._group_size, self._next_call, self._last_call = 1, 0, len(items)
        self._deaths: dict[int, int] = {}
        """The number of process deaths by call."""
        self._calls_to_retry: list[int] = []
        self._running_calls: set[int] = set()
        """The running calls."""
        self._lock = Lock()  # a backend may request the next group from a thread

    @property
    def is_empty(self) -> bool:
        """Whether there are no more calls to make."""
        return not self._calls_to_retry and self._next_call >= self._last_call

    @property
    def first_unfinished(self) -> int | None:
        """The index of the first call without a result; None if every call has one."""
        place = min([*self._running_calls, *self._calls_to_retry, self._next_call])
        return place if place < len(self._items) else None

    def close(self) -> None:
        """Start no new calls; calls that were lost with a process are still repeated."""
        with self._lock:
            self._last_call = 0

    def abandon(self) -> None:
        """Start no more calls, neither new nor lost ones."""
        with self._lock:
            self._last_call = 0
            self._calls_to_retry.clear()

    def iter_groups(self) -> Iterator[Group]:
        """Yield groups of calls to run; a call whose process died twice is yielded alone."""
        alone = next(
            (
                place
                for place in self._calls_to_retry
                if self._deaths[place] == MAX_CRASHES_PER_CALL - 1
            ),
            None,
        )
        if alone is not None:
            self._calls_to_retry.remove(alone)
            yield self._start_group((alone,))
            return
        while (group := self._next_group()) is not None:
            yield group

    def _next_group(self) -> Group | None:
        """Return the next group: one lost call, or several new ones; None if none can start now."""
        with self._lock:
            if self._calls_to_retry:
                place = self._calls_to_retry[0]
                if self._deaths[place] == MAX_CRASHES_PER_CALL - 1:  # not in this round
                    return None
                return self._start_group((self._calls_to_retry.pop(0),))
            if self._next_call >= self._last_call:
                return None
            share = (self._last_call - self._next_call) // (
                2 * self._capacity()
            )  # all workers end together
            size = max(1, min(self._group_size, share))
            first, self._next_call = self._next_call, self._next_call + size
            return self._start_group(range(first, self._next_call))

    def _start_group(self, indices: Sequence[int]) -> Group:
        self._running_calls.update(indices)
        return tuple((place, self._items[place]) for place in indices)

    def finish_group(self, group: Group) -> None:
        """Mark the calls of a group as no longer running."""
        self._running_calls.difference_update(place for place, _ in group)

    def adapt_group_size(self, group: Group, seconds: float) -> None:
        """Adjust the size of the next groups by the duration of this group, in seconds."""
        wanted = max(MIN_GROUP_SECONDS, self._capacity() / MAX_BATCHES_PER_SECOND)
        fitting = int(wanted * len(group) / max(seconds, 1e-9))
        self._group_size = max(1, min(fitting, MAX_BATCH_GROWTH * self._group_size))

    def record_loss(self, group: Group, *, is_blamed: bool) -> list[int]:
        """Record that a group was lost with its process; return the indices of calls to abandon."""
        with self._lock:
            given_up: list[int] = []
            for place, _ in group:
                deaths = self._deaths[place] = self._deaths.get(place, 0) + is_blamed
                (given_up if deaths == MAX_CRASHES_PER_CALL else self._calls_to_retry).append(place)
            return given_up


class LostCallError(ArenaError):
    """The error for a call that is not repeated again, because its process died each time."""


class _FailedCallError(Exception):
    """A wrapper of an error raised by a call, to distinguish it from errors of the backend."""

    def __init__(self, error: BaseException) -> None:
        super().__init__(error)
        self.error = error


def _call_all(function: Callable[[Any], Any], group: Group) -> GroupOutcome:
    """Call a function for each item of a group, and return the outcome; this runs on a worker."""
    results: list[tuple[int, Any]] = []
    start = perf_counter()
    for place, item in group:
        try:
            results.append((place, function(item)))
        except KeyboardInterrupt as error:
            return GroupOutcome(results, perf_counter() - start, error)
        except Exception as error:  # noqa: BLE001 - it is raised where the call came from
            error.add_note(f"in call {place}: {item}")
            return GroupOutcome(results, perf_counter() - start, make_picklable(error))
    return GroupOutcome(results, perf_counter() - start)


class Interrupted(KeyboardInterrupt):
    """Raised when a long call is interrupted (Ctrl-C); `result` contains the partial result.

    It is a `KeyboardInterrupt`, so a loop around the call ends, too, unless it catches this.

    Examples
    --------
    >>> class Impatient:
    ...     def choose(self, state, rng):
    ...         raise KeyboardInterrupt
    >>> try:
    ...     found = pg.match("polygon", Impatient(), "random", workers=1)
    ... except pg.Interrupted as stopped:
    ...     found = stopped.result
    >>> found.is_interrupted, found.games
    (True, ())
    """

    def __init__(self, result: Any) -> None:
        super().__init__(result)
        self.result = result
        """The partial return value of the call: the last `Analysis`, a `Solution` with the proofs
        so far, a `Review` of the moves analysed, a `Match` or `Tournament` of all finished
        pairs, `Playouts`, `Measures` or `LuckAdjustedMatch` of all finished games, and for `perft`
        the number of sequences counted."""

    def __str__(self) -> str:
        """Return the partial result as text, with a note that it is incomplete."""
        if isinstance(self.result, int):
            return f"{self.result} were counted, not all (the number is the result of this)"
        games = getattr(self.result, "games", None)
        if not isinstance(games, tuple):
            return f"{self.result}\n(interrupted: this is the result so far)"
        what = getattr(self.result, "counted", "games of finished pairs")
        return f"{self.result}\n({len(games)} {what} are in the result of this)"


class ResultStore(Protocol):
    """A store of task results, from which a later run continues; a context manager."""

    def find_results(self, tasks: Sequence[Any]) -> Mapping[int, Any]:
        """Return the stored results, by the index of their task in `tasks`."""

    def __enter__(self) -> object: ...

    def __exit__(self, *error: object) -> None: ...

    def add(self, task: Any, result: Any) -> None:
        """Store the result of a task. A run calls this before it yields the task."""


class Run:
    """A run of a function over independent tasks, whose results can be stored to resume it later.

    Parameters
    ----------
    function, workers, lost_result
        As for `ParallelCalls`.
    store
        The store of results; stored tasks are not repeated.
    has_failed
        Returns True for the result of a failed task, which is not stored and is repeated later.
    continues_after
        Returns True if new tasks may begin after this task has failed; running ones are finished.

    Examples
    --------
    >>> run = Run(abs)
    >>> run.add([-3, 4])
    >>> list(run.iter_results("numbers", is_shown=False)), run.results
    ([3, 4], {0: 3, 1: 4})
    """

    def __init__(
        self,
        function: Callable[[Any], Any],
        *,
        workers: int | None = 1,
        store: ResultStore | None = None,
        lost_result: Callable[[Any, BaseException], Any] | None = None,
        has_failed: Callable[[Any], bool] = lambda _: False,
        continues_after: Callable[[Any], bool] = lambda _: True,
    ) -> None:
        self._function, self._workers, self._lost_result = function, workers, lost_result
        self._has_failed, self._continues_after = has_failed, continues_after
        self._store = store
        self.tasks: list[Any] = []
        self.results: dict[int, Any] = {}
        """Results by the place of the task, in the order of arrival."""
        self.is_over = False
        """Whether a failure has ended the run."""

    def add(self, tasks: Sequence[Any]) -> None:
        """Add tasks; those with a result in the store are not run again."""
        known = {} if self._store is None else self._store.find_results(tasks)
        self.results |= {len(self.tasks) + place: result for place, result in known.items()}
        self.tasks += tasks

    @property
    def ordered_results(self) -> list[Any]:
        """The results of the finished tasks, in the order of the tasks."""
        return [self.results[place] for place in sorted(self.results)]

    def iter_finished_tasks(
        self, title: str, *, unit: str = "it", is_shown: bool
    ) -> Generator[int]:
        """Run the remaining tasks, and yield the index of each one once its result is stored.

        KeyboardInterrupt is raised at an interrupt (Ctrl-C), even if a task swallowed it.
        """
        places = [place for place in range(len(self.tasks)) if place not in self.results]
        tasks = [self.tasks[place] for place in places]
        spread = ParallelCalls(
            self._function, tasks, workers=self._workers, lost_result=self._lost_result
        )
        total, known = len(self.tasks), len(self.results)
        with (
            reraise_interrupt() as ear,
            self._store or nullcontext(),
            closing(iter(spread)) as found,
        ):
            bar = progress(found, title, total=total, initial=known, unit=unit, is_shown=is_shown)
            for at, result in bar:
                place = places[at]
                self.results[place] = result
                is_failed = self._has_failed(result)
                if self._store is not None and not is_failed:
                    self._store.add(tasks[at], result)
                if is_failed and not self._continues_after(tasks[at]):
                    self.is_over = True
                    spread.stop()
                yield place
                if ear.was_interrupted:
                    break

    def iter_results(self, title: str, *, unit: str = "it", is_shown: bool) -> Generator[Any]:
        """Run the remaining tasks; yield the results in task order, up to the first failure."""
        due = 0
        with closing(self.iter_finished_tasks(title, unit=unit, is_shown=is_shown)) as done:
            while True:
                while due in self.results and not self._has_failed(self.results[due]):
                    yield self.results[due]
                    due += 1
                if next(done, None) is None:
                    return
