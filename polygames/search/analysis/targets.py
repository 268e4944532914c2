"""What each part of a picture is worth: the best move at each square, point, tile or cell."""

from __future__ import annotations

from typing import TYPE_CHECKING

from polygames.core import registry

if TYPE_CHECKING:
    from collections.abc import Mapping

    from polygames.core.analysis import Analysis, MoveValue


def values_of(analysis: Analysis) -> Mapping[str, MoveValue]:
    """Return the best move at each target of the picture, where one is known.

    The keys are targets of the scene of `analysis.state`: squares with a piece in Splinter, points
    in Polygon, tiles in Territory, cells in Splitter. What is not clicked, a line of Split, has
    none; see its `border_map`.

    Examples
    --------
    >>> import polygames as pg
    >>> found = pg.analyse(pg.new("polygon", n=5), seconds=5)
    >>> sorted(values_of(found))
    ['A', 'B', 'C', 'D', 'E']
    """
    own = registry.info_of(analysis.state).engine.targets
    return by_target(analysis) if own is None else own(analysis)


LAST = slice(-1, None)


def by_target(analysis: Analysis, places: slice = LAST) -> dict[str, MoveValue]:
    """Return the best move at each target that stands at certain places of the spelling of moves.

    Examples
    --------
    >>> import polygames as pg
    >>> found = pg.analyse(pg.new("territory", size=4, seed=1), seconds=0.1)
    >>> len(by_target(found)) == len(found.moves)
    True
    """
    spell = registry.info_of(analysis.state).spell
    best: dict[str, MoveValue] = {}
    for each in analysis.moves:  # the best first
        for target in spell(each.move)[places]:
            best.setdefault(target, each)
    return best
