"""Many games at once, for programs that learn: masks of legal moves, steps, rewards."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any

from polygames.core.errors import OptionError
from polygames.core.options import MAX_GAMES, refuse, whole
from polygames.core.options import seed as checked_seed
from polygames.records.position import encoding_of, numbered_start
from polygames.search.batch.base import Batch, RulesBatch, Step

if TYPE_CHECKING:
    from polygames.records.position import Options, Position

__all__ = ["Batch", "Step", "batch"]

MAX_MASK_BYTES = 2**32
"""The most bytes of the masks of all games: a byte for each game and number of a move."""


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
    """Begin many games that are played in step: one move in each of them at a time.

    Moves are the numbers of the game's encoding (see `polygames.core.plugs`), as in the bridges
    to other frameworks: Split is played on a grid of points. Splinter and Territory for two run in
    compiled code; Split, Polygon and Splitter, and what the compiled code has no room for, by their
    rules, some thousand moves a second. Its ``repr`` says which. Dice are rolled by the batch.

    Parameters
    ----------
    game
        The name of a game, a state, a record or a file of one. All games begin at one position;
        where a game draws its board (Territory), it is drawn by the seed of the batch.
    number
        How many games.
    seed
        Of dice and of `Batch.sample`.
    auto_reset
        Whether a game that is over begins anew in the same step. Else it stays, without a legal
        move, and takes the move -1.
    progress
        Whether to show a progress bar if a step (or `Batch.observe`) takes more than two seconds.
    options
        Those of a game that is named; see `polygames.records.position.Options`.
    **more
        The same, and options of its encoding.

    Returns
    -------
    Batch

    Raises
    ------
    OptionError
        If an option is unknown, if the game has no encoding, or if it is over where it begins.

    Examples
    --------
    >>> games = pg.batch("territory", 3, seed=1, size=5)
    >>> games.masks.shape, games.turn.tolist()
    ((3, 27), [0, 0, 0])
    >>> rewards, done = games.step(games.sample())
    >>> rewards.shape, done.tolist(), games.turn.tolist()
    ((3, 2), [False, False, False], [1, 1, 1])
    """
    n, seed = whole("the number of games", number, 1, MAX_GAMES), checked_seed("the seed", seed)
    begin, numbering = numbered_start(game, options, more, batch)
    start = begin.state(Random(f"{seed}:start"))
    if start.outcome is not None:
        msg = f"this game of {start.game} is over where it begins: {start.outcome.reason}"
        raise OptionError(msg)
    encoding = encoding_of(start, **numbering)
    if n * encoding.actions > MAX_MASK_BYTES:
        most = MAX_MASK_BYTES // encoding.actions
        refuse("the number of games", f"must be {most} at most, with {encoding.actions} moves", n)
    common: dict[str, Any] = {"seed": seed, "auto_reset": auto_reset, "progress": progress}
    from polygames.search.batch.compiled import compiled_batch  # numpy and numba load here

    found = compiled_batch(start, encoding, n, **common)
    return RulesBatch(start, encoding, n, **common) if found is None else found
