"""The start of a game on a new board, which may differ from the published game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from polygames.core.registry import game

if TYPE_CHECKING:
    from collections.abc import Mapping

    from polygames.core.protocol import State


def board_start(name: str, options: Mapping[str, Any], seed: int) -> State[Any]:
    """Return the start of a game on a new board.

    Parameters
    ----------
    name
        The name of the game.
    options
        The options of the game. The default preset sets the others, unless one of them is a rule of
        another preset.
    seed
        The seed of a random start.

    Examples
    --------
    >>> board_start("territory", {"size": 6}, seed=1).options["symmetric"]
    True
    >>> "symmetric" in board_start("territory", {"penalty": 0}, seed=1).options
    False
    """
    info = game(name)
    preset = info.board.default_preset
    ruled = {rule for name, each in info.presets.items() if name != preset for rule in each}
    default = {} if options.keys() & {"preset", *ruled} else {"preset": preset}
    drawn = {} if info.seed_option is None else {info.seed_option: seed}
    return info.new(**default, **{**drawn, **options})
