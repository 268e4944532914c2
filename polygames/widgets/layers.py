"""The picture of a board: two layers of canvas, and the pointer layer above them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import ipywidgets as widgets
from ipycanvas import MultiCanvas

from polygames.scene.model import window_of
from polygames.scene.viewport import height_for
from polygames.widgets.canvas import PIXEL_RATIO, held, paint
from polygames.widgets.discard import discard
from polygames.widgets.pointer import Pointer

if TYPE_CHECKING:
    from collections.abc import Callable

    from polygames.scene.model import Scene, Window

__all__ = ["WIDTH", "Layers"]

WIDTH: Final = 520
"""For how many pixels of the layout a board is painted; the page makes it larger or smaller."""

STATE, OVER = 0, 1  # the position; last move, hint and other marks


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
    """

    def __init__(self, scene: Scene, width: int | None, on_ready: Callable[[], None]) -> None:
        self._width = width or WIDTH
        size = {"width": int(self._width * PIXEL_RATIO), "height": self._height_for(scene)}
        self._canvas = MultiCanvas(2, **size)
        self._canvas.on_client_ready(on_ready)
        self.pointer = Pointer()
        self.box = widgets.Box([self._canvas, self.pointer])
        self.box.add_class("polygames-stack")
        if width is not None:
            self.box.layout.width = f"{width}px"

    def _height_for(self, scene: Scene) -> int:
        return int(height_for(window_of(scene), self._width) * PIXEL_RATIO)

    @property
    def canvas_id(self) -> str:
        """The id by which a client knows the canvas."""
        return str(self._canvas.model_id)

    def paint(self, scene: Scene, marks: Scene, window: Window | None) -> None:
        """Paint a picture and the marks over it; of a part of it, if a window is given."""
        home = window_of(scene)
        if self._canvas.height != (height := self._height_for(scene)):
            self._canvas.height = height  # a game with other seats or another shape
        with held():
            paint(self._canvas[STATE], scene, window, home=home, pixel_ratio=PIXEL_RATIO)
            paint(self._canvas[OVER], marks, window or home, home=home, pixel_ratio=PIXEL_RATIO)

    def close(self) -> None:
        """Close the layers of the canvas, which nothing else knows."""
        for layer in self._canvas._canvases:  # noqa: SLF001 - no public way
            discard(layer)
