"""Agents in any language: a program that reads positions and writes moves, as lines of JSON.

For each move, the program receives one line on its standard input and writes one line to its
standard output::

    {"version": 1, "game": "polygon", "seat": 0, "first": true, "position": "polygon ...",
     "moves": ["A-C", "A-D"], "complete": true, "scores": [0, 0], "seed": 8053, "seconds": 5.0}
    {"move": "A-C"}

`docs/any_language.md` explains each entry. The program runs with the rights of the user.
"""

from __future__ import annotations

import json
import os
import shlex
from contextlib import suppress
from pathlib import Path
from shutil import which
from tempfile import TemporaryFile
from textwrap import shorten
from typing import IO, TYPE_CHECKING, Any, Final

from polygames.arena.line_process import LineProcess
from polygames.arena.players import (
    FILE_LIMITS,
    FaultError,
    Limits,
    ProcessAgent,
    check_limits,
)
from polygames.core.errors import OptionError
from polygames.core.options import check_items
from polygames.runtime.parallel_calls import short_error_text

if TYPE_CHECKING:
    from collections.abc import Sequence
    from random import Random
    from typing import Self

    from polygames.core.protocol import State

PROTOCOL_VERSION: Final = 1
"""The version of the protocol; it increases when a program must be changed."""

CANDIDATE_COUNT: Final = 50
"""The number of moves in a request, if there are infinitely many."""

START_GRACE_SECONDS: Final = 10.0
"""The additional time for the first move of a game, in which the program starts."""

MAX_QUOTED_CHARS: Final = 120
"""The number of characters of a reply or of the error output that a message shows."""

EXAMPLE_REPLY: Final = '{"move": "..."}'


class CommandAgent(ProcessAgent):
    """An agent that is a program in any language. It is started for each game, at its first move.

    Parameters
    ----------
    command
        The program and its arguments: a list of words, or one text.
    seconds
        The time for a move by the clock.
    memory
        The memory of the program, in megabytes (on Linux).

    Raises
    ------
    OptionError
        If there is no such program.

    Examples
    --------
    >>> import sys
    >>> from pathlib import Path
    >>> from random import Random
    >>> _ = Path("bot.py").write_text('''
    ... import json, sys
    ... for line in sys.stdin:
    ...     print(json.dumps({"move": json.loads(line)["moves"][0]}), flush=True)
    ... ''')
    >>> bot = pg.agent(command=[sys.executable, "bot.py"], game="polygon")
    >>> str(bot.choose(pg.new("polygon"), Random(1)))
    'A-C'
    >>> bot.close()
    """

    def __init__(
        self,
        command: str | Sequence[str],
        *,
        seconds: float | None = FILE_LIMITS.seconds,
        memory: float | None = FILE_LIMITS.memory,
    ) -> None:
        self.command = _check_command(command)
        self.limits = check_limits(seconds, memory, "the option seconds")
        self._process: LineProcess | None = None
        self._errors: IO[bytes] | None = None

    @property
    def name(self) -> str:
        """The name of the program, or of the file that an interpreter such as Python runs."""
        words = [Path(word).name for word in self.command if not word.startswith("-")]
        is_script = len(words) > 1 and Path(words[1]).suffix
        return Path(words[1]).stem if is_script else Path(words[0]).stem

    def __repr__(self) -> str:
        """Return the call that creates an equal agent."""
        return f"CommandAgent({list(self.command)!r})"

    def __getstate__(self) -> dict[str, Any]:
        """Return the agent without its process: a copy starts one of its own."""
        return vars(self) | {"_process": None, "_errors": None}

    def with_limits(self, limits: Limits) -> Self:
        """Return a copy with other limits; a missing one stays as it is."""
        copy = type(self)(self.command)
        copy.limits = limits.with_defaults(self.limits)
        return copy

    def choose(self, state: State[Any], rng: Random, /) -> Any:
        """Return the move of the program. A failure ends the program.

        Raises
        ------
        FaultError
            If the program has ended, is late, or answers with something that is not a legal move.
        """
        is_first = self._process is None
        if self._process is None:
            self._process = self._start()
        try:
            return self._request_move(self._process, state, rng, is_first=is_first)
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        """End the program."""
        process, self._process = self._process, None
        if process is not None:
            process.terminate()
        errors, self._errors = self._errors, None
        if errors is not None:
            errors.close()

    def __del__(self) -> None:
        """End the program when the agent is garbage-collected."""
        if getattr(self, "_process", None) is not None:
            self.close()

    def _start(self) -> LineProcess:
        self._errors = TemporaryFile()  # noqa: SIM115 - closed with the program
        process = LineProcess(self.command, {}, errors=self._errors)
        _limit_memory(process.pid, self.limits.memory)
        return process

    def _request_move(
        self, process: LineProcess, state: State[Any], rng: Random, *, is_first: bool
    ) -> Any:
        request = move_request(state, rng, self.limits.seconds, is_first=is_first)
        seconds = 86_400.0 if self.limits.seconds is None else self.limits.seconds
        line = process.exchange(
            json.dumps(request).encode() + b"\n",
            seconds + (START_GRACE_SECONDS if is_first else 0),
            f"took more than {seconds:g} s for a move",
            self._exit_text,
        )
        text = _parse_reply(line)
        try:
            return state.parse(text)
        except Exception as error:
            msg = f"chose {_quoted_text(text)}, which cannot be played: {short_error_text(error)}"
            raise FaultError(msg) from error

    def _exit_text(self) -> str:
        """Return the exit code of the program, with the last line of its error output."""
        code = None if self._process is None else self._process.exit_code
        text = "closed its output, or was ended by a signal"
        if code is not None and code >= 0:
            text = f"ended with the exit code {code}"
        if (last := self._last_error_line()) != "":
            text += f"; its last error output is {_quoted_text(last)}"
        return text

    def _last_error_line(self) -> str:
        if self._errors is None:
            return ""
        self._errors.seek(0, os.SEEK_END)
        self._errors.seek(max(0, self._errors.tell() - 10 * MAX_QUOTED_CHARS))
        lines = self._errors.read().decode(errors="replace").split("\n")
        return next((line.strip() for line in reversed(lines) if line.strip()), "")


def move_request(
    state: State[Any], rng: Random, seconds: float | None, *, is_first: bool
) -> dict[str, Any]:
    """Return the request for a move in a state, as the player to move sees it."""
    moves = state.legal_moves
    shown = moves if moves.finite else moves.candidates(CANDIDATE_COUNT, rng)
    return {
        "version": PROTOCOL_VERSION,
        "game": state.game,
        "seat": state.turn,
        "first": is_first,
        "position": state.to_text(),
        "moves": [str(move) for move in shown],
        "complete": moves.finite,
        "scores": list(state.scores),
        "seed": rng.getrandbits(32),
        "seconds": seconds,
    }


def _check_command(command: object) -> tuple[str, ...]:
    """Return the words of a command. Raise OptionError if it is no command, or has no program."""
    if isinstance(command, str):
        try:
            command = shlex.split(command)
        except ValueError as error:
            msg = f"the command {command!r} cannot be split into words: {error}"
            raise OptionError(msg) from error
    label, requirement = "the command of an agent", "must be a list of words, or one text"
    words = check_items(label, requirement, command)
    if not words or not all(isinstance(word, str) and word for word in words):
        msg = f"{label} {requirement}, not {command!r}"
        raise OptionError(msg)
    if which(words[0]) is None:
        msg = (
            f"there is no program {words[0]!r} that can be executed. A program in this folder "
            "begins with './', and must be executable (chmod +x)"
        )
        raise OptionError(msg)
    return words


def _limit_memory(process_id: int, megabytes: float | None) -> None:
    """Limit the memory of a process, on Linux."""
    if megabytes is None:
        return
    with suppress(ImportError, AttributeError, OSError):  # another system, or it has ended
        import resource

        size = int(megabytes * 10**6)
        resource.prlimit(process_id, resource.RLIMIT_DATA, (size, size))


def _parse_reply(line: bytes) -> str:
    """Return the text of the move in a reply. Raise FaultError if there is none."""
    shown = _quoted_text(line.decode(errors="replace").strip())
    try:
        reply = json.loads(line)
    except (ValueError, RecursionError) as error:
        msg = f"answered {shown}, which is no line of JSON such as {EXAMPLE_REPLY}"
        raise FaultError(msg) from error
    move = reply.get("move") if isinstance(reply, dict) else None
    if not isinstance(move, str):
        msg = f"answered {shown}, which has no move as a text, such as {EXAMPLE_REPLY}"
        raise FaultError(msg)
    return move


def _quoted_text(text: str) -> str:
    """Return a text that comes from a program, in quotation marks, printable and short."""
    printable = "".join(letter if letter.isprintable() else " " for letter in text)
    return repr(shorten(printable, MAX_QUOTED_CHARS, placeholder=" ..."))
