"""Names that are imported when they are first used."""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from typing import Any


@dataclass(frozen=True, slots=True)
class Lazy:
    """A callable or module given by its dotted name, ``"package.module:name"``.

    It keeps the registry cheap: naming a plug loads nothing, calling it does.
    """

    path: str

    def load(self) -> Any:
        """Import and return what the path names.

        Examples
        --------
        >>> Lazy("math:sqrt").load()(9)
        3.0
        """
        module, _, name = self.path.partition(":")
        loaded = import_module(module)
        return getattr(loaded, name) if name else loaded

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """Call what the path names."""
        return self.load()(*args, **kwargs)
