"""A lock on a file: one program at a time, and who comes second is told who it is.

The lock is the system's, on a small file beside, ``.name.lock``: it ends with its process, however
that ends, and what a killed process leaves of it locks nothing. In the file stands who holds it.
On a disk that knows no locks there is none.
"""

from __future__ import annotations

import errno
import json
import os
import time
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Final, Self
from weakref import WeakSet

from polygames.core.errors import RecordError

if TYPE_CHECKING:
    from pathlib import Path

PAUSE: Final = 0.01
"""Seconds between two tries."""

UNLOCKABLE: Final = {errno.ENOSYS, errno.ENOLCK, errno.EOPNOTSUPP, errno.EINVAL}
"""What a disk says that knows no locks."""

FAR: Final = 1 << 30
"""The byte that is locked on Windows, where nobody can read what is locked."""

FLAGS: Final = os.O_RDWR | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0)


class Lock:
    """Held from when it is made until it is closed, or its process ends.

    Parameters
    ----------
    path
        What is locked; it need not be there.
    wait
        Seconds for which another one who holds it is waited for.

    Raises
    ------
    RecordError
        If another one holds it: which process, where, and since when.

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
        while not self._take():
            if time.monotonic() >= until:
                msg = f"{path} is in use by {_holder(self._place)}: close it there"
                raise RecordError(msg)
            time.sleep(PAUSE)
        _HELD.add(self)

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

    def _take(self) -> bool:
        """Try once; whether nobody else holds it."""
        try:
            handle = os.open(self._place, FLAGS, 0o666)
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
            return error.errno in UNLOCKABLE
        self._handle = handle
        import platform  # slow to load, and seldom needed

        about = {"process": os.getpid(), "computer": platform.node(), "since": time.time()}
        with suppress(OSError):  # on a full disk nobody is named
            os.ftruncate(handle, 0)
            os.write(handle, json.dumps(about).encode())
        return True


_HELD: WeakSet[Lock] = WeakSet()


def _forget() -> None:
    """In a process that was forked: what the first one holds is not held here."""
    for lock in tuple(_HELD):
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
        os.lseek(handle, FAR, os.SEEK_SET)
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
