"""The guide of a person's first game of Territory."""

from __future__ import annotations

from typing import TYPE_CHECKING

from polygames.core.game_info import FirstSteps
from polygames.games.territory.board.scene import spell
from polygames.games.territory.rules import Claim

if TYPE_CHECKING:
    from polygames.games.territory.rules import Territory


def first_steps(state: Territory) -> FirstSteps | None:
    """Return the guide for the first tile of a seat."""
    claims = [move for move in state.legal_moves if isinstance(move, Claim)]
    if not claims:
        return None
    color = state.color(state.turn)
    steps = (
        "Press a tile. Your first tile can be anywhere.",
        "The other player may take over your colour."
        if state.is_before_swap
        else "Your next tiles must touch your own.",
        f"{color.capitalize()} tiles give you points. The larger, the better.",
    )
    ranked = sorted(claims, key=lambda move: state.value(state.board.named[move], state.turn))
    move = ranked[-(len(ranked) // 4) - 1] if state.is_before_swap else ranked[-1]
    return FirstSteps("Claim your first tile", steps, clicks=spell(move))
