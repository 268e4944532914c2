"""The form for a new game of Polygon: it also takes the corners."""

from __future__ import annotations

from random import SystemRandom
from typing import TYPE_CHECKING, Any, Final, cast

import ipywidgets as widgets

from polygames.games.polygon import shapes
from polygames.view.rules import question_of
from polygames.widgets.panels.new_game import STYLE, NewPanel, labelled

if TYPE_CHECKING:
    from polygames.games.polygon.rules import PolygonGame
    from polygames.widgets.parts import Board

SHAPES: Final = ("regular", "random convex", "custom corners")
REGULAR, RANDOM, CUSTOM = SHAPES

CORNERS_HELP: Final = "One corner a line, x and y; fractions such as 5/2 are exact."


class PolygonPanel(NewPanel):
    """The form for a new game: it also takes the corners of the polygon."""

    def __init__(self, board: Board) -> None:
        self._shape = widgets.Dropdown(
            options=[(each.capitalize(), each) for each in SHAPES], description="Shape", style=STYLE
        )
        self._corners = widgets.Textarea(
            description="Corners", rows=6, placeholder="0, 0\n5/2, 0\n3, 2.25", style=STYLE
        )
        self._list = labelled(self._corners, CORNERS_HELP)
        self._shape.observe(self._take_shape, "value")
        super().__init__(board)
        self.fields["n"].observe(self._take_shape, "value")
        self._show_fields()

    def line(self, name: str) -> widgets.Widget:
        """Return what stands in the form for an option: around the number of corners the shape."""
        if name != "n":
            return super().line(name)
        n = labelled(self.fields["n"], question_of(self.info, "n").help)
        return widgets.VBox([self._shape, n, self._list])

    def fill(self, options: dict[str, Any]) -> None:
        """Show these values, and the shape that they say."""
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
            corners = shapes.random_convex(self.fields["n"].value, SystemRandom())
            self._corners.value = shapes.as_text(corners)
        elif change["owner"] is self._shape and self._shape.value == CUSTOM:
            corners, _ = shapes.corners_of(cast("PolygonGame", self.record.state))
            self._corners.value = shapes.as_text(corners)
        self._show_fields()

    def _show_fields(self) -> None:
        self.fields["n"].layout.display = "none" if self._shape.value == CUSTOM else ""
        self._list.layout.display = "none" if self._shape.value == REGULAR else ""
