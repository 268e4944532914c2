"""An analysis as an overlay on the picture of a position: values of places, and best moves.

The plug `GameBoard.overlay` draws the values at the places of a game; this module draws the rest.
An overlay is made for one picture, which may be that of a zoomed board, and uses its targets.
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
    scene_window,
)
from polygames.search.analysis.rows import first_rows, is_unclear, proved_result
from polygames.view import arrows

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from typing import Any

    from polygames.core.analysis import Analysis, MoveValue
    from polygames.core.protocol import State
    from polygames.scene.model import Point, Primitive, Scene, Window

    Taken: TypeAlias = tuple[Point, Point, float]
    """A line that is occupied, and the distance that a number must have from it."""

MAX_ARROWS: Final = 3
"""The maximum number of rows whose moves are drawn on the board."""

MAX_EQUAL_ARROWS: Final = 6
"""The maximum size of a group of equal moves that is drawn; else only its first move is."""

LABEL_POSITIONS: Final = (0.5, 0.5, 0.38, 0.62, 0.26, 0.74)
"""The positions of a number along its line, from 0 to 1; the rank chooses the first to try."""

CORNER_DIRECTIONS: Final = ((1, -1), (1, 1), (-1, -1), (-1, 1))
"""The corners of a shape where a number may be drawn, in the order to try."""

LABEL_DISTANCES: Final = (0.8, 1.4, 2.0)
"""The distances to try if no corner is free, in units of small print."""
LABEL_DIRECTIONS: Final = (*CORNER_DIRECTIONS, (0, -1), (1, 0), (0, 1), (-1, 0))
"""The directions to try if no corner is free."""

MIN_LABEL_DISTANCE: Final = 1.35
"""The minimum distance between two numbers, in units of small print."""

BADGE_RADIUS: Final = 0.62
"""The radius of the disc of a number, in units of small print."""

LABEL_CENTRE_TOLERANCE: Final = 1e-6
"""The maximum distance of a word from the centre of its background."""

CHAR_HALF_WIDTH: Final = 0.35
"""Half the width of a letter plus a margin, as a share of its height."""

OCCUPIED_HALF_WIDTH, OCCUPIED_HALF_HEIGHT = 0.28, 0.37
"""Half the width and half the height of a drawn letter, as shares of its font size."""

HIDDEN_SHARE: Final = 3.0
"""A word is beside marks that are smaller than this multiple of half its width."""

ARROW_CLEARANCE: Final = 0.2
"""The minimum distance of a number from another arrow, in units of small print."""

TEXT_BACKGROUND_PX: Final = 9.0
"""The width of the rim that hides a line behind a word, in pixels."""

BEST_MOVE_COLORS: Final = ("#7a2a6b", "#a0508f", "#b873a9")
"""The colours of the best moves, the best one the darkest."""

LOSS_COLORS: Final = ("#005f45", "#00805d", "#8a6d00", "#b34e00", "#8f1d00")
"""The colours of a loss from none to all; each has a contrast of at least 4.5 to 1 on paper."""

GOOD_LINE_COLORS: Final = ("#00694d", palette.BLUE, "#5f5f5f", "#5f5f5f")
"""The colours of the moves of a good line; the first is as green as a good move."""

BAD_LINE_COLORS: Final = (LOSS_COLORS[-1], *GOOD_LINE_COLORS[1:])
"""The colours of the moves of a line that begins with a mistake."""

REPLY_LINE_COLORS: Final = GOOD_LINE_COLORS[-1:] * len(GOOD_LINE_COLORS)
"""The colours of the moves that refute a mistake; none of them is green."""


def draw_analysis(
    analysis: Analysis,
    picture: Scene | None = None,
    highlight_move: Callable[[State[Any], Any, str], Scene] | None = None,
) -> Scene:
    """Return an analysis as a scene to draw over the picture of its position.

    Parameters
    ----------
    analysis
        The result of `polygames.analyse`.
    picture
        The picture below the overlay; by default that of the whole position.
    highlight_move
        A function that returns the marks of a move in a colour; by default that of the game.

    Examples
    --------
    >>> found = pg.analyse(pg.new("polygon", n=5), seconds=5)
    >>> len(draw_analysis(found)) > 0
    True
    """
    if not analysis.moves:
        return ()
    info = info_of(analysis.state)
    picture = info.scene(analysis.state) if picture is None else picture
    own = info.board.overlay
    places = () if own is None else own(analysis, picture)
    drawn, numbers = highlight_best_moves(
        analysis, picture, highlight_move or info.highlight_move, places
    )
    if not drawn:
        return places
    below, words = _split_labels(places)
    return (*below, *drawn, *texts_under(drawn, picture), *words, *numbers)


def _split_labels(game_overlay: Scene) -> tuple[Scene, Scene]:
    """Split an overlay into two scenes: shapes below the moves, and words with backgrounds."""
    below: list[Primitive] = []
    words: list[Primitive] = []
    for each in game_overlay:
        if isinstance(each, Text):
            if (
                below
                and isinstance(paper := below[-1], Polygon)
                and _is_centred_on(paper, each.middle)
            ):
                words.append(below.pop())
            words.append(each)
        else:
            below.append(each)
    return tuple(below), tuple(words)


def _is_centred_on(shape: Polygon, point: Point) -> bool:
    """Return True if the centre of a shape is at a point."""
    return dist(shape_center(shape), point) < LABEL_CENTRE_TOLERANCE


def highlight_best_moves(
    analysis: Analysis,
    picture: Scene,
    highlight_move: Callable[[State[Any], Any, str], Scene] | None,
    game_overlay: Scene = (),
) -> tuple[Scene, Scene]:
    """Return two scenes: the marks of the moves in the first three rows, and their numbers.

    A number is the rank of its row in `polygames.search.analysis.rows.merge_rows`. Numbers do not
    cover the words of the picture or of the overlay.
    """
    if highlight_move is None:
        return (), ()
    size = small_print_size(picture)
    drawn: list[tuple[int, Scene]] = []
    ways: list[arrows.StrokeLine] = []
    for rank, group in enumerate(first_rows(analysis, MAX_ARROWS), start=1):
        if not _has_information(analysis, group[0]) or _is_proved_worse(analysis, group[0]):
            continue
        if rank > 1 and is_unclear(analysis, group[0]):  # it may be no better than others
            continue
        for each in group if len(group) <= MAX_EQUAL_ARROWS else group[:1]:
            if marks := highlight_move(analysis.state, each.move, BEST_MOVE_COLORS[rank - 1]):
                laid = arrows.place_arrow(marks, arrows.ARROW_WIDTH_BY_RANK[rank - 1], ways, size)
                ways += arrows.arrow_lines(laid)
                drawn.append((rank, laid))
    numbers = place_labels(
        drawn, (*picture, *game_overlay), picture, dict(enumerate(BEST_MOVE_COLORS, start=1))
    )
    written: set[Point] = set()
    seen: list[Scene] = []
    for _, marks in drawn:
        seen.append(tuple(each for each in marks if not _is_written(each, written)))
        written.update(each.middle for each in marks if isinstance(each, Text))
    return tuple(chain(*reversed(seen))), numbers


def place_labels(
    marks_by_rank: Sequence[tuple[int, Scene]],
    obstacles: Scene,
    picture: Scene,
    inks: Mapping[int, str],
    words: Mapping[int, str] | None = None,
) -> Scene:
    """Return the numbers of moves, the best on top, placed clear of words and arrows.

    `words` replaces numbers by words, by the rank of the move.
    """
    whole, window = small_print_size(picture), scene_window(picture)
    taken = _occupied_lines(obstacles)
    taken += [
        (*way, ARROW_CLEARANCE * whole)
        for _, marks in marks_by_rank
        for way in arrows.arrow_lines(marks)
    ]
    numbers: list[Scene] = []
    for rank, marks in marks_by_rank:
        places = arrows.number_points(marks, picture, whole)
        size = arrows.RANK_LABEL_SCALE * whole if places else whole
        word = (words or {}).get(rank, "")
        side = max(0.0, tag_half_width(word, size) - BADGE_RADIUS * size) if word else 0.0
        candidates = places or (_points_beside(marks, size, side) if word else [])
        candidates = candidates or _number_points(marks, size, rank)
        x, y = at = _first_free_point(candidates, taken, window, size, side)
        taken.append(((x - side, y), (x + side, y), (MIN_LABEL_DISTANCE - BADGE_RADIUS) * size))
        label = draw_tag(at, word, inks[rank], size) if word else None
        numbers.append(label or draw_badge(at, str(rank), inks[rank], size))
    return tuple(chain(*reversed(numbers)))


def _is_written(primitive: Primitive, occupied: set[Point]) -> bool:
    """Return True if a primitive is a text at a point that a better move's text occupies."""
    return isinstance(primitive, Text) and primitive.middle in occupied


def _is_proved_worse(analysis: Analysis, move_value: MoveValue) -> bool:
    """Return True if a move provably leads to a worse result than the best move."""
    result, best = proved_result(analysis, move_value), proved_result(analysis, analysis.moves[0])
    return result is not None and best is not None and result < best


def _has_information(analysis: Analysis, move_value: MoveValue) -> bool:
    """Return True if the search has any information on a move."""
    low, high = analysis.scale
    return (
        move_value.proved
        or (move_value.low, move_value.high) != (low, high)
        or move_value.value != (low + high) / 2
    )


def draw_line(
    analysis: Analysis,
    move_value: MoveValue,
    highlight_move: Callable[[State[Any], Any, str], Scene] | None,
    picture: Scene | None = None,
    inks: Sequence[str] = GOOD_LINE_COLORS,
) -> Scene:
    """Return numbered marks for a sequence of moves, each in its colour.

    The marks of later moves are drawn over the current position. Words of the picture that a line
    crosses are drawn again above it, with a rim that hides the line.
    """
    if highlight_move is None:
        return ()
    state = analysis.state
    picture = info_of(state).scene(state) if picture is None else picture
    drawn: list[tuple[int, Scene]] = []
    ways: list[arrows.StrokeLine] = []
    ink_of = dict(enumerate(inks, start=1))
    for (ply, ink), move in zip(ink_of.items(), move_value.line, strict=False):
        if state.outcome is not None or (ply > 1 and state.turn < 0):
            break
        if marks := highlight_move(state, move, ink):
            laid = arrows.place_arrow(marks, 1.0, ways, small_print_size(picture))
            ways += arrows.arrow_lines(laid)
            drawn.append((ply, laid))
        state = state.play(move)
    marked = tuple(chain(*(marks for _, marks in reversed(drawn))))
    numbers = place_labels(drawn, picture, picture, ink_of)
    return (*marked, *texts_under(marked, picture), *numbers)


def texts_under(marks: Scene, picture: Scene) -> tuple[Text, ...]:
    """Return the picture's texts that a line in the marks crosses, each with a wide outline.

    The rim is wide enough to hide the line beside the letters and inside them.
    """
    lines = [each for each in marks if isinstance(each, Segment)]
    return tuple(
        replace(word, rim=TEXT_BACKGROUND_PX)
        for word in picture
        if isinstance(word, Text)
        and word.halo
        and any(
            distance_to_segment(word.middle, line.start, line.end)
            < CHAR_HALF_WIDTH * word.size * len(word.text)
            for line in lines
        )
    )


def legend_text(analysis: Analysis) -> str:
    """Return a text that explains the values and numbers of an analysis overlay."""
    own = info_of(analysis.state).board.overlay_legend
    numbers = "1, 2, 3: the best moves."
    return f"{own} {numbers}" if own else numbers


def loss_color(share: float, ramp: tuple[str, ...] = LOSS_COLORS) -> str:
    """Return the colour for a loss, given as a share (0 to 1) of the largest possible loss.

    Examples
    --------
    >>> loss_color(0.0) == LOSS_COLORS[0], loss_color(1.0) == LOSS_COLORS[-1]
    (True, True)
    """
    return ramp[min(len(ramp) - 1, max(0, round(share * (len(ramp) - 1))))]


def target_losses(analysis: Analysis, values: Mapping[str, MoveValue]) -> dict[str, float]:
    """Return the loss of the best move at each click target, as a share of the largest difference.

    The largest difference counts as at least a twentieth of the scale.
    """
    low, high = analysis.scale
    found = {target: each.value for target, each in values.items()}
    best = max(found.values(), default=0.0)
    most = max(best - min(found.values(), default=0.0), 0.05 * (high - low))
    return {target: (best - value) / most for target, value in found.items()}


def target_shapes(picture: Scene) -> dict[str, Polygon | Disc]:
    """Return the shape of each target in a picture.

    Examples
    --------
    >>> from polygames.scene.model import Disc
    >>> target_shapes((Disc((0, 0), 1, target="a"), Disc((3, 3), 1)))["a"].center
    (0, 0)
    """
    return {
        each.target: each for each in picture if isinstance(each, Polygon | Disc) and each.target
    }


def shape_center(shape: Polygon | Disc) -> Point:
    """Return the centre of a disc, or the mean of a polygon's corners."""
    if isinstance(shape, Disc):
        return shape.center
    xs, ys = zip(*shape.points, strict=True)
    return sum(xs) / len(xs), sum(ys) / len(ys)


def draw_badge(center: Point, text: str, ink: str, size: float) -> Scene:
    """Return a number in a disc; its size on the screen does not change with the zoom."""
    return (
        Disc(center, BADGE_RADIUS * size, ink, palette.PAPER, 1.5, fixed=True),
        Text(center, text, 0.8 * size, palette.PAPER, bold=True, fixed=True),
    )


def small_print_size(picture: Scene) -> float:
    """Return the size of small print on a picture: a thirtieth of its shorter side."""
    window = scene_window(picture)
    return min(window.right - window.left, window.bottom - window.top) / 30


def _occupied_lines(picture: Scene) -> list[Taken]:
    """Return the middle line of each text in a picture, with half the text's height."""
    taken: list[Taken] = []
    for word in picture:
        if isinstance(word, Text) and not word.min_zoom:
            (x, y), half = (
                word.middle,
                max(0.0, OCCUPIED_HALF_WIDTH * len(word.text) - OCCUPIED_HALF_HEIGHT) * word.size,
            )
            taken.append(((x - half, y), (x + half, y), OCCUPIED_HALF_HEIGHT * word.size))
    return taken


def _first_free_point(
    candidates: Sequence[Point],
    occupied: Sequence[Taken],
    window: Window,
    size: float,
    side: float = 0.0,
) -> Point:
    """Return the first candidate point in the picture that is clear of all occupied lines.

    A wide label reaches `side` further to the left and to the right than a disc. If there is
    no free point, places near them are tried, and then the one with the most room is used.
    """
    beside = [
        (x + reach * size * u, y + reach * size * v)
        for reach in LABEL_DISTANCES
        for x, y in candidates
        for u, v in LABEL_DIRECTIONS
    ]
    half = BADGE_RADIUS * size
    seen = [  # so that the whole disc is visible
        (
            min(max(x, window.left + half + side), window.right - half - side),
            min(max(y, window.top + half), window.bottom - half),
        )
        for x, y in (*candidates, *beside)
        if window.left <= x <= window.right and window.top <= y <= window.bottom
    ]

    def room(at: Point) -> float:
        parts = {(at[0] + shift, at[1]) for shift in (-side, 0.0, side)}
        return min(
            (
                distance_to_segment(part, start, end) - gap - half
                for part in parts
                for start, end, gap in occupied
            ),
            default=0.0,
        )

    free = (at for at in seen if room(at) >= 0)
    return next(free, None) or max(seen, key=room, default=candidates[0])


def _number_points(marks: Scene, size: float, rank: int) -> list[Point]:
    """Return possible places for a move's number: corners of its last shape, or on its line."""
    areas = [each for each in marks if isinstance(each, Polygon)]
    discs = [each for each in marks if isinstance(each, Disc)]
    if areas:  # the outer border of a tile with holes comes first; of two squares use the last
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
    first = rank % len(LABEL_POSITIONS)  # lines may cross in the middle
    shares = (*LABEL_POSITIONS[first:], *LABEL_POSITIONS[:first])
    return [(x0 + share * (x1 - x0), y0 + share * (y1 - y0)) for share in shares]


def tag_half_width(text: str, size: float) -> float:
    """Return half the width of a tag with a text of the given size, in scene units."""
    return 0.31 * size * len(text) + 0.12 * size


def _points_beside(marks: Scene, size: float, side: float) -> list[Point]:
    """Return places above and below marks that a wide label would hide; empty for large marks."""
    shapes = [each for each in marks if isinstance(each, Polygon)]
    lines = [each for each in marks if isinstance(each, Segment)]
    if not shapes and not lines:
        return []
    points = shapes[-1].points if shapes else (lines[0].start, lines[0].end)
    window = scene_window((Polygon(points),))
    wide, high = window.right - window.left, window.bottom - window.top
    if max(wide, high) > HIDDEN_SHARE * (BADGE_RADIUS * size + side):
        return []
    middle = (window.left + window.right) / 2
    return [
        (middle, edge + way * reach * size)
        for reach in LABEL_DISTANCES
        for edge, way in ((window.top, -1), (window.bottom, 1))
    ]


def draw_tag(center: Point, text: str, ink: str, size: float) -> Scene:
    """Return a text on a paper-coloured rectangle, with its size in scene units."""
    x, y = center
    wide, high = tag_half_width(text, size), 0.56 * size
    signs = ((-1, -1), (1, -1), (1, 1), (-1, 1))
    corners = tuple((x + across * wide, y + down * high) for across, down in signs)
    return (
        Polygon(corners, palette.PAPER, ink, 1.0, alpha=0.92),
        Text(center, text, size, ink, bold=True),
    )


def shape_bounds(shape: Polygon | Disc) -> tuple[float, float, float, float]:
    """Return the left, top, right and bottom of a shape."""
    window = scene_window((shape,))
    return window.left, window.top, window.right, window.bottom
