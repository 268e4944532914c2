"""Append-only files of lines, which are on the disk before anybody learns of them.

`LineFile` is the file. A complete line ends with a line feed, the only separator. An incomplete
last line, as after a power failure, is removed before the next one is written. The meaning of a
line depends on its reader: the result files of the arena, and here `Log`. A `Log` has lines of JSON
with a number ``n`` and ``before``, a hash of the previous line and of the position for which the
line was written. So a line is valid at one place of one file only, and the next line reveals an
edited one (`Log.verify_line`).
"""

from __future__ import annotations

import hashlib
import json
import os
import time
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Any, Final

from polygames.core.caller_warnings import warn_caller
from polygames.core.errors import PolygamesError, RecordError
from polygames.records.atomic_files import (
    MAX_FILE_READ_BYTES,
    Lock,
    explain_full_disk,
    open_plain_file,
    os_errors_to_record_errors,
    sync_folder,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

HASH_DIGITS: Final = 16
"""The length of a hash in hexadecimal digits: collisions are practically impossible."""

LINE_TIMEOUT_SECONDS: Final = 5.0
"""The time in seconds to wait for another program that adds a line."""


def digest(*texts: str) -> str:
    """Return the SHA-256 hash of texts, cut to its first 16 hexadecimal digits."""
    return hashlib.sha256("\0".join(texts).encode()).hexdigest()[:HASH_DIGITS]


class LineFile:
    """A file of lines that is read up to the last complete line; `mode` sets the permissions.

    Examples
    --------
    >>> from pathlib import Path
    >>> file = LineFile(Path("lines.txt"))
    >>> file.append(b"one")
    >>> LineFile(Path("lines.txt")).read()
    [b'one']
    """

    def __init__(self, path: Path, mode: int = 0o666) -> None:
        self.path, self._mode = path, mode
        self.end_offset = 0
        """The offset in bytes after the last complete line that was read or written."""

    def lock(self) -> Lock:
        """Return a lock that keeps other programs from adding lines until it is closed."""
        with explain_full_disk():
            return Lock(self.path, LINE_TIMEOUT_SECONDS)

    def read(self) -> list[bytes]:
        """Return the complete lines added since the last call, without line endings."""
        with (
            suppress(FileNotFoundError),
            os_errors_to_record_errors(self.path),
            open_plain_file(self.path) as file,
        ):
            size = os.fstat(file.fileno()).st_size
            if size - self.end_offset > MAX_FILE_READ_BYTES:
                limit = f"expected at most {MAX_FILE_READ_BYTES} bytes"
                msg = f"{self.path}: the file has {size} bytes, {limit}"
                raise RecordError(msg)
            file.seek(self.end_offset)
            raw = file.read(size - self.end_offset)
            *lines, rest = raw.split(b"\n")
            self.end_offset += len(raw) - len(rest)
            return [line.removesuffix(b"\r") for line in lines]
        return []

    def append(self, *lines: bytes) -> None:
        """Write lines after the last complete one, and flush them to the disk.

        On failure no part of them remains; the OSError of a full disk contains advice.
        """
        is_new = not self.path.exists()
        with (
            explain_full_disk(),
            open_plain_file(self.path, os.O_RDWR | os.O_CREAT, self._mode) as file,
        ):
            _append_bytes(file.fileno(), b"".join(line + b"\n" for line in lines))
            self.end_offset = file.seek(0, os.SEEK_END)
            if is_new:
                sync_folder(self.path.parent)

    def end_last_line(self) -> None:
        """Append a line feed to a complete last line that has none."""
        with explain_full_disk(), open_plain_file(self.path, os.O_RDWR) as file:
            file.seek(0, os.SEEK_END)
            file.write(b"\n")

    def cut_incomplete_line(self) -> int:
        """Remove the bytes after the last complete line that was read; return their number."""
        with suppress(FileNotFoundError), open_plain_file(self.path, os.O_RDWR) as file:
            more = os.fstat(file.fileno()).st_size - self.end_offset
            if more > 0:
                file.truncate(self.end_offset)
                os.fsync(file.fileno())
            return more
        return 0


class Log:
    """Numbered lines of JSON, appended to a file, or in memory if there is no path.

    With `is_locked`, no other program can open the file in this way until it is closed. With
    `is_timed`, each new line has ``at``, its Unix time in seconds. The constructor raises
    RecordError if the file is not a log, has a damaged line, or is locked.

    Examples
    --------
    >>> log = Log()
    >>> log.add("the start", do="move", text="A-C")["n"]
    1
    >>> [entry["do"] for entry in log.entries]
    ['move']
    """

    def __init__(
        self, path: Path | None = None, *, is_locked: bool = False, is_timed: bool = False
    ) -> None:
        self.path, self._is_timed = path, is_timed
        self.entries: list[dict[str, Any]] = []
        self._last_line = ""
        self._previous_lines: list[str] = []
        self._file = None if path is None else LineFile(path, 0o600)
        self._lock = Lock(path) if path is not None and is_locked else None
        try:
            self._load_entries()
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        """Release the lock on the file, if there is one."""
        if self._lock is not None:
            self._lock.close()

    def line_hash(self, position: str, number: int | None = None) -> str:
        """Return the hash of a position and the line before `number`, by default the last line."""
        at = len(self._previous_lines) if number is None else number - 1
        return digest(
            self._previous_lines[at] if at < len(self._previous_lines) else self._last_line,
            position,
        )

    @contextmanager
    def verify_line(self, entry: dict[str, Any], position: Callable[[], str]) -> Iterator[None]:
        """Check that a line follows the previous one; convert an error in the block to RecordError.

        Parameters
        ----------
        entry
            A line of this log, as parsed.
        position
            Returns the text of the position for which the line was written.

        Raises
        ------
        RecordError
            If the line, the previous one or the position was changed, or if the block fails because
            the line is damaged. The message names the file and the line.
        """
        where = f"{self.path or 'the log'}: line {entry['n']}"
        if entry.get("before") != self.line_hash(position(), entry["n"]):
            msg = f"{where} does not fit the line before it: one of the two was edited"
            raise RecordError(msg)
        try:
            yield
        except OSError:
            raise
        except Exception as error:
            why = str(error) if isinstance(error, PolygamesError) else repr(error)
            msg = f"{where} is damaged: {why}"
            raise RecordError(msg) from error

    def add(self, position: str, **content: Any) -> dict[str, Any]:
        """Write a numbered line of JSON, and return its content; on failure nothing changes.

        `position` is the text of the position that the line is about.
        """
        entry = {"n": len(self.entries) + 1, "before": self.line_hash(position), **content}
        if self._is_timed:
            entry["at"] = round(time.time())
        line = to_json_line(entry)
        if self._file is not None:
            self._check_no_other_writer(self._file)
            self._file.append(line.encode())
        self._append_entry(entry, line)
        return entry

    def _check_no_other_writer(self, file: LineFile) -> None:
        """Raise RecordError if another program has written to the file since this log did."""
        end, size = file.end_offset, file.path.stat().st_size if file.path.exists() else 0
        if size < end or (size > end and file.read()):
            file.end_offset = end
            msg = f"{file.path}: another program has changed the file: open it again"
            raise RecordError(msg)

    def _append_entry(self, entry: dict[str, Any], line: str) -> None:
        self.entries.append(entry)
        self._previous_lines.append(self._last_line)
        self._last_line = line

    def _load_entries(self) -> None:
        """Load the entries from the file; remove an incomplete last line with a warning."""
        if self._file is None:
            return
        for raw in self._file.read():
            line = raw.decode("utf-8", errors="replace")
            number, entry = len(self.entries) + 1, parse_json_line(line)
            if entry is None or entry.get("n") != number:
                msg = (
                    f"{self.path}: line {number} is not the expected line of a class: {line[:60]!r}"
                )
                raise RecordError(msg)
            self._append_entry(entry, line)
        if count := self._file.cut_incomplete_line():
            msg = f"{self.path}: its last {count} bytes are an incomplete line, which nobody "
            msg += "has seen yet: they are removed"
            warn_caller(msg)


def to_json_line(entry: dict[str, Any]) -> str:
    """Return an entry as a line of JSON."""
    return json.dumps(entry, ensure_ascii=False, separators=(",", ":"))


def parse_json_line(line: str) -> dict[str, Any] | None:
    """Parse a line of JSON; return None if it is damaged or not an object."""
    with suppress(ValueError, RecursionError):
        found = json.loads(line)
        return found if isinstance(found, dict) else None
    return None


def _append_bytes(handle: int, data: bytes) -> None:
    """Append data after the last complete line of a file; on failure, remove the data again."""
    start = _end_of_last_line(handle)
    os.ftruncate(handle, start)
    os.lseek(handle, start, os.SEEK_SET)
    try:
        view = memoryview(data)
        while view:
            view = view[os.write(handle, view) :]
        os.fsync(handle)
    except BaseException:
        os.ftruncate(handle, start)
        raise


def _end_of_last_line(handle: int) -> int:
    """Return the offset in bytes of the end of a file's last complete line."""
    end = os.lseek(handle, 0, os.SEEK_END)
    while end:
        start = max(0, end - 4096)
        os.lseek(handle, start, os.SEEK_SET)
        found = os.read(handle, end - start).rfind(b"\n")
        if found >= 0:
            return start + found + 1
        end = start
    return 0
