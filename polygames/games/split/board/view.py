"""Split's position as a page shows it: buttons to choose an area, too, as it may be narrow."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, cast

from polygames.games.split.board.explanations import area_text, color_names
from polygames.games.split.board.scene import spell
from polygames.games.split.rules import ChooseArea
from polygames.view.frame import Choice
from polygames.view.position_view import PositionView

if TYPE_CHECKING:
    from polygames.games.split.rules import Split


class SplitView(PositionView):
    """A position of Split, with a button for each area if a player has to choose one."""

    @cached_property
    def choices(self) -> list[Choice]:
        """The buttons: the colours, or the two parts of a cut area, the smaller one first."""
        state = cast("Split", self.state)
        if state.choice is None:
            return super().choices
        fills = color_names(state, self.names).with_verb(1 - state.turn, "fills")
        moves = [ChooseArea(k) for k in sorted(state.choice, key=lambda k: state.areas[k].value)]
        return [
            Choice(spell(move), f"{fills} {area_text(state.areas[move.area].value)}", move)
            for move in moves
        ]
