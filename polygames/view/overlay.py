"""An analysis laid over the picture of a position: what each place is worth, and the best moves.

A game says with the plug `GameBoard.overlay` what is drawn at its places; here is what all games
share. An overlay is made for a picture, that of a zoomed board too: it stands where the picture
has the targets.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import chain
from math import dist
from typing import TYPE_CHECKING, Final, TypeAlias

from polygames.core.registry import info_of
from polygames.scene import palette
from polygames.scene.model import (
    Disc,
    Polygon,
    Segment,
    Text,
    distance_to_segment,
    window_of,
)
from polygames.search.analysis.rows import first_rows, is_unclear, result_of
from polygames.view import arrows

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from typing import Any

    from polygames.core.analysis import Analysis, MoveValue
    from polygames.core.protocol import State
    from polygames.scene.model import Point, Primitive, Scene, Window

    Taken: TypeAlias = tuple[Point, Point, float]
    """A line on which something stands, and how far a number keeps off it."""

MAX_ARROWS: Final = 3
"""How many of the best moves are drawn on the board."""

MAX_EQUAL_ARROWS: Final = 6
"""So many moves of the same worth are all drawn; of more only the first, which the row names."""

LABEL_POSITIONS: Final = (0.5, 0.5, 0.38, 0.62, 0.26, 0.74)
"""Where on a line its number stands, by its rank."""

CORNER_DIRECTIONS: Final = ((1, -1), (1, 1), (-1, -1), (-1, 1))
"""The corners of a shape where a number may stand, the first that is free."""

LABEL_DISTANCES: Final = (0.8, 1.4, 2.0)
"""How far off these a number is put, in units of small print, where none of them is free, ..."""
LABEL_DIRECTIONS: Final = (*CORNER_DIRECTIONS, (0, -1), (1, 0), (0, 1), (-1, 0))
"""... and to which sides."""

MIN_LABEL_DISTANCE: Final = 1.35
"""How far two numbers stand apart, in units of small print."""

BADGE_RADIUS: Final = 0.62
"""The radius of the disc of a number, in units of small print."""

LABEL_CENTRE_TOLERANCE: Final = 1e-6
"""How far a word may be from the middle of its paper."""

CHAR_HALF_WIDTH: Final = 0.35
"""Half the width of a letter, for its height, and some room."""

WIDE, HIGH = 0.28, 0.37
"""Half the width and half the height of a letter, for the size of its font, as it is drawn."""

ARROW_CLEARANCE: Final = 0.2
"""How far the number of one arrow keeps off another one, in units of small print."""

TEXT_BACKGROUND_PX: Final = 9.0
"""The width of the rim of a word that a line runs through: none of it is seen between letters."""

BEST_MOVE_COLORS: Final = ("#7a2a6b", "#a0508f", "#b873a9")
"""The best moves, the first the darkest."""

LOSS_COLORS: Final = ("#005f45", "#00805d", "#8a6d00", "#b34e00", "#8f1d00")
"""What a move gives away, from nothing to all: each is read on paper (4.5 to 1 at least)."""

GOOD_LINE: Final = ("#00694d", palette.BLUE, "#5f5f5f", "#5f5f5f")
"""The moves of a line that is worth playing, the first as green as a good move."""

BAD_LINE: Final = (LOSS_COLORS[-1], *GOOD_LINE[1:])
"""The moves of a line that begins with a mistake."""

ANSWER_LINE: Final = GOOD_LINE[-1:] * len(GOOD_LINE)
"""The moves that answer a mistake: none is as green as one that is better than it."""


def overlay(
    analysis: Analysis,
    picture: Scene | None = None,
    mark: Callable[[State[Any], Any, str], Scene] | None = None,
) -> Scene:
    """Return an analysis as a scene, laid over the picture of its position.

    Parameters
    ----------
    analysis
        What `polygames.analyse` returns.
    picture
        The picture that it is laid over; that of the whole position by default.
    mark
        How a move is marked in a colour; the game's own way by default.

    Examples
    --------
    >>> found = pg.analyse(pg.new("polygon", n=5), seconds=5)
    >>> len(overlay(found)) > 0
    True
    """
    if not analysis.moves:
        return ()
    info = info_of(analysis.state)
    picture = info.scene(analysis.state) if picture is None else picture
    own = info.board.overlay
    places = () if own is None else own(analysis, picture)
    drawn, numbers = best_moves(analysis, picture, mark or info.mark, places)
    if not drawn:
        return places
    below, words = _split_labels(places)
    return (*below, *drawn, *words_under(drawn, picture), *words, *numbers)


def _split_labels(places: Scene) -> tuple[Scene, Scene]:
    """Part words, each with the paper it stands on, from all that is drawn below the moves."""
    below: list[Primitive] = []
    words: list[Primitive] = []
    for each in places:
        if isinstance(each, Text):
            if below and isinstance(paper := below[-1], Polygon) and _holds(paper, each.at):
                words.append(below.pop())
            words.append(each)
        else:
            below.append(each)
    return tuple(below), tuple(words)


def _holds(paper: Polygon, at: Point) -> bool:
    """Whether a shape has its middle at a point."""
    return dist(middle(paper), at) < LABEL_CENTRE_TOLERANCE


def best_moves(
    analysis: Analysis,
    picture: Scene,
    mark: Callable[[State[Any], Any, str], Scene] | None,
    places: Scene = (),
) -> tuple[Scene, Scene]:
    """Return the marks of the first three rows, the best on top, and their numbers.

    A number is that of its row in `polygames.search.analysis.rows.alike`. It keeps off the words of
    the picture, and what the analysis writes at its places.
    """
    if mark is None:
        return (), ()
    size = unit_of(picture)
    drawn: list[tuple[int, Scene]] = []
    ways: list[arrows.Way] = []
    for rank, group in enumerate(first_rows(analysis, MAX_ARROWS), start=1):
        if not _is_known(analysis, group[0]) or _gives_away(analysis, group[0]):
            continue
        if rank > 1 and is_unclear(analysis, group[0]):  # it may be no better than others
            continue
        for each in group if len(group) <= MAX_EQUAL_ARROWS else group[:1]:
            if marks := mark(analysis.state, each.move, BEST_MOVE_COLORS[rank - 1]):
                laid = arrows.place_arrow(marks, arrows.ARROW_WIDTH_BY_RANK[rank - 1], ways, size)
                ways += arrows.ways_of(laid)
                drawn.append((rank, laid))
    numbers = _place_numbers(
        drawn, (*picture, *places), picture, dict(enumerate(BEST_MOVE_COLORS, start=1))
    )
    written: set[Point] = set()
    seen: list[Scene] = []
    for _, marks in drawn:
        seen.append(tuple(each for each in marks if not _is_written(each, written)))
        written.update(each.at for each in marks if isinstance(each, Text))
    return tuple(chain(*reversed(seen))), numbers


def _place_numbers(
    drawn: Sequence[tuple[int, Scene]], words: Scene, picture: Scene, inks: Mapping[int, str]
) -> Scene:
    """Return the numbers of moves, the first on top: off each other, all words and all arrows."""
    whole, window = unit_of(picture), window_of(picture)
    taken = _words_of(words)
    taken += [
        (*way, ARROW_CLEARANCE * whole) for _, marks in drawn for way in arrows.ways_of(marks)
    ]
    numbers: list[Scene] = []
    for rank, marks in drawn:
        places = arrows.places_for_number(marks, picture, whole)
        size = arrows.RANK_LABEL_SCALE * whole if places else whole
        at = _free(places or _anchors(marks, size, rank), taken, window, size)
        taken.append((at, at, (MIN_LABEL_DISTANCE - BADGE_RADIUS) * size))
        numbers.append(badge(at, str(rank), inks[rank], size))
    return tuple(chain(*reversed(numbers)))


def _is_written(each: Primitive, places: set[Point]) -> bool:
    """Whether something is a word where a better move has written one."""
    return isinstance(each, Text) and each.at in places


def _gives_away(analysis: Analysis, each: MoveValue) -> bool:
    """Whether it is proved that a move makes less of the game than the best one does."""
    result, best = result_of(analysis, each), result_of(analysis, analysis.moves[0])
    return result is not None and best is not None and result < best


def _is_known(analysis: Analysis, each: MoveValue) -> bool:
    """Whether anything is known of a move."""
    low, high = analysis.scale
    return each.proved or (each.low, each.high) != (low, high) or each.value != (low + high) / 2


def line_scene(
    analysis: Analysis,
    each: MoveValue,
    mark: Callable[[State[Any], Any, str], Scene] | None,
    picture: Scene | None = None,
    inks: Sequence[str] = GOOD_LINE,
) -> Scene:
    """Return a move and how the game may go on: each move is marked and numbered, in its ink.

    The marks of later moves are drawn over the picture of the position at hand. What is written
    there, and what a line runs through, is written once more above it, on a plate of its ground.
    """
    if mark is None:
        return ()
    state = analysis.state
    picture = info_of(state).scene(state) if picture is None else picture
    drawn: list[tuple[int, Scene]] = []
    ways: list[arrows.Way] = []
    ink_of = dict(enumerate(inks, start=1))
    for (ply, ink), move in zip(ink_of.items(), each.line, strict=False):
        if state.outcome is not None or (ply > 1 and state.turn < 0):
            break
        if marks := mark(state, move, ink):
            laid = arrows.place_arrow(marks, 1.0, ways, unit_of(picture))
            ways += arrows.ways_of(laid)
            drawn.append((ply, laid))
        state = state.play(move)
    marked = tuple(chain(*(marks for _, marks in reversed(drawn))))
    numbers = _place_numbers(drawn, picture, picture, ink_of)
    return (*marked, *words_under(marked, picture), *numbers)


def words_under(marks: Scene, picture: Scene) -> tuple[Text, ...]:
    """Return the words of a picture with a rim that a line of some marks runs through.

    The rim is so wide that the line is seen on neither side of a letter, nor within it.
    """
    lines = [each for each in marks if isinstance(each, Segment)]
    return tuple(
        replace(word, rim=TEXT_BACKGROUND_PX)
        for word in picture
        if isinstance(word, Text)
        and word.halo
        and any(
            distance_to_segment(word.at, line.start, line.end)
            < CHAR_HALF_WIDTH * word.size * len(word.text)
            for line in lines
        )
    )


def legend(analysis: Analysis) -> str:
    """Say what the overlay shows, in one sentence; empty if there is nothing but the best moves."""
    own = info_of(analysis.state).board.overlay_words
    numbers = "1, 2, 3: the best moves."
    return f"{own} {numbers}" if own else numbers


def loss_color(share: float, ramp: tuple[str, ...] = LOSS_COLORS) -> str:
    """Return the colour of a move that gives away a share of what there is to lose.

    Examples
    --------
    >>> loss_color(0.0) == LOSS_COLORS[0], loss_color(1.0) == LOSS_COLORS[-1]
    (True, True)
    """
    return ramp[min(len(ramp) - 1, max(0, round(share * (len(ramp) - 1))))]


def losses(analysis: Analysis, values: Mapping[str, MoveValue]) -> dict[str, float]:
    """Return what the best move at each target gives away, as a share of the widest difference.

    Differences of less than a twentieth of the scale are not blown up.
    """
    low, high = analysis.scale
    found = {target: each.value for target, each in values.items()}
    best = max(found.values(), default=0.0)
    most = max(best - min(found.values(), default=0.0), 0.05 * (high - low))
    return {target: (best - value) / most for target, value in found.items()}


def shapes(picture: Scene) -> dict[str, Polygon | Disc]:
    """Return the shape of each target in a picture.

    Examples
    --------
    >>> from polygames.scene.model import Disc
    >>> shapes((Disc((0, 0), 1, target="a"), Disc((3, 3), 1)))["a"].center
    (0, 0)
    """
    return {
        each.target: each for each in picture if isinstance(each, Polygon | Disc) and each.target
    }


def middle(shape: Polygon | Disc) -> Point:
    """Return the middle of a shape: of a polygon that of its corners."""
    if isinstance(shape, Disc):
        return shape.center
    xs, ys = zip(*shape.points, strict=True)
    return sum(xs) / len(xs), sum(ys) / len(ys)


def badge(at: Point, text: str, ink: str, size: float) -> Scene:
    """Return a number in a disc, of a size that stays under zoom."""
    return (
        Disc(at, BADGE_RADIUS * size, ink, palette.PAPER, 1.5, fixed=True),
        Text(at, text, 0.8 * size, palette.PAPER, bold=True, fixed=True),
    )


def unit_of(picture: Scene) -> float:
    """Return the size of small print on a picture: a thirtieth of its shorter side."""
    window = window_of(picture)
    return min(window.right - window.left, window.bottom - window.top) / 30


def _words_of(picture: Scene) -> list[Taken]:
    """Return where words stand, and half their height."""
    taken: list[Taken] = []
    for word in picture:
        if isinstance(word, Text):
            (x, y), half = word.at, max(0.0, WIDE * len(word.text) - HIGH) * word.size
            taken.append(((x - half, y), (x + half, y), HIGH * word.size))
    return taken


def _free(
    places: Sequence[Point],
    taken: Sequence[Taken],
    window: Window,
    size: float,
) -> Point:
    """Return the first place on the picture that is far enough from all that are taken.

    If none of the places is, one near them is looked for, and then the one with the most room.
    """
    beside = [
        (x + reach * size * u, y + reach * size * v)
        for reach in LABEL_DISTANCES
        for x, y in places
        for u, v in LABEL_DIRECTIONS
    ]
    half = BADGE_RADIUS * size
    seen = [  # all of the disc
        (
            min(max(x, window.left + half), window.right - half),
            min(max(y, window.top + half), window.bottom - half),
        )
        for x, y in (*places, *beside)
        if window.left <= x <= window.right and window.top <= y <= window.bottom
    ]

    def room(at: Point) -> float:
        return min(
            (distance_to_segment(at, start, end) - gap - half for start, end, gap in taken),
            default=0.0,
        )

    free = (at for at in seen if room(at) >= 0)
    return next(free, None) or max(seen, key=room, default=places[0])


def _anchors(marks: Scene, size: float, rank: int) -> list[Point]:
    """Return where the number of a move may stand: at corners of what it ends in, or on a line."""
    areas = [each for each in marks if isinstance(each, Polygon)]
    discs = [each for each in marks if isinstance(each, Disc)]
    if areas:  # of a tile with holes the outer border comes first, of two squares the last counts
        corners = areas[-1].points
        return [
            max(corners, key=lambda at: (u * at[0] + v * at[1], at[0]))
            for u, v in CORNER_DIRECTIONS
        ]
    if discs:
        (x, y), away = discs[-1].center, discs[-1].radius + 0.4 * size
        return [(x + u * away, y + v * away) for u, v in CORNER_DIRECTIONS]
    segment = next(each for each in marks if isinstance(each, Segment))
    (x0, y0), (x1, y1) = segment.start, segment.end
    first = rank % len(LABEL_POSITIONS)  # lines that cross in the middle have their numbers apart
    shares = (*LABEL_POSITIONS[first:], *LABEL_POSITIONS[:first])
    return [(x0 + share * (x1 - x0), y0 + share * (y1 - y0)) for share in shares]


def tag(at: Point, words: str, ink: str, size: float) -> Scene:
    """Return a word on paper, of a size in units of the scene."""
    x, y = at
    wide, high = 0.31 * size * len(words) + 0.12 * size, 0.56 * size
    signs = ((-1, -1), (1, -1), (1, 1), (-1, 1))
    corners = tuple((x + across * wide, y + down * high) for across, down in signs)
    return (
        Polygon(corners, palette.PAPER, ink, 1.0, alpha=0.92),
        Text(at, words, size, ink, bold=True),
    )


def extent(shape: Polygon | Disc) -> tuple[float, float, float, float]:
    """Return left, top, right and bottom of a shape."""
    window = window_of((shape,))
    return window.left, window.top, window.right, window.bottom
