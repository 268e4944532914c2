"""The games, one folder each; this package tells the registry of its folders.

The name stands for two things: ``polygames.games()`` lists the games, and
``polygames.games.split`` is one of them. So this package can be called.

Examples
--------
>>> import polygames as pg
>>> pg.games()
('polygon', 'splinter', 'split', 'splitter', 'territory')
"""

from __future__ import annotations

import sys
from importlib import import_module
from types import ModuleType

from polygames.core import registry


class _Games(ModuleType):
    """A package that lists its games when it is called."""

    def __call__(self) -> tuple[str, ...]:
        return registry.games()

    def __reduce__(self) -> tuple[object, tuple[str]]:
        """Send it by name: a notebook's function that names it goes to other processes."""
        return import_module, (self.__name__,)


registry.add_folders(__name__, __path__)
sys.modules[__name__].__class__ = _Games
