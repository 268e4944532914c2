"""The symmetries of a board of Splinter: reflections, turns by half, and by a quarter if square."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterator

    from polygames.games.splinter.boards import Push
    from polygames.games.splinter.rules import Splinter

Rows: TypeAlias = "tuple[tuple[Any, ...], ...]"


def images(state: Splinter) -> set[Hashable]:
    """Return a position as every symmetry of its board shows it."""
    height, width = state.shape
    found = [[""] * width for _ in range(height)]
    for at, name in state.grid.names.items():
        row, column = state.grid.place(at)
        found[row][column] = name
    names = tuple(map(tuple, found))
    about = state.rules, state.turn, state.lost
    return {
        (*about, shown, _map_barred_pushes(state, places))
        for shown, places in zip(_iter_images(state.rows), _iter_images(names), strict=True)
    }


def _iter_images(rows: Any) -> Iterator[Rows]:
    """Yield what all symmetries make of rows."""
    shown: Rows = tuple(map(tuple, rows))
    is_square = len(shown) == len(shown[0])
    for each in (shown, tuple(zip(*shown, strict=True))) if is_square else (shown,):
        for way in (each, each[::-1]):
            yield way
            yield tuple(row[::-1] for row in way)


def _map_barred_pushes(state: Splinter, places: Rows) -> tuple[Any, ...]:
    """Return where the barred pushes lie in an image, given which square stands where."""
    if state.barred == (None, None):
        return ()
    where = {name: (r, c) for r, row in enumerate(places) for c, name in enumerate(row)}

    def ends(push: Push | None) -> Any:
        return None if push is None else (where[push.start], where[push.end])

    return tuple(map(ends, state.barred))
