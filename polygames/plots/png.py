"""Pictures of states as PNG, which saved and untrusted notebooks can display."""

from __future__ import annotations

from functools import cache
from importlib.util import find_spec
from io import BytesIO
from itertools import pairwise
from math import atan2, cos, pi, sin
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, cast

import numpy as np
from PIL import Image, ImageDraw, ImageFont

from polygames.core.registry import info_of
from polygames.scene.model import Disc, Polygon, Segment, Text, scene_window
from polygames.scene.palette import PAPER
from polygames.scene.projection import BASELINE_DROP, expand_arrows, project
from polygames.scene.viewport import Viewport, fitting_height

if TYPE_CHECKING:
    from collections.abc import Iterable
    from importlib.machinery import ModuleSpec

    from polygames.core.protocol import State
    from polygames.scene.model import Point, Primitive, Scene

_OVERSAMPLING_FACTOR: Final = 4
"""The minimum oversampling relative to the screen, for antialiasing."""

_CAP_CORNERS: Final = 8
"""The number of corners of a round line end, enough at this size."""

_PILLOW_ANCHORS: Final = {"left": "ls", "center": "ms", "right": "rs"}
"""Pillow's anchor codes for text alignment on the baseline."""


def png(scene_or_state: Scene | State[Any], width: int = 480, scale: float = 2) -> bytes:
    """Return a picture of a scene, or of a state's scene, as the bytes of a PNG file.

    It is drawn by Pillow, which is fast; a figure of matplotlib takes half a second more for the
    first board. It is thread-safe. The same scene gives the same bytes.

    Parameters
    ----------
    scene_or_state
        A tuple of primitives, or a state of any game.
    width
        The width in pixels of the screen; the height follows from the scene's window.
    scale
        Pixels of the picture per pixel of the screen: 2 is sharp on high-resolution displays.
    """
    scene = scene_or_state if isinstance(scene_or_state, tuple) else _scene_of(scene_or_state)
    buffer = BytesIO()
    _render_scene(scene, width, scale).save(buffer, "PNG")
    return buffer.getvalue()


def pixels(scene_or_state: Scene | State[Any]) -> Any:
    """Return a picture of a scene or state as a byte array indexed by row, column and RGB."""
    with Image.open(BytesIO(png(scene_or_state))) as picture:
        return np.array(picture)


def _scene_of(state: State[Any]) -> Scene:
    return info_of(state).scene(state)


def _render_scene(scene: Scene, width: int, scale: float) -> Image.Image:
    """Return a scene as an image, drawn at a higher resolution and scaled down for smooth edges."""
    window = scene_window(scene)
    wide, high = round(width * scale), round(fitting_height(window, width) * scale)
    times = max(2, round(_OVERSAMPLING_FACTOR / scale))
    fine = Image.new("RGB", (wide * times, high * times), PAPER)
    view = Viewport.fit(window, *fine.size)
    unit = scale * times  # painted pixels per pixel of the screen
    _draw_scene(ImageDraw.Draw(fine, "RGBA"), expand_arrows(project(scene, view), unit), unit)
    return fine.reduce(times)


def _draw_scene(draw: ImageDraw.ImageDraw, scene: Iterable[Primitive], unit: float) -> None:
    """Draw shapes and texts in order; `unit` is the number of painted pixels per screen pixel."""
    for each in scene:
        match each:
            case Polygon():
                _draw_polygon(draw, each, unit)
            case Disc():
                _draw_disc(draw, each, unit)
            case Segment():
                line = _round_line(each.start, each.end, each.width * unit)
                draw.polygon(line, _rgba(each.stroke, each.alpha))
            case Text():
                _draw_text(draw, each, unit)


def _draw_polygon(draw: ImageDraw.ImageDraw, polygon: Polygon, unit: float) -> None:
    if polygon.fill:
        draw.polygon(polygon.points, _rgba(polygon.fill, polygon.alpha))
    if polygon.stroke:
        for start, end in pairwise((*polygon.points, polygon.points[0])):
            draw.polygon(_round_line(start, end, polygon.width * unit), polygon.stroke)


def _draw_disc(draw: ImageDraw.ImageDraw, disc: Disc, unit: float) -> None:
    width = disc.width * unit
    if disc.fill:
        draw.ellipse(_box_around(disc.center, disc.radius), _rgba(disc.fill, disc.alpha))
    if disc.stroke:
        rim = _box_around(disc.center, disc.radius + width / 2)
        draw.ellipse(rim, outline=disc.stroke, width=max(1, round(width)))


def _box_around(center: Point, radius: float) -> tuple[float, float, float, float]:
    x, y = center
    return x - radius, y - radius, x + radius, y + radius


def _round_line(start: Point, end: Point, width: float) -> list[Point]:
    """Return the outline of a line with round ends, one pixel thinner since Pillow adds one."""
    (x, y), (u, v) = start, end
    along, half = atan2(v - y, u - x), (width - 1) / 2
    turns = [along + pi * (0.5 + step / _CAP_CORNERS) for step in range(_CAP_CORNERS + 1)]
    back = [(x + half * cos(turn), y + half * sin(turn)) for turn in turns]
    front = [(u - half * cos(turn), v - half * sin(turn)) for turn in turns]
    return back + front


def _draw_text(draw: ImageDraw.ImageDraw, text: Text, unit: float) -> None:
    x, y = text.at
    rim = round(text.rim * unit / 2) if text.halo else 0
    draw.text(
        (x, y + BASELINE_DROP * text.size),
        text.text,
        text.fill,
        _font(round(text.size), is_bold=text.bold),
        _PILLOW_ANCHORS[text.align],
        stroke_width=rim,
        stroke_fill=text.halo,
    )


@cache
def _font(size: int, *, is_bold: bool) -> ImageFont.FreeTypeFont:
    """Return the font of matplotlib's figures, which has the symbols of all games."""
    library = find_spec("matplotlib")
    name = "DejaVuSans-Bold.ttf" if is_bold else "DejaVuSans.ttf"
    place = Path(cast("str", cast("ModuleSpec", library).origin)).parent
    return ImageFont.truetype(place / "mpl-data" / "fonts" / "ttf" / name, max(1, size))


def _rgba(color: str, alpha: float) -> tuple[int, int, int, int]:
    red, green, blue = bytes.fromhex(color.removeprefix("#"))
    return red, green, blue, round(255 * alpha)
