"""Split's board in a notebook, with hints for the first moves."""

from __future__ import annotations

from typing import Any, Final, cast

from polygames.core.descriptions import NUMBERED_NAMES
from polygames.games.split.board.explanations import color_names
from polygames.games.split.board.scene import line_ends
from polygames.games.split.rules import ChooseColor, DrawLine, FillArea, Split
from polygames.widgets.board import BoardWidget
from polygames.widgets.board_options import HUMAN_SEAT
from polygames.widgets.header import goal_with_help, recent_moves_text

FIRST_LINE_HINT: Final = (
    "Then the other player chooses red or blue. Cut so that you are happy with either colour."
)
CHOOSE_PART_HINT: Final = "Press a part on the board, or its button."
FILL_HINT: Final = "To fill a small yellow area, draw a line in it or press it."


class SplitBoard(BoardWidget):
    """The board of Split, with hints for the first moves."""

    @property
    def state(self) -> Split:
        """The position on the board."""
        return cast("Split", self.session.state)

    def next_step(self) -> str:
        """Return a hint for the person to move, for example on filling areas, or an empty text."""
        state = self.state
        if not self.session.is_human_turn or self.has_task:
            return ""
        if state.phase == "area":
            return CHOOSE_PART_HINT
        if state.phase == "line" and state.seat_colors is None:
            return f"{FIRST_LINE_HINT} {goal_with_help(self.session)}"
        if self.session.players.count(HUMAN_SEAT) == 1 and self._is_new_color():
            color = color_names(state, NUMBERED_NAMES).name(state.turn)
            return f"You are {color} now. {recent_moves_text(self.session)}"
        if state.phase == "line" and self._is_first_fill():
            return f"{FILL_HINT} {recent_moves_text(self.session)}".strip()
        return ""

    def show_hint(self, move: Any, note: str = "") -> None:
        """Show a hint; a line drawn close to the hinted line snaps to it."""
        super().show_hint(move, note)
        line = line_ends(self.state, move) if isinstance(move, DrawLine) else None
        self.pointer.send({"kind": "hint_line", "line": line})

    def _is_first_fill(self) -> bool:
        """Return True if a small area is open but no area has been filled in this game."""
        state = self.state
        is_small = any(map(state.is_small, state.open_areas))
        return is_small and not any(isinstance(move, FillArea) for move in self.record.moves)

    def _is_new_color(self) -> bool:
        """Return True if the opponent has chosen the colours since the mover's last move."""
        node = self.record.node
        while (before := node.parent) is not None and before.state.turn != self.state.turn:
            if isinstance(node.move, ChooseColor):
                return True
            node = before
        return False
