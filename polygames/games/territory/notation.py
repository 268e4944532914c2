"""The text notation of Territory's moves and positions: parse and write."""

from __future__ import annotations

import re
from functools import partial
from typing import TYPE_CHECKING, Any

from polygames.core.notation import (
    READ_BOOL,
    look_up_word,
    option_parsers,
    raise_value_error,
)
from polygames.core.notation import parse_position as read_position
from polygames.core.options import short_repr
from polygames.games.territory.boards import TILE_COLORS, Claim, custom_board, tiles_of
from polygames.games.territory.rules import Options, Stop, TakeOver, Territory, position

if TYPE_CHECKING:
    from collections.abc import Callable

    from polygames.games.territory.boards import Board, Mask
    from polygames.games.territory.rules import Move

_CELL_PATTERN = re.compile(r"r(\d{1,4})\s*c(\d{1,4})", re.ASCII)
_MOVE_WORDS: dict[str, Move] = {"takeover": TakeOver(), "stop": Stop()}


def parse(state: Territory, text: str) -> Move:
    """Parse a legal move: any cell of a tile, such as ``r3c5``, or ``takeover`` or ``stop``.

    The claim that is returned has the first cell of the tile.
    """
    word = text.strip().lower()
    if word in _MOVE_WORDS:
        move = _MOVE_WORDS[word]
    elif match := _CELL_PATTERN.fullmatch(word):
        move = Claim(int(match[1]), int(match[2]))
        if state.board.has_cell(move.row, move.column):
            move = state.claim(move.row, move.column)
    else:
        raise state.unreadable(text, "'r3c5', 'takeover' or 'stop'")
    return state.legal(move, text.strip())


def to_text(state: Territory) -> str:
    """Return a position as text: options, seat to move, colours and owners of tiles, the board.

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
    for color, name in enumerate(TILE_COLORS):
        own = [
            letter for letter, of in zip(board.letters, board.colors, strict=True) if of == color
        ]
        lines.append(f"{name} {''.join(own)}")
    lines += [
        f"owner-{seat} {_letters_of_mask(board, own)}" for seat, own in enumerate(state.owned)
    ]
    lines = [line.rstrip() for line in lines]
    return "\n".join([state.game, *lines, "tiles", *board.rows]) + "\n"


def from_text(text: str) -> Territory:
    """Parse a position in the format of `to_text`; missing lines get the values of a new game.

    Raise PositionError with the line and the reason if it is malformed or inconsistent.
    """
    return read_position(Territory.game, text, _POSITION_FIELDS, _state_from_fields, board="tiles")


_OPTION_FIELDS = option_parsers(Options)
_READ_SEAT = partial(look_up_word, {"0": 0, "1": 1})
_POSITION_FIELDS: dict[str, Callable[[str], Any]] = {
    **_OPTION_FIELDS,
    "turn": _READ_SEAT,
    "blue-seat": _READ_SEAT,
    "stopped": READ_BOOL,
    "last": str,
    **dict.fromkeys((*TILE_COLORS, "owner-0", "owner-1"), str),
}


def _state_from_fields(values: dict[str, Any]) -> Territory:
    rules = Options(**{name: values[name] for name in _OPTION_FIELDS if name in values})
    lines = [(name, letters) for name, letters in values.items() if name in TILE_COLORS]
    board = custom_board(
        values["tiles"], {letter: name for name, letters in lines for letter in letters}
    )
    owned = tuple(_mask_of_letters(board, values.get(f"owner-{seat}", "")) for seat in (0, 1))
    if owned[0] & owned[1]:
        raise_value_error(f"both seats own {_letters_of_mask(board, owned[0] & owned[1])}")
    fields = {"turn": values.get("turn", 0), "blue": values.get("blue-seat", 0)}
    fields["stopped"] = values.get("stopped", False)
    if "last" in values:
        last = _mask_of_letters(board, values["last"])
        if last.bit_count() != 1 or not last & (owned[0] | owned[1]):
            raise_value_error(f"last must be one claimed tile, not {short_repr(values['last'])}")
        fields["last"] = last.bit_length() - 1
    _check_fields(rules, owned, **fields)
    seats = owned[:1] if rules.solitaire else owned
    return position(rules, board, seats, **fields)


def _check_fields(
    rules: Options, owned: tuple[Mask, ...], *, turn: int, blue: int, stopped: bool, **_: object
) -> None:
    if rules.solitaire and (turn or blue or owned[1]):
        raise_value_error("expected only seat 0 in solitaire")
    if blue and not rules.swap:
        raise_value_error("expected seat 1 as Blue only after a takeover, with swap True")
    claimed = (owned[0] | owned[1]).bit_count()
    if rules.swap and claimed <= 1 and (owned[turn] or turn + blue != claimed):  # [7]
        raise_value_error(
            "expected the first claim by seat 0 with swap True, and the answer by seat 1"
        )
    if stopped and not (rules.solitaire and owned[0]):
        raise_value_error("expected stopped only in solitaire, after a claim")


def _mask_of_letters(board: Board, letters: str) -> Mask:
    if strange := set(letters) - set(board.letters):
        raise_value_error(f"there is no tile {min(strange)!r} on the board")
    return sum(1 << board.tile[letter] for letter in set(letters))


def _letters_of_mask(board: Board, mask: Mask) -> str:
    return "".join(map(board.letters.__getitem__, tiles_of(mask)))
