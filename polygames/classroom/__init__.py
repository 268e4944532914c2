"""A class on one computer: tables for many pages, and the teacher's dashboard (wall).

`room` is the class without a network: pupils, tables, pairings and results, all in files from which
a stopped class resumes. `pages` is the server. A page gets each table as a notebook's board does:
the same frames and the same JavaScript, over a WebSocket.

The name has two uses: ``polygames.classroom("split")`` opens a class, and ``polygames.classroom``
is this package. So the module is callable.

Examples
--------
>>> import polygames as pg
>>> class_ = pg.classroom("split", folder=None, open_door=False)
>>> class_.people
()
"""

from __future__ import annotations

import sys
from importlib import import_module
from types import ModuleType
from typing import Any


class _Classroom(ModuleType):
    """The type of this package: calling it as ``polygames.classroom(...)`` opens a class."""

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        return import_module(f"{__name__}.opening").classroom(*args, **kwargs)

    def __reduce__(self) -> tuple[object, tuple[str]]:
        """Return the data to pickle: the module's name, from which another process imports it."""
        return import_module, (self.__name__,)


sys.modules[__name__].__class__ = _Classroom
