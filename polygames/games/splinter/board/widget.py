"""Splinter's board: a window around the pieces that grows with them."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, cast

from polygames.games.splinter.board.scene import (
    BoardPart,
    visible_part,
    window_of_part,
    with_part_frame,
)
from polygames.runtime.game_lock import with_game_lock
from polygames.widgets.board import BoardWidget

if TYPE_CHECKING:
    from collections.abc import Sequence

    from polygames.games.splinter.rules import Splinter
    from polygames.records.record import Record
    from polygames.scene.model import Scene, Window

SPLINTER_HELP = """
**On this board.** You see the pieces and up to four squares around them. This area grows when a
piece comes near its edge. Press **⤢** or the key `0` to see the whole board. Press it again to go
back.
"""


class SplinterBoard(BoardWidget):
    """The board of a game of Splinter; if not zoomed, it shows the pieces and a margin."""

    help_text: ClassVar[str] = SPLINTER_HELP
    _part: BoardPart | None = None
    """The part shown last: it does not shrink during a game."""

    @property
    def part(self) -> BoardPart:
        """The part of the board shown when it is not zoomed."""
        if self._part is None:
            self._part = visible_part(self._position())
        return self._part

    def default_window(self) -> Window | None:
        """Return the window to show if the board is not zoomed, or None for the whole board."""
        return window_of_part(self._position(), self.part)

    def picture(self) -> Scene:
        """Return the scene of the position, with letters and numbers around the part shown."""
        whole = super().picture()
        return whole if self.is_zoomed else with_part_frame(whole, self._position(), self.part)

    @with_game_lock
    def show_record(self, record: Record, seats: Sequence[str] | None = None) -> None:
        """Start another game on the board, and show the part of the board with its pieces."""
        before, self._part = self._part, None
        try:
            super().show_record(record, seats)
        except BaseException:
            self._part = before
            raise

    def refresh_controls(self) -> None:
        """Update everything beside the picture, and enlarge the part shown if pieces need it."""
        super().refresh_controls()
        grown = visible_part(self._position(), self.part)
        if grown != self._part:
            self._part = grown
            if not self.is_zoomed:
                self.position.forget_scene()
                self.redraw(rebuild=False)

    def _position(self) -> Splinter:
        return cast("Splinter", self.session.state)
