"""The generator of random tiles that cover a region: growth, then repair of small tiles."""

from __future__ import annotations

from bisect import bisect_left, insort
from dataclasses import dataclass
from itertools import product
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Sequence
    from random import Random

Cell: TypeAlias = tuple[int, int]

MAX_GROWTH_STEPS = 100_000
"""The budget of cells for growth and repair of a board: about a second."""


@dataclass
class GrowthBudget:
    """A limit on the cells that all attempts to generate a board may process together."""

    remaining_cells: int = MAX_GROWTH_STEPS

    def spend(self, cells: int) -> bool:
        """Subtract cells from the budget; return False if they exceed it."""
        self.remaining_cells -= cells
        return self.remaining_cells >= 0


def square_cells(size: int) -> list[Cell]:
    """Return the cells of a square in reading order."""
    return list(product(range(size), range(size)))


def half_square_cells(size: int, rng: Random) -> list[Cell]:
    """Return the cells of a connected half of a square, with a random border, in reading order.

    The half and its image after a half-turn cover the square, except the middle cell of an odd
    size. The half has every cell of its column above a height. The heights of opposite columns add
    up to the size.
    """
    middle = size // 2
    heights, most = [middle] * size, max(1, size // 5)
    height = middle
    for column in range(middle):
        height += rng.randint(-2, 2)
        height = heights[column] = min(max(height, middle - most, 1), middle + most, size - 1)
        heights[size - 1 - column] = size - height
    return [(r, c) for r, c in square_cells(size) if r < heights[c]]


def turned_cells(cells: Iterable[Cell], size: int) -> list[Cell]:
    """Return the image of cells after a half-turn of the square.

    Examples
    --------
    >>> turned_cells([(0, 0), (0, 1)], size=3)
    [(2, 2), (2, 1)]
    """
    return [(size - 1 - r, size - 1 - c) for r, c in cells]


def generate_tiles(
    cells: Sequence[Cell], low: int, high: int, rng: Random, budget: GrowthBudget
) -> list[list[Cell]] | None:
    """Return random tiles of connected cells that cover a region, or None if none were found.

    The region is connected, and its cells are in reading order.

    A tile starts in the cell with the fewest free neighbours, so that few single cells remain. It
    grows by random free neighbours until it has its random area or no free neighbour is left.
    Tiles that are too small are then repaired.
    """
    if not budget.spend(len(cells)):
        return None
    free = _FreeCells(cells)
    tiles = []
    while free.free_neighbours:
        narrowest = rng.choice(next(filter(None, free.cells_by_neighbours)))
        tile = _grow_tile(free.free_neighbours, narrowest, rng.randint(low, high), rng)
        free.remove_tile(tile)
        tiles.append(tile)
    return _repair_tiles(tiles, low, high, rng, budget)


class _FreeCells:
    """The free cells of a region in reading order, each with its free neighbours."""

    def __init__(self, cells: Sequence[Cell]) -> None:
        region = set(cells)
        self.free_neighbours = {
            cell: [near for near in _side_neighbours(cell) if near in region] for cell in cells
        }
        self.cells_by_neighbours: list[list[Cell]] = [[] for _ in range(5)]
        """The free cells by their number of free neighbours, 0 to 4."""
        for cell, near in self.free_neighbours.items():
            self.cells_by_neighbours[len(near)].append(cell)

    def remove_tile(self, tile: Iterable[Cell]) -> None:
        """Remove the cells of a tile."""
        for cell in tile:
            gone = self.free_neighbours.pop(cell)
            self._remove_cell(cell, len(gone))
            for near in gone:
                others = self.free_neighbours[near]
                self._remove_cell(near, len(others))
                others.remove(cell)
                insort(self.cells_by_neighbours[len(others)], near)

    def _remove_cell(self, cell: Cell, sort: int) -> None:
        cells = self.cells_by_neighbours[sort]
        del cells[bisect_left(cells, cell)]


def _grow_tile(free: dict[Cell, list[Cell]], start: Cell, area: int, rng: Random) -> list[Cell]:
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
    tiles: list[list[Cell]], low: int, high: int, rng: Random, budget: GrowthBudget
) -> list[list[Cell]] | None:
    """Merge each tile that is too small with a neighbour; split the result if it is too large.

    A deficit that remains moves to the neighbour, so it does a random walk until it is repaired.
    Return None if the budget is exhausted.
    """
    parts = dict(enumerate(tiles))
    owner = {cell: number for number, cells in parts.items() for cell in cells}
    small = [number for number, cells in parts.items() if len(cells) < low]
    while small:
        one = rng.choice(small)
        near = {
            owner[cell] for at in parts[one] for cell in _side_neighbours(at) if cell in owner
        } - {one}
        if not near:
            return None
        other = rng.choice(sorted(near))
        both = parts[one] + parts[other]
        if not budget.spend(len(both)):
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
    """Split cells into two connected parts of suitable areas, by cutting a random spanning tree."""
    order, parent = _spanning_tree(cells, rng)
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


def _spanning_tree(cells: Collection[Cell], rng: Random) -> tuple[list[Cell], dict[Cell, Cell]]:
    """Return a random spanning tree of cells: the cells, parents first, and the parent of each."""
    start = rng.choice(sorted(cells))
    waiting, order, parent = set(cells) - {start}, [start], {}
    edge = [(near, start) for near in _side_neighbours(start)]
    while waiting:
        cell, before = edge.pop(rng.randrange(len(edge)))
        if cell in waiting:
            waiting.discard(cell)
            order.append(cell)
            parent[cell] = before
            edge += [(near, cell) for near in _side_neighbours(cell)]
    return order, parent


def _side_neighbours(cell: Cell) -> Iterable[Cell]:
    r, c = cell
    return (r - 1, c), (r, c - 1), (r, c + 1), (r + 1, c)
