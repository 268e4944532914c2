"""The pictures of many states as small data: what two of them share is written once."""

from __future__ import annotations

from difflib import SequenceMatcher
from itertools import chain
from typing import TYPE_CHECKING, Any, Final

from polygames.scene.model import Disc, Polygon, Segment, Text, Window

if TYPE_CHECKING:
    from collections.abc import Sequence

    from polygames.scene.model import Point, Primitive, Scene

WIDTH: Final = 1000
"""How wide a picture is on the page, in units of its own; places are told to a tenth of one."""

_GEOMETRY: Final = frozenset({"points", "start", "end", "center", "radius", "at", "size", "text"})
_UNSEEN: Final = frozenset({"target", "label"})


class Pictures:
    """Scenes of one window, each told by how it differs from another one.

    Parameters
    ----------
    window
        What is seen of all of them.
    has_targets
        Whether the page tells what a click on a primitive stands for.

    Examples
    --------
    >>> from polygames.scene.model import Disc, Window
    >>> pictures = Pictures(Window(0, 0, 10, 10))
    >>> stone = Disc((5, 5), 2, fill="#222222")
    >>> first = pictures.numbers((stone,))
    >>> pictures.change(first, pictures.numbers((stone, stone)))
    [[1, 0, [0]]]
    >>> pictures.primitives, pictures.styles
    ([[0, 500, 500, 200]], [{'kind': 'disc', 'fill': '#222222', 'width': 1.0}])
    """

    def __init__(self, window: Window, *, has_targets: bool = False) -> None:
        self._window, self._has_targets = window, has_targets
        self._scale = WIDTH / (window.right - window.left)
        self._styles: dict[Any, int] = {}
        self._primitives: dict[Any, int] = {}

    @property
    def height(self) -> int:
        """How high a picture is on the page, for its `WIDTH`."""
        return round((self._window.bottom - self._window.top) * self._scale)

    @property
    def styles(self) -> list[dict[str, Any]]:
        """What primitives can look like."""
        return [dict(style) for style in self._styles]

    @property
    def primitives(self) -> list[list[Any]]:
        """Each primitive once: the number of its style, then where and how large it is."""
        return [list(each) for each in self._primitives]

    def numbers(self, scene: Scene) -> list[int]:
        """Return a scene as the numbers of its primitives, in painting order."""
        seen = [each for each in scene if not isinstance(each, Window)]
        return [_number(self._primitives, (self._style(each), *self._place(each))) for each in seen]

    @staticmethod
    def change(before: Sequence[int], after: Sequence[int]) -> list[list[Any]]:
        """Say how one picture becomes another, from its end on: place, how many go, new ones."""
        steps = SequenceMatcher(None, before, after, autojunk=False).get_opcodes()
        return [[i, j - i, [*after[k:m]]] for tag, i, j, k, m in steps[::-1] if tag != "equal"]

    def _style(self, primitive: Primitive) -> int:
        """Return the number of what a primitive looks like, without what is taken for granted."""
        left_out = _GEOMETRY if self._has_targets else _GEOMETRY | _UNSEEN
        style = [("kind", type(primitive).__name__.lower())]
        for name in type(primitive).__slots__:
            value = getattr(primitive, name)
            granted = (
                value is None
                or value is False
                or value == ""
                or (name, value) in (("alpha", 1), ("rim", 3))
            )
            if name not in left_out and not granted:
                style.append((name, value))
        return _number(self._styles, tuple(style))

    def _place(self, primitive: Primitive) -> tuple[Any, ...]:
        match primitive:
            case Polygon(points=points):
                return tuple(chain.from_iterable(map(self._at, points)))
            case Segment(start=start, end=end):
                return (*self._at(start), *self._at(end))
            case Disc(center=center, radius=radius):
                return (*self._at(center), self._long(radius))
            case Text(at=at, size=size, text=text):
                return (*self._at(at), self._long(size), text)
            case Window():
                return ()

    def _at(self, point: Point) -> tuple[float, float]:
        return self._long(point[0] - self._window.left), self._long(point[1] - self._window.top)

    def _long(self, length: float) -> float:
        short = round(length * self._scale, 1)
        return int(short) if short == int(short) else short


def _number(known: dict[Any, int], key: Any) -> int:
    """Return the number of a key, the next one if it is new."""
    return known.setdefault(key, len(known))
