"""Lesson 06: a rule that names Blue's best first tile at half a penalty."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import polygames as pg
from polygames.lessons.conjectures.hunt import Case, search

if TYPE_CHECKING:
    from collections.abc import Iterator

BOARDS: Final = 25
"""So many small boards are tried."""

SIZE: Final = 5


class Tile(NamedTuple):
    """What a rule may know of a tile: its first cell, its size, its colour, who touches it."""

    name: str
    area: int
    color: str
    touching: int


def try_to_break(conjecture: Any) -> None:
    """Look for a board on which a rule names a first tile that is not the best.

    Examples
    --------
    >>> try_to_break(lambda tiles: "here")
    ... # doctest: +ELLIPSIS
    Broken by the board of size=5, seed=18: 'here' is no tile there...
    """
    first, *others = cases()
    first.fault(None)  # compiles the solver, once on a machine: the time of the search begins later
    search(conjecture, [first, *others])


def cases() -> Iterator[Case]:
    """Yield small boards as lists of their tiles, those with few tiles first."""
    boards: list[Any] = [pg.new("territory", size=SIZE, seed=s, penalty=0.5) for s in range(BOARDS)]
    for seed, state in sorted(enumerate(boards), key=lambda each: len(each[1].board.areas)):
        words = f"the board of size={SIZE}, seed={seed}"
        yield Case((_tiles(state),), words, partial(_fault, state))


def _tiles(state: Any) -> list[Tile]:
    board = state.board
    names = (str(move) for move in state.legal_moves)
    facts = zip(names, board.areas, board.colors, board.near, strict=True)
    paint = "blue", "red", "yellow"
    return [Tile(name, area, paint[c], near.bit_count()) for name, area, c, near in facts]


def _fault(state: Any, said: Any) -> str:
    values = {str(move): value for move, value in pg.solve(state).values.items()}
    name = said.name if isinstance(said, Tile) else said
    if name not in values:
        return f"{name!r} is no tile there; the tiles are {', '.join(values)}"
    best = max(values, key=lambda move: values[move])
    if values[name] == values[best]:
        return ""
    return f"{name} leads to {values[name]:+g} for Blue, and {best} to {values[best]:+g}"
