"""The pictures of many states as small data: what two of them share is written once."""

from __future__ import annotations

import json
from base64 import b64encode
from bisect import bisect_left
from itertools import chain
from typing import TYPE_CHECKING, Any, Final
from zlib import compress

from polygames.scene.model import Disc, Polygon, Segment, Text, Window

if TYPE_CHECKING:
    from collections.abc import Sequence

    from polygames.scene.model import Point, Primitive, Scene

WIDTH: Final = 1000
"""How wide a picture is on the page, in units of its own."""
PARTS: Final = 10
"""Places are told in whole parts of a unit."""

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
    >>> pictures.change(first, pictures.numbers((Disc((1, 1), 1), stone)))
    [0, 0, 1, 1]
    >>> pictures.primitives
    [[0, 5000, 5000, 2000], [1, 1000, 1000, 1000]]
    >>> pictures.styles[0]
    {'kind': 'disc', 'fill': '#222222', 'width': 1.0}
    """

    def __init__(self, window: Window, *, has_targets: bool = False) -> None:
        self._window, self._has_targets = window, has_targets
        self._scale = WIDTH / (window.right - window.left)
        self._styles: dict[Any, int] = {}
        self._primitives: dict[Any, int] = {}
        self._known: dict[Primitive, int] = {}
        self._last = 0

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
        """Each primitive once: the number of its style, then where and how large it is, in parts.

        Of several points each is told by its way from the one before.
        """
        return [list(each) for each in self._primitives]

    def numbers(self, scene: Scene) -> list[int]:
        """Return a scene as the numbers of its primitives, in painting order."""
        found = []
        for each in scene:
            number = self._known.get(each)
            if number is None and not isinstance(each, Window):
                number = _number(self._primitives, (self._style(each), *self._place(each)))
                self._known[each] = number
            if number is not None:
                found.append(number)
        return found

    def change(self, before: Sequence[int], after: Sequence[int]) -> list[int]:
        """Say how one picture becomes another: how many stay, how many go, how many come, which.

        This is said again and again up to the last change. A number that comes is told by how much
        it is more than the one that came before it, in this picture or an earlier one.
        """
        told: list[int] = []
        i = k = done = 0
        for at, to in [*_shared(before, after), (len(before), len(after))]:
            if at > i or to > k:
                told += [i - done, at - i, to - k]
                for number in after[k:to]:
                    told.append(number - self._last)
                    self._last = number
                done = at
            i, k = at + 1, to + 1
        return told

    def packed(self, **more: Any) -> str:
        """Return all pictures as one text: JSON, deflated, in base 64; with what else they need."""
        told = {"styles": self.styles, "primitives": self.primitives, "height": self.height}
        text = json.dumps(told | more, separators=(",", ":"), default=float)
        return b64encode(compress(text.encode(), 9)).decode()

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
                return self._way(points)
            case Segment(start=start, end=end):
                return self._way((start, end))
            case Disc(center=center, radius=radius):
                return (*self._at(center), self._long(radius))
            case Text(at=at, size=size, text=text):
                return (*self._at(at), self._long(size), text)
            case Window():
                return ()

    def _way(self, points: Sequence[Point]) -> tuple[int, ...]:
        first, *others = places = [self._at(point) for point in points]
        steps = ((x - u, y - v) for (x, y), (u, v) in zip(others, places, strict=False))
        return tuple(chain(first, *steps))

    def _at(self, point: Point) -> tuple[int, int]:
        return self._long(point[0] - self._window.left), self._long(point[1] - self._window.top)

    def _long(self, length: float) -> int:
        return round(length * self._scale * PARTS)


def _number(known: dict[Any, int], key: Any) -> int:
    """Return the number of a key, the next one if it is new."""
    return known.setdefault(key, len(known))


def _shared(before: Sequence[int], after: Sequence[int]) -> list[tuple[int, int]]:
    """Return where the longest part of a sequence stands that rises in both, as places in each.

    Of numbers that stand in a picture more than once the last place counts.
    """
    place = {number: at for at, number in enumerate(before)}
    ends: list[int] = []  # where the best row of each length ends in `before`
    rows: list[tuple[int, int, Any]] = []  # and the row itself: its end, and the one before that
    for to, number in enumerate(after):
        if (at := place.get(number)) is None:
            continue
        length = bisect_left(ends, at)
        row = (at, to, rows[length - 1] if length else None)
        ends[length : length + 1], rows[length : length + 1] = [at], [row]
    found, last = [], rows[-1] if rows else None
    while last is not None:
        at, to, last = last
        found.append((at, to))
    return found[::-1]
