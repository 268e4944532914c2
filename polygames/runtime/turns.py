"""Work that one of several processes does for all: the others wait until it has done it.

The lock is one of the process: the work may begin anew within itself, as when a function is
compiled for another one. A file that people name is locked by `polygames.records.lock`.
"""

from __future__ import annotations

import os
from contextlib import suppress
from importlib import import_module
from time import monotonic, sleep
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

try:
    locks: Any = import_module("fcntl")
except ImportError:  # Windows: nobody waits
    locks = None

PATIENCE: Final = 60.0
"""Seconds to wait for another process; then the work is done twice."""
STEP: Final = 0.02
"""Seconds between two looks."""


class Turn:
    """The right to do some work, which one process has at a time; it ends with the process.

    Where files cannot be locked every process has it.

    Parameters
    ----------
    file
        Stands for the work; deleted when a turn ends.
    """

    def __init__(self, file: Path) -> None:
        self._file, self._handle = file, -1

    def wait(self, on_wait: Callable[[], object]) -> None:
        """Wait until no other process has it, or has had it for too long; say if that takes time.

        Parameters
        ----------
        on_wait
            Called once if another process has it.
        """
        if locks is None:
            return
        with suppress(OSError):  # nothing can be written here
            self._file.parent.mkdir(parents=True, exist_ok=True)
            self._handle = os.open(self._file, os.O_RDWR | os.O_CREAT)
            end = monotonic() + PATIENCE
            if not self._is_ours():
                on_wait()
                while monotonic() < end and not self._is_ours():
                    sleep(STEP)

    def _is_ours(self) -> bool:
        try:
            locks.lockf(self._handle, locks.LOCK_EX | locks.LOCK_NB)
        except (BlockingIOError, PermissionError):  # another process has it
            return False
        return True

    def end(self) -> None:
        """Let the next process have it."""
        if self._handle >= 0:
            with suppress(OSError):
                self._file.unlink()
            os.close(self._handle)
            self._handle = -1
