"""The guide of a person's first game of Split."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Final

from polygames.core.game_info import FirstSteps
from polygames.games.split.board.scene import line_ends
from polygames.games.split.rules import DrawLine

if TYPE_CHECKING:
    from polygames.games.split.rules import Split
    from polygames.scene.model import Point

FIRST_LINE: Final[tuple[Point, Point]] = ((10.0, 3.0), (0.0, 6.5))
"""A line between two sides of the empty square; it ends where the whole hand is on the board."""

AIM_STEP: Final = "Join two of your lines to fill a part. Fill more than half to win."


def first_steps(state: Split) -> FirstSteps | None:
    """Return the guide for the first line, or for the first line after the colours are chosen."""
    if state.phase != "line":
        return None
    if state.seat_colors is None:
        steps = (
            "Drag from one side of the square to another.",
            "The other player then chooses red or blue.",
            AIM_STEP,
        )
        return FirstSteps("Draw the first line", steps, line=FIRST_LINE)
    steps = ("Drag from one line to another.", "The other player then draws a line.", AIM_STEP)
    move = state.legal_moves.candidates(1, Random(0))[0]
    line = line_ends(state, move) if isinstance(move, DrawLine) else None
    return FirstSteps("Draw a line", steps, line=line)
