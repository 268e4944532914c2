"""What the notations of all games share: reading the text of a position, and saying what is wrong.

The limits on the length of a text are here, too: no text from outside may take for ever or flood
memory. Measured in Split, Splinter (also on its largest board), Splitter and Territory: a record
with the most moves is read in 2 s and less than 200 MB. Text is written within the same limits, so
it can always be read again.
"""

from __future__ import annotations

import re
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Final, NoReturn, Protocol, TypeVar, cast

from polygames.core.errors import PositionError
from polygames.core.options import shown

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from polygames.core.errors import PolygamesError

T = TypeVar("T")
S_co = TypeVar("S_co", covariant=True)

TEXT: Final = 4_000_000
"""The most characters of a position or a record."""
LINES: Final = 20_000
"""The most lines."""
LINE: Final = 1_000_000
"""The most characters of a line."""
MOVES: Final = 5_000
"""The most moves of a record, those of all branches counted: each is played when it is read."""
MOVE: Final = 1_000
"""The most characters of a move."""

MARK: Final = "\ufeff"
"""The byte order mark: the first bytes of a file say with it that it is Unicode."""

BOOLS = {"True": True, "False": False}


def sized(text: object, what: str, error: type[PolygamesError]) -> str:
    """Return a text that can be read and written to a file, or raise an error that says why not.

    The byte order mark that some editors write at the beginning is left out.
    """
    if not isinstance(text, str):
        problem: str | None = f"expected text, not {shown(text)}"
    elif (problem := _oversized(text) or _unwritable(text)) is None:
        return text.removeprefix(MARK)
    msg = f"{what}: {problem}"
    raise error(msg)


def _oversized(text: str) -> str | None:
    """Return why a text is too long to be read, or None; the quickest question comes first."""
    if len(text) > TEXT:
        return f"it has {len(text)} characters, {TEXT} at most are read"
    if (lines := text.count("\n") + 1) > LINES:
        return f"it has {lines} lines, {LINES} at most are read"
    longest = max(map(len, text.split("\n")))
    return f"a line has {longest} characters, {LINE} at most are read" if longest > LINE else None


def _unwritable(text: str) -> str | None:
    """Return why a text cannot be written to a file, if it cannot."""
    try:
        text.encode()
    except UnicodeEncodeError as error:
        return f"character {error.start + 1} is half of a surrogate pair"
    return None


class Reader(Protocol[S_co]):
    """Collects the lines of a position and puts the state together."""

    def read(self, key: str, value: str) -> None:
        """Take in a line, split after its first word; ValueError if it cannot be read."""

    def state(self, rows: tuple[str, ...]) -> S_co:
        """Return the state; ValueError if the parts do not fit together."""


def position(game: str, text: str, reader: Reader[S_co], board: str = "") -> S_co:
    """Return the state that a text describes: the name of its game, then one line a part.

    Parameters
    ----------
    game, text
        The game, and what is read.
    reader
        Takes each line.
    board
        The word that stands alone on the line before the rows of a board, where a game has one:
        the reader is given those rows together, at the end.

    Raises
    ------
    PositionError
        With the line that cannot be read or does not fit, and why.
    """
    lines = _lines(game, text)
    end = lines.index(board) if board and board in lines else len(lines)
    for number, line in enumerate(lines[1:end], start=2):
        with _locating(game, number, line):
            reader.read(*line.partition(" ")[::2])
    last = min(end, len(lines) - 1)
    with _locating(game, last + 1 if board else 0, lines[last]):
        return reader.state(tuple(lines[end + 1 :]))


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
        return position(self.game, text, _LinesReader(self))


class _LinesReader:
    """Takes each line once."""

    def __init__(self, lines: Lines) -> None:
        self.lines = lines
        self.found: dict[str, Any] = {}

    def read(self, key: str, value: str) -> None:
        if key in self.found:
            fault("this part stands there twice")
        self.found[key] = one_of(self.lines.parts, key)(value)

    def state(self, _: tuple[str, ...]) -> Any:
        for name in self.lines.parts:
            if name not in self.found:
                fault(f"the line {name} is missing")
        return self.lines.make(**self.found)


def _written(value: object) -> str:
    several = isinstance(value, list | tuple | set | frozenset)
    return " ".join(map(str, cast("Iterable[object]", value))) if several else str(value)


def _lines(game: str, text: str) -> list[str]:
    """Return the lines of a position; PositionError if the first is not the game's name."""
    text = sized(text, f"not a position of {game}", PositionError)
    lines = [line.strip() for line in text.strip().split("\n")]
    if lines[0] != game:
        msg = f"not a position of {game}: line 1 is {shown(lines[0])}, expected {game!r}"
        raise PositionError(msg)
    return lines


@contextmanager
def _locating(game: str, number: int, line: str) -> Iterator[None]:
    """Turn a ValueError into a PositionError that says where: in a line, or without one."""
    try:
        yield
    except ValueError as error:
        where = f"line {number}, {shown(line)}: " if number else ""
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
        fault(f"expected {', '.join(others)} or {last}, not {shown(word)}")
    return table[word]


def count(word: str) -> int:
    """Return a whole number of 0 or more, or raise ValueError.

    Examples
    --------
    >>> count("12")
    12
    """
    if not re.fullmatch(r"\d{1,9}", word, re.ASCII):
        fault(f"expected a whole number of 0 or more, not {shown(word)}")
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
        fault(f"expected a number, not {shown(word)}")


def fault(reason: str) -> NoReturn:
    """Raise ValueError: what is wrong with the text."""
    raise ValueError(reason)
