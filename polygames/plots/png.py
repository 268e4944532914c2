"""What a state shows of itself in a saved notebook: PNG, which also untrusted notebooks display."""

from __future__ import annotations

from io import BytesIO
from typing import TYPE_CHECKING, Any

import numpy as np
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.image import imread

from polygames.core.registry import info_of
from polygames.plots.figure import paint
from polygames.scene.model import window_of
from polygames.scene.palette import PAPER
from polygames.scene.viewport import Viewport, height_for

if TYPE_CHECKING:
    from polygames.core.protocol import State
    from polygames.scene.model import Scene


def png(scene_or_state: Scene | State[Any], width: int = 480, scale: float = 2) -> bytes:
    """Return a scene, or the scene of a state, as a PNG picture.

    It goes without pyplot, so it may run in any thread and leaves no figure behind. The same
    scene gives the same bytes.

    Parameters
    ----------
    scene_or_state
        A tuple of primitives, or a state of any game.
    width
        Of the picture in pixels of the screen; the height follows from the scene's window.
    scale
        Pixels of the picture for each pixel of the screen: 2 looks sharp on fine displays.
    """
    scene = scene_or_state if isinstance(scene_or_state, tuple) else _scene_of(scene_or_state)
    window = window_of(scene)
    view = Viewport.fit(window, width, height_for(window, width))
    # At 72 dots per inch a point is a pixel of the screen.
    figure = Figure((view.width / 72, view.height / 72), dpi=72 * scale, facecolor=PAPER)
    ax = figure.add_axes((0.0, 0.0, 1.0, 1.0))
    ax.set_axis_off()
    seen = view.window
    ax.set(xlim=(seen.left, seen.right), ylim=(seen.bottom, seen.top))
    paint(ax, scene, unit=view.scale, pixel=1.0)
    buffer = BytesIO()
    FigureCanvasAgg(figure).print_png(buffer, metadata={"Software": None})  # type: ignore[no-untyped-call]  # matplotlib left it so
    return buffer.getvalue()


def pixels(scene_or_state: Scene | State[Any]) -> Any:
    """Return the picture as an array of bytes: rows, columns, and red, green and blue."""
    picture = imread(BytesIO(png(scene_or_state)), format="png")
    return np.ascontiguousarray(np.rint(picture[..., :3] * 255).astype(np.uint8))


def _scene_of(state: State[Any]) -> Scene:
    return info_of(state).scene(state)
