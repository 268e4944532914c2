"""The rules of Split. Numbers in brackets are those of RULES.md."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cached_property
from math import fsum
from numbers import Integral
from typing import TYPE_CHECKING, ClassVar, Literal, Self, TypeAlias

from polygames.core.errors import OptionError
from polygames.core.game_options import GameOptions, option, with_options
from polygames.core.lazy_imports import require_library
from polygames.core.moveset import LazyMoves, first_moves_text
from polygames.core.options import short_repr
from polygames.core.protocol import Outcome, Seat
from polygames.core.state import GameState
from polygames.games.split.moves import (
    ChooseArea,
    ChooseColor,
    DrawLine,
    FillArea,
    Move,
    line_fault,
    parse_point,
    snap_line,
)
from polygames.geometry.planar import PlanarMap, Spot

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from random import Random

    from shapely import Polygon


__all__ = ["Area", "ChooseArea", "ChooseColor", "DrawLine", "FillArea", "Move", "Split", "new"]

Color: TypeAlias = Literal["neutral", "red", "blue"]
Point: TypeAlias = tuple[float, float]

_NEXT_MOVE_TEXTS = {
    "line": "draw a line or fill an area now",
    "color": "choose a colour now",
    "area": "choose an area now",
}
"""The expected move of each phase, for messages."""

SIDE_COUNT = 4
SIDE_LENGTH = 10.0
SQUARE_AREA = SIDE_LENGTH * SIDE_LENGTH
AREA_TOLERANCE = 1e-6
"""The margin of a win over half of the square [8], and the rounding of the fill limit [6]."""
WIN_THRESHOLD = SQUARE_AREA / 2 + AREA_TOLERANCE
"""A score above this wins [8]."""
MIN_FILL_LIMIT = 0.01
"""The smallest fill limit; below it a game has tens of thousands of lines."""
MAX_TWO_PIECES_SHARE = 0.9
"""Maximum share of the fill limit for two pieces of the smallest size together."""
MAX_LINE_ATTEMPTS = 1000
"""Random lines tried in an area before the one that halves it is used."""


@dataclass(frozen=True)
class Area:
    """An area of a position: its polygon, value, owner, and the colours of its sides."""

    polygon: tuple[Point, ...]
    """Its corners in order; y points down."""
    value: float
    """Its geometric area, which is its worth in points."""
    owner: Seat | None
    """The seat that filled it, or None while it is open."""
    colors: tuple[Color, ...]
    """The colour of each side: side i runs from corner i to the next."""


@dataclass(frozen=True)
class Options(GameOptions, game="split"):
    """The options of `new`. Invalid ones raise OptionError."""

    fill_limit: float = option(
        5.0,
        "Fill at once up to",
        "No line may cut an area as small as this. The whole square is 100.",
    )
    fill_inclusive: bool = option(
        default=True,
        label="An area of exactly this size",
        value_names={
            True: "An area of exactly this size is filled at once, too",
            False: "An area of exactly this size may still be cut",
        },
    )
    min_area: float = option(
        1e-6, "Smallest piece", "A line may not cut off less than this. 0.000001 is one millionth."
    )

    def check(self) -> None:
        """Raise OptionError if the values could leave a large area without a legal line.

        An area that is not small is at least `fill_limit`, apart from rounding. A tenth of that is
        left over besides two pieces of `min_area`. So from any free place a line may end on some
        stretch of the border of at least 2 * 0.1 * fill_limit / 10 √2 > 1e-4. Each end on that
        stretch closes 2e-9 of a border (4e-9 for `PlanarMap.find_halving_line`), so ten thousand of
        them leave room for the line.
        """
        fits = self.min_area > 0 and MIN_FILL_LIMIT <= self.fill_limit < SQUARE_AREA / 2
        # Rounded, so that for example 3.15 and 7 are as far apart as they look.
        if not fits or round(2 * self.min_area / self.fill_limit, 12) > MAX_TWO_PIECES_SHARE:
            msg = (
                "the options of split must have "
                f"0 < 2 * min_area <= {MAX_TWO_PIECES_SHARE} * fill_limit and "
                f"{MIN_FILL_LIMIT} <= fill_limit < 50, "
                f"not min_area={self.min_area!r}, fill_limit={self.fill_limit!r}"
            )
            error = OptionError(msg)
            error.short = (
                f"Fill at once up to must be from {MIN_FILL_LIMIT} to less than 50. "
                f"Smallest piece must be above 0, and at most {MAX_TWO_PIECES_SHARE / 2:.0%} of it."
            )
            raise error

    def is_small(self, value: float) -> bool:
        """Return True if an area of this value is small: it can only be filled, not cut [6].

        Examples
        --------
        >>> Options().is_small(5.0), Options(fill_inclusive=False).is_small(5.0)
        (True, False)
        """
        value = round(value, 6)
        return value < self.fill_limit or (self.fill_inclusive and value == self.fill_limit)


@with_options(Options)
def new(options: Options) -> Split:
    """Return the starting position: the empty square [1, 2].

    Raises
    ------
    OptionError
        Unless ``0 < 2 * min_area <= 0.9 * fill_limit`` and ``0.01 <= fill_limit < 50``.

    Examples
    --------
    >>> start = new()
    >>> start.areas[0].value
    100.0
    >>> len(start.play(start.draw((0, 5), (10, 5))).areas)
    2
    >>> new(fill_limit=60)
    Traceback (most recent call last):
    ...
    polygames.core.errors.OptionError: ...
    """
    square = PlanarMap.from_polygon(
        [(0.0, 0.0), (SIDE_LENGTH, 0.0), (SIDE_LENGTH, SIDE_LENGTH), (0.0, SIDE_LENGTH)]
    )
    side: Color = "neutral"
    return Split(options, square, (side,) * SIDE_COUNT)


@dataclass(frozen=True, repr=False)
class Split(GameState[Move]):
    """A position of Split: the lines, the owners of the areas, and the seat to move."""

    game: ClassVar[str] = "split"
    seats: ClassVar[int] = 2

    rules: Options
    map: PlanarMap
    colors: tuple[Color, ...]
    """The colour of each line; the first four are the sides of the square."""
    owners: tuple[Seat | None, ...] = (None,)
    """The seat that filled each area, or None."""
    turn: Seat = 0
    seat_colors: tuple[Color, Color] | None = None
    """The colour of each seat, once chosen."""
    choice: tuple[int, int] | None = None
    """The two areas from which the seat to move chooses one for its opponent to fill."""
    ply: int = field(default=0, compare=False)

    @property
    def options(self) -> dict[str, object]:
        """The options of the game, as keyword arguments of `new`."""
        return dict(vars(self.rules))

    @cached_property
    def areas(self) -> tuple[Area, ...]:
        """All areas, filled and open; ``fill k`` and ``area k`` number them from 0.

        Examples
        --------
        >>> [(area.value, area.owner) for area in new().areas]
        [(100.0, None)]
        """
        return tuple(
            Area(face.polygon, face.area, owner, tuple(self.colors[e.line] for e in face.edges))
            for face, owner in zip(self.map.faces, self.owners, strict=True)
        )

    @cached_property
    def scores(self) -> tuple[float, ...]:
        """The total area that each seat has filled.

        Examples
        --------
        >>> new().scores
        (0.0, 0.0)
        """
        return tuple(
            fsum(f.area for f, owner in zip(self.map.faces, self.owners, strict=True) if owner == s)
            for s in range(self.seats)
        )

    @cached_property
    def outcome(self) -> Outcome | None:
        """The result: a win with over half of the square, a tie if the square is full, else None.

        See rule 8.
        """
        for seat, score in enumerate(self.scores):
            if score > WIN_THRESHOLD:
                return Outcome(frozenset({seat}), self.scores, "more than 50 points")
        if None not in self.owners:
            return Outcome(frozenset({0, 1}), self.scores, "all filled, 50 to 50")
        return None

    @property
    def legal_moves(self) -> SplitMoves:
        """The legal moves; there are infinitely many (a continuum) if lines can be drawn."""
        return SplitMoves(self)

    @property
    def phase(self) -> Literal["line", "color", "area"]:
        """The task of the seat to move: draw (or fill), choose a colour, or choose an area.

        Examples
        --------
        >>> start = new()
        >>> start.phase, start.play(start.draw((0, 5), (10, 5))).phase
        ('line', 'color')
        """
        if self.choice is not None:
            return "area"
        if self.seat_colors is None and len(self.colors) > SIDE_COUNT:
            return "color"
        return "line"

    @property
    def color(self) -> Color:
        """The colour that the seat to move draws in; the first line is red [2]."""
        return "red" if self.seat_colors is None else self.seat_colors[self.turn]

    @cached_property
    def open_areas(self) -> tuple[int, ...]:
        """The numbers of the open areas.

        Examples
        --------
        >>> new().open_areas
        (0,)
        """
        return tuple(k for k, owner in enumerate(self.owners) if owner is None)

    def is_small(self, area: int) -> bool:
        """Return True if an area is small: it can only be filled, not cut [6].

        Examples
        --------
        >>> new().is_small(0)
        False
        """
        return self.rules.is_small(self.map.faces[area].area)

    def why_forbidden(self, move: object) -> str | None:
        """Return the reason why a move is forbidden, or None if it is legal [2-6]."""
        match self.phase, move:
            case "color", ChooseColor(color):
                return None if color in ("red", "blue") else "the colour must be red or blue"
            case "area", ChooseArea(area):
                return self._choice_fault(area)
            case "line", FillArea(area):
                return self._fill_fault(area)
            case "line", DrawLine(start, end):
                return self._line_fault(start, end)
        return _NEXT_MOVE_TEXTS[self.phase]

    def after(self, move: Move) -> Self:
        """Return the position after a legal move [2-6]."""
        other = 1 - self.turn
        match move:
            case ChooseColor(color):
                mine: Color = color
                theirs: Color = "blue" if mine == "red" else "red"
                # Seat 1 chooses, and the blue player moves next [2].
                turn = 1 if mine == "blue" else 0
                return self._with_changes(seat_colors=(theirs, mine), turn=turn)
            case ChooseArea(area):
                return self._with_changes(owners=self._owners_with(area, other), choice=None)
            case FillArea(area):
                return self._with_changes(owners=self._owners_with(area, self.turn), turn=other)
            case DrawLine(start, end):
                return self._after_line(start, end)

    def draw(self, p: Point, q: Point) -> DrawLine | FillArea:
        """Return the legal move for a line between two points, without playing it.

        The area is the one with the middle of the segment. Each point moves to the nearest place on
        its border, the two on different sides, a little away from corners and from ends of other
        lines. In a small area the move is to fill it [6]: by a line between two of its sides, or
        between any two points inside it.

        Parameters
        ----------
        p, q
            Points (x, y) of the square.

        Raises
        ------
        IllegalMoveError
            If it is not time to draw a line, the area is filled, a point is more than
            `moves.SNAP_DISTANCE` from its border (a small area: outside it), both points are on one
            side, or a piece would be too small.

        Examples
        --------
        >>> str(new().draw((0, 5), (9.99, 5)))
        'draw 1@0.5 - 3@0.5'
        >>> corner = new().play(new().draw((0, 3), (3, 0))).play(ChooseColor("red"))
        >>> str(corner.draw((0, 2), (2, 0)))
        'fill 0'
        """
        p, q = (self._parse_point(point) for point in (p, q))
        text = f"draw {p[0]:g},{p[1]:g} - {q[0]:g},{q[1]:g}"
        if self.outcome is not None or self.phase != "line":
            raise self.illegal_move_error(text, str(self.why_not(text)))
        area = self.map.find_face(((p[0] + q[0]) / 2, (p[1] + q[1]) / 2))
        if self.owners[area] is not None:
            raise self.illegal_move_error(text, f"area {area} is filled")
        if self.is_small(area):
            if reason := line_fault(self.map, area, p, q):
                raise self.illegal_move_error(text, reason)
            return FillArea(area)
        line = snap_line(self.map, area, p, q)
        if isinstance(line, str):
            raise self.illegal_move_error(text, line)
        return self.legal(line, text)

    def _parse_point(self, point: object) -> Point:
        """Return a point as two floats; raise IllegalMoveError if it is malformed."""
        if (found := parse_point(point)) is None:
            text = f"draw {short_repr(point)}"
            raise self.illegal_move_error(text, "a point needs two finite coordinates")
        return found

    def to_shapely(self) -> tuple[Polygon, ...]:
        """Return the areas as shapely polygons, in order; shapely exports WKT and GeoJSON.

        Examples
        --------
        >>> [area.area for area in new().to_shapely()]
        [100.0]
        """
        require_library("shapely", "a shapely polygon")
        from shapely import Polygon

        return tuple(Polygon(area.polygon) for area in self.areas)

    def turn_text(self) -> str:
        """Return the ply, the seat to move and its task in words, for messages."""
        task = {"line": "draw or fill", "color": "choose a colour", "area": "choose an area"}
        return f"ply {self.ply}, seat {self.turn} to {task[self.phase]}"

    def _with_changes(self, **changes: object) -> Self:
        return replace(self, ply=self.ply + 1, **changes)  # type: ignore[arg-type]  # fields by name

    def _owners_with(self, area: int, seat: Seat) -> tuple[Seat | None, ...]:
        return (*self.owners[:area], seat, *self.owners[area + 1 :])

    def _choice_fault(self, area: object) -> str | None:
        choice = self.choice or ()
        if isinstance(area, Integral) and area in choice:
            return None
        return f"choose area {' or '.join(map(str, choice))}"

    def _fill_fault(self, area: object) -> str | None:
        k = int(area) if isinstance(area, Integral) else -1
        if k not in range(len(self.owners)):
            return f"there is no area {short_repr(area)}, only 0 to {len(self.owners) - 1}"
        if self.owners[k] is not None:
            return f"area {k} is filled"
        if self.is_small(k):
            return None
        value, limit = self.map.faces[k].area, self.rules.fill_limit
        return f"area {k} is worth {value:.6g}, too much to fill at a limit of {limit:g}"

    def _line_fault(self, start: Spot, end: Spot) -> str | None:
        if reason := self._end_fault(start) or self._end_fault(end):
            return reason
        if start.line == end.line:
            return "both ends lie on one line"
        area = self.map.face_between(start, end)
        if area is None:
            return "no area has both ends on its border"
        if self.owners[area] is not None:
            return f"area {area} is filled"
        if self.is_small(area):
            return f"area {area} is small and can only be filled: play 'fill {area}'"
        return self._cut_fault(area, start, end)

    def _end_fault(self, spot: Spot) -> str | None:
        if spot.line not in range(len(self.colors)):
            return f"there is no line {spot.line}, only 0 to {len(self.colors) - 1}"
        if not 0 < spot.position < 1:
            return f"{spot.position!r} is not inside line {spot.line}, between 0 and 1"
        return self.map.blocking_reason(spot)

    def _cut_fault(self, area: int, start: Spot, end: Spot) -> str | None:
        pieces = self.map.split_face(area, start, end)
        smallest, least = min(pieces.first_face.area, pieces.second_face.area), self.rules.min_area
        if smallest < least:
            return f"a piece of {smallest:.3g} is smaller than the least area {least:g}"
        return None

    def _after_line(self, start: Spot, end: Spot) -> Self:
        area = self.map.face_between(start, end)
        assert area is not None  # noqa: S101 - the move was found legal
        changes = {
            "map": self.map.with_line(area, start, end),
            "colors": (*self.colors, self.color),
            "owners": (*self.owners, None),
            "turn": 1 - self.turn,
        }
        if all(self.colors[spot.line] == self.color for spot in (start, end)):  # [5]
            changes["choice"] = (area, len(self.owners))
        return self._with_changes(**changes)


class SplitMoves(LazyMoves[Move]):
    """The legal moves of a position: a continuum wherever a line can be drawn."""

    state: Split
    __slots__ = ()

    @property
    def finite(self) -> bool:  # type: ignore[override]  # here it depends on the position
        """True if the moves can be listed, because no line can be drawn."""
        state = self.state
        if state.outcome is not None or state.phase != "line":
            return True
        return all(map(state.is_small, state.open_areas))

    def __iter__(self) -> Iterator[Move]:
        if self.finite:
            return super().__iter__()
        msg = (
            "the lines of Split form a continuum and cannot be counted or listed: "
            "use legal_moves.sample(rng) or legal_moves.candidates(n, rng)"
        )
        raise TypeError(msg)

    def iter_moves(self) -> Iterator[Move]:
        """Yield the moves other than lines: choices, or fills of small areas."""
        if self.state.phase == "color":
            yield from (ChooseColor("red"), ChooseColor("blue"))
        elif self.state.choice is not None:
            yield from map(ChooseArea, self.state.choice)
        else:
            yield from map(FillArea, filter(self.state.is_small, self.state.open_areas))

    def sample(self, rng: Random, /) -> Move:
        """Return a random legal move, distributed as RULES.md describes.

        Examples
        --------
        >>> from random import Random
        >>> moves = new().legal_moves
        >>> moves.sample(Random(1)) in moves
        True
        """
        state = self.state
        if state.outcome is not None or state.phase != "line":
            return super().sample(rng)
        area = rng.choice(state.open_areas)
        if state.is_small(area):
            return FillArea(area)
        edges = state.map.faces[area].edges
        for _ in range(MAX_LINE_ATTEMPTS):
            line = DrawLine(*(edge.spot_at(rng.random()) for edge in rng.sample(edges, 2)))
            if line in self:
                return line
        return DrawLine(*state.map.find_halving_line(area))  # legal, as `Options` shows

    def candidates(self, n: int, rng: Random, /) -> Sequence[Move]:
        """Return all moves if there are finitely many, else fills and random lines up to n moves.

        Examples
        --------
        >>> from random import Random
        >>> len(new().legal_moves.candidates(7, Random(1)))
        7
        """
        if self.finite:
            return super().candidates(n, rng)
        moves = list(self.iter_moves())
        while len(moves) < n or not moves:
            move = self.sample(rng)
            if isinstance(move, DrawLine):
                moves.append(move)
        return moves

    def __repr__(self) -> str:
        if self.finite:
            return super().__repr__()
        fills = first_moves_text(self.iter_moves()) or "no fills"
        return f"<legal moves: a continuum of lines, and {fills}>"
