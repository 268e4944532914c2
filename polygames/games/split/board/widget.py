"""Split's board: with hints on the colours, and buttons to choose an area."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, cast

from polygames.core.words import NUMBERED
from polygames.games.split.board.scene import ends_of
from polygames.games.split.board.words import players, points
from polygames.games.split.rules import ChooseArea, ChooseColor, DrawLine, FillArea, Split
from polygames.widgets.board import BoardWidget
from polygames.widgets.header import goal, news
from polygames.widgets.session import HUMAN_SEAT

if TYPE_CHECKING:
    import ipywidgets as widgets

FIRST_LINE_HINT: Final = (
    "Then the other player chooses red or blue. Cut so that you are happy with either colour."
)
CHOOSE_PART_HINT: Final = "Press a part on the board, or its button below the board."
FILL: Final = "To fill a small yellow area, draw a line in it or press it."


class SplitBoard(BoardWidget):
    """The board of Split, with hints for the first moves and buttons to choose an area."""

    @property
    def state(self) -> Split:
        """The position on the board."""
        return cast("Split", self.session.state)

    def next_step(self) -> str:
        """Return a hint on the first line, a new colour, a choice of areas or the first fill."""
        state = self.state
        if not self.session.is_human_turn or self.is_puzzling:
            return ""
        if state.phase == "area":
            return CHOOSE_PART_HINT
        if state.phase == "line" and state.seat_colors is None:
            return f"{FIRST_LINE_HINT} {goal(self.session)}"
        if self.session.players.count(HUMAN_SEAT) == 1 and self._is_new_color():
            color = players(state, NUMBERED).of(state.turn)
            return f"You are {color} now. {news(self.session)}"
        if state.phase == "line" and self._is_first_fill():
            return f"{FILL} {news(self.session)}".strip()
        return ""

    def choices(self) -> tuple[widgets.Button, ...]:
        """Return the buttons of a choice, also of two areas, one of which may be very narrow."""
        state = self.state
        if not self.session.is_human_turn or state.choice is None:
            return super().choices()
        fills = players(state, self.session.names).does(1 - state.turn, "fills")
        made = []
        for area in sorted(state.choice, key=lambda k: state.areas[k].value):
            label = f"{fills} {points(state.areas[area].value)}"
            move, tooltip = ChooseArea(area), "or press the area on the board"
            made.append(
                self.choice_button(label, tooltip, spelling=self.info.spell(move), move=move)
            )
        return tuple(made)

    def show_hint(self, move: Any, note: str = "") -> None:
        """Show a hint; a line drawn close to it snaps to it."""
        super().show_hint(move, note)
        line = ends_of(self.state, move) if isinstance(move, DrawLine) else None
        self.pointer.send({"kind": "hinted", "line": line})

    def _is_first_fill(self) -> bool:
        """Return True if a small area is open and no area was filled before."""
        state = self.state
        is_small = any(map(state.is_small, state.open_areas))
        return is_small and not any(isinstance(move, FillArea) for move in self.record.moves)

    def _is_new_color(self) -> bool:
        """Return True if the other player chose colours since the seat to move drew its line."""
        node = self.record.node
        while (before := node.parent) is not None and before.state.turn != self.state.turn:
            if isinstance(node.move, ChooseColor):
                return True
            node = before
        return False
