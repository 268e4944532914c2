"""Pairs of games, played in processes: what comes of each is kept, whatever happens to others."""

from __future__ import annotations

from contextlib import closing
from typing import TYPE_CHECKING, Any

from polygames.arena.playing import Failure, lost_pair, play_pair
from polygames.arena.results.file import ResultFile
from polygames.core.errors import AgentError, ArenaError, OptionError
from polygames.core.options import refuse
from polygames.runtime import progress
from polygames.runtime.interrupts import passed_on
from polygames.runtime.workers.parallel_map import Spread

if TYPE_CHECKING:
    import os
    from collections.abc import Generator, Sequence

    from polygames.arena.playing import Game, Pair, Task


class Series:
    """Tasks, and what came of each that was played.

    Unless failures are forfeits, no other task begins after the first one; those under way are
    finished.
    """

    def __init__(self, file: str | os.PathLike[str] | None = None) -> None:
        self.tasks: list[Task] = []
        self.results: dict[int, Pair] = {}
        """By the place of the task."""
        self.is_over = False
        """Whether it has failed."""
        self._file = ResultFile(file)
        self._file.known(())  # so that one which is no result file is refused at once

    def add(self, tasks: Sequence[Task]) -> None:
        """Add tasks; those that the file has are played."""
        known = self._file.known(tasks)
        self.results |= {len(self.tasks) + place: pair for place, pair in known.items()}
        self.tasks += tasks

    @property
    def games(self) -> tuple[Game, ...]:
        """The games of all pairs that are finished, in the order of the tasks."""
        pairs = [self.results[place] for place in sorted(self.results)]
        return tuple(game for pair in pairs if isinstance(pair, tuple) for game in pair)

    def play(
        self, title: str, *, workers: int | None, show: bool
    ) -> Generator[tuple[Game, ...], None, None]:
        """Play, and yield the games of each pair in order, up to the first that failed.

        Raises
        ------
        KeyboardInterrupt
            At an interrupt (Ctrl-C), also one that an agent has kept to itself.
        """
        known, total, due = len(self.results), len(self.tasks), 0
        with passed_on() as ear, closing(self._received(workers)) as received:
            bar = progress.progress(
                received, title, total=total, initial=known, unit=" pairs", show=show
            )
            while True:
                while isinstance(pair := self.results.get(due), tuple):
                    due += 1
                    yield pair
                if ear.heard or next(bar, self) is self:
                    break

    def check(self, result: Any) -> None:
        """Raise the error of the first pair that failed, if one did; it carries the result."""
        ordered = [self.results[place] for place in sorted(self.results)]
        failures = tuple(pair for pair in ordered if isinstance(pair, Failure))
        if failures:
            raise _error(failures, result) from failures[0].cause

    def _received(self, workers: int | None) -> Generator[None, None, None]:
        """Play, and keep what comes of each task as soon as it is there."""
        places = [place for place in range(len(self.tasks)) if place not in self.results]
        tasks = [self.tasks[place] for place in places]
        try:
            spread = Spread(play_pair, tasks, workers=workers, lost=lost_pair)
        except OptionError as error:
            msg = f"a match cannot be played with this backend of joblib: {error}"
            raise OptionError(msg) from error
        with self._file as file, closing(iter(spread)) as finished:
            for number, pair in finished:
                self.results[places[number]] = pair
                if isinstance(pair, tuple):
                    file.add([(tasks[number], pair)])
                elif not tasks[number].forfeits:
                    self.is_over = True
                    spread.stop()
                yield


def forfeits(on_failure: object) -> bool:
    """Return whether an agent that fails loses its game and play goes on.

    Raises
    ------
    OptionError
        If it is neither "lose" nor "stop".
    """
    if on_failure not in {"lose", "stop"}:
        refuse("on_failure", 'must be "lose" or "stop"', on_failure)
    return on_failure == "lose"


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
