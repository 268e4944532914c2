"""Scenes drawn by matplotlib, for boards in figures and in print."""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import replace
from io import BytesIO
from itertools import groupby
from math import dist
from typing import TYPE_CHECKING, Any, Final, cast

from matplotlib import rc_context
from matplotlib.collections import Collection, LineCollection, PatchCollection, PolyCollection
from matplotlib.colors import to_rgba
from matplotlib.figure import Figure
from matplotlib.patches import Circle
from matplotlib.path import Path
from matplotlib.patheffects import withStroke

from polygames.plots.style import text_color
from polygames.scene.model import Disc, Polygon, Primitive, Segment, Text, Window, scene_window
from polygames.scene.palette import INK
from polygames.scene.projection import BASELINE_DROP, expand_arrows

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from matplotlib.axes import Axes

    from polygames.scene.model import Scene

_BOARD_WIDTH_PX: Final = 520.0
"""The longer side of a board on the screen, in pixels; line widths refer to it."""

_FIGURE_INCHES: Final = 5.0
"""The longer side of a new figure for a scene, in inches."""

_TRANSPARENT_RGBA: Final = (0.0, 0.0, 0.0, 0.0)

_SHAPE_ZORDER: Final = 2
"""The same order for all artists, so that they are painted in the order of addition."""


def draw_scene(scene: Scene, ax: Axes | None = None) -> Axes:
    """Draw a scene (a sequence of shapes and texts) into axes, in its coordinates with y down.

    Line widths and font sizes are scaled so that the figure looks like the board, by the size of
    the figure at the time of the call.

    Parameters
    ----------
    scene
        The primitives in painting order.
    ax
        The axes to draw into; a new figure of pyplot by default.

    Returns
    -------
    Axes
        The axes with equal scales, without frame, limited to the scene's window.
    """
    window = scene_window(scene)
    ax = _new_axes(window) if ax is None else ax
    _set_limits(ax, window)
    unit = points_per_unit(ax, window)
    add_scene(ax, scene, unit=unit, pixel=points_per_pixel(window, unit))
    return ax


def pdf(scene: Scene, width: int = 480) -> bytes:
    """Return a scene as the bytes of a PDF file; the width is in screen pixels (96 per inch).

    Examples
    --------
    >>> pdf(pg.game("split").scene(pg.new("split")))[:4]
    b'%PDF'
    """
    window, file = scene_window(scene), BytesIO()
    high = width * (window.bottom - window.top) / (window.right - window.left)
    figure = Figure(figsize=(width / 96, high / 96))
    draw_scene(scene, figure.add_axes((0.0, 0.0, 1.0, 1.0)))
    with true_type_fonts():
        figure.savefig(file, format="pdf", metadata={"CreationDate": None})
    return file.getvalue()


@contextmanager
def true_type_fonts() -> Iterator[None]:
    """Embed TrueType fonts, which can be edited and searched, in PDF files saved in this context.

    Publishers refuse matplotlib's default, Type 3. The user's settings are restored afterwards.
    """
    with rc_context({"pdf.fonttype": 42}):
        yield


def png_of_figure(figure: Figure) -> bytes:
    """Return a figure as the bytes of a PNG file, with the resolution for notebooks."""
    file = BytesIO()
    figure.savefig(file, format="png", dpi=110)
    return file.getvalue()


def add_scene(ax: Axes, scene: Scene, *, unit: float, pixel: float) -> None:
    """Draw the shapes and texts of a scene into axes, in order; limits and frame are unchanged.

    Parameters
    ----------
    ax
        Axes in scene coordinates, y down.
    scene
        The primitives.
    unit
        The length of one scene unit, in points (1/72 inch).
    pixel
        The length of one screen pixel, in points.
    """
    for kind, group in groupby(expand_arrows(scene, pixel / unit), key=type):
        if kind in _COLLECTION_MAKERS:
            ax.add_collection(_COLLECTION_MAKERS[kind](tuple(group), pixel), autolim=False)
        elif kind is Text:
            for text in cast("Iterator[Text]", group):
                if not text.min_zoom:
                    _add_text(ax, _with_readable_color(text, scene), unit, pixel)


def points_per_unit(ax: Axes, window: Window) -> float:
    """Return the length of a scene unit in points (1/72 inch), if axes show the whole window."""
    box = ax.get_position(original=True)
    wide, high = ax.get_figure(root=True).get_size_inches()  # type: ignore[union-attr]  # axes stand in a figure
    return 72 * float(
        min(
            box.width * wide / (window.right - window.left),
            box.height * high / (window.bottom - window.top),
        )
    )


def points_per_pixel(window: Window, unit: float) -> float:
    """Return the length of a screen pixel in points (1/72 inch), given that of a scene unit."""
    return unit * _longer_side(window) / _BOARD_WIDTH_PX


def _new_axes(window: Window) -> Axes:
    from matplotlib import pyplot as plt

    share = _FIGURE_INCHES / _longer_side(window)
    size = ((window.right - window.left) * share, (window.bottom - window.top) * share)
    figure = plt.figure(figsize=size)
    return figure.add_axes((0.0, 0.0, 1.0, 1.0))


def _set_limits(ax: Axes, window: Window) -> None:
    ax.set_axis_off()
    ax.set_xlim(window.left, window.right)
    ax.set_ylim(window.bottom, window.top)
    ax.set_aspect("equal", adjustable="box")


def _longer_side(window: Window) -> float:
    return max(window.right - window.left, window.bottom - window.top)


def _polygon_collection(polygons: Sequence[Polygon], pixel: float) -> Collection:
    corners = [polygon.points for polygon in polygons]
    return PolyCollection(corners, **_style_arguments(polygons, pixel), joinstyle="round")


def _disc_collection(discs: Sequence[Disc], pixel: float) -> Collection:
    circles = [Circle(disc.center, disc.radius) for disc in discs]
    return PatchCollection(circles, **_style_arguments(discs, pixel))


def _segment_collection(segments: Sequence[Segment], pixel: float) -> Collection:
    return LineCollection(
        [(segment.start, segment.end) for segment in segments],
        colors=[to_rgba(segment.stroke, segment.alpha) for segment in segments],
        linewidths=[segment.width * pixel for segment in segments],
        capstyle="round",
        zorder=_SHAPE_ZORDER,
    )


_COLLECTION_MAKERS: Final[dict[type, Callable[[Any, float], Collection]]] = {
    Polygon: _polygon_collection,
    Disc: _disc_collection,
    Segment: _segment_collection,
}


def _style_arguments(shapes: Sequence[Polygon | Disc], pixel: float) -> dict[str, Any]:
    """Return the style arguments of a collection: fills, outlines and line widths."""
    return {
        "facecolors": [
            to_rgba(each.fill, each.alpha) if each.fill else _TRANSPARENT_RGBA for each in shapes
        ],
        "edgecolors": [each.stroke or _TRANSPARENT_RGBA for each in shapes],
        "linewidths": [each.width * pixel if each.stroke else 0.0 for each in shapes],
        "zorder": _SHAPE_ZORDER,
    }


def _with_readable_color(text: Text, scene: Scene) -> Text:
    """Return a text, in the style's text colour if it is dark and outside all filled shapes."""
    if text.fill != INK or text.halo or any(_is_inside(text.middle, each) for each in scene):
        return text
    return replace(text, fill=text_color())


def _is_inside(point: tuple[float, float], shape: Primitive) -> bool:
    """Return True if a point is inside a filled shape."""
    if isinstance(shape, Disc) and shape.fill:
        return dist(point, shape.center) <= shape.radius
    if isinstance(shape, Polygon) and shape.fill:
        return bool(Path(shape.points).contains_point(point))
    return False


def _add_text(ax: Axes, text: Text, unit: float, pixel: float) -> None:
    x, y = text.middle
    artist = ax.text(
        x,
        y + BASELINE_DROP * text.size,
        text.text,
        size=text.size * unit,
        color=text.fill,
        horizontalalignment=text.align,
        verticalalignment="baseline",
        weight="bold" if text.bold else "normal",
        clip_on=True,
        parse_math=False,  # dollar signs are literal
        zorder=_SHAPE_ZORDER,
    )
    if text.halo:
        artist.set_path_effects([withStroke(linewidth=text.rim * pixel, foreground=text.halo)])
