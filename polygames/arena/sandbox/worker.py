"""An agent's own process, started by `supervisor`.

It reads requests (pickles, written by us) and answers each with a line: its first word says whether
a move follows, as text, or what went wrong. What the agent prints goes nowhere. An agent that finds
the way of the answers all the same can write there what it likes: `agent` believes nothing of it.
"""

from __future__ import annotations

import errno
import os
import pickle
import signal
import sys
from contextlib import suppress
from copy import deepcopy
from typing import TYPE_CHECKING, Any, TypeAlias

from polygames.arena.submissions import AgentFile
from polygames.core import registry
from polygames.runtime.workers import one_line

if TYPE_CHECKING:
    from collections.abc import Callable
    from random import Random

READY, MOVE, FAULT = "ready", "move", "fault"
"""The first word of an answer."""
TOO_MUCH = "used more memory than it may"

MEGABYTE = 10**6
LIBRARIES = 1000 * MEGABYTE
"""Room for what is mapped beside the memory that is limited: files, above all libraries."""
LATE = 5.0
"""Seconds after the end of its time at which a process ends itself, if nobody else ends it."""


Answer: TypeAlias = "tuple[str, str]"
"""What it is, and a text."""


class Server:
    """The agent and the game that it plays."""

    def __init__(self) -> None:
        self._player: Any = None
        self._game = ""
        self._agent: Any = None
        self._rng: Any = None

    def prepare(
        self, player: bytes, game: str, brings: bytes, memory: float | None, path: list[str]
    ) -> Answer:
        """Load the game, limit the memory; find modules where the other process does."""
        sys.path[:] = path
        registry.adopt(pickle.loads(brings))  # noqa: S301 - from the process that started this
        self._player = pickle.loads(player)  # noqa: S301 - from the process that started this
        self._game = game
        registry.game(game).new()
        limit(memory)
        return READY, ""

    def load(self, seconds: float) -> Answer:
        """Make the agent once, to see that it can be made."""
        ring(seconds)
        self._made()
        return READY, ""

    def move(self, view: Any, rng: Random | None, seconds: float) -> Answer:
        """Return the text of a move; a game begins with the chance for it."""
        ring(seconds)
        if rng is not None:
            self._rng, self._agent = rng, self._made()
        move = self._agent.choose(view, self._rng)
        if move is None:
            return FAULT, "returned no move"
        if isinstance(move, str):
            return FAULT, f"returned the text {move[:60]!r}, not a move: use state.parse(text)"
        return MOVE, str(move)

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
        line = " ".join(answered(getattr(server, name), arguments)).replace("\n", " ")
        ring(0)
        answers.write(f"{line}\n".encode("utf-8", "backslashreplace"))
        answers.flush()


def answered(call: Callable[..., Answer], arguments: dict[str, Any]) -> Answer:
    """Return what a call says, or what it raised."""
    try:
        return call(**arguments)
    except BaseException as error:  # noqa: BLE001 - agents are others' code and raise anything
        return FAULT, fault(error)


def fault(error: BaseException) -> str:
    """Say what was raised; an error of the agent's own may fail at that, too."""
    if isinstance(error, MemoryError) or getattr(error, "errno", None) == errno.ENOMEM:
        return TOO_MUCH
    try:
        return f"raised {one_line(error)}"
    except BaseException:  # noqa: BLE001 - as above
        return f"raised {type(error).__name__}"


def limit(memory: float | None) -> None:
    """Limit the memory of this process, where the system can, and the size of its files.

    The supervisor sees what all processes of the agent take; this stops one before it takes it.
    """
    if memory is None:
        return
    most = int(memory * MEGABYTE)
    with suppress(ImportError, AttributeError):  # other systems have none of this
        import resource

        sizes = {
            resource.RLIMIT_DATA: most,
            resource.RLIMIT_AS: most + LIBRARIES,  # so that what is shared is limited, too
            resource.RLIMIT_FSIZE: most,  # files may be kept in memory
            resource.RLIMIT_CORE: 0,
        }
        for what, size in sizes.items():
            with suppress(ValueError, OSError):  # there is a lower limit, or none is allowed
                resource.setrlimit(what, (size, size))


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
