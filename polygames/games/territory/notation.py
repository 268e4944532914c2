"""Territory's moves and positions as text, both ways.

Examples
--------
>>> from polygames.games.territory.rules import new
>>> start = new(tiles=["AAB"], colors={"A": "blue", "B": "red"})
>>> parse(start, "r0c0") == parse(start, "r0c1")
True
>>> state = new(tiles=["AAB"], colors={"A": "blue", "B": "red"})
>>> from_text(to_text(state)).free == state.free
True
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from polygames.core.options import shown
from polygames.core.position_parser import BOOLS, fault, number, one_of
from polygames.core.position_parser import position as read_position
from polygames.games.territory.boards import COLORS, Claim, board_of, tiles_of
from polygames.games.territory.rules import Options, Stop, TakeOver, Territory, position

if TYPE_CHECKING:
    from polygames.games.territory.boards import Board, Mask
    from polygames.games.territory.rules import Move

_CELL = re.compile(r"r(\d{1,4})\s*c(\d{1,4})", re.ASCII)
_WORDS: dict[str, Move] = {"takeover": TakeOver(), "stop": Stop()}
_SEATS = {"0": 0, "1": 1}
_CHOICES: dict[str, dict[str, object]] = {
    "value": {"square": "square", "linear": "linear"},
    "ending": {"all": "all", "stuck": "stuck"},
    "swap": {**BOOLS},
    "solitaire": {**BOOLS},
}


def parse(state: Territory, text: str) -> Move:
    """Read a move that is legal in a state: any cell of a tile, ``r3c5``, or a word.

    The claim that is returned names the tile's first cell.

    Raises
    ------
    InvalidMoveError
        If the text is neither a cell nor one of the words.
    IllegalMoveError
        If the move is not allowed.
    """
    word = text.strip().lower()
    if word in _WORDS:
        move = _WORDS[word]
    elif match := _CELL.fullmatch(word):
        move = Claim(int(match[1]), int(match[2]))
        if state.board.has(move.row, move.column):
            move = state.claim(move.row, move.column)
    else:
        raise state.unreadable(text, "'r3c5', 'takeover' or 'stop'")
    return state.legal(move, text.strip())


def to_text(state: Territory) -> str:
    """Write a position: options, whose turn, colours and owners of tiles, the board.

    Examples
    --------
    >>> from polygames.games.territory.rules import new
    >>> start = new(tiles=["AAB"], colors={"A": "blue", "B": "red"})
    >>> to_text(start).split()[-2:]
    ['tiles', 'AAB']
    """
    board = state.board
    lines = [f"{name} {value}" for name, value in vars(state.rules).items()]
    lines.append(f"turn {state.turn}")
    if state.blue:
        lines.append(f"blue-seat {state.blue}")
    if state.stopped:
        lines.append("stopped True")
    if state.last is not None:
        lines.append(f"last {board.letters[state.last]}")
    for color, name in enumerate(COLORS):
        mask = sum(1 << tile for tile, of in enumerate(board.colors) if of == color)
        lines.append(f"{name} {_letters(board, mask)}")
    lines += [f"owner-{seat} {_letters(board, own)}" for seat, own in enumerate(state.owned)]
    lines = [line.rstrip() for line in lines]
    return "\n".join([state.game, *lines, "tiles", *board.rows]) + "\n"


def from_text(text: str) -> Territory:
    """Read a position that `to_text` wrote; a line left out has its value at the start.

    Raises
    ------
    PositionError
        With the line that cannot be read or does not fit, and why.
    """
    return read_position(Territory.game, text, _Reader(), board="tiles")


class _Reader:
    """Collects the lines of a position and puts the state together."""

    def __init__(self) -> None:
        self.options: dict[str, Any] = {}
        self.fields: dict[str, Any] = {}
        self.colors: dict[str, str] = {}
        self.owned: dict[int, str] = {0: "", 1: ""}
        self.last: str | None = None

    def read(self, key: str, value: str) -> None:
        """Take one line in; ValueError if it cannot be read."""
        match key:
            case "value" | "ending" | "swap" | "solitaire":
                self.options[key] = one_of(_CHOICES[key], value)
            case "penalty":
                self.options[key] = number(value)
            case "turn":
                self.fields[key] = one_of(_SEATS, value)
            case "blue-seat":
                self.fields["blue"] = one_of(_SEATS, value)
            case "stopped":
                self.fields[key] = one_of(BOOLS, value)
            case "last":
                self.last = value
            case "blue" | "red" | "yellow":
                self.colors |= dict.fromkeys(value, key)
            case "owner-0" | "owner-1":
                self.owned[int(key[-1])] = value
            case _:
                fault("the line starts with an unknown word")

    def state(self, rows: tuple[str, ...]) -> Territory:
        """Return the state; ValueError if the parts do not fit together."""
        rules = Options(**self.options)
        board = board_of(rows, self.colors)
        owned = tuple(self._mask(board, self.owned[seat]) for seat in (0, 1))
        if owned[0] & owned[1]:
            fault(f"both seats own {_letters(board, owned[0] & owned[1])}")
        if self.last is not None:
            last = self._mask(board, self.last)
            if last.bit_count() != 1 or not last & (owned[0] | owned[1]):
                fault(f"last must be one claimed tile, not {shown(self.last)}")
            self.fields["last"] = last.bit_length() - 1
        self._check(rules, owned)
        seats = owned[:1] if rules.solitaire else owned
        return position(rules, board, seats, **self.fields)

    def _check(self, rules: Options, owned: tuple[Mask, ...]) -> None:
        """Refuse what belongs to another way to play."""
        turn, blue = self.fields.get("turn", 0), self.fields.get("blue", 0)
        if rules.solitaire and (turn or blue or owned[1]):
            fault("solitaire has only seat 0")
        if blue and not rules.swap:
            fault("seat 1 is Blue only after a takeover, with swap True")
        if self.fields.get("stopped") and not (rules.solitaire and owned[0]):
            fault("only a solitaire player who owns a tile can have stopped")

    @staticmethod
    def _mask(board: Board, letters: str) -> Mask:
        if strange := set(letters) - set(board.letters):
            fault(f"there is no tile {min(strange)!r} on the board")
        return sum(1 << board.tile[letter] for letter in set(letters))


def _letters(board: Board, mask: Mask) -> str:
    return "".join(board.letters[tile] for tile in tiles_of(mask))
