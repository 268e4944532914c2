"""Splinter's moves and positions as text, both ways."""

from __future__ import annotations

import re
from functools import partial
from typing import TYPE_CHECKING, Any

from polygames.core.notation import BOOL, count, fault, one_of
from polygames.core.notation import position as read_position
from polygames.core.options import shown
from polygames.games.splinter.boards import KINGS, OWN, Push, board_problem, kings_problem
from polygames.games.splinter.rules import Options, Splinter, position

if TYPE_CHECKING:
    from collections.abc import Callable

_SQUARE = r"([a-z])([1-9]\d?)"
_MOVE = re.compile(rf"{_SQUARE}\s*-\s*{_SQUARE}", re.ASCII)
_COLORS = {"white": "white", "black": "black"}
_EDGES = {"block": "block", "remove": "remove"}


def parse(state: Splinter, text: str) -> Push:
    """Read a move that is legal in a state: two squares, ``h9-h10``.

    A square is its column's letter and its row's number, counted from the bottom.
    """
    if (move := _push(text)) is None:
        raise state.unreadable(text, "'h9-h10'")
    return state.legal(move)


def to_text(state: Splinter) -> str:
    """Write a position: options, whose turn, what was lost, the board from top to bottom.

    Examples
    --------
    >>> from polygames.games.splinter.rules import new
    >>> to_text(new(board=["Ww", "bB"])).splitlines()[-2:]
    ['Ww', 'bB']
    """
    lines = [f"{name} {value}" for name, value in vars(state.rules).items()]
    if state.start is not None:
        lines.append("start " + "/".join(state.start))
    lines += [f"ply {state.ply}", f"turn {state.turn}", "lost {} {}".format(*state.lost)]
    if state.rules.no_return:
        lines.append("barred {} {}".format(*(bar or "none" for bar in state.barred)))
    return "\n".join([state.game, *lines, "board", *state.rows]) + "\n"


def from_text(text: str) -> Splinter:
    """Read a position that `to_text` wrote; a line left out has its value at the start.

    PositionError with the line that cannot be read or does not fit, and why.
    """
    return read_position(Splinter.game, text, _OPTIONS | _FIELDS, _state, board="board")


def _state(found: dict[str, Any]) -> Splinter:
    """Return the state; ValueError if the parts do not fit together."""
    rows = found.pop("board")
    rules = Options(**{name: found.pop(name) for name in _OPTIONS if name in found})
    _board(rows, one_king_may_be_missing=rules.edge == "remove")
    squares = len(rows) * len(rows[0])
    if sum(found.get("lost", ())) > squares:
        fault(f"more pieces lost than a board of {squares} squares can hold")
    first = 0 if rules.first == "white" else 1
    state = position(rules, rows, **{"turn": first, **found})
    # A barred step is one that a piece can make, and none of a piece without its king [9].
    for bar, own in zip(state.barred, OWN, strict=True):
        if bar is None:
            continue
        if not state.rules.no_return:
            fault("a step back can only be barred with no_return=True")
        if bar not in state.grid.ways or not own.match(state.cells, state.grid.ways[bar][0]):
            fault(f"{bar} cannot be barred: no piece of that seat can make this step")
    return state


def _push(text: str) -> Push | None:
    match = _MOVE.fullmatch(text.strip())
    return Push(match[1] + match[2], match[3] + match[4]) if match else None


def _bar(text: str) -> Push | None:
    move = _push(text)
    if move is None and text != "none":
        fault(f"expected a move or 'none', not {shown(text)}")
    return move


def _board(rows: list[str] | tuple[str, ...], **pardon: bool) -> tuple[str, ...]:
    """Return rows of text as a board; a king may be missing once it was pushed off [4]."""
    problem = board_problem(rows) or kings_problem(rows)
    kings = sorted(cell for cell in "".join(rows) if cell in KINGS)
    if problem and not (any(pardon.values()) and len(kings) == 1 and not board_problem(rows)):
        fault(problem)
    return tuple(rows)


def _two(value: str) -> list[str]:
    words = value.split()
    if len(words) != len(KINGS):
        fault(f"expected two entries, not {len(words)}")
    return words


_OPTIONS: dict[str, Callable[[str], Any]] = {
    "first": partial(one_of, _COLORS),
    "edge": partial(one_of, _EDGES),
    "no_return": BOOL,
    "max_plies": count,
}
_FIELDS: dict[str, Callable[[str], Any]] = {
    "ply": count,
    "turn": partial(one_of, {"0": 0, "1": 1}),
    "lost": lambda value: tuple(map(count, _two(value))),
    "barred": lambda value: tuple(map(_bar, _two(value))),
    "start": lambda value: _board(value.split("/")),
}
