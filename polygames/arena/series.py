"""Pairs of games, played in processes: what comes of each is kept, whatever happens to others."""

from __future__ import annotations

from contextlib import suppress
from math import inf
from typing import TYPE_CHECKING, Any, cast

from polygames.arena.pair import Failure, play_pair, told
from polygames.core import progress
from polygames.core.errors import AgentError, ArenaError, OptionError
from polygames.core.options import refuse, whole

if TYPE_CHECKING:
    from collections.abc import Generator, Iterator, Sequence

    from polygames.arena.pair import Game, Pair, Task

__all__ = ["Series", "worker_count"]


class Series:
    """Tasks, and what came of each that was played.

    After the first failure no other task begins; those under way are finished.
    """

    def __init__(self, tasks: Sequence[Task]) -> None:
        self.tasks = tasks
        self.results: dict[int, Pair] = {}
        """By the place of the task."""
        self._begun = 0
        self._over = False

    @property
    def games(self) -> tuple[Game, ...]:
        """The games of all pairs that are finished, in the order of the tasks."""
        pairs = [self.results[place] for place in sorted(self.results)]
        return tuple(game for pair in pairs if isinstance(pair, tuple) for game in pair)

    def play(
        self, title: str, *, workers: int | None, show: bool
    ) -> Generator[tuple[Game, ...], None, None]:
        """Play, and yield the games of each pair in order, up to the first that failed.

        An interrupt (Ctrl-C) ends it early.
        """
        received = self._received(workers)
        bar = progress.progress(received, title, total=len(self.tasks), show=show)
        due = 0
        try:
            for _ in bar:
                while isinstance(pair := self.results.get(due), tuple):
                    due += 1
                    yield pair
        except KeyboardInterrupt:
            return
        except GeneratorExit:  # no more are asked for: let those under way end in peace
            self._over = True
            with suppress(KeyboardInterrupt):
                for _ in received:
                    pass
            raise

    def check(self, result: Any) -> None:
        """Raise the error of the first pair that failed, if one did; it carries the result."""
        ordered = [self.results[place] for place in sorted(self.results)]
        failures = tuple(pair for pair in ordered if isinstance(pair, Failure))
        if failures:
            raise _error(failures, result) from failures[0].cause

    def _received(self, workers: int | None) -> Iterator[None]:
        """Play, and keep what comes of each task as soon as it is there."""
        parallel = _parallel(workers)
        try:
            for place, pair in cast("Iterator[tuple[int, Pair]]", parallel(self._waiting())):
                self.results[place] = pair
                self._over |= isinstance(pair, Failure)
                yield
        except Exception as error:  # noqa: BLE001 - each backend has its own for a dead process
            self._lose(error)

    def _waiting(self) -> Iterator[Any]:
        """Yield the calls to make; joblib asks for the next one from a thread of its own."""
        from joblib import delayed

        for place, task in enumerate(self.tasks):
            if self._over:
                return
            self._begun = place + 1
            yield delayed(play_pair)(place, task)

    def _lose(self, error: Exception) -> None:
        """Note which pairs are lost with the processes that played them, or cannot begin."""
        lost = [place for place in range(self._begun) if place not in self.results]
        for place in lost or range(len(self.tasks))[self._begun : self._begun + 1]:
            task = self.tasks[place]
            reason = f"{task}: lost with the process that played it: {told(error)}"
            self.results[place] = Failure(task.pair, task.names, reason, error)


def worker_count(workers: int | None) -> int | None:
    """Return how many processes are asked for; OptionError if that is no number of processes."""
    if workers is None:
        return None
    found = whole("workers", workers, -inf)
    if found == 0:
        refuse("workers", "must be 1 or more, or -1 for one on each core", workers)
    return found


def _parallel(workers: int | None) -> Any:
    """Return joblib's way to play pairs one by one and hand each over as soon as it is there."""
    from joblib import Parallel

    options: dict[str, Any] = {"return_as": "generator_unordered", "batch_size": 1}
    try:
        return Parallel(n_jobs=workers, pre_dispatch="n_jobs", **options)
    except ValueError as error:
        msg = f"a match cannot be played with this backend of joblib: {error}"
        raise OptionError(msg) from error


def _error(failures: Sequence[Failure], result: Any) -> ArenaError:
    first, *others = failures
    more = [f"pair {failure.pair} of {' - '.join(failure.names)}" for failure in others]
    also = f"; not finished either: {', '.join(more)}" if more else ""
    kept = f"{len(result.games)} games of finished pairs are in the result of this error"
    kind = ArenaError if first.agent is None else AgentError
    error = kind(f"{first.reason}{also} ({kept})")
    error.result, error.failures = result, tuple(failures)
    if isinstance(error, AgentError):
        error.seat, error.position = first.seat, first.position
    return error
