"""Fingerprints of agents: equal for the same code and parameters, and different otherwise.

A fingerprint is joblib's hash of a description, in which functions and classes are replaced by
their code: bytecode, defaults, closure variables and class attributes. Those of Python, of this
package and of installed packages are replaced by their names. Module globals and files that a
function reads are not included.
"""

from __future__ import annotations

import sys
from contextlib import suppress
from functools import cached_property
from pathlib import Path
from sysconfig import get_path
from types import CodeType, FunctionType, MemberDescriptorType, ModuleType
from typing import TYPE_CHECKING, Any

from polygames.core.errors import OptionError
from polygames.runtime.parallel_calls import short_error_text

if TYPE_CHECKING:
    from collections.abc import Iterable

ATOM_TYPES = {type(None), bool, int, float, complex, str, bytes}
"""The types of values that joblib hashes as they are, besides those of numpy."""
PACKAGE_FOLDERS = tuple(Path(place) for name in ("purelib", "platlib") if (place := get_path(name)))
"""The folders of installed packages."""
PICKLE_PROTOCOL = 4
"""Fixed, so that newer versions of Python describe objects equally."""


def agent_identity(agent: Any) -> dict[str, str]:
    """Return the class of an agent and a hash of its attributes, which together identify it.

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

    Raise an error of pickle if the value cannot be pickled.

    Examples
    --------
    >>> fingerprint({"b", "a"}) == fingerprint({"a", "b"})
    True
    >>> fingerprint(lambda x: x + 1) == fingerprint(lambda x: x + 2)
    False
    """
    from joblib import hash as joblib_hash

    return str(joblib_hash(_describe(value, {})))


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


def _describe(value: Any, seen: dict[int, tuple[int, Any]]) -> Any:
    """Return a value as texts, numbers, arrays and lists of them.

    A value that was described before is replaced by its index in `seen`, which has the address,
    index and value of each one.
    """
    kind = type(value)
    if kind in ATOM_TYPES or kind.__module__ == "numpy":
        return value
    if kind.__module__.startswith("numba."):  # its own pickle differs in each process
        value = getattr(value, "py_func", value)
    if isinstance(value, FunctionType | type) and "<" not in value.__qualname__:
        name = value.__module__, value.__qualname__
        if _is_library(name[0]):
            return "library", *name
    if id(value) in seen:
        return "seen", seen[id(value)][0]
    if kind is not tuple:  # Python may share equal ones
        seen[id(value)] = len(seen), value
    return [kind.__name__, *(_describe(part, seen) for part in _iter_parts(value))]


def _iter_parts(value: Any) -> Iterable[Any]:  # noqa: PLR0911 - a case a line
    """Return the parts that a value consists of, as pickle sees them; of code, its contents."""
    match value:
        case CodeType():  # without file and line numbers
            takes = value.co_argcount, value.co_posonlyargcount, value.co_kwonlyargcount
            names = value.co_names, value.co_varnames, value.co_freevars, value.co_cellvars
            return value.co_code, value.co_consts, value.co_flags, takes, names
        case FunctionType():
            name = value.__module__, value.__qualname__
            cells = [cell.cell_contents for cell in value.__closure__ or ()]
            return *name, value.__code__, value.__defaults__, value.__kwdefaults__, cells
        case type():
            name = value.__module__, value.__qualname__
            return *name, value.__bases__, *filter(_is_content, sorted(vars(value).items()))
        case classmethod() | staticmethod() | property() | cached_property():
            return [getattr(value, name, None) for name in ("__func__", "fget", "fset", "func")]
        case ModuleType():
            return (value.__name__,)
    if type(value) in {set, frozenset}:
        return sorted(map(fingerprint, value))
    if type(value) in {list, tuple, dict}:
        return list(value.items() if isinstance(value, dict) else value)
    parts = value.__reduce_ex__(PICKLE_PROTOCOL)
    return (
        (parts,) if isinstance(parts, str) else (*parts[:3], *map(list, filter(None, parts[3:5])))
    )


def _is_content(item: tuple[str, Any]) -> bool:
    """Return True if the name and value of a class attribute are from the code of the class."""
    name, value = item
    is_own = not (name.startswith(("__", "_abc_")) or isinstance(value, MemberDescriptorType))
    return is_own or isinstance(value, FunctionType)


def _is_library(module: str) -> bool:
    """Return True if a module is one of Python, of this package or of an installed package."""
    top = module.partition(".")[0]
    file = Path(getattr(sys.modules.get(top), "__file__", None) or "/")
    return top in {"polygames", "builtins", *sys.stdlib_module_names} or any(
        folder in file.parents for folder in PACKAGE_FOLDERS
    )
