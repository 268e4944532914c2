"""Agents that were handed in as files: each plays in a process of its own.

What a file must hold: a function ``choose(state, rng)`` that returns one of ``state.legal_moves``.

>>> EXAMPLE = '''
... def choose(state, rng):
...     return state.legal_moves.sample(rng)
... '''

- `state` is the position, as the agent may see it. ``state.turn`` is the agent's seat,
  ``state.legal_moves`` are the moves, ``state.play(move)`` is the position after one of them, and
  ``state.parse(text)`` makes a move of text. The rules of the game say more.
- `rng` is a `random.Random`. A file that takes all its chances from it plays the same game again.
- The file is read anew for every game, so it may keep what it likes in its own variables from move
  to move; in the next game they are gone.
- It may import what is installed. Other files of the folder it cannot import, and it may not rely
  on a network.
- Reading the file may take 20 seconds. Time and memory for a move are set by whoever calls
  `polygames.tournament`: 5 seconds and 1000 MB if nothing is said.

An agent loses the game in which it raises an error, chooses no legal move or takes too long; the
result says why. A file that cannot be read at all, or has no such function, does not play: the
tournament names it, and why.

What is held, and what is not
-----------------------------
Whatever an agent answers, writes, or does to its own process costs it that game and nobody else
anything. On Linux the memory of all its processes counts, what they share and swap included, and it
may have 100 of them at a time. Where the system allows it (`kernel.unprivileged_userns_clone`, or
as root), it sits in a namespace of processes: it cannot stop or kill any other, and all that it
started ends with it, the files too that it keeps in memory (``/dev/shm``, as many megabytes as it
may take). Its folder for temporary files is cleared. Where that is forbidden, as in many
containers, its processes are found and ended too; but one that kills the process that watches it
and hides its name can stay, and an agent can stop other programs of the same user, the tournament
among them. On macOS memory is not limited, and a process that begins a session of its own outlives
the tournament.

Nothing keeps an agent from your files, from the network, from using the processor while the other
one thinks, or from filling disks; without a namespace files in memory that no process has opened
are not counted. This is for a class whose files may be wrong. Files of people who mean harm need a
machine or a container of their own.
"""

from __future__ import annotations

import inspect
from dataclasses import dataclass
from hashlib import sha256
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, cast

from polygames.core.errors import OptionError, RecordError
from polygames.records.files import resolve_path, text_of

if TYPE_CHECKING:
    import os
    from collections.abc import Callable
    from pathlib import Path

    from polygames.core.protocol import Agent

MAX_SOURCE_BYTES = 4_000_000


@dataclass(frozen=True)
class AgentFile:
    """An agent that was handed in; it holds the file, so that any machine can play it."""

    name: str
    """The name of the file, without its ending."""
    source: str
    """What is in the file, or why it cannot be read, as Python that raises that error."""

    @property
    def digest(self) -> str:
        """A text that another file hardly has."""
        return sha256(self.source.encode()).hexdigest()[:12]

    def agent(self) -> Agent:
        """Read the file as Python, here and now; OptionError if it has no function ``choose``.

        The arena does so in another process only.
        """
        names: dict[str, Any] = {"__name__": self.name, "__file__": f"{self.name}.py"}
        code = compile(self.source, f"{self.name}.py", "exec")
        try:
            exec(code, names)  # noqa: S102 - that is what it was handed in for
        except SystemExit as error:
            msg = f"{self.name}.py called for an end of Python when it was read"
            raise OptionError(msg) from error
        choose = names.get("choose")
        if not callable(choose):
            msg = f"{self.name}.py has no function choose(state, rng)"
            raise OptionError(msg)
        check_function(choose, f"{self.name}.py")
        return cast("Agent", SimpleNamespace(choose=choose))


def check_function(choose: Callable[..., Any], name: str) -> None:
    """Raise OptionError if a call of a function returns a generator or a coroutine, not a move.

    Examples
    --------
    >>> async def choose(state, rng):
    ...     return state.legal_moves.sample(rng)
    >>> check_function(choose, "my agent")
    Traceback (most recent call last):
    ...
    polygames.core.errors.OptionError: my agent: choose must return a move, but it is a coroutine \
function: write def, not async def
    """
    for each in (choose, getattr(choose, "__call__", None)):  # noqa: B004 - also that of an object
        if inspect.iscoroutinefunction(each) or inspect.isasyncgenfunction(each):
            found = "a coroutine function: write def, not async def"
        elif inspect.isgeneratorfunction(each):
            found = "a generator function: write return, not yield"
        else:
            continue
        msg = f"{name}: choose must return a move, but it is {found}"
        raise OptionError(msg)


def load_agents(folder: str | os.PathLike[str]) -> list[AgentFile]:
    """Return the agents of a folder, one for each Python file, by name; or that of one file.

    Nothing is run yet. What a file must hold is said in the module `polygames.arena.submissions`.
    Files whose names begin with a dot or an underscore are left out.

    Parameters
    ----------
    folder
        Where the files are; or a file.

    Raises
    ------
    OptionError
        If it is neither, or there is no such file in the folder.

    Examples
    --------
    >>> from pathlib import Path
    >>> Path("handed_in").mkdir()
    >>> code = "def choose(state, rng): return state.legal_moves.sample(rng)"
    >>> for name in ("ada", "bob"):
    ...     _ = Path("handed_in", f"{name}.py").write_text(code)
    >>> [agent.name for agent in pg.load_agents("handed_in")]
    ['ada', 'bob']
    """
    path = resolve_path(folder, "a folder")
    if path.is_file():
        return [AgentFile(path.stem, _source(path))]
    if not path.is_dir():
        msg = f"neither a folder of agents nor a file: {str(path)!r}"
        raise OptionError(msg)
    found = [one for one in sorted(path.glob("*.py")) if one.name[0] not in "._"]
    if not found:
        msg = f"no Python files in {str(path)!r}"
        raise OptionError(msg)
    return [AgentFile(one.stem, _source(one)) for one in found]


def _source(path: Path) -> str:
    try:
        return text_of(path, "the file of an agent", MAX_SOURCE_BYTES)
    except (OSError, RecordError) as error:
        return f"raise ValueError({f'the file cannot be read: {error}'!r})"
