"""Polygon's moves and positions as text, both ways.

Examples
--------
>>> import polygames as pg
>>> str(parse(pg.new("polygon"), "A-C"))
'A-C'
>>> parse(pg.new("polygon"), "A-B")
Traceback (most recent call last):
...
polygames.core.errors.IllegalMoveError: illegal move 'A-B': ...
>>> from_text("polygon").options["colors"]
'different'
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from polygames.core.position_parser import BOOLS, count, fault, one_of
from polygames.core.position_parser import position as read_position
from polygames.games.polygon.moves import Claim, Draw, Move
from polygames.games.polygon.rules import Options, PolygonGame

if TYPE_CHECKING:
    from collections.abc import Callable

_POINT = r"([A-Z]{1,4}|[1-9]\d{0,8}x[1-9]\d{0,8})"
_MOVE = re.compile(rf"{_POINT}\s*-\s*{_POINT}", re.ASCII)


def parse(state: PolygonGame, text: str) -> Move:
    """Read a move that is legal in a state: two points, ``A-C`` or ``C-2x5``, or ``claim``.

    Where three or more segments cross, any two of them name the point.

    Raises
    ------
    InvalidMoveError
        If the text is neither.
    IllegalMoveError
        If the move is not allowed.
    """
    move = _move(text)
    if move is None:
        raise state.unreadable(text, "'A-C', 'C-2x5' or 'claim'")
    state.legal(move)
    if isinstance(move, Claim):
        return move
    start, end = state.point(move.start), state.point(move.end)
    assert start is not None  # noqa: S101 - the move is legal
    assert end is not None  # noqa: S101 - as above
    return state.draw(start, end)


def to_text(state: PolygonGame) -> str:
    """Write a position: the options, then the moves that lead to it.

    Examples
    --------
    >>> import polygames as pg
    >>> state = pg.new("polygon")
    >>> to_text(state.play(state.parse("A-C"))).split()[-2:]
    ['moves', 'A-C']
    """
    options = dict(state.options)
    corners = options.pop("vertices")
    if state.rules.vertices is not None:
        options.pop("n")
        options = {"vertices": " ".join(f"{x},{y}" for x, y in corners), **options}  # type: ignore[attr-defined]  # pairs
    lines = [f"{name} {value}" for name, value in options.items()]
    moves = [*map(str, state.moves), *(["claim"] if state.is_claimed else [])]
    return "\n".join([state.game, *lines, " ".join(["moves", *moves])]) + "\n"


def from_text(text: str) -> PolygonGame:
    """Read a position that `to_text` wrote; a line left out has its value at the start.

    Raises
    ------
    PositionError
        With the line that cannot be read or does not fit, and why.
    """
    return read_position(PolygonGame.game, text, _Reader())


class _Reader:
    """Collects the lines of a position and puts the state together."""

    def __init__(self) -> None:
        self.options: dict[str, Any] = {}
        self.moves: list[str] = []

    def read(self, key: str, value: str) -> None:
        """Take one line in; ValueError if it cannot be read or is a second one of its kind."""
        if key in self.options or (key == "moves" and self.moves):
            fault(f"{key} is given twice")
        if key == "moves":
            self.moves = value.split()
        else:
            self.options[key] = _option(key, value)

    def state(self, _: tuple[str, ...]) -> PolygonGame:
        """Return the state; ValueError if an option or a move is not allowed."""
        state = PolygonGame(Options(**self.options))
        for move in self.moves:
            state = state.play(parse(state, move))
        return state


def _move(text: object) -> Move | None:
    if not isinstance(text, str):
        return None
    text = text.strip()
    if text == "claim":
        return Claim()
    match = _MOVE.fullmatch(text)
    return Draw(match[1], match[2]) if match else None


def _option(key: str, value: str) -> object:
    readers: dict[str, Callable[[str], object]] = {
        "n": count,
        "vertices": lambda value: tuple(tuple(corner.split(",")) for corner in value.split()),
        "colors": str,
        "concurrent": str,
        "claim": lambda word: one_of(BOOLS, word),
        "max_plies": count,
    }
    if key not in readers:
        fault("the line starts with an unknown word")
    return readers[key](value)
