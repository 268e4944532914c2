"""The form for a new game of Polygon: it also takes the corners."""

from __future__ import annotations

from random import SystemRandom
from typing import TYPE_CHECKING, Any, Final, cast

import ipywidgets as widgets

from polygames.games.polygon import shapes
from polygames.widgets.newgame import STYLE, NewPanel

if TYPE_CHECKING:
    from polygames.games.polygon.rules import PolygonGame
    from polygames.widgets.newgame import Setting

__all__ = ["PolygonPanel"]

SHAPES: Final = ("regular", "random convex", "custom corners")
REGULAR, RANDOM, CUSTOM = SHAPES


class PolygonPanel(NewPanel):
    """The form for a new game: it also takes the corners of the polygon."""

    def __init__(self, setting: Setting) -> None:
        self._shape = widgets.Dropdown(options=SHAPES, description="shape", style=STYLE)
        self._corners = widgets.Textarea(
            description="corners", rows=6, placeholder="0, 0\n5/2, 0\n3, 2.25", style=STYLE
        )
        self._shape.observe(self._take_shape, "value")
        super().__init__(setting)
        n = self._fields["n"]
        n.observe(self._take_shape, "value")
        *first, start = self.box.children
        at = first.index(n)
        self.box.children = (*first[:at], self._shape, n, self._corners, *first[at + 1 :], start)
        self._show_fields()

    def field(self, name: str, value: Any) -> Any:
        """Return an input for an option: a slider for the number of corners."""
        if name == "n":
            return widgets.IntSlider(value=value, min=3, max=30, description=name, style=STYLE)
        return super().field(name, value)

    def fill(self, options: dict[str, Any]) -> None:
        """Show these values, and the shape that they say."""
        n = options.get("n", 0)
        self._fields["n"].max = max(30, n, self._fields["n"].max)
        super().fill(options)
        corners = options.get("vertices")
        if corners is not None or "n" in options:
            self._shape.value = REGULAR if corners is None else CUSTOM
        if corners is not None:
            self._corners.value = shapes.as_text(corners)

    def options(self) -> dict[str, Any]:
        """Return the options chosen; OptionError if the corners make no convex polygon."""
        chosen = super().options()
        if self._shape.value != REGULAR:
            chosen["vertices"] = shapes.from_text(self._corners.value)
            chosen["n"] = len(chosen["vertices"])
        return chosen

    def _take_shape(self, change: dict[str, Any]) -> None:
        if self._shape.value == RANDOM:
            corners = shapes.random_convex(self._fields["n"].value, SystemRandom())
            self._corners.value = shapes.as_text(corners)
        elif change["owner"] is self._shape and self._shape.value == CUSTOM:
            corners, _ = shapes.corners_of(cast("PolygonGame", self.setting.state()))
            self._corners.value = shapes.as_text(corners)
        self._show_fields()

    def _show_fields(self) -> None:
        self._fields["n"].layout.display = "none" if self._shape.value == CUSTOM else ""
        self._corners.layout.display = "none" if self._shape.value == REGULAR else ""
