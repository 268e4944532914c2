"""A surface that paints scenes on an ipycanvas, each picture as one message."""

from __future__ import annotations

from contextlib import contextmanager
from contextvars import ContextVar
from typing import TYPE_CHECKING, Any, Final, TypeAlias

import numpy as np
from ipycanvas import Canvas
from ipycanvas.canvas import _CANVAS_MANAGER

from polygames.scene.model import Disc, Polygon, Segment, Text, Window, scene_window
from polygames.scene.projection import ProjectionCache, expand_arrows, iter_runs, project
from polygames.scene.viewport import Viewport
from polygames.widgets.painter.surface import PIXEL_RATIO

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from contextlib import AbstractContextManager

    from ipywidgets import Layout
    from numpy.typing import NDArray

    from polygames.scene.model import Point, Primitive, Scene
    from polygames.widgets.painter.surface import Pen

Layer: TypeAlias = Any
"""An `ipycanvas.Canvas`, for instance a layer of a MultiCanvas. ipycanvas ships no types."""

_SMALLEST_FONT: Final = 2.0
"""Font size in canvas pixels. Smaller text is unreadable, and is not painted."""

_depth: ContextVar[int] = ContextVar("depth", default=0)


@contextmanager
def hold_messages() -> Iterator[None]:
    """Send all canvas commands of a ``with`` block as one message, or none if it fails.

    Unlike `ipycanvas.hold_canvas` it may be nested: only the outermost block sends. After an error
    in `ipycanvas.hold_canvas` no canvas is updated any more.
    """
    manager = _CANVAS_MANAGER
    before = manager._caching, manager._current_canvas  # noqa: SLF001 - it has no public way
    commands, buffers = len(manager._commands_cache), len(manager._buffers_cache)  # noqa: SLF001 - as above
    token = _depth.set(_depth.get() + 1)
    manager._caching = True  # noqa: SLF001 - as above
    try:
        yield
        if _depth.get() == 1:
            manager.flush()
    except BaseException:
        del manager._commands_cache[commands:], manager._buffers_cache[buffers:]  # noqa: SLF001 - as above
        manager._current_canvas = before[1]  # noqa: SLF001 - the switch to another was not sent
        raise
    finally:
        manager._caching = before[0]  # noqa: SLF001 - as above
        _depth.reset(token)


def paint(
    layer: Layer,
    scene: Scene,
    window: Window | None = None,
    *,
    full_window: Window | None = None,
    pixel_ratio: float = PIXEL_RATIO,
    cache: ProjectionCache | None = None,
) -> Viewport:
    """Clear a layer and paint a scene on it, in one message.

    Parameters
    ----------
    layer
        The canvas, `pixel_ratio` times as wide and high as its layout.
    scene
        The primitives in painting order.
    window
        The visible part, in scene units; by default the window of the scene.
    full_window
        The window at which sizes of primitives with `fixed` are those of the scene; by default
        its own. For an overlay use the window of the board beneath it.
    pixel_ratio
        Pixels of the canvas for each pixel of the screen.
    cache
        The cache of projected primitives of this layer.

    Returns
    -------
    Viewport
        The mapping from the scene to the pixels of the canvas.
    """
    full_window = full_window or scene_window(scene)
    view = Viewport.fit(window or full_window, layer.width, layer.height)
    home_view = Viewport.fit(full_window, layer.width, layer.height)
    seen = project(scene, view, full_view=home_view, cache=cache)
    with hold_messages():
        # A new client does not know which canvas was painted last: send the switch again.
        _CANVAS_MANAGER._current_canvas = None  # noqa: SLF001 - it has no public way
        layer.clear()
        brush = _RunPainter(layer, pixel_ratio)
        for run in iter_runs(expand_arrows(seen, pixel_ratio)):
            brush.paint(run)
    return view


class CanvasSurface:
    """A surface on an ipycanvas; see `polygames.widgets.painter.surface.Surface`."""

    def __init__(
        self,
        width: float,
        pixels: int,
        height: int,
        on_ready: Callable[[], None],
        layout: Layout,
    ) -> None:
        self._width, self._projection_cache = width, ProjectionCache()
        self.widget = Canvas(width=pixels, height=height, layout=layout)
        self.widget.on_client_ready(on_ready)

    @property
    def pixels(self) -> tuple[int, int]:
        """The width and height in canvas pixels. Setting them clears the canvas."""
        return self.widget.width, self.widget.height

    @pixels.setter
    def pixels(self, pixels: tuple[int, int]) -> None:
        if pixels != self.pixels:
            with self.widget.hold_sync():
                self.widget.width, self.widget.height = pixels

    def paint(self, scene: Scene, window: Window | None, full_window: Window) -> Viewport:
        """Paint a scene, or only its part in `window`, in place of the current picture.

        Return the mapping from the scene to pixels.
        """
        ratio = self.widget.width / self._width
        known = self._projection_cache
        return paint(
            self.widget, scene, window, full_window=full_window, pixel_ratio=ratio, cache=known
        )

    def invalidate(self) -> None:
        """Do nothing: each picture is sent in full."""

    def batch_updates(self) -> AbstractContextManager[None]:
        """Return a context manager that holds back page updates until the end of its block."""
        return hold_messages()

    def on_pen(self, press: Pen, draw: Pen, lift: Callable[[], Any]) -> None:
        """Set the functions to call when a pen (mouse or finger) is pressed, moved and lifted."""

        def first(pen: Pen) -> Callable[[Sequence[tuple[float, float]]], None]:
            def touch(points: Sequence[tuple[float, float]]) -> None:
                for at in points[:1]:
                    pen(*at)

            return touch

        self.widget.on_mouse_down(press)
        self.widget.on_mouse_move(draw)
        self.widget.on_mouse_up(lambda *_: lift())
        self.widget.on_touch_start(first(press))
        self.widget.on_touch_move(first(draw))
        self.widget.on_touch_end(lambda _: lift())


class _RunPainter:
    """A painter of runs: sequences of primitives of the same kind.

    Points are in canvas pixels, widths in screen pixels.
    """

    def __init__(self, layer: Layer, pixel_ratio: float) -> None:
        self._layer = layer
        self._pixel_ratio = pixel_ratio
        # A new client knows no earlier styles: each painting sets all of them.
        self._current_style: dict[str, object] = {}
        self._painters: dict[type, Callable[[Any], None]] = {
            Polygon: self._paint_polygons,
            Disc: self._paint_discs,
            Segment: self._paint_segments,
            Text: self._paint_texts,
        }

    def paint(self, run: Sequence[Primitive]) -> None:
        """Paint one run of primitives of the same kind, as `iter_runs` yields it."""
        paint = self._painters.get(type(run[0]))
        if paint is not None:
            paint(run)

    def _paint_polygons(self, polygons: Sequence[Polygon]) -> None:
        if filled := [each for each in polygons if each.fill]:
            points = _point_array([point for each in filled for point in each.points])
            counts = _corner_counts(filled)
            colors, alphas = _color_array([each.fill for each in filled]), _alpha_array(filled)
            if (boxes := _upright_boxes(points, counts)) is None:
                self._layer.fill_styled_polygons(points, colors, alphas, counts)
            else:  # half as many numbers, and faster to fill
                self._layer.fill_styled_rects(*boxes, colors, alphas)
        if outlined := [each for each in polygons if each.stroke]:
            self._set_style(line_width=outlined[0].width * self._pixel_ratio, line_join="round")
            self._layer.stroke_styled_polygons(
                _point_array([point for each in outlined for point in each.points]),
                _color_array([each.stroke for each in outlined]),
                points_per_polygon=_corner_counts(outlined),
            )

    def _paint_discs(self, discs: Sequence[Disc]) -> None:
        if filled := [each for each in discs if each.fill]:
            self._layer.fill_styled_circles(
                *_circle_array(filled),
                _color_array([each.fill for each in filled]),
                _alpha_array(filled),
            )
        if outlined := [each for each in discs if each.stroke]:
            self._set_style(line_width=outlined[0].width * self._pixel_ratio)
            self._layer.stroke_styled_circles(
                *_circle_array(outlined), _color_array([each.stroke for each in outlined])
            )

    def _paint_segments(self, segments: Sequence[Segment]) -> None:
        self._set_style(line_width=segments[0].width * self._pixel_ratio, line_cap="round")
        self._layer.stroke_styled_line_segments(
            _point_array([(each.start, each.end) for each in segments]),
            _color_array([each.stroke for each in segments]),
            _alpha_array(segments),
        )

    def _paint_texts(self, texts: Sequence[Text]) -> None:
        last: object = None
        for text in texts:
            if text.size < _SMALLEST_FONT:
                continue
            x, y = round(text.at[0], 2), round(text.at[1], 2)  # more digits only take space
            look = text.size, text.fill, text.align, text.bold, text.halo
            if look != last or text.halo:
                last = look
                self._prepare_text(text, x, y)
            self._layer.fill_text(text.text, x, y)

    def _prepare_text(self, text: Text, x: float, y: float) -> None:
        """Set the style of a text at a point, and draw its halo if it has one."""
        weight = "bold " if text.bold else ""
        font = f"{weight}{text.size:.2f}px sans-serif"
        self._set_style(font=font, text_align=text.align, text_baseline="middle")
        if text.halo:
            width = text.rim * self._pixel_ratio
            self._set_style(stroke_style=text.halo, line_width=width, line_join="round")
            self._layer.stroke_text(text.text, x, y)
        self._set_style(fill_style=text.fill)

    def _set_style(self, **attributes: object) -> None:
        """Set changed attributes of the layer; each one is a command that is sent to the client."""
        for name, value in attributes.items():
            if self._current_style.get(name) != value:
                setattr(self._layer, name, value)
                self._current_style[name] = value


def _point_array(points: Sequence[Point] | Sequence[tuple[Point, Point]]) -> NDArray[np.float32]:
    return np.array(points, dtype=np.float32)


def _upright_boxes(
    points: NDArray[np.float32], corner_counts: NDArray[np.int32]
) -> NDArray[np.float32] | None:
    """Return four rows: left, top, width and height of upright rectangles.

    Return None if a polygon has another shape.
    """
    if (corner_counts != 4).any():  # noqa: PLR2004 - corners
        return None
    first, second, third, fourth = points.reshape(-1, 4, 2).transpose(1, 0, 2)
    across = np.stack([third[:, 0], first[:, 1]], axis=1)
    down = np.stack([first[:, 0], third[:, 1]], axis=1)
    clockwise = (second == across) & (fourth == down)
    other_way = (second == down) & (fourth == across)
    if not (clockwise.all(axis=1) | other_way.all(axis=1)).all():
        return None
    return np.concatenate([np.minimum(first, third).T, np.abs(third - first).T])


def _alpha_array(shapes: Sequence[Polygon | Disc | Segment]) -> NDArray[np.float32] | float:
    """Return the opacity of each shape, or one number if all have the same."""
    alphas = [each.alpha for each in shapes]
    return alphas[0] if len({*alphas}) == 1 else np.array(alphas, dtype=np.float32)


def _corner_counts(polygons: Sequence[Polygon]) -> NDArray[np.int32]:
    """Return the number of points of each polygon."""
    return np.array([len(each.points) for each in polygons], dtype=np.int32)


def _circle_array(discs: Sequence[Disc]) -> NDArray[np.float32]:
    """Return an array of three rows: x and y of the centres, and the radii."""
    return np.array([(*each.center, each.radius) for each in discs], dtype=np.float32).T.copy()


def _color_array(colors: Sequence[str | None]) -> NDArray[np.uint8]:
    """Return an array of bytes, one row of red, green and blue for each ``#rrggbb``."""
    digits = "".join([color[1:] for color in colors if color])
    return np.frombuffer(bytes.fromhex(digits), dtype=np.uint8).reshape(-1, 3)
