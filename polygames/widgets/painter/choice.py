"""On what boards are painted: an ipycanvas, or SVG where there is none. Chosen once."""

from __future__ import annotations

import os
from functools import cache
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, Final, Protocol, TypeAlias

from polygames.core.options import choice

if TYPE_CHECKING:
    from collections.abc import Callable
    from contextlib import AbstractContextManager

    from ipywidgets import Layout

    from polygames.scene.model import Scene, Window
    from polygames.scene.viewport import Viewport

Pen: TypeAlias = "Callable[[float, float], Any]"
"""Is given a place, in pixels of the view that `Surface.paint` has returned."""

PAINTERS: Final = ("canvas", "svg")
"""The names that the environment variable ``POLYGAMES_PAINTER`` can have."""

PIXEL_RATIO: Final = 2.0
"""Pixels for each pixel of the layout, until a page says what it has: sharp on fine displays."""


class Surface(Protocol):
    """A widget that shows a scene."""

    widget: Any

    @property
    def pixels(self) -> tuple[int, int]:
        """How many pixels it has, across and down; it may be blank once they are set."""

    @pixels.setter
    def pixels(self, pixels: tuple[int, int]) -> None: ...

    def paint(self, scene: Scene, window: Window | None, home: Window) -> Viewport:
        """Show a scene, or a part of it, in place of what is shown.

        Parameters
        ----------
        scene
            The primitives in painting order.
        window
            What to show, in scene units; None for all of it.
        home
            The window at which `fixed` sizes are those of the scene.

        Returns
        -------
        Viewport
            Where it is shown: what a pen touches is a place in its pixels.
        """

    def forget(self) -> None:
        """Send the next picture whole, also if it is the last one."""

    def held(self) -> AbstractContextManager[object]:
        """Send the picture that is painted in a ``with`` block at the end of it."""

    def on_pen(self, press: Pen, draw: Pen, lift: Callable[[], Any]) -> None:
        """Say what is done when a pen (mouse or finger) goes down, moves, and is lifted."""


@cache
def painter() -> str:
    """Return how boards are painted, by a name of `PAINTERS`.

    With ipycanvas where it can be imported; the environment variable ``POLYGAMES_PAINTER``
    decides otherwise.
    """
    asked = os.environ.get("POLYGAMES_PAINTER")
    if asked is not None:
        return choice("POLYGAMES_PAINTER", asked, PAINTERS)
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
