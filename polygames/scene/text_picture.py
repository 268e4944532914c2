"""ASCII drawings of scenes for the terminal."""

from __future__ import annotations

from itertools import pairwise
from math import ceil, hypot
from typing import TYPE_CHECKING

from polygames.scene.model import Disc, Polygon, Segment, Text, scene_window
from polygames.scene.projection import project
from polygames.scene.viewport import Viewport, fitting_height

if TYPE_CHECKING:
    from polygames.scene.model import Point, Scene

CHARACTER_SIZE_PX = (8, 16)
"""The width and height of a character, in pixels of the picture."""

CORNER_CHARACTER = "+"
LIGHT_DISC_CHARACTER, DARK_DISC_CHARACTER = "○", "●"
LIGHTNESS_THRESHOLD = 128
"""The mean of red, green and blue, of 255, above which a colour counts as light."""
FILL_CHARACTERS = "▒░▓"
"""The characters for areas with a strong colour, by its largest channel: red, green or blue."""
MIN_COLOR_STRENGTH = 75
"""The minimum difference between the channels of a strong colour; a dark one is strong, too."""


def draw_as_text(scene: Scene, columns: int = 76) -> str:
    """Return a text drawing of a scene: its outlines, discs and texts.

    Examples
    --------
    >>> from polygames.scene.model import Segment, Window
    >>> draw_as_text((Window(0, 0, 2, 1), Segment((0, 0.5), (2, 0.5), "#000000")), 8).split()
    ['--------']
    """
    window = scene_window(scene)
    width = columns * CHARACTER_SIZE_PX[0]
    view = Viewport.fit(window, width, fitting_height(window, width))
    paper = Paper(columns, ceil(view.height / CHARACTER_SIZE_PX[1]))
    for primitive in project(scene, view):
        match primitive:
            case Polygon(points=points, fill=fill, stroke=stroke, alpha=alpha):
                if fill and 2 * alpha > 1:
                    paper.fill_area(points, fill)
                if stroke:
                    paper.draw_outline(points)
            case Segment(start=start, end=end):
                paper.draw_line(start, end)
            case Disc(center=center, fill=fill) if fill:
                paper.put_character(
                    center,
                    LIGHT_DISC_CHARACTER
                    if sum(bytes.fromhex(fill[1:])) > 3 * LIGHTNESS_THRESHOLD
                    else DARK_DISC_CHARACTER,
                )
            case Text(at=at, text=text, align=align):
                paper.write_text(at, text, align)
    return str(paper)


class Paper:
    """A grid of characters to draw on."""

    def __init__(self, columns: int, rows: int) -> None:
        self.rows = [[" "] * columns for _ in range(rows)]

    def put_character(self, point: Point, character: str) -> None:
        """Write a character in the grid cell that contains a point; ignore points outside."""
        column, row = (
            int(place // size) for place, size in zip(point, CHARACTER_SIZE_PX, strict=True)
        )
        if 0 <= column <= len(self.rows[0]) and 0 <= row <= len(self.rows):
            self.rows[min(row, len(self.rows) - 1)][min(column, len(self.rows[0]) - 1)] = character

    def draw_line(self, start: Point, end: Point) -> None:
        """Draw a line of dashes, bars, slashes or backslashes, depending on its slope."""
        (x0, y0), (x1, y1) = start, end
        dx, dy = x1 - x0, y1 - y0
        steep = abs(dy) / CHARACTER_SIZE_PX[1], abs(dx) / CHARACTER_SIZE_PX[0]
        sign = "-" if steep[1] > 2.5 * steep[0] else "|" if steep[0] > 2.5 * steep[1] else "\\"
        if sign == "\\" and dx * dy < 0:
            sign = "/"
        steps = max(1, ceil(hypot(dx / CHARACTER_SIZE_PX[0], dy / CHARACTER_SIZE_PX[1]) * 2))
        for k in range(steps + 1):
            self.put_character((x0 + dx * k / steps, y0 + dy * k / steps), sign)

    def draw_outline(self, points: tuple[Point, ...]) -> None:
        """Draw the outline of an area, with its corners."""
        for start, end in pairwise((*points, points[0])):
            self.draw_line(start, end)
        for point in points:
            self.put_character(point, CORNER_CHARACTER)

    def fill_area(self, points: tuple[Point, ...], color: str) -> None:
        """Write characters for a colour in the middle of an area, unless it is pale and light."""
        parts = bytes.fromhex(color[1:])
        if max(parts) - min(parts) < MIN_COLOR_STRENGTH and sum(parts) > LIGHTNESS_THRESHOLD:
            return
        middle = [sum(places) / len(points) for places in zip(*points, strict=True)]
        across = max(x for x, _ in points) - min(x for x, _ in points)
        sign = FILL_CHARACTERS[parts.index(max(parts))]
        self.write_text(
            (middle[0], middle[1]), sign * max(1, int(across / CHARACTER_SIZE_PX[0] / 2)), "center"
        )

    def write_text(self, point: Point, text: str, align: str) -> None:
        """Write a text at a point, aligned to the left, center or right."""
        shift = {"left": 0.0, "center": len(text) / 2, "right": float(len(text))}[align]
        for k, letter in enumerate(text):
            self.put_character(
                (point[0] + (k - shift + 0.5) * CHARACTER_SIZE_PX[0], point[1]), letter
            )

    def __str__(self) -> str:
        return "\n".join("".join(row).rstrip() for row in self.rows)
