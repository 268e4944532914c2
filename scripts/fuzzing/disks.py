"""Disks that are full or cannot be written: the old file stays, no draft does, play goes on."""

from __future__ import annotations

import ctypes
import errno
import os
import resource
import signal
from contextlib import contextmanager
from functools import cache, partial
from itertools import islice
from typing import TYPE_CHECKING, Any
from unittest.mock import patch

import polygames as pg
from fuzzing.case import REFUSED
from fuzzing.material import random_line, running

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from contextlib import AbstractContextManager
    from pathlib import Path

    from fuzzing.case import Run

    Fault = Callable[[Path], AbstractContextManager[None]]

__all__ = ["disks", "faults"]

SMALL_DISK = b"size=64k"
NEW_MOUNTS = 0x20000
READ_ONLY, AGAIN, PRIVATE, ALL = 1, 32, 1 << 18, 1 << 14


def disks(run: Run) -> None:
    """Save, and play on a board, where nothing can be written."""
    for name, fault in faults().items():
        folder = run.folder / name
        folder.mkdir()
        with disk(folder, name):
            run.rng.choice((save, board))(run, folder, name, fault)
        run.counts["faults"] += 1


def faults() -> dict[str, Fault]:
    """Return what can be wrong with a disk here, by name."""
    found: dict[str, Fault] = {
        "fsync fails": lambda _: failing("os.fsync"),
        "replace fails": lambda _: failing("os.replace"),
        "open fails": lambda _: failing("io.open"),
        "no byte fits": lambda _: short_files(0),
        "some bytes fit": lambda _: short_files(40),
    }
    if may_mount():
        found |= {"full disk": filled, "read-only disk": read_only}
    return found


def save(run: Run, folder: Path, name: str, fault: Any) -> None:
    """Save a record over an older one."""
    path = folder / "game.txt"
    record = pg.Record(running(run.game, run.rng))
    record.save(path)
    old = path.read_bytes()
    for move, _ in islice(random_line(record.state, run.rng), 5):
        record.push(move)
    with fault(folder):
        saved = run.call(f"save, {name}", record, lambda: record.save(path), OSError)
    if saved is REFUSED:
        run.counts["refused"] += 1
        run.require(path.read_bytes() == old, f"the old file stays, {name}", record)
    tidy(run, folder, name)
    run.works(f"save after {name}", record, lambda: record.save(path))
    run.require(path.read_text() == record.to_text(), f"all is saved after {name}", record)


def board(run: Run, folder: Path, name: str, fault: Any) -> None:
    """Play on a board that cannot keep its moves."""
    state = running(run.game, run.rng)
    made = run.works("play", state, partial(pg.play, state, autosave=folder / "game.txt", seed=1))
    if made is REFUSED:
        return
    step(run, made, f"play before {name}")
    old = {path: path.read_bytes() for path in folder.iterdir() if path.is_file()}
    before = made.record.node.number
    with fault(folder):
        step(run, made, f"play, {name}")
        message = made.message
    run.require(made.record.node.number > before or made.state.outcome, f"plays on, {name}", name)
    new = {path: path.read_bytes() for path in folder.iterdir() if path.is_file()}
    if old == new and made.record.node.number > before:
        run.counts["refused"] += 1
        run.require(message, f"the board says that it cannot save, {name}", name)
    tidy(run, folder, name)
    if step(run, made, f"play after {name}"):
        kept = [pg.load(path).moves for path in folder.iterdir() if path.suffix == ".txt"]
        run.require(made.record.moves in kept, f"the next move saves all, {name}", name)
    made.close()


def step(run: Run, made: Any, what: str) -> bool:
    """Play a random move; False when the game is over."""
    if made.state.outcome is not None:
        return False
    move = made.state.legal_moves.sample(run.rng)
    return run.works(what, move, lambda: made.play(move)) is not REFUSED


def tidy(run: Run, folder: Path, name: str) -> None:
    """Require that no draft is left."""
    drafts = [path.name for path in folder.iterdir() if path.name.startswith(".")]
    run.require(not [d for d in drafts if d != ".ballast"], f"no draft is left, {name}", drafts)


# --- What can be wrong ----------------------------------------------------------------------------


@contextmanager
def failing(name: str, after: int = 0) -> Iterator[None]:
    """Let a function of the system fail for want of room, after some calls; reading goes on."""
    module, _, function = name.partition(".")
    real = getattr(__import__(module), function)

    left = iter(range(after))

    def refuse(*args: Any, **options: Any) -> Any:
        mode = args[1] if len(args) > 1 else options.get("mode", "")
        if function == "open" and not set(str(mode)) & set("wxa+"):
            return real(*args, **options)
        if next(left, None) is not None:
            return real(*args, **options)
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    with patch(name, refuse):
        yield


@contextmanager
def short_files(size: int) -> Iterator[None]:
    """Let no file become longer than so many bytes."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    handler = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
        signal.signal(signal.SIGXFSZ, handler)


@contextmanager
def disk(folder: Path, name: str) -> Iterator[None]:
    """Put a disk of its own under a folder where the fault is one of the disk."""
    if "disk" not in name:
        yield
        return
    mount(folder, b"tmpfs", 0)
    try:
        yield
    finally:
        system().umount2(os.fsencode(folder), 2)


@contextmanager
def filled(folder: Path) -> Iterator[None]:
    """Fill the disk to the last byte."""
    ballast = folder / ".ballast"
    with ballast.open("wb", buffering=0) as file:
        try:
            while file.write(b"\0" * 4096):
                pass
        except OSError:
            pass
    yield
    ballast.unlink()


@contextmanager
def read_only(folder: Path) -> Iterator[None]:
    """Let the disk be read only."""
    mount(folder, None, READ_ONLY | AGAIN)
    yield
    mount(folder, None, AGAIN)


@cache
def may_mount() -> bool:
    """Say whether this process can have disks of its own, which end with it."""
    if not hasattr(system(), "unshare") or os.geteuid() != 0:
        return False
    try:
        return bool(
            system().unshare(NEW_MOUNTS) == 0
            and system().mount(None, b"/", None, PRIVATE | ALL, None) == 0
        )
    except AttributeError:
        return False


@cache
def system() -> ctypes.CDLL:
    """Return the system's library of C."""
    return ctypes.CDLL(None, use_errno=True)


def mount(folder: Path, kind: bytes | None, flags: int) -> None:
    """Mount a small disk in memory; OSError if the system refuses."""
    if system().mount(b"none", os.fsencode(folder), kind, flags, SMALL_DISK):
        raise OSError(ctypes.get_errno(), f"cannot mount on {folder}")
