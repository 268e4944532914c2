"""The scene of a position of Territory: drawing, clickable tiles, previews and captions."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from polygames.core.descriptions import count_text
from polygames.games.territory.board.explanations import seat_name, signed_text
from polygames.games.territory.boards import BLUE, RED, TILE_COLORS, YELLOW, Board, Claim, tiles_of
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
    Primitive,
    Scene,
    SeatLabel,
    Segment,
    Text,
    Window,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from polygames.games.territory.boards import Cell, Mask, Tile
    from polygames.games.territory.rules import Move
    from polygames.geometry.polyomino import Side
    from polygames.scene.model import Point

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
    return (window, *draw_tiles(state)[1:], *_draw_coordinates(state.board))


def draw_tiles(state: Territory) -> Scene:
    """Return the tiles with their points, outlines of legal claims, and dots of the owners."""
    rows, columns = state.board.shape
    shape = _board_shapes(state.board)
    return (
        Window(-BOARD_MARGIN, -BOARD_MARGIN, columns + BOARD_MARGIN, rows + BOARD_MARGIN),
        # Like shapes together: the painter draws a run of one kind with one command.
        *(_draw_tile(state, tile) for tile in range(len(state.board.areas))),
        *shape.stripes,
        *shape.seams,
        *_outline_claimable(state),
        *(dot for seat, own in enumerate(state.owned) for dot in _draw_dots(state, seat, own)),
        *_draw_numbers(state),
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
    tile = state.board.named[move]
    ink = DOT_COLORS[state.color(state.turn)]
    drawn = Polygon(_board_shapes(state.board).outlines[tile], ink, ink, 3.0, alpha=0.3)
    return Preview(_tile_text(state, tile), (drawn,))


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
    dots = tuple(_draw_dot((0.0, 0.0), state.color(state.turn), _dot_scale(board)))
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


def free_cells_text(state: Territory) -> list[str]:
    """Return lines of text: the free cells of each colour, and the last claimed tile."""
    left = state.remaining
    lines = ["left: " + ", ".join(f"{left[color]} {color}" for color in TILE_COLORS) + " cells"]
    if state.last is not None:
        area, owner = state.board.areas[state.last], state.owner(state.last) or 0
        worth = state.value(state.last, owner)
        counts = f"counts {signed_text(worth)}" if worth else "counts nothing"
        lines.append(f"last tile: {count_text(area, 'cell')}, {counts}")
    return lines


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


def _tile_remark(state: Territory, tile: Tile) -> str:
    owner = state.owner(tile)
    if owner is not None:
        return f"owned by {seat_name(state, owner)}"
    if state.outcome is not None:
        return "the game is over"
    if state.owned[state.turn] and not (state.adjacent | state.claimable) >> tile & 1:
        return f"not next to a tile of {seat_name(state, state.turn)}"
    reason = state.why_not(state.board.claims[tile])
    return f"not now, {reason}" if reason else "can be claimed"


def points_text(points: float) -> str:
    """Return points as text: "1 point", "2.5 points"."""
    return count_text(f"{points:g}", "point")


# --- Shapes -------------------------------------------------------------------------------------


class _BoardShapes:
    """The parts of a board's picture that do not depend on the owners."""

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


@lru_cache(maxsize=16)
def _board_shapes(board: Board) -> _BoardShapes:
    return _BoardShapes(board)


def _draw_borders(borders: Iterable[list[Side]], ink: str, width: float) -> Iterator[Segment]:
    """Draw the borders of tiles as long segments; a shared side only once."""
    sides = (side for border in borders for side in border)
    yield from (Segment(start, end, ink, width) for start, end in merge_sides(sides))


def _middle_cell(cells: tuple[Cell, ...]) -> Cell:
    """Return the cell of a tile that is nearest to its centre."""
    r, c = (sum(each) / len(cells) for each in zip(*cells, strict=True))
    return min(cells, key=lambda cell: ((cell[0] - r) ** 2 + (cell[1] - c) ** 2, cell))


def _draw_tile(state: Territory, tile: Tile) -> Polygon:
    color = state.board.colors[tile]
    claim = state.board.claims[tile]
    at = f"row {claim.row + 1}, column {claim.column + 1}"
    label = f"{at}, {_tile_text(state, tile)}, {_tile_remark(state, tile)}"
    corners = _board_shapes(state.board).outlines[tile]
    return Polygon(corners, TILE_FILLS[color], target=str(claim), label=label)


def _outline_claimable(state: Territory) -> Iterator[Segment]:
    """Outline the tiles that the seat to move may claim, unless it may claim all free tiles.

    The outlines are black: a player's colour would suggest an owner.
    """
    if state.outcome is None and state.claimable != state.free:
        borders = _board_shapes(state.board).borders
        around = (borders[tile] for tile in tiles_of(state.claimable))
        yield from _draw_borders(around, palette.INK, 2.0)


def _draw_dots(state: Territory, seat: int, tiles: Mask) -> Iterator[Primitive]:
    color, size = state.color(seat), _dot_scale(state.board)
    for tile in tiles_of(tiles):
        for r, c in state.board.cells[tile]:
            yield from _draw_dot((c + 0.5, r + 0.5), color, size)


def _draw_dot(center: Point, color: str, size: float) -> Iterator[Disc]:
    yield Disc(center, DOT_RADIUS * size, DOT_COLORS[color])
    if color != TILE_COLORS[BLUE]:
        yield Disc(center, DOT_HOLE_RADIUS * size, palette.PAPER)


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


def _draw_numbers(state: Territory) -> Iterator[Text]:
    """Draw on each free tile the points that it gives to the player of its colour."""
    middles = _board_shapes(state.board).middle_cells
    size = TILE_NUMBER_HEIGHT * _dot_scale(state.board)
    for tile in tiles_of(state.free):
        if state.board.colors[tile] != YELLOW:
            r, c = middles[tile]
            yield Text((c + 0.5, r + 0.5), f"{state.points(tile)}", size, palette.INK)
