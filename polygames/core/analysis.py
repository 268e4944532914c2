"""What searches return: `Analysis`, what each move is worth, and `Solution`, what is proved."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from itertools import groupby
from typing import TYPE_CHECKING, Any, Literal

from polygames.core.lazy import table
from polygames.core.registry import info_of
from polygames.core.shown import Shown, Tabled, way
from polygames.core.words import move_words

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable, Iterator, Mapping

    from polygames.core.protocol import State

PROVED_VALUES_TEXT = "1 won, 0 tie, -1 lost"
RESULT_UNIT = f"expected result ({PROVED_VALUES_TEXT})"
"""The unit of the values, if a game does not name its own: proved, and in general."""


@dataclass(frozen=True, repr=False)
class MoveValue:
    """What a move is worth to the seat to move; higher is better.

    Examples
    --------
    >>> MoveValue("a2-a3", 0.5, 0.4, 0.6).line
    ('a2-a3',)
    """

    move: Any
    value: float
    low: float
    """The interval around an estimate begins here ..."""
    high: float
    """... and ends here. If the value is proved, both are the value."""
    visits: int = 0
    """How many games or samples the estimate is based on."""
    proved: bool = False
    line: tuple[Any, ...] = ()
    """How the game may go on: legal moves from the state, this move first."""
    depth: int = 0
    """How many plies the search looked ahead."""
    chance: float | None = None
    """The chance that the seat to move wins, from 0 to 1, where the game has one; a tie counts
    one half."""
    distance: int | None = None
    """With a proof: within how many moves the game ends if the winner plays on, where known."""
    raw: float | None = None
    """What the search itself said; see `polygames.search.analysis.calibration`."""

    def __post_init__(self) -> None:
        if not self.line:
            object.__setattr__(self, "line", (self.move,))

    @property
    def how(self) -> str:
        """How well the value is known: ``"proved"``, or its interval.

        Examples
        --------
        >>> pg.analyse(pg.new("polygon", n=5), seconds=1).moves[0].how
        'proved'
        """
        return "proved" if self.proved else f"{self.low:.2f} to {self.high:.2f}"

    def __str__(self) -> str:
        """Return the move, its value and how well that is known."""
        return f"{self.move}: {self.value:.2f} ({self.how})"

    def __repr__(self) -> str:
        """Return the same in brackets."""
        return f"<{self}>"


@dataclass(frozen=True, repr=False)
class Analysis(Shown, kind="analysis"):
    """The moves of a position, best first.

    Examples
    --------
    >>> found = pg.analyse(pg.new("polygon", n=5), seconds=5)
    >>> str(found.best), found.value, found.chance, found.is_proved
    ('A-C', 1.0, 1.0, True)
    >>> " ".join(map(str, found.moves[0].line))
    'A-C C-E E-B B-D D-A'
    """

    state: State[Any]
    moves: tuple[MoveValue, ...]
    unit: str = RESULT_UNIT
    """What the values measure."""
    note: str = ""
    """How they were found."""
    scale: tuple[float, float] = (-1.0, 1.0)
    """The ends of an evaluation bar: the same for all positions of a game."""
    measure: Literal["result", "lead", "total"] = "result"
    """What a value is once the game is over: an end of the scale for who won or lost and the middle
    for a tie, or the lead of the seat that moved, or its total."""
    is_early: bool = False
    """Whether it rests on so little work that its intervals are to be told, and not its values."""
    is_solved: bool = False
    """Whether the value of the position is proved, though maybe not that of each move."""
    is_quick_look: bool = False
    """Whether it only looks one move ahead, as the search is not loaded and compiled yet. A live
    board and `polygames.search.deepen` begin with such an analysis; `pg.analyse` loads first."""

    @property
    def best(self) -> Any:
        """The move that looks best; None if no move was found."""
        return self.moves[0].move if self.moves else None

    @property
    def value(self) -> float | None:
        """What the position is worth to the seat to move: the value of the best move, or None.

        Of a game that is over it is the result; where no seat is to move, that of seat 0.
        """
        return self.moves[0].value if self.moves else final_value(self.state)

    @property
    def chance(self) -> float | None:
        """The chance that the seat to move wins; None where the game has none."""
        if self.moves:
            return self.moves[0].chance
        value = final_value(self.state)
        return None if value is None or self.state.seats == 1 else (1 + value) / 2

    @property
    def is_proved(self) -> bool:
        """Whether the values of all moves that are listed are proved, or the game is over."""
        if not self.moves:
            return final_value(self.state) is not None
        return all(each.proved for each in self.moves)

    @property
    def is_settled(self) -> bool:
        """Whether it is proved what the position is worth: a move wins, or all are proved.

        Examples
        --------
        >>> pg.analyse("polygon", n=5, seconds=5).is_settled
        True
        """
        if not self.moves:
            return self.is_proved
        if not self.moves[0].proved:
            return False
        moves, is_won = self.state.legal_moves, self.value == self.scale[1]
        is_whole = self.is_proved and moves.finite and len(moves) == len(self.moves)
        return self.is_solved or is_won or is_whole

    @property
    def groups(self) -> tuple[tuple[MoveValue, ...], ...]:
        """The moves, those together that are worth the same and as well known.

        Examples
        --------
        >>> [len(group) for group in pg.analyse(pg.new("polygon", n=5), seconds=5).groups]
        [10]
        """
        return tuple(tuple(group) for _, group in groupby(self.moves, _sort_key))

    @property
    def distinct(self) -> Analysis:
        """The same with the best move of each kind: of lines between the same two borders, say.

        Examples
        --------
        >>> found = pg.analyse(pg.new("split"), seconds=0.5)
        >>> len(found.distinct.moves) <= 6 < len(found.moves)
        True
        """
        kind = info_of(self.state).engine.kind
        if kind is None:
            return self
        best: dict[Hashable, MoveValue] = {}
        for each in self.moves:
            best.setdefault(kind(self.state, each.move), each)
        return replace(self, moves=tuple(best.values()))

    def table(self) -> Any:
        """Return a row for each move, best first (a DataFrame where pandas is installed).

        Examples
        --------
        >>> len(pg.analyse(pg.new("polygon", n=5), seconds=5).table())
        10
        """
        return table(list(self._rows()))

    def plot(self, ax: Any = None, most: int = 12) -> Any:
        """Draw the best moves with their intervals, and return the axes.

        Examples
        --------
        >>> pg.analyse(pg.new("polygon", n=5), seconds=5).plot(most=3).get_title()
        'Red to move (and 7 more moves)'
        """
        return way("analysis", "plot")(self, ax, most)

    def _rows(self) -> Iterator[dict[str, Any]]:
        for each in self.moves:
            yield {
                "move": str(each.move),
                "said": move_words(self.state, each.move),
                "value": each.value,
                "low": each.low,
                "high": each.high,
                "chance": each.chance,
                "visits": each.visits,
                "depth": each.depth,
                "proved": each.proved,
                "distance": each.distance,
                "line": " ".join(map(str, each.line)),
            }

    def __str__(self) -> str:
        """List the ten best moves."""
        if self.state.outcome is not None:
            return f"{self.state.game}: {self.note}"
        lines = [f"{self.state.game}, seat {self.state.turn} to move: {self.unit}"]
        for each in self.moves[:10]:
            is_seen = each.proved or (each.low, each.high) != self.scale
            value = f"{each.value:8.2f}" if is_seen else f"{'unclear':>8}"
            lines.append(f"  {value}  {each.move}  ({each.how})")
        if not self.moves:
            lines.append("  nothing was found")
        return "\n".join([*lines, f"  {self.note}"] if self.note else lines)

    def __repr__(self) -> str:
        """Return one line: who is to move, the best move and its value."""
        if self.state.outcome is not None:
            return str(self)
        found = f"{len(self.moves)} moves, best {self.moves[0]}" if self.moves else "no move found"
        return f"<{self.state.game}, seat {self.state.turn} to move: {found}; {self.unit}>"


@dataclass(frozen=True, repr=False)
class Solution(Tabled):
    """What was proved about a position.

    Examples
    --------
    >>> Solution(1, best="A-C", line=("A-C",), nodes=5)
    value for seat 0: 1 (1 won, 0 tie, -1 lost); best: A-C; line: A-C; 5 positions
    """

    value: float | None
    """The value for seat 0 with best play: +1, 0 or -1, or in a game of points the difference of
    the scores (with one seat its score). None: it was not proved."""

    best: Any = None
    """A move that achieves the value. If there is no value, the move that looks best, or None."""

    line: tuple[Any, ...] = ()
    """Best play from here, as far as it is known."""

    nodes: int = 0
    """How many positions were searched."""

    values: Mapping[Any, float] = field(default_factory=dict)
    """The value for seat 0 after each move, where it is proved."""

    note: str = ""
    """How it was proved, or what is missing."""

    unit: str = PROVED_VALUES_TEXT
    """What the value counts."""

    def table(self) -> Any:
        """Return a row for each move with a proved value (a DataFrame where pandas is there).

        Examples
        --------
        >>> len(Solution(1, values={"A-C": 1, "A-D": -1}).table())
        2
        >>> len(Solution(None).table())
        0
        """
        return table([{"move": str(move), "value": value} for move, value in self.values.items()])

    def __str__(self) -> str:
        """Say the value with its unit, the move, the line and the size of the search."""
        value = "not proved" if self.value is None else f"{self.value:g} ({self.unit})"
        best = "" if self.best is None else f"; best: {self.best}"
        line = f"; line: {' '.join(map(str, self.line))}" if self.line else ""
        note = f"; {self.note}" if self.note else ""
        return f"value for seat 0: {value}{best}{line}; {self.nodes} positions{note}"


def sort_moves(moves: Iterable[MoveValue]) -> tuple[MoveValue, ...]:
    """Sort moves, best first: of equal ones a sooner win, a later loss, a proof, a better look.

    Examples
    --------
    >>> worse, better = MoveValue("b", 0.5, 0, 1), MoveValue("a", 0.6, 0.4, 0.8)
    >>> [each.move for each in sort_moves([worse, better])]
    ['a', 'b']
    """

    def merit(each: MoveValue) -> tuple[float, float, bool, int, int]:
        return (each.value, soon(each), each.proved, each.depth, each.visits)

    return tuple(sorted(moves, key=merit, reverse=True))


def final_value(state: State[Any]) -> float | None:
    """Return the result of a finished game for the seat to move, or for seat 0 if there is none.

    It is 1 for a win, 0 for a tie and -1 for a loss, and in a game for one player the score. It is
    None while the game runs, and where a limit ended it without a winner.

    Examples
    --------
    >>> final_value(pg.new("polygon", n=3)), final_value(pg.new("polygon"))
    (-1.0, None)
    """
    if state.outcome is None or not state.outcome.winners:
        return None
    seat = max(state.turn, 0)
    if state.seats == 1:
        return float(state.outcome.scores[seat])
    return 2 * (seat in state.outcome.winners) / len(state.outcome.winners) - 1


def final_analysis(state: State[Any]) -> Analysis:
    """Return the analysis of a finished game: no moves, and the result as its proved value.

    Examples
    --------
    >>> final_analysis(pg.new("polygon", n=3))
    polygon: the game is over: seat 1 wins, 0 - 1 (no segment can be drawn)
    """
    note = f"the game is over: {state.outcome}"
    if state.seats == 1:
        ends = 0.0, max(1.0, *state.scores)
        return Analysis(state, (), "final score", note, ends, "total", is_solved=True)
    return Analysis(state, (), PROVED_VALUES_TEXT, note, is_solved=True)


def soon(each: MoveValue) -> float:
    """Return what is more if a win comes sooner or a loss later; 0 if nothing is known of it."""
    if each.distance is None or each.value == 0:
        return 0.0
    return 1 / (1 + each.distance) if each.value > 0 else -1 / (1 + each.distance)


def _sort_key(each: MoveValue) -> tuple[object, ...]:
    known = None if each.proved else (each.visits, each.depth)
    return (each.value, each.low, each.high, each.proved, each.chance, each.distance, known)
