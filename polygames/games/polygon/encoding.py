"""The numeric encoding of Polygon's moves and positions."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from polygames.core.plugs import Encoding
from polygames.games.polygon.moves import Claim, crossing_pair
from polygames.geometry.exact import vertex_number

if TYPE_CHECKING:
    from polygames.core.protocol import Seat
    from polygames.games.polygon.moves import Move
    from polygames.games.polygon.rules import PolygonGame


class PolygonEncoding(Encoding):
    """The encoding of Polygon: moves in four blocks of numbers, positions as rows of segments.

    Let n be the number of vertices and m the greatest number of segments. The blocks of moves are
    first the pairs of vertices that the first segment joins (n * n, start by start), then the
    vertices (n) and the crossings (m (m - 1) / 2) that a later one leads to, and at last the claim.
    The crossing of segments i < j has place (j - 1) (j - 2) / 2 + i - 1, so its number is the same
    however long the game becomes.

    A position has a row for each segment: whether it is there, whether it is this seat's, and its
    ends (x, y), (x, y), scaled to -1 to 1. With ``max_plies=40`` both are small enough to learn.

    Examples
    --------
    >>> start = pg.new("polygon", max_plies=40)
    >>> encoding = PolygonEncoding(start)
    >>> encoding.actions, encoding.shape
    (823, (40, 6))
    >>> encoding.number(start, start.parse("A-C"))
    2
    """

    def __init__(self, start: PolygonGame) -> None:
        self.n, most = start.rules.n, start.rules.max_plies
        self.first_crossing = self.n * self.n + self.n
        self.claim_number = self.first_crossing + most * (most - 1) // 2
        self.actions = self.claim_number + 1
        self.longest = most + 1
        self.shape = (most, 6)
        corners = [point.xy for point in start.vertices]
        sides = [(min(values), max(values)) for values in zip(*corners, strict=True)]
        self.center = [(low + high) / 2 for low, high in sides]
        self.half_size = max(high - low for low, high in sides) / 2

    def number(self, state: PolygonGame, move: Move) -> int:
        """Return the integer that represents a move."""
        if isinstance(move, Claim):
            return self.claim_number
        if pair := crossing_pair(move.end):
            i, j = pair
            return self.first_crossing + (j - 1) * (j - 2) // 2 + i - 1
        end = vertex_number(move.end)
        start = self.n if state.here is not None else vertex_number(move.start)
        assert start is not None  # noqa: S101 - the move is legal
        assert end is not None  # noqa: S101 - as above
        return start * self.n + end

    def observe(self, state: PolygonGame, seat: Seat) -> list[float]:
        """Return a position as a flat list: six numbers per drawn segment, padded with zeros."""
        rows: list[float] = []
        for ply, ends in enumerate(pairwise(state.path)):
            rows += [1.0, float(ply % state.seats == seat)]
            for point in ends:
                rows += [
                    (value - middle) / self.half_size
                    for value, middle in zip(point.xy, self.center, strict=True)
                ]
        return rows + [0.0] * (self.shape[0] * self.shape[1] - len(rows))
