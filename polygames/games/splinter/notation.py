"""Splinter's moves and positions as text, both ways.

A position that occurs for the third time ends the game [8]. So the text of a position has the moves
since a piece was last lost (``moves``), and the board before these moves (``earlier``) if it is not
the board at the start. A text without these lines is a position without a history.
"""

from __future__ import annotations

import re
from dataclasses import replace
from functools import partial
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from polygames.core.errors import PositionError
from polygames.core.notation import (
    look_up_word,
    option_parsers,
    parse_count,
    raise_value_error,
)
from polygames.core.notation import parse_position as read_position
from polygames.core.options import short_repr
from polygames.games.splinter.boards import KINGS, SEAT_PATTERNS, Push, board_problem, kings_problem
from polygames.games.splinter.rules import (
    START_ROWS,
    Options,
    Splinter,
    position,
    push_between,
    read_key,
    row_ahead,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from polygames.core.protocol import Seat

_SQUARE_PATTERN = r"([a-z])([1-9]\d?)"
_MOVE_PATTERN = re.compile(rf"{_SQUARE_PATTERN}\s*-\s*{_SQUARE_PATTERN}", re.ASCII)


def parse(state: Splinter, text: str) -> Push:
    """Parse a legal move: two squares, ``h9-h10``.

    A square is its column's letter and its row's number, counted from the bottom.
    """
    if (move := _parse_push(text)) is None:
        raise state.unreadable(text, "'h9-h10'")
    return state.legal(move)


def to_text(state: Splinter) -> str:
    """Return a position as text: options, turn, losses, history, and the board from the top.

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
        lines.append(_barred_line("barred", state.barred))
    lines += _past_lines(state)
    return "\n".join([state.game, *lines, "board", *state.rows]) + "\n"


def from_text(text: str) -> Splinter:
    """Parse a position written by `to_text`; omitted lines take their default values.

    Raise PositionError, with the line and the reason, if a line is malformed or does not fit.
    """
    return read_position(
        Splinter.game,
        text,
        _OPTION_FIELDS | _STATE_FIELDS | _HISTORY_FIELDS,
        _state_from_fields,
        board="board",
    )


def _state_from_fields(fields: dict[str, Any]) -> Splinter:
    """Build the state from parsed fields; raise ValueError if they do not fit together."""
    rows, moves = fields.pop("board"), fields.pop("moves", [])
    earlier = {name: fields.pop(name) for name in _HISTORY_FIELDS if name in fields}
    rules = Options(**{name: fields.pop(name) for name in _OPTION_FIELDS if name in fields})
    _parse_board(rows, one_king_may_be_missing=rules.edge == "remove")
    squares = len(rows) * len(rows[0])
    if sum(fields.get("lost", ())) > squares:
        raise_value_error(f"a board of {squares} squares cannot have lost so many pieces")
    first = 0 if rules.first == "white" else 1
    state = position(rules, rows, **{"turn": first, "ply": len(moves), **fields})
    _check_bars(state)
    if not moves:
        return (
            state
            if not earlier
            else raise_value_error("expected the moves after the earlier board")
        )
    return _with_history(state, moves, **earlier)


def _check_bars(state: Splinter) -> None:
    """Raise ValueError if a forbidden step back is impossible or `no_return` is off."""
    for bar, own in zip(state.barred, SEAT_PATTERNS, strict=True):
        if bar is None:
            continue
        if not state.rules.no_return:
            raise_value_error("expected no barred step without no_return=True")
        if bar not in state.grid.steps_by_push or not own.match(
            state.cells, state.grid.steps_by_push[bar][0]
        ):
            raise_value_error(f"{bar} cannot be barred: no piece of that seat can make this step")


# --- The moves since a piece was last lost --------------------------------------------------------


def _past_lines(state: Splinter) -> list[str]:
    """Return the text lines for earlier positions that can recur; empty if there are none."""
    if not state.history:
        return []
    past = [*map(read_key, state.history), (state.cells, state.turn, state.barred[state.turn])]
    moves = [
        push
        for (cells, turn, _), (after, _, _) in pairwise(past)
        if (push := push_between(state.grid, cells, after, turn))
    ]
    if len(moves) < len(state.history):
        msg = "cannot write the position: its history is not a line of moves that leads to it"
        raise PositionError(msg)
    lines = ["moves " + " ".join(map(str, moves))]
    if state.rules.no_return:
        lines.insert(0, _barred_line("earlier-barred", _first_bars(state, past[0], moves[0])))
    begun = position(state.rules, state.start or START_ROWS, turn=state.turn)
    if (first := past[0][0]) != begun.cells:
        lines.insert(0, "earlier " + "/".join(state.grid.to_rows(first)))
    return lines


def _first_bars(
    state: Splinter, first: tuple[str, Seat, Push | None], move: Push
) -> tuple[Push | None, Push | None]:
    """Return the forbidden step back of each seat in the first of the earlier positions.

    The key of that position has the barred step of its mover. The other seat's is in the next key,
    where the move between may have pushed the barred piece along.
    """
    cells, turn, mine = first
    then = read_key(state.history[1])[2] if len(state.history) > 1 else state.barred[1 - turn]
    if then is not None:
        start, step = state.grid.steps_by_push[move]
        at = state.grid.squares[then.start]
        if at in row_ahead(cells, start, step)[1:]:
            then = Push(state.grid.names[at - step], then.end)
    return (mine, then) if turn == 0 else (then, mine)


def _with_history(state: Splinter, moves: list[str], **earlier: Any) -> Splinter:
    """Return a position with its history; raise ValueError if the moves do not lead to it."""
    if state.ply < len(moves):
        raise_value_error(f"expected {state.ply} moves, as in the ply, not {len(moves)}")
    rows = earlier.get("earlier") or state.start or START_ROWS
    begin = {"turn": (state.turn + len(moves)) % state.seats, "ply": state.ply - len(moves)}
    found = position(
        state.rules,
        rows,
        barred=earlier.get("earlier-barred", (None, None)),
        start=state.start,
        **begin,
    )
    _check_bars(found)
    found = replace(found, lost=state.lost)  # `position` has counted the strays
    for move in moves:
        found = found.play(parse(found, move))
    if found != state or len(found.history) != len(moves):
        raise_value_error("the moves must lead to this position, and lose no piece")
    return found


def _parse_push(text: str) -> Push | None:
    match = _MOVE_PATTERN.fullmatch(text.strip())
    return Push(match[1] + match[2], match[3] + match[4]) if match else None


def _parse_barred_step(text: str) -> Push | None:
    move = _parse_push(text)
    if move is None and text != "none":
        raise_value_error(f"expected a move or 'none', not {short_repr(text)}")
    return move


def _parse_board(rows: list[str] | tuple[str, ...], **pardon: bool) -> tuple[str, ...]:
    """Check that rows of text form a board, in which a king may be missing if pushed off [4]."""
    problem = board_problem(rows) or kings_problem(rows)
    kings = sorted(cell for cell in "".join(rows) if cell in KINGS)
    if problem and not (any(pardon.values()) and len(kings) == 1 and not board_problem(rows)):
        raise_value_error(problem)
    return tuple(rows)


def _barred_line(name: str, bars: tuple[Push | None, Push | None]) -> str:
    return "{} {} {}".format(name, *(bar or "none" for bar in bars))


def _parse_pair(value: str) -> list[str]:
    words = value.split()
    if len(words) != len(KINGS):
        raise_value_error(f"expected two entries, not {len(words)}")
    return words


_OPTION_FIELDS = option_parsers(Options)
_STATE_FIELDS: dict[str, Callable[[str], Any]] = {
    "ply": parse_count,
    "turn": partial(look_up_word, {"0": 0, "1": 1}),
    "lost": lambda value: tuple(map(parse_count, _parse_pair(value))),
    "barred": lambda value: tuple(map(_parse_barred_step, _parse_pair(value))),
    "start": lambda value: _parse_board(value.split("/")),
    "moves": str.split,
}
_HISTORY_FIELDS: dict[str, Callable[[str], Any]] = {
    "earlier": _STATE_FIELDS["start"],
    "earlier-barred": _STATE_FIELDS["barred"],
}
