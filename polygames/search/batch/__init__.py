"""Batches of games for machine learning: masks of legal moves, steps, rewards."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any

from polygames.core.errors import OptionError
from polygames.core.keywords import checked_keywords
from polygames.core.options import MAX_GAMES, raise_option_error, whole
from polygames.core.options import check_seed as checked_seed
from polygames.records.position_sources import encoding_of, start_for_encoding
from polygames.search.batch.base import Batch, RulesBatch, Step

if TYPE_CHECKING:
    from polygames.records.position_sources import Options, Position

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
    options: Options = None,
    **more: Any,
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
        position; the random board of Territory is drawn by the seed of the batch.
    number
        The number of games.
    seed
        The seed of dice and of `Batch.sample`.
    auto_reset
        Whether a finished game restarts in the same step. Otherwise it has no legal moves and
        accepts only the move -1.
    progress
        Whether to show a progress bar if a step (or `Batch.observe`) takes more than two seconds.
    options
        Options of a named game; see `polygames.records.position_sources.Options`.
    **more
        The same, or options of its encoding.

    Returns
    -------
    Batch

    Raises
    ------
    OptionError
        If an option is unknown, the game has no encoding, or its start position is finished.

    Examples
    --------
    >>> games = pg.batch("territory", 3, seed=1, size=5)
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
    begin, numbering = start_for_encoding(game, options, more, batch)
    start = begin.state(Random(f"{seed}:start"))
    if start.outcome is not None:
        msg = f"this game of {start.game} is over at the start: {start.outcome.reason}"
        raise OptionError(msg)
    encoding = encoding_of(start, **numbering)
    if n * encoding.actions > MAX_MASK_BYTES:
        most = MAX_MASK_BYTES // encoding.actions
        raise_option_error(
            "the option number", f"must be at most {most} with {encoding.actions} moves", n
        )
    common: dict[str, Any] = {"seed": seed, "auto_reset": auto_reset, "progress": progress}
    from polygames.search.batch.compiled import compiled_batch  # numpy and numba load here

    found = compiled_batch(start, encoding, n, **common)
    return RulesBatch(start, encoding, n, **common) if found is None else found
