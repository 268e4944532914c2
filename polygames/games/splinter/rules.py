"""The rules of Splinter. Numbers in brackets are those of RULES.md.

A board is kept as one string: its rows from top to bottom, with a wall ``#`` around them and
between one row and the next. A square is an index into that string and a direction is a number
to add, so a step off the board meets the wall and needs no other test.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from itertools import pairwise, product
from string import ascii_lowercase
from typing import TYPE_CHECKING, ClassVar, Final, Literal, Self, TypeAlias

from polygames.core.errors import OptionError
from polygames.core.options import choice, flag, whole
from polygames.core.options import rows as given
from polygames.core.protocol import Outcome, Seat
from polygames.core.reading import MOVES
from polygames.core.state import GameState

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from random import Random

__all__ = ["START", "Push", "Splinter", "new"]

Square: TypeAlias = int
Step: TypeAlias = int

EMPTY, WALL = ".", "#"
PAWNS, KINGS = "wb", "WB"
"""The pieces of seat 0 and seat 1."""
PIECES = PAWNS + KINGS
PIECE: Final = re.compile(f"[{PIECES}]")
BITS: Final = str.maketrans({EMPTY: "0", WALL: "0"} | dict.fromkeys(PIECES, "1"))
"""For each sign of a board whether it is a piece."""
OWN: Final = (re.compile("[wW]"), re.compile("[bB]"))
COLORS = ("white", "black")
"""The colour of each seat [2]."""

MOST_ROWS = 99
"""How many rows a board has at most [9]; there are letters for 26 columns."""

TIMES = 3
"""How often a position occurs until the game is a tie [8]."""

START = (
    *["." * 15] * 6,
    ".....bwbwb.....",
    ".....wbwbw.....",
    ".....bwBwb.....",
    ".....wbWbw.....",
    ".....bwbwb.....",
    ".....wbwbw.....",
    *["." * 15] * 6,
)
"""The board at the start [1]."""


@dataclass(frozen=True, slots=True)
class Push:
    """Move a piece by one step, and the pieces ahead of it along [3]."""

    start: str
    """The square of the piece: column letter, and row number from the bottom."""
    end: str

    def __str__(self) -> str:
        """Write both squares: ``h9-h10``."""
        return f"{self.start}-{self.end}"


class Grid:
    """The squares of a board of some size: their names, and the steps from one to the next."""

    def __init__(self, rows: int, columns: int) -> None:
        self.down = stride = columns + 1
        """From a square to the one below it."""
        self.edge = WALL * (columns + 2)
        """The wall above the first row, and below the last."""
        self.steps = tuple(
            down * stride + right for down, right in product((-1, 0, 1), repeat=2) if down or right
        )
        self.names: dict[Square, str] = {
            len(self.edge) + r * stride + c: f"{ascii_lowercase[c]}{rows - r}"
            for r, c in product(range(rows), range(columns))
        }
        self.pushes: dict[tuple[Square, Step], Push] = {
            (at, step): Push(name, self.names[at + step])
            for at, name in self.names.items()
            for step in self.steps
            if at + step in self.names
        }
        self.squares = {name: at for at, name in self.names.items()}
        self.ways = {push: way for way, push in self.pushes.items()}

    def place(self, at: Square) -> tuple[int, int]:
        """Return the row and column of a square, both counted from 0 at the top left."""
        return divmod(at - len(self.edge), len(self.edge) - 1)

    def cells(self, rows: Sequence[str]) -> str:
        """Return rows of text as one string with walls."""
        return self.edge + WALL.join(rows) + self.edge

    def rows(self, cells: str) -> tuple[str, ...]:
        """Return the rows of text again."""
        return tuple(cells[len(self.edge) : -len(self.edge)].split(WALL))


@lru_cache(maxsize=8)
def grid(rows: int, columns: int) -> Grid:
    """Return the squares of a board of this size."""
    return Grid(rows, columns)


# --- What happens on a board ------------------------------------------------------------------


def row_ahead(cells: str, start: Square, step: Step) -> list[Square]:
    """Return the squares of a piece and those before it, up to the first that holds none [3]."""
    row = [start]
    while cells[row[-1]] in PIECES:
        row.append(row[-1] + step)
    return row


def pushed(cells: str, row: Sequence[Square]) -> str:
    """Move every piece of a row on by one square; what meets the wall is gone [3, 4]."""
    after = list(cells)
    after[row[0]] = EMPTY
    for here, there in pairwise(row):
        if cells[there] != WALL:
            after[there] = cells[here]
    return "".join(after)


def settled(cells: str, down: Step) -> tuple[str, tuple[int, int]]:
    """Take the groups without a king off a board [5]; also return the size of each king's group.

    A king that was pushed off the board has a group of 0, and then nothing is taken off [4].
    """
    pieces = int(cells.translate(BITS)[::-1], 2)
    whites, blacks = (
        group(pieces, 1 << at, down) if at >= 0 else 0 for at in map(cells.find, KINGS)
    )
    strays = pieces & ~(whites | blacks) if whites and blacks else 0
    if strays:
        after = (EMPTY if strays >> at & 1 else sign for at, sign in enumerate(cells))
        cells = "".join(after)
    return cells, (whites.bit_count(), blacks.bit_count())


def group(pieces: int, start: int, down: Step) -> int:
    """Return all pieces that hang together with one [5]; pieces are a number, a bit a square."""
    reached, found = start, 0
    while reached != found:
        found = reached
        wide = found | found << 1 | found >> 1
        reached = (wide | wide << down | wide >> down) & pieces
    return found


def squares(kind: re.Pattern[str], cells: str) -> list[Square]:
    """Return the squares that hold a kind of piece: `PIECE`, or one of `OWN`."""
    return [found.start() for found in kind.finditer(cells)]


def count(cells: str) -> int:
    """Count the pieces on a board."""
    return sum(map(cells.count, PIECES))


# --- The game ---------------------------------------------------------------------------------


@dataclass(frozen=True)
class Options:
    """What `new` can vary, beside the board."""

    first: Literal["white", "black"] = "white"
    edge: Literal["block", "remove"] = "block"
    no_return: bool = False
    max_plies: int = 500

    def __post_init__(self) -> None:
        """Refuse values that are none of those allowed."""
        checked = {
            "first": choice(_option("first"), self.first, COLORS),
            "edge": choice(_option("edge"), self.edge, ("block", "remove")),
            "no_return": flag(_option("no_return"), self.no_return),
            "max_plies": whole(_option("max_plies"), self.max_plies, 1, MOVES),
        }
        for name, value in checked.items():
            object.__setattr__(self, name, value)


def _option(name: str) -> str:
    return f"the option {name} of splinter"


def new(
    first: Literal["white", "black"] = "white",
    edge: Literal["block", "remove"] = "block",
    no_return: bool = False,  # noqa: FBT001, FBT002 - an option of the game, given by name
    max_plies: int = 500,
    board: str | Sequence[str] | None = None,
) -> Splinter:
    """Return the start [1], or any board of one's own [9].

    Parameters
    ----------
    first
        The colour that begins: ``"white"`` (seat 0) or ``"black"`` (seat 1) [2].
    edge
        What happens at the edge: ``"block"`` forbids to push a piece off, ``"remove"`` loses
        it [4].
    no_return
        Whether a piece may not step back to the square it left on its player's last turn [8].
    max_plies
        After how many moves the game is a tie [8]: as many as a record holds at most.
    board
        Rows of text from top to bottom: ``.`` empty, ``w`` ``b`` pawns, ``W`` ``B`` kings.

    Raises
    ------
    OptionError
        If a value is not allowed, or the board is no rectangle with one king each.

    Examples
    --------
    >>> state = new(board=["W.", "wB", "b."])
    >>> print(*state.play(Push("a2", "b1")).rows)
    W. .B bw
    """
    rules = Options(first, edge, no_return, max_plies)
    own = None if board is None else given(_option("board"), board)
    if own and (problem := board_problem(own) or kings_problem(own)):
        msg = f"{_option('board')}: {problem}"
        raise OptionError(msg)
    turn = COLORS.index(rules.first)
    return position(rules, own or START, turn=turn, start=own)


def position(rules: Options, rows: Sequence[str], *, turn: Seat, **parts: object) -> Splinter:
    """Return a position with what has no king taken off at once [9].

    Parameters
    ----------
    rules, rows, turn
        The options, the board, and the seat to move.
    **parts
        Other fields of `Splinter`; ``lost`` is what was lost before.
    """
    shape = (len(rows), len(rows[0]))
    cells = grid(*shape).cells(rows)
    after, scores = settled(cells, grid(*shape).down)
    before = parts.pop("lost", (0, 0))
    return Splinter(rules, shape, after, turn, losses(before, cells, after), scores, **parts)  # type: ignore[arg-type]  # checked by its callers


def losses(before: tuple[int, int], cells: str, after: str) -> tuple[int, int]:
    """Add to the lost pawns of each seat those that a board has and the next one lacks."""
    white, black = (cells.count(pawn) - after.count(pawn) for pawn in PAWNS)
    return before[0] + white, before[1] + black


def board_problem(rows: Sequence[str]) -> str | None:
    """Return why rows of text are no board, or None if they are one [9].

    Examples
    --------
    >>> board_problem(["WB"]) is None
    True
    >>> board_problem([])
    'expected rows of text'
    """
    if not rows or not all(isinstance(row, str) for row in rows):
        return "expected rows of text"
    if len(rows) > MOST_ROWS:
        return f"a board has 1 to {MOST_ROWS} rows, not {len(rows)}"
    columns = len(rows[0])
    if columns not in range(1, len(ascii_lowercase) + 1):
        return f"a row has 1 to {len(ascii_lowercase)} squares, not {columns}"
    for number, row in enumerate(rows, start=1):
        if len(row) != columns:
            return f"row {number} has {len(row)} squares, row 1 has {columns}"
        if strange := set(row) - set(EMPTY + PIECES):
            return f"row {number} holds {min(strange)!r}, expected only {EMPTY + PIECES}"
    return None


def kings_problem(rows: Sequence[str]) -> str | None:
    """Return what is wrong with the number of kings, if it is not one for each colour [9].

    Examples
    --------
    >>> kings_problem(["W."])
    'there is one black king B, not 0'
    >>> kings_problem(["WB"]) is None
    True
    """
    for color, king in zip(COLORS, KINGS, strict=True):
        if (kings := "".join(rows).count(king)) != 1:
            return f"there is one {color} king {king}, not {kings}"
    return None


@dataclass(frozen=True)
class Splinter(GameState):
    """A position of Splinter: the board, who is to move, and what each seat has lost."""

    game: ClassVar[str] = "splinter"
    seats: ClassVar[int] = 2

    rules: Options
    shape: tuple[int, int]
    """How many rows and columns the board has."""
    cells: str
    """The board as one string with walls; `rows` shows it without."""
    turn: Seat
    lost: tuple[int, int]
    """How many pawns each seat has lost."""
    scores: tuple[int, int] = field(compare=False)
    """The size of the group around each seat's king [9]."""
    barred: tuple[Push | None, Push | None] = (None, None)
    """For each seat the step back that it may not make on its next turn, with `no_return` [8]."""
    ply: int = field(default=0, compare=False)
    history: tuple[str, ...] = field(default=(), compare=False, repr=False)
    """The keys of all earlier positions since a piece was last removed."""
    start: tuple[str, ...] | None = field(default=None, compare=False, repr=False)
    """The board that the game began with, if it is not the usual one."""

    @property
    def options(self) -> dict[str, object]:
        """The keyword options of `new`."""
        return {**vars(self.rules), "board": self.start}

    @property
    def grid(self) -> Grid:
        """The squares of the board."""
        return grid(*self.shape)

    @cached_property
    def rows(self) -> tuple[str, ...]:
        """The board as rows of text from top to bottom.

        Examples
        --------
        >>> new(board=["W.b", "..B"]).rows
        ('W.b', '..B')
        """
        return self.grid.rows(self.cells)

    @property
    def key(self) -> str:
        """The position as it counts for a repetition: board, mover, barred step [8]."""
        return f"{self.cells}{self.turn}{self.barred[self.turn] or ''}"

    @cached_property
    def outcome(self) -> Outcome | None:
        """The result, tested in the order of the rules: first [4, 6, 7], then [8].

        Examples
        --------
        >>> new().outcome is None
        True
        >>> new(board=["Ww.", "..B"]).outcome.reason
        'no pawn left'
        """
        verdict = self._decision() or self._standstill()
        if verdict is None:
            return None
        lead, reason = verdict
        winners = {0} if lead > 0 else {1} if lead < 0 else {0, 1}
        return Outcome(frozenset(winners), self.scores, reason)

    @property
    def legal_moves(self) -> Pushes:
        """The steps that the seat to move may make.

        Examples
        --------
        >>> len(new().legal_moves)
        120
        """
        return Pushes(self)

    @property
    def is_apart(self) -> bool:
        """Whether the kings are in two groups, which ends the game [6].

        Examples
        --------
        >>> new().is_apart, new(board=["Ww...bB"]).is_apart
        (False, True)
        """
        return 0 < self.scores[0] < count(self.cells) and self.scores[1] > 0

    @cached_property
    def own_squares(self) -> list[Square]:
        """Where the pieces of the seat to move stand."""
        return squares(OWN[self.turn], self.cells)

    def pushes(self) -> Iterator[Push]:
        """Yield the steps that the mover's pieces can make, whether or not the game is over."""
        for own in OWN[self.turn].finditer(self.cells):
            for step in self.grid.steps:
                if push := self.push(own.start(), step):
                    yield push

    def push(self, start: Square, step: Step) -> Push | None:
        """Return the move of the piece on a square in a direction, if it can be made [3, 4, 8]."""
        push = self.grid.pushes.get((start, step))
        if push is None or push == self.barred[self.turn] or self._is_blocked(start, step):
            return None
        return push

    def why_not(self, move: object) -> str | None:
        """Return why a move is illegal here, or None if it is legal.

        Examples
        --------
        >>> state = new()
        >>> state.why_not(state.parse("f11-f12")) is None
        True
        """
        if self.outcome is not None:
            return f"the game is over: {self.outcome}"
        if not isinstance(move, Push) or move not in self.grid.ways:
            return "a move goes from one square to a neighbouring one"
        start, step = self.grid.ways[move]
        if not OWN[self.turn].match(self.cells, start):
            return f"{move.start} holds no {COLORS[self.turn]} piece"
        if self._is_blocked(start, step):
            return "a piece would be pushed off the board"
        if move == self.barred[self.turn]:
            return f"the piece may not step back to {move.end} at once"
        return None

    def play(self, move: Push, /) -> Self:
        """Return the position after a move.

        Raises
        ------
        IllegalMoveError
            If the rules forbid it; the message says why.
        """
        reason = self.why_not(move)
        if reason is not None:
            raise self.refuse(move, reason)
        start, step = self.grid.ways[move]
        row = row_ahead(self.cells, start, step)
        after, scores = settled(pushed(self.cells, row), self.grid.down)
        lost = losses(self.lost, self.cells, after)
        return type(self)(
            rules=self.rules,
            shape=self.shape,
            cells=after,
            turn=1 - self.turn,
            lost=lost,
            scores=scores,
            barred=self._bars(move, row, after) if self.rules.no_return else (None, None),
            ply=self.ply + 1,
            history=(*self.history, self.key) if lost == self.lost else (),
            start=self.start,
        )

    def where(self) -> str:
        """Say which position this is, for messages."""
        return f"ply {self.ply}, {COLORS[self.turn]} to move"

    def _decision(self) -> tuple[int, str] | None:
        """Return white's lead and what decides the game, if something does [4, 6, 7]."""
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

    def _standstill(self) -> tuple[int, str] | None:
        """Return a lead of 0 and why the game goes no further, if it does not [8]."""
        if self.history.count(self.key) >= TIMES - 1:
            return 0, "the position occurs for the third time"
        if self.ply >= self.rules.max_plies:
            return 0, f"{self.rules.max_plies} moves were played"
        return (0, "no legal move") if next(self.pushes(), None) is None else None

    def _is_blocked(self, start: Square, step: Step) -> bool:
        """Say whether a push would illegally move a piece off the board [4]."""
        if self.rules.edge == "remove":
            return False
        while self.cells[start] in PIECES:
            start += step
        return self.cells[start] == WALL

    def _bars(
        self, move: Push, row: Sequence[Square], after: str
    ) -> tuple[Push | None, Push | None]:
        """Return the steps back that are barred after a move [8].

        The mover's piece may not return; the opponent's may have been pushed along or removed.
        """
        theirs = self.barred[1 - self.turn]
        names, place = self.grid.names, self.grid.squares
        if theirs is not None and (at := place[theirs.start]) in row:
            theirs = Push(names.get(at + row[1] - row[0], ""), theirs.end)
        bars = [theirs, theirs]
        bars[self.turn] = Push(move.end, move.start)
        white, black = (
            bar if bar in self.grid.ways and own.match(after, place[bar.start]) else None
            for bar, own in zip(bars, OWN, strict=True)
        )
        return white, black


class Pushes:
    """The legal moves of a position."""

    finite = True
    __slots__ = ("_state",)

    def __init__(self, state: Splinter) -> None:
        self._state = state

    def __bool__(self) -> bool:
        return self._state.outcome is None

    def __contains__(self, move: object, /) -> bool:
        return self._state.why_not(move) is None

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def __iter__(self) -> Iterator[Push]:
        return self._state.pushes() if self else iter(())

    def sample(self, rng: Random, /) -> Push:
        """Draw a legal move, each with the same probability; IndexError after the end.

        Examples
        --------
        >>> from random import Random
        >>> moves = new().legal_moves
        >>> moves.sample(Random(1)) in moves
        True
        """
        state = self._state
        pieces = state.own_squares if self else []
        while True:  # a piece and a direction make one move at most, so all are equally likely
            if push := state.push(rng.choice(pieces), rng.choice(state.grid.steps)):
                return push

    def candidates(self, n: int, rng: Random, /) -> Sequence[Push]:  # noqa: ARG002 - all of them
        """Return every move."""
        return tuple(self)

    def __repr__(self) -> str:
        return f"<{len(self)} legal moves: {', '.join(map(str, self))}>"
