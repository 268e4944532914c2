"""The picture of a board in a saved notebook, as the kernel makes it before a page shows any."""

from __future__ import annotations

from base64 import b64encode
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from polygames.core.hooks import hook
from polygames.core.registry import info_of
from polygames.scene.svg import svg

if TYPE_CHECKING:
    from polygames.core.protocol import State


def has_png() -> bool:
    """Whether there is what PNG is drawn with."""
    return find_spec("matplotlib") is not None


def still(state: State[Any], width: int) -> tuple[str, str]:
    """Return the picture of a state as a notebook keeps it: its kind and its text.

    PNG, which untrusted notebooks show too; SVG where there is no matplotlib. A page that saves the
    notebook puts what it shows in the picture's place.
    """
    if not has_png():
        return "image/svg+xml", svg(info_of(state).scene(state), width)
    return "image/png", b64encode(hook("png of state")(state, width=width)).decode()
