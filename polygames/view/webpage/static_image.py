"""A picture as SVG in few bytes: what is seen where scripts are not run."""

from __future__ import annotations

from html import escape
from itertools import accumulate, groupby
from typing import TYPE_CHECKING, Any, Final
from zlib import crc32

from polygames.scene.painting import BASELINE
from polygames.view.webpage.pictures import PARTS, WIDTH

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from polygames.view.webpage.pictures import Pictures

SPACE: Final = "http://www.w3.org/2000/svg"

_ANCHORS: Final = {"left": "start", "center": "middle", "right": "end"}


def static_image(pictures: Pictures, numbers: Sequence[int], title: str) -> str:
    """Return a picture as one ``<svg>`` element; neighbours that look alike share what they say.

    Examples
    --------
    >>> from polygames.scene.model import Segment, Window
    >>> from polygames.view.webpage.pictures import Pictures
    >>> pictures = Pictures(Window(0, 0, 2, 1))
    >>> numbers = pictures.numbers((Segment((0, 0), (2, 1), "#222222"),))
    >>> print(static_image(pictures, numbers, "A line"))
    <svg xmlns="http://www.w3.org/2000/svg" role="img" viewBox="0 0 1000 500"><title>A line</title>
    <path d="M0,0l1000,500" fill="none" stroke="#222222"/>
    </svg>
    """
    styles, primitives = pictures.styles, pictures.primitives
    chosen = (primitives[number] for number in numbers)
    runs = groupby(chosen, key=lambda each: _alike(styles[each[0]], each))
    drawn = [_run(styles[look[0]], [place for _, *place in run]) for look, run in runs]
    attributes = {"xmlns": SPACE, "role": "img", "viewBox": f"0 0 {WIDTH} {pictures.height}"}
    head = _tag("svg", attributes) + ">"
    return "\n".join([f"{head}<title>{escape(title)}</title>", *drawn, "</svg>"])


def _alike(style: dict[str, Any], primitive: Sequence[Any]) -> tuple[Any, ...]:
    """Return what primitives share that are written as one: discs and texts have one size."""
    return (primitive[0], primitive[3]) if style["kind"] in {"disc", "text"} else (primitive[0],)


def _run(style: dict[str, Any], places: Sequence[Sequence[Any]]) -> str:
    """Return primitives of one style as one element, or as a group."""
    kind, alpha = style["kind"], style.get("alpha")
    if kind == "text":
        return _words(style, places)
    if kind == "disc" and "fill" in style:
        return _dots(style, places)
    attributes = {"d": "".join(_PATHS[kind](*place) for place in places)}
    attributes["fill"] = "none" if kind == "segment" else style.get("fill", "none")
    if "stroke" in style:
        attributes["stroke"] = style["stroke"]
        if style["width"] != 1:
            attributes["stroke-width"] = style["width"]
    if alpha is not None:
        attributes["stroke-opacity" if kind == "segment" else "fill-opacity"] = alpha
    return _tag("path", attributes) + "/>"


def _line(*numbers: int) -> str:
    """Return a path along a way, to a thousandth of the picture."""
    points = accumulate(
        zip(numbers[::2], numbers[1::2], strict=True), lambda a, b: (a[0] + b[0], a[1] + b[1])
    )
    (x, y), *others = places = [(_short(x), _short(y)) for x, y in points]
    steps = ((u - x, v - y) for (x, y), (u, v) in zip(places, others, strict=False))
    return f"M{x},{y}" + "".join(
        f"h{right}" if not down else f"v{down}" if not right else f"l{right},{down}"
        for right, down in steps
    )


def _short(parts: float) -> int:
    return round(parts / PARTS)


def _ring(*numbers: int) -> str:
    return f"{_line(*numbers)}z"


def _round(*numbers: int) -> str:
    x, y, r = map(_short, numbers)
    return f"M{x - r},{y}a{r},{r} 0 1 0 {2 * r},0a{r},{r} 0 1 0 {-2 * r},0"


_PATHS: Final[dict[str, Callable[..., str]]] = {
    "segment": _line,
    "polygon": _ring,
    "disc": _round,
}


def _dots(style: dict[str, Any], places: Sequence[Sequence[Any]]) -> str:
    """Return filled discs of one radius: dots of a round pen, and their rims below them."""
    path = "".join(f"M{_short(x)},{_short(y)}h0" for x, y, _ in places)
    size, rim = 2 * places[0][2] / PARTS, style["width"] if "stroke" in style else 0.0
    pen = {"stroke": style["fill"], "stroke-width": round(size - rim, 1)}
    if "alpha" in style:
        pen["stroke-opacity"] = style["alpha"]
    if not rim:
        return _tag("path", {"d": path, "stroke-linecap": "round", **pen}) + "/>"
    name = f"d{crc32(repr((style, places)).encode()):x}"
    below = {"stroke": style["stroke"], "stroke-width": round(size + rim, 1)}
    dots = _tag("path", {"id": name, "d": path, "stroke-linecap": "round"})
    return f"{_tag('g', below)}>{dots}/></g>{_tag('use', {'href': f'#{name}', **pen})}/>"


def _words(style: dict[str, Any], places: Sequence[Sequence[Any]]) -> str:
    """Return texts of one size as a group."""
    size = places[0][2] / PARTS
    attributes = {
        "font-size": size,
        "fill": style["fill"],
        "text-anchor": _ANCHORS[style["align"]],
    }
    if "bold" in style:
        attributes["font-weight"] = "bold"
    if "halo" in style:
        width = style.get("rim", 3)
        attributes |= {"stroke": style["halo"], "stroke-width": width, "paint-order": "stroke"}
        attributes["stroke-linejoin"] = "round"
    texts = (
        f'<text x="{_short(x)}" y="{round(y / PARTS + BASELINE * size)}">{escape(text)}</text>'
        for x, y, _, text in places
    )
    return f"{_tag('g', attributes)}>{''.join(texts)}</g>"


def _tag(name: str, attributes: dict[str, Any]) -> str:
    return f"<{name}" + "".join(f' {key}="{value}"' for key, value in attributes.items())
