"""Split's position as a page shows it: buttons to choose an area, and the values of a part."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, cast

from polygames.games.split.board.explanations import color_names, size_text
from polygames.games.split.board.scene import scene, spell
from polygames.games.split.rules import ChooseArea
from polygames.view.frame import Choice
from polygames.view.position_view import PageState, PositionView

if TYPE_CHECKING:
    from polygames.games.split.rules import Split
    from polygames.scene.model import Scene


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
            Choice(
                spell(move),
                f"{fills} {size_text(state, state.areas[move.area].value)}",
                move,
            )
            for move in moves
        ]

    def picture(self, page: PageState = PageState()) -> Scene:  # noqa: B008 - it never changes
        """Return the picture of the board; if a page zooms, with each value in the visible part."""
        return self.scene if page.window is None else scene(cast("Split", self.state), page.window)
