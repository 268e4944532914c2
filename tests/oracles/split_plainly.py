"""A second, simple implementation of Split with lists of corners, to compare with the package.

Nothing here is shared with the package but the text of moves. An area is a list of corners, each
with the number of the line that its next side lies on; a line is two points.
"""

from itertools import pairwise
from math import dist, fsum, hypot

SQUARE_CORNERS = ((0.0, 0.0), (10.0, 0.0), (10.0, 10.0), (0.0, 10.0))
SQUARE_SIDES = tuple(
    (min(p, q), max(p, q)) for p, q in pairwise((*SQUARE_CORNERS, SQUARE_CORNERS[0]))
)
"""The sides of the square. Positions on them count from the left or from the top."""
TOUCH_DISTANCE = 1e-9


def polygon_area(corners):
    """Return the area of a polygon as a sum of triangles at its first corner."""
    (x0, y0), *rest = corners
    moved = [(x - x0, y - y0) for x, y in rest]
    return abs(fsum(a * d - b * c for (a, b), (c, d) in pairwise(moved))) / 2


def is_inside(point, corners):
    """Return True if a point is inside a convex polygon, on the same side of all its sides."""
    x, y = point
    sides = [
        (x1 - x0) * (y - y0) - (y1 - y0) * (x - x0)
        for (x0, y0), (x1, y1) in zip(corners, (*corners[1:], corners[0]), strict=True)
    ]
    return all(side > 0 for side in sides) or all(side < 0 for side in sides)


class Area:
    """An area: its corners, the line of the side after each corner, and its owner."""

    def __init__(self, corners, lines):
        self.corners, self.lines, self.owner = corners, lines, None
        self.value = polygon_area(corners)

    def slack(self, line, point):
        """Return the distance of a point from the side on a line; it is negative outside."""
        if line not in self.lines:
            return -1.0
        k = self.lines.index(line)
        (x0, y0), (x1, y1) = self.corners[k], self.corners[(k + 1) % len(self.corners)]
        length = hypot(x1 - x0, y1 - y0)
        along = ((point[0] - x0) * (x1 - x0) + (point[1] - y0) * (y1 - y0)) / length
        return min(along, length - along)

    def cut(self, line, p, other, q, number):
        """Return the two parts of the area on both sides of a new line from p to q."""
        i, j = self.lines.index(line), self.lines.index(other)
        if i > j:
            return self.cut(other, q, line, p, number)
        corners, lines = self.corners, self.lines
        one = Area(
            [*corners[: i + 1], p, q, *corners[j + 1 :]],
            [*lines[: i + 1], number, lines[j], *lines[j + 1 :]],
        )
        two = Area([p, *corners[i + 1 : j + 1], q], [lines[i], *lines[i + 1 : j + 1], number])
        return one, two


class Game:
    """A mutable game."""

    def __init__(self, fill_limit, fill_inclusive, min_area):
        self.limit, self.inclusive, self.least = fill_limit, fill_inclusive, min_area
        self.areas = [Area(list(SQUARE_CORNERS), [0, 1, 2, 3])]
        self.lines = list(SQUARE_SIDES)
        self.ink = ["neutral"] * 4
        self.ends = [set() for _ in self.lines]
        self.seat, self.phase, self.colors, self.pair = 0, "line", None, ()

    def is_small(self, area):
        value = round(area.value, 6)
        return value < self.limit or (self.inclusive and value == self.limit)

    @property
    def open(self):
        return [area for area in self.areas if area.owner is None]

    @property
    def scores(self):
        return [fsum(a.value for a in self.areas if a.owner == seat) for seat in (0, 1)]

    def result(self):
        """Return None, or the seats that won."""
        for seat, score in enumerate(self.scores):
            if score > 50 + 1e-6:
                return {seat}
        return None if self.open else {0, 1}

    def area_at(self, point):
        """Return the area around a point."""
        return next(area for area in self.areas if is_inside(point, area.corners))

    def spot(self, line, at):
        (x0, y0), (x1, y1) = self.lines[line]
        return (x0 + at * (x1 - x0), y0 + at * (y1 - y0))

    def draw(self, line, at, other, to):
        """Draw a line. Raise AssertionError if the rules forbid it."""
        p, q = self.spot(line, at), self.spot(other, to)
        slacks = [(min(a.slack(line, p), a.slack(other, q)), k) for k, a in enumerate(self.areas)]
        slack, k = max(slacks)
        area = self.areas[k]
        assert line != other, "both ends on one line"
        assert slack > -TOUCH_DISTANCE, "no area has both ends on its border"
        assert at not in self.ends[line], "there was an end"
        assert to not in self.ends[other], "there was an end"
        assert area.owner is None, "the area was filled"
        assert not self.is_small(area), "the area can only be filled"
        pieces = area.cut(line, p, other, q, len(self.lines))
        assert min(piece.value for piece in pieces) > self.least - TOUCH_DISTANCE, (
            "too small a piece"
        )
        self.areas[k : k + 1] = pieces
        mine = self.colors[self.seat] if self.colors else "red"
        is_closed = self.ink[line] == self.ink[other] == mine
        self.lines.append((p, q))
        self.ink.append(mine)
        self.ends.append(set())
        self.ends[line].add(at)
        self.ends[other].add(to)
        self.seat = 1 - self.seat
        if self.colors is None:
            self.phase = "color"
        elif is_closed:
            self.phase, self.pair = "area", pieces

    def turn_line(self, start, end):
        """Set the end of the last line from which positions on it are counted; either is valid."""
        p, q = self.lines[-1]
        if dist(p, start) > TOUCH_DISTANCE:
            p, q = q, p
        assert max(dist(p, start), dist(q, end)) < TOUCH_DISTANCE, "the line is elsewhere"
        self.lines[-1] = p, q

    def color(self, mine):
        """Choose a colour; blue moves next."""
        theirs = "blue" if mine == "red" else "red"
        self.colors = [None, None]
        self.colors[self.seat], self.colors[1 - self.seat] = mine, theirs
        self.seat, self.phase = self.colors.index("blue"), "line"

    def choose(self, area):
        assert area in self.pair, "no area to choose"
        area.owner, self.phase, self.pair = 1 - self.seat, "line", ()

    def fill(self, area):
        assert area.owner is None, "filled already"
        assert self.is_small(area), "too large to fill"
        area.owner, self.seat = self.seat, 1 - self.seat
