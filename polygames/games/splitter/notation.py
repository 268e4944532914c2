"""Splitter's moves and positions as text, both ways.

Examples
--------
>>> import polygames as pg
>>> roll = parse(pg.new("splitter"), "roll 1-4")
>>> roll.high, roll.low
(4, 1)
>>> from_text("splitter").turn == -1
True
"""

from __future__ import annotations

import re

from polygames.core.position_parser import count, fault
from polygames.core.position_parser import position as read_position
from polygames.games.splitter.pads import pad_of
from polygames.games.splitter.rules import Move, Placement, Roll, Splitter, new
from polygames.games.splitter.scoring import EMPTY, Sheet, read_sheet

HIDDEN = "?"
"""Stands for a placement that another seat made in secret."""

_ROLL = re.compile(r"roll\s+([1-6])\s*-\s*([1-6])")
_PLACEMENT = re.compile(r"r(\d{1,2})\s*c(\d{1,2})\s*=\s*([1-6])", re.ASCII)


def parse(state: Splitter, text: str) -> Move:
    """Read a move that is legal in a state: ``roll 4-1``, or ``r2c0=4``.

    A placement may name either of its cells with the number that goes there.

    Raises
    ------
    InvalidMoveError
        If the text is neither.
    IllegalMoveError
        If the move is not allowed.
    """
    move = _roll(text) or _placement(text)
    if move is None:
        raise state.unreadable(text, "'roll 4-1' or 'r2c0=4'")
    if isinstance(move, Placement):
        move = _named(state, move)
    return state.legal(move, text.strip())


def to_text(state: Splitter) -> str:
    """Write a position: players, pad, roll, what was written in secret, each sheet.

    Examples
    --------
    >>> from polygames.games.splitter.rules import new
    >>> "sheet 0" in to_text(new()), "sheet 1" in to_text(new())
    (True, False)
    """
    lines = [state.game, f"players {state.seats}", f"pad {state.pad}"]
    if state.roll is not None:
        lines.append(str(state.roll))
    if state.pending:
        lines.append("placed " + " ".join(str(move or HIDDEN) for move in state.pending))
    for seat, rows in enumerate(state.rows):
        lines += [f"sheet {seat}", *rows]
    return "\n".join(lines) + "\n"


def from_text(text: str) -> Splitter:
    """Read a position that `to_text` wrote; without sheets they are empty.

    Raises
    ------
    PositionError
        With the line that cannot be read or does not fit, and why.
    """
    return read_position(Splitter.game, text, _Reader())


class _Reader:
    """Collects the lines of a position and puts the state together."""

    def __init__(self) -> None:
        self.players = 1
        self.pad = pad_of("A")
        self.roll: Roll | None = None
        self.placed: list[str] = []
        self.sheets: list[list[str]] = []

    def read(self, key: str, value: str) -> None:
        """Take one line in; an error if it cannot be read."""
        line = f"{key} {value}".rstrip()
        match key:
            case "players":
                self.players = count(value)
            case "pad":
                self.pad = pad_of(value)
            case "roll":
                self.roll = _roll(line) or fault("expected two numbers from 1 to 6: 'roll 4-1'")
            case "placed":
                self.placed = value.split()
            case "sheet":
                if count(value) != len(self.sheets):
                    fault(f"expected 'sheet {len(self.sheets)}'")
                self.sheets.append([])
            case _ if self.sheets:
                self.sheets[-1].append(line)
            case _:
                fault("the line starts with an unknown word")

    def state(self, _: tuple[str, ...]) -> Splitter:
        """Return the state; an error if the parts do not fit together."""
        state = new(self.players, self.pad)
        if self.sheets:
            state = Splitter(self.pad, tuple(map(self._sheet, self.sheets)))
        self._check(state)
        if self.roll is not None:
            state = state.play(self.roll)
        for text in self.placed:
            state = self._place(state, text)
        return state

    def _sheet(self, rows: list[str]) -> Sheet:
        sheet = read_sheet(self.pad, rows)
        for left, right in self.pad.slots:
            if (sheet[left] == EMPTY) != (sheet[right] == EMPTY):
                r, c = self.pad.places[left]
                fault(f"row {r}, column {c} and its mirrored cell are not both full or empty")
        return sheet

    def _check(self, state: Splitter) -> None:
        if state.seats != self.players:
            fault(f"there are {self.players} players and {state.seats} sheets")
        if len({sheet.count(EMPTY) for sheet in state.sheets}) > 1:
            fault("the sheets are not equally full")
        if self.placed and self.roll is None:
            fault("something is placed, and nothing was rolled")
        if len(self.placed) >= max(self.players, 1) and self.placed:
            fault("all have placed: the numbers belong in the sheets")

    def _place(self, state: Splitter, text: str) -> Splitter:
        """Return a state with one more placement in secret, which may be hidden."""
        if text == HIDDEN:
            return Splitter(state.pad, state.sheets, state.roll, (*state.pending, None))
        move = parse(state, text)
        return state.play(move)


def _roll(text: str) -> Roll | None:
    match = _ROLL.fullmatch(text.strip())
    return Roll.of(int(match[1]), int(match[2])) if match else None


def _placement(text: str) -> Placement | None:
    match = _PLACEMENT.fullmatch(text.strip())
    return Placement(*map(int, match.groups())) if match else None


def _named(state: Splitter, move: Placement) -> Placement:
    """Return a placement as the program names it, if there is one like it."""
    cell = state.pad.cells.get((move.row, move.column))
    known = None if cell is None else state.placement(cell, move.number)
    return known or move
