"""Marks of moves that are suggested, not played: dashed lines with a word, the same in every game.

A played move has a closed bright band between dark rims. A suggested move has dark dashes on a
light band, and a hollow arrow. So they also differ in pattern and lightness, for every kind of
colour blindness.
"""

from __future__ import annotations

from itertools import pairwise
from math import cos, dist, pi, sin
from typing import TYPE_CHECKING, Any, Final

from polygames.scene import palette
from polygames.scene.highlights import HIGHLIGHT_WIDTH_PX
from polygames.scene.model import Disc, Polygon, Segment, Text
from polygames.view.overlay import place_labels, small_print_size, texts_under

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from polygames.core.protocol import State
    from polygames.scene.model import Point, Primitive, Scene

    HighlightMove = Callable[[State[Any], Any, str], Scene]

SUGGESTION_COLOR: Final = "#7a2a6b"
"""The colour of a suggested move: dark purple, with a contrast of 8 to 1 on its light band."""

HINT_WORD, BETTER_WORD, PLAYED_WORD = "hint", "better", "played"
"""The words beside a hint, and beside the better and the played move of a review."""

PLAYED_COLOR: Final = palette.ORANGE
"""The colour of the played move beside a better one; the last move before it is yellow."""

DASH_PERIOD: Final = 0.9
"""The length of a dash with the gap after it, in units of small print."""

DASH_SHARE: Final = 0.6
"""The length of a dash as a share of its period."""

BAND_MARGIN_PX: Final = 1.6
"""The width of the light band on either side of the dashes, in pixels."""

ARROW_OUTLINE_PX: Final = 2.2
"""The width of the outline of a hollow arrow, in pixels."""

CIRCLE_CORNERS: Final = 48
"""The number of corners of the polygon that stands for a dashed circle."""


def draw_suggestion(
    state: State[Any],
    move: Any,
    picture: Scene,
    highlight_move: HighlightMove,
    word: str = HINT_WORD,
) -> Scene:
    """Return the dashed marks of a suggested move, with a word beside them.

    Parameters
    ----------
    state, move
        A position and a legal move in it.
    picture
        The picture of the board. The word covers none of its texts.
    highlight_move
        A function that returns the marks of a move in a colour.
    word
        The word beside the marks.

    Examples
    --------
    >>> state = pg.new("territory", size=4, seed=2)
    >>> game, move = pg.game("territory"), state.parse("r0c0")
    >>> drawn = draw_suggestion(state, move, game.scene(state), game.highlight_move)
    >>> drawn[-1].text
    'hint'
    """
    marks = highlight_move(state, move, SUGGESTION_COLOR)
    dashed = dash_marks(marks, SUGGESTION_COLOR, DASH_PERIOD * small_print_size(picture))
    if not dashed:
        return ()
    labels = place_labels([(1, marks)], picture, picture, {1: SUGGESTION_COLOR}, {1: word})
    return (*dashed, *texts_under(dashed, picture), *labels)


def draw_comparison(
    state: State[Any],
    played: Any,
    better: Any,
    picture: Scene,
    highlight_move: HighlightMove,
) -> Scene:
    """Return the marks of a played move and of a better one in the same position.

    The played move has a closed band, as a last move has; the better one has the dashes of a
    suggestion.

    Examples
    --------
    >>> state = pg.new("territory", size=4, seed=2)
    >>> game, moves = pg.game("territory"), list(state.legal_moves)
    >>> drawn = draw_comparison(state, *moves[:2], game.scene(state), game.highlight_move)
    >>> [each.text for each in drawn if hasattr(each, "text")][-2:]
    ['better', 'played']
    """
    before = highlight_move(state, played, PLAYED_COLOR)
    marks = highlight_move(state, better, SUGGESTION_COLOR)
    dashed = dash_marks(marks, SUGGESTION_COLOR, DASH_PERIOD * small_print_size(picture))
    named = [(rank, scene) for rank, scene in ((1, before), (2, marks)) if scene]
    inks, words = {1: palette.INK, 2: SUGGESTION_COLOR}, {1: PLAYED_WORD, 2: BETTER_WORD}
    labels = place_labels(named, picture, picture, inks, words)
    drawn = (*before, *dashed)
    return (*drawn, *texts_under(drawn, picture), *labels)


def dash_marks(marks: Scene, color: str, period: float) -> Scene:
    """Return the marks of a move with dashes in place of closed bands, and a hollow arrow.

    Parts of the marks in other colours, such as dark rims and the drawn line of the move, are left
    out, because they would look like a move that was played.

    Examples
    --------
    >>> from polygames.scene.highlights import highlight_line
    >>> dashed = dash_marks(highlight_line((0, 0), (4, 0), "#7a2a6b"), "#7a2a6b", period=1.0)
    >>> [(each.stroke, each.start[0], each.end[0]) for each in dashed][:2]
    [('#ffffff', 0, 4), ('#7a2a6b', 0.0, 0.6)]
    """
    return tuple(part for each in marks for part in _dash_primitive(each, color, period))


def _dash_primitive(mark: Primitive, color: str, period: float) -> Iterator[Primitive]:
    match mark:
        case Segment(stroke=stroke) if stroke == color:
            yield from _dash_path((mark.start, mark.end), color, period)
        case Polygon(fill=fill) if fill == color:
            width = ARROW_OUTLINE_PX
            yield Polygon(mark.points, stroke=palette.PAPER, width=3 * width)
            yield Polygon(mark.points, palette.PAPER, color, width)
        case Polygon(stroke=stroke) if stroke == color:
            yield from _dash_path((*mark.points, mark.points[0]), color, period)
        case Disc(stroke=stroke, fixed=True) if stroke == color:  # its size changes with the zoom
            yield mark
        case Disc(stroke=stroke) if stroke == color:
            yield from _dash_path(_circle_points(mark.center, mark.radius), color, period)
        case Text():
            yield mark


def _circle_points(center: Point, radius: float) -> tuple[Point, ...]:
    """Return points around a circle; the last one is the first one again."""
    turns = (2 * pi * corner / CIRCLE_CORNERS for corner in range(CIRCLE_CORNERS + 1))
    return tuple((center[0] + radius * cos(turn), center[1] + radius * sin(turn)) for turn in turns)


def _dash_path(points: Sequence[Point], color: str, period: float) -> Iterator[Segment]:
    """Yield a light band along a path, then dashes of equal length; a short path has one dash."""
    for start, end in pairwise(points):
        yield Segment(start, end, palette.PAPER, HIGHLIGHT_WIDTH_PX + 2 * BAND_MARGIN_PX)
    length = sum(dist(start, end) for start, end in pairwise(points))
    count = round(length / period)
    if count < 2:  # noqa: PLR2004 - a single dash would look like an end of the path
        yield from (Segment(*ends, color, HIGHLIGHT_WIDTH_PX) for ends in pairwise(points))
        return
    step, begun = length / count, 0.0
    for start, end in pairwise(points):
        side = dist(start, end)
        for number in range(int(begun / step), int((begun + side) / step) + 1):
            first = max(0.0, number * step - begun)
            last = min(side, (number + DASH_SHARE) * step - begun)
            if last > first:
                tail, tip = (_point_along(start, end, at / side) for at in (first, last))
                yield Segment(tail, tip, color, HIGHLIGHT_WIDTH_PX)
        begun += side


def _point_along(start: Point, end: Point, share: float) -> Point:
    return start[0] + share * (end[0] - start[0]), start[1] + share * (end[1] - start[1])
