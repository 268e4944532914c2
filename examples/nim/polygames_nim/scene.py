"""Nim as a picture: a row for each heap. A click on a stone takes it and all to its right."""

from __future__ import annotations

from typing import TYPE_CHECKING

from polygames.authoring import (
    BLUE,
    GREY,
    INK,
    PAPER,
    RED,
    Caption,
    Disc,
    Polygon,
    Preview,
    SeatLabel,
    Text,
    Window,
)
from polygames_nim.rules import HEAP_LETTERS, Take

if TYPE_CHECKING:
    from polygames.authoring import Scene
    from polygames_nim.rules import Nim

__all__ = ["caption", "highlight_move", "preview", "scene", "spell"]

SEAT_LABELS = (SeatLabel("First", BLUE, "●"), SeatLabel("Second", RED, "■"))
STONE_RADIUS = 0.42


def scene(state: Nim) -> Scene:
    """Draw the heaps, the first on top, with their names on the left."""
    right, bottom = max(state.start) + 1, len(state.start)
    table = Polygon(((0, 0), (right, 0), (right, bottom), (0, bottom)), PAPER)
    stones = (
        Disc(
            (stone + 0.5, heap + 0.5),
            STONE_RADIUS,
            GREY,
            target=str(Take(heap, count - stone + 1)),
            label=f"stone {stone} of heap {HEAP_LETTERS[heap]}",
        )
        for heap, count in enumerate(state.heaps)
        for stone in range(1, count + 1)
    )
    names = (
        Text((0.5, heap + 0.5), HEAP_LETTERS[heap], 0.5, INK) for heap in range(len(state.heaps))
    )
    return (Window(0, 0, right, bottom), table, *stones, *names)


def spell(move: Take) -> tuple[str, ...]:
    """Return the first stone that a move takes: its target has the name of the move."""
    return (str(move),)


def preview(state: Nim, move: Take) -> Preview:
    """Say what a move takes and leaves, and mark the stones."""
    rest = state.heaps[move.heap] - move.count
    label = f"take {move.count} from heap {HEAP_LETTERS[move.heap]}, leave {rest}"
    return Preview(label, highlight_move(state, move, RED))


def highlight_move(state: Nim, move: Take, color: str) -> Scene:
    """Draw rings around the stones that a move takes."""
    count = state.heaps[move.heap]
    return tuple(
        Disc((stone + 0.5, move.heap + 0.5), STONE_RADIUS, stroke=color, width=3.0)
        for stone in range(count - move.count + 1, count + 1)
    )


def caption(state: Nim) -> Caption:
    """Say whose turn it is, or who won."""
    if state.outcome is not None:
        status = f"{SEAT_LABELS[1 - state.turn].name} took the last stone and wins"
    else:
        status = f"{SEAT_LABELS[state.turn].name} to move: take stones from one heap"
    return Caption(status, SEAT_LABELS, scored=False)
