"""Puzzles of Split that are decided within two moves, with any rules and any number of areas.

A player threatens to win in an area if one move there is enough for more than half of the square:

- The area is small, and its size is enough.
- The area is large, and a line between two lines of the player's own colour leaves two pieces that
  are both enough. The cap of a convex area between two sides grows with both ends of the line, so
  its size takes all values between two limits. `even_piece` computes the largest smaller piece.

So the sizes of pieces decide three questions. They are the certificate of a puzzle.

- A move wins at once if it carries out a threat.
- A move saves the game for now if the other player then has no threat.
- A move wins with the next one if the other player then has no threat and the mover has two. Each
  move changes one area only, so one of the two remains. With a single threat in a small area the
  other player fills that area, and no threat is left. A single threat in a large area is not
  decided here, and `is_clear` rejects positions where it could occur.
"""

from __future__ import annotations

from itertools import combinations, product
from typing import TYPE_CHECKING, Final, Literal, NamedTuple

from polygames.games.split.rules import (
    WIN_THRESHOLD,
    ChooseArea,
    Color,
    DrawLine,
    FillArea,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from polygames.core.protocol import Seat
    from polygames.games.split.rules import Move, Split
    from polygames.geometry.planar import Face

MIN_MARGIN: Final = 0.05
"""Least distance of a decisive size from the limit, so that no rounding decides a puzzle."""
MAX_POINTS_MISSING: Final = 11.0
"""Greatest number of points that the leader needs, in a position near the end."""
PLACES_FOR_EVEN_LINE: Final = 16
"""Places on a side between which the evenest line is chosen."""

Question = Literal["win", "win next", "save"]
"""What the best move of a puzzle does: win at once, win with the next move, or stop a win."""


def even_piece(face: Face, colors: Sequence[Color], color: Color) -> float:
    """Return the size that the smaller piece can reach, by a line between lines of one colour.

    Return 0 if fewer than two sides of the area have the colour.
    """
    corners, best = face.polygon, 0.0
    own = [number for number, edge in enumerate(face.edges) if colors[edge.line] == color]
    for i, j in combinations(own, 2):
        low = face.cap_area(i, corners[i + 1], j, corners[j])
        high = face.cap_area(i, corners[i], j, corners[(j + 1) % len(corners)])
        half = face.area / 2
        best = max(best, min(high, half) if low < half else face.area - low)
    return best


class Sizes(NamedTuple):
    """The sizes that decide a position: of its open areas, and what the seats still need."""

    missing: tuple[float, ...]
    """The points that each seat has to exceed to win."""
    reached: tuple[tuple[float, ...], ...]
    """For each open area the points that each seat can be sure of by one move in it."""
    is_small: tuple[bool, ...]
    """Whether each open area can be filled."""

    def threats(self, seat: Seat) -> list[int]:
        """Return the indexes of the areas in which a seat wins by one move, if it is its turn."""
        return [at for at, reached in enumerate(self.reached) if reached[seat] > self.missing[seat]]

    def clearance(self) -> float:
        """Return the least distance of a size from the points that a seat needs."""
        gaps = [
            abs(reached[seat] - missing)
            for seat, missing in enumerate(self.missing)
            for reached in (*self.reached, (0.0,) * len(self.missing))
        ]
        return min(gaps)

    def without(self, area: int) -> Sizes:
        """Return the sizes without the open area at an index."""
        reached, is_small = self.reached, self.is_small
        return self._replace(
            reached=(*reached[:area], *reached[area + 1 :]),
            is_small=(*is_small[:area], *is_small[area + 1 :]),
        )

    def with_points(self, seat: Seat, points: float) -> Sizes:
        """Return the sizes after a seat has got points."""
        missing = list(self.missing)
        missing[seat] -= points
        return self._replace(missing=tuple(missing))


def measure(state: Split) -> Sizes:
    """Return the sizes of a position."""
    faces = [state.map.faces[area] for area in state.open_areas]
    return Sizes(
        tuple(WIN_THRESHOLD - score for score in state.scores),
        tuple(_reach(state, face, state.colors) for face in faces),
        tuple(state.rules.is_small(face.area) for face in faces),
    )


def _reach(state: Split, face: Face, colors: Sequence[Color]) -> tuple[float, ...]:
    if state.rules.is_small(face.area):
        return (face.area,) * state.seats
    assert state.seat_colors is not None  # noqa: S101 - puzzles begin after the choice of colours
    return tuple(even_piece(face, colors, color) for color in state.seat_colors)


def sizes_after(state: Split, move: Move, before: Sizes | None = None) -> list[Sizes]:
    """Return the sizes after a move, or those after each choice of the other player.

    `before` are the sizes before the move, if they are known.
    """
    now = before or measure(state)
    if isinstance(move, DrawLine):
        return _sizes_after_line(state, move, now)
    assert isinstance(move, FillArea | ChooseArea)  # noqa: S101 - puzzles begin after the colours
    seat = 1 - state.turn if isinstance(move, ChooseArea) else state.turn
    rest = now.without(state.open_areas.index(move.area))
    return [rest.with_points(seat, state.map.faces[move.area].area)]


def _sizes_after_line(state: Split, move: DrawLine, now: Sizes) -> list[Sizes]:
    area = state.map.face_between(move.start, move.end)
    assert area is not None  # noqa: S101 - the line is legal
    pieces = state.map.split_face(area, move.start, move.end)
    rest, colors = now.without(state.open_areas.index(area)), (*state.colors, state.color)
    faces = [pieces.first_face, pieces.second_face]
    ends = [
        Sizes((), (_reach(state, face, colors),), (state.rules.is_small(face.area),))
        for face in faces
    ]
    if not is_own_line(state, move):
        return [_join_sizes(_join_sizes(rest, ends[0]), ends[1])]
    return [
        _join_sizes(rest, other).with_points(state.turn, face.area)
        for face, other in zip(faces, reversed(ends), strict=True)
    ]


def is_own_line(state: Split, line: DrawLine) -> bool:
    """Return True if both ends of a line are on lines of the mover's colour."""
    return all(state.colors[end.line] == state.color for end in (line.start, line.end))


def _join_sizes(sizes: Sizes, more: Sizes) -> Sizes:
    return sizes._replace(
        reached=sizes.reached + more.reached, is_small=sizes.is_small + more.is_small
    )


def wins(state: Split, move: Move, before: Sizes | None = None) -> bool:
    """Return True if a move wins at once, or a choice lets the chooser win with its next move."""
    seat, ends = state.turn, sizes_after(state, move, before)
    if state.phase == "area":
        return all(each.missing[1 - seat] >= 0 and bool(each.threats(seat)) for each in ends)
    return all(each.missing[seat] < 0 for each in ends)


def wins_with_next_move(state: Split, move: Move, before: Sizes | None = None) -> bool:
    """Return True if the mover wins with its next move, for every reply to this one."""
    seat = state.turn
    return all(
        each.missing[seat] < 0 or (not each.threats(1 - seat) and len(each.threats(seat)) > 1)
        for each in sizes_after(state, move, before)
    )


def saves(state: Split, move: Move, before: Sizes | None = None) -> bool:
    """Return True if the other player cannot win by its next move."""
    seat = state.turn
    return all(
        each.missing[seat] < 0 or not each.threats(1 - seat)
        for each in sizes_after(state, move, before)
    )


MOVE_TESTS: Final = {"win": wins, "win next": wins_with_next_move, "save": saves}


def question(state: Split, *, is_win: bool) -> Question:
    """Return the question of a puzzle: the quickest win, or else how to stop the other player."""
    if not is_win:
        return "save"
    return "win" if state.phase == "area" or measure(state).threats(state.turn) else "win next"


def is_clear(state: Split) -> bool:
    """Return True if no size is close to a limit, and the value of each move is known."""
    now, seat = measure(state), state.turn
    if now.clearance() < MIN_MARGIN:
        return False
    if now.threats(seat) or all(now.is_small):
        return True
    large = [area for area in state.open_areas if not state.is_small(area)]
    gain = max(
        reached[seat] for reached, small in zip(now.reached, now.is_small, strict=True) if not small
    )
    if max(state.map.faces[area].area for area in large) / 2 >= now.missing[seat] - gain:
        return False
    fills = [FillArea(area) for area in state.open_areas if state.is_small(area)]
    return not any(_is_open(end, seat) for fill in fills for end in sizes_after(state, fill))


def _is_open(end: Sizes, seat: Seat) -> bool:
    """Return True if the only threat of a seat is in a large area, and the other has none."""
    own = end.threats(seat)
    return len(own) == 1 and not end.is_small[own[0]] and not end.threats(1 - seat)


def refute(state: Split, move: Move) -> Move | None:
    """Return a reply after which a move neither wins in time nor stops the win of the other player.

    Return None if any reply does.
    """
    after = state.play(move)
    if after.outcome is not None or after.turn == state.turn:
        return None
    replies = _replies(after, state.turn)
    return next(
        (reply for reply in replies if _has_lost_the_win(after.play(reply), state.turn)), None
    )


def _replies(state: Split, seat: Seat) -> list[Move]:
    """Return replies in the areas in which a player threatens to win, first those that win."""
    if state.phase == "area":
        return [ChooseArea(area) for area in state.choice or ()]
    now = measure(state)
    areas = [state.open_areas[at] for who in (1 - seat, seat) for at in now.threats(who)]
    lines = (even_line(state, area, state.turn) for area in areas if not state.is_small(area))
    return [
        *(FillArea(area) for area in areas if state.is_small(area)),
        *(line for line in lines if line is not None),
    ]


def _has_lost_the_win(after: Split, seat: Seat) -> bool:
    """Return True if the other player wins, or the seat cannot win with its next move."""
    if after.outcome is not None:
        return after.outcome.winners != {seat}
    if after.phase == "area":  # the other player has drawn between its own lines
        return all(each.missing[1 - seat] < 0 for each in _ends_of_choice(after))
    now = measure(after)
    return not now.threats(seat) if after.turn == seat else bool(now.threats(1 - seat))


def _ends_of_choice(state: Split) -> list[Sizes]:
    return [end for area in state.choice or () for end in sizes_after(state, ChooseArea(area))]


def even_line(state: Split, area: int, seat: Seat) -> DrawLine | None:
    """Return a line between two lines of a seat's colour that cuts an area almost evenly."""
    assert state.seat_colors is not None  # noqa: S101 - puzzles begin after the choice of colours
    color = state.seat_colors[seat]
    lines = (
        line
        for line in lines_across(state, area, PLACES_FOR_EVEN_LINE)
        if all(state.colors[end.line] == color for end in (line.start, line.end))
    )
    return max(lines, key=lambda line: _smaller_piece(state, area, line), default=None)


def _smaller_piece(state: Split, area: int, line: DrawLine) -> float:
    piece = state.map.split_face(area, line.start, line.end).first_face.area
    return min(piece, state.map.faces[area].area - piece)


def lines_across(state: Split, area: int, places_per_side: int) -> Iterator[DrawLine]:
    """Yield lines between evenly spaced places on the sides of an area."""
    shares = [(k + 0.5) / places_per_side for k in range(places_per_side)]
    sides = [
        [spot for spot in map(edge.spot_at, shares) if state.map.blocking_reason(spot) is None]
        for edge in state.map.faces[area].edges
    ]
    for one, other in combinations(sides, 2):
        yield from (DrawLine(*ends) for ends in product(one, other))


def areas_to_cut(state: Split, asked: Question) -> list[int]:
    """Return the large areas in which a line can be the answer to a question."""
    now, seat = measure(state), state.turn
    threatened = now.threats(1 - seat if asked == "save" else seat)
    return [
        area
        for at, area in enumerate(state.open_areas)
        if not now.is_small[at]
        and (
            now.reached[at][seat] > 0 or state.map.faces[area].area / 2 > now.missing[seat]
            if asked == "win next"
            else at in threatened
        )
    ]


def is_near_the_end(state: Split) -> bool:
    """Return True if a seat needs few points, and an area is left to draw in or to fill."""
    return WIN_THRESHOLD - max(state.scores) < MAX_POINTS_MISSING
