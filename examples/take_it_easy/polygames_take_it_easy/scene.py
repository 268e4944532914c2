"""Take It Easy as a picture: hexagons, and on each tile three bars with their numbers."""

from __future__ import annotations

from math import cos, pi, sin, sqrt
from typing import TYPE_CHECKING

from polygames.authoring import (
    BLUE,
    GREY,
    PAPER,
    RED,
    Caption,
    Polygon,
    Preview,
    SeatLabel,
    Segment,
    Text,
    Window,
)
from polygames_take_it_easy.rules import CELLS, NUMBERS, PLACES, Draw, Place

if TYPE_CHECKING:
    from collections.abc import Iterator

    from polygames.authoring import Scene
    from polygames_take_it_easy.rules import TakeItEasy

SEATS = (SeatLabel("You", BLUE, "●"),)
Point = tuple[float, float]
CORNERS = tuple((cos(pi * k / 3), sin(pi * k / 3)) for k in range(6))
BARS = tuple((cos(a), -sin(a)) for a in (pi / 2, pi / 6, -pi / 6))
"""The directions of the three lines, upwards or to the right; y is down."""
COLORS = ("#4d4d4d", "#cc3311", "#0072b2")
"""One for each direction; thick bars have the large numbers."""
HALF = sqrt(3) / 2
SHADE = "#f2ead8"
DRAWN: Point = (-3.2, -3.4)
"""Where the tile lies that is to be laid."""
MIDDLE = dict(zip(CELLS, ((1.5 * a, sqrt(3) * (d + a / 2)) for a, d in PLACES), strict=True))


def hexagon(at: Point, fill: str, target: str | None = None, label: str = "") -> Polygon:
    """Return the outline of a cell."""
    points = tuple((at[0] + 0.97 * x, at[1] + 0.97 * y) for x, y in CORNERS)
    return Polygon(points, fill, GREY, 1.0, target=target, label=label)


def bars(at: Point, tile: tuple[int, int, int]) -> Iterator[Segment | Text]:
    """Yield the three lines of a tile, and where they leave it their numbers."""
    for (x, y), number, known, color in zip(BARS, tile, NUMBERS, COLORS, strict=True):
        reach, width = HALF * 0.95, 2.0 + 2.0 * known.index(number)
        start, end = ((at[0] + k * x, at[1] + k * y) for k in (-reach, reach))
        yield Segment(start, end, color, width)
    for (x, y), number, color in zip(BARS, tile, COLORS, strict=True):
        yield Text((at[0] - 0.6 * x, at[1] - 0.6 * y), str(number), 0.42, color, halo=PAPER)


def scene(state: TakeItEasy) -> Scene:
    """Draw the board, and the tile that is to be laid at its top left."""
    parts: list[Polygon | Segment | Text] = []
    for cell, tile in zip(CELLS, state.laid, strict=True):
        at = MIDDLE[cell]
        if tile is None:
            parts += [hexagon(at, PAPER, cell, f"empty cell {cell}"), Text(at, cell, 0.4, GREY)]
        else:
            parts += [hexagon(at, SHADE, label=f"{Draw(tile)} on {cell}"), *bars(at, tile)]
    if state.drawn is not None:
        parts += [hexagon(DRAWN, SHADE), *bars(DRAWN, state.drawn)]
    return (Window(-4.3, -4.6, 4.3, 4.6), *parts)


def spell(move: Draw | Place) -> tuple[str, ...]:
    """Return the cell where a tile is laid, or the tile that is drawn."""
    return (str(move),)


def preview(state: TakeItEasy, move: Draw | Place) -> Preview:
    """Say which tile is drawn, or what laying it scores at once."""
    if isinstance(move, Draw):
        return Preview(f"draw {move}", _ring(DRAWN))
    gain = state.after(move).scores[0] - state.scores[0]
    what = f"lay {Draw(state.drawn or (0, 0, 0))} on {move.cell}"
    label = f"{what}, a line complete: {gain:g} points" if gain else what
    return Preview(label, _ring(MIDDLE[move.cell]))


def _ring(at: Point) -> Scene:
    """Return a frame around a cell."""
    return (Polygon(hexagon(at, PAPER).points, stroke=RED, width=3.0),)


def caption(state: TakeItEasy) -> Caption:
    """Say what is to be done, or how the game ended."""
    if state.outcome is not None:
        status = f"The board is full: {state.scores[0]:g} points"
    elif state.drawn is None:
        status = "A tile is to be drawn"
    else:
        status = f"Lay {Draw(state.drawn)} on an empty cell"
    return Caption(status, SEATS)
