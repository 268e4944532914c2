"""The panel beside a board: pages with a row of tabs, one of them open."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import ipywidgets as widgets

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping


class Pages:
    """Boxes that share one place; the row of tabs above them says which one is open.

    Parameters
    ----------
    boxes
        What is on each page, by its name; the first one is open.
    on_open
        Called with the name of a page that has been opened.
    """

    def __init__(self, boxes: Mapping[str, widgets.Widget], on_open: Callable[[str], None]) -> None:
        self._boxes, self._on_open = dict(boxes), on_open
        self._before = next(iter(boxes))
        self._tabs = widgets.ToggleButtons(options=list(boxes), style={"button_width": "auto"})
        self._tabs.add_class("polygames-tabs")
        for box in boxes.values():
            box.add_class("polygames-page")
        self._show()
        self._tabs.observe(self._turned, "value")
        self.box = widgets.VBox([self._tabs, *boxes.values()])
        self.box.add_class("polygames-side")

    @property
    def shown(self) -> str:
        """The name of the open page."""
        name: str = self._tabs.value
        return name

    def open(self, name: str) -> None:
        """Turn to a page."""
        self._tabs.value = name

    def add(self, name: str, box: widgets.Widget) -> None:
        """Put a page before the others, and turn to it."""
        box.add_class("polygames-page")
        self._boxes = {name: box, **self._boxes}
        self.box.children = (self._tabs, *self._boxes.values())
        self._tabs.options = list(self._boxes)
        self.open(name)

    def toggle(self, name: str) -> None:
        """Turn to a page, or back to the one before if it is open."""
        self.open(self._before if self.shown == name else name)

    def _turned(self, change: dict[str, Any]) -> None:
        self._before = change["old"]
        self._show()
        self._on_open(change["new"])

    def _show(self) -> None:
        for name, box in self._boxes.items():
            box.layout.display = "" if name == self.shown else "none"
