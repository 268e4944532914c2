"""What the notations of all games share: reading a position's text, and saying where it fails.

It also says how much text is read at all, so that none from outside takes for ever or floods
memory. Measured in Split, Splinter (its largest board too), Splitter and Territory: a record of the
most moves is read in 2 s and less than 200 MB. What is written keeps to the same bounds, so it can
be read again.
"""

from __future__ import annotations

import re
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final, NoReturn, TypeVar

from polygames.core.errors import PositionError
from polygames.core.options import shown

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from polygames.core.errors import PolygamesError

__all__ = ["BOOLS", "count", "fault", "lines_of", "one_of", "reading", "sized"]

T = TypeVar("T")

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

BOOLS = {"True": True, "False": False}


def sized(text: object, what: str, error: type[PolygamesError]) -> str:
    """Return a text that can be read, and written to a file; an error that says why not else."""
    if not isinstance(text, str):
        problem: str | None = f"expected text, not {shown(text)}"
    elif (problem := _oversized(text) or _unwritable(text)) is None:
        return text
    msg = f"{what}: {problem}"
    raise error(msg)


def _oversized(text: str) -> str | None:
    """Return what a text has too much of to be read, if it has; the quickest to find out first."""
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


def lines_of(game: str, text: str) -> list[str]:
    """Return the lines of a position; PositionError if the first is not the game's name."""
    text = sized(text, f"not a position of {game}", PositionError)
    lines = [line.strip() for line in text.strip().split("\n")]
    if lines[0] != game:
        msg = f"not a position of {game}: line 1 is {shown(lines[0])}, expected {game!r}"
        raise PositionError(msg)
    return lines


@contextmanager
def reading(game: str, number: int = 0, line: str = "") -> Iterator[None]:
    """Turn a ValueError into a PositionError that says where: in a line, or without one."""
    try:
        yield
    except ValueError as error:
        where = f"line {number}, {shown(line)}: " if number else ""
        msg = f"not a position of {game}: {where}{error}"
        raise PositionError(msg) from None


def one_of(table: Mapping[str, T], word: str) -> T:
    """Return what a word stands for; ValueError names the words there are.

    Examples
    --------
    >>> one_of({"white": 0, "black": 1}, "black")
    1
    """
    if word not in table:
        fault(f"expected one of {', '.join(table)}, not {shown(word)}")
    return table[word]


def count(word: str) -> int:
    """Return a whole number of 0 or more; ValueError if the word is none.

    Examples
    --------
    >>> count("12")
    12
    """
    if not re.fullmatch(r"\d{1,9}", word, re.ASCII):
        fault(f"expected a whole number of 0 or more, not {shown(word)}")
    return int(word)


def fault(reason: str) -> NoReturn:
    """Say what is wrong with what is being read, by a ValueError."""
    raise ValueError(reason)
