"""Shared parsers of the games' notations: positions line by line, and moves by their text."""

from __future__ import annotations

import re
from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING, Any, Final, NoReturn, TypeVar, cast

from polygames.core import registry
from polygames.core.errors import PositionError
from polygames.core.game_options import describe_options
from polygames.core.options import check_size, short_repr

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator, Mapping

    from polygames.core.game_options import GameOptions
    from polygames.core.state import GameState

T = TypeVar("T")

_LETTERS = re.compile(r"[^\W\d_]+")
_DIGITS = re.compile(r"\d+")


def _refuse_part(_key: str, _value: str) -> NoReturn:
    raise_value_error("expected the name of a part at the start of the line")


def parse_position(
    game: str,
    text: str,
    parsers: Mapping[str, Callable[[str], Any]],
    make_state: Callable[[dict[str, Any]], T],
    *,
    board: str = "",
    repeatable: Collection[str] = (),
    parse_other: Callable[[str, str], object] = _refuse_part,
    repeat_message: str = "{} is given twice",
) -> T:
    """Parse the text of a position: the name of its game, then one line per part.

    Each parser in `parsers` reads the rest of a line that begins with its word. A word may occur
    only once unless it is in `repeatable`. `parse_other` parses any other line, split after its
    first word. `make_state` returns the state for the parts by name. Under the key `board`, if
    given, `make_state` receives the rows below that line. A ValueError of a parser becomes a
    PositionError with the line. `repeat_message` is the message for a repeated part.
    """
    lines = _check_lines(game, text)
    end = lines.index(board) if board and board in lines else len(lines)
    found: dict[str, Any] = {board: tuple(lines[end + 1 :])} if board else {}
    for number, line in enumerate(lines[1:end], start=2):
        with _locate_errors(game, number, line):
            key, _, value = line.partition(" ")
            if key not in parsers:
                parse_other(key, value)
            elif key in found and key not in repeatable:
                raise_value_error(repeat_message.format(key))
            else:
                found[key] = parsers[key](value)
    last = min(end, len(lines) - 1)
    with _locate_errors(game, last + 1 if board else 0, lines[last]):
        return make_state(found)


class Lines:
    r"""A parser and writer of positions as text: one line per part, with its name and its values.

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
    >>> text = Lines("nim", dict, heaps=parse_counts, turn=parse_count)
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
        self.game, self.make_state, self.parts = game, make, parts

    def write(self, **values: object) -> str:
        """Return the text of a position: one line per part, its values separated by spaces."""
        lines = (f"{name} {_value_text(value)}".rstrip() for name, value in values.items())
        return "\n".join([self.game, *lines, ""])

    def read(self, text: str) -> Any:
        """Parse the text of a position.

        If it is malformed, raise PositionError with the line and the reason.
        """
        return parse_position(
            self.game, text, self.parts, self._build_state, parse_other=self._refuse_line
        )

    def _refuse_line(self, key: str, _value: str) -> None:
        look_up_word(self.parts, key)

    def _build_state(self, values: dict[str, Any]) -> Any:
        for name in self.parts:
            if name not in values:
                raise_value_error(f"the line {name} is missing")
        return self.make_state(**values)


def _value_text(value: object) -> str:
    several = isinstance(value, list | tuple | set | frozenset)
    return " ".join(map(str, cast("Iterable[object]", value))) if several else str(value)


def _check_lines(game: str, text: str) -> list[str]:
    """Return the lines of a position; raise PositionError if the first is not the game's name."""
    text = check_size(text, f"not a position of {game}", PositionError)
    lines = [line.strip() for line in text.strip().split("\n")]
    if lines[0] != game:
        msg = f"not a position of {game}: line 1 is {short_repr(lines[0])}, expected {game!r}"
        error = PositionError(msg)
        error.short = f"This is not a position of {game.title()}: its first line must be {game}."
        raise error
    return lines


@contextmanager
def _locate_errors(game: str, number: int, line: str) -> Iterator[None]:
    """Convert a ValueError inside the with block to a PositionError that names the line.

    If `number` is 0, the message does not name a line.
    """
    try:
        yield
    except ValueError as error:
        where = f"line {number}, {short_repr(line)}: " if number else ""
        refusal = PositionError(f"not a position of {game}: {where}{error}")
        place = f": check its line {number}" if number else ""
        refusal.short = f"This is not a position of {game.title()}{place}."
        raise refusal from None


def look_up_word(table: Mapping[str, T], word: str) -> T:
    """Return the value of a word in a table; raise ValueError with the allowed words if unknown.

    Examples
    --------
    >>> look_up_word({"white": 0, "black": 1}, "black")
    1
    """
    if word not in table:
        *others, last = table
        raise_value_error(f"expected {', '.join(others)} or {last}, not {short_repr(word)}")
    return table[word]


READ_BOOL: Final = partial(look_up_word, {"True": True, "False": False})
"""Parser of True and False."""


def parse_count(word: str) -> int:
    """Parse a non-negative integer of at most 9 digits; raise ValueError if it is malformed.

    Examples
    --------
    >>> parse_count("12")
    12
    """
    if not re.fullmatch(r"\d{1,9}", word, re.ASCII):
        raise_value_error(f"expected a whole number of 0 or more, not {short_repr(word)}")
    return int(word)


def parse_counts(words: str) -> tuple[int, ...]:
    """Parse non-negative integers separated by spaces; raise ValueError if one is malformed.

    Examples
    --------
    >>> parse_counts("3 4 5")
    (3, 4, 5)
    """
    return tuple(map(parse_count, words.split()))


def parse_number(word: str) -> float:
    """Parse a float; raise ValueError if it is malformed."""
    try:
        return float(word)
    except ValueError:
        raise_value_error(f"expected a number, not {short_repr(word)}")


def option_parsers(kind: type[GameOptions]) -> dict[str, Callable[[str], Any]]:
    """Return a parser for each option of a class that is a flag, a number or one of some words.

    Examples
    --------
    >>> from polygames.games.splinter.rules import Options
    >>> parsers = option_parsers(Options)
    >>> parsers["no_return"]("True"), parsers["max_plies"]("30"), parsers["first"]("white")
    (True, 30, 'white')
    """
    found: dict[str, Callable[[str], Any]] = {}
    for name, option in describe_options(kind).items():
        match option.default:
            case bool():
                found[name] = READ_BOOL
            case int():
                found[name] = parse_count
            case float():
                found[name] = parse_number
            case str():
                words = {word: word for word in option.value_names}
                found[name] = partial(look_up_word, words)
    return found


def raise_value_error(reason: str) -> NoReturn:
    """Raise ValueError with a reason, for use inside an expression.

    Examples
    --------
    >>> def seat(word):
    ...     return int(word) if word in {"0", "1"} else raise_value_error("expected 0 or 1")
    >>> seat("2")
    Traceback (most recent call last):
    ...
    ValueError: expected 0 or 1
    """
    raise ValueError(reason)


def move_by_text(state: GameState, text: str) -> Any:
    """Return the legal move with a given text, in a game whose legal moves can be listed.

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
    if _text_form(named) in map(_text_form, known):
        raise state.illegal_move_error(
            named, state.why_not(named) or "it is not one of the legal moves"
        )
    raise state.unreadable(text, f"a move such as {known[0]}")


def _text_form(text: str) -> str:
    """Return the pattern of a text: each word replaced by ``a``, and each number by ``0``."""
    return _DIGITS.sub("0", _LETTERS.sub("a", text))
