"""The process of untrusted code: an agent, or a student's answer in `polygames.lessons.grading`.

``python -m polygames.arena.agent_server SERVER MEGABYTES``, started by `sandbox`. It reads requests
(pickles, written by us) and answers each by a method of its server with a line of JSON: the kind of
answer and a text. It discards the code's own output. Code that finds the pipe of answers can write
anything to it, so `sandbox` does not trust the answers.
"""

from __future__ import annotations

import errno
import json
import os
import pickle
import signal
import sys
from contextlib import suppress
from copy import deepcopy
from importlib import import_module
from typing import TYPE_CHECKING, Any, TypeAlias

from polygames.runtime.parallel_calls import short_error_text

if TYPE_CHECKING:
    from collections.abc import Callable
    from random import Random

READY_REPLY, MOVE_REPLY, FAULT_REPLY = "ready", "move", "fault"
"""The kind of an answer."""
OUT_OF_MEMORY_TEXT = "used more memory than it may"

BYTES_PER_MEGABYTE = 10**6
LIBRARY_MEMORY_MB = 1000.0
"""Additional address space beyond the memory limit for mapped files, mainly libraries."""
SELF_EXIT_DELAY_SECONDS = 5.0
"""The delay after the time limit at which a process ends itself, in seconds."""

Reply: TypeAlias = "tuple[str, str]"
"""The kind of an answer, and its text."""


def main() -> None:
    """Limit this process, and answer requests until the pipe is closed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the parent process
    signal.signal(signal.SIGALRM, signal.SIG_DFL)
    requests, replies = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "w", encoding="ascii")
    nothing = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(nothing, stream)
    module, _, name = sys.argv[1].partition(":")
    server = getattr(import_module(module), name)()
    limit_memory(float(sys.argv[2]))
    try:
        while True:
            name, arguments, seconds = pickle.load(requests)  # noqa: S301 - from the process that started this
            signal.setitimer(signal.ITIMER_REAL, seconds + SELF_EXIT_DELAY_SECONDS)
            reply = answer_call(getattr(server, name), arguments)
            signal.setitimer(signal.ITIMER_REAL, 0)
            print(json.dumps(reply), file=replies, flush=True)
    finally:  # the process that started this is gone
        os.killpg(0, signal.SIGKILL)  # end this process and its child processes


def limit_memory(megabytes: float) -> None:
    """Limit the memory of this process and the size of its files; 0 for no limit."""
    import resource  # not on every system

    size, more = (int(each * BYTES_PER_MEGABYTE) for each in (megabytes, LIBRARY_MEMORY_MB))
    limits = {
        resource.RLIMIT_DATA: size,
        resource.RLIMIT_AS: size + more,  # limits shared memory, too
        resource.RLIMIT_FSIZE: size,  # files may be in memory
        resource.RLIMIT_CORE: 0,
    }
    for what, limit in limits.items() if megabytes else ():
        with suppress(ValueError, OSError):  # there is a lower limit, or the system refuses
            resource.setrlimit(what, (limit, limit))


class AgentServer:
    """The server in an agent's process: each method answers one kind of request."""

    def __init__(self) -> None:
        self._player: Any = None
        self._game, self._is_file = "", False
        self._agent: Any = None
        self._rng: Any = None

    def prepare(self, player: bytes, game: str, brings: bytes) -> Reply:
        """Load the game."""
        from polygames.arena.submissions import AgentFile
        from polygames.core import registry

        registry.register_from_process(pickle.loads(brings))  # noqa: S301 - from the process that started this
        self._player = pickle.loads(player)  # noqa: S301 - from the process that started this
        self._game, self._is_file = game, isinstance(self._player, AgentFile)
        registry.game(game).new()
        return READY_REPLY, ""

    def load(self) -> Reply:
        """Create the agent once, to find faults before the first game."""
        self._new_agent()
        return READY_REPLY, ""

    def move(self, view: Any, rng: Random | None) -> Reply:
        """Return a move of the agent as text; if `rng` is given, a new agent begins a new game."""
        if rng is not None:
            self._rng, self._agent = rng, self._new_agent()
        move = self._agent.choose(view, self._rng)
        if move is None:
            return FAULT_REPLY, "returned no move"
        if isinstance(move, str):
            return (
                FAULT_REPLY,
                f"returned the text {move[:60]!r}, not a move: use state.parse(text)",
            )
        return MOVE_REPLY, str(move)

    def _new_agent(self) -> Any:
        """Return a new agent for one game, from the submitted file or by `create_agent`."""
        if self._is_file:
            return self._player.load_agent()
        from polygames.arena.players import create_agent

        return create_agent(deepcopy(self._player), self._game)


def answer_call(call: Callable[..., Reply], arguments: dict[str, Any]) -> Reply:
    """Call a function and return its reply, or a reply with the fault if it raises an exception."""
    try:
        return call(**arguments)
    except BaseException as error:  # noqa: BLE001 - agents are others' code and raise anything
        return FAULT_REPLY, describe_fault(error)


def describe_fault(error: BaseException) -> str:
    """Return a description of an exception, even if formatting the exception fails."""
    if isinstance(error, MemoryError) or getattr(error, "errno", None) == errno.ENOMEM:
        return OUT_OF_MEMORY_TEXT
    try:
        return f"raised {short_error_text(error)}"
    except BaseException:  # noqa: BLE001 - as above
        return f"raised {type(error).__name__}"


if __name__ == "__main__":
    main()
