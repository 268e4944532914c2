"""The games, one folder each; the import of this package registers the folders.

`polygames.games` names two things. In an import it is this package, as in
``from polygames.games import split``. As an attribute of `polygames` it is the function that lists
the games, and a subpackage that has been imported is an attribute of the function, too.

Examples
--------
>>> import polygames.games.split
>>> polygames.games()
('polygon', 'splinter', 'split', 'splitter', 'territory')
>>> polygames.games.split.INFO.name
'split'
"""

from __future__ import annotations

import sys
from types import ModuleType

from polygames.core import registry


class _Package(ModuleType):
    """The class of this package, which adds its subpackages to the function `games`, too."""

    def __setattr__(self, name: str, value: object) -> None:
        """Set an attribute; set an imported subpackage on the function `games`, too."""
        super().__setattr__(name, value)
        if isinstance(value, ModuleType) and value.__name__ == f"{__name__}.{name}":
            setattr(registry.games, name, value)


registry.add_folders(__name__, __path__)
sys.modules[__name__].__class__ = _Package
