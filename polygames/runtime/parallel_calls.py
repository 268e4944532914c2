"""Parallel calls on workers, with the same results on any backend of joblib.

`Run` is a run over many tasks, whose results can be stored, resumed and interrupted.
`ParallelCalls` makes the calls: in this process, or on the workers of joblib, which
`joblib.parallel_config` selects (processes or threads of this machine, dask or ray). A call must
depend on its item only. Then neither the backend nor the number of workers changes a result; only
the order of arrival differs.

If a process dies, its running calls are repeated, each on its own. A call whose process dies again
is abandoned.
"""

from __future__ import annotations

import os
import pickle
import warnings
from contextlib import closing, nullcontext, suppress
from importlib import import_module
from math import inf
from textwrap import shorten
from threading import Thread
from time import sleep
from traceback import format_exception, format_exception_only
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias

from polygames.core import __version__
from polygames.core.errors import ArenaError, OptionError
from polygames.core.lazy_imports import is_available
from polygames.core.options import raise_option_error, whole
from polygames.runtime.interrupts import reraise_interrupt
from polygames.runtime.progress import progress

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterator, Mapping, Sequence

PARENT_POLL_SECONDS = 0.5
"""The time in seconds between a worker's checks that its parent process is alive."""


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
    """Return a picklable version of an error, with its traceback as a note."""
    try:
        from joblib import wrap_non_picklable_objects

        sent = wrap_non_picklable_objects(error, keep_wrapper=False)
        found: BaseException = pickle.loads(pickle.dumps(sent))  # noqa: S301 - just written here
    except Exception:  # noqa: BLE001 - an error may hold anything; then its words are sent
        found = RuntimeError(short_error_text(error))
    if error.__traceback__ is not None:  # pickling drops the traceback
        found.add_note("".join(format_exception(error)))
    return found


def check_workers(workers: int | None) -> int | None:
    """Return a number of processes, or None; raise OptionError if it is not an integer or is 0."""
    if workers is None:
        return None
    found = whole("the option workers", workers, -inf)
    if found == 0:
        raise_option_error(
            "the option workers", "must be 1 or more, or -1 for one on each core", workers
        )
    return found


def count_workers(workers: int | None) -> int:
    """Return the number of workers: 1 for this process, joblib's configuration if None."""
    workers = check_workers(workers)
    if workers == 1 or not is_available("joblib"):
        return 1
    joblib: Any = import_module("joblib")  # its types do not allow None
    return int(joblib.effective_n_jobs(workers))


Outcome: TypeAlias = "tuple[int, Any, BaseException | None]"
"""The index of a call, its result, and the error that it raised."""


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
        self._function, self._items, self._lost_result = function, items, lost_result
        self._workers, self._is_stopped = workers, False
        self._send_calls = (
            self._call_here if count_workers(workers) == 1 else self._send_with_joblib
        )

    def stop(self) -> None:
        """Start no new calls; calls that are running are completed."""
        self._is_stopped = True

    def __iter__(self) -> Generator[tuple[int, Any], None, None]:
        """Make the calls, repeat lost ones, and yield pairs of an item's index and its result."""
        with closing(self._iter_outcomes()) as outcomes:
            for index, result, error in outcomes:
                if error is not None:
                    raise error
                yield index, result

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

    def _iter_outcomes(self) -> Generator[Outcome]:
        unsent = iter(range(len(self._items)))
        while True:
            running = set[int]()
            try:
                yield from self._send_calls(self._until_stopped(unsent), running)
            except Exception:
                if not running:
                    raise
            else:
                return
            for index in sorted(running):
                try:
                    yield from self._send_calls(iter([index]), set())
                except Exception as error:  # noqa: BLE001 - as above
                    yield self._give_up_call(index, error)

    def _until_stopped(self, indices: Iterator[int]) -> Iterator[int]:
        while not self._is_stopped and (index := next(indices, None)) is not None:
            yield index

    def _call_here(self, indices: Iterator[int], _: set[int]) -> Generator[Outcome]:
        """Make calls in this process, one after the other, and yield their outcomes."""
        for index in indices:
            yield _call(self._function, index, self._items[index], __version__)

    def _send_with_joblib(self, indices: Iterator[int], running: set[int]) -> Generator[Outcome]:
        """Make calls with joblib and yield their outcomes; `running` has those without one."""
        from joblib import Parallel, delayed

        is_over = False

        def iter_calls() -> Iterator[Any]:
            for index in indices:
                if is_over:
                    return
                running.add(index)
                yield delayed(_call)(self._function, index, self._items[index], __version__)

        # joblib warns in its own thread: as an error this would end the thread, and all would wait
        warnings.filterwarnings("ignore", "A worker stopped while some jobs", UserWarning)
        options: dict[str, Any] = {"return_as": "generator_unordered", **_backend_options()}
        try:
            parallel = Parallel(n_jobs=self._workers, **options)
        except ValueError as error:
            msg = f"cannot use this backend of joblib: {error}"
            raise OptionError(msg) from error
        try:
            received = parallel(iter_calls())
        except OSError as error:
            msg = f"the worker processes cannot be started: {short_error_text(error)}"
            raise ArenaError(msg) from error
        try:
            for outcome in received:
                running.discard(outcome[0])
                yield outcome
        except GeneratorExit:  # the consumer stopped: finish the running calls
            is_over = True
            with suppress(KeyboardInterrupt):
                for _ in received:
                    pass
            raise

    def _give_up_call(self, index: int, error: BaseException) -> Outcome:
        item = self._items[index]
        if self._lost_result is not None:
            return index, self._lost_result(item, error), None
        msg = f"lost with the process that made it: call {index}, {item}: {short_error_text(error)}"
        lost = ArenaError(msg)
        lost.__cause__ = error
        return index, None, lost


def _call(function: Callable[[Any], Any], index: int, item: Any, version: str) -> Outcome:
    """Call a function and return the outcome; this runs on a worker."""
    if version != __version__:
        msg = f"a worker has polygames {__version__}, not {version}: install the same version"
        return index, None, OptionError(msg)
    try:
        return index, function(item), None
    except KeyboardInterrupt as error:
        return index, None, error
    except Exception as error:  # noqa: BLE001 - it is raised where the call came from
        error.add_note(f"in call {index}: {item}")
        return index, None, make_picklable(error)


def _backend_options() -> dict[str, Any]:
    """Return the options of joblib for the selected backend.

    Processes of loky end soon after this process. Ray returns each result at once, but does not
    declare it to joblib.
    """
    from joblib.parallel import get_active_backend

    backend: Any = get_active_backend()[0]
    if type(backend).__module__.startswith("ray."):
        type(backend).supports_return_generator = True
    is_ours = type(backend).__name__ == "LokyBackend" and os.name == "posix"
    if not is_ours or "initializer" in getattr(backend, "backend_kwargs", {}):
        return {}
    return {"initializer": exit_with_parent, "initargs": (os.getpid(),)}


def exit_with_parent(parent_pid: int) -> None:
    """Start a thread that ends this worker process soon after its parent has ended."""

    def watch() -> None:
        while os.getppid() == parent_pid:
            sleep(PARENT_POLL_SECONDS)
        os._exit(1)  # an exception would not reach anybody

    Thread(target=watch, daemon=True).start()


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
