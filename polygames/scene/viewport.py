"""Where the points of a scene lie on the screen.

The mapping is three numbers and two lines of arithmetic, so that the client can do the same;
``tests/scene/viewport.json`` holds the cases that both must pass.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from polygames.scene.model import Window

if TYPE_CHECKING:
    from polygames.scene.model import Point


@dataclass(frozen=True, slots=True)
class Viewport:
    """A mapping between scene units and the pixels of a picture, the same in x and y.

    The corner is kept rather than an offset in pixels: ``(x - left) * scale`` stays exact
    in a deep zoom, where ``x * scale + offset`` would subtract two huge numbers.
    """

    scale: float
    """Pixels in one scene unit."""
    left: float
    """The x of the picture's left edge, in scene units."""
    top: float
    """The y of the picture's upper edge, in scene units."""
    width: float
    """Of the picture, in pixels."""
    height: float
    """Of the picture, in pixels."""

    @classmethod
    def fit(cls, window: Window, width: float, height: float) -> Viewport:
        """Show the whole window in the middle of a picture, as large as it goes.

        Parameters
        ----------
        window
            What must be seen, in scene units.
        width, height
            The size of the picture in pixels.

        Examples
        --------
        >>> view = Viewport.fit(Window(0, 0, 10, 10), 200, 100)
        >>> view.to_px((0, 0)), view.to_px((10, 10))
        ((50.0, 0.0), (150.0, 100.0))
        """
        wide, high = window.right - window.left, window.bottom - window.top
        scale = min(
            [size / span for size, span in ((width, wide), (height, high)) if span > 0] or [1.0]
        )
        return cls(
            scale,
            (window.left + window.right - width / scale) / 2,
            (window.top + window.bottom - height / scale) / 2,
            width,
            height,
        )

    def to_px(self, point: Point) -> Point:
        """Return where a point of the scene is seen, in pixels from the upper left corner."""
        x, y = point
        return (x - self.left) * self.scale, (y - self.top) * self.scale

    def to_scene(self, point: Point) -> Point:
        """Return which point of the scene is seen at a pixel."""
        x, y = point
        return x / self.scale + self.left, y / self.scale + self.top

    @property
    def window(self) -> Window:
        """All that is seen, in scene units: the fitted window and what surrounds it."""
        right, bottom = self.to_scene((self.width, self.height))
        return Window(self.left, self.top, right, bottom)


def height_for(window: Window, width: float) -> int:
    """Return the height of a picture of this width that the window fills, in whole pixels.

    Examples
    --------
    >>> height_for(Window(0, 0, 10, 5), 300)
    150
    """
    wide, high = window.right - window.left, window.bottom - window.top
    return max(1, round(width * high / wide)) if wide > 0 else max(1, round(width))
