"""Names of crossings beside their points, and numbers of segments, as many as fit.

A crossing is called by the numbers of its segments: both are written, so that it can be found.
"""

from __future__ import annotations

from itertools import pairwise
from math import hypot
from typing import TYPE_CHECKING, Final

from polygames.games.polygon.board.scene import INKS, LETTER, RIM, TARGET
from polygames.scene import palette
from polygames.scene.model import Disc, Text, distance_to_segment

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import TypeAlias

    from polygames.games.polygon.board.scene import View
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

NUMBER: Final = 0.056
"""The height of a segment's number."""

CLEAR: Final = 0.045
"""How far a number keeps off other segments."""

SHARES: Final = (0.5, 0.4, 0.6, 0.3, 0.7, 0.2, 0.8, 0.12, 0.88)
"""How far along a segment its number may stand, the best place first."""

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
            yield Text(at, shown_name(name), SIZE, palette.INK, fixed=True, halo=palette.PAPER)


def shown_name(name: str) -> str:
    """Return a crossing's name as words have it.

    Examples
    --------
    >>> shown_name("2x5")
    '2×5'
    """
    return name.replace("x", "×")


def numbers(state: PolygonGame, view: View, shown: Scene) -> Iterator[Text]:
    """Yield the number of each segment beside it, in the colour of who drew it.

    Parameters
    ----------
    state
        The position.
    view
        What is shown of the plane.
    shown
        Its picture: no number covers a point or a word that is in it.
    """
    lines = [view.segment(p, q) for p, q in pairwise(state.path)]
    taken = [_around(each.center, TARGET, TARGET) for each in shown if isinstance(each, Disc)]
    taken += [
        _around(each.at, WIDE * each.size * len(each.text) / 2, each.size / 2)
        for each in shown
        if isinstance(each, Text)
    ]
    for number, line in enumerate(lines, start=1):
        half = WIDE * NUMBER * len(str(number)) / 2
        others = [other for other in lines if other is not None and other is not line]
        at = None if line is None else _beside(line, half, others, taken)
        if at is not None:
            taken.append(_around(at, half, NUMBER / 2))
            ink = INKS[(number - 1) % len(INKS)]
            yield Text(at, str(number), NUMBER, ink, bold=True, fixed=True, halo=palette.PAPER)


def _beside(
    line: tuple[Place, Place],
    half: float,
    others: Sequence[tuple[Place, Place]],
    taken: Sequence[_Box],
) -> Place | None:
    """Return a place beside a segment where a number is clear of all else, or None."""
    (x, y), (u, v) = line
    length = hypot(u - x, v - y)
    if not length:
        return None
    away = GAP + half + NUMBER / 2
    nx, ny = away * (y - v) / length, away * (u - x) / length
    edge = 1 + RIM
    for share in SHARES:
        for side in (1, -1):
            at = (x + share * (u - x) + side * nx, y + share * (v - y) + side * ny)
            box = _around(at, half, NUMBER / 2)
            is_seen = max(abs(at[0]), abs(at[1])) < edge - NUMBER
            if (
                is_seen
                and all(distance_to_segment(at, *other) > CLEAR for other in others)
                and not any(_meet(box, other) for other in taken)
            ):
                return at
    return None


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
