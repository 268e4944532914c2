"""The process in which a student's code runs, and the messages between it and the judge.

It runs an answer, and is asked for its values. It writes where nothing that the student prints can
go. What the code changes there is gone with the process. Messages are pickles, and a pickle can
make whoever reads it run anything: what comes from a student's process is read by a reader that
makes plain values, positions and moves, and no more.
"""

from __future__ import annotations

import io
import os
import pickle
import sys
from collections.abc import Iterable, Sequence
from types import ModuleType
from typing import IO, Any, Final

NAME: Final = "lesson"
"""The module in which cells run: what they pickle is looked up there."""


class Function:
    """What stands for a function: it is called by its name."""

    def __init__(self, name: str) -> None:
        self.name = name


def main() -> None:
    """Run the cells and the answer that come in, then answer calls until nobody asks."""
    asked = os.fdopen(os.dup(0), "rb")
    told = os.fdopen(os.dup(1), "wb")
    nowhere = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(nowhere, stream)
    cells, answer, names = receive(asked, trusted=True)
    sys.modules[NAME] = module = ModuleType(NAME)
    space = vars(module)
    for source in cells:
        exec(compile(source, "lesson", "exec"), space)  # noqa: S102 - a cell of the lesson
    try:
        exec(compile(answer, "answer", "exec"), space)  # noqa: S102 - it is why there is a process
    except BaseException as error:  # noqa: BLE001 - SystemExit, too, is an answer that stopped
        send(told, f"the answer stopped with {type(error).__name__}: {error}")
        return
    values = {name: space.get(name, ...) for name in names}
    send(told, {name: Function(name) if callable(v) else v for name, v in values.items()})
    _serve(asked, told, space)


def _serve(asked: IO[bytes], told: IO[bytes], space: dict[str, Any]) -> None:
    while True:
        try:
            name, case = receive(asked, trusted=True)
        except EOFError:
            return
        try:
            result = space[name](*case)
        except Exception as error:  # noqa: BLE001 - the student's function may do anything
            send(told, (False, (type(error).__name__, str(error)), written(case)))
        else:
            send(told, (True, result, written(case)))


# --- Messages -----------------------------------------------------------------------------------


PLAIN: Final = {
    "builtins": {"Ellipsis", "NotImplemented", "bytearray", "complex", "frozenset", "range", "set"},
    "collections": {"Counter", "OrderedDict", "defaultdict", "deque"},
    "copyreg": {"_reconstructor", "__newobj__"},
    "decimal": {"Decimal"},
    "fractions": {"Fraction"},
    "random": {"Random"},
    "types": {"SimpleNamespace"},
}
"""What may be made of a message, by its module."""

OWN: Final = ("polygames.games.", "polygames.core.", "polygames.geometry.", "polygames.lessons.")
"""Modules whose classes may be made, too: positions, moves and the like."""


class _Reader(pickle.Unpickler):
    def find_class(self, module: str, name: str) -> Any:
        if name in PLAIN.get(module, ()):
            return super().find_class(module, name)
        found = super().find_class(module, name) if f"{module}.".startswith(OWN) else None
        if isinstance(found, type) and found.__module__ == module:
            return found
        msg = f"an answer cannot hold {module}.{name}"
        raise pickle.UnpicklingError(msg)


CHANGED: Final = ("types", "polygames.lessons.")
"""Modules of the objects into which an exercise lets a function write: namespaces, and our own."""


def is_open(value: Any) -> bool:
    """Say whether an exercise lets a function write into an object, or into a list of such."""
    if isinstance(value, list):
        return any(map(is_open, value))
    return type(value).__module__.startswith(CHANGED)


def written(case: Sequence[Any]) -> list[Any]:
    """Return the arguments of a call into which it may have written; None for all others."""
    return [each if is_open(each) else None for each in case]


def copy_back(case: Iterable[Any], after: Iterable[Any]) -> None:
    """Let objects have what a function wrote into their copies in its own process.

    Examples
    --------
    >>> from types import SimpleNamespace
    >>> node = SimpleNamespace(visits=1)
    >>> copy_back((node, 7), (SimpleNamespace(visits=2), None))
    >>> node.visits
    2
    """
    for mine, theirs in zip(case, after, strict=False):
        if type(mine) is not type(theirs) or not is_open(mine):
            continue
        if isinstance(mine, list):
            copy_back(mine, theirs)
        else:
            vars(mine).update(vars(theirs))


def send(stream: IO[bytes], message: Any) -> None:
    """Write a message; what cannot be written as it is goes as a list, or as its text."""
    text = _pickled(message)
    stream.write(len(text).to_bytes(8, "big") + text)
    stream.flush()


def receive(stream: IO[bytes], *, trusted: bool = False) -> Any:
    """Read a message; EOFError if the other process has ended.

    Examples
    --------
    >>> stream = io.BytesIO()
    >>> send(stream, {"numbers": (number for number in (1, 2))})
    >>> _ = stream.seek(0)
    >>> receive(stream)
    {'numbers': [1, 2]}
    """
    size = _exactly(stream, 8)
    text = _exactly(stream, int.from_bytes(size, "big"))
    return pickle.loads(text) if trusted else _Reader(io.BytesIO(text)).load()  # noqa: S301 - ours


def _exactly(stream: IO[bytes], count: int) -> bytes:
    found = stream.read(count)
    if len(found) < count:
        msg = "the process has ended"
        raise EOFError(msg)
    return found


def _pickled(message: Any) -> bytes:
    try:
        return pickle.dumps(message)
    except Exception:  # noqa: BLE001 - a student's object may do anything
        return pickle.dumps(_plain(message))


def _plain(value: Any) -> Any:
    try:
        pickle.dumps(value)
    except Exception:  # noqa: BLE001 - as above
        if isinstance(value, dict):
            return {_plain(key): _plain(each) for key, each in value.items()}
        if isinstance(value, tuple):
            return tuple(map(_plain, value))
        return [*map(_plain, value)] if isinstance(value, Iterable) else repr(value)
    return value
