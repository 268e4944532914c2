"""The scene of a position of Territory: drawing, clickable tiles, previews and captions."""

from __future__ import annotations

from functools import lru_cache
from itertools import chain, count
from typing import TYPE_CHECKING

from polygames.core.descriptions import count_text
from polygames.games.territory.board.explanations import seat_name, signed_text
from polygames.games.territory.boards import BLUE, RED, TILE_COLORS, Board, Claim, tiles_of
from polygames.games.territory.rules import Stop, TakeOver, Territory
from polygames.geometry.polyomino import border_sides, merge_sides, outline_loops, outline_polygon
from polygames.scene import highlights, palette
from polygames.scene.model import (
    Caption,
    Disc,
    FillLook,
    MoveLook,
    Polygon,
    Preview,
    Scene,
    SeatLabel,
    Segment,
    Text,
    Window,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from polygames.games.territory.boards import Cell, Tile
    from polygames.games.territory.rules import Move, Options
    from polygames.geometry.polyomino import Corner, Side
    from polygames.scene.model import Point, Primitive

BOARD_MARGIN = 0.12
COORDINATE_RIM = 1.5
"""The margin for the numbers of rows and columns, in multiples of their size."""
COORDINATE_HEIGHT_SHARE = 0.024
"""The size of these numbers, as a share of the board's longer side."""
MAX_FULLY_NUMBERED = 25
"""The largest number of rows or columns that are all numbered."""
NUMBERING_STEP = 5
"""The step between the numbered rows or columns of a larger board."""
DOT_RADIUS = 0.2
MARK_INSET = 0.07
"""The distance of a mark from the border of its tile, so that neighbours' outlines stay visible."""
DOT_HOLE_RADIUS = 0.09
"""The radius of the white centre of Red's dots, so that they differ by more than colour."""
TILE_NUMBER_HEIGHT = 0.42
VALUE_DOT_RADIUS, VALUE_RING_RADIUS = 0.42, 0.34
"""The radius of the dot with the points of a claimed tile, and of the white in Red's dot."""
VALUE_DOT_ROOM = 0.62
"""The width of the points in such a dot."""
DIGIT_ASPECT = 0.6
"""The width of a digit divided by its height."""
MIN_DOT_SCALE_CELLS = 7
"""The board side in cells below which dots and numbers stop growing with the cells."""

TILE_FILLS = (
    palette.tint(palette.BLUE, 0.34),
    palette.tint(palette.RED, 0.34),
    palette.tint(palette.YELLOW, 0.42),
)
RED_STRIPE_COLOR = palette.tint(palette.RED, 0.52)
"""The stripes of red tiles, so that they differ by more than colour."""
TILE_BORDER_COLOR = "#8a8478"
DOT_COLORS = {"blue": palette.BLUE, "red": "#a3290e"}
"""The colours of dots; red is darker, since its dots can be on blue tiles."""
DOT_SYMBOLS = {"blue": "●", "red": "◎"}


def scene(state: Territory) -> Scene:
    """Return the scene of a position: the tiles, and the numbers of rows and columns."""
    rows, columns = state.board.shape
    rim = COORDINATE_RIM * _coordinate_height(state.board)
    window = Window(-rim, -rim, columns + BOARD_MARGIN, rows + BOARD_MARGIN)
    return (window, *draw_tiles(state)[1:], *_board_shapes(state.board).coordinates)


def draw_tiles(state: Territory) -> Scene:
    """Return the tiles with their points, outlines of legal claims, and dots of the owners."""
    rows, columns = state.board.shape
    shape = _board_shapes(state.board)
    return (
        Window(-BOARD_MARGIN, -BOARD_MARGIN, columns + BOARD_MARGIN, rows + BOARD_MARGIN),
        # Like shapes together: the painter draws a run of one kind with one command.
        *_draw_tile_shapes(state, shape),
        *shape.stripes,
        *shape.seams,
        *_outline_claimable(state, shape),
        *_draw_dots(state, shape),
        *_draw_claimed_points(state, shape),
        *_draw_numbers(state, shape),
    )


def spell(move: Move) -> tuple[str, ...]:
    """Return the click target of a move: a tile such as ``r3c5``, or ``takeover`` or ``stop``."""
    return (str(move),)


def preview(state: Territory, move: Move) -> Preview:
    """Return the preview of a move: the tile's shape, with a description and its points."""
    match move:
        case TakeOver():
            return Preview("I take over: play Blue from here, and own this tile")
        case Stop():
            return Preview(f"stop here, with {points_text(state.scores[0])}")
    tile, shape = state.board.named[move], _board_shapes(state.board)
    ink = DOT_COLORS[state.color(state.turn)]
    drawn = Polygon(shape.outlines[tile], ink, ink, 3.0, alpha=0.3)
    return Preview(_tile_texts(state, shape)[tile], (drawn,))


def highlight_move(state: Territory, move: Move, color: str) -> Scene:
    """Return outlines of the tile of a move, or of the last claimed tile for a takeover or stop."""
    match move:
        case Claim():
            tile = state.board.named[move]
        case TakeOver() | Stop() if state.last is not None:  # a decision about that tile
            tile = state.last
        case _:
            return ()
    border, *holes = outline_loops(state.board.cells[tile])
    inside = (
        part for hole in holes for part in highlights.highlight_area(hole, color, -MARK_INSET)
    )
    return (*highlights.highlight_area(border, color, MARK_INSET), *inside)


def move_style(state: Territory) -> MoveLook:
    """Return the style in which the browser draws claimed tiles with the mover's dots."""
    board = state.board
    if state.outcome is not None:
        return MoveLook()
    colors = {tile: board.colors[tile] for tile in tiles_of(state.claimable)}
    dots = _draw_dot((0.0, 0.0), state.color(state.turn), _dot_scale(board))
    stripe = Segment((-0.5, 0.5), (0.5, -0.5), RED_STRIPE_COLOR, 1.0)
    cells = tuple(((stripe,) if color == RED else ()) + dots for color in range(len(TILE_FILLS)))
    kinds = {str(board.claims[tile]): color for tile, color in colors.items() if color}
    fill = FillLook(
        TILE_FILLS,
        kinds,
        cells=cells,
        mark=highlights.highlight_strokes(highlights.LAST_MOVE_COLOR),
        inset=MARK_INSET,
    )
    choice = (
        () if state.last is None else highlight_move(state, TakeOver(), highlights.LAST_MOVE_COLOR)
    )
    return MoveLook(fill=fill, choice=choice)


SQUARE_VALUE_TEXT = "points: a tile of 4 cells counts 4 × 4"
PENALTY_TEXTS = {
    1.0: "costs as much",
    0.5: "costs half of that",
    0.0: "costs nothing",
    -1.0: "counts, too",
}
"""The effect of a tile of the other colour, by the penalty [8]."""


def caption(state: Territory) -> Caption:
    """Return the caption: next action or result, labels of the players, and a note on points."""
    colors = map(state.color, range(state.seats))
    labels = tuple(
        SeatLabel(each.capitalize(), DOT_COLORS[each], DOT_SYMBOLS[each]) for each in colors
    )
    counted = SQUARE_VALUE_TEXT if state.rules.value == "square" else "points"
    if state.seats > 1 and (costs := PENALTY_TEXTS.get(state.rules.penalty)):
        counted += f"; one of the other colour {costs}"
    return Caption(_status_text(state), labels, counted=counted)


def fixed_end_text(state: Territory) -> str:
    """Return the final difference as text if the board alone decides it [5], else a hint.

    It is shown on request only, since it spoils the game.
    """
    if state.fixed_difference is None:
        return "The board alone does not decide the result. Press Analyse to find out more."
    lead = signed_text(state.fixed_difference)
    return f"The final difference will be {lead} for Blue. No move can change it."


def free_cells_text(state: Territory) -> str:
    """Return the number of free cells of each colour as text."""
    left = state.remaining
    return "left: " + ", ".join(f"{left[color]} {color}" for color in TILE_COLORS) + " cells"


# --- In words -----------------------------------------------------------------------------------


def _status_text(state: Territory) -> str:
    if state.outcome is not None:
        return _result_text(state)
    who = seat_name(state, state.turn)
    if state.seats == 1:
        room = state.board.total_area(state.board.all_tiles) // 2 - state.area(0)
        return f"Claim a tile: at most {count_text(room, 'more cell')}"
    if not state.owned[state.turn]:
        return f"{who} claims any tile" + (", or takes over" if state.may_take_over else "")
    if state.is_surrounded:
        return f"{who} is surrounded and claims any tile"
    return f"{who} claims a neighbouring tile"


def _result_text(state: Territory) -> str:
    assert state.outcome is not None  # noqa: S101 - asked only then
    if state.seats == 1:
        return f"{points_text(state.scores[0])}: {state.outcome.reason}"
    winners = state.outcome.winners
    who = "A tie" if len(winners) > 1 else f"{seat_name(state, min(winners))} wins"
    lead = points_text(abs(state.scores[0] - state.scores[1]))
    by = f" by {lead}" if len(winners) == 1 else ""
    return f"{who}{by}: {state.outcome.reason}"


def _tile_texts(state: Territory, shape: _BoardShapes) -> tuple[str, ...]:
    """Return the descriptions of all tiles, which are the same throughout a game."""
    key = state.rules, state.blue
    if key not in shape.texts:
        tiles = range(len(state.board.areas))
        shape.texts[key] = tuple([_tile_text(state, tile) for tile in tiles])
    return shape.texts[key]


def _tile_text(state: Territory, tile: Tile) -> str:
    """Return a description of a tile and its value for each player."""
    board = state.board
    what = f"{TILE_COLORS[board.colors[tile]]} tile of {count_text(board.areas[tile], 'cell')}"
    values = [state.value(tile, seat) for seat in range(state.seats)]
    if not any(values):
        return f"{what}: counts nothing"
    worth = (
        f"{signed_text(value)} for {seat_name(state, seat)}" for seat, value in enumerate(values)
    )
    return f"{what}: {', '.join(worth)}"


def _tile_remarks(state: Territory) -> list[str]:
    """Return for each tile whether it can be claimed, and the reason if it cannot."""
    remarks = ["the game is over"] * len(state.board.areas)
    for seat, own in enumerate(state.owned):
        for tile in tiles_of(own):
            remarks[tile] = f"owned by {seat_name(state, seat)}"
    if state.outcome is not None:
        return remarks
    far = state.free & ~(state.adjacent | state.claimable) if state.owned[state.turn] else 0
    mover = seat_name(state, state.turn)
    for tile in tiles_of(state.free):
        if state.claimable >> tile & 1:
            remarks[tile] = "can be claimed"
        elif far >> tile & 1:
            remarks[tile] = f"not next to a tile of {mover}"
        else:
            remarks[tile] = f"not now, {state.why_not(state.board.claims[tile])}"
    return remarks


def points_text(points: float) -> str:
    """Return points as text: "1 point", "2.5 points"."""
    return count_text(f"{points:g}", "point")


# --- Shapes -------------------------------------------------------------------------------------


class _BoardShapes:
    """The parts of a board's picture that positions share; painters reuse equal objects."""

    def __init__(self, board: Board) -> None:
        self.outlines = tuple(map(outline_polygon, board.cells))
        """One polygon for each tile."""
        self.borders = tuple(map(border_sides, board.cells))
        """The sides on the border of each tile."""
        self.seams = tuple(_draw_borders(self.borders, TILE_BORDER_COLOR, 1.0))
        red = [
            cells for cells, color in zip(board.cells, board.colors, strict=True) if color == RED
        ]
        across = [((c, r + 1), (c + 1, r)) for cells in red for r, c in cells]
        self.stripes = tuple(Segment(*ends, RED_STRIPE_COLOR, 1.0) for ends in merge_sides(across))
        self.middle_cells = tuple(map(_middle_cell, board.cells))
        """The cell of each tile that holds its number."""
        self.coordinates = tuple(_draw_coordinates(board))
        self.texts: dict[tuple[Options, int], tuple[str, ...]] = {}
        """The descriptions of the tiles, by the rules and the seat of Blue."""
        self.tiles: dict[tuple[Tile, str, str], Polygon] = {}
        """The tiles, by number, description and remark."""
        self.dots: dict[tuple[Tile, str], tuple[Disc, ...]] = {}
        """The dots on each tile, by the colour of its owner."""
        self.numbers: dict[tuple[Tile, int], Text] = {}
        """The points of each tile, by number and points."""


@lru_cache(maxsize=16)
def _board_shapes(board: Board) -> _BoardShapes:
    return _BoardShapes(board)


def _draw_borders(borders: Iterable[list[Side]], ink: str, width: float) -> list[Segment]:
    """Draw the borders of tiles as long segments; a shared side only once."""
    sides = merge_sides(chain.from_iterable(borders))
    return [_border_segment(*side, ink, width) for side in sides]


@lru_cache(maxsize=4096)
def _border_segment(start: Corner, end: Corner, ink: str, width: float) -> Segment:
    return Segment(start, end, ink, width)


def _middle_cell(cells: tuple[Cell, ...]) -> Cell:
    """Return the cell of a tile that is nearest to its centre."""
    r, c = (sum(each) / len(cells) for each in zip(*cells, strict=True))
    return min(cells, key=lambda cell: ((cell[0] - r) ** 2 + (cell[1] - c) ** 2, cell))


def _draw_tile_shapes(state: Territory, shape: _BoardShapes) -> list[Polygon]:
    """Return the tiles of a position; a tile is drawn again if its label changes."""
    drawn = []
    for key in zip(count(), _tile_texts(state, shape), _tile_remarks(state), strict=False):
        if key not in shape.tiles:
            shape.tiles[key] = _draw_tile(state.board, shape, *key)
        drawn.append(shape.tiles[key])
    return drawn


def _draw_tile(board: Board, shape: _BoardShapes, tile: Tile, text: str, remark: str) -> Polygon:
    claim, fill = board.claims[tile], TILE_FILLS[board.colors[tile]]
    label = f"row {claim.row + 1}, column {claim.column + 1}, {text}, {remark}"
    return Polygon(shape.outlines[tile], fill, target=str(claim), label=label)


def _outline_claimable(state: Territory, shape: _BoardShapes) -> list[Segment]:
    """Outline the tiles that the seat to move may claim, unless it may claim all free tiles.

    The outlines are black: a player's colour would suggest an owner.
    """
    if state.outcome is not None or state.claimable == state.free:
        return []
    around = [shape.borders[tile] for tile in tiles_of(state.claimable)]
    return _draw_borders(around, palette.INK, 2.0)


def _draw_dots(state: Territory, shape: _BoardShapes) -> Iterator[Disc]:
    """Draw the dots of the owners on all cells of their tiles."""
    for seat, own in enumerate(state.owned):
        color, size = state.color(seat), _dot_scale(state.board)
        for tile in tiles_of(own):
            if (tile, color) not in shape.dots:
                centers = [(c + 0.5, r + 0.5) for r, c in state.board.cells[tile]]
                dots = [dot for center in centers for dot in _draw_dot(center, color, size)]
                shape.dots[tile, color] = tuple(dots)
            yield from shape.dots[tile, color]


def _draw_dot(center: Point, color: str, size: float) -> tuple[Disc, ...]:
    dot = Disc(center, DOT_RADIUS * size, DOT_COLORS[color])
    if color == TILE_COLORS[BLUE]:
        return (dot,)
    return dot, Disc(center, DOT_HOLE_RADIUS * size, palette.PAPER)


def _dot_scale(board: Board) -> float:
    """Return the scale of dots and numbers, less than 1 on a small board."""
    return min(1.0, max(board.shape) / MIN_DOT_SCALE_CELLS)


def _coordinate_height(board: Board) -> float:
    """Return the height of the numbers of rows and columns, in cells."""
    return COORDINATE_HEIGHT_SHARE * max(board.shape)


def _draw_coordinates(board: Board) -> Iterator[Text]:
    """Draw the numbers of rows and columns, from 1 as in the descriptions of moves."""
    size = _coordinate_height(board)
    (rows, columns), away = board.shape, -COORDINATE_RIM * size / 2
    step = 1 if max(board.shape) <= MAX_FULLY_NUMBERED else NUMBERING_STEP
    for row in _iter_numbered_lines(rows, step):
        yield Text((away, row - 0.5), f"{row}", size, palette.GREY)
    for column in _iter_numbered_lines(columns, step):
        yield Text((column - 0.5, away), f"{column}", size, palette.GREY)


def _iter_numbered_lines(count: int, step: int) -> Iterator[int]:
    """Yield the rows or columns to number: all if `step` is 1, else 1 and the multiples of `step`.

    Examples
    --------
    >>> [*_iter_numbered_lines(3, 1)], [*_iter_numbered_lines(20, 5)]
    ([1, 2, 3], [1, 5, 10, 15])
    """
    yield 1
    yield from range(step if step > 1 else 2, count + (step == 1), step)


def _draw_numbers(state: Territory, shape: _BoardShapes) -> list[Text]:
    """Draw on each free tile the points that it gives to the player of its colour."""
    drawn = []
    for tile in tiles_of(state.free):
        if points := state.points(tile):
            if (tile, points) not in shape.numbers:
                (r, c), scale = shape.middle_cells[tile], _dot_scale(state.board)
                number = Text((c + 0.5, r + 0.5), f"{points}", TILE_NUMBER_HEIGHT * scale)
                shape.numbers[tile, points] = number
            drawn.append(shape.numbers[tile, points])
    return drawn


def _draw_claimed_points(state: Territory, shape: _BoardShapes) -> Iterator[Primitive]:
    """Draw in each claimed tile the points that it counts, in a larger dot of its owner."""
    for seat, own in enumerate(state.owned):
        counted = [(tile, value) for tile in tiles_of(own) if (value := state.value(tile, seat))]
        yield from _draw_counts(shape, _dot_scale(state.board), state.color(seat), counted)


def _draw_counts(
    shape: _BoardShapes, scale: float, color: str, counted: Sequence[tuple[Tile, float]]
) -> Iterator[Primitive]:
    is_ring = color != TILE_COLORS[BLUE]
    for tile, _ in counted:
        r, c = shape.middle_cells[tile]
        yield Disc((c + 0.5, r + 0.5), VALUE_DOT_RADIUS * scale, DOT_COLORS[color])
        if is_ring:
            yield Disc((c + 0.5, r + 0.5), VALUE_RING_RADIUS * scale, palette.PAPER)
    ink = DOT_COLORS[color] if is_ring else palette.PAPER
    for tile, value in counted:
        r, c = shape.middle_cells[tile]
        text = f"{value:+g}".replace("-", "−")
        size = min(TILE_NUMBER_HEIGHT, VALUE_DOT_ROOM / (DIGIT_ASPECT * len(text))) * scale
        yield Text((c + 0.5, r + 0.5), text, size, ink, bold=True)
