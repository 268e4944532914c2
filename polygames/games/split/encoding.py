"""The numeric encoding of Split's moves and positions, on a grid of border points.

A line may end anywhere, so the continuum is discretised. `SplitEncoding` describes the grid.
"""

from __future__ import annotations

from bisect import bisect_right
from itertools import accumulate, combinations, pairwise
from math import dist
from typing import TYPE_CHECKING, Any, NamedTuple

from polygames.core.options import whole
from polygames.core.plugs import Encoding
from polygames.games.split.moves import ChooseArea, ChooseColor, DrawLine, FillArea
from polygames.games.split.rules import SIDE_LENGTH, SQUARE_AREA

if TYPE_CHECKING:
    from polygames.core.protocol import Seat
    from polygames.games.split.moves import Move
    from polygames.games.split.rules import Split
    from polygames.geometry.planar import Face, Spot

MIN_GRID_PIECE = 1.0
"""The smallest piece of a line of the grid, unless the options demand more."""
MAX_PIECE_SHARE = 0.4
"""The largest share of the fill limit for this piece, so that an area can always be cut."""
ENCODED_TASKS = ("line", "color", "area")


class GridPoint(NamedTuple):
    """A grid point on the border of an area: index of its edge, spot on a line, and coordinates."""

    edge: int
    spot: Spot
    xy: tuple[float, float]


class SplitEncoding(Encoding):
    """An encoding of Split as numbers: moves on a grid of border points, and a row for each area.

    An area has `points` grid points. They divide its border into equal lengths; the first is half
    a length after the area's first corner. A line of the grid joins two of them that are on
    different sides, if both pieces are worth at least `min_piece` (1 point, or ``min_area`` if that
    is more; less if the fill limit is under 2.5). One more line of each area is that of
    `PlanarMap.find_halving_line`, which the rules always allow. So there are never more than
    ``100 / min_piece`` areas.

    Moves are numbered in blocks: for each area its lines, pair by pair of points, and the halving
    one; the fills by area; the choices of an area; red and blue.

    A position has a row for each area: whether it is there, open, mine, the other's, to be chosen,
    and its share of the square; then for each grid point x, y (scaled to -1 to 1) and the colour of
    the side it is on, 1 mine, -1 the other's, 0 neutral. The last row encodes the seat to move and
    its task.

    Examples
    --------
    >>> start = pg.new("split")
    >>> encoding = SplitEncoding(start, points=4)
    >>> [str(move) for move in encoding.moves(start).values()][:2]
    ['draw 0@0.5 - 1@0.5', 'draw 0@0.5 - 2@0.5']
    >>> encoding.actions, encoding.shape
    (902, (101, 18))
    """

    def __init__(self, start: Split, points: int = 12) -> None:
        self.points_per_area = whole("the grid points of an area", points, 3, 100)
        rules = start.rules
        self.min_piece = max(
            rules.min_area, min(MIN_GRID_PIECE, MAX_PIECE_SHARE * rules.fill_limit)
        )
        self.max_areas = int(SQUARE_AREA / self.min_piece)
        self.pairs = list(combinations(range(self.points_per_area), 2))
        self.lines_per_area = len(self.pairs) + 1
        self.first_fill = self.max_areas * self.lines_per_area
        self.first_choice = self.first_fill + self.max_areas
        self.actions = self.first_choice + self.max_areas + 2
        self.longest = 3 * self.max_areas
        self.shape = (self.max_areas + 1, 6 + 3 * self.points_per_area)

    def number(self, state: Split, move: Move) -> int:
        """Return the number of a move; a line must be one of those on the grid."""
        match move:
            case FillArea(area):
                return self.first_fill + area
            case ChooseArea(area):
                return self.first_choice + area
            case ChooseColor(color):
                return self.actions - (2 if color == "red" else 1)
        return next(number for number, line in self.moves(state).items() if line == move)

    def moves(self, state: Split) -> dict[int, Any]:
        """Return the legal moves on the grid by their numbers, in ascending order."""
        if state.outcome is not None:
            return {}
        if state.phase != "line":
            return super().moves(state)
        opened = state.open_areas
        found: dict[int, Any] = {}
        for area in opened:
            if not state.is_small(area):
                found |= self._grid_lines(state, area)
        small = (area for area in opened if state.is_small(area))
        return found | {self.first_fill + area: FillArea(area) for area in small}

    def nearest(self, state: Split, move: Move) -> int:
        """Return the number of a move; for a line off the grid, that of the nearest grid line."""
        if not isinstance(move, DrawLine):
            return self.number(state, move)
        area = state.map.face_between(move.start, move.end)
        assert area is not None  # noqa: S101 - the move is legal
        ends = self._line_ends(state, move)
        lines = self._grid_lines(state, area)

        def miss(number: int) -> float:
            one, other = self._line_ends(state, lines[number])
            straight = dist(ends[0], one) + dist(ends[1], other)
            return min(straight, dist(ends[0], other) + dist(ends[1], one))

        return min(lines, key=miss)

    def observe(self, state: Split, seat: Seat) -> list[float]:
        """Return the position as numbers, as seen by a seat: a row for each area, then the task."""
        rows: list[float] = []
        for area in range(len(state.owners)):
            face, owner = state.map.faces[area], state.owners[area]
            facts = (True, owner is None, owner == seat, owner == 1 - seat)
            row = [*map(float, facts), float(area in (state.choice or ())), face.area / SQUARE_AREA]
            mine = state.seat_colors[seat] if state.seat_colors else None
            for point in self._grid_points(face):
                color = state.colors[point.spot.line]
                side = 0.0 if color == "neutral" or mine is None else 1.0 if color == mine else -1.0
                row += [2 * point.xy[0] / SIDE_LENGTH - 1, 2 * point.xy[1] / SIDE_LENGTH - 1, side]
            rows += row
        width = self.shape[1]
        rows += [0.0] * (self.max_areas * width - len(rows))
        last = [float(state.turn == seat), *(float(state.phase == task) for task in ENCODED_TASKS)]
        return rows + last + [0.0] * (width - len(last))

    def _grid_lines(self, state: Split, area: int) -> dict[int, DrawLine]:
        """Return the lines of the grid in a large open area, keyed by their numbers."""
        face, first = state.map.faces[area], area * self.lines_per_area
        grid = self._grid_points(face)
        free = [state.map.blocking_reason(point.spot) is None for point in grid]
        found = {
            first + k: DrawLine(grid[a].spot, grid[b].spot)
            for k, (a, b) in enumerate(self.pairs)
            if free[a] and free[b] and self._is_allowed_cut(face, grid[a], grid[b])
        }
        return found | {
            first + self.lines_per_area - 1: DrawLine(*state.map.find_halving_line(area))
        }

    def _is_allowed_cut(self, face: Face, first: GridPoint, second: GridPoint) -> bool:
        if first.edge == second.edge:
            return False
        cap = face.cap_area(first.edge, first.xy, second.edge, second.xy)
        return self.min_piece <= cap <= face.area - self.min_piece

    def _grid_points(self, face: Face) -> list[GridPoint]:
        """Return the grid points of an area, in order along its border."""
        corners = [*face.polygon, face.polygon[0]]
        lengths = [dist(p, q) for p, q in pairwise(corners)]
        begins = [0.0, *accumulate(lengths)]
        found = []
        for k in range(self.points_per_area):
            along = begins[-1] * (k + 0.5) / self.points_per_area
            i = min(bisect_right(begins, along), len(lengths)) - 1
            share, edge = (along - begins[i]) / lengths[i], face.edges[i]
            (x, y), (u, v) = corners[i], corners[i + 1]
            found.append(
                GridPoint(i, edge.spot_at(share), (x + share * (u - x), y + share * (v - y)))
            )
        return found

    @staticmethod
    def _line_ends(state: Split, line: DrawLine) -> list[tuple[float, float]]:
        return [
            state.map.lines[spot.line].point_at(spot.position) for spot in (line.start, line.end)
        ]
