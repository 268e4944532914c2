"""A table as one seat sees it, with the picture of its board as SVG.

A page runs the same JavaScript as a notebook's board, with the picture of the SVG painter.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Final

from polygames.core.descriptions import NUMBERED_NAMES, Names
from polygames.scene.model import scene_window
from polygames.scene.projection import ProjectionCache, project
from polygames.scene.svg import ElementCache, svg_document
from polygames.scene.viewport import Viewport, fitting_height
from polygames.view.position_view import PageState, view_of

if TYPE_CHECKING:
    from polygames.core.protocol import Seat
    from polygames.records.node import Node
    from polygames.scene.model import Scene, Window
    from polygames.table.table import Table
    from polygames.view.position_view import PositionView

PAGE_BOARD_WIDTH_PX: Final = 520
"""The width of a board's layout in pixels; the page scales it."""

PAGE_SCREEN_WIDTH_PX: Final = 2 * PAGE_BOARD_WIDTH_PX
"""The width of a board in screen pixels: twice the layout, sharp on a phone."""


class SvgRenderer:
    """A renderer of one table's board as SVG; it caches the parts that pictures share."""

    def __init__(self) -> None:
        self._projections, self._elements = ProjectionCache(), ElementCache()

    def render(
        self, scene: Scene, window: Window, full_window: Window, pixels: tuple[int, int]
    ) -> str:
        """Return the part of a scene in a window as SVG, with the given size in pixels.

        Fixed sizes are those of the whole scene in `full_window`.
        """
        size = PAGE_BOARD_WIDTH_PX, PAGE_BOARD_WIDTH_PX * pixels[1] / pixels[0]
        view = Viewport.fit(window, *size)
        full_view = None if window == full_window else Viewport.fit(full_window, *size)
        shapes = project(scene, view, full_view=full_view, cache=self._projections)
        return svg_document(view, self._elements.get_elements(shapes))


class SeatView:
    """A table from one seat, or for a spectator (None).

    `spectator_view` is the view of a spectator. Its picture is reused if this seat sees the same.
    `node` is the position to show; by default the current one. `marks` are drawn over the board.
    `is_upright` is True for a page that is higher than wide.
    """

    def __init__(
        self,
        table: Table,
        seat: Seat | None,
        names: Names = NUMBERED_NAMES,
        renderer: SvgRenderer | None = None,
        spectator_view: SeatView | None = None,
        node: Node | None = None,
        *,
        marks: Scene = (),
        is_upright: bool = False,
    ) -> None:
        known = None if spectator_view is None else spectator_view.position
        self.position: PositionView = view_of(
            node or table.record.node, seat, names, known, is_upright=is_upright
        )
        """The position as the seat sees it."""
        self.version, self.is_in_play = (
            table.version,
            table.is_in_play,
        )  # copied, because the table changes
        self.marks = marks
        self._renderer = renderer or SvgRenderer()
        is_same = known is not None and known.state is self.position.state
        self._spectator_view = (
            spectator_view if is_same and self.position.is_same_for_all_seats else None
        )
        is_current = node is None or node is table.record.node
        self.is_active = (
            self.is_in_play and is_current and seat is not None and table.state.turn == seat
        )

    def picture(self, page: PageState) -> str:
        """Return the board as a page shows it, as SVG."""
        if page.window is None and page.draft is None:
            return self.full_picture
        return self._draw(page, page.window or self._default_window, SvgRenderer())

    @cached_property
    def full_picture(self) -> str:
        """The board without zoom, as SVG."""
        if self._spectator_view is not None and not self.marks:
            return self._spectator_view.full_picture
        return self._draw(PageState(), self._default_window, self._renderer)

    @cached_property
    def pixels(self) -> tuple[int, int]:
        """The width and height of the picture in screen pixels."""
        high = fitting_height(scene_window(self.position.scene), PAGE_SCREEN_WIDTH_PX)
        return PAGE_SCREEN_WIDTH_PX, high

    @property
    def _default_window(self) -> Window:
        return self.position.default_window or scene_window(self.position.scene)

    def _draw(self, page: PageState, window: Window, renderer: SvgRenderer) -> str:
        position = self.position
        scene = (
            *position.picture(page),
            *position.last_move_highlight,
            *position.draft_marks(page),
            *self.marks,
        )
        return renderer.render(scene, window, scene_window(position.scene), self.pixels)
