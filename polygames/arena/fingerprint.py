"""Fingerprints of agents: equal for the same code and parameters, and different otherwise.

A fingerprint is the hash of a pickle. Functions and classes, which pickle only names, are replaced
by their code: bytecode, defaults and closure variables. Those of Python itself and of installed
packages are replaced by name and version. Module globals and files that a function reads are not
included.
"""

from __future__ import annotations

import hashlib
import pickle
import sys
from contextlib import suppress
from io import BytesIO
from pathlib import Path
from sysconfig import get_path
from types import (
    BuiltinFunctionType,
    CodeType,
    FunctionType,
    GetSetDescriptorType,
    MemberDescriptorType,
    MethodDescriptorType,
    ModuleType,
    WrapperDescriptorType,
)
from typing import Any

from polygames.core.errors import OptionError
from polygames.runtime.parallel_calls import short_error_text

FINGERPRINT_DIGITS = 16
"""The number of hexadecimal digits of a fingerprint."""

PICKLE_PROTOCOL = 4
"""The pickle protocol, fixed so that newer versions of Python give the same fingerprints."""

PACKAGE_FOLDERS = tuple(Path(place) for name in ("purelib", "platlib") if (place := get_path(name)))
"""The folders of installed packages."""

FIRST_MODULE = {"polygames.search.baseline_agents.evaluate": "polygames.core.standing"}
"""The first module of parts of this package that have moved, so that older files remain valid."""

BUILTIN_TYPES = (
    *(BuiltinFunctionType, GetSetDescriptorType, MemberDescriptorType, MethodDescriptorType),
    WrapperDescriptorType,
)
"""The types of class attributes that the class's own code does not define."""


def agent_identity(agent: Any) -> dict[str, str]:
    """Return an agent's class and a hash of its attributes, which distinguish it from other agents.

    Attributes that cannot be compared are ignored if the agent has a name, which then identifies
    it.

    Raises
    ------
    OptionError
        If the agent has an attribute that cannot be compared, and no name.

    Examples
    --------
    >>> from polygames.search import RandomAgent
    >>> agent_identity(RandomAgent()) == agent_identity(RandomAgent())
    True
    """
    kind = f"{type(agent).__module__}.{type(agent).__qualname__}"
    try:
        return {"class": kind, "is": fingerprint(agent)}
    except Exception as error:
        name = getattr(agent, "name", None)
        if not isinstance(name, str) or not name:
            where = f"{kind}{_faulty_attribute_text(agent)}"
            msg = f"the option file cannot compare {where}: {short_error_text(error)}; "
            msg += "give each agent that plays differently a name of its own, such as "
            raise OptionError(msg + "agent.name = 'my agent 1'") from error
    parts = [name]
    for part, value in sorted(_agent_attributes(agent).items()):
        with suppress(Exception):
            parts.append(f"{part} {fingerprint(value)}")
    return {"class": kind, "name": name, "is": fingerprint(parts)}


def fingerprint(value: Any) -> str:
    """Return a hash of a value, including the code of its functions and classes.

    Raise pickle's error if the value cannot be pickled.

    Examples
    --------
    >>> fingerprint({"b", "a"}) == fingerprint({"a", "b"})
    True
    >>> fingerprint(lambda x: x + 1) == fingerprint(lambda x: x + 2)
    False
    """
    file = BytesIO()
    _Pickler(file, {}).dump(value)
    return hashlib.sha256(file.getbuffer()).hexdigest()[:FINGERPRINT_DIGITS]


def _agent_attributes(agent: Any) -> dict[str, Any]:
    """Return the attributes of an agent by name, with its class under the empty name."""
    return {"": type(agent), **getattr(agent, "__dict__", {})}


def _faulty_attribute_text(agent: Any) -> str:
    """Return a phrase that names the attribute that cannot be hashed; empty if none is found."""
    for part, value in _agent_attributes(agent).items():
        try:
            fingerprint(value)
        except Exception:  # noqa: BLE001 - whatever the value's own copying raises
            return f", its attribute {part}" if part else ""
    return ""


class _Pickler(pickle.Pickler):
    """A pickler for hashing only; its output is never loaded.

    The result of `persistent_id` is written in place of a value, and is pickled in turn. Each one
    begins with a number, since texts and sets would recurse for ever.
    """

    def __init__(self, file: BytesIO, indices: dict[int, int]) -> None:
        super().__init__(file, PICKLE_PROTOCOL)
        self._indices = indices
        """The index of each function and class seen so far, by address."""

    def persistent_id(self, value: Any) -> Any:  # noqa: PLR0911 - a case a line
        """Return the data to pickle in place of a value; None to pickle the value itself."""
        match value:
            case str():
                return 0, _encode_text(value)
            case set() | frozenset():
                return 1, *sorted(map(self._pickle_member, value))
            case ModuleType():
                return 2, *map(_encode_text, _library_version(value.__name__) or (value.__name__,))
            case CodeType():
                return 3, *_code_content(value)
            case FunctionType() | type():
                return self._replacement_of(value)
        if type(value).__module__.startswith("numba."):  # its own pickle differs in each process
            function = getattr(value, "py_func", None)
            return self._replacement_of(function) if isinstance(function, FunctionType) else None
        return None

    def _pickle_member(self, value: Any) -> bytes:
        """Return the pickle of one member of a set, by which the members are sorted."""
        file = BytesIO()
        _Pickler(file, dict(self._indices)).dump(value)
        return file.getvalue()

    def _replacement_of(self, value: Any) -> tuple[Any, ...]:
        """Return the data that replace a function or class: its code, or its library and name."""
        if id(value) in self._indices:
            return 4, self._indices[id(value)]
        self._indices[id(value)] = len(self._indices)
        name = value.__qualname__
        library = None if "<" in name else _library_version(value.__module__)
        if library is not None:
            module = FIRST_MODULE.get(f"{value.__module__}.{name}", value.__module__)
            return 5, *map(_encode_text, (*library, module, name))
        what = (
            _function_content(value) if isinstance(value, FunctionType) else _class_content(value)
        )
        return 6, _encode_text(f"{value.__module__}.{name}"), what


def _encode_text(text: str) -> bytes:
    return text.encode("utf-8", "surrogatepass")


def _function_content(value: FunctionType) -> list[Any]:
    """Return the code, the defaults and the closure variables of a function."""
    around = list[Any]()
    for cell in value.__closure__ or ():
        try:
            around.append(cell.cell_contents)
        except ValueError:  # not yet filled
            around.append(None)
    return [value.__code__, value.__defaults__, value.__kwdefaults__, around]


def _code_content(code: CodeType) -> tuple[Any, ...]:
    """Return the bytecode, constants and names of a code object, without file and line numbers."""
    takes = code.co_argcount, code.co_posonlyargcount, code.co_kwonlyargcount, code.co_flags
    names = [*code.co_names], [*code.co_varnames], [*code.co_freevars], [*code.co_cellvars]
    return code.co_code, [*code.co_consts], *takes, *names


def _class_content(value: type) -> list[Any]:
    """Return the base classes of a class, and its functions and other attributes by name."""
    held = [
        (name, _unwrap_functions(each))
        for name, each in sorted(vars(value).items())
        if isinstance(each, FunctionType)
        or not (name.startswith(("__", "_abc_")) or isinstance(each, BUILTIN_TYPES))
    ]
    return [[*value.__bases__], held]


def _unwrap_functions(value: Any) -> Any:
    """Return a wrapper, such as a property, as a list with its functions.

    Other values unchanged.
    """
    match value:
        case classmethod() | staticmethod():
            return [type(value).__name__, value.__func__]
        case property():
            return ["property", value.fget, value.fset]
    if type(value).__name__ == "cached_property":  # its lock cannot be written
        return ["cached_property", value.func]
    return value


def _library_version(module: str) -> tuple[str, str] | None:
    """Return the name and version of the package of a module; None for a user's own module."""
    top = module.partition(".")[0]
    package = sys.modules.get(top)
    version = str(getattr(package, "__version__", ""))
    if top in {"polygames", "builtins"}:
        return top, version
    if top in sys.stdlib_module_names:
        return top, ""
    file = getattr(package, "__file__", None)
    is_installed = file is not None and any(
        place in Path(file).parents for place in PACKAGE_FOLDERS
    )
    return (top, version) if is_installed else None
