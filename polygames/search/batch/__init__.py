"""Many games at once, for programs that learn: masks of legal moves, steps, rewards."""

from __future__ import annotations

import inspect
from random import Random
from typing import TYPE_CHECKING, Any

from polygames.core import registry
from polygames.core.errors import OptionError
from polygames.core.lazy import Lazy
from polygames.core.options import whole
from polygames.search.batch.base import Batch, RulesBatch, Step

if TYPE_CHECKING:
    from polygames.core.game_info import GameInfo
    from polygames.core.protocol import State

__all__ = ["Batch", "Step", "batch"]


def batch(
    game: str | State[Any],
    number: int,
    /,
    *,
    seed: int = 0,
    auto_reset: bool = True,
    **options: Any,
) -> Batch:
    """Begin many games that are played in step: one move in each of them at a time.

    Moves are the numbers of the game's encoding (see `polygames.core.plugs`), as in the bridges
    to other frameworks: Split is played on a grid of points. Splinter and Territory for two run in
    compiled code; the other games, and what the compiled code has no room for, by their rules.
    Dice are rolled by the batch.

    Parameters
    ----------
    game
        The name of a game, or a position of one. All games begin at one position; where a game
        draws its board (Territory), it is drawn by the seed of the batch.
    number
        How many games.
    seed
        Of dice and of `Batch.sample`.
    auto_reset
        Whether a game that is over begins anew in the same step. Else it stays, without a legal
        move, and takes the move -1.
    **options
        Options of the game, ``preset=`` included, and of its encoding.

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
    n, seed = whole("the number of games", number, 1), whole("the seed", seed)
    start, numbering = _started(game, seed, options)
    info = registry.info_of(start)
    if info.engine.encoding is None:
        msg = f"{info.name} has no encoding, so its moves have no numbers (GameEngine.encoding)"
        raise OptionError(msg)
    if start.outcome is not None:
        msg = f"this game of {info.name} is over where it begins: {start.outcome.reason}"
        raise OptionError(msg)
    encoding = info.engine.encoding(start, **numbering)
    common: dict[str, Any] = {"seed": seed, "auto_reset": auto_reset}
    from polygames.search.batch.compiled import compiled_batch  # numpy and numba load here

    found = compiled_batch(start, encoding, n, **common)
    return RulesBatch(start, encoding, n, **common) if found is None else found


def _started(
    game: str | State[Any], seed: int, options: dict[str, Any]
) -> tuple[State[Any], dict[str, Any]]:
    """Return where games begin, and the options that are for the encoding."""
    info = registry.game(game) if isinstance(game, str) else registry.info_of(game)
    known = _numbering_of(info, options)
    own = {name: value for name, value in options.items() if name not in known}
    if not isinstance(game, str):
        if own:
            msg = f"a position has its options already: {', '.join(own)} cannot be given"
            raise OptionError(msg)
        return game, known
    drawn = info.seed_option
    if drawn is not None and drawn not in own:
        own[drawn] = Random(f"{seed}:start").getrandbits(32)
    return info.new(**own), known


def _numbering_of(info: GameInfo, options: dict[str, Any]) -> dict[str, Any]:
    """Return those of some options that the encoding of a game has, beside its start."""
    plug = info.engine.encoding
    maker = plug.load() if isinstance(plug, Lazy) else plug
    if maker is None:
        return {}
    parameters = inspect.signature(maker).parameters.values()
    names = {each.name for each in parameters if each.default is not each.empty}
    return {name: options[name] for name in options if name in names}
