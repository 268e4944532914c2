"""A board of squares, each of which can be clicked: what many games are played on."""

from __future__ import annotations

from string import ascii_lowercase
from typing import TYPE_CHECKING

from polygames.scene.model import Polygon, Window
from polygames.scene.palette import GREY, PAPER

if TYPE_CHECKING:
    from collections.abc import Mapping

    from polygames.scene.model import Scene


def square(row: int, column: int) -> str:
    """Return the name of a square: a letter for its column, and its row from 1 on.

    Examples
    --------
    >>> square(0, 2)
    'c1'
    """
    return f"{ascii_lowercase[column]}{row + 1}"


def squares(rows: int, columns: int, colors: Mapping[str, str]) -> Scene:
    """Return a board whose squares have their names as targets; row 1 is at the bottom.

    Parameters
    ----------
    rows, columns
        How many, 26 columns at most.
    colors
        The colours of squares by name, ``#rrggbb``; those that are not here are white.

    Examples
    --------
    >>> board = squares(2, 2, {"a1": "#0072b2"})
    >>> [(each.target, each.fill) for each in board[1:3]]
    [('a1', '#0072b2'), ('b1', '#ffffff')]
    """
    cells = (
        Polygon(
            ((x, y), (x + 1, y), (x + 1, y + 1), (x, y + 1)),
            colors.get(name := square(row, x), PAPER),
            stroke=GREY,
            target=name,
            label=name,
        )
        for row in range(rows)
        for x in range(columns)
        for y in (rows - 1 - row,)
    )
    return (Window(0, 0, columns, rows), *cells)
