"""Turns of processes: one works, the others wait, and nobody waits for one that has died."""

from __future__ import annotations

import subprocess
import sys
from contextlib import contextmanager

import pytest

from polygames.runtime import code_cache
from polygames.runtime.code_cache import Turn

pytestmark = pytest.mark.skipif(code_cache.locks is None, reason="files cannot be locked here")

HOLDER = """
import sys
from pathlib import Path
from polygames.runtime.code_cache import Turn
turn = Turn(Path(sys.argv[1]))
turn.wait(print)
print("has it", flush=True)
input()
turn.end()
"""


@contextmanager
def another(file):
    """Let another process have the turn during a ``with`` block, unless the block ends it."""
    with subprocess.Popen(
        [sys.executable, "-c", HOLDER, str(file)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout.readline() == "has it\n"
        yield process
        process.kill()


def has_waited(turn):
    """Wait for a turn and end it; say whether another process had it."""
    waited = []
    turn.wait(lambda: waited.append(1))
    turn.end()
    return waited == [1]


def test_a_turn_is_waited_for_until_it_ends(tmp_path):
    with another(tmp_path / "lock") as process:
        turn = Turn(tmp_path / "lock")
        turn.wait(lambda: process.communicate("\n"))
        assert process.returncode == 0
        turn.end()
    assert list(tmp_path.iterdir()) == []


def test_a_turn_ends_with_its_process(tmp_path):
    with another(tmp_path / "lock") as process:
        Turn(tmp_path / "lock").wait(process.kill)
    assert not has_waited(Turn(tmp_path / "lock"))


def test_a_turn_that_never_ends_is_waited_for_no_longer(tmp_path, monkeypatch):
    monkeypatch.setattr(code_cache, "PATIENCE", 0.01)
    with another(tmp_path / "lock") as process:
        assert has_waited(Turn(tmp_path / "lock"))
        assert process.poll() is None


def test_where_nothing_can_be_written_nobody_waits(tmp_path):
    (tmp_path / "file").touch()
    assert not has_waited(Turn(tmp_path / "file" / "lock"))
