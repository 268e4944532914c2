"""How an environment shows its position: as text, or as a picture of colours."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from polygames.core.errors import OptionError
from polygames.core.lazy import Lazy
from polygames.core.options import shown

if TYPE_CHECKING:
    from polygames.core.protocol import State

pixels = Lazy("polygames.plots.png:pixels")
"""Draws a state as an array; Pillow loads on first use."""

RENDER_MODES = ["ansi", "rgb_array"]
"""The ways to show a position: its text, and its picture, row by row in red, green and blue."""

FPS = 1
"""How many pictures a second a video of a game shows: frameworks ask for it."""


def render_mode_of(mode: object) -> str | None:
    """Return a way to show positions that was asked for; OptionError if there is none such.

    Examples
    --------
    >>> render_mode_of("ansi")
    'ansi'
    >>> render_mode_of("human")
    Traceback (most recent call last):
    ...
    polygames.core.errors.OptionError: render_mode must be None, 'ansi' or 'rgb_array', not 'human'
    """
    if mode is None:
        return None
    if not isinstance(mode, str) or mode not in RENDER_MODES:
        known = " or ".join(map(repr, RENDER_MODES))
        msg = f"render_mode must be None, {known}, not {shown(mode)}"
        raise OptionError(msg)
    return mode


def rendered(state: State[Any], mode: str | None) -> Any:
    """Return a position as text or as an array of bytes (height, width, 3); None without a mode.

    Examples
    --------
    >>> import polygames as pg
    >>> rendered(pg.new("split"), "ansi").splitlines()[0]
    'split'
    >>> rendered(pg.new("split"), "rgb_array").dtype
    dtype('uint8')
    """
    if mode == "ansi":
        return state.to_text()
    if mode == "rgb_array":
        return pixels(state)
    return None
