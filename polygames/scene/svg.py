"""SVG pictures of scenes for a page, a file or a notebook, made with the standard library."""

from __future__ import annotations

import re
from functools import lru_cache
from html import escape
from typing import TYPE_CHECKING, Final

from polygames.scene.model import Disc, Polygon, Segment, Text, scene_window
from polygames.scene.palette import PAPER
from polygames.scene.projection import BASELINE_DROP, PrimitiveCache, expand_arrows, project
from polygames.scene.viewport import Viewport, fitting_height

if TYPE_CHECKING:
    from collections.abc import Iterable

    from polygames.scene.model import Primitive, Scene

_SVG_NAMESPACE: Final = "http://www.w3.org/2000/svg"

_TEXT_ANCHORS: Final = {"left": "start", "center": "middle", "right": "end"}

_SUPERFLUOUS_ZEROS: Final = re.compile(r"-(?=0\.00\b)|\.00\b|(?<=\.\d)0\b")
"""The parts of numbers with two decimals that can be left out: the zeros, and the sign of -0."""

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
    return svg_document(view, [*head, *map(_labelled_element, expand_arrows(project(scene, view)))])


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
        return self._cache.get_values(primitives, None, _element)


def _labelled_element(primitive: Primitive) -> str:
    """Return the SVG element of a primitive with its label, which browsers show as a tooltip."""
    element, label = _element(primitive), getattr(primitive, "label", "")
    if not label:
        return element
    kind = element[1 : element.index(" ")]
    return f"{element[:-2]}><title>{_escape_xml(label)}</title></{kind}>"


def _element(primitive: Primitive) -> str:
    """Return the SVG element of a primitive without its label; an arrow becomes two elements."""
    match primitive:
        case Polygon(points, fill, stroke, width, alpha):
            corners = _trim(" ".join([f"{x:.2f},{y:.2f}" for x, y in points]))
            return f'<polygon points="{corners}"{_shape_style(fill, stroke, width, alpha)}/>'
        case Disc((x, y), radius, fill, stroke, width, alpha):
            place = _trim(f'cx="{x:.2f}" cy="{y:.2f}" r="{radius:.2f}"')
            return f"<circle {place}{_shape_style(fill, stroke, width, alpha)}/>"
        case Segment(start, end, arrow=True) if start != end:
            return "".join(map(_element, expand_arrows([primitive])))
        case Segment((x, y), (u, v), stroke, width, alpha):
            ends = _trim(f'x1="{x:.2f}" y1="{y:.2f}" x2="{u:.2f}" y2="{v:.2f}"')
            return f"<line {ends}{_line_style(stroke, width, alpha)}/>"
        case Text((x, y), text, size):
            base = y + BASELINE_DROP * size
            place = _trim(f'x="{x:.2f}" y="{base:.2f}" font-size="{size:.2f}"')
            return f"<text {place}{_text_style(primitive)}>{_escape_xml(text)}</text>"
    return ""


@lru_cache(maxsize=256)
def _shape_style(fill: str | None, stroke: str | None, width: float, alpha: float) -> str:
    """Return the attributes for the colours of a polygon or disc."""
    opacity = f' fill-opacity="{_number_text(alpha)}"' if fill and alpha != 1 else ""
    outline = f' stroke="{escape(stroke)}" stroke-width="{_number_text(width)}"' if stroke else ""
    return f' fill="{escape(fill or "none")}"{opacity}{outline}'


@lru_cache(maxsize=256)
def _line_style(stroke: str, width: float, alpha: float) -> str:
    opacity = "" if alpha == 1 else f' stroke-opacity="{_number_text(alpha)}"'
    return f' stroke="{escape(stroke)}" stroke-width="{_number_text(width)}"{opacity}'


def _text_style(text: Text) -> str:
    bold = ' font-weight="bold"' if text.bold else ""
    halo = ""
    if text.halo:
        rim = _number_text(text.rim)
        halo = f' stroke="{escape(text.halo)}" stroke-width="{rim}" paint-order="stroke"'
        halo += ' stroke-linejoin="round"'
    anchor = _TEXT_ANCHORS[text.align]
    return f' text-anchor="{anchor}" fill="{escape(text.fill)}"{bold}{halo}'


def _number_text(value: float) -> str:
    """Return a number as text with up to two decimals; -0 becomes 0."""
    return _trim(f"{value:.2f}")


def _trim(text: str) -> str:
    """Remove the superfluous zeros from the numbers with two decimals in a text."""
    return _SUPERFLUOUS_ZEROS.sub("", text)


def _escape_xml(text: str) -> str:
    """Return a text escaped for XML, with characters that XML forbids replaced."""
    return escape(_NOT_XML.sub("\ufffd", text), quote=False)
