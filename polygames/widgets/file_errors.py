"""What a person is told of a file that cannot be read or written."""

from __future__ import annotations

import errno
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final

from polygames.core.errors import OptionError, PolygamesError
from polygames.records.record import Record

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

REASONS: Final = {
    errno.EISDIR: "{name} is a folder. Give the name of a file in it, such as {name}/game.txt.",
    errno.EACCES: "You are not allowed to use {name}.",
    errno.EPERM: "You are not allowed to use {name}.",
    errno.EROFS: "{name} is in a place where nothing can be written.",
    errno.ENAMETOOLONG: "This name is too long: {name}",
    errno.ENOSPC: "The disk is full.",
    errno.ENOTDIR: "{folder} is a file, not a folder.",
}


@contextmanager
def in_plain_words(file: Path) -> Iterator[None]:
    """Say why a file cannot be read or written; the error of the system is no help to many.

    Raises
    ------
    OptionError
        In place of an error of the system, and for a file that holds no text.
    """
    try:
        yield
    except UnicodeError:
        msg = f"{_short(file)} is not a text file."
        raise OptionError(msg) from None
    except OSError as error:
        raise OptionError(_reason(file, error)) from None


def contents_of(file: Path) -> str:
    """Say what is in a file that is there."""
    try:
        record = Record.from_text(file.read_text(encoding="utf-8"))
    except (OSError, UnicodeError, PolygamesError):
        return "something that is not a game"
    moves = "1 move" if len(record.moves) == 1 else f"{len(record.moves)} moves"
    return f"another game of {record.game} with {moves}"


def _reason(file: Path, error: OSError) -> str:
    names = {"name": _short(file), "folder": _short(file.parent)}
    if isinstance(error, FileNotFoundError):
        is_there = file.parent.is_dir()
        why = "There is no file {name}." if is_there else "There is no folder {folder}."
        return why.format(**names)
    why = REASONS.get(error.errno or 0, "{name} cannot be used: {reason}.")
    return why.format(reason=error.strerror or "the system refuses it", **names)


def _short(file: Path) -> str:
    """Return a name as a person gave it; of a long one its beginning."""
    name = str(file)
    return name if len(name) <= 80 else f"{name[:77]}..."  # noqa: PLR2004 - what a line holds
