"""The pictures of many states as compact data; shared primitives are stored once."""

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

PICTURE_UNITS: Final = 1000
"""The width of a picture on the page, in its own units."""
PARTS_PER_UNIT: Final = 10
"""The resolution of coordinates, in parts per unit."""

_GEOMETRY_FIELDS: Final = frozenset(
    {"points", "start", "end", "center", "radius", "at", "size", "text"}
)
_INVISIBLE_FIELDS: Final = frozenset({"target", "label"})


class Pictures:
    """The pictures of scenes with a common window, each stored as the change from another.

    Parameters
    ----------
    window
        The visible part of all scenes.
    has_targets
        Whether the page needs the targets of primitives for clicks.

    Examples
    --------
    >>> from polygames.scene.model import Disc, Window
    >>> pictures = Pictures(Window(0, 0, 10, 10))
    >>> stone = Disc((5, 5), 2, fill="#222222")
    >>> first = pictures.primitive_numbers((stone,))
    >>> pictures.encode_change(first, pictures.primitive_numbers((Disc((1, 1), 1), stone)))
    [0, 0, 1]
    >>> pictures.added_numbers
    [1]
    >>> pictures.primitives
    [[0, 5000, 5000, 2000], [1, 1000, 1000, 1000]]
    >>> pictures.styles[0]
    {'kind': 'disc', 'fill': '#222222', 'width': 1.0}
    """

    def __init__(self, window: Window, *, has_targets: bool = False) -> None:
        self._window, self._has_targets = window, has_targets
        self._scale = PICTURE_UNITS / (window.right - window.left)
        self._styles: dict[Any, int] = {}
        self._primitives: dict[Any, int] = {}
        self._number_cache: dict[Primitive, int] = {}
        self._last_added = 0
        self.added_numbers: list[int] = []
        """The numbers added by all changes, each as its difference to the one before it.

        They are separate from the counts of `encode_change`: both compress better that way.
        """

    @property
    def height(self) -> int:
        """The height of a picture on the page, in the same units as `PICTURE_UNITS`."""
        return round((self._window.bottom - self._window.top) * self._scale)

    @property
    def styles(self) -> list[dict[str, Any]]:
        """The styles of the primitives, by number."""
        return [dict(style) for style in self._styles]

    @property
    def primitives(self) -> list[list[Any]]:
        """The distinct primitives, each as its style number followed by its place and size.

        The second and later points are relative to the point before.
        """
        return [list(each) for each in self._primitives]

    def primitive_numbers(self, scene: Scene) -> list[int]:
        """Return the numbers of a scene's primitives, in painting order."""
        found = []
        for each in scene:
            number = self._number_cache.get(each)
            if number is None and not isinstance(each, Window):
                number = _number_for(
                    self._primitives, (self._style_number(each), *self._geometry_parts(each))
                )
                self._number_cache[each] = number
            if number is not None:
                found.append(number)
        return found

    def encode_change(self, old_numbers: Sequence[int], new_numbers: Sequence[int]) -> list[int]:
        """Return a picture change as a flat list: repeated counts of kept, removed and added.

        The added numbers are appended to `added_numbers`.
        """
        told: list[int] = []
        i = k = done = 0
        for at, to in [
            *_common_subsequence(old_numbers, new_numbers),
            (len(old_numbers), len(new_numbers)),
        ]:
            if at > i or to > k:
                told += [i - done, at - i, to - k]
                for number in new_numbers[k:to]:
                    self.added_numbers.append(number - self._last_added)
                    self._last_added = number
                done = at
            i, k = at + 1, to + 1
        return told

    def pack(self, **more: Any) -> str:
        """Return all pictures and the data `more` as one text: compressed JSON in base 64."""
        told = {"styles": self.styles, **self._columns(), "added": self.added_numbers}
        told["height"] = self.height
        text = json.dumps(told | more, separators=(",", ":"), default=float)
        return b64encode(compress(text.encode(), 9)).decode()

    def _columns(self) -> dict[str, Any]:
        """Return the primitives by column, which compresses to half the size of rows.

        Each column has one number per primitive: its style, x, y, or the number of its shape.
        There are few shapes, since most cells of a board have the same size.
        """
        shapes: dict[Any, int] = {}
        rows = [
            (style, x, y, _number_for(shapes, tuple(shape)))
            for style, x, y, *shape in self._primitives
        ]
        names = ("style", "x", "y", "shape")
        columns = {name: [row[i] for row in rows] for i, name in enumerate(names)}
        return {"shapes": list(shapes), "primitives": columns}

    def _style_number(self, primitive: Primitive) -> int:
        """Return the number of a primitive's style: all fields but place, size and defaults."""
        left_out = _GEOMETRY_FIELDS if self._has_targets else _GEOMETRY_FIELDS | _INVISIBLE_FIELDS
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
        return _number_for(self._styles, tuple(style))

    def _geometry_parts(self, primitive: Primitive) -> tuple[Any, ...]:
        match primitive:
            case Polygon(points=points):
                return self._path_parts(points)
            case Segment(start=start, end=end):
                return self._path_parts((start, end))
            case Disc(center=center, radius=radius):
                return (*self._point_parts(center), self._length_parts(radius))
            case Text(at=at, size=size, text=text):
                return (*self._point_parts(at), self._length_parts(size), text)
            case Window():
                return ()

    def _path_parts(self, points: Sequence[Point]) -> tuple[int, ...]:
        first, *others = places = [self._point_parts(point) for point in points]
        steps = ((x - u, y - v) for (x, y), (u, v) in zip(others, places, strict=False))
        return tuple(chain(first, *steps))

    def _point_parts(self, point: Point) -> tuple[int, int]:
        return self._length_parts(point[0] - self._window.left), self._length_parts(
            point[1] - self._window.top
        )

    def _length_parts(self, length: float) -> int:
        return round(length * self._scale * PARTS_PER_UNIT)


def _number_for(numbers: dict[Any, int], key: Any) -> int:
    """Return the number of a key; a new key gets the next one."""
    return numbers.setdefault(key, len(numbers))


def _common_subsequence(
    old_numbers: Sequence[int], new_numbers: Sequence[int]
) -> list[tuple[int, int]]:
    """Return the longest common subsequence, as pairs of indexes into both pictures.

    If a number occurs more than once in `old_numbers`, its last index is used.
    """
    place = {number: at for at, number in enumerate(old_numbers)}
    ends: list[int] = []  # the smallest last index in `old_numbers`, by length
    rows: list[tuple[int, int, Any]] = []  # linked lists: the two indexes and the list before them
    for to, number in enumerate(new_numbers):
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
