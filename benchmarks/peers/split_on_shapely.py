"""The peer of `speed/split.py`: the rules of Split on `shapely.ops.split`, for random games.

Written as one would who takes shapely for the geometry: an area is a shapely polygon, a move cuts
it with `shapely.ops.split`. A chord that ends exactly on the border often fails to cut because of
rounding, so it is lengthened a little at both ends. What lies on which line is remembered for each
side of a polygon. Preset 2026.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

from shapely import LineString, Point, Polygon
from shapely.ops import split

if TYPE_CHECKING:
    from random import Random

SIDES, PIECES = 4, 2
LIMIT, LEAST, WIN = 5.0, 1.0, 50.000001
LENGTHEN = 1e-3


@dataclass
class Area:
    """An open area."""

    polygon: Polygon
    lines: list[int]
    """The line of each side, in the order of the polygon's corners."""


class Game:
    """One random game."""

    def __init__(self, rng: Random) -> None:
        self.rng = rng
        square = Polygon([(0, 0), (10, 0), (10, 10), (0, 10)])
        self.areas = [Area(square, [0, 1, 2, 3])]
        self.colors = ["neutral"] * 4
        self.seats: tuple[str, str] | None = None
        self.scores = [0.0, 0.0]
        self.choice: tuple[Area, Area] | None = None
        self.turn, self.plies = 0, 0
        self.ends: dict[int, set[tuple[float, float]]] = {}

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return max(self.scores) > WIN or not self.areas

    def play(self) -> None:
        """Play one random move."""
        self.plies += 1
        if self.choice is not None:
            self.fill(self.rng.choice(self.choice), 1 - self.turn)
            self.choice = None
        elif self.seats is None and len(self.colors) > SIDES:
            mine = self.rng.choice(["red", "blue"])
            self.seats = ("blue", "red") if mine == "red" else ("red", "blue")
            self.turn = self.seats.index("blue")
        else:
            area = self.rng.choice(self.areas)
            if round(area.polygon.area, 6) < LIMIT:
                self.fill(area, self.turn)
            else:
                self.draw(area)
            self.turn = 1 - self.turn

    def fill(self, area: Area, seat: int) -> None:
        """Give an area to a seat."""
        self.scores[seat] += area.polygon.area
        self.areas.remove(area)

    def draw(self, area: Area) -> None:
        """Cut an area along a random line, drawn again until the line is legal."""
        corners = list(area.polygon.exterior.coords)
        while True:
            sides = self.rng.sample(range(len(area.lines)), 2)
            p, q = (self.point(corners, side) for side in sides)
            lines = [area.lines[side] for side in sides]
            if any(end in self.ends.get(line, ()) for line, end in zip(lines, (p, q), strict=True)):
                continue
            pieces = self.cut(area, p, q)
            if len(pieces) == PIECES and min(piece.polygon.area for piece in pieces) >= LEAST:
                break
        color = "red" if self.seats is None else self.seats[self.turn]
        if all(self.colors[line] == color for line in lines):
            self.choice = (pieces[0], pieces[1])
        for line, end in zip(lines, (p, q), strict=True):
            self.ends.setdefault(line, set()).add(end)
        self.colors.append(color)
        self.areas.remove(area)
        self.areas += pieces

    def point(self, corners: list[tuple[float, float]], side: int) -> tuple[float, float]:
        """Return a random point on a side."""
        (x0, y0), (x1, y1) = corners[side], corners[side + 1]
        share = self.rng.random()
        return x0 + share * (x1 - x0), y0 + share * (y1 - y0)

    def cut(self, area: Area, p: tuple[float, float], q: tuple[float, float]) -> list[Area]:
        """Return the pieces, each with the line of every side."""
        dx, dy = LENGTHEN * (q[0] - p[0]), LENGTHEN * (q[1] - p[1])
        chord = LineString([(p[0] - dx, p[1] - dy), (q[0] + dx, q[1] + dy)])
        corners = list(area.polygon.exterior.coords)
        known = [
            (LineString(corners[side : side + 2]), line) for side, line in enumerate(area.lines)
        ]
        known.append((chord, len(self.colors)))
        pieces = []
        for piece in split(area.polygon, chord).geoms:
            around = list(piece.exterior.coords)
            lines = []
            for (x0, y0), (x1, y1) in pairwise(around):
                middle = Point((x0 + x1) / 2, (y0 + y1) / 2)
                lines.append(min(known, key=lambda pair: pair[0].distance(middle))[1])
            pieces.append(Area(piece, lines))
        return pieces


def random_game(rng: Random) -> Game:
    """Play one random game to its end."""
    game = Game(rng)
    while not game.over:
        game.play()
    return game
