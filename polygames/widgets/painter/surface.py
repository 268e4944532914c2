"""On what boards are painted: what an ipycanvas and SVG have in common."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, Protocol, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Callable
    from contextlib import AbstractContextManager

    from polygames.scene.model import Scene, Window
    from polygames.scene.viewport import Viewport

Pen: TypeAlias = "Callable[[float, float], Any]"
"""Is given a place, in pixels of the view that `Surface.paint` has returned."""

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
