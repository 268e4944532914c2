"""Who plays Take It Easy: by learned values, and by these with a look at the next tile."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

import numpy as np

from polygames.authoring import refuse_end
from polygames_take_it_easy.engine.board import COUNT, encode
from polygames_take_it_easy.engine.values import cell_values, learned
from polygames_take_it_easy.rules import CELLS, TILES, Place

if TYPE_CHECKING:
    from random import Random

    from polygames_take_it_easy.rules import TakeItEasy

__all__ = ["Careful", "Learned"]


class Learned:
    """Lays the tile where its points and the value of the board are highest."""

    ahead: ClassVar[int] = 0

    def choose(self, state: TakeItEasy, _rng: Random, /) -> Place:
        """Return the best cell."""
        refuse_end(state)
        if state.drawn is None:
            msg = "a tile is to be drawn first"
            raise ValueError(msg)
        values = np.empty(COUNT)
        tile = TILES.index(state.drawn)
        cell_values(encode(state), tile, learned(), self.ahead, values)
        return Place(CELLS[int(values.argmax())])


class Careful(Learned):
    """Looks at every tile that can come next, and where it would be laid."""

    ahead: ClassVar[int] = 1
