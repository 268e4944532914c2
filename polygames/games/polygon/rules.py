"""The rules of Polygon. Numbers in brackets are those of RULES.md.

Points are exact (`polygames.geometry.exact`): the same point is the same object, so a position
is made of points, and every question about them has one right answer.
"""

from __future__ import annotations

from dataclasses import dataclass, field, fields, replace
from functools import cached_property, reduce
from itertools import combinations, pairwise, permutations
from typing import TYPE_CHECKING, ClassVar, Self, TypeAlias

from polygames.core.errors import OptionError
from polygames.core.game_options import GameOptions, option, with_options
from polygames.core.moveset import FiniteMoves
from polygames.core.protocol import Outcome, Seat
from polygames.core.state import GameState
from polygames.games.polygon.moves import (
    Claim,
    Crossings,
    Draw,
    Move,
    crossing_name,
    crossing_pair,
    crossings_by_pair,
    iter_crossings,
)
from polygames.geometry.exact import (
    MAX_CORNERS,
    MIN_CORNERS,
    Line,
    Plane,
    Point,
    convex,
    regular,
    vertex_name,
    vertex_number,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from fractions import Fraction

__all__ = ["Claim", "Draw", "Move", "PolygonGame", "new"]

Segment: TypeAlias = tuple[frozenset[Point], Seat | None]
"""The two ends, and the seat that drew it (None where colours do not matter)."""
SEAT_COLORS = ("Red", "Blue")
"""The colour in which each seat draws."""
NEIGHBOURS_TEXT = "neighbouring corners are already joined by a side"
MIN_CROSSING_SEGMENTS = 2
MAX_OFFERED_CORNERS = 30
"""The largest number of corners in the form for a new game."""
MAX_PLIES_LIMIT = 1000
"""A game of this length has 100,000 crossings and takes minutes to replay."""


@dataclass(frozen=True)
class Options(GameOptions, game="polygon"):
    """The options of `new`."""

    n: int = option(
        6,
        "Corners",
        "A game with more corners takes longer.",
        {n: str(n) for n in range(MIN_CORNERS, MAX_OFFERED_CORNERS + 1)},
        low=MIN_CORNERS,
        high=MAX_CORNERS,
        is_advanced=False,
    )
    vertices: tuple[tuple[Fraction | int, Fraction | int], ...] | None = option(
        None,
        doc="The corners of any strictly convex polygon instead, in order: 3 to 500 pairs of "
        'whole numbers, fractions or text such as ``"1/3"``, of up to 300 digits.',
    )
    colors: str = option(
        "different",
        "You may end at a crossing",
        "A crossing is a point where two segments cross.",
        {
            "different": "if its two colours are different",
            "same": "if its two colours are the same",
            "any": "of any two colours",
            "mixed": "Red: of the same colour, Blue: of different colours",
        },
    )
    concurrent: str = option(
        "strict",
        "Where three segments cross",
        value_names={"strict": "no segment may end there", "lenient": "a segment may end there"},
    )
    claim: bool = option(
        default=False,
        label="You must say when you cannot move",
        value_names={
            True: "You must say when you cannot move",
            False: "The game ends by itself when a player cannot move",
        },
    )
    max_plies: int = option(
        200,
        "Maximum number of moves",
        "After this many moves the game ends, and nobody wins.",
        low=1,
        high=MAX_PLIES_LIMIT,
    )

    def check(self) -> None:
        """Raise OptionError for a polygon that is not allowed."""
        if self.vertices is not None:
            self._read_vertices(self.vertices)
        self.vertex_numbers  # noqa: B018 - the polygon is checked, and its points stay with the options

    def _read_vertices(self, vertices: Sequence[Sequence[Fraction | int]]) -> None:
        corners = convex(vertices).corners
        if self.n not in {Options.n, len(corners)}:
            msg = f"the option n of polygon must be {len(corners)}, as in vertices, not {self.n!r}"
            raise OptionError(msg)
        plain = ((x.numerator if x.denominator == 1 else x for x in corner) for corner in corners)
        object.__setattr__(self, "n", len(corners))
        object.__setattr__(self, "vertices", tuple(map(tuple, plain)))

    @cached_property
    def plane(self) -> Plane:
        """The plane of the polygon, with its vertices as exact points."""
        return regular(self.n) if self.vertices is None else convex(self.vertices)

    @cached_property
    def vertex_numbers(self) -> dict[Point, int]:
        """The number of each vertex, counted from 0 around the polygon."""
        return {point: k for k, point in enumerate(self.plane.vertices)}

    def __reduce__(self) -> tuple[object, ...]:
        return Options, tuple(getattr(self, part.name) for part in fields(self))

    def are_neighbours(self, first: Point, second: Point) -> bool:
        """Return True if two points are vertices joined by an edge [2].

        Examples
        --------
        >>> state = new(n=5)
        >>> A, B, C = state.vertices[:3]
        >>> state.rules.are_neighbours(A, B), state.rules.are_neighbours(A, C)
        (True, False)
        """
        if first not in self.vertex_numbers or second not in self.vertex_numbers:
            return False
        return abs(self.vertex_numbers[first] - self.vertex_numbers[second]) in {1, self.n - 1}

    def can_end_at(self, seat: Seat, segments: Sequence[int]) -> bool:
        """Return True if a seat may end at a crossing, given the segments through it [5, 6]."""
        wanted = self.colors
        if wanted == "mixed":
            wanted = "same" if seat == 0 else "different"
        if wanted == "any":
            return True
        return any(
            (i - j) % 2 == (wanted == "different")
            for i, j in combinations(segments, MIN_CROSSING_SEGMENTS)
        )


@with_options(Options)
def new(options: Options) -> PolygonGame:
    """Return the starting position: a polygon without segments [1].

    Raises
    ------
    OptionError
        If a value is not allowed or the polygon is not strictly convex.

    Examples
    --------
    >>> state = new(n=5)
    >>> while state.outcome is None:
    ...     state = state.play(next(iter(state.legal_moves)))
    >>> print(state.outcome)
    seat 0 wins, 1 - 0 (no segment can be drawn)
    """
    return PolygonGame(options)


@dataclass(frozen=True, repr=False)
class PolygonGame(GameState[Move]):
    """A position of Polygon: the segments drawn, and the point where the next one begins."""

    game: ClassVar[str] = "polygon"
    seats: ClassVar[int] = 2

    rules: Options
    drawn: frozenset[Segment] = frozenset()
    here: Point | None = None
    """The point where the last segment ended and the next one begins; None at the start."""
    is_claimed: bool = False
    """Whether a player has claimed that no segment is left, and lost."""
    ply: int = field(default=0, compare=False)
    path: tuple[Point, ...] = field(default=(), compare=False, repr=False)
    """The start of the first segment, then the end of each segment."""
    lines: tuple[Line, ...] = field(default=(), compare=False, repr=False)
    """The segments in the order drawn, as lines from start to end."""
    crossings: Crossings = field(default_factory=dict, compare=False, repr=False)
    """The crossings, each with the numbers of its segments in rising order from 1."""

    def __hash__(self) -> int:
        """Return a hash of the position; options are left out because they seldom differ."""
        return hash((self.drawn, self.here, self.is_claimed))

    @property
    def options(self) -> dict[str, object]:
        """The options of this game, as keywords of `new`."""
        return {part.name: getattr(self.rules, part.name) for part in fields(self.rules)}

    @property
    def turn(self) -> Seat:
        """The seat to move; after the end, the seat that would move next."""
        return self.ply % self.seats

    # --- Points and their names -------------------------------------------------------------------

    @property
    def wording(self) -> tuple[Point, ...]:
        """The path, on which the names of crossings depend; see `core.state.move_name_key`."""
        return self.path

    @property
    def vertices(self) -> tuple[Point, ...]:
        """The corners of the polygon.

        Examples
        --------
        >>> len(new(n=5).vertices)
        5
        """
        return self.rules.plane.vertices

    @property
    def points(self) -> Iterator[Point]:
        """All points that have a name: the vertices, then the crossings.

        Examples
        --------
        >>> state = new(n=4)
        >>> [state.name(point) for point in state.points]
        ['A', 'B', 'C', 'D']
        """
        yield from self.vertices
        yield from self.crossings

    @cached_property
    def dots(self) -> frozenset[Point]:
        """The points where a segment has ended, so that no other may end there [4]."""
        return frozenset(self.path[1:])

    def name(self, point: Point) -> str:
        """Return the name of a vertex or crossing; raise KeyError for another point.

        Examples
        --------
        >>> state = new()
        >>> state.name(state.vertices[2])
        'C'
        """
        if point in self.rules.vertex_numbers:
            return vertex_name(self.rules.vertex_numbers[point])
        return crossing_name(self.crossings[point])

    def point(self, name: str) -> Point | None:
        """Return the point of this name, or None if there is none.

        Where three or more segments cross, any two of them name the point.

        Examples
        --------
        >>> state = new()
        >>> state.point("C") is state.vertices[2], state.point("Z") is None
        (True, True)
        """
        if pair := crossing_pair(name):
            return self._points_by_name.get(pair)
        place = vertex_number(name)
        return self.vertices[place] if place is not None and place < self.rules.n else None

    @cached_property
    def _points_by_name(self) -> dict[tuple[int, int], Point]:
        return crossings_by_pair(self.crossings)

    def draw(self, start: Point, end: Point) -> Draw:
        """Return the move that joins two points, without checking the rules."""
        return Draw(self.name(start), self.name(end), is_first=self.here is None)

    def ends(self, move: Draw) -> tuple[Point, Point]:
        """Return the start and the end of a legal move."""
        start, end = self.point(move.start), self.point(move.end)
        assert start is not None  # noqa: S101 - the move is legal
        assert end is not None  # noqa: S101 - as above
        return start, end

    @property
    def moves(self) -> tuple[Draw, ...]:
        """The segments drawn, as moves.

        Examples
        --------
        >>> state = new()
        >>> [str(move) for move in state.play(state.parse("A-C")).moves]
        ['A-C']
        """
        return tuple(Draw(self.name(p), self.name(q)) for p, q in pairwise(self.path))

    # --- Moves ------------------------------------------------------------------------------------

    @property
    def legal_moves(self) -> FiniteMoves[Move]:
        """The legal moves: all drawable segments and, with the option `claim`, the claim.

        Examples
        --------
        >>> len(new(n=4).legal_moves), len(new(n=3).legal_moves)
        (4, 0)
        """
        return FiniteMoves(self._move_set)

    @cached_property
    def _move_set(self) -> tuple[Move, ...]:
        if self.outcome is not None:
            return ()
        draws = [self.draw(start, end) for start, end in self.segments]
        return (*draws, Claim()) if self.rules.claim else tuple(draws)

    @cached_property
    def segments(self) -> tuple[tuple[Point, Point], ...]:
        """The drawable segments as (start, end), even if the game is over [2, 3]."""
        if self.here is None:
            pairs = permutations(self.vertices, MIN_CROSSING_SEGMENTS)
            return tuple((p, q) for p, q in pairs if not self.rules.are_neighbours(p, q))
        return tuple((self.here, end) for end in self.targets)

    @cached_property
    def targets(self) -> tuple[Point, ...]:
        """The points where the next segment may end; before the first move, its possible starts."""
        if self.here is None:
            return self.vertices if self.rules.n > 3 else ()  # noqa: PLR2004 - [1]
        return tuple(
            point for point in self.points if self._segment_fault(self.here, point) is None
        )

    def why_forbidden(self, move: object) -> str | None:
        """Return the reason why the rules forbid a move, or None if they allow it [2-8]."""
        if isinstance(move, Claim):
            return None if self.rules.claim else "claims are switched off: the game ends by itself"
        if not isinstance(move, Draw):
            return "a move must join two points"
        if self.here not in {None, self.point(move.start)}:
            return f"the segment must start at {self.name(self.here)}, where the last one ended"
        return self.why_no_target(move.end, move.start)

    def why_no_target(self, point: Point | str, start: Point | str | None = None) -> str | None:
        """Return the reason why the next segment may not end at a point, or None if it may.

        Parameters
        ----------
        point
            The point or its name. With nothing drawn and no `start` given: where to begin.
        start
            Where the first segment begins.

        Examples
        --------
        >>> state = new()
        >>> after = state.play(state.parse("A-C"))
        >>> after.why_no_target("E") is None, after.why_no_target("C") is None
        (True, False)
        """
        if self.outcome is not None:
            return f"the game is over: {self.outcome}"
        found = self.point(point) if isinstance(point, str) else point
        if found is None or not (found in self.rules.vertex_numbers or found in self.crossings):
            return f"there is no point {point}"
        begin = self.here
        if begin is None:
            if start is None:
                return None if found in self.targets else "a triangle has no diagonals"
            begin = self.point(start) if isinstance(start, str) else start
            if begin not in self.rules.vertex_numbers:
                return f"the first segment must start at a corner, not at {start}"
        return self._segment_fault(begin, found)

    def _segment_fault(self, start: Point, end: Point) -> str | None:
        """Return the reason why no segment may join two points, or None if one may [3-7]."""
        if end is start:
            return "a segment cannot end where it starts"
        if end in self.dots:
            return "a segment ends here already"
        if self.rules.are_neighbours(start, end):
            return NEIGHBOURS_TEXT
        fault = self._crossing_fault(self.crossings.get(end, ()))
        if fault is None and (along := self._find_overlap(start, end)):
            fault = f"the segment would overlap segment {along}"
        return fault

    def _crossing_fault(self, segments: Sequence[int]) -> str | None:
        """Return the reason why no segment may end at a crossing, or None if one may [5, 6]."""
        if len(segments) > MIN_CROSSING_SEGMENTS and self.rules.concurrent == "strict":
            return f"{len(segments)} segments cross here, but only two may"
        if not segments or self.rules.can_end_at(len(self.lines) % 2, segments):
            return None
        i, j = segments[:MIN_CROSSING_SEGMENTS]
        needed = "the same colour" if (i - j) % 2 else "different colours"
        return f"segments {i} and {j} must have {needed}"

    def _find_overlap(self, start: Point, end: Point) -> int | None:
        """Return the number of a drawn segment that a new one would overlap, or None [7]."""
        through = self.crossings.get(end, ())
        for number, line in self._lines_here if start is self.here else ():
            if number in through or (line.contains(end) and line.overlaps(start, end)):
                return number
        return None

    @cached_property
    def _lines_here(self) -> tuple[tuple[int, Line], ...]:
        """The drawn segments collinear with the start of the next one, with their numbers."""
        here, lines = self.here, enumerate(self.lines, 1)
        return () if here is None else tuple((k, line) for k, line in lines if line.contains(here))

    # --- Play -------------------------------------------------------------------------------------

    def after(self, move: Move) -> Self:
        """Return the position after a legal move."""
        if isinstance(move, Claim):
            return replace(self, is_claimed=True, ply=self.ply + 1)
        return self.with_segment(*self.ends(move))

    def with_segment(self, start: Point, end: Point) -> Self:
        """Return the position after a new segment, without a check that it is legal."""
        line = Line(start, end)
        number = len(self.lines) + 1
        # A point met a second time was a crossing before: all its segments are known.
        met = iter_crossings(line, self.path, self.lines, self.crossings)
        new = {point: (*self.crossings.get(point, (k,)), number) for k, point in met}
        crossings = {**self.crossings, **new}
        color = None if self.rules.colors == "any" else self.turn
        return type(self)(
            self.rules,
            self.drawn | {(frozenset((start, end)), color)},
            end,
            ply=self.ply + 1,
            path=(*self.path, end) if self.path else (start, end),
            lines=(*self.lines, line),
            crossings=crossings,
        )

    # --- The end ----------------------------------------------------------------------------------

    @cached_property
    def outcome(self) -> Outcome | None:
        """The result if the mover cannot draw [8] or the move limit is reached [9], else None.

        Examples
        --------
        >>> new().outcome is None, new(n=3).outcome.winners
        (True, frozenset({1}))
        """
        if self.is_claimed:
            remaining = len(self.segments)
            said = f"wrongly, {remaining} could be drawn" if remaining else "rightly"
            who = SEAT_COLORS[1 - self.turn]
            return self._win_for(self.turn, f"{who} claims that no move is left, {said}")
        if self.ply >= self.rules.max_plies:
            return Outcome(frozenset(), (0, 0), f"unfinished after {self.ply} moves")
        if not self.rules.claim and not self.segments:
            return self._win_for(1 - self.turn, "no segment can be drawn")
        return None

    def _win_for(self, seat: Seat, reason: str) -> Outcome:
        return Outcome(frozenset({seat}), tuple(int(s == seat) for s in range(2)), reason)

    @property
    def scores(self) -> tuple[float, ...]:
        """The scores: 1 for the winner, 0 for the loser, 0 for both without a winner [8]."""
        return (0, 0) if self.outcome is None else self.outcome.scores

    def __reduce__(self) -> tuple[object, ...]:
        return _replay, (self.rules, (*self.moves, *[Claim()] * self.is_claimed))


def _replay(rules: Options, moves: Sequence[Move]) -> PolygonGame:
    """Return the position after moves that are known to be legal."""
    return reduce(PolygonGame.after, moves, PolygonGame(rules))
