"""A program killed in the middle of its moves: what it was told to be kept is in a file."""

from __future__ import annotations

import json
import os
import signal
import time
from functools import partial
from typing import TYPE_CHECKING, Any

import polygames as pg
from fuzzing.case import REFUSED
from fuzzing.material import running

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path
    from random import Random

    from fuzzing.case import Run

__all__ = ["kills"]

LONGEST = 0.25
"""Seconds from the first move that is kept to the kill, at most."""

PATIENCE = 20.0
"""Seconds until the first move is kept, at most."""


def kills(run: Run) -> None:
    """Kill one program; read what it left."""
    folder = run.folder
    way = run.rng.choice((on_a_board, in_a_loop))
    told = killed(run, way, folder)
    if problem := told.pop("problem", None if told else "no move was kept in time"):
        run.found(way.__name__, "the program that is killed", str(problem))
        return
    run.counts["kills"] += 1
    run.counts["moves kept"] += sum(map(len, told.values()))
    found = []
    for path in sorted(folder.rglob("*")):
        if path.name.startswith("."):
            run.counts["drafts left behind"] += 1  # who is killed cannot clean up
        elif path.is_file():
            content = path.read_bytes()
            record = run.works(f"load after {way.__name__}", content, partial(pg.load, path))
            found += [] if record is REFUSED else [texts(record)]
    for moves in told.values():
        kept = any(line[: len(moves)] == moves for line in found)
        run.require(kept, f"all moves are kept after {way.__name__}", moves)


def killed(
    run: Run, way: Any, folder: Path, *, meanwhile: Callable[[], object] = lambda: None
) -> dict[Any, Any]:
    """Run a program in a process of its own, kill it; return what it said was kept, by game."""
    after = run.rng.uniform(0, LONGEST)
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            os.close(reader)
            signal.alarm(round(2 * PATIENCE))  # if nobody is left to kill it
            way(run.game, folder, run.rng, writer)
        except BaseException as error:  # noqa: BLE001 - it is told
            tell(writer, "problem", repr(error))
        finally:
            os._exit(1)
    os.close(writer)
    with os.fdopen(reader, "rb") as pipe:
        os.set_blocking(reader, False)
        data = waited_for(pipe)
        time.sleep(after)
        meanwhile()
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        data += pipe.read() or b""
    lines = data.splitlines(keepends=True)
    return dict(json.loads(line) for line in lines if line.endswith(b"\n"))


def waited_for(pipe: Any) -> bytes:
    """Return the first bytes that come."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        if data := pipe.read():
            return bytes(data)
        if data == b"":  # the program has ended
            break
        time.sleep(0.002)
    return b""


def tell(writer: int, what: int | str, kept: str | list[str]) -> None:
    """Say what is kept of which game, or what went wrong."""
    os.write(writer, json.dumps([what, kept]).encode() + b"\n")


def texts(record: pg.Record) -> list[str]:
    """Return the moves of a record as text."""
    return [str(move) for move in record.moves]


def on_a_board(game: str, folder: Path, rng: Random, writer: int) -> None:
    """Play on a board that keeps every move, one game after the other."""
    board = pg.play(running(game, rng), autosave=folder / "kept", seed=1)
    number = 0
    while True:
        board.play(board.state.legal_moves.sample(rng))
        tell(writer, number, texts(board.record))
        if board.state.outcome is not None or rng.random() < 1 / 10:
            board.new()
            number += 1


def in_a_loop(game: str, folder: Path, rng: Random, writer: int) -> None:
    """Save a record after every move, one game after the other."""
    number = 0
    while True:
        record = pg.Record(running(game, rng))
        while record.state.outcome is None:
            record.push(record.state.legal_moves.sample(rng))
            record.save(folder / f"game {number}.txt")
            tell(writer, number, texts(record))
        number += 1
