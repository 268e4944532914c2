"""The process that runs a student's code, and its messages to the judge.

It runs an answer and returns its values. In bubblewrap, all changes by the code end with the
process and its child processes (`polygames.arena.sandbox`). Messages are pickles, and loading a
pickle can run any code. So messages from a student's process are loaded by a restricted unpickler
that allows only plain values, positions and moves.
"""

from __future__ import annotations

import io
import pickle
import sys
from base64 import b64decode, b64encode
from collections.abc import Iterable, Sequence
from types import ModuleType
from typing import Any, Final

from polygames.arena.agent_server import FAULT_REPLY
from polygames.lessons.exercise_checks import to_plain
from polygames.runtime.parallel_calls import short_error_text

CELL_MODULE: Final = "lesson"
"""The module in which cells run, so that their objects can be pickled."""

VALUES_MESSAGE: Final = "given"
"""The first word of a message with values."""


class FunctionStub:
    """A placeholder in a message for a function of the student's process, called by name."""

    def __init__(self, name: str) -> None:
        self.name = name


class StudentProcess:
    """The handler of requests in a student's process: it runs cells and calls their functions."""

    def __init__(self) -> None:
        sys.modules[CELL_MODULE] = module = ModuleType(CELL_MODULE)
        self._namespace = vars(module)

    def run(
        self, ours: Sequence[str], own: Sequence[tuple[str, bool]], names: Sequence[str]
    ) -> tuple[str, str]:
        """Run our cells, then the student's; return a message with the values of the given names.

        As in a notebook, cells after one with an error still run. Names assigned by our cells get
        their values back before the answer's cells, if a helper cell has changed them.
        """
        for source in ours:
            exec(compile(source, CELL_MODULE, "exec"), self._namespace)  # noqa: S102 - a cell of the lesson
        kept, stopped = dict(self._namespace), ""
        for source, is_answer in own:
            if is_answer:
                self._namespace.update(kept)
                kept = {}
            try:
                exec(compile(source, "answer", "exec"), self._namespace)  # noqa: S102 - it is why there is a process
            except BaseException as error:  # noqa: BLE001 - SystemExit, too, is an answer that stopped
                stopped = f"stopped with {error_text(error)}"
        values = {name: self._namespace.get(name, ...) for name in names}
        if stopped and ... in values.values():
            return FAULT_REPLY, stopped
        return encode_values({n: FunctionStub(n) if callable(v) else v for n, v in values.items()})

    def call(self, name: str, case: bytes) -> tuple[str, str]:
        """Call a student's function and return a message with the result.

        Success, result or error, and the mutated arguments.
        """
        given = pickle.loads(case)  # noqa: S301 - from the judge
        try:
            result = self._namespace[name](*given)
        except BaseException as error:  # noqa: BLE001 - the student's function may do anything
            kind, _, text = error_text(error).partition(": ")
            return encode_values((False, (kind, text), mutable_arguments(given)))
        return encode_values((True, result, mutable_arguments(given)))


def error_text(error: BaseException) -> str:
    """Return an error as one line of text; only its type if the error cannot be formatted."""
    try:
        return short_error_text(error)
    except BaseException:  # noqa: BLE001 - as above
        return type(error).__name__


# --- Messages -----------------------------------------------------------------------------------


ALLOWED_CLASSES: Final = {
    "builtins": {"Ellipsis", "NotImplemented", "bytearray", "complex", "frozenset", "range", "set"},
    "collections": {"Counter", "OrderedDict", "defaultdict", "deque"},
    "copyreg": {"_reconstructor", "__newobj__"},
    "decimal": {"Decimal"},
    "fractions": {"Fraction"},
    "polygames.lessons.grading.student_process": {"FunctionStub"},
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
FORBIDDEN_PREFIX: Final = "polygames.lessons.grading."
"""The exception to `ALLOWED_MODULES`, whose classes (positions, moves) are all allowed."""


class _RestrictedUnpickler(pickle.Unpickler):
    def find_class(self, module: str, name: str) -> Any:
        if name in ALLOWED_CLASSES.get(module, ()):
            return super().find_class(module, name)
        is_own = f"{module}.".startswith(ALLOWED_MODULES) and not f"{module}.".startswith(
            FORBIDDEN_PREFIX
        )
        found = super().find_class(module, name) if is_own else None
        if isinstance(found, type) and found.__module__ == module:
            return found
        msg = f"an answer cannot contain {module}.{name}"
        raise pickle.UnpicklingError(msg)


MUTABLE_MODULES: Final = ("types", "polygames.lessons.")
"""The modules of objects that a function may mutate: namespaces, and classes of lessons."""


def needs_copy_back(value: Any) -> bool:
    """Return True if changes to an object, or to an item of a list, must be copied back."""
    if isinstance(value, list):
        return any(map(needs_copy_back, value))
    return type(value).__module__.startswith(MUTABLE_MODULES)


def mutable_arguments(case: Sequence[Any]) -> list[Any]:
    """Return the arguments of a call, with None in place of those that it cannot have changed."""
    return [each if needs_copy_back(each) else None for each in case]


def copy_back(case: Iterable[Any], changed_arguments: Iterable[Any]) -> None:
    """Copy changes that a function has made in the student's process to our own arguments."""
    for mine, theirs in zip(case, changed_arguments, strict=False):
        if type(mine) is not type(theirs) or not needs_copy_back(mine):
            continue
        if isinstance(mine, list):
            copy_back(mine, theirs)
        else:
            vars(mine).update(vars(theirs))


def encode_values(message: Any) -> tuple[str, str]:
    """Return a message with pickled values; unpicklable ones become lists or texts."""
    return VALUES_MESSAGE, b64encode(to_bytes(to_plain(message))).decode()


def parse_values(text: str) -> Any:
    """Return the values in a message, unpickling only plain values, positions and moves."""
    return _RestrictedUnpickler(io.BytesIO(b64decode(text))).load()


def to_bytes(message: Any) -> bytes:
    """Return a value as pickled bytes, with unpicklable parts as lists or texts."""
    try:
        return pickle.dumps(message)
    except Exception:  # noqa: BLE001 - a student's object may do anything
        return pickle.dumps(_to_picklable(message))


def _to_picklable(value: Any) -> Any:
    try:
        pickle.dumps(value)
    except Exception:  # noqa: BLE001 - as above
        if isinstance(value, dict):
            return {_to_picklable(key): _to_picklable(each) for key, each in value.items()}
        if isinstance(value, tuple):
            return tuple(map(_to_picklable, value))
        return [*map(_to_picklable, value)] if isinstance(value, Iterable) else repr(value)
    return value
