"""Shared parsers of the games' notations: positions line by line, and moves by their text."""

from __future__ import annotations

import re
from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING, Any, Final, NoReturn, TypeVar, cast

from polygames.core import registry
from polygames.core.errors import PositionError
from polygames.core.options import check_size, short_repr

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator, Mapping

    from polygames.core.state import GameState

T = TypeVar("T")

_LETTERS = re.compile(r"[^\W\d_]+")
_DIGITS = re.compile(r"\d+")


def _unknown(_key: str, _value: str) -> NoReturn:
    fault("the line starts with an unknown word")


def position(
    game: str,
    text: str,
    parts: Mapping[str, Callable[[str], Any]],
    make: Callable[[dict[str, Any]], T],
    *,
    board: str = "",
    many: Collection[str] = (),
    other: Callable[[str, str], object] = _unknown,
    again: str = "{} is given twice",
) -> T:
    """Parse the text of a position: the name of its game, then one line per part.

    Each parser in `parts` reads the rest of a line that begins with its word. A word may occur
    only once unless it is in `many`. `other` parses any other line, split after its first word.
    `make` returns the state for the parts by name. Under the key `board`, if given, `make`
    receives the rows below that line. A ValueError of a parser becomes a PositionError with the
    line. `again` is the message for a repeated part.
    """
    lines = _lines(game, text)
    end = lines.index(board) if board and board in lines else len(lines)
    found: dict[str, Any] = {board: tuple(lines[end + 1 :])} if board else {}
    for number, line in enumerate(lines[1:end], start=2):
        with _locating(game, number, line):
            key, _, value = line.partition(" ")
            if key not in parts:
                other(key, value)
            elif key in found and key not in many:
                fault(again.format(key))
            else:
                found[key] = parts[key](value)
    last = min(end, len(lines) - 1)
    with _locating(game, last + 1 if board else 0, lines[last]):
        return make(found)


class Lines:
    r"""A parser and writer of positions with one line per part: its name, then its values.

    Each line occurs once, in any order. Malformed and inconsistent lines are refused.

    Parameters
    ----------
    game
        The name of the game, which is the first line of the text.
    make
        Makes the position from the parts by name; raises ValueError if they are inconsistent.
    **parts
        The parser of each part's values by name; raises ValueError if it fails.

    Examples
    --------
    >>> text = Lines("nim", dict, heaps=counts, turn=count)
    >>> print(text.write(heaps=(3, 4, 5), turn=0))
    nim
    heaps 3 4 5
    turn 0
    <BLANKLINE>
    >>> text.read("nim\nheaps 1 2\nturn 1")
    {'heaps': (1, 2), 'turn': 1}
    >>> text.read("nim\nheaps 1 2\nturn 1\nturn 0")
    Traceback (most recent call last):
    ...
    polygames.core.errors.PositionError: not a position of nim: line 4, 'turn 0': ...
    """

    def __init__(
        self, game: str, make: Callable[..., Any], /, **parts: Callable[[str], Any]
    ) -> None:
        self.game, self.make, self.parts = game, make, parts

    def write(self, **values: object) -> str:
        """Return the text of a position: one line per part, its values separated by spaces."""
        lines = (f"{name} {_written(value)}".rstrip() for name, value in values.items())
        return "\n".join([self.game, *lines, ""])

    def read(self, text: str) -> Any:
        """Parse a position; raise PositionError with the faulty line and the reason."""
        return position(self.game, text, self.parts, self._made, other=self._refuse)

    def _refuse(self, key: str, _value: str) -> None:
        one_of(self.parts, key)

    def _made(self, found: dict[str, Any]) -> Any:
        for name in self.parts:
            if name not in found:
                fault(f"the line {name} is missing")
        return self.make(**found)


def _written(value: object) -> str:
    several = isinstance(value, list | tuple | set | frozenset)
    return " ".join(map(str, cast("Iterable[object]", value))) if several else str(value)


def _lines(game: str, text: str) -> list[str]:
    """Return the lines of a position; raise PositionError if the first is not the game's name."""
    text = check_size(text, f"not a position of {game}", PositionError)
    lines = [line.strip() for line in text.strip().split("\n")]
    if lines[0] != game:
        msg = f"not a position of {game}: line 1 is {short_repr(lines[0])}, expected {game!r}"
        raise PositionError(msg)
    return lines


@contextmanager
def _locating(game: str, number: int, line: str) -> Iterator[None]:
    """Convert a ValueError in the block to a PositionError that names the line, if `number` > 0."""
    try:
        yield
    except ValueError as error:
        where = f"line {number}, {short_repr(line)}: " if number else ""
        msg = f"not a position of {game}: {where}{error}"
        raise PositionError(msg) from None


def one_of(table: Mapping[str, T], word: str) -> T:
    """Return the value of a word in a table; raise ValueError with the allowed words if unknown.

    Examples
    --------
    >>> one_of({"white": 0, "black": 1}, "black")
    1
    """
    if word not in table:
        *others, last = table
        fault(f"expected {', '.join(others)} or {last}, not {short_repr(word)}")
    return table[word]


READ_BOOL: Final = partial(one_of, {"True": True, "False": False})
"""Parser of True and False."""


def count(word: str) -> int:
    """Parse a whole number of 0 or more of at most 9 digits; raise ValueError if it is malformed.

    Examples
    --------
    >>> count("12")
    12
    """
    if not re.fullmatch(r"\d{1,9}", word, re.ASCII):
        fault(f"expected a whole number of 0 or more, not {short_repr(word)}")
    return int(word)


def counts(words: str) -> tuple[int, ...]:
    """Parse whole numbers of 0 or more, separated by spaces; raise ValueError if malformed.

    Examples
    --------
    >>> counts("3 4 5")
    (3, 4, 5)
    """
    return tuple(map(count, words.split()))


def number(word: str) -> float:
    """Parse a float; raise ValueError if it is malformed."""
    try:
        return float(word)
    except ValueError:
        fault(f"expected a number, not {short_repr(word)}")


def fault(reason: str) -> NoReturn:
    """Raise ValueError with a reason, for use inside an expression.

    Examples
    --------
    >>> def seat(word):
    ...     return int(word) if word in {"0", "1"} else fault("expected the turn 0 or 1")
    >>> seat("2")
    Traceback (most recent call last):
    ...
    ValueError: expected the turn 0 or 1
    """
    raise ValueError(reason)


def move_by_text(state: GameState, text: str) -> Any:
    """Return the legal move of a finite game that has a given text.

    Raises
    ------
    IllegalMoveError
        If the text has the form of a legal move, but is none.
    InvalidMoveError
        If the text has another form.

    Examples
    --------
    >>> str(move_by_text(pg.new("splinter"), "h9-h10"))
    'h9-h10'
    >>> move_by_text(pg.new("splinter"), "h1-h2")
    Traceback (most recent call last):
    ...
    polygames.core.errors.IllegalMoveError: illegal move 'h1-h2': ...
    """
    moves = {str(move): move for move in state.legal_moves}
    if (named := text.strip()) in moves:
        return moves[named]
    known = [*moves] or [
        *map(str, registry.game(state.game).new().legal_moves)
    ]  # after the end there are none: use those of the start
    if _form(named) in map(_form, known):
        raise state.refuse(named, state.why_not(named) or "it is not one of the legal moves")
    raise state.unreadable(text, f"a move such as {known[0]}")


def _form(text: str) -> str:
    """Return the form of a text: each word replaced by ``a``, each number by ``0``."""
    return _DIGITS.sub("0", _LETTERS.sub("a", text))
