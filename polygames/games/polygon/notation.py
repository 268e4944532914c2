"""Polygon's moves and positions as text, both ways."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from polygames.core.notation import (
    option_parsers,
)
from polygames.core.notation import parse_position as read_position
from polygames.games.polygon.moves import Claim, Draw, Move
from polygames.games.polygon.rules import Options, PolygonGame

if TYPE_CHECKING:
    from collections.abc import Callable

_POINT_PATTERN = r"([A-Z]{1,4}|[1-9]\d{0,8}x[1-9]\d{0,8})"
_MOVE_PATTERN = re.compile(rf"{_POINT_PATTERN}\s*-\s*{_POINT_PATTERN}", re.ASCII)


def parse(state: PolygonGame, text: str) -> Move:
    """Parse a legal move: two points (``A-C`` or ``C-2x5``), or ``claim``.

    Where three or more segments cross, any two of them name the point.
    """
    move = _check_move_text(text)
    if move is None:
        raise state.unreadable(text, "'A-C', 'C-2x5' or 'claim'")
    state.legal(move)
    if isinstance(move, Claim):
        return move
    return state.draw(*state.ends(move))


def to_text(state: PolygonGame) -> str:
    """Return a position as text: its options, then the moves that lead to it.

    Examples
    --------
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
    """Parse a position written by `to_text`; omitted options take their default values.

    Raise PositionError, with the line and the reason, if a line is malformed or does not fit.
    """
    return read_position(PolygonGame.game, text, _POSITION_FIELDS, _state_from_fields)


def _state_from_fields(fields: dict[str, Any]) -> PolygonGame:
    """Build the state from parsed fields; raise ValueError if an option or move is not allowed."""
    moves = fields.pop("moves", [])
    state = PolygonGame(Options(**fields))
    for move in moves:
        state = state.play(parse(state, move))
    return state


_POSITION_FIELDS: dict[str, Callable[[str], Any]] = {
    **option_parsers(Options),
    "vertices": lambda value: tuple(tuple(corner.split(",")) for corner in value.split()),
    "moves": str.split,
}


def _check_move_text(text: object) -> Move | None:
    if not isinstance(text, str):
        return None
    text = text.strip()
    if text == "claim":
        return Claim()
    match = _MOVE_PATTERN.fullmatch(text)
    return Draw(match[1], match[2]) if match else None
