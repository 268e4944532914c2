"""The process that runs a student's cells, and its messages to the judge.

The cells run in a shell of IPython, as in a notebook. In bubblewrap, all changes by the code end
with the process and its child processes (`polygames.arena.sandbox`). Messages are pickles, and
loading a pickle can run any code. So messages from a student's process are loaded by a restricted
unpickler that allows only plain values, positions and moves.
"""

from __future__ import annotations

import io
import os
import pickle
import sys
from base64 import b64decode, b64encode
from collections.abc import Iterable, Sequence
from contextlib import nullcontext
from tempfile import gettempdir
from typing import Any, Final

from polygames.lessons.exercise_checks import to_plain
from polygames.runtime.parallel_calls import short_error_text

CELL_MODULE: Final = "lesson"
"""The module in which cells run, so that their objects can be pickled."""

RAN_MESSAGE, VALUES_MESSAGE = "ran", "given"
"""The first word of a message: about a cell that was run, or with values."""

SETTINGS_OF_A_MARKED_KERNEL: Final = "NBGRADER_EXECUTION"


class FunctionStub:
    """A placeholder in a message for a function of the student's process."""

    def __init__(self, name: str, key: int) -> None:
        self.name, self.key = name, key


class MissingStub:
    """A placeholder in a message: the name has no value, or only that of our solution."""


class StudentProcess:
    """The handler of requests in a student's process: it runs cells and calls their functions."""

    def __init__(self) -> None:
        os.environ.pop(SETTINGS_OF_A_MARKED_KERNEL, None)  # it would skip the cells
        os.chdir(gettempdir())  # where it may write
        os.environ |= {"MPLBACKEND": "agg", "IPYTHONDIR": gettempdir()}
        from IPython.core.interactiveshell import InteractiveShell
        from traitlets.config import Config

        settings = Config()
        settings.HistoryManager.enabled = False  # it writes a file
        self._shell: Any = InteractiveShell.instance(config=settings)
        vars(self._shell)["_tee"] = lambda **_: nullcontext()  # else it stores all that is printed
        sys.modules[CELL_MODULE] = sys.modules["__main__"] = self._shell.user_module
        self._functions: list[Any] = []
        self._lent: dict[str, Any] = {}

    def run(self, source: str) -> tuple[str, str]:
        """Run a cell; return a message with the error with which it stopped, or ""."""
        try:
            result = self._shell.run_cell(source, store_history=True)
            error = result.error_before_exec or result.error_in_exec
        except BaseException as stopped:  # noqa: BLE001 - the student's code may do anything
            error = stopped
        return RAN_MESSAGE, f"stopped with {error_text(error)}" if error else ""

    def lend(self, source: str, names: Sequence[str]) -> tuple[str, str]:
        """Run our solution in place of the student's, and note the values that it makes."""
        message = self.run(source)
        self._lent |= {name: self._shell.user_ns.get(name) for name in names}
        return message

    def values(self, names: Sequence[str]) -> tuple[str, str]:
        """Return a message with the values of names, as they are now."""
        found = ((name, self._shell.user_ns.get(name, MissingStub())) for name in names)
        return encode_values({name: self._stub(name, value) for name, value in found})

    def _stub(self, name: str, value: Any) -> Any:
        """Return a value, or its placeholder in a message."""
        if name in self._lent and value is self._lent[name]:
            return MissingStub()
        if not callable(value):
            return value
        self._functions.append(value)
        return FunctionStub(name, len(self._functions) - 1)

    def call(self, key: int, case: bytes) -> tuple[str, str]:
        """Call a student's function and return a message with the result.

        Success, result or error, and the mutated arguments.
        """
        given = pickle.loads(case)  # noqa: S301 - from the judge
        try:
            result = self._functions[key](*given)
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
    "polygames.lessons.grading.student_process": {"FunctionStub", "MissingStub"},
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
