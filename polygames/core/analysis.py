"""The results of a search: `Analysis` with a value for each move, and `Solution` with a proof."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from itertools import groupby
from math import floor
from typing import TYPE_CHECKING, Any, Final, Generic, Literal

from polygames.core.descriptions import count_text, move_text
from polygames.core.display import PictureResult, TableResult, Tabular, find_renderer
from polygames.core.options import whole
from polygames.core.protocol import Move
from polygames.core.registry import info_of

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable, Mapping, Sequence

    from polygames.core.protocol import Seat, State

PROVED_VALUES_TEXT = "1 won, 0 tie, -1 lost"
RESULT_UNIT = f"expected result ({PROVED_VALUES_TEXT})"
"""The default unit of the values (`PROVED_VALUES_TEXT` is that of proved values)."""


@dataclass(frozen=True, repr=False)
class MoveValue(Generic[Move]):
    """The estimated or proved value of a move for the seat to move; higher is better.

    Examples
    --------
    >>> MoveValue("a2-a3", 0.5, 0.4, 0.6).line
    ('a2-a3',)
    """

    move: Move
    value: float
    low: float
    """The lower end of the interval around the estimate."""
    high: float
    """The upper end of the interval. If the value is proved, both ends equal it."""
    visits: int = 0
    """The number of games or samples that the estimate is based on."""
    proved: bool = False
    line: tuple[Any, ...] = ()
    """The principal variation: legal moves from the state, this move first."""
    depth: int = 0
    """The search depth in plies."""
    chance: float | None = None
    """The chance that the seat to move wins, from 0 to 1, where the game has one; a tie counts
    one half."""
    distance: int | None = None
    """With a proof: the number of moves to the end if the winner plays on, if known."""
    raw: float | None = None
    """The value before calibration; see `polygames.search.analysis.calibration`."""

    def __post_init__(self) -> None:
        if not self.line:
            object.__setattr__(self, "line", (self.move,))

    @property
    def certainty(self) -> str:
        """The reliability of the value: ``"proved"``, or its interval as text.

        Examples
        --------
        >>> pg.analyse(pg.new("polygon", n=5), seconds=1).moves[0].certainty
        'proved'
        """
        return "proved" if self.proved else f"{self.low:.2f} to {self.high:.2f}"

    def __str__(self) -> str:
        """Return the move, its value, and ``proved`` or the interval."""
        return f"{self.move}: {self.value:.2f} ({self.certainty})"

    def __repr__(self) -> str:
        """Return the text of `__str__` in angle brackets."""
        return f"<{self}>"


@dataclass(frozen=True, repr=False)
class Analysis(PictureResult, Tabular, Generic[Move], kind="analysis"):
    """The analysed moves of a position with their values, best first.

    Examples
    --------
    >>> found = pg.analyse(pg.new("polygon", n=5), seconds=5)
    >>> str(found.best), found.value, found.chance, found.is_proved
    ('A-C', 1.0, 1.0, True)
    >>> " ".join(map(str, found.moves[0].line))
    'A-C C-E E-B B-D D-A'
    """

    state: State[Any]
    moves: tuple[MoveValue[Move], ...]
    unit: str = RESULT_UNIT
    """The unit of the values."""
    note: str = ""
    """The method of the analysis, in a few words."""
    scale: tuple[float, float] = (-1.0, 1.0)
    """The ends of an evaluation bar: the same for all positions of a game."""
    measure: Literal["result", "lead", "total"] = "result"
    """The meaning of a final value: a win, tie or loss (the ends and middle of the scale), the lead
    of the seat that moved, or its total."""
    is_early: bool = False
    """Whether so little work was done that boards show the intervals and not the values."""
    is_solved: bool = False
    """Whether the value of the position is proved, though possibly not that of each move."""
    is_quick_look: bool = False
    """Whether it only looks a ply or two ahead, because the search is not loaded and compiled
    yet. A live board and `polygames.search.deepen` begin with such an analysis; `pg.analyse` loads
    first."""

    @property
    def best(self) -> Move | None:
        """The best move; None if no move was found."""
        return self.moves[0].move if self.moves else None

    @property
    def value(self) -> float | None:
        """The value of the position for the seat to move, which is that of its best move.

        It is None if the value is unknown.

        After the end it is the result. Where no seat is to move, it is the value for seat 0.
        """
        return self.moves[0].value if self.moves else final_value(self.state)

    @property
    def _seat(self) -> Seat:
        """The seat that the values are for."""
        return max(self.state.turn, 0)

    def for_seat(self, seat: Seat) -> float | None:
        """Return the value of the position from the point of view of a seat.

        It is None if it is unknown. If each seat has a total of its own, as in Splitter, only that
        of the seat to move is known.

        Examples
        --------
        >>> found = pg.analyse(pg.new("polygon", n=5), seconds=5)
        >>> found.for_seat(0), found.for_seat(1)
        (1.0, -1.0)
        """
        if _check_seat(seat, self.state.seats) == self._seat or self.value is None:
            return self.value
        is_opposed = self.state.seats == 2 and self.measure != "total"  # noqa: PLR2004 - a pair
        return -self.value or 0.0 if is_opposed else None

    @property
    def chance(self) -> float | None:
        """The probability that the seat to move wins; None if the analysis gives none."""
        if self.moves:
            return self.moves[0].chance
        value = final_value(self.state)
        return None if value is None or self.state.seats == 1 else (1 + value) / 2

    @property
    def is_proved(self) -> bool:
        """Whether the values of all listed moves are proved, or the game is over."""
        if not self.moves:
            return final_value(self.state) is not None
        return all(each.proved for each in self.moves)

    @property
    def is_settled(self) -> bool:
        """Whether the value of the position is proved: by a winning move, or for all moves.

        Examples
        --------
        >>> pg.analyse(pg.new("polygon", n=5), seconds=5).is_settled
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
    def groups(self) -> tuple[tuple[MoveValue[Move], ...], ...]:
        """The moves in groups of equal value, interval and certainty.

        Examples
        --------
        >>> [len(group) for group in pg.analyse(pg.new("polygon", n=5), seconds=5).groups]
        [10]
        """
        return tuple(tuple(group) for _, group in groupby(self.moves, _sort_key))

    @property
    def distinct(self) -> Analysis[Move]:
        """A copy with only the best move of each kind, such as lines between the same two borders.

        Examples
        --------
        >>> found = pg.analyse(pg.new("split"), seconds=0.5)
        >>> len(found.distinct.moves) <= 6 < len(found.moves)
        True
        """
        kind = info_of(self.state).engine.move_kind
        if kind is None:
            return self
        best: dict[Hashable, MoveValue[Move]] = {}
        for each in self.moves:
            best.setdefault(kind(self.state, each.move), each)
        return replace(self, moves=tuple(best.values()))

    def table(self) -> list[dict[str, Any]]:
        """Return one row per move, best first, with its value for the seat to move.

        Examples
        --------
        >>> len(pg.analyse(pg.new("polygon", n=5), seconds=5).table())
        10
        """
        return [
            {
                "move": str(each.move),
                "said": move_text(self.state, each.move),
                "seat": self._seat,
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
            for each in self.moves
        ]

    def plot(self, ax: Any = None, most: int = 12) -> Any:
        """Draw the best moves with their intervals, and return the matplotlib axes.

        Examples
        --------
        >>> pg.analyse(pg.new("polygon", n=5), seconds=5).plot(most=3).get_title()
        'Red to move (and 7 more moves)'
        """
        return find_renderer("analysis", "plot")(self, ax, most)

    def __str__(self) -> str:
        """Return a list of the ten best moves with values, one per line."""
        if self.state.outcome is not None:
            return f"{self.state.game}: {self.note}"
        lines = [f"{self.state.game}, values for seat {self._seat}: {self.unit}"]
        for each in self.moves[:10]:
            is_seen = each.proved or (each.low, each.high) != self.scale
            value = f"{each.value:8.2f}" if is_seen else f"{'unclear':>8}"
            words = move_text(self.state, each.move)
            lines.append(f"  {value}  {words}  ({each.certainty})")
        if not self.moves:
            lines.append("  nothing was found")
        return "\n".join([*lines, f"  {self.note}"] if self.note else lines)

    def __repr__(self) -> str:
        """Return one line: the seat that the values are for, the best move and its value."""
        if self.state.outcome is not None:
            return str(self)
        found = f"{len(self.moves)} moves, best {self.moves[0]}" if self.moves else "no move found"
        return f"<{self.state.game}, values for seat {self._seat}: {found}; {self.unit}>"


@dataclass(frozen=True, repr=False)
class Solution(TableResult, Generic[Move]):
    """The proved value of a position, with a best move and the best play.

    Examples
    --------
    >>> Solution(1, best="A-C", line=("A-C",), nodes=5)
    value for seat 0: 1 (1 won, 0 tie, -1 lost); best: A-C; line: A-C; 5 positions
    """

    value: float | None
    """The value for seat 0 with best play: +1, 0 or -1, or in a game of points the difference of
    the scores (with one seat its score). None if it was not proved."""

    best: Move | None = None
    """A move that achieves the value; None if the value is not proved."""

    line: tuple[Move, ...] = ()
    """The best play from this position, as far as it is known."""

    nodes: int = 0
    """The number of positions searched."""

    values: Mapping[Move, float] = field(default_factory=dict)
    """The proved values for seat 0 after each move; moves without a proof are missing."""

    note: str = ""
    """The method of the proof, or the missing part."""

    unit: str = PROVED_VALUES_TEXT
    """The unit of the value."""

    seats: int = 2
    """The number of seats of the game."""

    def for_seat(self, seat: Seat) -> float | None:
        """Return the value for a seat; None if it was not proved.

        Examples
        --------
        >>> Solution(1).for_seat(1)
        -1
        """
        is_first = _check_seat(seat, self.seats) == 0
        return self.value if is_first or not self.value else -self.value

    def table(self) -> list[dict[str, Any]]:
        """Return one row per move with a proved value for seat 0.

        Examples
        --------
        >>> len(Solution(1, values={"A-C": 1, "A-D": -1}).table())
        2
        >>> len(Solution(None).table())
        0
        """
        return [
            {"move": str(move), "seat": 0, "value": value} for move, value in self.values.items()
        ]

    def __str__(self) -> str:
        """Return the value with its unit, the best move, best play and number of positions."""
        value = "not proved" if self.value is None else f"{self.value:g} ({self.unit})"
        best = "" if self.best is None else f"; best: {self.best}"
        line = f"; line: {' '.join(map(str, self.line))}" if self.line else ""
        note = f"; {self.note}" if self.note else ""
        return f"value for seat 0: {value}{best}{line}; {self.nodes} positions{note}"


def _check_seat(seat: object, seats: int) -> int:
    return whole("the seat", seat, 0, seats - 1)


def sort_moves(moves: Iterable[MoveValue[Move]]) -> tuple[MoveValue[Move], ...]:
    """Return the moves, best first; ties are broken by distance, proof, depth and visits.

    Examples
    --------
    >>> worse, better = MoveValue("b", 0.5, 0, 1), MoveValue("a", 0.6, 0.4, 0.8)
    >>> [each.move for each in sort_moves([worse, better])]
    ['a', 'b']
    """

    def merit(each: MoveValue[Move]) -> tuple[float, float, bool, int, int]:
        distance = distance_key(each.value, each.distance)
        return (each.value, distance, each.proved, each.depth, each.visits)

    return tuple(sorted(moves, key=merit, reverse=True))


def final_value(state: State[Any]) -> float | None:
    """Return the result of a finished game for the seat to move; None if the game is not over.

    It is 1 for a win, 0 for a tie and -1 for a loss, or the score in a game for one player. It is
    None while the game runs, and if a limit ended the game without a winner.

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


def distance_key(value: float, distance: int | None) -> float:
    """Return a key to break ties: higher for a faster win or a slower loss; 0 if unknown."""
    if distance is None or value == 0:
        return 0.0
    return 1 / (1 + distance) if value > 0 else -1 / (1 + distance)


def _sort_key(move_value: MoveValue) -> tuple[object, ...]:
    known = None if move_value.proved else (move_value.visits, move_value.depth)
    return (
        move_value.value,
        move_value.low,
        move_value.high,
        move_value.proved,
        move_value.chance,
        move_value.distance,
        known,
    )


MIN_LOSS_IN_A_REASON: Final = 0.1
"""The least number of points that a hint mentions as the advantage of its move."""


def comparison_text(analysis: Analysis[Any], *, has_result: bool = False) -> str:
    """Return a sentence that compares the best move with all other moves; empty if none is certain.

    It is the reason for a hint if the game knows no other one. With `has_result`, another sentence
    is on the result of the game, so none is on a lost position.

    Examples
    --------
    >>> state = pg.new("polygon", n=4)  # with four moves
    >>> def compared(*values, **more):
    ...     moves = zip(state.legal_moves, values)
    ...     found = [MoveValue(move, each, each, each, proved=True) for move, each in moves]
    ...     return comparison_text(Analysis(state, tuple(found), **more))
    >>> compared(1, -1, -1, -1)
    'It is the only move that wins.'
    >>> compared(7, 4.5, 4, 2, measure="lead")
    'Every other move leads to at least 2.5 points less.'
    >>> compared(1, -1)  # of the other moves nothing is known
    ''
    """
    possible, (best, *others) = analysis.state.legal_moves, analysis.moves
    if not possible.finite or len(possible) != len(analysis.moves):
        return ""
    if not others:
        return "It is the only possible move."
    if analysis.measure == "result" and analysis.is_proved:
        values = [each.value for each in others]
        return _result_comparison_text(best.value, values, has_result=has_result)
    loss = best.low - max(each.high for each in others)
    if analysis.measure == "result" or loss < MIN_LOSS_IN_A_REASON:
        return ""
    text = f"{floor(10 * loss + 1e-9) / 10:g}"  # values have rounding errors
    return f"Every other move leads to at least {count_text(text, 'point')} less."


def _result_comparison_text(best: float, others: Sequence[float], *, has_result: bool) -> str:
    """Return a sentence that compares a proved result with those of all other moves."""
    if best < 0:
        return "" if has_result else "Every move loses if the other player replies well."
    if max(others) >= best:
        return ""
    return f"It is the only move that {'wins' if best > 0 else 'does not lose'}."
