"""Domineering as a picture: a domino is two clicks on cells."""

from __future__ import annotations

from typing import TYPE_CHECKING

from polygames.authoring import BLUE, RED, Caption, SeatLabel, draw_squares

if TYPE_CHECKING:
    from polygames.authoring import Scene
    from polygames_domineering.rules import Domineering, Place

SEAT_LABELS = (SeatLabel("Upright", BLUE, "▮"), SeatLabel("Lying", RED, "▬"))


def scene(state: Domineering) -> Scene:
    """Draw the cells: white, or in the colour of the domino that covers them."""
    placed = [move.cells for move in state.dominoes]
    held = {cell: SEAT_LABELS[cells[0][0] != cells[1][0]] for cells in placed for cell in cells}
    return draw_squares(state.size, state.size, held)


def spell(move: Place) -> tuple[str, ...]:
    """Return the two cells of a domino."""
    return move.cells


def caption(state: Domineering) -> Caption:
    """Say whose turn it is, or who lost."""
    end = "place a domino" if state.outcome is None else "no domino fits, and the game is lost"
    return Caption(f"{SEAT_LABELS[state.turn].name}: {end}", SEAT_LABELS, scored=False)
