"""Many games, each by itself, over processes; at an interrupt those that are over are kept."""

from __future__ import annotations

from contextlib import closing
from typing import TYPE_CHECKING, Any, TypeVar

from polygames.arena.interrupted import Interrupted
from polygames.runtime.progress import progress as with_bar
from polygames.runtime.workers.parallel_map import Spread

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from polygames.arena.luck import WithoutLuck
    from polygames.arena.measure import Measures

Kept = TypeVar("Kept", bound="Measures | WithoutLuck")


def every_game(
    play: Callable[[Any], Any],
    tasks: Sequence[Any],
    keep: Callable[..., Kept],
    *,
    game: str,
    workers: int | None,
    progress: bool,
) -> Kept:
    """Play all games and return what comes of them, in the order of the tasks.

    Parameters
    ----------
    play
        Plays one game and returns what was seen of it; of a module, as it goes to other processes.
    tasks
        What it is called with.
    keep
        Makes the result of all that was seen; called with ``is_interrupted=True`` if it was.
    game, workers, progress
        The name of the game, how many processes, and whether to show a progress bar.

    Raises
    ------
    Interrupted
        At Ctrl-C (or Interrupt Kernel); `result` has the games that are over.
    """
    found: list[Any] = []
    try:
        with closing(Spread(play, tasks, workers=workers).in_order()) as played:
            found.extend(with_bar(played, f"games of {game}", total=len(tasks), show=progress))
    except KeyboardInterrupt:
        raise Interrupted(keep(tuple(found), is_interrupted=True)) from None
    return keep(tuple(found))
