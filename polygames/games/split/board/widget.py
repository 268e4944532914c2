"""Split's board: with hints on the colours, and buttons to choose an area."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, cast

from polygames.core.descriptions import NUMBERED_NAMES
from polygames.games.split.board.explanations import area_text, color_names
from polygames.games.split.board.scene import line_ends
from polygames.games.split.rules import ChooseArea, ChooseColor, DrawLine, FillArea, Split
from polygames.widgets.board import BoardWidget
from polygames.widgets.header import goal_with_help, recent_moves_text
from polygames.widgets.session import HUMAN_SEAT

if TYPE_CHECKING:
    import ipywidgets as widgets

FIRST_LINE_HINT: Final = (
    "Then the other player chooses red or blue. Cut so that you are happy with either colour."
)
CHOOSE_PART_HINT: Final = "Press a part on the board, or its button below the board."
FILL_HINT: Final = "To fill a small yellow area, draw a line in it or press it."


class SplitBoard(BoardWidget):
    """The board of Split, with hints for the first moves and buttons to choose an area."""

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

    def choice_buttons(self) -> tuple[widgets.Button, ...]:
        """Return the choice buttons, also for areas, since a narrow area is hard to click."""
        state, moves = self.state, self._area_choices()
        if not moves:
            return super().choice_buttons()
        fills = color_names(state, self.session.names).with_verb(1 - state.turn, "fills")
        made = []
        for key, move in enumerate(moves, start=1):
            label = f"{fills} {area_text(state.areas[move.area].value)}"
            tooltip = f"{label} (key {key}). You can also press the area on the board."
            made.append(
                self.choice_button(label, tooltip, spelling=self.info.spell(move), move=move)
            )
        return tuple(made)

    def frame(self) -> dict[str, Any]:
        """Return the frame for the client, with shortcut keys for the buttons of an area choice."""
        made, moves = super().frame(), self._area_choices()
        return made | {"buttons": [self.info.spell(move) for move in moves]} if moves else made

    def _area_choices(self) -> list[ChooseArea]:
        """Return the two choices if a person has to choose an area, the smaller area first."""
        state = self.state
        if not self.session.is_human_turn or state.choice is None:
            return []
        areas = sorted(state.choice, key=lambda k: state.areas[k].value)
        return [ChooseArea(area) for area in areas]

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
