"""The processes of this machine as Linux shows them: whose they are, and what memory they take.

Other systems show none of it: there every answer is empty.
"""

from __future__ import annotations

import os
import signal
from collections import defaultdict
from contextlib import suppress
from pathlib import Path
from time import monotonic, sleep
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

PROC = Path("/proc")
KILOBYTE = 1024
MEGABYTE = 10**6
PAUSE = 0.25
"""Seconds between two looks at all processes of the machine."""
OWN = ("RssAnon", "RssShmem", "VmSwap")
"""What a process takes that no file holds; of the last two kinds, others may share it."""
SHARED = ("Pss_Anon", "Pss_Shmem", "SwapPss")
"""The same, and what several share is divided among them."""


def descendants(ancestor: int) -> set[int]:
    """Return the processes that a process started, and those that these started.

    Examples
    --------
    >>> import os, subprocess, sys
    >>> with subprocess.Popen([sys.executable, "-c", "input()"], stdin=-1) as process:
    ...     found = descendants(os.getpid())
    ...     _ = process.communicate(b"x")
    >>> process.pid in found or not sys.platform.startswith("linux")
    True
    """
    children = defaultdict[int, list[int]](list)
    for pid in _all():
        fields = _read(pid, "stat").rpartition(")")[2].split()
        if fields:
            children[int(fields[1])].append(pid)
    found, waiting = set[int](), [ancestor]
    while waiting:
        born = [pid for pid in children.pop(waiting.pop(), ()) if pid not in found]
        found.update(born)
        waiting += born
    return found


class Family:
    """The descendants of a process, looked up again now and then, if a process has begun."""

    def __init__(self, ancestor: int) -> None:
        self._ancestor, self._last, self._due = ancestor, "", 0.0
        self._found: set[int] = set()

    def pids(self) -> set[int]:
        """Return those that there are, and perhaps some that have ended since."""
        last = _text(PROC / "loadavg").rpartition(" ")[2]  # the youngest process of the machine
        if last != self._last and monotonic() > self._due:
            self._found = descendants(self._ancestor)
            self._last, self._due = last, monotonic() + PAUSE
        return self._found


def marked(mark: str) -> set[int]:
    """Return the processes whose environment held a text when they began."""
    return {pid for pid in _all() if pid != os.getpid() and mark in _read(pid, "environ")}


def memory_of(pids: Iterable[int], enough: float) -> float:
    """Return the memory that processes take, in megabytes; exactly only if it is more than enough.

    What they share counts once then.
    """
    pids = list(pids)
    most = _sum(pids, "status", OWN)
    return min(most, _sum(pids, "smaps_rollup", SHARED) or most) if most > enough else most


def end(found: Callable[[], Iterable[int]], seconds: float) -> None:
    """Kill processes until none is found any more, or the time is over."""
    stop = monotonic() + seconds
    while (pids := set(found())) and monotonic() < stop:
        for pid in pids:
            with suppress(OSError):  # it has just ended
                os.kill(pid, signal.SIGKILL)
        sleep(0.002)


def _all() -> list[int]:
    try:
        return [int(name) for name in os.listdir(PROC) if name.isdecimal()]  # noqa: PTH208 - names are enough
    except OSError:
        return []


def _read(pid: int, name: str) -> str:
    return _text(PROC / str(pid) / name)


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8", errors="replace")
    except OSError:  # it has ended, or belongs to somebody else
        return ""


def _sum(pids: Iterable[int], name: str, fields: tuple[str, ...]) -> float:
    """Return the sum of some fields, of all processes, in megabytes."""
    lines = (line.split() for pid in pids for line in _read(pid, name).splitlines())
    kilobytes = sum(int(line[1]) for line in lines if line and line[0].rstrip(":") in fields)
    return kilobytes * KILOBYTE / MEGABYTE
