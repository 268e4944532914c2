"""Names of crossings beside their points, as many as fit without covering each other."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from polygames.games.polygon.board.scene import LETTER, TARGET
from polygames.scene import palette
from polygames.scene.model import Disc, Text

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import TypeAlias

    from polygames.games.polygon.rules import PolygonGame
    from polygames.scene.model import Point as Place
    from polygames.scene.model import Scene

    _Box: TypeAlias = tuple[float, float, float, float]

SIZE: Final = 0.052
"""The height of the letters, in units of the whole view."""

WIDE: Final = 0.6
"""The width of a letter for its height."""

GAP: Final = 0.012
MOST: Final = 40
"""With more crossings to choose from, their names are told only when one points at them."""

SIDES: Final = ((1, 0), (-1, 0), (0, -1), (0, 1), (1, -1), (-1, -1), (1, 1), (-1, 1))
"""Where a name may stand, the best place first."""


def names(state: PolygonGame, shown: Scene) -> Iterator[Text]:
    """Yield the names of the crossings that can be chosen, where there is room for them.

    Parameters
    ----------
    state
        The position.
    shown
        Its picture: no name covers a point or a name that is in it.
    """
    places = {each.target: each.center for each in shown if isinstance(each, Disc) and each.target}
    wanted = [state.name(point) for point in state.targets if point in state.crossings]
    if state.outcome is not None or len(wanted) > MOST:
        return
    taken = [_around(at, TARGET, TARGET) for at in places.values()]
    taken += [
        _around(each.at, WIDE * LETTER * len(each.text) / 2, LETTER / 2)
        for each in shown
        if isinstance(each, Text)
    ]
    for name in wanted:
        at = _free(places[name], WIDE * SIZE * len(name) / 2, taken) if name in places else None
        if at is not None:
            taken.append(_around(at, WIDE * SIZE * len(name) / 2, SIZE / 2))
            yield Text(at, name, SIZE, palette.INK, fixed=True, halo=palette.PAPER)


def _free(point: Place, half: float, taken: Sequence[_Box]) -> Place | None:
    """Return a place beside a point where a name covers nothing, or None."""
    for right, down in SIDES:
        x = point[0] + right * (TARGET + GAP + half)
        y = point[1] + down * (TARGET + GAP + SIZE / 2)
        box = _around((x, y), half, SIZE / 2)
        if not any(_meet(box, other) for other in taken):
            return x, y
    return None


def _around(at: Place, half_width: float, half_height: float) -> _Box:
    x, y = at
    return x - half_width, y - half_height, x + half_width, y + half_height


def _meet(one: _Box, two: _Box) -> bool:
    return one[0] < two[2] and two[0] < one[2] and one[1] < two[3] and two[1] < one[3]
