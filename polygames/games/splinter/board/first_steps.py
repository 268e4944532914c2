"""The guide of a person's first game of Splinter."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from polygames.core.game_info import FirstSteps
from polygames.games.splinter.board.scene import spell
from polygames.games.splinter.rules import Push

if TYPE_CHECKING:
    from polygames.games.splinter.rules import Splinter

FIRST_PUSHES: Final = (Push("g12", "g11"), Push("g7", "g8"))
"""A move of each seat that pushes a whole column at the usual start."""


def first_steps(state: Splinter) -> FirstSteps | None:
    """Return the guide for the first push."""
    moves = state.legal_moves
    if not moves:
        return None
    usual = FIRST_PUSHES[state.turn]
    move = usual if usual in moves else next(iter(moves))
    steps = (
        f"Press a {'white' if state.turn == 0 else 'black'} piece, then a square beside it.",
        "Your piece pushes all pieces in its way.",
        "Push the kings apart. Then the larger group wins.",
    )
    return FirstSteps("Push with one of your pieces", steps, clicks=spell(move))
