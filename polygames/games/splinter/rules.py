"""The rules of Splinter. Numbers in brackets are those of RULES.md.

`boards` has the data: the board as a string with walls, and squares and steps as numbers.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise, product
from typing import TYPE_CHECKING, ClassVar, Final, Self

from polygames.core.errors import OptionError
from polygames.core.game_options import GameOptions, option, with_options
from polygames.core.moveset import LazyMoves
from polygames.core.options import MAX_RECORD_MOVES, option_label
from polygames.core.options import check_rows as given
from polygames.core.protocol import Outcome, Seat
from polygames.core.state import GameState
from polygames.games.splinter.boards import (
    EMPTY,
    KINGS,
    PAWNS,
    PIECE_SIGNS,
    SEAT_COLORS,
    SEAT_PATTERNS,
    START_ROWS,
    WALL,
    Grid,
    Push,
    Square,
    Step,
    board_problem,
    count_pieces,
    find_squares,
    grid,
    kings_problem,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from random import Random

__all__ = ["START_ROWS", "Push", "Splinter", "new"]

REPETITIONS_FOR_TIE = 3
"""The occurrence of a position that makes the game a tie [8]."""
SIGN_TO_BIT: Final = str.maketrans({EMPTY: "0", WALL: "0"} | dict.fromkeys(PIECE_SIGNS, "1"))
"""Translates the signs of a board to 1 for pieces and 0 for others."""


# --- Effects on a board ---------------------------------------------------------------------------


def row_ahead(cells: str, start: Square, step: Step) -> list[Square]:
    """Return a piece's square and those ahead of it, up to the first one without a piece [3]."""
    row = [start]
    while cells[row[-1]] in PIECE_SIGNS:
        row.append(row[-1] + step)
    return row


def push_row(cells: str, row: Sequence[Square]) -> str:
    """Return the board after pushing a row of pieces one step, possibly off the board.

    See [3, 4].
    """
    after = list(cells)
    after[row[0]] = EMPTY
    for here, there in pairwise(row):
        if cells[there] != WALL:
            after[there] = cells[here]
    return "".join(after)


def remove_kingless_groups(cells: str, down: Step) -> tuple[str, tuple[int, int]]:
    """Remove the groups without a king [5]; return the board and the sizes of the kings' groups.

    A king that was pushed off the board has a group of 0, and then nothing is removed [4].
    """
    pieces = int(cells.translate(SIGN_TO_BIT)[::-1], 2)
    whites, blacks = [
        flood_group(pieces, 1 << at, down) if at >= 0 else 0 for at in map(cells.find, KINGS)
    ]
    strays = pieces & ~(whites | blacks) if whites and blacks else 0
    if strays:
        after = [EMPTY if strays >> at & 1 else sign for at, sign in enumerate(cells)]
        cells = "".join(after)
    return cells, (whites.bit_count(), blacks.bit_count())


def flood_group(pieces: int, start: int, down: Step) -> int:
    """Return the bitboard of the group around a piece [5], by flood fill within `pieces`."""
    reached, found = start, 0
    while reached != found:
        found = reached
        wide = found | found << 1 | found >> 1
        reached = (wide | wide << down | wide >> down) & pieces
    return found


def push_between(board: Grid, cells: str, next_cells: str, turn: Seat) -> Push | None:
    """Return the move of a seat that leads from one board to another, or None if there is none.

    Only moves that remove no piece are found, except for a king pushed over the edge [4].

    Examples
    --------
    >>> before, after = new(board=["W.", "wB", "b."]), new(board=[".W", "wB", "b."])
    >>> str(push_between(before.grid, before.cells, after.cells, 0))
    'a3-b3'
    """
    left = (at for at in find_squares(SEAT_PATTERNS[turn], cells) if next_cells[at] == EMPTY)
    for start, step in product(left, board.steps):
        push = board.pushes.get((start, step))
        if push is not None and push_row(cells, row_ahead(cells, start, step)) == next_cells:
            return push
    return None


def read_key(key: str) -> tuple[str, Seat, Push | None]:
    """Parse a `Splinter.key` into the board, the seat to move and its forbidden step back.

    Examples
    --------
    >>> state = new(board=["W.", "wB", "b."])
    >>> read_key(state.key) == (state.cells, 0, None)
    True
    """
    end = key.rindex(WALL) + 1
    bar = key[end + 1 :]
    return key[:end], int(key[end]), Push(*bar.split("-")) if bar else None


# --- The game -------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Options(GameOptions, game="splinter"):
    """The options of `new` except the board."""

    first: str = option(
        "white",
        "Colour that goes first",
        value_names={"white": "White", "black": "Black"},
        is_advanced=False,
    )
    edge: str = option(
        "block",
        "Edge of the board",
        "The rule for pieces that are pushed over the edge.",
        {
            "block": "You may not push a piece off the board",
            "remove": "A piece that is pushed off is lost",
        },
        is_advanced=False,
    )
    no_return: bool = option(
        default=False,
        label="No step straight back",
        value_names={
            True: "A piece may not step straight back to the square it came from",
            False: "A piece may step straight back",
        },
    )
    max_plies: int = option(
        500,
        "Maximum number of moves",
        "After this many moves the game is a tie.",
        low=1,
        high=MAX_RECORD_MOVES,
    )


@dataclass(frozen=True)
class StartOptions(Options):
    """All options of `new`."""

    board: str | Sequence[str] | None = option(
        None,
        doc="Rows of text from top to bottom: ``.`` empty, ``w`` ``b`` pawns, ``W`` ``B`` kings.",
    )


@with_options(StartOptions)
def new(options: StartOptions) -> Splinter:
    """Return the starting position [1], or one with a custom board [9].

    Raises
    ------
    OptionError
        If a value is not allowed, or the board is not a rectangle with one king of each colour.

    Examples
    --------
    >>> state = new(board=["W.", "wB", "b."])
    >>> print(*state.play(Push("a2", "b1")).rows)
    W. .B bw
    """
    rules = options.select(Options)
    what = option_label("splinter", "board")
    own = None if options.board is None else given(what, options.board)
    if own and (problem := board_problem(own) or kings_problem(own)):
        msg = f"{what}: {problem}"
        raise OptionError(msg)
    turn = SEAT_COLORS.index(rules.first)
    return position(rules, own or START_ROWS, turn=turn, start=own)


def position(rules: Options, rows: Sequence[str], *, turn: Seat, **parts: object) -> Splinter:
    """Return the position with a given board, from which groups without a king are removed [9].

    `parts` are other fields of `Splinter`; ``lost`` are the losses before.
    """
    shape = (len(rows), len(rows[0]))
    cells = grid(*shape).to_cells(rows)
    after, scores = remove_kingless_groups(cells, grid(*shape).down_step)
    before = parts.pop("lost", (0, 0))
    return Splinter(rules, shape, after, turn, count_losses(before, cells, after), scores, **parts)  # type: ignore[arg-type]  # checked by its callers


def count_losses(previous: tuple[int, int], cells: str, next_cells: str) -> tuple[int, int]:
    """Return each seat's total of lost pawns, including any missing from the next board."""
    white, black = [cells.count(pawn) - next_cells.count(pawn) for pawn in PAWNS]
    return previous[0] + white, previous[1] + black


@dataclass(frozen=True, repr=False)
class Splinter(GameState[Push]):
    """A position of Splinter: the board, the seat to move, and the losses of each seat."""

    game: ClassVar[str] = "splinter"
    seats: ClassVar[int] = 2

    rules: Options
    shape: tuple[int, int]
    """The numbers of rows and columns."""
    cells: str
    """The board as one string with walls; `rows` has it without."""
    turn: Seat
    lost: tuple[int, int]
    """The number of pawns that each seat has lost."""
    scores: tuple[int, int] = field(compare=False)
    """The size of the group around each seat's king [9]."""
    barred: tuple[Push | None, Push | None] = (None, None)
    """The step back of each seat that is forbidden on its next turn, with `no_return` [8]."""
    ply: int = field(default=0, compare=False)
    history: tuple[str, ...] = field(default=(), compare=False, repr=False)
    """The keys of all earlier positions since a piece was last removed."""
    start: tuple[str, ...] | None = field(default=None, compare=False, repr=False)
    """The board that the game began with, if it is not the usual one."""

    @property
    def options(self) -> dict[str, object]:
        """The options of this game, as keywords of `new`."""
        return {**vars(self.rules), "board": self.start}

    @property
    def grid(self) -> Grid:
        """The `Grid` of the board, with the names of squares and the steps between them."""
        return grid(*self.shape)

    @cached_property
    def rows(self) -> tuple[str, ...]:
        """The board as rows of text from top to bottom.

        Examples
        --------
        >>> new(board=["W.b", "..B"]).rows
        ('W.b', '..B')
        """
        return self.grid.to_rows(self.cells)

    @property
    def key(self) -> str:
        """The text by which repetitions are detected: board, seat to move, forbidden step."""
        return f"{self.cells}{self.turn}{self.barred[self.turn] or ''}"

    @property
    def occurrence(self) -> int:
        """The number of times that the position has occurred in the game, including now [8].

        Examples
        --------
        >>> state = new()
        >>> for text in ("h7-h8", "h13-h12"):
        ...     state = state.play(state.parse(text))
        >>> state.occurrence
        2
        """
        return 1 + self.history.count(self.key)

    @cached_property
    def outcome(self) -> Outcome | None:
        """The result, or None if the game is not over; [4, 6, 7] take precedence over [8].

        Examples
        --------
        >>> new().outcome is None
        True
        >>> new(board=["Ww.", "..B"]).outcome.reason
        'no pawn left'
        """
        verdict = self._decided_lead() or self._tie_reason()
        if verdict is None:
            return None
        lead, reason = verdict
        winners = {0} if lead > 0 else {1} if lead < 0 else {0, 1}
        return Outcome(frozenset(winners), self.scores, reason)

    @property
    def legal_moves(self) -> Pushes:
        """The legal moves of the seat to move.

        Examples
        --------
        >>> len(new().legal_moves)
        120
        """
        return Pushes(self)

    @property
    def is_apart(self) -> bool:
        """True if the kings are in two groups, which ends the game [6].

        Examples
        --------
        >>> new().is_apart, new(board=["Ww...bB"]).is_apart
        (False, True)
        """
        return 0 < self.scores[0] < count_pieces(self.cells) and self.scores[1] > 0

    @cached_property
    def own_squares(self) -> list[Square]:
        """The squares of the mover's pieces."""
        return find_squares(SEAT_PATTERNS[self.turn], self.cells)

    def iter_pushes(self) -> Iterator[Push]:
        """Yield the moves of the mover's pieces, even if the game is over."""
        for own in SEAT_PATTERNS[self.turn].finditer(self.cells):
            for step in self.grid.steps:
                if push := self.find_push(own.start(), step):
                    yield push

    def find_push(self, start: Square, step: Step) -> Push | None:
        """Return the move of a piece in a direction, or None if it is illegal [3, 4, 8]."""
        push = grid(*self.shape).pushes.get((start, step))
        if push is None or push == self.barred[self.turn] or self._would_leave_board(start, step):
            return None
        return push

    def why_forbidden(self, move: object) -> str | None:
        """Return the reason why the rules forbid a move, or None if they allow it [3, 4, 8]."""
        if not isinstance(move, Push) or move not in self.grid.steps_by_push:
            return "a move must go to a neighbouring square"
        start, step = self.grid.steps_by_push[move]
        if not SEAT_PATTERNS[self.turn].match(self.cells, start):
            return f"{move.start} holds no {SEAT_COLORS[self.turn]} piece"
        if self._would_leave_board(start, step):
            return "a piece would be pushed off the board"
        if move == self.barred[self.turn]:
            return f"the piece may not step back to {move.end} yet"
        return None

    def after(self, move: Push) -> Self:
        """Return the position after a legal move [3-5]."""
        start, step = self.grid.steps_by_push[move]
        row = row_ahead(self.cells, start, step)
        after, scores = remove_kingless_groups(push_row(self.cells, row), self.grid.down_step)
        lost = count_losses(self.lost, self.cells, after)
        return type(self)(
            rules=self.rules,
            shape=self.shape,
            cells=after,
            turn=1 - self.turn,
            lost=lost,
            scores=scores,
            barred=self._barred_after(move, row, after) if self.rules.no_return else (None, None),
            ply=self.ply + 1,
            history=(*self.history, self.key) if lost == self.lost else (),
            start=self.start,
        )

    def turn_text(self) -> str:
        """Return the ply and the seat to move in words, for messages."""
        return f"ply {self.ply}, {SEAT_COLORS[self.turn]} to move"

    def _decided_lead(self) -> tuple[int, str] | None:
        """Return white's lead and the reason if the game is decided by [4, 6, 7], else None."""
        white, black = self.scores
        pawns = [self.cells.count(pawn) for pawn in PAWNS]
        if 0 in self.scores:
            return white - black, "a king was pushed off the board"
        if self.is_apart:
            fewer = self.lost[1] - self.lost[0]
            tied = "equal groups, fewer lost pawns" if fewer else "equal groups, equal losses"
            by = "the larger group" if white != black else tied
            return (white - black) or fewer, f"the kings are apart: {by}"
        return (pawns[0] - pawns[1], "no pawn left") if 0 in pawns else None

    def _tie_reason(self) -> tuple[int, str] | None:
        """Return a lead of 0 and the reason if the game is a tie by [8], else None."""
        if self.occurrence >= REPETITIONS_FOR_TIE:
            return 0, "the position occurs for the third time"
        if self.ply >= self.rules.max_plies:
            return 0, f"{self.rules.max_plies} moves were played"
        return (0, "no legal move") if next(self.iter_pushes(), None) is None else None

    def _would_leave_board(self, start: Square, step: Step) -> bool:
        """Return True if a push would illegally move a piece off the board [4]."""
        if self.rules.edge == "remove":
            return False
        while self.cells[start] in PIECE_SIGNS:
            start += step
        return self.cells[start] == WALL

    def _barred_after(
        self, move: Push, row: Sequence[Square], next_cells: str
    ) -> tuple[Push | None, Push | None]:
        """Return the forbidden step back (or None) of each seat after a move [8].

        The mover's piece may not return. The opponent's may have been pushed along or removed.
        """
        theirs = self.barred[1 - self.turn]
        names, place = self.grid.names, self.grid.squares
        if theirs is not None and (at := place[theirs.start]) in row:
            theirs = Push(names.get(at + row[1] - row[0], ""), theirs.end)
        bars = [theirs, theirs]
        bars[self.turn] = Push(move.end, move.start)
        white, black = (
            bar
            if bar in self.grid.steps_by_push and own.match(next_cells, place[bar.start])
            else None
            for bar, own in zip(bars, SEAT_PATTERNS, strict=True)
        )
        return white, black


class Pushes(LazyMoves[Push]):
    """The legal moves of a position, generated on demand."""

    state: Splinter
    __slots__ = ()

    def iter_moves(self) -> Iterator[Push]:
        """Yield the legal moves, piece by piece."""
        return self.state.iter_pushes()

    def sample(self, rng: Random, /) -> Push:
        """Return a random legal move, each equally likely; raise IndexError if the game is over.

        Examples
        --------
        >>> from random import Random
        >>> moves = new().legal_moves
        >>> moves.sample(Random(1)) in moves
        True
        """
        state = self.state
        pieces = state.own_squares if self else []
        while True:  # a piece and a direction make one move at most, so all are equally likely
            if push := state.find_push(rng.choice(pieces), rng.choice(state.grid.steps)):
                return push
