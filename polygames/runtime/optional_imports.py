"""Libraries that need not be there: whether one is, and the sentence that is said where it is not.

A page without a server, for one, has few of them.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from polygames.core.errors import MissingExtraError


@cache
def has(library: str) -> bool:
    """Say whether a library can be imported; it is not imported.

    Examples
    --------
    >>> has("json"), has("no_such_library")
    (True, False)
    """
    return find_spec(library) is not None


def need(library: str, what: str) -> None:
    """Raise MissingExtraError, with what to type, unless a library is there.

    Parameters
    ----------
    library
        The name by which it is imported and installed.
    what
        What needs it: how the sentence begins.

    Examples
    --------
    >>> need("json", "a record")
    >>> need("no_such_library", "a picture")
    Traceback (most recent call last):
    ...
    polygames.core.errors.MissingExtraError: a picture needs no_such_library: pip install ...
    """
    if not has(library):
        msg = f"{what} needs {library}: pip install {library}"
        raise MissingExtraError(msg)


class Late:
    """A library that is imported when a name of it is first used; without it, see `need`.

    Parameters
    ----------
    library
        The name by which it is imported and installed.
    what
        What needs it: how the sentence begins.

    Examples
    --------
    >>> Late("math", "a root").sqrt(9)
    3.0
    >>> Late("no_such_library", "a root").sqrt(9)
    Traceback (most recent call last):
    ...
    polygames.core.errors.MissingExtraError: a root needs no_such_library: pip install ...
    """

    def __init__(self, library: str, what: str) -> None:
        self._library, self._what = library, what

    def __getattr__(self, name: str) -> Any:
        """Return what the library has by a name."""
        need(self._library, self._what)
        return getattr(import_module(self._library), name)
