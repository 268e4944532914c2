"""One run over many tasks: kept as they are done, gone on with, interrupted, on any backend."""

from __future__ import annotations

from contextlib import closing
from typing import TYPE_CHECKING, Any, Protocol, Self

from polygames.runtime.interrupts import passed_on
from polygames.runtime.progress import progress
from polygames.runtime.workers.parallel_map import Spread

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Mapping, Sequence


class Interrupted(KeyboardInterrupt):
    """Ctrl-C (or Interrupt Kernel) ended games of agents; `result` keeps what was played.

    It is an interrupt and no error: a loop around the match ends, too, unless it catches this.

    Examples
    --------
    >>> import polygames as pg
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
        """The `Match` or `Tournament` with all pairs, or `Measures` or `WithoutLuck` with all
        games, that were finished."""

    def __str__(self) -> str:
        """Say what was played, and where it is."""
        what = getattr(self.result, "counted", "games of finished pairs")
        return f"{self.result}\n({len(self.result.games)} {what} are in the result of this)"


class Store(Protocol):
    """Where results are kept, so that another run goes on with them; open while one runs."""

    def known(self, tasks: Sequence[Any]) -> Mapping[int, Any]:
        """Return what is kept of some tasks, by their places."""

    def __enter__(self) -> object: ...

    def __exit__(self, *error: object) -> None: ...

    def add(self, task: Any, result: Any) -> None:
        """Keep what came of a task, before anybody is told of it."""


class Nowhere:
    """Keeps nothing: what came of the tasks is in the run alone."""

    def known(self, tasks: Sequence[Any]) -> Mapping[int, Any]:
        """Return nothing."""
        del tasks
        return {}

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        """Do nothing."""

    def add(self, task: Any, result: Any) -> None:
        """Keep nothing."""


class Run:
    """Many tasks, each by itself, and what came of those that are done.

    Parameters
    ----------
    do
        Does a task: of a module, as it is sent to other processes.
    workers
        How many processes, as for `Spread`.
    store
        Where results are kept; what it has already is not done again.
    lost
        What came of a task whose processes died, given the task and the error.
    failed
        Whether a task has failed, by what came of it: that is not kept, and comes again.
    goes_on
        Whether other tasks begin after this one has failed; those under way are finished anyway.

    Examples
    --------
    >>> run = Run(abs)
    >>> run.add([-3, 4])
    >>> list(run.in_order("numbers", show=False)), run.results
    ([3, 4], {0: 3, 1: 4})
    """

    def __init__(
        self,
        do: Callable[[Any], Any],
        *,
        workers: int | None = 1,
        store: Store | None = None,
        lost: Callable[[Any, BaseException], Any] | None = None,
        failed: Callable[[Any], bool] = lambda _: False,
        goes_on: Callable[[Any], bool] = lambda _: True,
    ) -> None:
        self._do, self._workers, self._lost = do, workers, lost
        self._failed, self._goes_on = failed, goes_on
        self._store = Nowhere() if store is None else store
        self.tasks: list[Any] = []
        self.results: dict[int, Any] = {}
        """By the place of the task, in the order in which they came."""
        self.is_over = False
        """Whether a failure has ended it."""

    def add(self, tasks: Sequence[Any]) -> None:
        """Add tasks; those that the store has are done."""
        known = self._store.known(tasks)
        self.results |= {len(self.tasks) + place: result for place, result in known.items()}
        self.tasks += tasks

    @property
    def ordered(self) -> list[Any]:
        """What came of the tasks that are done, in the order of the tasks."""
        return [self.results[place] for place in sorted(self.results)]

    def done(self, title: str, *, unit: str = "it", show: bool) -> Generator[int]:
        """Do what is left; yield the place of each task once its result is kept.

        Raises
        ------
        OptionError
            If the backend of joblib cannot be used.
        KeyboardInterrupt
            At an interrupt (Ctrl-C), also one that a task has kept to itself.
        """
        places = [place for place in range(len(self.tasks)) if place not in self.results]
        tasks = [self.tasks[place] for place in places]
        spread = Spread(self._do, tasks, workers=self._workers, lost=self._lost)
        total, known = len(self.tasks), len(self.results)
        with passed_on() as ear, self._store, closing(iter(spread)) as found:
            bar = progress(found, title, total=total, initial=known, unit=unit, show=show)
            for at, result in bar:
                place = places[at]
                self.results[place] = result
                if not self._failed(result):
                    self._store.add(tasks[at], result)
                elif not self._goes_on(tasks[at]):
                    self.is_over = True
                    spread.stop()
                yield place
                if ear.heard:
                    break

    def in_order(self, title: str, *, unit: str = "it", show: bool) -> Generator[Any]:
        """Do what is left; yield the results in the order of the tasks, up to a failure."""
        due = 0
        with closing(self.done(title, unit=unit, show=show)) as done:
            while True:
                while due in self.results and not self._failed(self.results[due]):
                    yield self.results[due]
                    due += 1
                if next(done, None) is None:
                    return
