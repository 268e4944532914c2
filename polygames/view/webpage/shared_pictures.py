"""The pictures of many states as compact data; shared primitives are stored once.

A picture can also be written as SVG, for readers without scripts.
"""

from __future__ import annotations

import json
from base64 import b64encode
from bisect import bisect_left
from html import escape
from itertools import accumulate, chain, groupby
from typing import TYPE_CHECKING, Any, Final
from zlib import compress, crc32

from polygames.scene.model import Disc, Polygon, Segment, Text, Window
from polygames.scene.projection import BASELINE_DROP

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

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
        """The distinct primitives, each as its style number, then its place and size in parts.

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
        """Return the change between pictures: repeated counts of kept, removed and added numbers.

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
        """Return the primitives by column, which compress to half the size of rows.

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


# Pictures as compact SVG

SVG_NAMESPACE: Final = "http://www.w3.org/2000/svg"

_SVG_ANCHORS: Final = {"left": "start", "center": "middle", "right": "end"}


def static_image(pictures: Pictures, numbers: Sequence[int], title: str) -> str:
    """Return a picture as one ``<svg>`` element; neighbours with a common style share an element.

    Examples
    --------
    >>> from polygames.scene.model import Segment, Window
    >>> pictures = Pictures(Window(0, 0, 2, 1))
    >>> numbers = pictures.primitive_numbers((Segment((0, 0), (2, 1), "#222222"),))
    >>> print(static_image(pictures, numbers, "A line"))
    <svg xmlns="http://www.w3.org/2000/svg" role="img" viewBox="0 0 1000 500"><title>A line</title>
    <path d="M0,0l1000,500" fill="none" stroke="#222222"/>
    </svg>
    """
    styles, primitives = pictures.styles, pictures.primitives
    chosen = (primitives[number] for number in numbers)
    alike = groupby(chosen, key=lambda each: _grouping_key(styles[each[0]], each))
    runs = [(styles[look[0]], [place for _, *place in run]) for look, run in alike]
    attributes = {
        "xmlns": SVG_NAMESPACE,
        "role": "img",
        "viewBox": f"0 0 {PICTURE_UNITS} {pictures.height}",
    }
    head = _tag("svg", attributes) + ">"
    return "\n".join([f"{head}<title>{escape(title)}</title>", *_iter_elements(runs), "</svg>"])


def _grouping_key(style: dict[str, Any], primitive: Sequence[Any]) -> tuple[Any, ...]:
    """Return the grouping key of a primitive: its style, and the size of a disc or text."""
    return (primitive[0], primitive[3]) if style["kind"] in {"disc", "text"} else (primitive[0],)


def _iter_elements(runs: Sequence[tuple[dict[str, Any], Sequence[Sequence[Any]]]]) -> Iterator[str]:
    """Yield runs of primitives as SVG elements; neighbours with the same outline form a group."""
    for pen, neighbours in groupby(runs, key=lambda run: _outline_attributes(run[0])):
        group = list(neighbours)
        if pen and len(group) > 1:
            yield f"{_tag('g', pen)}>{''.join(_run_element(*run, {}) for run in group)}</g>"
        else:
            yield from (_run_element(*run, pen) for run in group)


def _outline_attributes(style: dict[str, Any]) -> dict[str, Any]:
    """Return the SVG attributes of an outline; empty for texts and filled discs."""
    if "stroke" not in style or (style["kind"] == "disc" and "fill" in style):
        return {}
    wide = {"stroke-width": style["width"]} if style["width"] != 1 else {}
    return {"stroke": style["stroke"]} | wide


def _run_element(
    style: dict[str, Any], geometries: Sequence[Sequence[Any]], pen: dict[str, Any]
) -> str:
    """Return primitives of one style as one SVG element or group."""
    kind, alpha = style["kind"], style.get("alpha")
    if kind == "text":
        return _text_group(style, geometries)
    if kind == "disc" and "fill" in style:
        return _disc_elements(style, geometries)
    attributes = {"d": "".join(_PATH_WRITERS[kind](*place) for place in geometries)}
    attributes["fill"] = "none" if kind == "segment" else style.get("fill", "none")
    attributes |= pen
    if alpha is not None:
        attributes["stroke-opacity" if kind == "segment" else "fill-opacity"] = alpha
    return _tag("path", attributes) + "/>"


def _open_path(*numbers: int) -> str:
    """Return an SVG path along relative points, rounded to whole picture units."""
    points = accumulate(
        zip(numbers[::2], numbers[1::2], strict=True), lambda a, b: (a[0] + b[0], a[1] + b[1])
    )
    (x, y), *others = places = [(_to_units(x), _to_units(y)) for x, y in points]
    steps = ((u - x, v - y) for (x, y), (u, v) in zip(places, others, strict=False))
    return f"M{x},{y}" + "".join(
        f"h{right}" if not down else f"v{down}" if not right else f"l{right},{down}"
        for right, down in steps
    )


def _to_units(parts: float) -> int:
    return round(parts / PARTS_PER_UNIT)


def _closed_path(*numbers: int) -> str:
    return f"{_open_path(*numbers)}z"


def _circle_path(*numbers: int) -> str:
    x, y, r = map(_to_units, numbers)
    return f"M{x - r},{y}a{r},{r} 0 1 0 {2 * r},0a{r},{r} 0 1 0 {-2 * r},0"


_PATH_WRITERS: Final[dict[str, Callable[..., str]]] = {
    "segment": _open_path,
    "polygon": _closed_path,
    "disc": _circle_path,
}


def _disc_elements(style: dict[str, Any], geometries: Sequence[Sequence[Any]]) -> str:
    """Return filled discs of one radius as SVG: points drawn with a round pen, above their rims."""
    path = "".join(f"M{_to_units(x)},{_to_units(y)}h0" for x, y, _ in geometries)
    size, rim = 2 * geometries[0][2] / PARTS_PER_UNIT, style["width"] if "stroke" in style else 0.0
    pen = {"stroke": style["fill"], "stroke-width": round(size - rim, 1)}
    if "alpha" in style:
        pen["stroke-opacity"] = style["alpha"]
    if not rim:
        return _tag("path", {"d": path, "stroke-linecap": "round", **pen}) + "/>"
    name = f"d{crc32(repr((style, geometries)).encode()):x}"
    below = {"stroke": style["stroke"], "stroke-width": round(size + rim, 1)}
    dots = _tag("path", {"id": name, "d": path, "stroke-linecap": "round"})
    return f"{_tag('g', below)}>{dots}/></g>{_tag('use', {'href': f'#{name}', **pen})}/>"


def _text_group(style: dict[str, Any], geometries: Sequence[Sequence[Any]]) -> str:
    """Return texts of one size as an SVG group."""
    size = geometries[0][2] / PARTS_PER_UNIT
    attributes = {
        "font-size": size,
        "fill": style["fill"],
        "text-anchor": _SVG_ANCHORS[style["align"]],
    }
    if "bold" in style:
        attributes["font-weight"] = "bold"
    if "halo" in style:
        width = style.get("rim", 3)
        attributes |= {"stroke": style["halo"], "stroke-width": width, "paint-order": "stroke"}
        attributes["stroke-linejoin"] = "round"
    texts = [
        (_to_units(x), round(y / PARTS_PER_UNIT + BASELINE_DROP * size), text)
        for x, y, _, text in geometries
    ]
    return f"{_tag('g', attributes)}>{''.join(_iter_text_elements(texts))}</g>"


def _iter_text_elements(texts: Sequence[tuple[int, int, str]]) -> Iterator[str]:
    """Yield SVG elements for texts at points (x, y); single digits in a row share one element.

    A text with several x places and aligns each of its characters by its own x. Only digits
    are joined: letters could become a ligature.
    """
    for (y, is_digit), row in groupby(texts, key=lambda each: (each[1], _is_digit(each[2]))):
        found = [(str(x), text) for x, _, text in row]
        for part in [found] if is_digit else [[each] for each in found]:
            across, words = " ".join(x for x, _ in part), "".join(text for _, text in part)
            yield f'<text x="{across}" y="{y}">{escape(words)}</text>'


def _is_digit(text: str) -> bool:
    return len(text) == 1 and text in "0123456789"


def _tag(name: str, attributes: dict[str, Any]) -> str:
    return f"<{name}" + "".join(f' {key}="{value}"' for key, value in attributes.items())
