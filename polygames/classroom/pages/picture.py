"""A table as a page shows it: the frame and the picture of the board, as one seat sees it.

A page runs the same JavaScript as a notebook's board. It gets the same frame (see
`polygames.view.frame`) and the picture of the SVG painter, and sends the same messages.
"""

from __future__ import annotations

import json
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final

from polygames.core.words import NUMBERED, Names, picture
from polygames.scene.model import Window, window_of
from polygames.scene.painting import ProjectionCache, project
from polygames.scene.svg import ElementCache, svg_document
from polygames.scene.viewport import Viewport, height_for
from polygames.view.frame import last_words, motions_to_json
from polygames.view.position import PositionView

if TYPE_CHECKING:
    from polygames.classroom.room.table import Table
    from polygames.core.protocol import Seat
    from polygames.scene.model import Scene

CLASS_BOARD_WIDTH_PX: Final = 520
"""The width of a board's layout in pixels; the page scales it."""

CLASS_SCREEN_WIDTH_PX: Final = 2 * CLASS_BOARD_WIDTH_PX
"""The width of a board in screen pixels: twice the layout, sharp on a phone."""

MOST_PREVIEWS: Final = 24
"""Moves sent with previews; above it the page requests the previews it needs."""


class Brush:
    """An SVG writer for one table; it caches the parts that successive pictures share."""

    def __init__(self) -> None:
        self._known, self._written = ProjectionCache(), ElementCache()

    def paint(self, scene: Scene, home: Window, pixels: tuple[int, int]) -> str:
        """Return the whole scene as SVG."""
        view = Viewport.fit(
            home, CLASS_BOARD_WIDTH_PX, CLASS_BOARD_WIDTH_PX * pixels[1] / pixels[0]
        )
        return svg_document(view, self._written.elements(project(scene, view, known=self._known)))


class SeatView(PositionView):
    """A position of a table as one seat sees it, or a spectator (None).

    `public` is the view of a spectator. Its picture is reused unless this seat sees another state.
    """

    def __init__(
        self,
        table: Table,
        seat: Seat | None,
        names: Names = NUMBERED,
        brush: Brush | None = None,
        public: SeatView | None = None,
    ) -> None:
        super().__init__(table.record.node, seat, names)
        self.version, self.is_on = table.version, table.is_on  # copied, because the table changes
        self.brush = brush or Brush()
        self.public = public if public is not None and public.state is self.state else None
        self.is_active = self.is_on and seat is not None and self.node.state.turn == seat

    @cached_property
    def scene(self) -> Scene:
        """The scene with the players' names, without a "You", so that all seats can share it."""
        if self.public is not None:
            return self.public.scene
        return picture(self.state, replace(self.names, you=None))

    @cached_property
    def ways(self) -> dict[tuple[str, ...], Any]:
        """The moves by their spelling in clicks; empty if it is not this seat's turn."""
        return super().ways if self.is_active else {}

    def told_frame(self, window: Window | None = None) -> dict[str, Any]:
        """Return the frame for the page's pointer layer."""
        parent = self.node.parent
        last = None if parent is None else (parent.state, self.node.move)
        told = self.frame(
            version=self.version,
            active=self.is_active,
            most=MOST_PREVIEWS,
            window=window,
            last=last,
        )
        spoken = last_words(self.node, self.names)  # the goal is in the status line above the board
        return told | {"taken": None, "wide": None, "maps": False, "spoken": spoken}

    def picture(self, window: Window | None = None) -> str:
        """Return the board, or a part of it, as SVG."""
        if window is None:
            return self.whole
        home = window_of(self.scene)
        high = CLASS_BOARD_WIDTH_PX * self.pixels[1] / self.pixels[0]
        view = Viewport.fit(window, CLASS_BOARD_WIDTH_PX, high)
        seen = project(
            (*self.scene, *self.marks), view, home=Viewport.fit(home, CLASS_BOARD_WIDTH_PX, high)
        )
        return svg_document(view, ElementCache().elements(seen))

    @cached_property
    def pixels(self) -> tuple[int, int]:
        """The width and height of the picture in screen pixels."""
        return CLASS_SCREEN_WIDTH_PX, height_for(window_of(self.scene), CLASS_SCREEN_WIDTH_PX)

    @cached_property
    def whole(self) -> str:
        """The whole board as SVG."""
        if self.public is not None:
            return self.public.whole
        scene = (*self.scene, *self.marks)
        return self.brush.paint(scene, window_of(self.scene), self.pixels)

    @property
    def motion(self) -> dict[str, Any] | None:
        """The message that animates the last move; None if there is no animation."""
        if self.info.board.motion is None or self.node.parent is None:
            return None
        return {
            "kind": "motion",
            "version": self.version - 1,
            "motions": motions_to_json(self.motions),
        }

    def as_traits(self, window: Window | None = None) -> dict[str, Any]:
        """Return the values for the two layers of a page: the frame and the picture."""
        return {
            "pointer": {"frame": json.dumps(self.told_frame(window))},
            "sheet": {"picture": self.picture(window), "pixels": self.pixels},
        }
