"""Agents submitted as files: each plays in a process of its own.

A file must define a function ``choose(state, rng)`` that returns one of ``state.legal_moves``.

>>> EXAMPLE = '''
... def choose(state, rng):
...     return state.legal_moves.sample(rng)
... '''

- `state` is the position, as the agent may see it. ``state.turn`` is the agent's seat,
  ``state.legal_moves`` are the moves, ``state.play(move)`` is the position after one of them, and
  ``state.parse(text)`` converts text to a move. See the rules of the game for more.
- `rng` is a `random.Random`. A file that uses no other random numbers repeats the same game.
- The file is executed anew for every game. It may store data in its own variables from move to
  move, but not for the next game.
- It may import installed packages, but not other files of the folder, and it may not rely on a
  network.
- Executing the file may take 20 seconds. The caller of `polygames.tournament` sets time and memory
  for a move: by default 5 seconds and 1000 MB.

An agent loses the game in which it raises an error, returns no legal move or takes too long; the
result states the reason. A file that cannot be read, or has no such function, does not play: the
tournament names it with the reason.

Guarantees and limits
---------------------
A fault of an agent, whether in its answers, its output or its own process, costs it that game. The
memory limit holds for each of its processes.

Where bubblewrap works (Linux, with the command ``bwrap``; many containers forbid it), an agent
affects nobody else. It sees no other process, no network and no home folder, its files are private
and in memory, and everything it started ends with it; see `polygames.arena.bubblewrap`. It can
still use the processor while the other one thinks.

Elsewhere an agent can do everything that you can: read and change your files, use the network, and
stop other programs, including the tournament. Its process and the processes of its group end, but a
process that starts a session of its own remains. `load_agents` warns of this. It is enough for
classes with files that may contain mistakes. Files of malicious authors need a container.
"""

from __future__ import annotations

import inspect
from dataclasses import dataclass
from hashlib import sha256
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, cast

from polygames.arena.bubblewrap import NO_SANDBOX_TEXT, has_bubblewrap
from polygames.core.caller_warnings import warn_caller
from polygames.core.errors import OptionError, RecordError
from polygames.core.keywords import checked_keywords
from polygames.records.atomic_files import read_text, resolve_path

if TYPE_CHECKING:
    import os
    from collections.abc import Callable
    from pathlib import Path

    from polygames.core.protocol import Agent

MAX_SOURCE_BYTES = 4_000_000


@dataclass(frozen=True)
class AgentFile:
    """An agent submitted as a Python file, with its source, so that any machine can run it."""

    name: str
    """The name of the file without its extension."""
    source: str
    """The source; for an unreadable file, Python code that raises the error."""

    @property
    def digest(self) -> str:
        """A hash of the source, with 12 hexadecimal digits."""
        return sha256(self.source.encode()).hexdigest()[:12]

    def load_agent(self) -> Agent:
        """Execute the file in this process. Raise OptionError if it has no function ``choose``.

        The arena calls this only in a separate process.
        """
        names: dict[str, Any] = {"__name__": self.name, "__file__": f"{self.name}.py"}
        code = compile(self.source, f"{self.name}.py", "exec")
        try:
            exec(code, names)  # noqa: S102 - that is what it was handed in for
        except SystemExit as error:
            msg = f"{self.name}.py tried to end Python when it was read"
            raise OptionError(msg) from error
        choose = names.get("choose")
        if not callable(choose):
            msg = f"{self.name}.py needs a function choose(state, rng)"
            raise OptionError(msg)
        check_function(choose, f"{self.name}.py")
        return cast("Agent", SimpleNamespace(choose=choose))


def check_function(choose: Callable[..., Any], name: str) -> None:
    """Raise OptionError if a function is a generator or coroutine function.

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


@checked_keywords
def load_agents(folder: str | os.PathLike[str]) -> list[AgentFile]:
    """Return the agents in a folder, one per Python file, sorted by name, or in a single file.

    No code is executed yet. A warning says if it will run without bubblewrap. The module
    `polygames.arena.submissions` describes the contents of a file. Files with names that begin with
    a dot or an underscore are ignored.

    Parameters
    ----------
    folder
        The folder with the files, or a single file.

    Raises
    ------
    OptionError
        If the path is neither, or the folder has no such file.

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
    if not has_bubblewrap():
        warn_caller(NO_SANDBOX_TEXT)
    path = resolve_path(folder, "a folder")
    if path.is_file():
        return [AgentFile(path.stem, _read_source(path))]
    if not path.is_dir():
        msg = f"no such file or folder: {str(path)!r}"
        raise OptionError(msg)
    found = [one for one in sorted(path.glob("*.py")) if one.name[0] not in "._"]
    if not found:
        msg = f"no Python files in the folder {str(path)!r}"
        raise OptionError(msg)
    return [AgentFile(one.stem, _read_source(one)) for one in found]


def _read_source(path: Path) -> str:
    try:
        return read_text(path, "the file of an agent", MAX_SOURCE_BYTES)
    except (OSError, RecordError) as error:
        return f"raise ValueError({f'the file cannot be read: {error}'!r})"
