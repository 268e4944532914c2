"""A game that is played in a process of its own, which is killed while it plays.

What was announced (written to the pipe by `on_change`, so: what a board has shown) must be in the
autosave files afterwards. `play_and_kill` runs one such game; `lost` says what is missing.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
from pathlib import Path
from random import Random

import polygames as pg
from polygames.core.errors import RecordError

GAMES = {"split": {}, "splinter": {}, "polygon": {"n": 7}, "splitter": {}, "territory": {"size": 5}}


def play(folder: str, name: str, seed: int) -> None:
    """Play random games in a folder until killed: moves, take-backs, new games; say all of it."""
    from polygames.widgets.session import Session

    rng = Random(seed)

    def start():
        return pg.Record(pg.new(name, **GAMES[name]))

    def announce():
        moves = [str(move) for move in session.record.moves]
        if session.record.root.children:
            say(json.dumps({"file": str(session.file), "moves": moves}))

    session = Session(start(), ("human",), seed=seed, autosave=folder)
    session.on_change = announce
    say("ready")
    session.advance()
    while True:
        if session.state.outcome is not None or rng.random() < 0.03:
            session.restart(start())
        elif session.record.moves and rng.random() < 0.2:
            session.undo()
        elif session.record.branches and rng.random() < 0.5:
            session.redo()
        else:
            session.play(session.state.legal_moves.sample(rng))


def say(line: str) -> None:
    """Write a line into the pipe, whole."""
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def play_and_kill(folder: Path, name: str, seed: int, seconds: float) -> list[dict]:
    """Let a process play for so long, kill it, and return what it had announced by then."""
    paths = {"PYTHONPATH": os.pathsep.join([str(Path(__file__).parent), *filter(None, sys.path)])}
    code = f"import killed; killed.play({str(folder)!r}, {name!r}, {seed})"
    with subprocess.Popen(
        [sys.executable, "-c", code], stdout=subprocess.PIPE, text=True, env=os.environ | paths
    ) as process:
        assert process.stdout.readline() == "ready\n"
        threading.Timer(seconds, os.kill, (process.pid, signal.SIGKILL)).start()
        told = process.stdout.read().splitlines(keepends=True)
    assert process.returncode == -signal.SIGKILL, "it played until it was killed"
    return [json.loads(line) for line in told if line.endswith("\n")]


def lost(folder: Path, announced: list[dict]) -> list[str]:
    """Return what is wrong in a folder: files that do not load, announced moves that they lack."""
    problems, records = [], {}
    for file in folder.glob("*.txt"):
        try:
            records[str(file)] = pg.load(file)
        except (RecordError, OSError) as error:
            problems.append(f"{file.name} does not load: {error}")
    for each in announced:
        record = records.get(each["file"])
        if record is None or not _holds(record, each["moves"]):
            problems.append(f"{each['file']} lacks {each['moves'][-1:]} at {len(each['moves'])}")
    return problems


def _holds(record: pg.Record, moves: list[str]) -> bool:
    node = record.root
    for move in moves:
        node = next((child for child in node.children if str(child.move) == move), None)
        if node is None:
            return False
    return True
