"""The form for a new game of Splitter: it does not ask who begins."""

from __future__ import annotations

from typing import TYPE_CHECKING

from polygames.widgets.panels.new_game import NewPanel
from polygames.widgets.parts import dispose

if TYPE_CHECKING:
    from polygames.widgets.parts import Board


class SplitterPanel(NewPanel):
    """The form for a new game: all write the same roll at the same time, so nobody begins."""

    def __init__(self, board: Board) -> None:
        super().__init__(board)
        box, begins = self.opponents.box, self.opponents.begins
        box.children = tuple(each for each in box.children if each is not begins)

    def close(self) -> None:
        """Give up the form, and the question that it does not ask."""
        dispose(self.opponents.begins)
        super().close()
