"""Atomic file operations: write a whole file or nothing, lock a file, read one safely.

Three functions write a file:

- `write_atomically` replaces an existing file or creates a new one, as ``record.save(path)`` does.
  A symbolic link is followed, as by `open`: its target is replaced.
- `write_new` creates a file and refuses any existing path, even a broken link. If several programs
  use the same name, only one succeeds.
- `replace_known_text` replaces a file only if its content is the text that the caller knows. A link
  is not followed, because its target does not belong to the caller.

A replaced file keeps its permissions; a new one has the default ones. A file without write
permission is not replaced.

`open_plain_file` opens every path from a user: it refuses a pipe or a device instead of waiting.
`read_bytes` and `read_text` read a whole file, up to a limit. `os_errors_to_record_errors` converts
an OSError to an error of `polygames`.
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
from typing import TYPE_CHECKING, Any, Final, Self

from polygames.core.errors import RecordError
from polygames.core.options import MAX_TEXT_CHARS, raise_option_error

if TYPE_CHECKING:
    from collections.abc import Iterator

DISK_FULL_ERRORS: Final = {errno.ENOSPC, errno.EFBIG, getattr(errno, "EDQUOT", errno.ENOSPC)}
"""The error numbers of a full disk."""

FULL_DISK_TEXT: Final = (
    "the disk is full: this is not saved, the last saved file remains. Make room, then try again"
)

NON_BLOCKING_FLAGS: Final = getattr(os, "O_BINARY", 0) | (
    0 if platform == "emscripten" else getattr(os, "O_NONBLOCK", 0)
)
"""The flags to open a pipe without waiting for a writer. A browser has no pipes, and there a file
opened with these flags would be written back in another form when it is closed."""

TEMP_SUFFIX_DIGITS: Final = 8
"""The number of hexadecimal digits at the end of a draft's name."""

HEX_DIGITS: Final = frozenset("0123456789abcdef")

MAX_FILE_READ_BYTES: Final = 256 * 2**20
"""The maximum size of a file that is read as a whole; most kinds of files have a smaller limit."""

MAX_NAME_BYTES: Final = 255
"""The maximum length of a file or folder name, in bytes, on all common file systems."""

STALE_TEMP_SECONDS: Final = 3600.0
"""The age in seconds after which a draft is assumed to be left by a killed program."""

LOCK_TIMEOUT_SECONDS: Final = 5.0
"""The time in seconds to wait for another program that saves the same file."""


def resolve_path(path: object, label: str = "a path") -> Path:
    """Return the caller's path as a `Path`, with ``~`` expanded to the home folder.

    Raise OptionError if it is not a path, or begins with the home folder of an unknown user.
    """
    found = os.fspath(path) if isinstance(path, str | os.PathLike) else None
    if not isinstance(found, str) or not _is_valid_name(found):
        raise_option_error(
            label, "must be the name of a file or folder, as a text or a pathlib.Path", path
        )
    if max(map(len, os.fsencode(found).split(os.sep.encode()))) > MAX_NAME_BYTES:
        raise_option_error(label, f"must have names of at most {MAX_NAME_BYTES} bytes", path)
    try:
        return Path(found).expanduser()
    except RuntimeError:
        raise_option_error(
            label, "must begin with ~ for your own home folder, or ~ and the name of a user", path
        )


@contextmanager
def open_plain_file(path: Path, flags: int = os.O_RDONLY, mode: int = 0o666) -> Iterator[Any]:
    """Open a plain file in binary mode; raise OSError at once for a pipe, a device or a folder."""
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


def read_bytes(
    path: Path, label: str = "a file of polygames", max_bytes: int = MAX_FILE_READ_BYTES
) -> bytes:
    """Return the content of a plain file as bytes.

    Raise OSError if it cannot be opened, or is a pipe, a device or a folder. Raise RecordError
    if it has more than `max_bytes` bytes. `label` is the expected kind of file, for the message.
    """
    with open_plain_file(path) as file:
        found: bytes = file.read(max_bytes + 1)
    if len(found) > max_bytes:
        msg = f"{path} is not {label}: it has more than {max_bytes} bytes"
        raise RecordError(msg)
    return found


def read_text(path: Path, label: str = "a record", max_bytes: int = 4 * MAX_TEXT_CHARS) -> str:
    """Return the text of a plain file, without a byte order mark; see `read_bytes`.

    Raise RecordError if it is not UTF-8. The default limit is that of a record: four bytes per
    character.
    """
    raw = read_bytes(path, label, max_bytes)
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        msg = f"{path} is not {label}: {error}"
        raise RecordError(msg) from None
    return text.replace("\r\n", "\n").replace("\r", "\n")


@contextmanager
def os_errors_to_record_errors(path: Path) -> Iterator[None]:
    """Convert an OSError to a RecordError that is an OSError of the same kind and has the path.

    So ``except`` catches it both as an error of polygames and as one of the system.
    """
    try:
        yield
    except OSError as error:
        if isinstance(error, RecordError):
            raise
        kind: Any = type("RecordError", (type(error), RecordError), {})
        raise kind(error.errno, error.strerror or str(error), str(path)) from None


def make_folder(folder: Path, mode: int = 0o777) -> None:
    """Create a folder and its parents if they are missing; raise RecordError on failure."""
    with os_errors_to_record_errors(folder):
        folder.mkdir(mode, parents=True, exist_ok=True)


def sync_folder(folder: Path) -> None:
    """Flush a folder's entries for new files to the disk, on systems that support it."""
    with suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


@contextmanager
def explain_full_disk() -> Iterator[None]:
    """Replace the message of an OSError for a full disk with advice to free space."""
    try:
        yield
    except OSError as error:
        if error.errno not in DISK_FULL_ERRORS:
            raise
        raise OSError(error.errno, FULL_DISK_TEXT, error.filename) from error


@contextmanager
def _replace_path_in_errors(path: Path, hidden_path: Path) -> Iterator[None]:
    """Replace the path of a temporary or lock file in an OSError with the caller's path."""
    try:
        yield
    except OSError as error:
        if error.filename != str(hidden_path):
            raise
        is_lost = isinstance(error, FileNotFoundError)
        why = "its folder does not exist" if is_lost else error.strerror
        raise OSError(error.errno, why, str(path)) from None


def write_atomically(path: str | os.PathLike[str], text: str | bytes) -> Path:
    """Write a file atomically: even after a crash it has either the old content or the new.

    Returns
    -------
    pathlib.Path
        The path written.

    Examples
    --------
    >>> write_atomically("note.txt", "well played").read_text()
    'well played'
    """
    path = resolve_path(path)
    target = Path(os.path.realpath(path))
    with os_errors_to_record_errors(path), _temporary_file(target, text) as draft:
        draft.replace(target)
    sync_folder(target.parent)
    return path


def write_new(path: Path, text: str) -> Path:
    """Write a new file atomically; raise FileExistsError if the path exists already."""
    if os.path.lexists(path):  # the usual case: fail before writing anything
        raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), str(path))
    with _temporary_file(path, text) as draft:
        try:
            os.link(draft, path)
        except FileExistsError:
            raise
        except (
            AttributeError,
            OSError,
        ):  # no hard links: reserve the name first, then fill it
            path.open("x").close()
            draft.replace(path)
    sync_folder(path.parent)
    return path


def replace_known_text(path: Path, text: str, expected_text: str) -> Path:
    """Replace a file's content if it is `expected_text`, with a lock against other writers.

    Raise FileExistsError if it has other content or is not a plain file, and FileNotFoundError
    if it is missing.
    """
    with (
        explain_full_disk(),
        Lock(path, LOCK_TIMEOUT_SECONDS),
        _temporary_file(path, text) as draft,
    ):
        if not stat.S_ISREG(path.lstat().st_mode) or read_bytes(path) != expected_text.encode():
            raise FileExistsError(errno.EEXIST, "another program has changed the file", str(path))
        draft.replace(path)
    sync_folder(path.parent)
    return path


@contextmanager
def _temporary_file(path: Path, text: str | bytes) -> Iterator[Path]:
    """Write a temporary file beside a path and yield its path; remove it afterwards."""
    mode, content = _file_mode(path), text if isinstance(text, bytes) else text.encode()
    draft = path.with_name(f".{path.name[:40]}.{token_hex(TEMP_SUFFIX_DIGITS // 2)}")
    _remove_stale_drafts(path)
    open_as = 0o666 if mode is None else mode  # the draft of a private file is private, too
    try:
        opener = partial(os.open, mode=open_as)
        with (
            _replace_path_in_errors(path, draft),
            explain_full_disk(),
            open(draft, "xb", opener=opener) as file,
        ):
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        if mode is not None and stat.S_IMODE(draft.stat().st_mode) != mode:
            draft.chmod(mode)
        yield draft
    finally:
        draft.unlink(missing_ok=True)


def _file_mode(path: Path) -> int | None:
    """Return the permissions of a file, None if it is missing; raise OSError if not writable."""
    try:
        mode = path.stat().st_mode
    except FileNotFoundError:
        return None
    _refuse_special(path, mode)
    if not os.access(path, os.W_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(path))
    return stat.S_IMODE(mode)


def _refuse_special(path: Path, mode: int) -> None:
    """Raise OSError if a file mode is not that of a plain file."""
    if stat.S_ISDIR(mode):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
    if not stat.S_ISREG(mode):
        raise OSError(errno.EINVAL, "not a plain file", str(path))


def _remove_stale_drafts(path: Path) -> None:
    """Remove old temporary files that killed programs left beside a path."""
    start, before = f".{path.name[:40]}.", time.time() - STALE_TEMP_SECONDS
    with suppress(OSError):
        for name in os.listdir(path.parent):  # noqa: PTH208 - a name each, nothing more
            end = name.removeprefix(start)
            if len(end) == TEMP_SUFFIX_DIGITS and name.startswith(start) and set(end) <= HEX_DIGITS:
                draft = path.with_name(name)
                if draft.lstat().st_mtime < before:
                    draft.unlink()


def _is_valid_name(text: str) -> bool:
    """Return True if the operating system accepts a text as the name of a file."""
    try:
        return bool(text) and b"\0" not in os.fsencode(text)
    except UnicodeEncodeError:
        return False


LOCK_POLL_SECONDS: Final = 0.01
"""The time between two attempts to get a lock, in seconds."""

NO_LOCK_ERRORS: Final = {errno.ENOSYS, errno.ENOLCK, errno.EOPNOTSUPP, errno.EINVAL, errno.EACCES}
"""The error numbers of a file system without locks, and of a folder without write permission."""


class Lock:
    """An exclusive lock on a file between programs; if it is taken, an error names the holder.

    It is held from its creation until `close`, or until the process ends in any way. The library
    `filelock` locks a small file ``.name.lock`` beside the path, which names the holder. Nothing is
    locked in a browser, on a file system without locks, and in a folder without write permission.
    RecordError with the holder is raised if the lock is not free within `timeout_seconds`.

    Examples
    --------
    >>> from pathlib import Path
    >>> with Lock(Path("game.txt")):
    ...     Lock(Path("game.txt"))
    Traceback (most recent call last):
    ...
    polygames.core.errors.RecordError: game.txt is in use by process ...
    """

    def __init__(self, path: Path, timeout_seconds: float = 0.0) -> None:
        self._file = path.with_name(f".{path.name[:200]}.lock")
        if platform == "emscripten":
            return
        import filelock

        self._lock = filelock.FileLock(
            self._file, thread_local=False, poll_interval=LOCK_POLL_SECONDS
        )
        with os_errors_to_record_errors(path), _replace_path_in_errors(path, path.parent):
            path.parent.stat()  # the library would create a missing folder
            try:
                self._lock.acquire(timeout_seconds)
            except filelock.Timeout:
                holder = _read_holder(self._file)
                msg = f"{path} is in use by {holder}: close it there"
                raise RecordError(msg) from None
            except OSError as error:
                if error.errno not in NO_LOCK_ERRORS:
                    raise
                return
        with suppress(OSError):  # on a full disk the holder is not named
            self._file.write_text(_holder_text(), encoding="utf-8")

    def close(self) -> None:
        """Release the lock and remove the lock file."""
        if platform != "emscripten" and self._lock.is_locked:
            with suppress(OSError):  # on Windows the file remains; it locks nothing
                self._file.unlink()
            self._lock.release()

    def __enter__(self) -> Self:
        """Return the lock, which was acquired when it was created."""
        return self

    def __exit__(self, *_: object) -> None:
        """Release the lock."""
        self.close()


def _holder_text() -> str:
    """Return a description of this process for the lock file."""
    from platform import node  # slow to import, and seldom needed

    return f"process {os.getpid()} on {node()}, since {time.strftime('%Y-%m-%d %H:%M:%S')}"


def _read_holder(file: Path) -> str:
    """Return the description of the process that holds a lock, from the lock file."""
    with suppress(OSError, RecordError):
        return read_text(file, "a lock", MAX_NAME_BYTES * 4) or "another program"
    return "another program"
