"""A surface that paints scenes as SVG, for boards without ipycanvas."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, cast
from uuid import uuid4

import traitlets

from polygames.scene.projection import ProjectionCache, project
from polygames.scene.svg import ElementCache, svg_document
from polygames.scene.viewport import Viewport
from polygames.view.js_bundle import JS_FOLDER, bundle_module
from polygames.view.messages import parse_point
from polygames.widgets.page_widget import PageWidget

if TYPE_CHECKING:
    from collections.abc import Callable
    from contextlib import AbstractContextManager

    from ipywidgets import Layout

    from polygames.scene.model import Scene, Window
    from polygames.widgets.painter.surface import Pen

_SVG_SURFACE_JS: Final = JS_FOLDER / "svg_surface"


class SvgWidget(PageWidget):
    """A widget that shows an SVG picture on a canvas of the page.

    If it is drawn on, the client sends ``press``, ``draw`` and ``lift``. The first two have a place
    ``at``, as fractions of the width and height of the picture.
    """

    _esm = bundle_module(_SVG_SURFACE_JS / "svg_surface.js")
    _css = (_SVG_SURFACE_JS / "svg_surface.css").read_text(encoding="utf-8")

    picture = traitlets.Unicode().tag(sync=True)
    """The SVG text, in CSS pixels. It is independent of the resolution of the screen."""

    pixels = traitlets.List(traitlets.Int()).tag(sync=True)
    """The width and height in pixels of the screen."""

    name = traitlets.Unicode().tag(sync=True)
    """The id by which the pointer layer finds the canvas."""

    is_drawn_on = traitlets.Bool().tag(sync=True)


class SvgSurface:
    """A surface on which scenes are painted as SVG; see `Surface`."""

    def __init__(self, width: float, pixels: int, height: int, layout: Layout) -> None:
        self._width = width
        self._height = width * height / pixels
        self._projection_cache, self._element_cache = ProjectionCache(), ElementCache()
        self._is_lost = False
        name = uuid4().hex
        self.widget = SvgWidget(model_id=name, name=name, pixels=[pixels, height], layout=layout)

    @property
    def pixels(self) -> tuple[int, int]:
        """The width and height in pixels of the screen."""
        across, down = self.widget.pixels
        return across, down

    @pixels.setter
    def pixels(self, pixels: tuple[int, int]) -> None:
        across, down = self.widget.pixels = [*pixels]
        self._height = self._width * down / across

    def paint(self, scene: Scene, window: Window | None, full_window: Window) -> Viewport:
        """Paint a scene, or only its part in `window`, in place of the current picture.

        Return the mapping from the scene to pixels.
        """
        view = Viewport.fit(window or full_window, self._width, self._height)
        home_view = Viewport.fit(full_window, self._width, self._height)
        seen = project(scene, view, full_view=home_view, cache=self._projection_cache)
        self.widget.picture = svg_document(view, self._element_cache.get_elements(seen))
        if self._is_lost:
            self.widget.send_state("picture")
            self._is_lost = False
        return view

    def invalidate(self) -> None:
        """Send the next picture in full, even if it is unchanged."""
        self._is_lost = True

    def batch_updates(self) -> AbstractContextManager[object]:
        """Return a context manager that holds back page updates until the end of its block."""
        return cast("AbstractContextManager[object]", self.widget.hold_sync())

    def on_pen(self, press: Pen, draw: Pen, lift: Callable[[], Any]) -> None:
        """Set the functions to call when a pen (mouse or finger) is pressed, moved and lifted."""

        def hear(_: object, content: object, __: object) -> None:
            match content:
                case {"kind": "press" | "draw" as kind, "at": [x, y]} if at := parse_point(x, y):
                    (press if kind == "press" else draw)(at[0] * self._width, at[1] * self._height)
                case {"kind": "lift"}:
                    lift()

        self.widget.is_drawn_on = True
        self.widget.on_msg(hear)
