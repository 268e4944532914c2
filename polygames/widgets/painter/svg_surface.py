"""Scenes as SVG, written with the standard library: what a board shows without ipycanvas."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, cast
from uuid import uuid4

import traitlets

from polygames.scene.painting import ProjectionCache, project
from polygames.scene.svg import ElementCache, svg_document
from polygames.scene.viewport import Viewport
from polygames.view.esm import JS_FOLDER, bundle_module
from polygames.view.messages import place
from polygames.widgets.page_widget import PageWidget

if TYPE_CHECKING:
    from collections.abc import Callable
    from contextlib import AbstractContextManager

    from ipywidgets import Layout

    from polygames.scene.model import Scene, Window
    from polygames.widgets.painter.surface import Pen

_SVG_SURFACE_JS: Final = JS_FOLDER / "svg_surface"


class SvgWidget(PageWidget):
    """Shows a picture on a canvas of the page.

    Where it is drawn on, the client sends ``press`` and ``draw`` with the place ``at`` as shares of
    the picture's width and height, and ``lift``.
    """

    _esm = bundle_module(_SVG_SURFACE_JS / "svg_surface.js")
    _css = (_SVG_SURFACE_JS / "svg_surface.css").read_text(encoding="utf-8")

    picture = traitlets.Unicode().tag(sync=True)
    """As SVG, in pixels of the layout: the same text however fine the screen is."""

    pixels = traitlets.List(traitlets.Int()).tag(sync=True)
    """How many pixels of the screen it has, across and down."""

    name = traitlets.Unicode().tag(sync=True)
    """Its id, by which the pointer layer finds the canvas."""

    is_drawn_on = traitlets.Bool().tag(sync=True)


class SvgSurface:
    """A surface on which scenes are painted as SVG; see `Surface`."""

    def __init__(self, width: float, pixels: int, height: int, layout: Layout) -> None:
        self._width = width
        self._height = width * height / pixels
        self._known, self._written = ProjectionCache(), ElementCache()
        self._is_lost = False
        name = uuid4().hex
        self.widget = SvgWidget(model_id=name, name=name, pixels=[pixels, height], layout=layout)

    @property
    def pixels(self) -> tuple[int, int]:
        """How many pixels it has, across and down."""
        across, down = self.widget.pixels
        return across, down

    @pixels.setter
    def pixels(self, pixels: tuple[int, int]) -> None:
        across, down = self.widget.pixels = [*pixels]
        self._height = self._width * down / across

    def paint(self, scene: Scene, window: Window | None, home: Window) -> Viewport:
        """Show a scene, or a part of it, in place of what is shown."""
        view = Viewport.fit(window or home, self._width, self._height)
        home_view = Viewport.fit(home, self._width, self._height)
        seen = project(scene, view, home=home_view, known=self._known)
        self.widget.picture = svg_document(view, self._written.elements(seen))
        if self._is_lost:
            self.widget.send_state("picture")
            self._is_lost = False
        return view

    def forget(self) -> None:
        """Send the next picture whole, also if it is the last one."""
        self._is_lost = True

    def held(self) -> AbstractContextManager[object]:
        """Send the picture that is painted in a ``with`` block at the end of it."""
        return cast("AbstractContextManager[object]", self.widget.hold_sync())

    def on_pen(self, press: Pen, draw: Pen, lift: Callable[[], Any]) -> None:
        """Say what is done when a pen goes down, moves and is lifted."""

        def hear(_: object, content: object, __: object) -> None:
            match content:
                case {"kind": "press" | "draw" as kind, "at": [x, y]} if at := place(x, y):
                    (press if kind == "press" else draw)(at[0] * self._width, at[1] * self._height)
                case {"kind": "lift"}:
                    lift()

        self.widget.is_drawn_on = True
        self.widget.on_msg(hear)
