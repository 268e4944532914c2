"""Agents in separate processes, with limits on time and memory.

Untrusted code (an agent from a file, or a student's answer in `polygames.lessons.grading`) runs in
`polygames.arena.bubblewrap`, where that works. Elsewhere its process and the processes of its group
are ended; a process that it moves to another group can remain.
"""

from __future__ import annotations

import atexit
import json
import os
import pickle
import sys
from dataclasses import dataclass
from textwrap import shorten
from threading import Lock
from typing import TYPE_CHECKING, Any

from polygames.arena import agent_server
from polygames.arena.agent_server import FAULT_REPLY, MOVE_REPLY, READY_REPLY
from polygames.arena.bubblewrap import has_bubblewrap, import_folders, sandbox_command
from polygames.arena.line_process import INVALID_REPLY_TEXT, MAX_REPLY_CHARS, LineProcess
from polygames.arena.players import FaultError, Limits, ProcessAgent
from polygames.arena.submissions import AgentFile
from polygames.core import registry
from polygames.runtime.parallel_calls import short_error_text

if TYPE_CHECKING:
    from random import Random

    from polygames.core.protocol import State

START_TIMEOUT_SECONDS = 120.0
"""The time limit for Python to start and load the game, in seconds."""
LOAD_TIMEOUT_SECONDS = 20.0
"""The time limit for executing a submitted file with its imports, in seconds."""
MOVE_GRACE_SECONDS = 0.25
"""The additional time for a move, in seconds, to allow for communication."""
MAX_ERROR_CHARS = 200
"""The maximum length of an agent's error message, in characters."""
MAX_IDLE_PROCESSES = 4
"""The maximum number of idle processes cached for the next game."""


@dataclass(frozen=True)
class Role:
    """The agent, game and limits of a process; an idle process is reused for an equal role."""

    player: bytes
    game: str
    game_info: bytes
    limits: Limits
    is_file: bool


class SandboxedAgent(ProcessAgent):
    """An agent for one game that runs in another process."""

    def __init__(self, player: Any, game: str, limits: Limits) -> None:
        sent, brings = _pickle_portably(player), _pickle_portably(registry.find_local_game(game))
        self._role = Role(sent, game, brings, limits, isinstance(player, AgentFile))
        self._process: AgentProcess | None = None

    def choose(self, state: State[Any], rng: Random) -> Any:
        """Return the agent's move. Raise FaultError if it fails or exceeds the time limit."""
        first = self._process is None
        if self._process is None:
            self._process = acquire_process(self._role)
        text = self._process.request_move(state, rng if first else None)
        try:
            return state.parse(text)
        except Exception as error:
            msg = f"chose a move that cannot be played: {short_error_text(error)}"
            raise FaultError(msg) from error

    def close(self) -> None:
        """Release the process, so that another game can use it."""
        child, self._process = self._process, None
        if child is not None:
            release_process(child)

    def __del__(self) -> None:
        """Release the process when the agent is garbage-collected."""
        if getattr(self, "_process", None) is not None:
            self.close()


def find_fault(player: Any, game: str, limits: Limits) -> str | None:
    """Start an agent in a separate process; return a description of its fault, or None."""
    agent = SandboxedAgent(player, game, limits)
    try:
        child = acquire_process(agent._role)  # noqa: SLF001 - it is ours
    except FaultError as error:
        return str(error)
    release_process(child)
    return None


class ServerProcess(LineProcess):
    """A child process with a server, an object of a class whose methods answer requests.

    The class is given as ``"module:name"``, the memory limit in megabytes, and the limit of a reply
    in characters. Code that is not trusted runs in bubblewrap, where that works.
    """

    def __init__(
        self,
        server: str,
        memory: float | None,
        max_reply_chars: int = MAX_REPLY_CHARS,
        *,
        is_trusted: bool = False,
    ) -> None:
        paths = os.pathsep.join(map(os.path.abspath, sys.path))
        command = [sys.executable, "-P", "-m", agent_server.__name__, server, str(memory or 0)]
        if not is_trusted and has_bubblewrap():
            command = [*sandbox_command(memory, import_folders()), *command]
        super().__init__(command, {"PYTHONPATH": paths}, max_reply_chars=max_reply_chars)

    def request(
        self, reply_kind: str, name: str, arguments: Any, seconds: float, timeout_text: str
    ) -> str:
        """Send a request and return the reply. Raise FaultError for a fault or a late reply."""
        line = self.exchange(pickle.dumps((name, arguments, seconds)), seconds, timeout_text)
        try:
            found, text = _parse_reply(line)
        except FaultError:
            self.terminate()
            raise
        if found == FAULT_REPLY:
            text = "".join(letter if letter.isprintable() else " " for letter in text)
            raise FaultError(
                shorten(text, MAX_ERROR_CHARS, placeholder=" ...")
            )  # the text may come from the agent
        if found != reply_kind:
            self.terminate()
            raise FaultError(INVALID_REPLY_TEXT)
        return text


def _parse_reply(line: bytes) -> tuple[str, str]:
    """Return the kind and the text of an untrusted reply. Raise FaultError if it is malformed."""
    try:
        kind, text = json.loads(line)
        return str(kind), str(text).encode(errors="replace").decode()
    except Exception as error:
        raise FaultError(INVALID_REPLY_TEXT) from error


class AgentProcess(ServerProcess):
    """A process that runs one agent."""

    def __init__(self, role: Role) -> None:
        self.role = role
        server = f"{agent_server.__name__}:AgentServer"
        super().__init__(server, role.limits.memory, is_trusted=not role.is_file)
        try:
            there = {"player": role.player, "game": role.game, "brings": role.game_info}
            self.request(READY_REPLY, "prepare", there, START_TIMEOUT_SECONDS, "did not start")
            seconds = LOAD_TIMEOUT_SECONDS if role.is_file else START_TIMEOUT_SECONDS
            late = f"was not ready after {seconds:g} s"
            self.request(READY_REPLY, "load", {}, seconds, late)
        except BaseException:
            self.terminate()
            raise

    def request_move(self, view: Any, rng: Random | None) -> str:
        """Return the agent's move as text; `rng` is passed at the first move of a game."""
        allowed = self.role.limits.seconds
        late = f"took more than {'a day' if allowed is None else f'{allowed:g} s'} for a move"
        seconds = 86400.0 if allowed is None else allowed + MOVE_GRACE_SECONDS
        return self.request(MOVE_REPLY, "move", {"view": view, "rng": rng}, seconds, late)


def _pickle_portably(value: Any) -> bytes:
    """Return a pickle that another process can load, even for code defined in a notebook."""
    if value is None or isinstance(value, AgentFile):  # needs no joblib
        return pickle.dumps(value)
    from joblib import wrap_non_picklable_objects

    return pickle.dumps(wrap_non_picklable_objects(value, keep_wrapper=False))


# --- A cache of idle processes --------------------------------------------------------------------

_idle_processes: list[AgentProcess] = []
_idle_lock = Lock()


def acquire_process(role: Role) -> AgentProcess:
    """Return a process for a role, from the cache or newly started."""
    with _idle_lock:
        child = next((child for child in _idle_processes if child.role == role), None)
        if child is not None:
            _idle_processes.remove(child)
    if child is None:
        return AgentProcess(role)
    if child.is_alive:
        return child
    child.terminate()
    return AgentProcess(role)


def release_process(process: AgentProcess) -> None:
    """Cache a process for another game; end a dead one, and the oldest if there are too many."""
    with _idle_lock:
        if process.is_alive:
            _idle_processes.append(process)
            ended = _idle_processes[:-MAX_IDLE_PROCESSES]
            del _idle_processes[:-MAX_IDLE_PROCESSES]
        else:
            ended = [process]
    for one in ended:
        one.terminate()


def end_idle_processes() -> None:
    """End all cached processes."""
    with _idle_lock:
        ended = _idle_processes[:]
        _idle_processes.clear()
    for child in ended:
        child.close_pipes()
    for child in ended:
        child.terminate()


def _abandon_idle_processes() -> None:
    """Remove the idle processes from the cache after a fork; they belong to the parent."""
    global _idle_lock  # noqa: PLW0603 - another thread may hold it at the fork
    _idle_lock = Lock()
    for child in _idle_processes:
        child.abandon()
    _idle_processes.clear()


atexit.register(end_idle_processes)
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_abandon_idle_processes)
