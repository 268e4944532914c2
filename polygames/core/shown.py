"""How results show themselves: as a picture in a notebook, as a plot, as a page of their own.

What draws them stands on higher floors and needs libraries. `polygames/__init__.py` names it, once,
for each kind of result.
"""

from __future__ import annotations

from base64 import b64encode
from typing import TYPE_CHECKING, Any, ClassVar

from polygames.core.errors import MissingExtraError

if TYPE_CHECKING:
    import os
    from collections.abc import Callable, Mapping
    from pathlib import Path

_ways: dict[str, Mapping[str, Callable[..., Any]]] = {}


def set_ways(ways: Mapping[str, Mapping[str, Callable[..., Any]]]) -> None:
    """Name what draws each kind of result: its ``png``, its ``plot`` and its ``page``."""
    _ways.update(ways)


def way(kind: str, name: str) -> Callable[..., Any]:
    """Return what shows a kind of result in one of these ways."""
    return _ways[kind][name]


class Shown:
    """A result that shows itself, and whose text is what ``str`` says of it."""

    __slots__ = ()

    _kind: ClassVar[str]

    def __init_subclass__(cls, kind: str) -> None:
        """Say by which name its ways are known."""
        cls._kind = kind

    def save_html(self, path: str | os.PathLike[str]) -> Path:
        """Save it as a page that needs no server: see `polygames.Record.save_html`.

        Examples
        --------
        >>> pg.puzzles("polygon")[0].save_html("puzzle.html").name
        'puzzle.html'
        """
        written: Path = way(self._kind, "page")(self, path)
        return written

    def _repr_mimebundle_(self, **_: object) -> dict[str, str]:
        """Return its text, with a picture or, where nothing draws one, what stands in for it."""
        text = {"text/plain": str(self)}
        try:
            return text | {"image/png": b64encode(way(self._kind, "png")(self)).decode()}
        except MissingExtraError:
            return text | self._undrawn()

    def _undrawn(self) -> dict[str, str]:
        """Return what a notebook shows where the library that draws is missing."""
        return {}
