"""Nim as a picture: heaps side by side. A click on a stone takes it and all stones above it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from polygames.scene.model import Caption, Disc, Preview, SeatLabel, Text, Window
from polygames_nim.rules import LETTERS, Take

if TYPE_CHECKING:
    from polygames.scene.model import Scene
    from polygames_nim.rules import Nim

__all__ = ["caption", "mark", "preview", "scene", "spell"]

STONE, WORDS = "#6b7280", "#222222"
SEATS = (SeatLabel("First (seat 0)", "#1d4ed8", "●"), SeatLabel("Second (seat 1)", "#c2410c", "■"))
RADIUS = 0.42


def scene(state: Nim) -> Scene:
    """Draw the heaps, from the bottom up, with their names below."""
    stones = (
        Disc(
            _place(state, heap, stone),
            RADIUS,
            STONE,
            target=str(Take(heap, height - stone)),
            label=f"stone {stone + 1} of heap {LETTERS[heap]}",
        )
        for heap, height in enumerate(state.heaps)
        for stone in range(height)
    )
    names = (
        Text((heap + 0.5, max(state.start) + 0.5), LETTERS[heap], 0.5, WORDS)
        for heap in range(len(state.heaps))
    )
    return (Window(0, 0, max(len(state.start), 4), max(state.start) + 1), *stones, *names)


def spell(move: Take) -> tuple[str, ...]:
    """Return the lowest stone that a move takes: its target has the name of the move."""
    return (str(move),)


def preview(state: Nim, move: Take) -> Preview:
    """Say what a move takes and leaves, and mark the stones."""
    rest = state.heaps[move.heap] - move.count
    label = f"take {move.count} from heap {LETTERS[move.heap]}, leave {rest}"
    return Preview(label, mark(state, move, "#dc2626"))


def mark(state: Nim, move: Take, color: str) -> Scene:
    """Draw rings around the stones that a move takes."""
    height = state.heaps[move.heap]
    return tuple(
        Disc(_place(state, move.heap, stone), RADIUS, stroke=color, width=3.0)
        for stone in range(height - move.count, height)
    )


def caption(state: Nim) -> Caption:
    """Say whose turn it is, or who won."""
    if state.outcome is not None:
        status = f"{SEATS[1 - state.turn].name} took the last stone and wins"
    else:
        status = f"{SEATS[state.turn].name} to move: take stones from one heap"
    return Caption(status, SEATS, scored=False)


def _place(state: Nim, heap: int, stone: int) -> tuple[float, float]:
    """Return where a stone lies, the first of a heap at the bottom."""
    return heap + 0.5, max(state.start) - stone - 0.5
