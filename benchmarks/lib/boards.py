"""The start of a pair of games in a match with options, with a random board of its own."""

from __future__ import annotations

from random import Random
from typing import Any

import polygames as pg


def pair_start(game: str, seed: int, pair: int, options: dict[str, Any]) -> Any:
    """Return the start of a pair: the board that `polygames.match` draws for its seed and number.

    A match by the game's name draws it with the default options, and this with other ones.
    """
    name = pg.game(game).seed_option
    drawn = {} if name is None else {name: Random(f"{seed}:{pair}:start").getrandbits(32)}
    return pg.new(game, **{**drawn, **options})
