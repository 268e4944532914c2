"""Checks puzzles: whether all that is said of one is so."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any, Final

from polygames.core.errors import PolygamesError
from polygames.runtime.interrupts import passed_on
from polygames.search.puzzles.making import is_right, puzzling_of, steps_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from polygames.core.protocol import State
    from polygames.core.puzzling import Puzzling
    from polygames.search.puzzles.puzzle import Puzzle, Step

NEAR: Final = 1e-4
"""How far two values may be apart that are the same: solvers count in floats."""
LINES: Final = 30
"""How many moves of a continuum are tried ..."""
REPLIES: Final = 12
"""... and how many where the game goes on with one."""


def wins(state: State[Any], move: Any) -> bool:
    """Whether the seat to move wins by a move, whatever follows.

    All ways to play on are tried; of a continuum some moves.
    """
    after = state.play(move)
    if after.outcome is not None:
        return after.outcome.winners == {state.turn}
    tried = _tried(after)
    if after.turn == state.turn:
        return any(wins(after, each) for each in tried)
    return not any(_avoids(after, each) for each in tried)


def _tried(state: State[Any]) -> Iterable[Any]:
    """Return all moves; of a continuum some, and those that its game thinks good."""
    moves = state.legal_moves
    if moves.finite:
        return moves
    return [*puzzling_of(state.game).tries(state), *moves.candidates(REPLIES, Random(0))]


def _avoids(state: State[Any], move: Any) -> bool:
    """Whether the other seat does not win after a move."""
    after = state.play(move)
    if after.outcome is not None:
        return after.outcome.winners != {1 - state.turn}
    tried = _tried(after)
    if after.turn == state.turn:
        return any(_avoids(after, each) for each in tried)
    return not any(wins(after, each) for each in tried)


def faults(puzzle: Puzzle, *, solver: bool = True) -> Iterator[str]:
    """Yield what is wrong with a puzzle; nothing if all is as it says.

    Parameters
    ----------
    solver
        Whether to ask the solver of the game as well; the rules alone are quicker.

    Raises
    ------
    KeyboardInterrupt
        At an interrupt (Ctrl-C), also where a solver keeps one to itself and returns what it has.

    Examples
    --------
    >>> import polygames as pg
    >>> list(faults(pg.puzzles("territory")[0]))
    []
    """
    kind, state = puzzling_of(puzzle.game), puzzle.state
    if state.to_text() != puzzle.text:
        yield "the position reads otherwise than it was written"
    with passed_on():  # what was searched in part is no fault of the puzzle
        found = steps_of(kind, state, puzzle.plies, kind.judged(state, puzzle.plies))
    if found != puzzle.steps:
        yield "the rules give another solution, other values or other answers"
    plies = puzzle.plies
    for step in puzzle.steps:
        with passed_on():
            wrong = list(_step_faults(kind, state, step, plies, solver=solver))
        yield from wrong
        for text in filter(None, (step.move, step.reply)):
            try:
                state = state.play(state.parse(text))
            except PolygamesError as error:
                yield f"the solution cannot be played: {error}"
                return
        plies = None if plies is None else plies - 2


def _step_faults(
    kind: Puzzling, state: State[Any], step: Step, plies: int | None, *, solver: bool
) -> Iterator[str]:
    moves = state.legal_moves
    known = {step.move: step.value} | {move: value for move, (value, _) in step.wrong.items()}
    if moves.finite and {str(move) for move in moves} != known.keys():
        yield "not all moves are judged"
    if step.value - max(value for value, _ in step.wrong.values()) < kind.MARGIN:
        yield "another move is as good"
    if not moves.finite:
        yield from _line_faults(state, step)
    for move, value in (kind.proved(state, plies) if solver else {}).items():
        if abs(known.get(str(move), value) - value) > NEAR:
            yield f"the solver says {value:g} of {move}, not {known[str(move)]:g}"


def _line_faults(state: State[Any], step: Step) -> Iterator[str]:
    """Compare what is said of lines with what comes of them."""
    lines = (state.legal_moves.sample(Random(number)) for number in range(LINES))
    known = (state.parse(text) for text in (step.move, *step.wrong))
    for line in (*known, *lines):
        if wins(state, line) and not is_right(state, step, line):
            yield f"{line} wins, too"
        elif not wins(state, line) and is_right(state, step, line):
            yield f"{line} counts as right, and does not win"
