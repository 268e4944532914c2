"""Many independent games in parallel processes, and means of their measurements."""

from __future__ import annotations

from math import inf, sqrt
from random import Random
from statistics import fmean, stdev
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from polygames.arena.ratings import Z95
from polygames.core import registry
from polygames.core.options import MAX_GAMES, whole
from polygames.records.position_sources import Start
from polygames.runtime.parallel_calls import Interrupted, Run, check_workers

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from polygames.arena.players import Player
    from polygames.core.game_info import GameInfo
    from polygames.core.protocol import State

Collected = TypeVar("Collected")


class GameTask(NamedTuple):
    """One game, as a task with all inputs that a worker process needs."""

    game: str
    players: tuple[Player, ...]
    number: int
    seed: int
    game_info: GameInfo | None
    """The game's definition, if only the calling process has registered it."""
    custom_state: State[Any] | None = None
    """A custom start position."""

    def __str__(self) -> str:
        """Return the number, name and seed of the game."""
        return f"game {self.number} of {self.game}, seed {self.seed}"

    @property
    def key(self) -> str:
        """The seed of all random choices in this game."""
        return f"{self.seed}:{self.number}"

    def start(self) -> State[Any]:
        """Return the start position; a random one depends only on the task's seed and number."""
        registry.register_from_process(self.game_info)
        return Start(self.game, self.custom_state).state(Random(f"{self.key}:start"))


def check_series_arguments(
    games: int, seed: int, workers: int | None
) -> tuple[int, int, int | None]:
    """Return the number of games, the seed and the workers. Raise OptionError if one is invalid."""
    games, seed = (
        whole("the option games", games, 0, MAX_GAMES),
        whole("the option seed", seed, -inf),
    )
    return games, seed, check_workers(workers)


def play_games(
    play: Callable[[GameTask], Any],
    collect: Callable[..., Collected],
    *,
    game_start: Start,
    players: tuple[Player, ...],
    games: int,
    seed: int,
    workers: int | None,
    progress: bool,
) -> Collected:
    """Call `play` for each game, in parallel, and return `collect` of the results in order.

    The function `play` must be defined at module level.

    Game i depends only on the seed and on i. At Ctrl-C, `Interrupted` is raised; its result is
    `collect` of the finished games, called with ``is_interrupted=True``.
    """
    known = registry.find_local_game(game_start.game), game_start.custom_state()
    run = Run(play, workers=workers)
    run.add([GameTask(game_start.game, players, number, seed, *known) for number in range(games)])
    try:
        for _ in run.iter_finished_tasks(f"games of {game_start.game}", is_shown=progress):
            pass  # the run collects the results
    except KeyboardInterrupt:
        raise Interrupted(collect(tuple(run.ordered_results), is_interrupted=True)) from None
    return collect(tuple(run.ordered_results))


class MeanEstimate(NamedTuple):
    """A mean or a share (from 0 to 1), with its 95% interval.

    Examples
    --------
    >>> print(MeanEstimate(0.5, 0.4, 0.6))
    0.5 (0.4 to 0.6)
    """

    value: float
    low: float
    high: float

    def __str__(self) -> str:
        """Return the value and the interval with three significant digits."""
        return f"{self.value:.3g} ({self.low:.3g} to {self.high:.3g})"


def mean_estimate(values: Sequence[float]) -> MeanEstimate:
    """Return the mean with its 95% interval, which is infinite for fewer than two values.

    Examples
    --------
    >>> print(mean_estimate([1.0, 2.0, 3.0]))
    2 (0.868 to 3.13)
    >>> mean_estimate([4.0])
    MeanEstimate(value=4.0, low=-inf, high=inf)
    """
    if len(values) < 2:  # noqa: PLR2004 - of one number no spread is known
        return MeanEstimate(fmean(values) if values else 0.0, -inf, inf)
    mean, half = fmean(values), Z95 * stdev(values) / sqrt(len(values))
    return MeanEstimate(mean, mean - half, mean + half)
