"""The picture of a board: a surface to paint on (chosen once), and the pointer layer above it."""

from __future__ import annotations

import os
from functools import cache
from importlib.util import find_spec
from typing import TYPE_CHECKING, Final

import ipywidgets as widgets

from polygames.core.options import check_choice
from polygames.scene.model import scene_window
from polygames.scene.viewport import fitting_height
from polygames.widgets.painter.pointer import Pointer
from polygames.widgets.painter.surface import PIXEL_RATIO, Surface

if TYPE_CHECKING:
    from collections.abc import Callable
    from contextlib import AbstractContextManager

    from ipywidgets import Layout

    from polygames.scene.model import Scene, Window

PAINTER_NAMES: Final = ("canvas", "svg")
"""The allowed values of the environment variable ``POLYGAMES_PAINTER``."""

BOARD_WIDTH_PX: Final = 520
"""The default width of a board, in CSS pixels. The page scales the picture."""

MAX_CANVAS_PIXELS: Final = 4096
"""The largest width of a canvas. A page that asks for more gets this."""


@cache
def painter_name() -> str:
    """Return the painter that this process uses, ``"canvas"`` or ``"svg"``.

    The environment variable ``POLYGAMES_PAINTER`` selects it. The default is ipycanvas if it is
    installed, else SVG.
    """
    asked = os.environ.get("POLYGAMES_PAINTER")
    if asked is not None:
        return check_choice("POLYGAMES_PAINTER", asked, PAINTER_NAMES)
    return "svg" if find_spec("ipycanvas") is None else "canvas"


def create_surface(
    width: float,
    pixels: int,
    height: int,
    on_ready: Callable[[], None],
    layout: Layout,
) -> Surface:
    """Return a new surface to paint on: an ipycanvas or an SVG, depending on `painter_name`.

    Parameters
    ----------
    width
        Width in CSS pixels. It sets the size of lines and words.
    pixels, height
        Initial width and height of the surface, in pixels.
    on_ready
        Called when a page has connected, as its surface is blank.
    layout
        The layout of its widget.
    """
    if painter_name() == "svg":
        from polygames.widgets.painter.svg_surface import SvgSurface

        return SvgSurface(width, pixels, height, layout)
    from polygames.widgets.painter.canvas import CanvasSurface

    return CanvasSurface(width, pixels, height, on_ready, layout)


class Layers:
    """The two layers of a board: the painted surface, and the pointer layer above it.

    Parameters
    ----------
    scene
        The first scene. Its window sets the height of the board.
    width
        Width in CSS pixels; None for the available width of the page.
    on_ready
        Called when a client has connected, as its canvas is blank.
    layout
        The layout of all parts. It is shared, and must not be changed.
    """

    def __init__(
        self,
        scene: Scene,
        width: int | None,
        on_ready: Callable[[], None],
        layout: widgets.Layout,
    ) -> None:
        self._width = width or BOARD_WIDTH_PX
        self._full_window = scene_window(scene)
        pixels = round(self._width * PIXEL_RATIO)
        height = fitting_height(self._full_window, pixels)
        self._surface = create_surface(self._width, pixels, height, on_ready, layout)
        self.pointer = Pointer(layout=layout)
        own = layout if width is None else widgets.Layout(width=f"{width}px")
        self.box = widgets.Box([self._surface.widget, self.pointer], layout=own)
        self.box.add_class("polygames-stack")

    @property
    def canvas_id(self) -> str:
        """The widget id of the canvas, by which a client finds it."""
        return str(self._surface.widget.model_id)

    def batch_updates(self) -> AbstractContextManager[object]:
        """Return a context manager that holds back page updates until the end of its block."""
        return self._surface.batch_updates()

    def paint(self, scene: Scene, marks: Scene, window: Window | None) -> None:
        """Paint a scene and the marks above it; only the part in `window`, unless it is None."""
        self._full_window, across = scene_window(scene), self._surface.pixels[0]
        self._surface.pixels = (
            across,
            fitting_height(self._full_window, across),
        )  # the shape may differ
        self._surface.paint((*scene, *marks), window, self._full_window)

    def invalidate(self) -> None:
        """Send the next picture in full, even if it is unchanged: a page may have lost it."""
        self._surface.invalidate()

    def set_pixel_width(self, pixels: float) -> bool:
        """Set the width of the canvas in screen pixels; return True if it has changed.

        More pixels than the screen has cost time with each move. Fewer make the picture blurred.
        The size of lines and words does not change. The canvas is blank after a change.
        """
        width = round(min(pixels, MAX_CANVAS_PIXELS))
        if width == self._surface.pixels[0]:
            return False
        self._surface.pixels = width, fitting_height(self._full_window, width)
        return True
