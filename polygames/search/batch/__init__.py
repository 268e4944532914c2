"""Batches of games for machine learning: masks of legal moves, steps, rewards."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any

from polygames.core.errors import OptionError
from polygames.core.keywords import checked_keywords
from polygames.core.options import MAX_GAMES, raise_option_error, whole
from polygames.core.options import check_seed as checked_seed
from polygames.records.position_sources import encoding_of, start_of
from polygames.search.batch.base import Batch, RulesBatch, Step

if TYPE_CHECKING:
    from collections.abc import Mapping

    from polygames.records.position_sources import Position

__all__ = ["Batch", "Step", "batch"]

MAX_MASK_BYTES = 2**32
"""The maximum size of the masks of all games: one byte for each game and move number."""


@checked_keywords
def batch(
    game: Position,
    number: int,
    *,
    seed: int = 0,
    auto_reset: bool = True,
    progress: bool = True,
    encoding: Mapping[str, Any] | None = None,
) -> Batch:
    """Start a batch of games that advance together, one move in each game per step.

    Moves are the numbers of the game's encoding (see `polygames.core.plugs`), as in the bridges
    to other frameworks; Split is played on a grid of points. Splinter and Territory for two run in
    compiled code. Split, Polygon, Splitter, and positions too large for compiled code run by their
    rules, some thousand moves a second. The ``repr`` names the method. The batch rolls the dice.

    Parameters
    ----------
    game
        The name of a game, a state, a record or the file of one. All games start from the same
        position; for the name of Territory, its board is drawn by the seed of the batch.
    number
        The number of games.
    seed
        The seed of dice and of `Batch.sample`.
    auto_reset
        Whether a finished game restarts in the same step. Otherwise it has no legal moves and
        accepts only the move -1.
    progress
        Whether to show a progress bar if a step (or `Batch.observe`) takes more than two seconds.
    encoding
        Options of the game's encoding, such as ``{"points": 9}`` in Split.

    Returns
    -------
    Batch

    Raises
    ------
    OptionError
        If an option is unknown, the game has no encoding, or its start position is finished.

    Examples
    --------
    >>> games = pg.batch(pg.new("territory", size=5), 3, seed=1)
    >>> games.masks.shape, games.turn.tolist()
    ((3, 27), [0, 0, 0])
    >>> rewards, done = games.step(games.sample())
    >>> rewards.shape, done.tolist(), games.turn.tolist()
    ((3, 2), [False, False, False], [1, 1, 1])
    """
    n, seed = (
        whole("the option number", number, 1, MAX_GAMES),
        checked_seed("the option seed", seed),
    )
    start = start_of(game).state(Random(f"{seed}:start"))
    if start.outcome is not None:
        msg = f"this game of {start.game} is over at the start: {start.outcome.reason}"
        raise OptionError(msg)
    numbering = encoding_of(start, **(encoding or {}))
    if n * numbering.actions > MAX_MASK_BYTES:
        most = MAX_MASK_BYTES // numbering.actions
        raise_option_error(
            "the option number", f"must be at most {most} with {numbering.actions} moves", n
        )
    common: dict[str, Any] = {"seed": seed, "auto_reset": auto_reset, "progress": progress}
    from polygames.search.batch.compiled import compiled_batch  # numpy and numba load here

    found = compiled_batch(start, numbering, n, **common)
    return RulesBatch(start, numbering, n, **common) if found is None else found
