"""A table as a page shows it: the frame and the picture of the board, as one seat sees it.

A page runs the same JavaScript as a notebook's board. It gets the same frame (see
`polygames.view.frame`) and the picture of the SVG painter, and sends the same messages.
"""

from __future__ import annotations

import json
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final

from polygames.core.descriptions import NUMBERED_NAMES, Names, position_picture
from polygames.scene.model import Window, scene_window
from polygames.scene.projection import ProjectionCache, project
from polygames.scene.svg import ElementCache, svg_document
from polygames.scene.viewport import Viewport, fitting_height
from polygames.view.frame import last_move_text, motions_to_json
from polygames.view.position_view import PositionView

if TYPE_CHECKING:
    from polygames.core.protocol import Seat
    from polygames.scene.model import Scene
    from polygames.table.table import Table

CLASS_BOARD_WIDTH_PX: Final = 520
"""The width of a board's layout in pixels; the page scales it."""

CLASS_SCREEN_WIDTH_PX: Final = 2 * CLASS_BOARD_WIDTH_PX
"""The width of a board in screen pixels: twice the layout, sharp on a phone."""

MAX_SENT_PREVIEWS: Final = 24
"""Moves sent with previews; above it the page requests the previews it needs."""


class SvgRenderer:
    """A renderer of one table's board as SVG; it caches the parts that pictures share."""

    def __init__(self) -> None:
        self._projections, self._elements = ProjectionCache(), ElementCache()

    def render(self, scene: Scene, full_window: Window, pixels: tuple[int, int]) -> str:
        """Return a whole scene as SVG, for a picture with the given width and height in pixels."""
        view = Viewport.fit(
            full_window, CLASS_BOARD_WIDTH_PX, CLASS_BOARD_WIDTH_PX * pixels[1] / pixels[0]
        )
        return svg_document(
            view, self._elements.get_elements(project(scene, view, cache=self._projections))
        )


class SeatView(PositionView):
    """The view of a table's position from one seat, or of a spectator (None).

    `spectator_view` is the view of a spectator. Its picture is reused unless this seat sees another
    state.
    """

    def __init__(
        self,
        table: Table,
        seat: Seat | None,
        names: Names = NUMBERED_NAMES,
        renderer: SvgRenderer | None = None,
        spectator_view: SeatView | None = None,
    ) -> None:
        super().__init__(table.record.node, seat, names)
        self.version, self.is_in_play = (
            table.version,
            table.is_in_play,
        )  # copied, because the table changes
        self.renderer = renderer or SvgRenderer()
        self.spectator_view = (
            spectator_view
            if spectator_view is not None and spectator_view.state is self.state
            else None
        )
        self.is_active = self.is_in_play and seat is not None and self.node.state.turn == seat

    @cached_property
    def scene(self) -> Scene:
        """The picture of the position for all seats, with the players' names instead of "You"."""
        if self.spectator_view is not None:
            return self.spectator_view.scene
        return position_picture(self.state, replace(self.names, you=None))

    @cached_property
    def moves_by_clicks(self) -> dict[tuple[str, ...], Any]:
        """The legal moves, keyed by the sequence of clicks; empty if it is not this seat's turn."""
        return super().moves_by_clicks if self.is_active else {}

    def page_frame(self, window: Window | None = None) -> dict[str, Any]:
        """Return the data with which the page handles clicks and moves."""
        parent = self.node.parent
        last = None if parent is None else (parent.state, self.node.move)
        told = self.frame(
            version=self.version,
            active=self.is_active,
            max_previews=MAX_SENT_PREVIEWS,
            window=window,
            last=last,
        )
        spoken = last_move_text(
            self.node, self.names
        )  # the goal is in the status line above the board
        return told | {
            "claim": None,
            "picture_width": None,
            "has_line_values": False,
            "spoken_text": spoken,
        }

    def picture(self, window: Window | None = None) -> str:
        """Return the board, or a part of it, as SVG."""
        if window is None:
            return self.full_picture
        home = scene_window(self.scene)
        high = CLASS_BOARD_WIDTH_PX * self.pixels[1] / self.pixels[0]
        view = Viewport.fit(window, CLASS_BOARD_WIDTH_PX, high)
        seen = project(
            (*self.scene, *self.last_move_highlight),
            view,
            full_view=Viewport.fit(home, CLASS_BOARD_WIDTH_PX, high),
        )
        return svg_document(view, ElementCache().get_elements(seen))

    @cached_property
    def pixels(self) -> tuple[int, int]:
        """The width and height of the picture in screen pixels."""
        return CLASS_SCREEN_WIDTH_PX, fitting_height(
            scene_window(self.scene), CLASS_SCREEN_WIDTH_PX
        )

    @cached_property
    def full_picture(self) -> str:
        """The whole board as SVG."""
        if self.spectator_view is not None:
            return self.spectator_view.full_picture
        scene = (*self.scene, *self.last_move_highlight)
        return self.renderer.render(scene, scene_window(self.scene), self.pixels)

    @property
    def motion_message(self) -> dict[str, Any] | None:
        """The message that animates the last move.

        None without a move or in a game without motion.
        """
        if self.info.board.motion is None or self.node.parent is None:
            return None
        return {
            "kind": "motion",
            "version": self.version - 1,
            "motions": motions_to_json(self.motions),
        }

    def as_traits(self, window: Window | None = None) -> dict[str, Any]:
        """Return the data of the page's two layers: the frame for the pointer, and the picture."""
        return {
            "pointer": {"frame": json.dumps(self.page_frame(window))},
            "sheet": {"picture": self.picture(window), "pixels": self.pixels},
        }
