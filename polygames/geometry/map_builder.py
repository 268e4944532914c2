"""A planar map that is built line by line in place, for texts with thousands of lines.

`PlanarMap.with_line` copies the map for each line and looks at every face, so a position of n lines
takes time in proportion to n². Here a face is found by bisection, and a cut copies only the edges
of the face that it cuts.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right, insort
from collections import defaultdict
from math import inf
from typing import TYPE_CHECKING

from polygames.geometry.planar import PlanarMap, find_end_nearby, split_face

if TYPE_CHECKING:
    from polygames.geometry.planar import Chord, Face, HalfEdge, Spot


class MapBuilder:
    """A builder that adds lines to a planar map in place.

    Parameters
    ----------
    planar_map
        The map before the first line.

    Examples
    --------
    >>> from polygames.geometry.planar import Spot
    >>> builder = MapBuilder(PlanarMap.from_polygon([(0, 0), (10, 0), (10, 10), (0, 10)]))
    >>> start, end = Spot(0, 0.5), Spot(2, 0.5)
    >>> builder.add_line(builder.face_between(start, end), start, end)
    >>> [face.area for face in builder.build().faces]
    [50.0, 50.0]
    """

    def __init__(self, planar_map: PlanarMap) -> None:
        self._lines: list[Chord] = list(planar_map.lines)
        self._ends = [sorted(ends) for ends in planar_map.ends]
        self._faces: list[Face] = list(planar_map.faces)
        self._chords = list(planar_map.chords)
        # The edges on each side of a line, in order: their lower position and a key of their face.
        # Those of one side run in one direction and do not overlap.
        self._edges: dict[tuple[int, bool], list[tuple[float, int]]] = defaultdict(list)
        self._keys = list(range(len(self._faces)))  # by face
        self._face_of_key = list(range(len(self._faces)))
        for key, face in enumerate(self._faces):
            for edge in face.edges:
                self._set_edge_key(edge, key)

    @property
    def line_count(self) -> int:
        """The number of lines that divide the original polygon."""
        return len(self._chords)

    def build(self) -> PlanarMap:
        """Return the finished map as a `PlanarMap`."""
        ends = tuple(map(frozenset, self._ends))
        return PlanarMap(tuple(self._lines), ends, tuple(self._faces), tuple(self._chords))

    def face_between(self, start: Spot, end: Spot) -> int | None:
        """Return the index of a face with both spots inside its edges; None if there is none.

        If both are on one line, there may be two, and it is one of them.
        """
        for is_forward in (True, False):
            edges = self._edges.get((start.line, is_forward), [])
            place = bisect_right(edges, (start.position, inf)) - 1
            face = self._face_of_key[edges[place][1]] if place >= 0 else None
            if face is not None and self._faces[face].contains(start, end):
                return face
        return None

    def add_line(self, face: int, start: Spot, end: Spot) -> None:
        """Add a line through a face, from one spot on its edges to another.

        Raises
        ------
        ValueError
            If the spots are not inside two edges of the face, or lines meet there already.
        """
        pieces = split_face(
            face, self._faces[face], self._lines, (start, end), self._blocking_reason
        )
        self._lines.append(pieces.line)
        self._ends.append([])
        self._chords.append(pieces.chord)
        for spot in pieces.chord:
            insort(self._ends[spot.line], spot.position)
        self._faces[face] = pieces.first_face
        self._faces.append(pieces.second_face)
        self._assign_keys(face)

    def _assign_keys(self, face: int) -> None:
        """Assign face keys to the edges of both pieces of a cut face: `face` and the last face.

        The piece with fewer edges gets the new key, so that few edges change theirs.
        """
        added = len(self._faces) - 1
        old, new = self._keys[face], added
        small, large = sorted((face, added), key=lambda each: len(self._faces[each].edges))
        self._keys.append(new)
        self._face_of_key.append(added)
        for piece, key in ((small, new), (large, old)):
            self._keys[piece], self._face_of_key[key] = key, piece
        for edge in self._faces[small].edges:
            self._set_edge_key(edge, new)
        changed = self._faces[large]
        for line in (len(self._lines) - 1, *(spot.line for spot in self._chords[-1])):
            place = changed.edge_on(line)
            assert place is not None  # noqa: S101 - both pieces touch the new line and where it ends
            self._set_edge_key(changed.edges[place], old)

    def _set_edge_key(self, edge: HalfEdge, key: int) -> None:
        """Store the key of an edge's face, replacing any entry with the same lower end."""
        low = min(edge.start, edge.stop)
        edges = self._edges[edge.line, edge.start < edge.stop]
        place = bisect_left(edges, (low, -1))
        is_known = place < len(edges) and edges[place][0] == low
        edges[place : place + is_known] = [(low, key)]

    def _blocking_reason(self, spot: Spot) -> str | None:
        """Return the reason why no line may end at a spot, or None.

        See `PlanarMap.blocking_reason`.
        """
        ends = self._ends[spot.line]
        place = bisect_left(ends, spot.position)
        near = ends[max(0, place - 1) : place + 1]
        return find_end_nearby(spot, self._lines[spot.line].length, near)
