"""Cover a square with tiles by chance: grow them one after the other, then mend small ones."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable
    from random import Random

__all__ = ["grown"]

Cell: TypeAlias = tuple[int, int]

STEPS = 60
"""How many times a cell is the most that mending moves a border."""


def grown(size: int, low: int, high: int, rng: Random) -> list[list[Cell]] | None:
    """Return tiles of connected cells that cover a square.

    A tile begins in the cell with the fewest free neighbours, so that few single cells are
    left over, and takes in free neighbours by chance until it has the area drawn for it or
    is hemmed in. Tiles that remained too small are then mended.

    Parameters
    ----------
    size
        The side of the square.
    low, high
        The smallest and largest area of a tile.
    rng
        Decides everything.

    Returns
    -------
    The cells of each tile, or None if mending came to no end.
    """
    free = {(r, c): _around(r, c, size) for r in range(size) for c in range(size)}
    tiles = []
    while free:
        fewest = min(len(near) for near in free.values())
        start = rng.choice([cell for cell, near in free.items() if len(near) == fewest])
        tile = _grow(free, start, rng.randint(low, high), rng)
        for cell in tile:
            for near in free.pop(cell):
                if near in free:
                    free[near] = [other for other in free[near] if other != cell]
        tiles.append(tile)
    return _mended(tiles, low, high, rng)


def _around(r: int, c: int, size: int) -> list[Cell]:
    """Return the cells at the sides of a cell."""
    cells = ((r - 1, c), (r, c - 1), (r, c + 1), (r + 1, c))
    return [(y, x) for y, x in cells if 0 <= y < size and 0 <= x < size]


def _grow(free: dict[Cell, list[Cell]], start: Cell, area: int, rng: Random) -> list[Cell]:
    """Grow a tile into free cells."""
    tile, edge = [start], list(free[start])
    while len(tile) < area and edge:
        cell = edge.pop(rng.randrange(len(edge)))
        tile.append(cell)
        edge += [near for near in free[cell] if near not in tile and near not in edge]
    return tile


def _mended(tiles: list[list[Cell]], low: int, high: int, rng: Random) -> list[list[Cell]] | None:
    """Join each tile that is too small with a neighbour, and part the two again where needed.

    A lack that cannot be mended on the spot is handed on to the neighbour: it walks about by
    chance until it can.
    """
    parts = dict(enumerate(tiles))
    owner = {cell: number for number, cells in parts.items() for cell in cells}
    for _ in range(STEPS * len(owner)):
        small = [number for number, cells in parts.items() if len(cells) < low]
        if not small:
            return list(parts.values())
        one = rng.choice(small)
        near = {owner[cell] for at in parts[one] for cell in _sides(at) if cell in owner} - {one}
        if not near:
            return None
        other = rng.choice(sorted(near))
        both = parts[one] + parts[other]
        halves = [both] if len(both) <= high else _parted(both, low, high, rng)
        if max(map(len, halves)) <= high:
            del parts[one], parts[other]
            for number, cells in zip((one, other), halves, strict=False):
                parts[number] = cells
                owner.update(dict.fromkeys(cells, number))
    return None


def _parted(cells: list[Cell], low: int, high: int, rng: Random) -> list[list[Cell]]:
    """Cut a random tree on some cells where both parts fit best; one may remain too large."""
    order, parent = _tree(cells, rng)
    below = {cell: {cell} for cell in order}
    for cell in reversed(order[1:]):
        below[parent[cell]] |= below[cell]

    def misfit(cell: Cell) -> tuple[int, int, float]:
        areas = len(below[cell]), len(order) - len(below[cell])
        large, small = (
            sum(max(0, off) for off in offs)
            for offs in ([area - high for area in areas], [low - area for area in areas])
        )
        return large, small, rng.random()

    part = below[min(order[1:], key=misfit)]
    return [[cell for cell in order if (cell in part) == inside] for inside in (True, False)]


def _tree(cells: Collection[Cell], rng: Random) -> tuple[list[Cell], dict[Cell, Cell]]:
    """Return the cells of a random tree, parents first, and the parent of each."""
    start = rng.choice(sorted(cells))
    left, order, parent = set(cells) - {start}, [start], {}
    edge = [(near, start) for near in _sides(start)]
    while left:
        cell, before = edge.pop(rng.randrange(len(edge)))
        if cell in left:
            left.discard(cell)
            order.append(cell)
            parent[cell] = before
            edge += [(near, cell) for near in _sides(cell)]
    return order, parent


def _sides(cell: Cell) -> Iterable[Cell]:
    r, c = cell
    return (r - 1, c), (r, c - 1), (r, c + 1), (r + 1, c)
