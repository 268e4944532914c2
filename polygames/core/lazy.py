"""What is imported only when it is used: parts by their names, higher floors, and libraries.

So naming a part loads nothing, and a result that shows itself as a picture knows neither matplotlib
nor the module that draws it. A library that is missing, as many are in a page without a server, is
said in a sentence with what to type.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, Final

from polygames.core.errors import MissingExtraError

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence


@dataclass(frozen=True, slots=True)
class Lazy:
    """A callable or module given by its dotted name, ``"package.module:name"``.

    It keeps the registry cheap: naming a plug loads nothing, calling it does.

    Examples
    --------
    >>> Lazy("math:sqrt")(9), Lazy("math").load().pi
    (3.0, 3.141592653589793)
    """

    path: str

    def load(self) -> Any:
        """Import and return what the path names."""
        module, _, name = self.path.partition(":")
        loaded = import_from_the_top(module)
        return getattr(loaded, name) if name else loaded

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """Call what the path names."""
        return self.load()(*args, **kwargs)


def import_from_the_top(name: str) -> Any:
    """Import and return a module, after the packages that contain it.

    Python locks a module before it imports its package. So if one thread imports a package, and
    another one a module of it that the package imports too, each waits for the other, and one of
    the two imports fails.

    Examples
    --------
    >>> import_from_the_top("concurrent.futures").__name__
    'concurrent.futures'
    """
    for end, letter in enumerate(name):
        if letter == ".":
            import_module(name[:end])
    return import_module(name)


def table(
    rows: Sequence[Mapping[str, Any]],
    columns: list[str] | None = None,
    *,
    digits: int | None = None,
) -> Any:
    """Return the rows as a DataFrame, or as they are where pandas is missing.

    Name the columns where there may be no row: a DataFrame without rows has them, too. With
    `digits` numbers have no more of them behind the point.

    Examples
    --------
    >>> len(table([{"move": "A-C", "value": 1}]))
    1
    >>> len(table([]))
    0
    """
    if digits is not None:
        rows = [
            {
                name: round(each, digits) if isinstance(each, float) else each
                for name, each in row.items()
            }
            for row in rows
        ]
    try:
        import pandas as pd
    except ImportError:
        return list(rows)
    return pd.DataFrame(list(rows), columns=columns)


@cache
def has(library: str) -> bool:
    """Say whether a library can be imported; it is not imported."""
    return find_spec(library) is not None


EXTRA_BY_LIBRARY: Final = {
    "jupyterlab": "lab",
    "ortools": "solve",
    "tornado": "class",
    "segno": "class",
    "fsrs": "study",
    "pandas": "tables",
    "distributed": "dask",
    "ray": "ray",
    "pyspiel": "openspiel",
    "pettingzoo": "pettingzoo",
    "gymnasium": "pettingzoo",
}
"""The extra that brings a library; the others are installed with the package."""


PACKAGES: Final = {
    "lab": "jupyterlab",
    "solve": "ortools",
    "class": "segno tornado",
    "study": "fsrs",
    "tables": "pandas",
    "dask": "dask distributed",
    "ray": "ray",
    "openspiel": "open-spiel",
    "pettingzoo": "gymnasium pettingzoo",
}
"""The packages of each extra, as pip knows them. Errors name these and not the extra: they can be
installed from anywhere, whether this package came as a wheel or is a checkout."""


def require_library(library: str, what: str) -> None:
    """Raise MissingExtraError, with what to type, unless a library is there for what needs it."""
    if not has(library):
        raise missing(library, what)


def missing(library: str, what: str) -> MissingExtraError:
    """Return the error that says what to type."""
    typed = PACKAGES[EXTRA_BY_LIBRARY[library]] if library in EXTRA_BY_LIBRARY else library
    return MissingExtraError(f"{what} needs {library}: pip install {typed}")


class LazyModule:
    """A library that is imported on first use; see `require_library` where it is missing.

    Examples
    --------
    >>> LazyModule("math", "a root").sqrt(9)
    3.0
    >>> LazyModule("no_such_library", "a root").sqrt(9)
    Traceback (most recent call last):
    ...
    polygames.core.errors.MissingExtraError: a root needs no_such_library: pip install ...
    """

    def __init__(self, library: str, what: str) -> None:
        self._library, self._what = library, what

    def __getattr__(self, name: str) -> Any:
        """Return what the library has by a name."""
        require_library(self._library, self._what)
        return getattr(import_from_the_top(self._library), name)
