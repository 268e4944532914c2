"""The text notation of Splitter's moves and positions: parse and write."""

from __future__ import annotations

import re
from operator import add
from typing import TYPE_CHECKING, Any

from polygames.core.notation import parse_count, parse_counts, raise_value_error
from polygames.core.notation import parse_position as read_position
from polygames.games.splitter.pads import find_pad
from polygames.games.splitter.rules import Move, Placement, Roll, Splitter, new
from polygames.games.splitter.scoring import EMPTY_CELL, Sheet, read_sheet

if TYPE_CHECKING:
    from collections.abc import Callable

    from polygames.games.splitter.pads import Pad

HIDDEN_SIGN = "?"
"""The text of a hidden placement of another seat."""

_ROLL_PATTERN = re.compile(r"roll\s+([1-6])\s*-\s*([1-6])")
_PLACEMENT_PATTERN = re.compile(r"r(\d{1,2})\s*c(\d{1,2})\s*=\s*([1-6])", re.ASCII)


def parse(state: Splitter, text: str) -> Move:
    """Parse a legal move, such as ``roll 4-1`` or ``r2c0=4``.

    A placement may be written with either of its cells and the number there.
    """
    move: Move | None = _parse_roll(text)
    if match := _PLACEMENT_PATTERN.fullmatch(text.strip()):
        move = Placement(*map(int, match.groups()))
        cell = state.pad.cells.get((move.row, move.column))
        if cell is not None:  # the canonical form, if there is one
            move = state.placement(cell, move.number) or move
    if move is None:
        raise state.unreadable(text, "'roll 4-1' or 'r2c0=4'")
    return state.legal(move, text.strip())


def to_text(state: Splitter) -> str:
    """Return a position as text: players, pad, roll, hidden placements, each sheet.

    A position that was reached from a `Splitter.view` lacks placements of other seats. The line
    ``hidden`` has the number of missing placements for each seat.

    Examples
    --------
    >>> from polygames.games.splitter.rules import new
    >>> "sheet 0" in to_text(new()), "sheet 1" in to_text(new())
    (True, False)
    """
    lines = [state.game, f"players {state.seats}", f"pad {state.pad}"]
    hidden = [state.round - _count_placements(sheet) for sheet in state.sheets]
    if any(hidden):
        lines.append("hidden " + " ".join(map(str, hidden)))
    if state.roll is not None:
        lines.append(str(state.roll))
    if state.pending:
        lines.append("placed " + " ".join(str(move or HIDDEN_SIGN) for move in state.pending))
    for seat, rows in enumerate(state.rows):
        lines += [f"sheet {seat}", *rows]
    return "\n".join(lines) + "\n"


def from_text(text: str) -> Splitter:
    """Parse a position in the format of `to_text`; missing sheets are empty.

    Raise PositionError with the line and the reason if it is malformed or inconsistent.
    """
    sheets = _SheetReader()
    parts = {**_POSITION_FIELDS, "sheet": sheets.begin_sheet}
    return read_position(
        Splitter.game,
        text,
        parts,
        sheets.to_state,
        repeatable={"sheet"},
        parse_other=sheets.add_row,
    )


class _SheetReader:
    def __init__(self) -> None:
        self.rows: list[list[str]] = []

    def begin_sheet(self, value: str) -> None:
        """Start the next sheet, whose number has to be `value`."""
        if parse_count(value) != len(self.rows):
            raise_value_error(f"expected 'sheet {len(self.rows)}'")
        self.rows.append([])

    def add_row(self, key: str, value: str) -> None:
        """Append a row to the current sheet."""
        if not self.rows:
            raise_value_error("expected the name of a part at the start of the line")
        self.rows[-1].append(f"{key} {value}".rstrip())

    def to_state(self, fields: dict[str, Any]) -> Splitter:
        """Return the position; raise ValueError if the parts are inconsistent."""
        players, pad = fields.get("players", 1), fields.get("pad") or find_pad("A")
        roll, placed = fields.get("roll"), fields.get("placed", [])
        state = new(players, pad)
        if self.rows:
            state = Splitter(pad, tuple(_parse_sheet(pad, rows) for rows in self.rows))
        if state.seats != players:
            raise_value_error(
                f"expected a sheet for each of {players} players, not {state.seats} sheets"
            )
        self._check_fullness(state, fields.get("hidden"))
        if placed and roll is None:
            raise_value_error("expected a roll, because numbers are placed")
        if len(placed) >= max(players, 1) and placed:
            raise_value_error("all players have placed: write the numbers in the sheets")
        if roll is not None:
            state = state.play(roll)
        for text in placed:
            state = _with_placement(state, text)
        return state

    def _check_fullness(self, state: Splitter, hidden: tuple[int, ...] | None) -> None:
        """Raise ValueError unless all sheets are equally full, hidden placements included."""
        hidden = (0,) * state.seats if hidden is None else hidden
        if len(hidden) != state.seats or 0 not in hidden:
            raise_value_error("hidden must have a number for each seat, and 0 for one of them")
        if len(set(map(add, hidden, map(_count_placements, state.sheets)))) > 1:
            raise_value_error("the sheets must be equally full")


def _count_placements(sheet: Sheet) -> int:
    """Return the number of placements on a sheet."""
    return (len(sheet) - sheet.count(EMPTY_CELL)) // 2


_POSITION_FIELDS: dict[str, Callable[[str], Any]] = {
    "players": parse_count,
    "pad": find_pad,
    "roll": lambda value: (
        _parse_roll(f"roll {value}")
        or raise_value_error("expected two numbers from 1 to 6: 'roll 4-1'")
    ),
    "placed": str.split,
    "hidden": parse_counts,
}


def _parse_sheet(pad: Pad, rows: list[str]) -> Sheet:
    sheet = read_sheet(pad, rows)
    for left, right in pad.slots:
        if (sheet[left] == EMPTY_CELL) != (sheet[right] == EMPTY_CELL):
            r, c = pad.places[left]
            raise_value_error(
                f"row {r}, column {c} and its mirrored cell must both be full or empty"
            )
    return sheet


def _with_placement(state: Splitter, text: str) -> Splitter:
    """Return the state after another placement in this round, hidden if the text is ``?``."""
    if text == HIDDEN_SIGN:
        return Splitter(state.pad, state.sheets, state.roll, (*state.pending, None))
    return state.play(parse(state, text))


def _parse_roll(text: str) -> Roll | None:
    match = _ROLL_PATTERN.fullmatch(text.strip())
    return Roll.of_dice(int(match[1]), int(match[2])) if match else None
