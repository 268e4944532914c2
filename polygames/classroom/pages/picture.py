"""A table as a page shows it: the frame and the picture that a notebook's board has, for one seat.

The page's JavaScript is the board's own. It is given the same frame (see `polygames.view.frame`)
and the picture of the SVG painter, and answers with the same messages.
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
"""For how many pixels of the layout a board is painted; the page makes it larger or smaller."""

CLASS_SCREEN_WIDTH_PX: Final = 2 * CLASS_BOARD_WIDTH_PX
"""How many pixels of the screen it has: sharp on a phone."""

MOST_PREVIEWS: Final = 24
"""More moves than this are sent without previews: the page asks for those that it needs."""


class Brush:
    """Writes the pictures of one table in turn: most of a picture was in the last one."""

    def __init__(self) -> None:
        self._known, self._written = ProjectionCache(), ElementCache()

    def paint(self, scene: Scene, home: Window, pixels: tuple[int, int]) -> str:
        """Return a scene as SVG, all of it."""
        view = Viewport.fit(
            home, CLASS_BOARD_WIDTH_PX, CLASS_BOARD_WIDTH_PX * pixels[1] / pixels[0]
        )
        return svg_document(view, self._written.elements(project(scene, view, known=self._known)))


class SeatView(PositionView):
    """One position of a table, as a seat sees it; None is who only watches.

    `public` is what who only watches sees: its picture is this one's, unless this seat sees
    something else.
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
        self.version, self.is_on = table.version, table.is_on  # the table goes on
        self.brush = brush or Brush()
        self.public = public if public is not None and public.state is self.state else None
        self.is_active = self.is_on and seat is not None and self.node.state.turn == seat

    @cached_property
    def scene(self) -> Scene:
        """The picture, which nobody is told apart in."""
        if self.public is not None:
            return self.public.scene
        return picture(self.state, replace(self.names, you=None))

    @cached_property
    def ways(self) -> dict[tuple[str, ...], Any]:
        """Each way to click a move, while this seat is to move."""
        return super().ways if self.is_active else {}

    def told_frame(self, window: Window | None = None) -> dict[str, Any]:
        """Return what the pointer layer is told."""
        parent = self.node.parent
        last = None if parent is None else (parent.state, self.node.move)
        told = self.frame(
            version=self.version,
            active=self.is_active,
            most=MOST_PREVIEWS,
            window=window,
            last=last,
        )
        spoken = last_words(self.node, self.names)  # what is to be done stands above it
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
        """How many pixels of the screen the picture has, across and down."""
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
        """How the last move is seen to be made; None if it is not."""
        if self.info.board.motion is None or self.node.parent is None:
            return None
        return {
            "kind": "motion",
            "version": self.version - 1,
            "motions": motions_to_json(self.motions),
        }

    def as_traits(self, window: Window | None = None) -> dict[str, Any]:
        """Return what the two layers of a page are told: the pointer's frame, and the picture."""
        return {
            "pointer": {"frame": json.dumps(self.told_frame(window))},
            "sheet": {"picture": self.picture(window), "pixels": self.pixels},
        }
