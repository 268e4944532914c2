"""Agents that play in processes of their own, so that nothing they do harms anybody else."""

from __future__ import annotations

import json
import os
import pickle
import signal
import subprocess
import sys
from contextlib import suppress
from dataclasses import dataclass
from selectors import EVENT_READ, DefaultSelector
from threading import Lock
from time import monotonic
from typing import TYPE_CHECKING, Any

from polygames.arena.limits import FaultError, Limits
from polygames.arena.submissions import AgentFile
from polygames.core import registry
from polygames.core.errors import MoveError
from polygames.runtime.picklable_errors import told

if TYPE_CHECKING:
    from random import Random

    from polygames.core.protocol import State

__all__ = ["Apart", "fault_of"]

START = 120.0
"""Seconds for Python to start, and to load the game."""
LOAD = 20.0
"""Seconds to read a file that was handed in: its imports, and what it does at once."""
GRACE = 0.25
"""Seconds that a move may take longer than allowed, for what is not the agent's: the way there."""
LONGEST = 100_000
"""Characters of an answer."""
IDLE = 4
"""Processes that are kept for the next game."""
QUIET = dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"), "1")
"""One thread for each agent: the other cores are for other games."""


@dataclass(frozen=True)
class Role:
    """What a process is for."""

    player: bytes
    game: str
    brings: bytes
    limits: Limits
    is_file: bool


class Apart:
    """An agent for one game, which sits in another process."""

    def __init__(self, player: Any, game: str, limits: Limits) -> None:
        sent, brings = _pickled(player), _pickled(registry.registered(game))
        self._role = Role(sent, game, brings, limits, isinstance(player, AgentFile))
        self._child: Child | None = None

    def choose(self, state: State[Any], rng: Random) -> Any:
        """Return the agent's move; FaultError says what it did if there is none in time."""
        first = self._child is None
        if self._child is None:
            self._child = taken(self._role)
        text = self._child.move(state, rng if first else None)
        try:
            return state.parse(text)
        except MoveError as error:
            msg = f"chose a move that cannot be played: {told(error)}"
            raise FaultError(msg) from error

    def close(self) -> None:
        """Keep the process for another game."""
        if self._child is not None:
            keep(self._child)


def fault_of(player: Any, game: str, limits: Limits) -> str | None:
    """Try to make an agent in a process of its own; return what it did wrong, or None."""
    agent = Apart(player, game, limits)
    try:
        child = taken(agent._role)  # noqa: SLF001 - it is ours
    except FaultError as error:
        return str(error)
    keep(child)
    return None


class Child:
    """A process with an agent in it."""

    def __init__(self, role: Role) -> None:
        self.role = role
        self._process = subprocess.Popen(
            [sys.executable, "-m", "polygames.arena.sandbox_worker"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env=os.environ | QUIET | {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
            start_new_session=True,  # a group, which ends as a whole
        )
        self._left = b""
        try:
            there: dict[str, Any] = {
                "player": role.player,
                "game": role.game,
                "brings": role.brings,
            }
            there |= {"path": sys.path, "memory": role.limits.memory}
            self._ask("prepare", there, START, "did not start")
            seconds = LOAD if role.is_file else START
            self._ask("load", {"seconds": seconds}, seconds, f"was not ready after {seconds:g} s")
        except FaultError:
            self.end()
            raise

    def move(self, view: Any, rng: Random | None) -> str:
        """Return the text of the agent's move."""
        allowed = self.role.limits.seconds
        late = "took more than a day for a move" if allowed is None else _late(allowed)
        seconds = 86400.0 if allowed is None else allowed + GRACE
        request = {"view": view, "rng": rng, "seconds": seconds}
        return self._ask("move", request, seconds, late)["move"]

    @property
    def is_alive(self) -> bool:
        """Whether it can answer."""
        return self._process.poll() is None

    def end(self) -> None:
        """End the process, and those that it started."""
        if hasattr(os, "killpg"):
            with suppress(OSError):  # all have ended
                os.killpg(self._process.pid, signal.SIGKILL)
        self._process.kill()
        self._process.wait()
        for pipe in (self._process.stdin, self._process.stdout):
            with suppress(OSError):
                assert pipe is not None  # noqa: S101 - both were asked for
                pipe.close()

    def _ask(self, name: str, arguments: Any, seconds: float, late: str) -> dict[str, str]:
        """Send a request and return the answer; end the process if it is late or has ended."""
        pipe = self._process.stdin
        assert pipe is not None  # noqa: S101 - it was asked for
        try:
            pipe.write(pickle.dumps((name, arguments)))
            pipe.flush()
            line = self._line(monotonic() + seconds, late)
            answer: dict[str, str] = json.loads(line)
        except (OSError, ValueError) as error:
            self.end()
            msg = "ended its process, or the system did: too much memory, perhaps"
            raise FaultError(msg) from error
        except BaseException:  # a fault, or an interrupt: the answer would be read as the next one
            self.end()
            raise
        if "fault" in answer:
            raise FaultError(answer["fault"])
        return answer

    def _line(self, end: float, late: str) -> bytes:
        """Read a line; FaultError if it is not there in time, EOFError if it never will be."""
        pipe = self._process.stdout
        assert pipe is not None  # noqa: S101 - it was asked for
        with DefaultSelector() as selector:
            selector.register(pipe, EVENT_READ)
            while b"\n" not in self._left and len(self._left) < LONGEST:
                if not selector.select(max(0.0, end - monotonic())):
                    raise FaultError(late)
                found = os.read(pipe.fileno(), 65536)
                if not found:
                    msg = "no more answers"
                    raise OSError(msg)
                self._left += found
        line, _, self._left = self._left.partition(b"\n")
        return line


def _pickled(anything: Any) -> bytes:
    """Return what another process can read, also if it was defined in a notebook."""
    if anything is None or isinstance(anything, AgentFile):  # read sooner
        return pickle.dumps(anything)
    from joblib import wrap_non_picklable_objects

    return pickle.dumps(wrap_non_picklable_objects(anything, keep_wrapper=False))


def _late(seconds: float) -> str:
    return f"took more than {seconds:g} s for a move"


# --- Processes are kept between games ------------------------------------------------------------

_idle: list[Child] = []
_lock = Lock()


def taken(role: Role) -> Child:
    """Return a process for a role: one that is kept, or else a new one."""
    with _lock:
        for child in _idle:
            if child.role == role:
                _idle.remove(child)
                if child.is_alive:
                    return child
                child.end()
                break
    return Child(role)


def keep(child: Child) -> None:
    """Keep a process for another game; of many, the oldest is ended."""
    with _lock:
        if child.is_alive:
            _idle.append(child)
        ended = _idle[:-IDLE]
        del _idle[:-IDLE]
    for one in ended:
        one.end()
