"""Splinter's position as a page shows it: the pieces with a margin, in place of the whole board."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, cast
from weakref import WeakKeyDictionary

from polygames.games.splinter.board.scene import (
    BoardPart,
    visible_part,
    window_of_part,
    with_part_frame,
)
from polygames.view.position_view import PageState, PositionView

if TYPE_CHECKING:
    from polygames.games.splinter.rules import Splinter
    from polygames.records.node import Node
    from polygames.scene.model import Scene, Window

_known_parts: WeakKeyDictionary[Node, BoardPart] = WeakKeyDictionary()
"""The part to show at each node, because a game may be long."""


class SplinterView(PositionView):
    """A position of Splinter; without zoom a page shows the pieces and a margin."""

    @cached_property
    def part(self) -> BoardPart:
        """The part of the board to show: it grows during a game, and does not shrink."""
        return part_at([self.node, *self.node.line][-1])

    @cached_property
    def default_window(self) -> Window | None:
        """The part of the board with the pieces; None for the whole board."""
        return window_of_part(cast("Splinter", self.state), self.part)

    def picture(self, page: PageState = PageState()) -> Scene:  # noqa: B008 - it never changes
        """Return the picture; without zoom, with letters and numbers around the visible part."""
        if page.window is not None:
            return self.scene
        return self._framed_scene

    @cached_property
    def _framed_scene(self) -> Scene:
        return with_part_frame(self.scene, cast("Splinter", self.state), self.part)


def part_at(node: Node) -> BoardPart:
    """Return the part of the board that has contained all pieces from the start to a node.

    Examples
    --------
    >>> record = pg.Record(pg.new("splinter"))
    >>> start = part_at(record.node)
    >>> record.push("f11-f12")
    >>> part_at(record.node) == start
    True
    """
    new = []
    while (known := _known_parts.get(node)) is None and node.parent is not None:
        new.append(node)
        node = node.parent
    part = known or visible_part(cast("Splinter", node.state))
    _known_parts[node] = part
    for each in reversed(new):
        part = _known_parts[each] = visible_part(cast("Splinter", each.state), part)
    return part
