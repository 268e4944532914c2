"""Cover a square with random tiles: grow them one after the other, then mend small ones."""

from __future__ import annotations

from bisect import bisect_left, insort
from dataclasses import dataclass
from itertools import product
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable
    from random import Random

Cell: TypeAlias = tuple[int, int]

MAX_GROWTH_STEPS = 100_000
"""How many cells may be grown, joined and cut before giving up: about a second."""


@dataclass
class Effort:
    """How many cells may still be looked at, on all boards that are grown for one."""

    remaining: int = MAX_GROWTH_STEPS

    def spend(self, cells: int) -> bool:
        """Spend some cells; say whether so many remained."""
        self.remaining -= cells
        return self.remaining >= 0


def grown(size: int, low: int, high: int, rng: Random, effort: Effort) -> list[list[Cell]] | None:
    """Return tiles of connected cells that cover a square.

    A tile begins in the cell with the fewest free neighbours, so that few single cells are
    left over, and takes in free neighbours by chance until it has the area drawn for it or
    is hemmed in. Tiles that remained too small are then mended; None if that came to no end.
    """
    if not effort.spend(size * size):
        return None
    free = _Free(size)
    tiles = []
    while free.near:
        narrowest = rng.choice(next(filter(None, free.sorts)))
        tile = _grow(free.near, narrowest, rng.randint(low, high), rng)
        free.take(tile)
        tiles.append(tile)
    return _repair_tiles(tiles, low, high, rng, effort)


class _Free:
    """The free cells of a square, each with its free neighbours; in the order of reading."""

    def __init__(self, size: int) -> None:
        cells = dict.fromkeys(product(range(size), range(size)))
        self.near = {cell: [near for near in _sides(cell) if near in cells] for cell in cells}
        self.sorts: list[list[Cell]] = [[] for _ in range(5)]
        """The free cells with no free neighbour, with one, and so on up to four."""
        for cell, near in self.near.items():
            self.sorts[len(near)].append(cell)

    def take(self, tile: Iterable[Cell]) -> None:
        """Remove cells."""
        for cell in tile:
            gone = self.near.pop(cell)
            self._leave(cell, len(gone))
            for near in gone:
                others = self.near[near]
                self._leave(near, len(others))
                others.remove(cell)
                insort(self.sorts[len(others)], near)

    def _leave(self, cell: Cell, sort: int) -> None:
        cells = self.sorts[sort]
        del cells[bisect_left(cells, cell)]


def _grow(free: dict[Cell, list[Cell]], start: Cell, area: int, rng: Random) -> list[Cell]:
    tile, edge = [start], list(free[start])
    known = {start, *edge}
    while len(tile) < area and edge:
        cell = edge.pop(rng.randrange(len(edge)))
        tile.append(cell)
        fresh = [near for near in free[cell] if near not in known]
        edge += fresh
        known.update(fresh)
    return tile


def _repair_tiles(
    tiles: list[list[Cell]], low: int, high: int, rng: Random, effort: Effort
) -> list[list[Cell]] | None:
    """Join each tile that is too small with a neighbour, and part the two again where needed.

    A lack that cannot be mended on the spot is handed on to the neighbour: it walks about by
    chance until it can.
    """
    parts = dict(enumerate(tiles))
    owner = {cell: number for number, cells in parts.items() for cell in cells}
    small = [number for number, cells in parts.items() if len(cells) < low]
    while small:
        one = rng.choice(small)
        near = {owner[cell] for at in parts[one] for cell in _sides(at) if cell in owner} - {one}
        if not near:
            return None
        other = rng.choice(sorted(near))
        both = parts[one] + parts[other]
        if not effort.spend(len(both)):
            return None
        halves = [both] if len(both) <= high else _split_cells(both, low, high, rng)
        if max(map(len, halves)) <= high:
            small = [number for number in small if number not in (one, other)]
            del parts[one], parts[other]
            for number, cells in zip((one, other), halves, strict=False):
                parts[number] = cells
                owner.update(dict.fromkeys(cells, number))
                small += [number] if len(cells) < low else []
    return list(parts.values())


def _split_cells(cells: list[Cell], low: int, high: int, rng: Random) -> list[list[Cell]]:
    """Cut a random tree on some cells where both parts fit best; one may remain too large."""
    order, parent = _tree(cells, rng)
    below = dict.fromkeys(order, 1)
    for cell in reversed(order[1:]):
        below[parent[cell]] += below[cell]

    def misfit(cell: Cell) -> tuple[int, int, float]:
        area = below[cell]
        rest = len(order) - area
        large = max(0, area - high) + max(0, rest - high)
        small = max(0, low - area) + max(0, low - rest)
        return large, small, rng.random()

    top = min(order[1:], key=misfit)
    part = {top}
    for cell in order:  # parents first
        if parent.get(cell) in part:
            part.add(cell)
    return [[cell for cell in order if (cell in part) == inside] for inside in (True, False)]


def _tree(cells: Collection[Cell], rng: Random) -> tuple[list[Cell], dict[Cell, Cell]]:
    """Return the cells of a random tree, parents first, and the parent of each."""
    start = rng.choice(sorted(cells))
    waiting, order, parent = set(cells) - {start}, [start], {}
    edge = [(near, start) for near in _sides(start)]
    while waiting:
        cell, before = edge.pop(rng.randrange(len(edge)))
        if cell in waiting:
            waiting.discard(cell)
            order.append(cell)
            parent[cell] = before
            edge += [(near, cell) for near in _sides(cell)]
    return order, parent


def _sides(cell: Cell) -> Iterable[Cell]:
    r, c = cell
    return (r - 1, c), (r, c - 1), (r, c + 1), (r + 1, c)
