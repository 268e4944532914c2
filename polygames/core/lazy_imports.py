"""Imports on first use: parts by their dotted names, modules of higher layers, and libraries.

A part is loaded when it is called. A result can be drawn without importing matplotlib earlier. The
error about a missing library, common in a page without a server, contains the command to install
it.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any, Final

from polygames.core.errors import MissingExtraError


@dataclass(frozen=True, slots=True)
class Lazy:
    """An object, given by its dotted name ``"package.module:name"``, that is imported on first use.

    It makes the registry cheap: a plug is imported when it is called, not when it is named.

    Examples
    --------
    >>> Lazy("math:sqrt")(9), Lazy("math").load().pi
    (3.0, 3.141592653589793)
    """

    path: str

    def load(self) -> Any:
        """Import the module and return the object that the path names."""
        module, _, name = self.path.partition(":")
        loaded = import_with_parents(module)
        return getattr(loaded, name) if name else loaded

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """Load the object and call it."""
        return self.load()(*args, **kwargs)


def load_plug(plug: Any) -> Any:
    """Return the object behind a plug, for a loop that calls it often.

    Examples
    --------
    >>> load_plug(Lazy("math:sqrt")) is load_plug(load_plug(Lazy("math:sqrt")))
    True
    """
    return plug.load() if isinstance(plug, Lazy) else plug


@cache
def import_with_parents(name: str) -> Any:
    """Import a module after the packages that contain it, and return the module.

    Python locks a module before it imports its package. Suppose that one thread imports a
    package and another one imports a module that this package imports, too. Then each waits for
    the other, and one of the two imports fails.

    Examples
    --------
    >>> import_with_parents("concurrent.futures").__name__
    'concurrent.futures'
    """
    for end, letter in enumerate(name):
        if letter == ".":
            import_module(name[:end])
    return import_module(name)


@cache
def is_available(library: str) -> bool:
    """Return True if a library is installed, without importing it."""
    return find_spec(library) is not None


EXTRA_BY_LIBRARY: Final = {
    "jupyterlab": "lab",
    "ortools": "solve",
    "tornado": "class",
    "segno": "class",
    "pandas": "tables",
    "distributed": "dask",
    "ray": "ray",
    "pyspiel": "openspiel",
    "pettingzoo": "pettingzoo",
    "gymnasium": "pettingzoo",
}
"""The extra that installs a library; other libraries are installed with the package."""


PACKAGES_BY_EXTRA: Final = {
    "lab": "jupyterlab",
    "solve": "ortools",
    "class": "segno tornado",
    "tables": "pandas",
    "dask": "dask distributed",
    "ray": "ray",
    "openspiel": "open-spiel",
    "pettingzoo": "gymnasium pettingzoo",
}
"""The packages of each extra, as pip knows them. Errors name these packages, not the extra: they
can be installed with a wheel and with a checkout of this package."""


def require_library(library: str, feature: str) -> None:
    """Raise MissingExtraError with an install command if a library is missing."""
    if not is_available(library):
        raise missing_library_error(library, feature)


def missing_library_error(library: str, feature: str) -> MissingExtraError:
    """Return the MissingExtraError for a library, with an install command."""
    typed = PACKAGES_BY_EXTRA[EXTRA_BY_LIBRARY[library]] if library in EXTRA_BY_LIBRARY else library
    return MissingExtraError(f"{feature} needs {library}: pip install {typed}")


class LazyModule:
    """A library that is imported on first use; it raises MissingExtraError if it is missing.

    Examples
    --------
    >>> LazyModule("math", "a root").sqrt(9)
    3.0
    >>> LazyModule("no_such_library", "a root").sqrt(9)
    Traceback (most recent call last):
    ...
    polygames.core.errors.MissingExtraError: a root needs no_such_library: pip install ...
    """

    def __init__(self, library: str, feature: str) -> None:
        self._library, self._feature = library, feature

    def __getattr__(self, name: str) -> Any:
        """Import the library if necessary, and return one of its attributes."""
        require_library(self._library, self._feature)
        return getattr(import_with_parents(self._library), name)
