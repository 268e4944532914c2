"""Many games, each by itself, over processes; at an interrupt those that are over are kept."""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from polygames.core import registry
from polygames.core.options import whole
from polygames.runtime.executors import worker_count
from polygames.runtime.workers import Interrupted, Run

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from polygames.arena.players import Player
    from polygames.core.game_info import GameInfo

Kept = TypeVar("Kept")


class GameTask(NamedTuple):
    """One game, with all that it depends on: it can be played in any process."""

    game: str
    options: Mapping[str, Any]
    players: tuple[Player, ...]
    number: int
    seed: int
    brings: GameInfo | None
    """The game itself, where only the process that made the task knows it."""

    def __str__(self) -> str:
        """Say which game it is."""
        return f"game {self.number} of {self.game}, seed {self.seed}"

    @property
    def key(self) -> str:
        """What seeds all that is random in this game."""
        return f"{self.seed}:{self.number}"


def checked_numbers(games: int, seed: int, workers: int | None) -> tuple[int, int, int | None]:
    """Return these three, checked: how many games, the seed, how many processes.

    Raises
    ------
    OptionError
        If one of them is not possible.

    Examples
    --------
    >>> checked_numbers(100, 7, 1)
    (100, 7, 1)
    """
    games, seed = whole("the number of games", games, 0), whole("the seed", seed, -inf)
    return games, seed, worker_count(workers)


def every_game(
    play: Callable[[GameTask], Any],
    keep: Callable[..., Kept],
    *,
    game: str,
    options: Mapping[str, Any],
    players: tuple[Player, ...],
    games: int,
    seed: int,
    workers: int | None,
    progress: bool,
) -> Kept:
    """Play all games and return what comes of them, in their order.

    Parameters
    ----------
    play
        Plays one game and returns what was seen of it; of a module, as it goes to other processes.
    keep
        Makes the result of all that was seen; called with ``is_interrupted=True`` if it was.
    game, options, players
        The name of the game, its options, who plays it.
    games, seed, workers
        What `checked_numbers` returned. Game i depends only on the seed and on i.
    progress
        Whether to show a progress bar.

    Raises
    ------
    Interrupted
        At Ctrl-C (or Interrupt Kernel); `result` has the games that are over.
    """
    brings = registry.registered(game)
    run = Run(play, workers=workers)
    run.add([GameTask(game, options, players, number, seed, brings) for number in range(games)])
    try:
        for _ in run.done(f"games of {game}", show=progress):
            pass  # the run keeps them
    except KeyboardInterrupt:
        raise Interrupted(keep(tuple(run.ordered), is_interrupted=True)) from None
    return keep(tuple(run.ordered))
