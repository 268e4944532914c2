"""The guide of a person's first game of Splitter."""

from __future__ import annotations

from typing import TYPE_CHECKING

from polygames.core.game_info import FirstSteps
from polygames.games.splitter.board.scene import all_clicks

if TYPE_CHECKING:
    from polygames.games.splitter.rules import Placement, Splitter


def first_steps(state: Splitter) -> FirstSteps | None:
    """Return the guide for the first two numbers; None before the dice are rolled."""
    if state.roll is None or state.outcome is not None:
        return None
    is_double = state.roll.is_double
    clicks = all_clicks(state, min(state.placements, key=_distance_from_middle))[0]
    steps = (
        "Press an empty cell." if is_double else "Press one of the dice, then an empty cell.",
        "The other number goes into the mirrored cell. Press Confirm.",
        "Four 4s that touch score 4. Five 5s score 5, and so on.",
    )
    return FirstSteps("Write both numbers", steps, clicks=clicks[-1:] if is_double else clicks)


def _distance_from_middle(move: Placement) -> tuple[int, int]:
    """Return the distance of a cell from row 4, column 3, which is empty on every pad."""
    return abs(move.row - 3) + abs(move.column - 2), move.row
