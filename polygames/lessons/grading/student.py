"""The process that runs a student's code, and its messages to the judge.

It runs an answer and returns its values. All changes by the code end with the process and with its
child processes (`polygames.arena.supervisor`). Messages are pickles, and loading a pickle can run
any code. So messages from a student's process are loaded by a restricted unpickler that allows only
plain values, positions and moves.
"""

from __future__ import annotations

import io
import pickle
import sys
from base64 import b64decode, b64encode
from collections.abc import Iterable, Sequence
from types import ModuleType
from typing import Any, Final

from polygames.arena.supervisor import FAULT, limit
from polygames.lessons.answers import plain
from polygames.runtime.workers import one_line

CELL_MODULE: Final = "lesson"
"""The module in which cells run, so that their objects can be pickled."""

VALUES_MESSAGE: Final = "given"
"""The first word of a message with values."""


class Function:
    """A placeholder for a function, which is called by its name."""

    def __init__(self, name: str) -> None:
        self.name = name


class StudentProcess:
    """The handler in a student's process: it runs the cells, then calls their functions."""

    def __init__(self) -> None:
        sys.modules[CELL_MODULE] = module = ModuleType(CELL_MODULE)
        self._space = vars(module)

    def run(
        self,
        ours: Sequence[str],
        own: Sequence[tuple[str, bool]],
        names: Sequence[str],
        memory: float,
    ) -> tuple[str, str]:
        """Run our cells, then the student's; return the values of names.

        As in a notebook, cells after one with an error still run. Names assigned by our cells get
        their values back before the answer's cells, if a helper cell has changed them.
        """
        limit(memory)
        for source in ours:
            exec(compile(source, CELL_MODULE, "exec"), self._space)  # noqa: S102 - a cell of the lesson
        kept, stopped = dict(self._space), ""
        for source, is_answer in own:
            if is_answer:
                self._space.update(kept)
                kept = {}
            try:
                exec(compile(source, "answer", "exec"), self._space)  # noqa: S102 - it is why there is a process
            except BaseException as error:  # noqa: BLE001 - SystemExit, too, is an answer that stopped
                stopped = f"stopped with {words_of(error)}"
        values = {name: self._space.get(name, ...) for name in names}
        if stopped and ... in values.values():
            return FAULT, stopped
        return written({n: Function(n) if callable(v) else v for n, v in values.items()})

    def call(self, name: str, case: bytes) -> tuple[str, str]:
        """Call a function; return its success, its result or error, and the mutated arguments."""
        given = pickle.loads(case)  # noqa: S301 - from the judge
        try:
            result = self._space[name](*given)
        except BaseException as error:  # noqa: BLE001 - the student's function may do anything
            kind, _, text = words_of(error).partition(": ")
            return written((False, (kind, text), mutable_arguments(given)))
        return written((True, result, mutable_arguments(given)))


def words_of(error: BaseException) -> str:
    """Return an error as one line; only its type if the student's own error class fails."""
    try:
        return one_line(error)
    except BaseException:  # noqa: BLE001 - as above
        return type(error).__name__


# --- Messages -----------------------------------------------------------------------------------


ALLOWED_CLASSES: Final = {
    "builtins": {"Ellipsis", "NotImplemented", "bytearray", "complex", "frozenset", "range", "set"},
    "collections": {"Counter", "OrderedDict", "defaultdict", "deque"},
    "copyreg": {"_reconstructor", "__newobj__"},
    "decimal": {"Decimal"},
    "fractions": {"Fraction"},
    "polygames.lessons.grading.student": {"Function"},
    "random": {"Random"},
    "types": {"SimpleNamespace"},
}
"""The classes that a message may contain, by module."""

ALLOWED_MODULES: Final = (
    "polygames.games.",
    "polygames.core.",
    "polygames.geometry.",
    "polygames.lessons.",
)
NOT_OWN: Final = "polygames.lessons.grading."
"""The exception to `ALLOWED_MODULES`, whose classes (positions, moves) are all allowed."""


class _Reader(pickle.Unpickler):
    def find_class(self, module: str, name: str) -> Any:
        if name in ALLOWED_CLASSES.get(module, ()):
            return super().find_class(module, name)
        is_own = f"{module}.".startswith(ALLOWED_MODULES) and not f"{module}.".startswith(NOT_OWN)
        found = super().find_class(module, name) if is_own else None
        if isinstance(found, type) and found.__module__ == module:
            return found
        msg = f"an answer cannot hold {module}.{name}"
        raise pickle.UnpicklingError(msg)


MUTABLE_MODULES: Final = ("types", "polygames.lessons.")
"""The modules of objects that a function may mutate: namespaces, and classes of lessons."""


def is_open(value: Any) -> bool:
    """Return True if a function may mutate an object, or an element of a list."""
    if isinstance(value, list):
        return any(map(is_open, value))
    return type(value).__module__.startswith(MUTABLE_MODULES)


def mutable_arguments(case: Sequence[Any]) -> list[Any]:
    """Return the arguments that a call may have mutated; None for all others."""
    return [each if is_open(each) else None for each in case]


def copy_back(case: Iterable[Any], after: Iterable[Any]) -> None:
    """Copy the changes by a function in its process back to our arguments."""
    for mine, theirs in zip(case, after, strict=False):
        if type(mine) is not type(theirs) or not is_open(mine):
            continue
        if isinstance(mine, list):
            copy_back(mine, theirs)
        else:
            vars(mine).update(vars(theirs))


def written(message: Any) -> tuple[str, str]:
    """Return a message with values; unpicklable ones become lists or texts."""
    return VALUES_MESSAGE, b64encode(to_bytes(plain(message))).decode()


def parse_values(text: str) -> Any:
    """Return the values in a message, loaded by the restricted unpickler."""
    return _Reader(io.BytesIO(b64decode(text))).load()


def to_bytes(message: Any) -> bytes:
    """Return a message as pickled bytes, with unpicklable parts as lists or texts."""
    try:
        return pickle.dumps(message)
    except Exception:  # noqa: BLE001 - a student's object may do anything
        return pickle.dumps(_sendable(message))


def _sendable(value: Any) -> Any:
    try:
        pickle.dumps(value)
    except Exception:  # noqa: BLE001 - as above
        if isinstance(value, dict):
            return {_sendable(key): _sendable(each) for key, each in value.items()}
        if isinstance(value, tuple):
            return tuple(map(_sendable, value))
        return [*map(_sendable, value)] if isinstance(value, Iterable) else repr(value)
    return value
