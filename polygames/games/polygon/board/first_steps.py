"""The guide of a person's first game of Polygon."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

from polygames.core.game_info import FirstSteps
from polygames.games.polygon.board.scene import spell
from polygames.geometry.exact import MIN_CORNERS

if TYPE_CHECKING:
    from polygames.games.polygon.rules import PolygonGame


def first_steps(state: PolygonGame) -> FirstSteps | None:
    """Return the guide for the first segment, or for the answer to it."""
    moves = list(islice(state.legal_moves, state.rules.n))
    if not moves:
        return None
    # The first moves are those of corner A, in order; the middle one leads across the polygon.
    move = moves[(state.rules.n - MIN_CORNERS) // 2] if state.ply == 0 else moves[0]
    heading, how = (
        ("Draw the next segment", "Press a green point. Your segment ends there.")
        if state.ply
        else ("Draw the first segment", "Press a corner, then a corner that is not beside it.")
    )
    steps = (
        how,
        "The next segment starts where the last one ended.",
        "Two may not end at the same point. Draw the last segment to win.",
    )
    return FirstSteps(heading, steps, clicks=spell(move))
