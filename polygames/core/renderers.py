"""How results show themselves. What paints them stands above them, and is set here from there.

`polygames` sets the displays as it is imported; so a search that finds something knows neither
matplotlib nor the module that draws with it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["Display", "display_of", "set_display"]


class Display(NamedTuple):
    """The two ways in which a result is drawn."""

    png: Callable[[Any], bytes]
    """Return the result as a PNG picture, for a notebook that is not running."""
    plot: Callable[..., Any]
    """Draw the result into axes (None: into a new figure), and return these."""


_displays: dict[str, Display] = {}


def set_display(kind: str, display: Display) -> None:
    """Say how results of a kind are drawn, from now on.

    Examples
    --------
    >>> set_display("dots", Display(png=lambda dots: b"...", plot=lambda dots, ax=None: ax))
    >>> display_of("dots").png(3)
    b'...'
    """
    _displays[kind] = display


def display_of(kind: str) -> Display:
    """Return how results of a kind are drawn; KeyError where nobody has said."""
    return _displays[kind]
