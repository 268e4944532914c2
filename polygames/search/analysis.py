"""What the moves of a position are worth: ranked, with intervals, and proved where possible."""

from __future__ import annotations

from base64 import b64encode
from dataclasses import dataclass
from math import inf, sqrt
from random import Random
from typing import TYPE_CHECKING, Any

from polygames.core import registry
from polygames.core.display import display_of
from polygames.core.errors import OptionError
from polygames.core.options import number, whole
from polygames.core.protocol import CHANCE
from polygames.core.state import refuse_end
from polygames.core.table import table
from polygames.search.clock import Clock
from polygames.search.interrupt import passed_on

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from polygames.core.protocol import State
    from polygames.search.solution import Solution

__all__ = ["Analysis", "MoveValue", "analyse"]

RESULT = "expected result (1 won, 0 tie, -1 lost)"
"""The unit of the values, if a game does not name its own."""

UNSEEN = 12
"""How many moves of a continuum to list if there was no time to look at any."""

DISPLAY = "analysis"
"""The kind of display that draws an analysis."""


@dataclass(frozen=True)
class MoveValue:
    """What a move is worth to the seat to move; higher is better."""

    move: Any
    value: float
    low: float
    """The interval around an estimate begins here ..."""
    high: float
    """... and ends here. If the value is proved, both are the value."""
    visits: int = 0
    """How many games or samples the estimate is based on."""
    proved: bool = False


@dataclass(frozen=True)
class Analysis:
    """The moves of a position, best first.

    Examples
    --------
    >>> import polygames as pg
    >>> Analysis(pg.new("polygon"), ()).best is None
    True
    """

    state: State[Any]
    moves: tuple[MoveValue, ...]
    unit: str = RESULT
    """What the values measure."""
    note: str = ""
    """How they were found."""

    @property
    def best(self) -> Any:
        """The move that looks best; None if no move was found.

        Examples
        --------
        >>> import polygames as pg
        >>> str(pg.analyse(pg.new("polygon", n=5), seconds=5).best)
        'A-C'
        """
        return self.moves[0].move if self.moves else None

    def table(self) -> Any:
        """Return a row for each move, best first (a DataFrame where pandas is installed).

        Examples
        --------
        >>> import polygames as pg
        >>> len(pg.analyse(pg.new("polygon", n=5), seconds=5).table())
        10
        """
        return table(list(self._rows()))

    def plot(self, ax: Any = None, most: int = 12) -> Any:
        """Draw the best moves with their intervals, and return the axes."""
        return display_of(DISPLAY).plot(self, ax, most)

    def _rows(self) -> Iterator[dict[str, Any]]:
        for each in self.moves:
            yield {
                "move": str(each.move),
                "value": each.value,
                "low": each.low,
                "high": each.high,
                "visits": each.visits,
                "proved": each.proved,
            }

    def __str__(self) -> str:
        """List the ten best moves."""
        lines = [f"{self.state.game}, seat {self.state.turn} to move: {self.unit}"]
        for each in self.moves[:10]:
            how = "proved" if each.proved else f"{each.low:.2f} to {each.high:.2f}"
            lines.append(f"  {each.value:8.2f}  {each.move}  ({how})")
        if not self.moves:
            lines.append("  nothing was found")
        return "\n".join([*lines, f"  {self.note}"] if self.note else lines)

    __repr__ = __str__

    def _repr_mimebundle_(self, **_: object) -> dict[str, str]:
        """Show itself in a notebook as a figure, and as text."""
        picture = display_of(DISPLAY).png(self)
        return {"text/plain": str(self), "image/png": b64encode(picture).decode()}


def analyse(
    state: State[Any], *, seconds: float = 2.0, seed: int = 0, agent: str | None = None
) -> Analysis:
    """Estimate what each move is worth, and how sure that is.

    First the solver tries to prove values. The other moves are judged by the statistics of a tree
    search. The intervals (95% for the mean) describe the games that this search looked at, not best
    play; only a proof tells you about best play.

    Parameters
    ----------
    state
        A position in which a player is to move.
    seconds
        The time to think, in total.
    seed
        Seeds the search.
    agent
        The agent to use for the tree search; by default ``"mcts"``, if the game has it.

    Raises
    ------
    IllegalMoveError
        If the game is over.
    OptionError
        If the dice are to be rolled next, or the agent keeps no statistics.

    Examples
    --------
    >>> import polygames as pg
    >>> board = ["BwW.", "..b.", "..wb"]
    >>> found = pg.analyse(pg.new("splinter", board=board), seconds=1)
    >>> found.moves[0].proved
    True
    """
    refuse_end(state)
    if state.turn == CHANCE:
        msg = f"nothing to analyse: the dice are to move after {state.ply} plies"
        raise OptionError(msg)
    seconds = number("the time to think in seconds", seconds, above=0)
    rng = Random(whole("the seed", seed))
    own = registry.info_of(state).analyse
    if own is not None and agent is None:
        found: Analysis = own(state, seconds=seconds, rng=rng)
        return found
    return _general(state, seconds, rng, agent)


def _general(state: State[Any], seconds: float, rng: Random, agent: str | None) -> Analysis:
    """Prove what can be proved in a third of the time, and search in the rest."""
    proved, note = _proved(state, seconds / 3)
    everything = state.legal_moves.finite and len(proved) == len(state.legal_moves)
    if everything:
        return Analysis(state, _ranked(proved.values()), note="proved")
    searched = _searched(state, seconds * 2 / 3, rng, agent)
    both = {each.move: each for each in searched} | proved
    if not both:
        unseen = state.legal_moves.candidates(UNSEEN, rng)
        both = {move: MoveValue(move, 0.0, -1.0, 1.0) for move in unseen}
        note = "no move was looked at in so little time"
    return Analysis(state, _ranked(both.values()), note=note)


def _proved(state: State[Any], seconds: float) -> tuple[dict[Any, MoveValue], str]:
    from polygames.search.solve import solve

    if state.seats != 2:  # noqa: PLR2004 - a pair
        return {}, "tree search"
    clock, sign = Clock(seconds), 1 if state.turn == 0 else -1
    with passed_on():
        solution: Solution = solve(state, seconds=seconds)
    proved = dict(solution.values)
    if solution.value is not None and state.legal_moves.finite:  # a proof may leave moves out
        for move in (move for move in state.legal_moves if move not in proved):
            if not (clock and clock.left):
                break
            with passed_on():
                value = solve(state.play(move), seconds=clock.left).value
            if value is not None:
                proved[move] = value
    values = {
        move: MoveValue(move, sign * value, sign * value, sign * value, proved=True)
        for move, value in proved.items()
    }
    return values, "proved where it says so, tree search elsewhere" if values else "tree search"


def _searched(
    state: State[Any], seconds: float, rng: Random, agent: str | None
) -> Iterator[MoveValue]:
    """Yield what a tree search saw of each move that it tried."""
    thinker = _thinker(state, seconds, agent)
    thinker.choose(state, rng)
    for move, visits, mean in thinker.statistics(state):
        if visits:
            half = 1.96 * sqrt(max(1e-4, 1 - mean * mean) / visits)
            yield MoveValue(move, mean, max(-1.0, mean - half), min(1.0, mean + half), visits)


def _thinker(state: State[Any], seconds: float, agent: str | None) -> Any:
    """Return an agent that grows a tree."""
    from polygames.search.mcts import MctsAgent

    info = registry.info_of(state)
    if agent is None and "mcts" not in info.agents:
        return MctsAgent(seconds=seconds)
    thinker: Any = info.agent("mcts" if agent is None else agent)
    if not hasattr(thinker, "statistics"):
        msg = f"the agent {agent!r} keeps no statistics: choose one that grows a tree"
        raise OptionError(msg)
    thinker.seconds = seconds
    return thinker


def _ranked(moves: Iterable[MoveValue]) -> tuple[MoveValue, ...]:
    """Sort moves: by value, a proof before an estimate, much visited before little."""

    def merit(each: MoveValue) -> tuple[float, bool, int]:
        sure = each.proved or each.visits >= 0.1 * most
        return (each.value if sure else -inf, each.proved, each.visits)

    listed: Sequence[MoveValue] = list(moves)
    most = max((each.visits for each in listed), default=0)
    return tuple(sorted(listed, key=merit, reverse=True))
