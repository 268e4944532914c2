"""A picture that moves: a PNG of many frames, which every browser plays.

Where a page or a printer shows one frame only, it is the whole drawing.
"""

from __future__ import annotations

from io import BytesIO
from typing import TYPE_CHECKING, Any, Final

from polygames.lessons.pictures.backend import tool
from polygames.lessons.pictures.picture import DPI, Picture
from polygames.scene.palette import BLUE, GREEN, INK, ORANGE, PAPER, VERMILION, tint

if TYPE_CHECKING:
    from collections.abc import Callable

PAUSE: Final = 130
"""Milliseconds from one frame to the next."""
HUES: Final = (INK, BLUE, VERMILION, ORANGE, GREEN)
ROUNDS: Final = 2
"""How often it is played; then it stands still."""
SHADES: Final = 7
"""So many tints of each colour of the palette are kept: few make a small file."""


def film(figure: Any, draw: Callable[[int], object], frames: int, description: str) -> Picture:
    """Return a picture that moves.

    Parameters
    ----------
    figure
        What is drawn on.
    draw
        Draws the frame of a number, over what is there. The last one shows all.
    frames
        How many there are.
    description
        What the film shows, in a sentence or two.
    """
    picture = Picture(figure, description)
    if not picture.is_drawn:
        return picture
    shots = []
    for number in range(frames):
        draw(number)
        shots.append(_shot(figure))
    colors = _palette()
    plain = [shot.quantize(palette=colors, dither=0) for shot in shots]
    into = BytesIO()
    plain[-1].save(
        into,
        "PNG",
        save_all=True,
        default_image=True,
        append_images=[*plain, plain[-1]],
        duration=[PAUSE] * len(plain) + [6 * PAUSE],
        loop=ROUNDS,
    )
    picture.png = into.getvalue()
    return picture


def _shot(figure: Any) -> Any:
    """Return a figure as an image of Pillow."""
    buffer = BytesIO()
    figure.savefig(buffer, format="png", dpi=0.72 * DPI, facecolor="white")
    return tool("PIL.Image:open")(buffer).convert("RGB")


def _palette() -> Any:
    """Return an image of Pillow with the colours that are kept."""
    image = tool("PIL.Image:new")("P", (1, 1))
    tints = [tint(hue, k / SHADES) for hue in HUES for k in range(1, SHADES + 1)]
    image.putpalette(bytes.fromhex("".join(each.removeprefix("#") for each in [PAPER, *tints])))
    return image
