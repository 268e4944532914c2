"""What happened, line by line: written to a file before anybody is told, and never changed.

A line is JSON: its number ``n``, ``before`` (a hash of the line before it, and of the position that
it was meant for) and what was done. So a line fits in one place of one file only, and a file that
somebody has edited is noticed. A line that was being written when the power went is cut off: nobody
had been told of it.
"""

from __future__ import annotations

import hashlib
import json
import os
from typing import TYPE_CHECKING, Any, Final

from polygames.core.errors import RecordError

if TYPE_CHECKING:
    from pathlib import Path

LENGTH: Final = 16
"""Hexadecimal digits of a hash: as many as nobody meets twice."""


def digest(*texts: str) -> str:
    """Return a short hash of some texts.

    Examples
    --------
    >>> digest("a", "b") == digest("ab", "")
    False
    """
    return hashlib.sha256("\0".join(texts).encode()).hexdigest()[:LENGTH]


class Log:
    """Lines that are only ever added, in a file or (without a path) in memory.

    Examples
    --------
    >>> log = Log()
    >>> log.add("the start", do="move", text="A-C")["n"]
    1
    >>> [entry["do"] for entry in log.entries]
    ['move']
    """

    def __init__(self, path: Path | None = None) -> None:
        """Go on with the file, if there is one; RecordError if it is none of ours."""
        self.path = path
        self.entries: list[dict[str, Any]] = []
        self._lines: list[str] = []
        self._size = 0
        if path is not None and path.exists():
            self._read(path)

    def mark(self, position: str, number: int | None = None) -> str:
        """Return what a line (the next one) has as ``before``, if it is meant for a position."""
        at = len(self._lines) if number is None else number - 1
        return digest(self._lines[at - 1] if at else "", position)

    def add(self, position: str, **content: Any) -> dict[str, Any]:
        """Write a line, and return it; if it cannot be written, nothing has changed.

        Parameters
        ----------
        position
            What it is done to, as text.
        **content
            What is done, as plain JSON.
        """
        entry = {"n": len(self.entries) + 1, "before": self.mark(position), **content}
        line = json.dumps(entry, ensure_ascii=False, separators=(",", ":"))
        if self.path is not None:
            self._size = _append(self.path, line, self._size)
        self.entries.append(entry)
        self._lines.append(line)
        return entry

    def _read(self, path: Path) -> None:
        """Take the lines of a file; what was not written to its end is cut off."""
        raw = path.read_bytes()
        whole = raw[: raw.rfind(b"\n") + 1]
        for line in whole.decode("utf-8", errors="replace").splitlines():
            self.entries.append(_entry(path, len(self.entries) + 1, line))
            self._lines.append(line)
        self._size = len(whole)
        if len(whole) < len(raw):
            os.truncate(path, len(whole))


def _entry(path: Path, number: int, line: str) -> dict[str, Any]:
    """Read a line; RecordError if it is not the next one."""
    try:
        entry = json.loads(line)
    except ValueError:
        entry = None
    if not isinstance(entry, dict) or entry.get("n") != number:
        msg = f"{path}: line {number} is not the next line of a class: {line[:60]!r}"
        raise RecordError(msg)
    return entry


def _append(path: Path, line: str, size: int) -> int:
    """Write a line to the end of a file, for its owner only, and to the disk; return the size."""
    raw = f"{line}\n".encode()
    handle = os.open(path, os.O_WRONLY | os.O_CREAT, 0o600)
    try:
        os.lseek(handle, size, os.SEEK_SET)
        try:
            _write(handle, raw)
        except OSError:
            os.ftruncate(handle, size)  # half a line is none
            raise
    finally:
        os.close(handle)
    return size + len(raw)


def _write(handle: int, raw: bytes) -> None:
    view = memoryview(raw)
    while view:
        view = view[os.write(handle, view) :]
    os.fsync(handle)
