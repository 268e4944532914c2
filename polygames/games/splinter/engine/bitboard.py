"""Random games of Splinter on bitboards, for where numba is missing.

A set of squares is one whole number (a bitboard): bit n is index n of `Splinter.cells`, walls
included, so that a shift moves all squares of a set by one step. Numbers in brackets are those of
RULES.md. Moves are drawn as `Pushes.sample` draws them: the games are those of rules.py, move for
move.

This second implementation is for machines without numba, where agents look ahead by these games: a
ply of the uncompiled kernel takes 1.9 times as long (1.7 to 2.4 in six runs, CPU time).
"""

from __future__ import annotations

from collections import Counter
from functools import cache
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from polygames.games.splinter.boards import EMPTY, KINGS, PAWNS, PIECE_SIGNS, WALL, grid
from polygames.games.splinter.rules import REPETITIONS_FOR_TIE, flood_group, read_key

if TYPE_CHECKING:
    from collections.abc import Sequence
    from random import Random

    from polygames.core.protocol import Seat
    from polygames.games.splinter.boards import Push, Square, Step
    from polygames.games.splinter.rules import Splinter

    BarredStep: TypeAlias = tuple[Square, Square]
    """The start and the end of a step."""
    Key: TypeAlias = tuple[object, ...]

Squares: TypeAlias = int
"""A set of squares."""
SEAT_TO_BITS = [
    str.maketrans({cell: str(int(cell in own)) for cell in EMPTY + WALL + PIECE_SIGNS})
    for own in map(set, zip(PAWNS, KINGS, strict=True))
]
"""Translates cells to binary digits, 1 for the pieces of each seat."""
MAX_SAMPLE_ATTEMPTS = 64
"""Random draws of a move before it is checked whether there is any."""


def rollout(state: Splinter, rng: Random) -> tuple[int, frozenset[int]]:
    """Play random moves to the end; return the number of plies and the winners."""
    if state.outcome is not None:
        return 0, state.outcome.winners
    board = Board(state)
    while board.lead is None:
        board.play_random_move(rng)
    winners = {0} if board.lead > 0 else {1} if board.lead < 0 else {0, 1}
    return board.ply - state.ply, frozenset(winners)


# --- Sets of squares ------------------------------------------------------------------------------


class Shape(NamedTuple):
    """The data that all boards of one size share."""

    square_bits: Sequence[Squares]
    """The bitboard of each single square, by index."""
    board_squares: Squares
    """The bitboard of all squares, without walls."""
    steps: Sequence[Step]
    down_step: Step
    neighbour_ring: Squares
    """The squares around index ``down + 1``."""
    is_connected: dict[Squares, bool]
    """Whether each subset of that ring is connected."""


@cache
def shape_of(rows: int, columns: int) -> Shape:
    """Return the shared data of boards of this size."""
    squares, down = grid(rows, columns), columns + 1
    bits = [1 << place for place in range((rows + 2) * down + 1)]
    ring = sum(bits[down + 1 + step] for step in squares.steps)
    connected, some = {0: True}, ring
    while some:  # enumerate all subsets of the ring
        connected[some] = flood_group(some, some & -some, down) == some
        some = (some - 1) & ring
    land = sum(bits[place] for place in squares.names)
    return Shape(bits, land, squares.steps, down, ring, connected)


def nth_square(squares: Squares, n: int) -> Square:
    """Return the n-th square of a set, counted from 0."""
    for _ in range(n):
        squares &= squares - 1  # without its first
    return (squares & -squares).bit_length() - 1


def piece_bitboards(cells: str) -> list[Squares]:
    """Return the bitboard of each seat's pieces."""
    return [int(cells[::-1].translate(ones), 2) for ones in SEAT_TO_BITS]


# --- The game -------------------------------------------------------------------------------------


class Board:
    """A mutable position of a running game."""

    __slots__ = (
        "barred",
        "kings",
        "lead",
        "lost",
        "pieces",
        "ply",
        "position_counts",
        "rules",
        "shape",
        "turn",
    )

    def __init__(self, state: Splinter) -> None:
        self.rules, self.shape = state.rules, shape_of(*state.shape)
        self.pieces = piece_bitboards(state.cells)
        self.kings = [state.cells.index(king) for king in KINGS]
        self.turn, self.ply, self.lost = state.turn, state.ply, list(state.lost)
        self.barred = [barred_squares(bar, state) for bar in state.barred]
        self.lead: int | None = None
        """Positive when seat 0 has won, negative when seat 1 has, 0 at a tie; None before."""
        self.position_counts = Counter(history_key(text, state) for text in state.history)
        """The number of occurrences of each position since a piece was last removed."""
        self.position_counts[self.key()] += 1

    def key(self) -> Key:
        """Return a tuple that identifies the position, to recognise repetitions [8]."""
        return (*self.pieces, *self.kings, self.turn, self.barred[self.turn])

    def play_random_move(self, rng: Random) -> None:
        """Play a random legal move, each equally likely; if there is none, the game is a tie."""
        own, steps = self.pieces[self.turn], self.shape.steps
        numbers, tries = range(own.bit_count()), 0
        while not self.try_move(nth_square(own, rng.choice(numbers)), rng.choice(steps)):
            tries += 1
            if tries == MAX_SAMPLE_ATTEMPTS and not any(
                self.row_ahead(nth_square(own, n), step) for n in numbers for step in steps
            ):
                self.lead = 0
                return

    def try_move(self, start: Square, step: Step) -> bool:
        """Play the move of a piece by one step if it is legal; return True if it was."""
        row = self.row_ahead(start, step)
        if not row:
            return False
        mover, self.turn = self.turn, 1 - self.turn
        self.ply += 1
        self.push_row(row, step)
        if self.lead is None:
            self.resolve_groups(start)
        if self.lead is None:
            if self.rules.no_return:
                self.forbid_step_back(mover, start, step, row)
            self.check_end()
        return True

    def row_ahead(self, start: Square, step: Step) -> Squares:
        """Return the bitboard of a piece and the row that it pushes; 0 if the move is illegal."""
        bits, occupied = self.shape.square_bits, self.pieces[0] | self.pieces[1]
        row, end = 0, start
        while bits[end] & occupied:
            row |= bits[end]
            end += step
        if not bits[end] & self.shape.board_squares and (
            self.rules.edge == "block" or end == start + step
        ):
            return 0
        return 0 if self.barred[self.turn] == (start, start + step) else row

    def push_row(self, row: Squares, step: Step) -> None:
        """Move a row of pieces by one step [3].

        A piece that is pushed off the board is lost; if it is a king, its owner loses [4].
        """
        bits, land = self.shape.square_bits, self.shape.board_squares
        for seat in (0, 1):
            moved = self.pieces[seat] & row
            ahead = moved << step if step > 0 else moved >> -step
            self.pieces[seat] ^= moved ^ ahead & land
            if bits[self.kings[seat]] & moved:
                self.kings[seat] += step
            if ahead & land != ahead:
                if not bits[self.kings[seat]] & land:
                    self.lead = 2 * seat - 1
                self.lost[seat] += 1
                self.position_counts.clear()

    def resolve_groups(self, vacated: Square) -> None:
        """Remove groups without a king after a move [5]; end the game if the kings are apart [6].

        All pieces were connected before. They still are if the neighbours of that square are.
        """
        down, white = self.shape.down_step, self.shape.square_bits[self.kings[0]]
        occupied = self.pieces[0] | self.pieces[1]
        if self.shape.is_connected[occupied >> vacated - down - 1 & self.shape.neighbour_ring]:
            return
        whites = flood_group(occupied, white, down)
        if whites == occupied:
            return
        black = self.shape.square_bits[self.kings[1]]
        blacks = whites if black & whites else flood_group(occupied, black, down)
        for seat in (0, 1):
            kept = self.pieces[seat] & (whites | blacks)
            self.lost[seat] += (self.pieces[seat] ^ kept).bit_count()
            self.pieces[seat] = kept
        self.position_counts.clear()
        if whites != blacks:
            fewer = self.lost[1] - self.lost[0]
            self.lead = whites.bit_count() - blacks.bit_count() or fewer

    def forbid_step_back(self, mover: Seat, start: Square, step: Step, row: Squares) -> None:
        """Forbid the moved piece to step back, and update the other seat's forbidden step [8]."""
        bits, theirs = self.shape.square_bits, self.barred[1 - mover]
        if theirs is not None and bits[theirs[0]] & row:
            theirs = theirs[0] + step, theirs[1]
        self.barred[mover], self.barred[1 - mover] = (start + step, start), theirs
        for seat, bar in enumerate(self.barred):
            if bar and not (
                bits[bar[0]] & self.pieces[seat] and bar[1] - bar[0] in self.shape.steps
            ):
                self.barred[seat] = None

    def check_end(self) -> None:
        """End the game if a seat has no pawn [7], at the third repetition or the last move [8]."""
        bits, (white, black), kings = self.shape.square_bits, self.pieces, self.kings
        if white == bits[kings[0]] or black == bits[kings[1]]:
            self.lead = (white != bits[kings[0]]) - (black != bits[kings[1]])
            return
        key = self.key()
        self.position_counts[key] = times = self.position_counts.get(key, 0) + 1
        if times == REPETITIONS_FOR_TIE or self.ply >= self.rules.max_plies:
            self.lead = 0


def barred_squares(move: Push | None, state: Splinter) -> BarredStep | None:
    """Return a forbidden step back as its start and end squares, or None if there is none."""
    squares = state.grid.squares
    return None if move is None else (squares[move.start], squares[move.end])


def history_key(text: str, state: Splinter) -> Key:
    """Convert the text of `Splinter.key` to a key as `Board.key` returns it."""
    cells, seat, bar = read_key(text)
    return (*piece_bitboards(cells), *map(cells.index, KINGS), seat, barred_squares(bar, state))
