"""Files that are written whole or not at all, and the lock that keeps others from writing.

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

`open_plain_file` is the one way to open what a person names: a pipe or a device is refused, not
waited for. `read_bytes` and `text_of` read it as a whole, up to a limit. `named_errors` makes an
error of the system one of `polygames`.
"""

from __future__ import annotations

import errno
import json
import os
import stat
import time
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from secrets import token_hex
from sys import platform
from typing import TYPE_CHECKING, Any, Final, Self
from weakref import WeakSet

from polygames.core.errors import RecordError
from polygames.core.options import MAX_TEXT_CHARS, refuse

if TYPE_CHECKING:
    from collections.abc import Iterator

DISK_FULL_ERRORS: Final = {errno.ENOSPC, errno.EFBIG, getattr(errno, "EDQUOT", errno.ENOSPC)}
"""What a disk says that has no room."""

FULL_DISK: Final = (
    "the disk is full: this is not saved. What was saved before is there; make room, then try again"
)

NON_BLOCKING_FLAGS: Final = getattr(os, "O_BINARY", 0) | (
    0 if platform == "emscripten" else getattr(os, "O_NONBLOCK", 0)
)
"""With which a pipe is opened without waiting for who writes. In a browser there are no pipes, and
a file that was opened so is written back when it is closed, in another form."""

TEMP_SUFFIX_DIGITS: Final = 8
"""How many hexadecimal digits the name of a draft ends with."""

HEX_DIGITS: Final = frozenset("0123456789abcdef")

MAX_BYTES: Final = 256 * 2**20
"""The most bytes of a file that is read as a whole; most kinds of files have a smaller limit."""

MAX_NAME_BYTES: Final = 255
"""The most bytes in the name of a file or folder, on every usual disk."""

STALE_TEMP_SECONDS: Final = 3600.0
"""Seconds after which a draft is one that a killed program has left."""

LOCK_TIMEOUT_SECONDS: Final = 5.0
"""Seconds for which another program that saves the same file is waited for."""


def resolve_path(path: object, what: str = "a path") -> Path:
    """Return a path that was asked for; ``~`` stands for the home folder, as in a shell.

    OptionError if it is no path, or begins with the home of somebody unknown.
    """
    found = os.fspath(path) if isinstance(path, str | os.PathLike) else None
    if not isinstance(found, str) or not _is_name(found):
        refuse(what, "must be the name of a file or folder, as a text or a pathlib.Path", path)
    if max(map(len, os.fsencode(found).split(os.sep.encode()))) > MAX_NAME_BYTES:
        refuse(what, f"must have names of {MAX_NAME_BYTES} bytes at most", path)
    try:
        return Path(found).expanduser()
    except RuntimeError:
        refuse(what, "begins with ~ for one's own home folder, or with that of a known user", path)


@contextmanager
def open_plain_file(path: Path, flags: int = os.O_RDONLY, mode: int = 0o666) -> Iterator[Any]:
    """Open a plain file for bytes; OSError for a pipe, a device or a folder, at once."""
    handle = os.open(path, flags | NON_BLOCKING_FLAGS, mode)
    try:
        about = os.fstat(handle).st_mode
        _refuse_special(path, about)
        file = os.fdopen(handle, "r+b" if flags & os.O_RDWR else "rb", buffering=0)
    except BaseException:
        os.close(handle)
        raise
    with file:
        yield file


def read_bytes(path: Path, what: str = "a file of polygames", most: int = MAX_BYTES) -> bytes:
    """Return the content of a plain file.

    OSError if it cannot be opened, is a pipe, a device or a folder; RecordError if it has more than
    `most` bytes. `what` says in the message what the file should be.
    """
    with open_plain_file(path) as file:
        found: bytes = file.read(most + 1)
    if len(found) > most:
        msg = f"{path} is not {what}: it has more than {most} bytes"
        raise RecordError(msg)
    return found


def text_of(path: Path, what: str = "a record", most: int = 4 * MAX_TEXT_CHARS) -> str:
    """Return the text of a plain file, without the byte order mark; see `read_bytes`.

    RecordError if it is no UTF-8. By default it may be as long as a record: four bytes a character.
    """
    raw = read_bytes(path, what, most)
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        msg = f"{path} is not {what}: {error}"
        raise RecordError(msg) from None
    return text.replace("\r\n", "\n").replace("\r", "\n")


@contextmanager
def named_errors(path: Path) -> Iterator[None]:
    """Turn an OSError into a RecordError that is also an OSError of the same kind, with the path.

    So whoever catches errors of polygames, or those of the system, gets it.
    """
    try:
        yield
    except OSError as error:
        if isinstance(error, RecordError):
            raise
        kind: Any = type("RecordError", (type(error), RecordError), {})
        raise kind(error.errno, error.strerror or str(error), str(path)) from None


def make_folder(folder: Path, mode: int = 0o777) -> None:
    """Make a folder, with those above it, unless it is there; RecordError if that is impossible."""
    with named_errors(folder):
        folder.mkdir(mode, parents=True, exist_ok=True)


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
        if error.errno not in DISK_FULL_ERRORS:
            raise
        raise OSError(error.errno, FULL_DISK, error.filename) from error


@contextmanager
def _naming(path: Path, hidden: Path) -> Iterator[None]:
    """Let an error about a hidden file beside a path name the path that was asked for."""
    try:
        yield
    except OSError as error:
        if error.filename != str(hidden):
            raise
        is_lost = isinstance(error, FileNotFoundError)
        why = "its folder does not exist" if is_lost else error.strerror
        raise OSError(error.errno, why, str(path)) from None


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
    path = resolve_path(path)
    target = Path(os.path.realpath(path))
    with named_errors(path), _draft(target, text) as draft:
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
    """Replace a file that holds the text `known`. Who else saves it waits meanwhile.

    FileExistsError if it holds something else or is no plain file, FileNotFoundError if it is gone.
    """
    with said_in_words(), Lock(path, LOCK_TIMEOUT_SECONDS), _draft(path, text) as draft:
        if not stat.S_ISREG(path.lstat().st_mode) or read_bytes(path) != known.encode():
            raise FileExistsError(errno.EEXIST, "it holds something else by now", str(path))
        draft.replace(path)
    sync_folder(path.parent)
    return path


@contextmanager
def _draft(path: Path, text: str | bytes) -> Iterator[Path]:
    """Write what a file is to hold beside it; the draft is gone at the end, if it is there yet."""
    mode, content = _mode(path), text if isinstance(text, bytes) else text.encode()
    draft = path.with_name(f".{path.name[:40]}.{token_hex(TEMP_SUFFIX_DIGITS // 2)}")
    _clear(path)
    open_as = 0o666 if mode is None else mode  # a private file has no draft that all may read
    try:
        opener = partial(os.open, mode=open_as)
        with _naming(path, draft), said_in_words(), open(draft, "xb", opener=opener) as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        if mode is not None and stat.S_IMODE(draft.stat().st_mode) != mode:
            draft.chmod(mode)
        yield draft
    finally:
        draft.unlink(missing_ok=True)


def _mode(path: Path) -> int | None:
    """Return the permissions of a file to be replaced, or None; OSError if it may not be."""
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
    start, before = f".{path.name[:40]}.", time.time() - STALE_TEMP_SECONDS
    with suppress(OSError):
        for name in os.listdir(path.parent):  # noqa: PTH208 - a name each, nothing more
            end = name.removeprefix(start)
            if len(end) == TEMP_SUFFIX_DIGITS and name.startswith(start) and set(end) <= HEX_DIGITS:
                draft = path.with_name(name)
                if draft.lstat().st_mtime < before:
                    draft.unlink()


def _is_name(text: str) -> bool:
    """Whether the system can have a file of this name."""
    try:
        return bool(text) and b"\0" not in os.fsencode(text)
    except UnicodeEncodeError:
        return False


LOCK_RETRY_SECONDS: Final = 0.01
"""Seconds between two tries."""

NO_LOCK_ERRORS: Final = {errno.ENOSYS, errno.ENOLCK, errno.EOPNOTSUPP, errno.EINVAL}
"""What a disk says that knows no locks."""

LOCK_BYTE_OFFSET: Final = 1 << 30
"""The byte that is locked on Windows, where nobody can read what is locked."""

LOCK_OPEN_FLAGS: Final = os.O_RDWR | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0)


class Lock:
    """One program at a time, and who comes second is told who it is.

    It is held from when it is made until it is closed, or its process ends, however that ends. It
    is the system's lock, on a small file beside, ``.name.lock``: what a killed process leaves of it
    locks nothing. In the file stands who holds it. On a disk that knows no locks there is none.
    Whoever finds it held for longer than `wait` seconds gets a RecordError that names the holder.

    Examples
    --------
    >>> from pathlib import Path
    >>> with Lock(Path("game.txt")):
    ...     Lock(Path("game.txt"))
    Traceback (most recent call last):
    ...
    polygames.core.errors.RecordError: game.txt is in use by process ...
    """

    def __init__(self, path: Path, wait: float = 0.0) -> None:
        self._place = path.with_name(f".{path.name[:200]}.lock")
        self._handle: int | None = None
        until = time.monotonic() + wait
        while not self._named_try(path):
            if time.monotonic() >= until:
                msg = f"{path} is in use by {_holder(self._place)}: close it there"
                raise RecordError(msg)
            time.sleep(LOCK_RETRY_SECONDS)
        _HELD_LOCKS.add(self)

    def close(self) -> None:
        """Let others have it."""
        handle, self._handle = self._handle, None
        if handle is not None:
            with suppress(OSError):  # on Windows it stays; it locks nothing
                self._place.unlink()
            os.close(handle)

    def __enter__(self) -> Self:
        """Hold it."""
        return self

    def __exit__(self, *_: object) -> None:
        """Let others have it."""
        self.close()

    def __del__(self) -> None:
        """Let others have what nobody uses any more."""
        if getattr(self, "_handle", None) is not None:
            self.close()

    def _named_try(self, path: Path) -> bool:
        with named_errors(path):
            return self._try_lock(path)

    def _try_lock(self, path: Path) -> bool:
        """Try once; whether nobody else holds it."""
        try:
            with _naming(path, self._place):
                handle = os.open(self._place, LOCK_OPEN_FLAGS, 0o666)
        except PermissionError:
            # On Windows it is being removed; else nothing can be made here, a lock neither
            return os.name != "nt" or not self._place.exists()
        try:
            _lock(handle)
            if not _is_at(handle, self._place):  # whoever held it has removed it since
                os.close(handle)
                return False
        except OSError as error:
            os.close(handle)
            return error.errno in NO_LOCK_ERRORS
        self._handle = handle
        import platform  # slow to load, and seldom needed

        about = {"process": os.getpid(), "computer": platform.node(), "since": time.time()}
        with suppress(OSError):  # on a full disk nobody is named
            os.ftruncate(handle, 0)
            os.write(handle, json.dumps(about).encode())
        return True


_HELD_LOCKS: WeakSet[Lock] = WeakSet()


def _forget() -> None:
    """In a process that was forked: what the first one holds is not held here."""
    for lock in tuple(_HELD_LOCKS):
        handle, lock._handle = lock._handle, None  # noqa: SLF001 - its own module
        if handle is not None:
            os.close(handle)


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forget)


def _lock(handle: int) -> None:
    """Lock a file that is open, at once; OSError if it is locked."""
    try:
        import fcntl
    except ImportError:
        pass
    else:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        return
    with suppress(ImportError):
        windows: Any = __import__("msvcrt")
        os.lseek(handle, LOCK_BYTE_OFFSET, os.SEEK_SET)
        try:
            windows.locking(handle, windows.LK_NBLCK, 1)
        finally:
            os.lseek(handle, 0, os.SEEK_SET)


def _is_at(handle: int, place: Path) -> bool:
    """Whether a file that is open is the one that has the name now."""
    try:
        return os.path.samestat(os.fstat(handle), place.stat())
    except FileNotFoundError:
        return False


def _holder(place: Path) -> str:
    """Say who holds a lock."""
    try:
        about = json.loads(place.read_bytes())
        since = time.strftime("%Y-%m-%d %H:%M:%S", time.localtime(about["since"]))
        return f"process {about['process']} on {about['computer']}, since {since}"
    except (OSError, ValueError, TypeError, KeyError):
        return "another program"
