"""A class plays on one computer: tables for many pages, and a wall for the teacher.

`room.py` is the class without a network: pupils, tables, pairings, results, all of it in files that
a stopped server goes on from. `server.py` lets pages in: each table is sent to the page as a
notebook's board is, the same frames and the same JavaScript, over a WebSocket.

The name stands for two things: ``polygames.classroom("split")`` opens a class, and this is the
package that does it. So it can be called.

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
    """A package that opens a class when it is called."""

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        return import_module(f"{__name__}.opening").classroom(*args, **kwargs)

    def __reduce__(self) -> tuple[object, tuple[str]]:
        """Send it by name: a notebook's function that names it goes to other processes."""
        return import_module, (self.__name__,)


sys.modules[__name__].__class__ = _Classroom
