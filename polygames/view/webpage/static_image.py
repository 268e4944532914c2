"""A picture as SVG in few bytes: what is seen where scripts are not run."""

from __future__ import annotations

from html import escape
from itertools import groupby
from typing import TYPE_CHECKING, Any, Final

from polygames.scene.painting import BASELINE
from polygames.view.webpage.pictures import WIDTH

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

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
    <path d="M0,0L1000,500" fill="none" stroke="#222222" stroke-width="1.0"/>
    </svg>
    """
    styles, primitives = pictures.styles, pictures.primitives
    chosen = (primitives[number] for number in numbers)
    runs = groupby(chosen, key=lambda primitive: primitive[0])
    drawn = [_run(styles[style], [place for _, *place in run]) for style, run in runs]
    attributes = {"xmlns": SPACE, "role": "img", "viewBox": f"0 0 {WIDTH} {pictures.height}"}
    head = _tag("svg", attributes) + ">"
    return "\n".join([f"{head}<title>{escape(title)}</title>", *drawn, "</svg>"])


def _run(style: dict[str, Any], places: Sequence[Sequence[Any]]) -> str:
    """Return primitives of one style as one element, or as a group of texts."""
    kind = style["kind"]
    if kind == "text":
        return "".join(_words(style, *place) for place in places)
    path = "".join(_PATHS[kind](*place) for place in places)
    fill = "none" if kind == "segment" else style.get("fill", "none")
    attributes = {"d": path, "fill": fill}
    if "stroke" in style:
        attributes |= {"stroke": style["stroke"], "stroke-width": style["width"]}
    if "alpha" in style:
        attributes["stroke-opacity" if kind == "segment" else "fill-opacity"] = style["alpha"]
    return _tag("path", attributes) + "/>"


def _line(x: float, y: float, u: float, v: float) -> str:
    return f"M{x},{y}L{u},{v}"


def _ring(*numbers: float) -> str:
    return "M" + " ".join(f"{x},{y}" for x, y in _pairs(numbers)) + "Z"


def _round(x: float, y: float, r: float) -> str:
    return f"M{x - r:.6g},{y}a{r},{r} 0 1 0 {2 * r:.6g},0a{r},{r} 0 1 0 {-2 * r:.6g},0"


_PATHS: Final[dict[str, Callable[..., str]]] = {
    "segment": _line,
    "polygon": _ring,
    "disc": _round,
}


def _words(style: dict[str, Any], x: float, y: float, size: float, text: str) -> str:
    attributes = {
        "x": x,
        "y": round(y + BASELINE * size, 1),
        "font-size": size,
        "fill": style["fill"],
    }
    attributes["text-anchor"] = _ANCHORS[style["align"]]
    if "bold" in style:
        attributes["font-weight"] = "bold"
    if "halo" in style:
        width = style.get("rim", 3)
        attributes |= {"stroke": style["halo"], "stroke-width": width, "paint-order": "stroke"}
        attributes["stroke-linejoin"] = "round"
    return f"{_tag('text', attributes)}>{escape(text)}</text>"


def _tag(name: str, attributes: dict[str, Any]) -> str:
    return f"<{name}" + "".join(f' {key}="{value}"' for key, value in attributes.items())


def _pairs(numbers: Sequence[float]) -> Iterator[tuple[float, float]]:
    return zip(numbers[::2], numbers[1::2], strict=True)
