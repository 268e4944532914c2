"""An agent's own process: ``python -m polygames.arena.sandbox_worker``, started by `apart`.

It reads requests (pickles, written by us) and answers each with a line of JSON: a move as text, or
what went wrong. What the agent prints goes nowhere, so that it cannot disturb the answers.
"""

from __future__ import annotations

import json
import os
import pickle
import signal
import sys
from contextlib import suppress
from copy import deepcopy
from typing import TYPE_CHECKING, Any

from polygames.arena.submissions import AgentFile
from polygames.core import registry
from polygames.runtime.picklable_errors import told

if TYPE_CHECKING:
    from collections.abc import Callable
    from random import Random

__all__ = ["main"]

MEGABYTE = 10**6
LATE = 5.0
"""Seconds after the end of its time at which a process ends itself, if nobody else ends it."""


class Server:
    """The agent and the game that it plays."""

    def __init__(self) -> None:
        self._player: Any = None
        self._game = ""
        self._agent: Any = None
        self._rng: Any = None

    def prepare(
        self, player: bytes, game: str, brings: bytes, memory: float | None, path: list[str]
    ) -> dict[str, str]:
        """Load the game, limit the memory; find modules where the other process does."""
        sys.path[:] = path
        registry.adopt(pickle.loads(brings))  # noqa: S301 - from the process that started this
        self._player = pickle.loads(player)  # noqa: S301 - from the process that started this
        self._game = game
        registry.game(game).new()
        limit(memory)
        return {}

    def load(self, seconds: float) -> dict[str, str]:
        """Make the agent once, to see that it can be made."""
        ring(seconds)
        self._made()
        return {}

    def move(self, view: Any, rng: Random | None, seconds: float) -> dict[str, str]:
        """Return the text of a move; a game begins with the chance for it."""
        ring(seconds)
        if rng is not None:
            self._rng, self._agent = rng, self._made()
        move = self._agent.choose(view, self._rng)
        if move is None:
            return {"fault": "returned no move"}
        if isinstance(move, str):
            return {"fault": f"returned the text {move[:60]!r}, not a move: use state.parse(text)"}
        return {"move": str(move)}

    def _made(self) -> Any:
        """Return the agent for a game. One from a file needs none of the package's agents."""
        if isinstance(self._player, AgentFile):
            return self._player.agent()
        from polygames.arena.players import agent_of

        return agent_of(deepcopy(self._player), self._game)


def main() -> None:
    """Answer requests until no more come."""
    requests, answers = own_pipes()
    server = Server()
    while True:
        try:
            name, arguments = pickle.load(requests)  # noqa: S301 - from the process that started this
        except EOFError:  # whoever asked is gone
            end_all()
            return
        answer = answered(getattr(server, name), arguments)
        ring(0)
        answers.write(json.dumps(answer).encode() + b"\n")
        answers.flush()


def answered(call: Callable[..., dict[str, str]], arguments: dict[str, Any]) -> dict[str, str]:
    """Return what a call says, or what it raised."""
    try:
        return call(**arguments)
    except MemoryError:
        return {"fault": "used more memory than it may"}
    except BaseException as error:  # noqa: BLE001 - agents are others' code and raise anything
        return {"fault": f"raised {told(error)}"}


def limit(memory: float | None) -> None:
    """Limit the memory of this process, where the system can."""
    if memory is not None:
        with suppress(ImportError, ValueError, OSError):  # other systems cannot
            import resource

            most = int(memory * MEGABYTE)
            resource.setrlimit(resource.RLIMIT_DATA, (most, most))


def ring(seconds: float) -> None:
    """End this process after so many seconds, whatever it is doing then; 0: not at all."""
    if hasattr(signal, "setitimer"):
        signal.signal(signal.SIGALRM, signal.SIG_DFL)
        signal.setitimer(signal.ITIMER_REAL, seconds and seconds + LATE)


def end_all() -> None:
    """End this process, and those that the agent started: they are a group of their own."""
    if hasattr(os, "killpg") and os.getpgrp() == os.getpid():
        os.killpg(0, signal.SIGKILL)


def own_pipes() -> tuple[Any, Any]:
    """Take the pipes to the other process for us; the agent finds nothing to read or to write."""
    requests, answers = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    nothing = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(nothing, stream)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the process that started this
    return requests, answers


if __name__ == "__main__":
    main()
