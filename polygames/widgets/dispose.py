"""Giving widgets up: ipywidgets never collects one that is not closed."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import ipywidgets as widgets


def discard(widget: widgets.Widget) -> None:
    """Close a widget, all that it holds and what styles it."""
    for child in getattr(widget, "children", ()):
        discard(child)
    for part in ("layout", "style"):
        if hasattr(widget, part):
            getattr(widget, part).close()
    widget.close()
