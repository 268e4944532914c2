"""The symmetries of a Splinter board: reflections, half turns, and quarter turns if square."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterator

    from polygames.games.splinter.boards import Push
    from polygames.games.splinter.rules import Splinter

Rows: TypeAlias = "tuple[tuple[Any, ...], ...]"


def symmetry_images(state: Splinter) -> set[Hashable]:
    """Return the images of a position under all symmetries of its board, as hashable keys."""
    height, width = state.shape
    found = [[""] * width for _ in range(height)]
    for at, name in state.grid.names.items():
        row, column = state.grid.to_row_and_column(at)
        found[row][column] = name
    names = tuple(map(tuple, found))
    about = state.rules, state.turn, state.lost
    return {
        (*about, shown, _map_barred_pushes(state, places))
        for shown, places in zip(_iter_images(state.rows), _iter_images(names), strict=True)
    }


def _iter_images(rows: Any) -> Iterator[Rows]:
    """Yield the images of rows under all symmetries of a board."""
    shown: Rows = tuple(map(tuple, rows))
    is_square = len(shown) == len(shown[0])
    for each in (shown, tuple(zip(*shown, strict=True))) if is_square else (shown,):
        for way in (each, each[::-1]):
            yield way
            yield tuple(row[::-1] for row in way)


def _map_barred_pushes(state: Splinter, places: Rows) -> tuple[Any, ...]:
    """Return the forbidden steps of both seats as pairs of places in an image of the board."""
    if state.barred == (None, None):
        return ()
    where = {name: (r, c) for r, row in enumerate(places) for c, name in enumerate(row)}

    def ends(push: Push | None) -> Any:
        return None if push is None else (where[push.start], where[push.end])

    return tuple(map(ends, state.barred))
