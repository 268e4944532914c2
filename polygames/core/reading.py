"""What the notations of all games share: reading a position's text, and saying where it fails."""

from __future__ import annotations

import re
from contextlib import contextmanager
from typing import TYPE_CHECKING, NoReturn, TypeVar

from polygames.core.errors import PositionError

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

__all__ = ["BOOLS", "count", "fault", "lines_of", "one_of", "reading"]

T = TypeVar("T")

BOOLS = {"True": True, "False": False}


def lines_of(game: str, text: str) -> list[str]:
    """Return the lines of a position; PositionError if the first is not the game's name."""
    lines = [line.strip() for line in text.strip().splitlines()] or [""]
    if lines[0] != game:
        msg = f"not a position of {game}: line 1 is {lines[0]!r}, expected {game!r}"
        raise PositionError(msg)
    return lines


@contextmanager
def reading(game: str, number: int = 0, line: str = "") -> Iterator[None]:
    """Turn a ValueError into a PositionError that says where: in a line, or without one."""
    try:
        yield
    except ValueError as error:
        where = f"line {number}, {line!r}: " if number else ""
        msg = f"not a position of {game}: {where}{error}"
        raise PositionError(msg) from None


def one_of(table: Mapping[str, T], word: str) -> T:
    """Return what a word stands for; ValueError names the words there are."""
    if word not in table:
        fault(f"expected one of {', '.join(table)}, not {word!r}")
    return table[word]


def count(word: str) -> int:
    """Return a whole number of 0 or more; ValueError if the word is none."""
    if not re.fullmatch(r"\d{1,9}", word, re.ASCII):
        fault(f"expected a whole number of 0 or more, not {word!r}")
    return int(word)


def fault(reason: str) -> NoReturn:
    """Say what is wrong with what is being read, by a ValueError."""
    raise ValueError(reason)
