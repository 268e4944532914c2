"""What matches and tournaments have in common: a run over pairs of games, and its failures."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from polygames.arena.playing import Failure, lost_pair, play_pair
from polygames.arena.results.file import ResultFile
from polygames.core.errors import AgentError, ArenaError
from polygames.core.options import refuse
from polygames.runtime.workers import Run

if TYPE_CHECKING:
    import os
    from collections.abc import Sequence

    from polygames.arena.playing import Game


def run_of_pairs(file: str | os.PathLike[str] | None, workers: int | None) -> Run:
    """Return a run over pairs of games; what is no result file is refused at once.

    Unless failures are forfeits, no other pair begins after the first one that failed.
    """
    store = ResultFile(file)
    store.known(())
    return Run(
        play_pair,
        workers=workers,
        store=store,
        lost=lost_pair,
        failed=lambda pair: isinstance(pair, Failure),
        goes_on=lambda task: task.forfeits,
    )


def games_of(run: Run) -> tuple[Game, ...]:
    """Return the games of all pairs that are finished, in the order of the tasks."""
    return tuple(game for pair in run.ordered if isinstance(pair, tuple) for game in pair)


def check(run: Run, result: Any) -> None:
    """Raise the error of the first pair that failed, if one did; it carries the result."""
    failures = [pair for pair in run.ordered if isinstance(pair, Failure)]
    if failures:
        raise _error(failures, result) from failures[0].cause


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
