"""SVG pictures of scenes for a page, a file or a notebook, made with the standard library."""

from __future__ import annotations

import re
from html import escape
from typing import TYPE_CHECKING, Final

from polygames.scene.model import Disc, Polygon, Primitive, Segment, Text, Window, scene_window
from polygames.scene.palette import PAPER
from polygames.scene.projection import BASELINE_DROP, PrimitiveCache, expand_arrows, project
from polygames.scene.viewport import Viewport, fitting_height

if TYPE_CHECKING:
    from collections.abc import Iterable

    from polygames.scene.model import Scene

_SVG_NAMESPACE: Final = "http://www.w3.org/2000/svg"

_TEXT_ANCHORS: Final = {"left": "start", "center": "middle", "right": "end"}

_NOT_XML: Final = re.compile("[^\t\n\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def svg(scene: Scene, width: float = 480, *, title: str = "Board") -> str:
    """Return the scene as an SVG document.

    Coordinates are in pixels, not in scene units: browsers store coordinates and font sizes in
    single precision, which is not enough for a deep zoom or a huge polygon. Equal scenes give equal
    texts.

    Parameters
    ----------
    scene
        The primitives in painting order.
    width
        The width of the picture in pixels; the height follows from the scene's window.
    title
        The title of the picture, for screen readers.

    Returns
    -------
    str
        One ``<svg>`` element, for a page or a file.

    Examples
    --------
    >>> from polygames.scene.model import Disc, Window
    >>> print(svg((Window(0, 0, 2, 1), Disc((1, 0.5), 0.5, fill="#cc3311")), 200))
    <svg xmlns="http://www.w3.org/2000/svg" role="img" width="200" height="100" \
viewBox="0 0 200 100" font-family="sans-serif" stroke-linecap="round" stroke-linejoin="round">
    <title>Board</title>
    <rect width="200" height="100" fill="#ffffff"/>
    <circle cx="100" cy="50" r="50" fill="#cc3311"/>
    </svg>
    """
    window = scene_window(scene)
    view = Viewport.fit(window, width, fitting_height(window, width))
    size = f'width="{_number_text(view.width)}" height="{_number_text(view.height)}"'
    head = [f"<title>{_escape_xml(title)}</title>", f'<rect {size} fill="{PAPER}"/>']
    return svg_document(view, [*head, *map(_element, expand_arrows(project(scene, view)))])


def svg_document(view: Viewport, elements: Iterable[str]) -> str:
    """Return an SVG document with the size of a viewport that contains these elements."""
    wide, high = _number_text(view.width), _number_text(view.height)
    style = 'font-family="sans-serif" stroke-linecap="round" stroke-linejoin="round"'
    size = f'width="{wide}" height="{high}" viewBox="0 0 {wide} {high}"'
    head = f'<svg xmlns="{_SVG_NAMESPACE}" role="img" {size} {style}>'
    return "\n".join([head, *elements, "</svg>"])


class ElementCache:
    """A cache of SVG elements of primitives, reused for those that the next picture shares.

    The elements have no labels, because this picture is not hovered itself.
    """

    def __init__(self) -> None:
        self._cache = PrimitiveCache[str]()

    def get_elements(self, primitives: Iterable[Primitive]) -> list[str]:
        """Return primitives in pixels as SVG elements, reusing elements from the last call."""
        return self._cache.get_values(primitives, None, _without_label)


def _without_label(primitive: Primitive) -> str:
    return "".join(_element(each, is_labelled=False) for each in expand_arrows([primitive]))


def _element(primitive: Primitive, *, is_labelled: bool = True) -> str:
    match primitive:
        case Polygon(points=points):
            corners = " ".join(f"{_number_text(x)},{_number_text(y)}" for x, y in points)
            label = primitive.label if is_labelled else ""
            return _tag("polygon", label, points=corners, **_style_attributes(primitive))
        case Disc(center=(x, y), radius=radius):
            numbers = {"cx": _number_text(x), "cy": _number_text(y), "r": _number_text(radius)}
            label = primitive.label if is_labelled else ""
            return _tag("circle", label, **numbers, **_style_attributes(primitive))
        case Segment():
            return _line_element(primitive)
        case Text():
            return _text_element(primitive)
        case Window():
            return ""


def _line_element(segment: Segment) -> str:
    (x1, y1), (x2, y2) = segment.start, segment.end
    ends = {
        "x1": _number_text(x1),
        "y1": _number_text(y1),
        "x2": _number_text(x2),
        "y2": _number_text(y2),
    }
    opacity = {} if segment.alpha == 1 else {"stroke_opacity": _number_text(segment.alpha)}
    width = _number_text(segment.width)
    return _tag("line", **ends, stroke=segment.stroke, stroke_width=width, **opacity)


def _text_element(text: Text) -> str:
    x, y = text.at
    attributes = {
        "x": _number_text(x),
        "y": _number_text(y + BASELINE_DROP * text.size),
        "font_size": _number_text(text.size),
        "text_anchor": _TEXT_ANCHORS[text.align],
        "fill": text.fill,
    }
    if text.bold:
        attributes["font_weight"] = "bold"
    if text.halo:
        width = _number_text(text.rim)
        attributes |= {"stroke": text.halo, "stroke_width": width, "paint_order": "stroke"}
        attributes["stroke_linejoin"] = "round"
    return _open_tag("text", attributes) + f">{_escape_xml(text.text)}</text>"


def _style_attributes(shape: Polygon | Disc) -> dict[str, str]:
    style = {"fill": shape.fill or "none"}
    if shape.fill and shape.alpha != 1:
        style["fill_opacity"] = _number_text(shape.alpha)
    if shape.stroke:
        style |= {"stroke": shape.stroke, "stroke_width": _number_text(shape.width)}
    return style


def _tag(name: str, label: str = "", **attributes: str) -> str:
    opened = _open_tag(name, attributes)
    return f"{opened}><title>{_escape_xml(label)}</title></{name}>" if label else f"{opened}/>"


def _open_tag(name: str, attributes: dict[str, str]) -> str:
    pairs = (f' {key.replace("_", "-")}="{escape(value)}"' for key, value in attributes.items())
    return f"<{name}{''.join(pairs)}"


def _number_text(value: float) -> str:
    """Return a number as text with up to two decimals; -0 becomes 0."""
    written = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if written == "-0" else written


def _escape_xml(text: str) -> str:
    """Return a text escaped for XML, with characters that XML forbids replaced."""
    return escape(_NOT_XML.sub("\ufffd", text), quote=False)
