"""Polygon's position as a page shows it, with a key to zoom to the possible points."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, cast

from polygames.games.polygon.board.scene import WHOLE_BOARD, zoom_to_targets
from polygames.view.position_view import PageState, PositionView

if TYPE_CHECKING:
    from polygames.games.polygon.rules import PolygonGame


class PolygonView(PositionView):
    """A position of Polygon; the key t zooms to all points where the next segment may end."""

    extra_keys = ("t",)

    def take_action(self, message: dict[str, Any], page: PageState) -> tuple[Any, PageState]:
        """Return the move in a page's message, or the new page state after the key t."""
        if message["kind"] == "key" and message["key"] == "t":
            window, _ = zoom_to_targets(cast("PolygonGame", self.state))
            return None, replace(page, window=None if window == WHOLE_BOARD else window)
        return super().take_action(message, page)
