"""The common interface of the ipycanvas surface and the SVG surface."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, Protocol, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Callable
    from contextlib import AbstractContextManager

    from polygames.scene.model import Scene, Window
    from polygames.scene.viewport import Viewport

Pen: TypeAlias = "Callable[[float, float], Any]"
"""A handler that receives `x` and `y` in pixels of the view that `Surface.paint` returned."""

PIXEL_RATIO: Final = 2.0
"""Canvas pixels for each CSS pixel, until a page sends its own ratio. Sharp on fine displays."""


class Surface(Protocol):
    """A surface that paints scenes, and the widget that shows them."""

    widget: Any

    @property
    def pixels(self) -> tuple[int, int]:
        """The width and height in pixels. Setting them may clear the surface."""

    @pixels.setter
    def pixels(self, pixels: tuple[int, int]) -> None: ...

    def paint(self, scene: Scene, window: Window | None, full_window: Window) -> Viewport:
        """Paint a scene, or only its part in `window`, in place of the current picture.

        Parameters
        ----------
        scene
            The primitives in painting order.
        window
            The visible part, in scene units; None for the whole scene.
        full_window
            The window at which the sizes of primitives with `fixed` are those of the scene.

        Returns
        -------
        Viewport
            The mapping from the scene to pixels. The handlers of `on_pen` receive such pixels.
        """

    def invalidate(self) -> None:
        """Send the next picture in full, even if it is unchanged."""

    def batch_updates(self) -> AbstractContextManager[object]:
        """Return a context manager that holds back page updates until the end of its block."""

    def on_pen(self, press: Pen, draw: Pen, lift: Callable[[], Any]) -> None:
        """Set the functions to call when a pen (mouse or finger) is pressed, moved and lifted."""
