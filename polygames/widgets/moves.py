"""The moves of a game as a list: who played what, the last one marked."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Any

import ipywidgets as widgets

from polygames.core.protocol import CHANCE
from polygames.core.registry import info_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from polygames.core.node import Node
    from polygames.core.protocol import State
    from polygames.core.record import Record
    from polygames.scene.model import SeatLabel

__all__ = ["MovesPanel", "moves_of"]


class MovesPanel:
    """The page with the moves."""

    def __init__(self) -> None:
        self._list = widgets.HTML()
        self.box = widgets.VBox([self._list])

    def show(self, record: Record) -> None:
        """Show the moves up to the position on the board."""
        self._list.value = moves_of(record)


def moves_of(record: Record) -> str:
    """Return the moves as HTML, the last one first; what the player to move may not see is hidden.

    Examples
    --------
    >>> import polygames as pg
    >>> record = pg.Record(pg.new("polygon"))
    >>> record.push("A-C")
    >>> "A-C" in moves_of(record)
    True
    """
    path = record.path
    if len(path) == 1:
        return '<div class="polygames-muted">No move yet.</div>'
    seats = info_of(record.state).caption(record.state).seats
    rows = "".join(_row(record.state, node, seats) for node in reversed(path[1:]))
    return f'<table class="polygames-moves">{rows}</table>'


def _row(now: State[Any], node: Node, seats: Sequence[SeatLabel]) -> str:
    assert node.parent is not None  # noqa: S101 - a move was played from somewhere
    seat = node.parent.state.turn
    if seat == CHANCE:
        who = "dice"
    else:
        label = seats[seat]
        who = (
            f'<b class="polygames-mark" style="color:{label.color}">{escape(label.mark)}</b> '
            f"{escape(label.name)}"
        )
    secret = now.turn != CHANCE and node.state.view(now.turn) != node.state
    words = "…" if secret else escape(str(node.move))
    return f"<tr><td>{node.number}</td><td>{who}</td><td>{words}</td></tr>"
