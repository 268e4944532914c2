"""The shapes of an area plot: a game's scene with its areas shaded by value and by owner."""

from __future__ import annotations

from dataclasses import replace
from itertools import chain
from statistics import median_high
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeAlias, cast

from matplotlib.colors import to_hex
from matplotlib.path import Path

from polygames.core.registry import info_of
from polygames.geometry.planar import shoelace
from polygames.plots.measures import areas_of
from polygames.plots.style import value_colormap
from polygames.scene.model import Polygon, Text
from polygames.scene.palette import GREEN, PAPER, tint

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from matplotlib.colors import Normalize

    from polygames.core.measures import AreaLike
    from polygames.core.protocol import State
    from polygames.scene.model import Point, Primitive, Scene, SeatLabel

_OWNER_TINT: Final = 0.5
"""The share of the owner's colour in an area that the scene itself does not draw."""

_OUTLINE_WIDTH_PX: Final = 1.5

_MIN_GROUND_SHARE: Final = 0.9
"""The least size of a shape of the ground, as a share of the median; signs are smaller."""

_Box: TypeAlias = tuple[float, float, float, float]
"""The left, top, right and bottom of a shape."""


class AreaMap(NamedTuple):
    """The shapes of an area plot, and the areas that still need a label."""

    scene: Scene
    unlabelled: list[AreaLike]


def draw_area_map(state: State[Any], norm: Normalize) -> AreaMap:
    """Return the scene of a state with its areas shaded, without the texts that labels replace.

    An area that the scene draws as a shape of its own gets another fill if it is open. Any other
    area is added above the ground of the board, and below the lines and pieces on it. An area needs
    no label if its only text in the scene is its value.

    Parameters
    ----------
    state
        A position with areas.
    norm
        The normalisation of values of open areas.
    """
    info, areas = info_of(state), areas_of(state)
    scene = list(info.scene(state))
    texts = [each for each in scene if isinstance(each, Text)]
    replaced: set[Text] = set()
    unlabelled = []
    for area in areas:
        inside = _texts_inside(area, texts)
        if len(inside) != 1 or _to_number(inside[0].text) != area.value:
            unlabelled.append(area)
            replaced.update(inside)
    if info.board.boundary is not None:  # the axes have the coordinates
        unlabelled, replaced = [*areas], {*texts}
    shapes = [each for each in scene if not (isinstance(each, Text) and each in replaced)]
    return AreaMap(_add_shades(shapes, areas, norm, info.board.caption(state).seats), unlabelled)


def _add_shades(
    scene: Sequence[Primitive],
    areas: Iterable[AreaLike],
    norm: Normalize,
    seats: Sequence[SeatLabel],
) -> Scene:
    """Return a scene with other fills of open areas, and with the areas that it does not draw."""
    ground = [
        (at, shape)
        for at, shape in enumerate(scene)
        if isinstance(shape, Polygon) and shape.fill is not None
    ]
    drawn = {shape.points: at for at, shape in ground}
    boxes = [(at, _bounding_box(shape.points), abs(shoelace(shape.points))) for at, shape in ground]
    result: list[list[Primitive]] = [[shape] for shape in scene]
    for area in areas:
        at = drawn.get(area.polygon)
        if at is None:
            result[_ground_index(area, boxes)].append(_draw_area(area, norm, seats))
        elif area.owner is None:
            result[at][0] = replace(cast("Polygon", scene[at]), fill=shade_color(area, norm))
    return tuple(chain.from_iterable(result))


def shade_color(area: AreaLike, norm: Normalize) -> str:
    """Return the colour of an open area in a plot: darker for a larger value."""
    return to_hex(value_colormap(own_color(area) or GREEN)(norm(area.value)))


def own_color(area: AreaLike) -> str:
    """Return the colour that the game gives an area; empty if it gives none."""
    return getattr(area, "color", "")


def _texts_inside(area: AreaLike, texts: Iterable[Text]) -> list[Text]:
    """Return the texts with their middle inside an area."""
    left, top, right, bottom = _bounding_box(area.polygon)
    path = Path(area.polygon)
    return [
        text
        for text in texts
        if left < text.middle[0] < right
        and top < text.middle[1] < bottom
        and path.contains_point(text.middle)
    ]


def _to_number(text: str) -> float | None:
    """Return the number that a text of a scene shows, such as "−2.5"; None if it shows none."""
    try:
        return float(text.replace("−", "-"))
    except ValueError:
        return None


def _draw_area(area: AreaLike, norm: Normalize, seats: Sequence[SeatLabel]) -> Polygon:
    if area.owner is None:
        fill = shade_color(area, norm)
    else:
        fill = tint(seats[area.owner].color, _OWNER_TINT)
    return Polygon(area.polygon, fill, PAPER, _OUTLINE_WIDTH_PX)


def _ground_index(area: AreaLike, shapes: Sequence[tuple[int, _Box, float]]) -> int:
    """Return the index of the last shape of a scene that is the ground under an area.

    `shapes` are the index, the box and the size of each filled polygon.
    """
    box = _bounding_box(area.polygon)
    under = [(at, size) for at, other, size in shapes if _overlaps(box, other)]
    if not under:
        return -1
    least = _MIN_GROUND_SHARE * median_high(size for _, size in under)
    return max(at for at, size in under if size >= least)


def _bounding_box(points: Sequence[Point]) -> _Box:
    xs, ys = zip(*points, strict=True)
    return min(xs), min(ys), max(xs), max(ys)


def _overlaps(first: _Box, second: _Box) -> bool:
    return (
        first[0] < second[2]
        and second[0] < first[2]
        and first[1] < second[3]
        and second[1] < first[3]
    )
