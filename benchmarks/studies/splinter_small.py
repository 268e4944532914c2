"""Splinter solved on small boards: every start with few pieces, by retrograde analysis.

    python -m benchmarks.studies.splinter_small
    python -m benchmarks.studies.splinter_small 3x3-2 4x4-3

A case is a board and a number p. It contains all starts with a king and the same number of pawns,
up to p, for each seat, if all pieces are connected. It also contains every position that a game
from these starts can reach. The rules are the default rules: no piece is pushed off the board, and
a piece may step back.

*Positions.* A position has its pieces and the seat to move. If two groups are equally large, the
lost pieces of each seat matter. They follow from the pieces on the board: both seats began with the
same number of pawns, so the seat with more pieces has lost fewer. Colours are exchanged so that the
same seat always moves. Of positions that are equal by symmetry, one is stored.

*Retrograde analysis* (Ströhlein, Untersuchungen über kombinatorische Spiele, 1970; Thompson,
Retrograde analysis of certain endgames, 1986), in rounds. In round d, the mover wins in d plies
with a move to a position that is lost in d - 1. It loses in d plies if all its moves lead to
positions that are won, the last of them in d - 1. *Repetition.* A position that no round decides is
a tie: each seat can always move to another such position (or to a tie at once), until a position
occurs the third time. The winner never needs to repeat a position, because the remaining plies
decrease. No win needs more than the 500 plies of a game.

`tests/games/splinter/test_small_boards.py` solves the smallest boards a second time by the rules,
and compares positions of larger ones with `pg.solve`.
"""

from __future__ import annotations

import argparse
from itertools import product
from time import process_time
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from benchmarks.lib import machine
from polygames.games.splinter.engine.kernel import DIRECTIONS
from polygames.runtime.bits import count_bits, lowest_bit
from polygames.runtime.jit import compiled

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy import typing as npt

    Ints = npt.NDArray[np.int64]

RESULTS_NAME = "splinter_small"
SMALL_BOARDS_COMMAND = "python -m benchmarks.studies.splinter_small"
BOARD_CASES = (
    "2x2-1",
    "2x3-2",
    "3x3-1",
    "3x3-2",
    "3x3-3",
    "3x4-2",
    "4x4-1",
    "4x4-2",
    "5x5-1",
    "5x5-2",
)
HALF_BITS = 13
"""The number of squares that one table of a symmetry maps at once."""
KING_BITS = 5
"""The number of bits for the square of a king."""
WON, LOST, TIE = -1, -2, -3
"""The result of a move that ends the game, for the seat that moves."""
MAX_MOVES = 72


class Board(NamedTuple):
    """The tables for all positions on a board."""

    rows: int
    columns: int
    ahead: Ints
    """The square next to each square in each direction, or -1."""
    near: Ints
    """The squares around each square, as bits."""
    squares: Ints
    """The image of each square under each symmetry."""
    low: Ints
    """The images of all sets of the first `HALF_BITS` squares under each symmetry."""
    high: Ints
    """The images of all sets of the other squares under each symmetry."""


def board_of(rows: int, columns: int) -> Board:
    """Return the tables of a board."""
    places = list(product(range(rows), range(columns)))
    number = {place: square for square, place in enumerate(places)}
    ahead = [
        [number.get((r + down, c + right), -1) for down, right in DIRECTIONS] for r, c in places
    ]
    near = [sum(1 << square for square in row if square >= 0) for row in ahead]
    last, end = rows - 1, columns - 1
    turned = [
        lambda r, c: (r, c),
        lambda r, c: (last - r, c),
        lambda r, c: (r, end - c),
        lambda r, c: (last - r, end - c),
    ]
    ways = [[number[turn(r, c)] for r, c in places] for turn in turned]
    if rows == columns:
        ways += [[way[number[c, r]] for r, c in places] for way in ways]
    halves = [
        [[_map_squares(way, part << first) for part in range(1 << HALF_BITS)] for way in ways]
        for first in (0, HALF_BITS)
    ]
    return Board(rows, columns, *map(np.array, (ahead, near, ways, *halves)))


def _map_squares(way: list[int], squares: int) -> int:
    """Return the image of a set of squares under a symmetry."""
    return sum(1 << to for square, to in enumerate(way) if squares >> square & 1)


# --- Positions ----------------------------------------------------------------------------------


@compiled
def pack_position(n: int, own: int, other: int, king: int, rival: int) -> int:
    """Return a position as one number: the mover's pieces, the other's, and both kings."""
    return own | other << n | king << 2 * n | rival << (2 * n + KING_BITS)


@compiled
def canonical(b: Board, own: int, other: int, king: int, rival: int) -> int:
    """Return the least number of a position under the symmetries of the board."""
    n, least = len(b.near), np.int64(1) << 62
    part = (1 << HALF_BITS) - 1
    for g in range(len(b.squares)):
        one = b.low[g, own & part] | b.high[g, own >> HALF_BITS]
        two = b.low[g, other & part] | b.high[g, other >> HALF_BITS]
        least = min(least, pack_position(n, one, two, b.squares[g, king], b.squares[g, rival]))
    return least


@compiled
def connected_squares(b: Board, occupied: int, start: int) -> int:
    """Return the occupied squares that are connected with a square."""
    found, new = 1 << start, 1 << start
    while new:
        around = 0
        while new:
            around |= b.near[lowest_bit(new)]
            new &= new - 1
        new = around & occupied & ~found
        found |= new
    return found


@compiled
def play_move(b: Board, own: int, other: int, king: int, rival: int, start: int, way: int) -> int:
    """Return the position or the result after a move; `TIE` - 1 if it is illegal."""
    end = b.ahead[start, way]
    occupied = own | other
    while end >= 0 and occupied >> end & 1:
        end = b.ahead[end, way]
    if end < 0:
        return TIE - 1
    to = end
    while to != start:  # the row moves on, the first piece first
        place = b.ahead[to, 7 - way]
        own = own & ~(1 << to) | (own >> place & 1) << to
        other = other & ~(1 << to) | (other >> place & 1) << to
        king = to if king == place else king
        rival = to if rival == place else rival
        to = place
    own &= ~(1 << start)
    other &= ~(1 << start)
    mine = connected_squares(b, own | other, king)
    theirs = mine if mine >> rival & 1 else connected_squares(b, own | other, rival)
    own &= mine | theirs
    other &= mine | theirs
    lead = count_bits(mine) - count_bits(theirs)
    more = count_bits(own) - count_bits(other)
    if mine != theirs:
        lead = lead or more
        return WON if lead > 0 else LOST if lead < 0 else TIE
    if count_bits(own) == 1 or count_bits(other) == 1:
        return WON if more > 0 else LOST if more < 0 else TIE
    return canonical(b, other, own, rival, king)


@compiled
def successors(b: Board, key: int, out: Ints) -> int:
    """Write the successors of a position, and return their number."""
    n = len(b.near)
    board = (1 << n) - 1
    own, other = key & board, key >> n & board
    king, rival = key >> 2 * n & ((1 << KING_BITS) - 1), key >> (2 * n + KING_BITS)
    found, pieces = 0, own
    while pieces:
        start = lowest_bit(pieces)
        pieces &= pieces - 1
        for way in range(8):
            to = play_move(b, own, other, king, rival, start, way)
            if to >= TIE:
                out[found] = to
                found += 1
    return found


@compiled
def connected_sets(b: Board, size: int) -> Ints:
    """Return all connected sets of `size` squares, one for each class of equal sets by symmetry."""
    sets = [0]
    sets.pop()
    part, squares = (1 << HALF_BITS) - 1, (1 << size) - 1
    while squares >> len(b.near) == 0:
        least = squares
        for g in range(len(b.squares)):
            least = min(least, b.low[g, squares & part] | b.high[g, squares >> HALF_BITS])
        if least == squares and connected_squares(b, squares, lowest_bit(squares)) == squares:
            sets.append(squares)
        rising = squares + (squares & -squares)  # the next number with as many bits
        squares = rising | ((squares ^ rising) >> 2) // (squares & -squares)
    return np.array(sets)


@compiled
def write_colorings(b: Board, squares: int, pawns: int, out: Ints, n: int) -> int:
    """Write all positions on some squares to `out` from index n on; return the next index."""
    size = count_bits(squares)
    place = np.empty(size, np.int64)
    for i in range(size):
        place[i] = lowest_bit(squares)
        squares &= squares - 1
    for king in range(size):
        for rival in range(size):
            if king == rival:
                continue
            for colors in range(1 << size):
                if colors >> king & 1 == 0 or colors >> rival & 1:
                    continue
                mine = count_bits(colors) - 1
                if not (1 <= mine <= pawns and 1 <= size - 2 - mine <= pawns):
                    continue
                own = other = 0
                for i in range(size):
                    if colors >> i & 1:
                        own |= 1 << place[i]
                    else:
                        other |= 1 << place[i]
                out[n] = canonical(b, own, other, place[king], place[rival])
                n += 1
    return n


def positions(b: Board, pawns: int) -> Ints:
    """Return all positions in which each seat has 1 to `pawns` pawns, sorted."""
    found = [np.empty(0, np.int64)]
    for size in range(4, min(2 * pawns + 2, len(b.near)) + 1):
        room = np.empty(size * size << size, np.int64)
        kinds = [
            room[: write_colorings(b, squares, pawns, room, 0)].copy()
            for squares in connected_sets(b, size)
        ]
        found.append(np.unique(np.concatenate([found[0], *kinds])))
    return np.unique(np.concatenate(found))


# --- Retrograde analysis ------------------------------------------------------------------------


@compiled
def write_graph(
    b: Board, keys: Ints, first: Ints, edges: npt.NDArray[np.int32], begin: int, n: int
) -> int:
    """Write the successors of the positions from `begin` on to `edges`, while there is room.

    The moves of position i begin at index ``first[i]``. Return the number of finished positions.
    """
    out = np.empty(MAX_MOVES, np.int64)
    for i in range(begin, len(keys)):
        if n + MAX_MOVES > len(edges):
            return i
        first[i] = n
        for j in range(successors(b, keys[i], out)):
            edges[n] = out[j] if out[j] < 0 else np.searchsorted(keys, out[j])
            n += 1
        first[i + 1] = n
    return len(keys)


@compiled
def decide_positions(
    first: Ints, edges: npt.NDArray[np.int32], plies: npt.NDArray[np.int16]
) -> None:
    """Decide positions round by round: d if the mover wins in d plies, -d if it loses so, else 0.

    A position without a move is a tie.
    """
    d, new = 0, 1
    while new or d < 1:
        d += 1
        new = 0
        for i in range(len(plies)):
            if plies[i]:
                continue
            is_lost, is_won = first[i] < first[i + 1], False
            for e in range(first[i], first[i + 1]):
                to = edges[e]
                if to < 0:
                    is_won |= to == WON
                    is_lost &= to == LOST
                else:
                    reply = plies[to]
                    reply = 0 if abs(reply) >= d else reply  # found in this round
                    is_won |= reply < 0
                    is_lost &= reply > 0
                if is_won:
                    break
            if is_won or is_lost:
                plies[i] = d if is_won else -d
                new += 1


class Solved(NamedTuple):
    """A board with the value of every position: plies to a win (+) or a loss (-), 0 for a tie."""

    board: Board
    pawns: int
    keys: Ints
    plies: npt.NDArray[np.int16]
    moves: int

    def value(self, rows: list[str], turn: int = 0) -> int:
        """Return the plies to the end for the mover of a position; KeyError if it is unknown."""
        flat = "".join(rows)
        seats = [("wW", "bB"), ("bB", "wW")][turn]
        own, other = (
            sum(1 << square for square, piece in enumerate(flat) if piece in seat) for seat in seats
        )
        kings = [flat.index(seat[1]) for seat in seats]
        key = canonical(self.board, own, other, *kings)
        place = int(np.searchsorted(self.keys, key))
        if place == len(self.keys) or self.keys[place] != key:
            raise KeyError(rows)
        return int(self.plies[place])

    def rows(self, place: int) -> list[str]:
        """Return a position as rows of text, white to move."""
        n, key = len(self.board.near), int(self.keys[place])
        own, other, king = key & ((1 << n) - 1), key >> n & ((1 << n) - 1), key >> 2 * n
        kings = (king & ((1 << KING_BITS) - 1), king >> KING_BITS)
        flat = "".join(
            ("W" if square == kings[0] else "w")
            if own >> square & 1
            else ("B" if square == kings[1] else "b")
            if other >> square & 1
            else "."
            for square in range(n)
        )
        columns = self.board.columns
        return [flat[at : at + columns] for at in range(0, n, columns)]

    def starts(self, pawns: int) -> Ints:
        """Return the indices of all positions with `pawns` pawns for each seat."""
        n = len(self.board.near)
        part = (1 << n) - 1
        bits = [np.bitwise_count(self.keys >> shift & part) for shift in (0, n)]
        return np.flatnonzero((bits[0] == pawns + 1) & (bits[1] == pawns + 1))

    def fair(self, places: Ints) -> Ints:
        """Return the given indices of positions with a symmetry that exchanges the seats."""
        return places[seat_symmetries(self.board, self.keys[places])]


@compiled
def seat_symmetries(b: Board, keys: Ints) -> npt.NDArray[np.bool_]:
    """Return for each position True if a symmetry of the board exchanges the seats."""
    n, found = len(b.near), np.zeros(len(keys), np.bool_)
    board = (1 << n) - 1
    for i in range(len(keys)):
        key = keys[i]
        own, other = key & board, key >> n & board
        king, rival = key >> 2 * n & ((1 << KING_BITS) - 1), key >> (2 * n + KING_BITS)
        found[i] = canonical(b, other, own, rival, king) == key
    return found


def solve(rows: int, columns: int, pawns: int) -> Solved:
    """Solve all positions of a board with 1 to `pawns` pawns for each seat."""
    b = board_of(rows, columns)
    keys = positions(b, pawns)
    first = np.zeros(len(keys) + 1, np.int64)
    edges = np.empty(max(MAX_MOVES, 16 * len(keys)) + MAX_MOVES, np.int32)
    done = 0
    while (done := write_graph(b, keys, first, edges, done, int(first[done]))) < len(keys):
        edges = np.concatenate([edges, np.empty(len(edges) // 2, np.int32)])
    plies = np.zeros(len(keys), np.int16)
    decide_positions(first, edges, plies)
    return Solved(b, pawns, keys, plies, int(first[-1]))


# --- Results ------------------------------------------------------------------------------------


def tally(plies: npt.NDArray[np.int16]) -> dict[str, int]:
    """Count the wins, losses and ties of the mover, and find the longest win or loss."""
    return {
        "starts": len(plies),
        "mover wins": int((plies > 0).sum()),
        "mover loses": int((plies < 0).sum()),
        "ties": int((plies == 0).sum()),
        "most plies": int(abs(plies).max(initial=0)),
    }


def figures(solved: Solved) -> dict[str, Any]:
    """Return the figures of a board."""
    found: dict[str, Any] = {"positions": len(solved.keys), "moves": solved.moves}
    for pawns in range(1, solved.pawns + 1):
        places = solved.starts(pawns)
        if not len(places):
            continue
        fair = solved.fair(places)
        longest = places[np.argmax(np.abs(solved.plies[places]))]
        found[f"{2 * pawns + 2} pieces"] = {
            "all": tally(solved.plies[places]),
            "fair": tally(solved.plies[fair]),
            "longest": {"rows": solved.rows(longest), "plies": int(solved.plies[longest])},
        }
    return found


def parse_case(text: str) -> tuple[int, int, int]:
    """Read a case like ``4x4-3``."""
    board, _, pawns = text.partition("-")
    rows, _, columns = board.partition("x")
    return int(rows), int(columns), int(pawns)


def unknown_cases(cases: list[str]) -> Iterator[str]:
    """Yield the invalid names of cases."""
    for case in cases:
        try:
            rows, columns, pawns = parse_case(case)
        except ValueError:
            yield case
        else:
            if not (
                rows >= 1 and columns >= 1 and rows * columns <= 2 * HALF_BITS - 1 and pawns >= 1
            ):
                yield case


def main() -> None:
    """Solve the cases, print and save their figures."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "cases", nargs="*", metavar="CASE", help="such as 4x4-3, at most 25 squares"
    )
    chosen = parser.parse_args()
    if wrong := next(unknown_cases(chosen.cases), None):
        parser.error(f"no such case: {wrong}")
    for case in chosen.cases or BOARD_CASES:
        start = process_time()
        found = figures(solve(*parse_case(case)))
        found["CPU seconds"] = round(process_time() - start, 1)
        print(case, found, flush=True)
        rows = machine.read(RESULTS_NAME).get("cases", {}) | {case: found}
        machine.write(RESULTS_NAME, {"command": SMALL_BOARDS_COMMAND, "cases": rows})


if __name__ == "__main__":
    # Cached code is for the class `Board` of the module with this name, not of ``__main__``.
    from benchmarks.studies import splinter_small

    splinter_small.main()
