"""How long a text from outside may be: none takes for ever or floods memory.

Measured in Split, Splinter (also on its largest board), Splitter and Territory: a record with the
most moves is read in 2 s and less than 200 MB. Text is written within the same limits, so it can
always be read again.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from polygames.core.options import shown

if TYPE_CHECKING:
    from polygames.core.errors import PolygamesError

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
