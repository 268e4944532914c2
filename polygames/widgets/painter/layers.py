"""The picture of a board: a surface to paint on (chosen once), and the pointer layer above it."""

from __future__ import annotations

import os
from functools import cache
from importlib.util import find_spec
from typing import TYPE_CHECKING, Final

import ipywidgets as widgets

from polygames.core.options import choice
from polygames.scene.model import window_of
from polygames.scene.viewport import height_for
from polygames.widgets.painter.pointer import Pointer
from polygames.widgets.painter.surface import PIXEL_RATIO, Surface

if TYPE_CHECKING:
    from collections.abc import Callable
    from contextlib import AbstractContextManager

    from ipywidgets import Layout

    from polygames.scene.model import Scene, Window

PAINTER_NAMES: Final = ("canvas", "svg")
"""The names that the environment variable ``POLYGAMES_PAINTER`` can have."""

BOARD_WIDTH_PX: Final = 520
"""For how many pixels of the layout a board is painted; the page makes it larger or smaller."""

MOST_PIXELS: Final = 4096
"""A canvas is no wider than this, whatever a page says."""


@cache
def painter() -> str:
    """Return how boards are painted, by a name of `PAINTER_NAMES`.

    With ipycanvas where it can be imported; the environment variable ``POLYGAMES_PAINTER``
    decides otherwise.
    """
    asked = os.environ.get("POLYGAMES_PAINTER")
    if asked is not None:
        return choice("POLYGAMES_PAINTER", asked, PAINTER_NAMES)
    return "svg" if find_spec("ipycanvas") is None else "canvas"


def surface(
    width: float,
    pixels: int,
    height: int,
    on_ready: Callable[[], None],
    layout: Layout,
) -> Surface:
    """Return a surface of the painter of this process.

    Parameters
    ----------
    width
        In pixels of the layout: lines and words are as large as they are there.
    pixels, height
        How many pixels it has at first, across and down.
    on_ready
        Called when a page has connected whose surface is blank.
    layout
        That of its widget.
    """
    if painter() == "svg":
        from polygames.widgets.painter.svg_surface import SvgSurface

        return SvgSurface(width, pixels, height, layout)
    from polygames.widgets.painter.canvas import CanvasSurface

    return CanvasSurface(width, pixels, height, on_ready, layout)


class Layers:
    """Where scenes are painted, and where the mouse, touches and keys are taken.

    Parameters
    ----------
    scene
        What is shown first: it says how high the board is.
    width
        In pixels of the layout; None fills the room that the page has.
    on_ready
        Called when a client has connected: its canvas is blank.
    layout
        That of all parts, which nobody changes.
    """

    def __init__(
        self,
        scene: Scene,
        width: int | None,
        on_ready: Callable[[], None],
        layout: widgets.Layout,
    ) -> None:
        self._width = width or BOARD_WIDTH_PX
        self._home = window_of(scene)
        pixels = round(self._width * PIXEL_RATIO)
        height = height_for(self._home, pixels)
        self._surface = surface(self._width, pixels, height, on_ready, layout)
        self.pointer = Pointer(layout=layout)
        own = layout if width is None else widgets.Layout(width=f"{width}px")
        self.box = widgets.Box([self._surface.widget, self.pointer], layout=own)
        self.box.add_class("polygames-stack")

    @property
    def canvas_id(self) -> str:
        """The id by which a client knows the canvas."""
        return str(self._surface.widget.model_id)

    def held(self) -> AbstractContextManager[object]:
        """Send the picture that is painted in a ``with`` block at the end of it."""
        return self._surface.held()

    def paint(self, scene: Scene, marks: Scene, window: Window | None) -> None:
        """Paint a picture and the marks over it; of a part of it, if a window is given."""
        self._home, across = window_of(scene), self._surface.pixels[0]
        self._surface.pixels = across, height_for(self._home, across)  # of another shape, perhaps
        self._surface.paint((*scene, *marks), window, self._home)

    def forget(self) -> None:
        """Send the next picture whole, also if it is the last one: a page may have lost that."""
        self._surface.forget()

    def fit(self, pixels: float) -> bool:
        """Have as many pixels from left to right as the screen shows; whether that is a change.

        More are copied for nothing with each move, fewer make a soft picture. Lines and words are
        as large beside the board as they were. The canvas is blank after a change.
        """
        width = round(min(pixels, MOST_PIXELS))
        if width == self._surface.pixels[0]:
            return False
        self._surface.pixels = width, height_for(self._home, width)
        return True
