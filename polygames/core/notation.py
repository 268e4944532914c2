"""What the notations of all games share: positions read line by line, and moves by their text."""

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
    """Return the state that a text describes: the name of its game, then one line a part.

    Each of `parts` reads the rest of a line that begins with its word, which stands once at most
    but for those in `many`; `other` takes any other line, split after its first word. `make` makes
    the state from the parts by name. Under the word `board`, where a game has it, `make` finds the
    rows that stand below it. What cannot be read or does not fit is a ValueError, which becomes a
    PositionError with the line; `again` is said of a part that stands there twice.
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
    r"""The text of positions that is one line for each part: its name, then its values.

    Every line stands once, in any order; what cannot be read, or does not fit together, is refused.

    Parameters
    ----------
    game
        The name of the game, which is the first line.
    make
        Makes the position from the parts by name; ValueError if they do not fit together.
    **parts
        For each part what reads the text behind its name; ValueError if it cannot.

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
        """Return the text of a position: a line for each part, its values with spaces between."""
        lines = (f"{name} {_written(value)}".rstrip() for name, value in values.items())
        return "\n".join([self.game, *lines, ""])

    def read(self, text: str) -> Any:
        """Return the position; PositionError says which line is wrong, and why."""
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
    """Return the lines of a position; PositionError if the first is not the game's name."""
    text = check_size(text, f"not a position of {game}", PositionError)
    lines = [line.strip() for line in text.strip().split("\n")]
    if lines[0] != game:
        msg = f"not a position of {game}: line 1 is {short_repr(lines[0])}, expected {game!r}"
        raise PositionError(msg)
    return lines


@contextmanager
def _locating(game: str, number: int, line: str) -> Iterator[None]:
    """Turn a ValueError into a PositionError that says where: in a line, or without one."""
    try:
        yield
    except ValueError as error:
        where = f"line {number}, {short_repr(line)}: " if number else ""
        msg = f"not a position of {game}: {where}{error}"
        raise PositionError(msg) from None


def one_of(table: Mapping[str, T], word: str) -> T:
    """Return what a word stands for, or raise ValueError naming the words that are allowed.

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
"""Reads True or False."""


def count(word: str) -> int:
    """Return a whole number of 0 or more, or raise ValueError.

    Examples
    --------
    >>> count("12")
    12
    """
    if not re.fullmatch(r"\d{1,9}", word, re.ASCII):
        fault(f"expected a whole number of 0 or more, not {short_repr(word)}")
    return int(word)


def counts(words: str) -> tuple[int, ...]:
    """Return whole numbers of 0 or more, with spaces between, or raise ValueError.

    Examples
    --------
    >>> counts("3 4 5")
    (3, 4, 5)
    """
    return tuple(map(count, words.split()))


def number(word: str) -> float:
    """Return a number, or raise ValueError."""
    try:
        return float(word)
    except ValueError:
        fault(f"expected a number, not {short_repr(word)}")


def fault(reason: str) -> NoReturn:
    """Raise ValueError: what is wrong with the text.

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
    """Return the legal move that a text names, among those of a finite game.

    Raises
    ------
    IllegalMoveError
        If the text has the form of a legal move, but names none.
    InvalidMoveError
        If it has not.

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
    ]  # none once it is over
    if _form(named) in map(_form, known):
        raise state.refuse(named, state.why_not(named) or "it is not one of the legal moves")
    raise state.unreadable(text, f"a move such as {known[0]}")


def _form(text: str) -> str:
    """Return a text with a letter for each word, and a digit for each number."""
    return _DIGITS.sub("0", _LETTERS.sub("a", text))
