"""A board of clickable squares, as many games use it."""

from __future__ import annotations

from itertools import product
from string import ascii_lowercase
from typing import TYPE_CHECKING

from polygames.scene.model import Polygon, Text, Window
from polygames.scene.palette import GREY, PAPER

if TYPE_CHECKING:
    from collections.abc import Mapping

    from polygames.scene.model import Primitive, Scene, SeatLabel


NAME_MARGIN_SQUARES, NAME_SIZE_SQUARES, SIGN_SIZE_SQUARES, BOARD_MARGIN_SQUARES = (
    0.6,
    0.35,
    0.5,
    0.06,
)
"""The margin for names, the font sizes of names and signs, and the other margin, in squares."""


def square_name(row: int, column: int) -> str:
    """Return the name of a square: a column letter followed by a row number, such as ``a1``.

    Examples
    --------
    >>> square_name(0, 2)
    'c1'
    """
    return f"{ascii_lowercase[column]}{row + 1}"


def draw_squares(rows: int, columns: int, contents: Mapping[str, str | SeatLabel]) -> Scene:
    """Return a board of clickable squares with their names as targets; ``a1`` is bottom left.

    The letters of the columns are below the board, the numbers of the rows on its left.

    Parameters
    ----------
    rows, columns
        The numbers of rows and columns; at most 26 columns.
    contents
        The contents of squares by name: a colour ``#rrggbb``, or the label of a seat, whose sign
        is drawn on its colour. Other squares are white.

    Examples
    --------
    >>> board = draw_squares(2, 2, {"a1": "#0072b2"})
    >>> [(each.target, each.fill) for each in board[1:3]]
    [('a1', '#0072b2'), ('b1', '#ffffff')]
    """
    cells: list[Primitive] = []
    signs: list[Primitive] = [
        Text((x + 0.5, rows + NAME_MARGIN_SQUARES / 2), ascii_lowercase[x], NAME_SIZE_SQUARES)
        for x in range(columns)
    ]
    for row, x in product(range(rows), range(columns)):
        y, name = rows - 1 - row, square_name(row, x)
        corners = ((x, y), (x + 1, y), (x + 1, y + 1), (x, y + 1))
        match contents.get(name, PAPER):
            case str() as color:
                label = name
            case seat:
                color, label = seat.color, f"{name}, {seat.name}"
                signs.append(
                    Text((x + 0.5, y + 0.5), seat.mark, SIGN_SIZE_SQUARES, PAPER, bold=True)
                )
        cells.append(Polygon(corners, color, stroke=GREY, target=name, label=label))
    signs += [
        Text((-NAME_MARGIN_SQUARES / 2, rows - row - 0.5), str(row + 1), NAME_SIZE_SQUARES)
        for row in range(rows)
    ]
    return (
        Window(
            -NAME_MARGIN_SQUARES,
            -BOARD_MARGIN_SQUARES,
            columns + BOARD_MARGIN_SQUARES,
            rows + NAME_MARGIN_SQUARES,
        ),
        *cells,
        *signs,
    )
