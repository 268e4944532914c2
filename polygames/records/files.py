"""Files that are written whole or not at all.

Three ways to write, by what may be there already:

- `write_whole` puts a file where the caller says, in the place of one that is there: what
  ``record.save(path)`` does. A symbolic link that the caller names is followed, as by `open`: the
  link stays, and the file it leads to is replaced.
- `write_new` makes a file only where there is nothing, not even a link that leads nowhere. Of
  several programs that want the same name, one gets it.
- `write_over` replaces a file only if it still holds what the caller knows it to hold. A link is
  not followed: what it leads to is not the caller's.

A file that is replaced keeps its permissions; a new one has those of any other new file. A file
that may not be written to is not replaced either.

`opened` is the one way to open what a person names: a pipe or a device is refused, not waited for.
"""

from __future__ import annotations

import errno
import os
import stat
import time
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from secrets import token_hex
from sys import platform
from typing import TYPE_CHECKING, Any, Final

from polygames.core.options import refuse
from polygames.records.lock import Lock

if TYPE_CHECKING:
    from collections.abc import Iterator

FULL: Final = {errno.ENOSPC, errno.EFBIG, getattr(errno, "EDQUOT", errno.ENOSPC)}
"""What a disk says that has no room."""

FULL_DISK: Final = (
    "the disk is full: this is not saved. What was saved before is there; make room, then try again"
)

AT_ONCE: Final = getattr(os, "O_BINARY", 0) | (
    0 if platform == "emscripten" else getattr(os, "O_NONBLOCK", 0)
)
"""With which a pipe is opened without waiting for who writes. In a browser there are no pipes, and
a file that was opened so is written back when it is closed, in another form."""

DRAFT: Final = 8
"""How many hexadecimal digits the name of a draft ends with."""

HEXADECIMAL: Final = frozenset("0123456789abcdef")

OLD: Final = 3600.0
"""Seconds after which a draft is one that a killed program has left."""

WAIT: Final = 5.0
"""Seconds for which another program that saves the same file is waited for."""


def located(path: object, what: str = "a path") -> Path:
    """Return a path that was asked for; ``~`` stands for the home folder, as in a shell.

    Raises
    ------
    OptionError
        If it is no path, or begins with the home of somebody unknown.

    Examples
    --------
    >>> located("game.txt").name
    'game.txt'
    """
    found = os.fspath(path) if isinstance(path, str | os.PathLike) else None
    if not isinstance(found, str) or not _is_name(found):
        refuse(what, "must be the name of a file or folder, as a text or a pathlib.Path", path)
    try:
        return Path(found).expanduser()
    except RuntimeError:
        refuse(what, "begins with ~ for one's own home folder, or with that of a known user", path)


@contextmanager
def opened(path: Path, flags: int = os.O_RDONLY, mode: int = 0o666) -> Iterator[Any]:
    """Open a plain file for bytes; OSError for a pipe, a device or a folder, at once."""
    handle = os.open(path, flags | AT_ONCE, mode)
    try:
        about = os.fstat(handle).st_mode
        _refuse_special(path, about)
        file = os.fdopen(handle, "r+b" if flags & os.O_RDWR else "rb", buffering=0)
    except BaseException:
        os.close(handle)
        raise
    with file:
        yield file


def read_bytes(path: Path) -> bytes:
    """Return what is in a plain file."""
    with opened(path) as file:
        found: bytes = file.read()
    return found


def sync_folder(folder: Path) -> None:
    """Bring the names of new files to the disk, where the system knows how."""
    with suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


@contextmanager
def said_in_words() -> Iterator[None]:
    """Say of a full disk what is not saved, and what to do."""
    try:
        yield
    except OSError as error:
        if error.errno not in FULL:
            raise
        raise OSError(error.errno, FULL_DISK, error.filename) from error


def write_whole(path: str | os.PathLike[str], text: str | bytes) -> Path:
    """Write a file so that a reader, or a crash, finds the old text or the new, never half.

    Returns
    -------
    pathlib.Path
        The path written.

    Examples
    --------
    >>> write_whole("note.txt", "well played").read_text()
    'well played'
    """
    path = located(path)
    target = Path(os.path.realpath(path))
    with _draft(target, text) as draft:
        draft.replace(target)
    sync_folder(target.parent)
    return path


def write_new(path: Path, text: str) -> Path:
    """Write a file, whole, where there is none; FileExistsError if there is anything."""
    if os.path.lexists(path):  # the usual case, told without writing anything
        raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), str(path))
    with _draft(path, text) as draft:
        try:
            os.link(draft, path)
        except FileExistsError:
            raise
        except (AttributeError, OSError):  # no links here: take the name first, then fill it
            path.open("x").close()
            draft.replace(path)
    sync_folder(path.parent)
    return path


def write_over(path: Path, text: str, known: str) -> Path:
    """Replace a file that holds the text `known`.

    Who else saves it waits meanwhile.

    Raises
    ------
    FileExistsError
        If it holds something else, or is no plain file.
    FileNotFoundError
        If it is gone.
    """
    with said_in_words(), Lock(path, WAIT), _draft(path, text) as draft:
        if not _is_plain(path) or read_bytes(path) != known.encode():
            raise FileExistsError(errno.EEXIST, "it holds something else by now", str(path))
        draft.replace(path)
    sync_folder(path.parent)
    return path


@contextmanager
def _draft(path: Path, text: str | bytes) -> Iterator[Path]:
    """Write what a file is to hold beside it; the draft is gone at the end, if it is there yet."""
    mode, content = _mode(path), text if isinstance(text, bytes) else text.encode()
    draft = path.with_name(f".{path.name[:40]}.{token_hex(DRAFT // 2)}")
    _clear(path)
    open_as = 0o666 if mode is None else mode  # a private file has no draft that all may read
    try:
        opener = partial(os.open, mode=open_as)
        with said_in_words(), open(draft, "xb", opener=opener) as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        if mode is not None and stat.S_IMODE(draft.stat().st_mode) != mode:
            draft.chmod(mode)
        yield draft
    finally:
        draft.unlink(missing_ok=True)


def _mode(path: Path) -> int | None:
    """Return the permissions of a file that is to be replaced, None if there is none.

    Raises
    ------
    OSError
        If it is no file, or may not be written to.
    """
    try:
        mode = path.stat().st_mode
    except FileNotFoundError:
        return None
    _refuse_special(path, mode)
    if not os.access(path, os.W_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(path))
    return stat.S_IMODE(mode)


def _refuse_special(path: Path, mode: int) -> None:
    """Raise OSError if something is no plain file."""
    if stat.S_ISDIR(mode):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
    if not stat.S_ISREG(mode):
        raise OSError(errno.EINVAL, "not a plain file", str(path))


def _clear(path: Path) -> None:
    """Remove the drafts of a file that killed programs have left."""
    start, before = f".{path.name[:40]}.", time.time() - OLD
    with suppress(OSError):
        for name in os.listdir(path.parent):  # noqa: PTH208 - a name each, nothing more
            end = name.removeprefix(start)
            if len(end) == DRAFT and name.startswith(start) and set(end) <= HEXADECIMAL:
                draft = path.with_name(name)
                if draft.lstat().st_mtime < before:
                    draft.unlink()


def _is_name(text: str) -> bool:
    """Whether the system can have a file of this name."""
    try:
        return bool(text) and b"\0" not in os.fsencode(text)
    except UnicodeEncodeError:
        return False


def _is_plain(path: Path) -> bool:
    return stat.S_ISREG(path.lstat().st_mode)
