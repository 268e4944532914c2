"""The kernel of Territory: the rules of rules.py, compiled. Numbers in brackets refer to RULES.md.

A position is one int64 array. n is the number of tiles, m the sum of their numbers of neighbours.

================  ============  ===================================================================
part              shape         holds
================  ============  ===================================================================
head              HEADER_WORDS  ``TURN``, ``PLY``, ``BLUE_SEAT``, ``TILES`` (n), the options
                                ``STUCK``, ``SWAP`` and ``PENALTY`` (a fraction, with its
                                ``DENOMINATOR``), ``OUTCOME``, and the number of ``FREE`` tiles; for
                                each seat the numbers of tiles ``OWNED_COUNT`` and on its
                                ``RIM_COUNT``; ``POINTS`` by seat and colour, before the penalty
``OWNER``         n             the seat that owns each tile, or ``NO_SEAT``
``VALUE, COLOR``  n, n          the points of each tile, and its colour
``FIRST``         n             the index of the first neighbour of each tile
``FREE_LIST``     n             the free tiles, in any order
``FREE_AT``       n             the index of each tile in that list, or ``NO_TILE``
``RIM_LIST``      2, n          for each seat the free tiles beside its own
``RIM_AT``        2, n          the index of each tile in these lists, or ``NO_TILE``
neighbours        m + 1         the neighbours of all tiles, one tile after the other, then
                                ``NO_TILE``
================  ============  ===================================================================

Since the index of each tile in the lists is stored, the time for a claim is proportional to the
number of the tile's neighbours.

A move's code is the number of its tile; the code of the takeover is the number of tiles. `encode`
raises OverflowError for solitaire and for boards that are too large.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from polygames.games.territory.boards import BLUE, YELLOW, tiles_of
from polygames.games.territory.rules import TakeOver, Territory
from polygames.runtime.jit import compiled, np
from polygames.runtime.random_numbers import random_below

if TYPE_CHECKING:
    from polygames.games.territory.rules import Move
    from polygames.runtime.jit import npt
    from polygames.runtime.random_numbers import Rng

    Ints = npt.NDArray[np.int64]

MAX_TILES = 1024
"""The largest number of tiles of a board."""

# The head.
TURN, PLY, BLUE_SEAT, TILES, STUCK, SWAP, PENALTY, DENOMINATOR, OUTCOME, FREE = range(10)
OWNED_COUNT, RIM_COUNT, POINTS = 10, 12, 14
HEADER_WORDS = 18

# The rows of n numbers after the head; RIM_LIST and RIM_AT have two.
OWNER, VALUE, COLOR, FIRST, FREE_LIST, FREE_AT, RIM_LIST, RIM_AT = 0, 1, 2, 3, 4, 5, 6, 8
ROWS_OFFSET = 10

NO_SEAT = -1
NO_TILE = -1
RESULT_RUNNING = 2
"""The value of OUTCOME before the end; then it is +1, 0 or -1."""


# --- From and to rules.py ----------------------------------------------------------------------


def encode(state: Territory) -> Ints:
    """Return a position as an array; raise OverflowError if it is solitaire or too large."""
    board = state.board
    n = len(board.areas)
    if n > MAX_TILES or state.rules.solitaire:
        what = "one player" if state.rules.solitaire else f"{n} tiles"
        msg = f"{what}: the kernel of territory needs two players and at most {MAX_TILES} tiles"
        raise OverflowError(msg)
    neighbours = [list(tiles_of(near)) for near in board.near]
    a: Ints = np.zeros(HEADER_WORDS + ROWS_OFFSET * n + 1 + sum(map(len, neighbours)), np.int64)
    a[:PENALTY] = (
        *(state.turn, state.ply, state.blue, n),
        *(state.rules.ending == "stuck", state.rules.swap),
    )
    a[PENALTY], a[DENOMINATOR] = state.rules.cost.as_integer_ratio()
    rows = a[HEADER_WORDS : HEADER_WORDS + ROWS_OFFSET * n].reshape(ROWS_OFFSET, n)
    rows[OWNER] = NO_SEAT
    for seat, owned in enumerate(state.owned):
        rows[OWNER, list(tiles_of(owned))] = seat
        a[OWNED_COUNT + seat] = owned.bit_count()
    rows[COLOR] = board.colors
    rows[VALUE] = [state.points(tile) for tile in range(n)]
    for seat, owned in enumerate(state.owned):
        for tile in tiles_of(owned):
            _add_points(a, seat, tile)
    a[FREE] = _store_list(rows[FREE_LIST], rows[FREE_AT], state.free)
    for seat in range(2):
        rim = state.reach[seat] & state.free
        a[RIM_COUNT + seat] = _store_list(rows[RIM_LIST + seat], rows[RIM_AT + seat], rim)
    at = HEADER_WORDS + ROWS_OFFSET * n
    for tile, near in enumerate(neighbours):
        rows[FIRST, tile] = at
        a[at : at + len(near)] = near
        at += len(near)
    a[at] = NO_TILE
    a[OUTCOME] = RESULT_RUNNING
    if state.outcome is not None:
        a[OUTCOME] = (0 in state.outcome.winners) - (1 in state.outcome.winners)
    return a


def _store_list(places: Ints, indices: Ints, mask: int) -> int:
    """Store the tiles of a set as a list, and each tile's index in it; return their number."""
    tiles = list(tiles_of(mask))
    places[: len(tiles)] = tiles
    indices[:] = NO_TILE
    indices[tiles] = range(len(tiles))
    return len(tiles)


def decode(code: int, state: Territory) -> Move:
    """Return the move of a code: its tile's number, or the number of tiles for a takeover."""
    claims = state.board.claims
    return TakeOver() if code == len(claims) else claims[code]


def code_of(move: Move, state: Territory) -> int:
    """Return the code of a legal move: its tile's number, or the number of tiles for a takeover."""
    board = state.board
    return len(board.claims) if isinstance(move, TakeOver) else board.named[move]  # type: ignore[index]  # nobody stops in a game for two


def codes(state: Territory) -> range:
    """Return the codes of all moves that can occur in the game."""
    return range(len(state.board.claims) + state.rules.swap)


def move_buffer() -> Ints:
    """Return an array into which `legal` can write the codes of moves."""
    return np.empty(MAX_TILES + 1, np.int64)


# --- The rules ---------------------------------------------------------------------------------


@compiled
def turn(a: Ints) -> int:
    """Return the seat to move."""
    return int(a[TURN])


@compiled
def result(a: Ints) -> float:
    """Return +1 if seat 0 has won, -1 if it has lost, 0 for a tie, nan while the game runs."""
    return np.nan if a[OUTCOME] == RESULT_RUNNING else float(a[OUTCOME])


@compiled
def row_start(a: Ints, number: int) -> int:
    """Return the index at which a row of one number per tile begins."""
    return int(HEADER_WORDS + number * a[TILES])


@compiled
def may_take_over(a: Ints) -> bool:
    """Return True if the seat to move may take over Blue's first move [7]."""
    return bool(a[SWAP] and a[PLY] == 1)


@compiled
def claimable_list(a: Ints) -> tuple[int, int]:
    """Return the start and the length of the list of claimable tiles [2, 3]."""
    seat = a[TURN]
    if a[RIM_COUNT + seat]:
        return row_start(a, RIM_LIST + seat), int(a[RIM_COUNT + seat])
    return row_start(a, FREE_LIST), int(a[FREE])


@compiled
def legal(a: Ints, out: Ints) -> int:
    """Store the codes of the legal moves in `out`; return their number."""
    if a[OUTCOME] != RESULT_RUNNING:
        return 0
    first, n = claimable_list(a)
    for i in range(n):
        out[i] = a[first + i]
    if may_take_over(a):
        out[n] = a[TILES]
        n += 1
    return n


@compiled
def play(a: Ints, code: int) -> None:
    """Play a legal move in place."""
    if code == a[TILES]:
        take_over(a)
    else:
        claim_tile(a, code)
    a[TURN] = 1 - a[TURN]
    a[PLY] += 1
    check_end(a)


@compiled
def claim_tile(a: Ints, tile: int) -> None:
    """Claim a free tile for the mover."""
    seat = a[TURN]
    a[row_start(a, OWNER) + tile] = seat
    a[OWNED_COUNT + seat] += 1
    _add_points(a, seat, tile)
    _remove_from_list(a, tile, FREE, row_start(a, FREE_LIST), row_start(a, FREE_AT))
    for side in range(2):  # a free tile can be on both rims
        if a[row_start(a, RIM_AT + side) + tile] != NO_TILE:
            _remove_from_list(
                a,
                tile,
                RIM_COUNT + side,
                row_start(a, RIM_LIST + side),
                row_start(a, RIM_AT + side),
            )
    free_at, rim_at, rim = (
        row_start(a, FREE_AT),
        row_start(a, RIM_AT + seat),
        row_start(a, RIM_LIST + seat),
    )
    first = row_start(a, FIRST) + tile
    last = a[first + 1] if tile + 1 < a[TILES] else a.size - 1
    for i in range(a[first], last):
        near = a[i]
        if a[free_at + near] != NO_TILE and a[rim_at + near] == NO_TILE:
            a[rim + a[RIM_COUNT + seat]] = near
            a[rim_at + near] = a[RIM_COUNT + seat]
            a[RIM_COUNT + seat] += 1


@compiled
def _add_points(a: Ints, seat: int, tile: int) -> None:
    color = a[row_start(a, COLOR) + tile]
    if color != YELLOW:
        a[POINTS + 2 * seat + color] += a[row_start(a, VALUE) + tile]


@compiled
def _remove_from_list(a: Ints, tile: int, count: int, places: int, indices: int) -> None:
    """Remove a tile from a list by moving the last element to its index."""
    a[count] -= 1
    place, last = a[indices + tile], a[places + a[count]]
    a[places + place] = last
    a[indices + last] = place
    a[indices + tile] = NO_TILE


@compiled
def take_over(a: Ints) -> None:
    """Exchange the owners, lists, counts and points of the two seats, for a takeover [7]."""
    n, owner = a[TILES], row_start(a, OWNER)
    for tile in range(n):
        if a[owner + tile] != NO_SEAT:
            a[owner + tile] = 1 - a[owner + tile]
    for table in (RIM_LIST, RIM_AT):
        first, second = row_start(a, table), row_start(a, table + 1)
        for tile in range(n):
            a[first + tile], a[second + tile] = a[second + tile], a[first + tile]
    for at in (OWNED_COUNT, RIM_COUNT):
        a[at], a[at + 1] = a[at + 1], a[at]
    for color in range(2):
        at = POINTS + color
        a[at], a[at + 2] = a[at + 2], a[at]
    a[BLUE_SEAT] = 1


@compiled
def scaled_score(a: Ints, seat: int) -> int:
    """Return the points of a seat, times the denominator of the penalty [4, 8]."""
    own = BLUE if seat == a[BLUE_SEAT] else 1 - BLUE
    at = POINTS + 2 * seat
    return int(a[DENOMINATOR] * a[at + own] - a[PENALTY] * a[at + 1 - own])


@compiled
def check_end(a: Ints) -> None:
    """Set the outcome if every tile is claimed, or if being stuck ends the game [6, 8]."""
    seat = a[TURN]
    if a[FREE] == 0 or (a[STUCK] and a[OWNED_COUNT + seat] and a[RIM_COUNT + seat] == 0):
        lead = scaled_score(a, 0) - scaled_score(a, 1)
        a[OUTCOME] = int(lead > 0) - int(lead < 0)


# --- Random games -------------------------------------------------------------------------------


@compiled
def rollout(a: Ints, rng: Rng) -> int:
    """Play random moves in place to the end of the game; return their number."""
    before = a[PLY]
    while a[OUTCOME] == RESULT_RUNNING:
        first, n = claimable_list(a)
        drawn = random_below(rng, n + 1 if may_take_over(a) else n)
        play(a, a[first + drawn] if drawn < n else a[TILES])
    return int(a[PLY] - before)
