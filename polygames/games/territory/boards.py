"""The board of Territory: its tiles and their neighbours, custom boards and random ones.

Numbers in brackets refer to RULES.md. Tiles are numbered in the order of their first cells, row by
row from the top left. A set of tiles is a bit mask: an int with one bit for each tile.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import chain
from math import inf
from numbers import Integral
from random import Random
from string import ascii_letters, digits
from typing import TYPE_CHECKING, Final, TypeAlias

from polygames.core.errors import OptionError
from polygames.core.game_options import GameOptions, option
from polygames.core.options import (
    check_items,
    check_number,
    check_seed,
    option_label,
    raise_option_error,
    short_repr,
    whole,
)
from polygames.core.options import check_rows as given
from polygames.games.territory.board_generator import (
    GrowthBudget,
    generate_tiles,
    half_square_cells,
    square_cells,
    turned_cells,
)
from polygames.geometry.polyomino import connected_parts

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

Cell: TypeAlias = tuple[int, int]
Tile: TypeAlias = int
Mask: TypeAlias = int
ColoredTile: TypeAlias = tuple[list[Cell], int]

TILE_COLORS: Final = ("blue", "red", "yellow")
"""The colours of tiles [1]; the first two are also those of the players."""

BLUE, RED, YELLOW = range(3)

OTHER_COLORS: Final = (RED, BLUE, YELLOW)
"""The colour of the opposite tile on a symmetric board, by the colour of a tile."""

ROWS_EXPECTED = "rows of text, one character a cell"
"""The format of a custom board, for error messages."""

MAX_RANDOM_SIZE = 60
"""The longest side of a random board, in cells; it is generated within a second [1]."""

MAX_CELLS: Final = MAX_RANDOM_SIZE**2
"""The largest number of cells of a custom board [10]; even with one tile a cell a record fits."""

CACHED_BOARDS = 32
"""The number of cached boards; the largest take 2 MB each."""

SIZES_EXPECTED = "must be the smallest and the largest area of a tile"
"""The format of the option `sizes`, for error messages."""

MAX_BALANCING_ATTEMPTS = 200
"""The largest number of boards that are generated to find one that can be balanced."""


@dataclass(frozen=True, slots=True)
class Claim:
    """A claim of a tile, identified by its first cell: row and column from 0 at the top left."""

    row: int
    column: int

    def __str__(self) -> str:
        """Return the notation, such as ``r3c5``."""
        return f"r{self.row}c{self.column}"


def tiles_of(mask: Mask) -> Iterator[Tile]:
    """Yield the tiles of a set (a bit mask) in ascending order.

    Examples
    --------
    >>> list(tiles_of(0b1101)), list(tiles_of(0))
    ([0, 2, 3], [])
    """
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


class Board:
    """A rectangular board covered by tiles; boards with the same rows and colours are equal.

    Use `cached_board` to make one.

    Parameters
    ----------
    rows
        One letter for each cell; each letter is a tile, and its cells are connected.
    colors
        For each tile the index of its colour in `TILE_COLORS`.
    """

    def __init__(self, rows: tuple[str, ...], colors: tuple[int, ...]) -> None:
        self.rows = rows
        self.colors = colors
        self.shape = len(rows), len(rows[0])
        self.letters = "".join(dict.fromkeys("".join(rows)))
        """The letter of each tile."""
        self.tile = {letter: tile for tile, letter in enumerate(self.letters)}
        self.cells: tuple[tuple[Cell, ...], ...] = self._find_cells()
        """The cells of each tile, in reading order."""
        self.areas = tuple(map(len, self.cells))
        self.near = self._find_neighbours()
        """The neighbours of each tile, as a mask."""
        self.claims = tuple(Claim(*cells[0]) for cells in self.cells)
        self.named = {claim: tile for tile, claim in enumerate(self.claims)}
        self.all_tiles: Mask = (1 << len(self.areas)) - 1
        self._hash = hash((rows, colors))

    def tile_at(self, row: int, column: int) -> Tile:
        """Return the tile on a cell."""
        return self.tile[self.rows[row][column]]

    def has_cell(self, row: int, column: int) -> bool:
        """Return True if a cell is on the board."""
        return 0 <= row < self.shape[0] and 0 <= column < self.shape[1]

    def total_area(self, mask: Mask, color: int | None = None, *, power: int = 1) -> int:
        """Return the sum of ``area ** power`` over a set of tiles, or over those of one colour."""
        counted = [
            area**power * (mask & tiles).bit_count()
            for (area, of), tiles in self.tile_classes.items()
            if color is None or of == color
        ]
        return sum(counted)

    def neighbours_of(self, mask: Mask) -> Mask:
        """Return all neighbours of a set of tiles, which may include tiles of the set."""
        reached = 0
        for tile in tiles_of(mask):
            reached |= self.near[tile]
        return reached

    @cached_property
    def tile_classes(self) -> dict[tuple[int, int], Mask]:
        """The set of tiles for each pair of area and colour, for fast sums over tiles."""
        classes: dict[tuple[int, int], Mask] = {}
        for tile, key in enumerate(zip(self.areas, self.colors, strict=True)):
            classes[key] = classes.get(key, 0) | 1 << tile
        return classes

    @property
    def color_names(self) -> dict[str, str]:
        """The colour of each letter, in the format of the option `colors` of `new`."""
        return {
            letter: TILE_COLORS[color]
            for letter, color in zip(self.letters, self.colors, strict=True)
        }

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        if not isinstance(other, Board):
            return NotImplemented
        return self.rows == other.rows and self.colors == other.colors

    def __hash__(self) -> int:
        return self._hash

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle rows and colours only, so that a copy comes from the cache of `cached_board`."""
        return cached_board, (self.rows, self.colors)

    def __repr__(self) -> str:
        rows, columns = self.shape
        return f"<board of {rows}x{columns} cells in {len(self.areas)} tiles>"

    def _find_cells(self) -> tuple[tuple[Cell, ...], ...]:
        found: dict[str, list[Cell]] = {letter: [] for letter in self.letters}
        for r, row in enumerate(self.rows):
            for c, letter in enumerate(row):
                found[letter].append((r, c))
        return tuple(map(tuple, found.values()))

    def _find_neighbours(self) -> tuple[Mask, ...]:
        near = [0] * len(self.letters)
        down = zip(self.rows, self.rows[1:], strict=False)
        right = ((row, row[1:]) for row in self.rows)
        for one, other in chain(down, right):
            for a, b in zip(one, other, strict=False):
                if a != b:
                    near[self.tile[a]] |= 1 << self.tile[b]
                    near[self.tile[b]] |= 1 << self.tile[a]
        return tuple(near)


@lru_cache(maxsize=CACHED_BOARDS)
def cached_board(rows: tuple[str, ...], colors: tuple[int, ...]) -> Board:
    """Return a board from the cache, so that the states of a game share one."""
    return Board(rows, colors)


# --- Custom boards -------------------------------------------------------------------------------


def custom_board(tiles: str | Sequence[str], colors: Mapping[str, str] | None) -> Board:
    """Return a custom board; raise OptionError if the options are invalid [10].

    Examples
    --------
    >>> len(custom_board(["AAB", "CBB"], {"A": "red", "B": "blue", "C": "yellow"}).areas)
    3
    """
    rows = given(option_label("territory", "tiles"), tiles, ROWS_EXPECTED)
    if problem := _rows_problem(rows) or _colors_problem(rows, colors):
        raise OptionError(problem)
    assert colors is not None  # noqa: S101 - None was refused above
    letters = dict.fromkeys("".join(rows))
    made = cached_board(rows, tuple(TILE_COLORS.index(colors[letter]) for letter in letters))
    for tile in tiles_of(made.all_tiles):
        if len(connected_parts(made.cells[tile])) > 1:
            letter = made.letters[tile]
            msg = (
                f"{option_label('territory', 'tiles')}: the cells of tile {letter!r} are not "
                f"connected (the part at {made.claims[tile]} does not touch the others)"
            )
            raise OptionError(msg)
    return made


def _rows_problem(rows: tuple[str, ...]) -> str | None:
    start = option_label("territory", "tiles")
    if not all(rows):
        return f"{start}: expected {ROWS_EXPECTED}"
    if (cells := len(rows) * len(rows[0])) > MAX_CELLS:
        return f"{start}: a board has {MAX_CELLS} cells at most, not {len(rows)} x {len(rows[0])}"
    for r, row in enumerate(rows):
        if len(row) != len(rows[0]):
            return f"{start}: row {r} has {len(row)} cells, row 0 has {len(rows[0])}"
        if any(not letter.isprintable() or letter.isspace() for letter in row):
            return f"{start}: row {r}, {short_repr(row)}, holds an invisible character"
    if cells < 2:  # noqa: PLR2004 - a single cell is no board
        return f"{start}: a board must have at least two cells"
    return None


def _colors_problem(rows: tuple[str, ...], colors: Mapping[str, str] | None) -> str | None:
    start = option_label("territory", "colors")
    letters = set("".join(rows))
    if not isinstance(colors, Mapping):
        return f"{start} gives each character of tiles its colour, not {short_repr(colors)}"
    if missing := letters - set(colors):
        return f"{start} lacks the tile {min(missing)!r}"
    if spare := set(colors) - letters:
        return f"{start} names {min(map(short_repr, spare))}, which is not a tile of the board"
    for letter, color in colors.items():
        if not isinstance(color, str) or color not in TILE_COLORS:
            return f"{start}: tile {letter!r} is blue, red or yellow, not {short_repr(color)}"
    return None


# --- Random boards ------------------------------------------------------------------------------


@dataclass(frozen=True)
class Recipe(GameOptions, game="territory"):
    """The options of a random board [1]; equal recipes make equal boards."""

    size: int = option(
        10,
        "Size",
        "Cells along a side, from {low} to {high}.",
        low=2,
        high=MAX_RANDOM_SIZE,
        is_advanced=False,
    )
    seed: int = option(
        0, "Board number", "The same number always gives the same tiles.", check=check_seed
    )
    sizes: tuple[int, int] = option(
        (1, 8), "Tile sizes", "The smallest and the largest area of a tile, in cells."
    )
    shares: tuple[float, float, float] = option(
        (2, 2, 1), "Colours", "How often tiles are blue, red and yellow."
    )
    balanced: bool = option(
        default=False,
        label="As much blue as red",
        value_names={True: "As much blue as red", False: "Blue and red at random"},
    )
    symmetric: bool = option(
        default=False,
        label="The same board for both players",
        help="If you turn the board around, blue and red change places.",
        value_names={
            True: "The same board for both players",
            False: "Blue and red are in different places",
        },
    )

    def check(self) -> None:
        """Raise OptionError if no board has these tiles or colours."""
        object.__setattr__(self, "sizes", self._check_sizes())
        object.__setattr__(self, "shares", self._check_shares())

    def _check_sizes(self) -> tuple[int, int]:
        what = option_label("territory", "sizes")
        sizes = check_items(what, SIZES_EXPECTED, self.sizes)
        if len(sizes) != 2:  # noqa: PLR2004 - a pair
            raise_option_error(what, SIZES_EXPECTED, self.sizes)
        low, high = (whole(what, size, 1, MAX_RANDOM_SIZE**2) for size in sizes)
        if low > high:
            raise_option_error(what, "must have the smallest area first", self.sizes)
        if self.symmetric and self.size % 2 and low > 1:
            must = "must begin with 1 on a symmetric board with a middle cell"
            raise_option_error(what, must, self.sizes)
        cells = self.size**2 // (2 if self.symmetric else 1)
        if -(-cells // high) > cells // low:
            raise_option_error(what, f"must be able to cover {cells} cells", self.sizes)
        return low, high

    def _check_shares(self) -> tuple[float, float, float]:
        what = option_label("territory", "shares")
        weights = "must be three weights: blue, red, yellow"
        shares = check_items(what, weights, self.shares)
        plain = [check_number(what, share, 0) for share in shares]
        if len(plain) != len(TILE_COLORS) or not 0 < sum(plain) < inf:
            raise_option_error(what, weights, self.shares)
        blue, red, yellow = (
            int(share) if isinstance(share, Integral) else weight
            for share, weight in zip(shares, plain, strict=True)
        )
        if (self.balanced or self.symmetric) and (blue != red or not blue):
            kind = "symmetric" if self.symmetric else "balanced"
            raise_option_error(
                what, f"must give blue and red the same weight on a {kind} board", self.shares
            )
        return blue, red, yellow

    @lru_cache(maxsize=CACHED_BOARDS)  # noqa: B019 - recipes are small values, and the cache is bounded
    def board(self) -> Board:
        """Return the random board; raise OptionError if no board fits the options."""
        rng = Random(f"territory {self.size} {self.seed}")
        generate = self._symmetric_tiles if self.symmetric else self._random_tiles
        found = generate(rng, GrowthBudget())
        if found is not None:
            tiles, colors = zip(*found, strict=True)
            return cached_board(tiles_to_rows(tiles, (self.size, self.size)), colors)
        wanted = "a balanced board" if self.balanced else "a board"
        msg = f"found no board with {wanted} of size {self.size} and tiles of {self.sizes[0]} to "
        msg += (
            f"{self.sizes[1]} cells: try another seed than {self.seed}, or a wider range of sizes"
        )
        raise OptionError(msg)

    def _random_tiles(self, rng: Random, budget: GrowthBudget) -> list[ColoredTile] | None:
        """Return the tiles of a board in order, or None if none were found."""
        cells = square_cells(self.size)
        for _ in range(MAX_BALANCING_ATTEMPTS if self.balanced else 1):
            found = generate_tiles(cells, *self.sizes, rng, budget)
            if found is None:
                break
            tiles = sorted(map(sorted, found))
            areas = list(map(len, tiles))
            draw = self._balanced_colors if self.balanced else self._draw_colors
            if (colors := draw(areas, rng)) is not None:
                return list(zip(tiles, colors, strict=True))
        return None

    def _symmetric_tiles(self, rng: Random, budget: GrowthBudget) -> list[ColoredTile] | None:
        """Return the tiles of a symmetric board in order, or None if none were found.

        The second half is the first one after a half-turn, with the other colours. A middle cell is
        a yellow tile.
        """
        cells = half_square_cells(self.size, rng)
        found = generate_tiles(cells, *self.sizes, rng, budget)
        if found is None:
            return None
        first = list(zip(found, self._half_board_colors(len(found), rng), strict=True))
        second = [(turned_cells(tile, self.size), OTHER_COLORS[color]) for tile, color in first]
        middle = [([(self.size // 2,) * 2], YELLOW)] * (self.size % 2)
        return sorted((sorted(tile), color) for tile, color in (*first, *second, *middle))

    def _draw_colors(self, areas: Sequence[int], rng: Random) -> tuple[int, ...]:
        return tuple(rng.choices(range(len(TILE_COLORS)), self.shares, k=len(areas)))

    def _half_board_colors(self, count: int, rng: Random) -> list[int]:
        """Return the colours of half of a symmetric board, at least one of them blue or red."""
        bright = max(1, round(self._bright_share * count))
        colors = rng.choices((BLUE, RED), k=bright) + [YELLOW] * (count - bright)
        rng.shuffle(colors)
        return colors

    @property
    def _bright_share(self) -> float:
        """The share of tiles that are blue or red, if both have the same weight."""
        return 2 * self.shares[0] / sum(self.shares)

    def _balanced_colors(self, areas: Sequence[int], rng: Random) -> tuple[int, ...] | None:
        """Return colours with as many blue as red tiles of each area, or None if impossible.

        Tiles without a partner are yellow. The points of both colours are equal in both ways of
        counting.
        """
        colors = [YELLOW] * len(areas)
        pairs = self._pair_tiles(areas, rng)
        rng.shuffle(pairs)
        for one, other in pairs[: max(1, round(self._bright_share * len(areas) / 2))]:
            colors[one], colors[other] = BLUE, RED
        return tuple(colors) if pairs else None

    @staticmethod
    def _pair_tiles(areas: Sequence[int], rng: Random) -> list[tuple[Tile, Tile]]:
        pairs: list[tuple[Tile, Tile]] = []
        for area in sorted(Counter(areas)):
            same = [tile for tile, size in enumerate(areas) if size == area]
            rng.shuffle(same)
            pairs += zip(same[::2], same[1::2], strict=False)
        return pairs


def tiles_to_rows(tiles: Sequence[Sequence[Cell]], shape: tuple[int, int]) -> tuple[str, ...]:
    """Return tiles as rows of letters from A on; raise OptionError if there are too many tiles."""
    rows = [[""] * shape[1] for _ in range(shape[0])]
    plain = ascii_letters[26:] + ascii_letters[:26] + digits
    letters = "".join(map(chr, chain(map(ord, plain), range(0x100, 0x180), range(0x3400, 0xA000))))
    if len(tiles) > len(letters):
        msg = f"a board of territory must have at most {len(letters)} tiles, not {len(tiles)}"
        raise OptionError(msg)
    for letter, cells in zip(letters, tiles, strict=False):
        for r, c in cells:
            rows[r][c] = letter
    return tuple(map("".join, rows))
