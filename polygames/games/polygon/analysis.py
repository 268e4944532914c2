"""What the moves of Polygon are worth: won, lost, or how it looks while nothing is proved."""

from __future__ import annotations

from dataclasses import replace
from math import log
from typing import TYPE_CHECKING

from polygames.core.analysis import Analysis, MoveValue, sort_moves
from polygames.games.polygon.rules import Claim
from polygames.games.polygon.solver import Solver
from polygames.search.analysis.anytime import proved_result
from polygames.search.analysis.calibration import calibrations_of
from polygames.search.analysis.readiness import is_ready, note_ready
from polygames.search.analysis.rows import by_target
from polygames.search.analysis.smoothing import SmoothedAnalyses

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from random import Random

    from polygames.games.polygon.proofs.root import RootMove
    from polygames.games.polygon.rules import Move, PolygonGame
    from polygames.runtime.clock import Clock

ENGINE = "polygames.games.polygon.engine"
MAX_PROOF_NUMBER = 10**9
"""Larger proof numbers are all the same."""
FIRST_TRY = 60
"""After how many positions the compiled engine is loaded: until then that is a quick look."""
MAX_PROVED_LINES = 24
"""How many moves get the line that their proof allows."""
MAX_PROOF_POSITIONS_READ = 200
"""How many positions of proofs are read for an answer ..."""
READ_AT_LEISURE = (2000, 8000, 32000)
"""... and when nothing else is left to be done."""
PROOF_SMOOTHING_WINDOW = 6
"""While nothing is proved, the mean of so many answers is told: proof numbers leap."""
STEPS_PER_SECOND, READ_PER_SECOND = 200_000, 5000
"""How many steps of the solver a second of work is, and how many positions of proofs to read."""
FIRST_NODES = 1000
"""How many positions the first answer rests on; each later one on half as many more."""


def deepen(state: PolygonGame, *, clock: Clock, rng: Random) -> Iterator[Analysis]:  # noqa: ARG001 - no chance
    """Yield what is proved of each move, more and more; see `polygames.search.deepen`."""
    solver = Solver(state)
    solver.clock, solver.first_try = clock, FIRST_TRY
    solver.budget, most_read = clock.steps(STEPS_PER_SECOND), clock.steps(READ_PER_SECOND)
    nodes, is_going_on, lines = 0, True, _Lines(solver)
    smoothed = SmoothedAnalyses(PROOF_SMOOTHING_WINDOW)
    if not is_ready("polygon"):
        with clock.uncounted():
            has_more = solver.advance(FIRST_TRY, every_move=True)
        if has_more:
            first = _to_analysis(state, solver, lines)
            yield replace(first, note=f"quick look: {first.note}", is_quick_look=True)
            if clock.stop.is_set():
                return
    while is_going_on:
        nodes = max(FIRST_NODES, nodes * 3 // 2)
        is_going_on = solver.advance(nodes, every_move=True)
        if solver.engines.compiled is not None:
            note_ready("polygon")
        lines.read(MAX_PROOF_POSITIONS_READ)
        yield smoothed.add(_to_analysis(state, solver, lines))
    for most in READ_AT_LEISURE:
        if clock and solver.spent < solver.budget and most <= most_read and lines.read(most):
            yield smoothed.add(_to_analysis(state, solver, lines))


class _Lines:
    """The longest lines that proofs allow; a proof too long to be read now is tried again later."""

    def __init__(self, solver: Solver) -> None:
        self._solver = solver
        self._known: dict[Move, tuple[Move, ...]] = {}
        self._tried: dict[Move, int] = {}

    def read(self, most: int) -> bool:
        """Read proofs of so many positions together, those of the moves that win first.

        Say whether there was one to read.
        """
        clock = self._solver.reading
        before = sum(map(bool, self._known.values()))
        moves = [root for root in self._solver.root.moves if root.winner is not None]
        moves.sort(key=lambda root: (root.winner != self._solver.state.turn, root.nodes))
        for root in moves[:MAX_PROVED_LINES]:
            if clock and self._tried.get(root.move, 0) < most and not self._known.get(root.move):
                self._tried[root.move] = most
                self._known[root.move] = self._solver.longest_line(root, most, clock)
                most -= max(10, min(root.nodes, most))
        return sum(map(bool, self._known.values())) > before

    def of(self, root: RootMove) -> tuple[Move, ...]:
        """Return the line of a move; empty if none was read."""
        return self._known.get(root.move, ())


def _to_analysis(state: PolygonGame, solver: Solver, lines: _Lines) -> Analysis:
    moves = [each for root in solver.root.moves for each in _values(state, root, lines.of(root))]
    if state.rules.claim or not moves:
        moves.append(proved_result(Claim(), -1, distance=1))
    known = sum(each.proved for each in moves)
    note = f"proof-number search, {solver.nodes:,} positions: {known} of {len(moves)} moves proved"
    return Analysis(state, sort_moves(moves), note=note)


def features(_: PolygonGame, odds: float) -> tuple[float, ...]:
    """Return what the chance to win depends on; see `polygames.search.analysis.calibration`."""
    return (1.0, odds)


def _values(state: PolygonGame, root: RootMove, line: tuple[Move, ...]) -> Iterator[MoveValue]:
    """Yield the value of a move and of those that a symmetry makes the same."""
    each = _value(state, root, line)
    yield each
    for place in root.group[1:]:
        move = state.draw(*state.segments[place])
        yield replace(each, move=move, line=(move,))


def _value(state: PolygonGame, root: RootMove, line: tuple[Move, ...]) -> MoveValue:
    move = root.move
    if root.winner is not None:
        won, length = 1 if root.winner == state.turn else -1, len(line) or None
        return proved_result(move, won, line, visits=root.nodes, raw=float(won), distance=length)
    # How much nearer the search is to a proof that the move wins than that it loses.
    branch = root.branch
    wins, loses = (root.replies, 1) if branch is None else (branch.delta, branch.phi)
    odds = log((1 + min(loses, MAX_PROOF_NUMBER)) / (1 + min(wins, MAX_PROOF_NUMBER)))
    chance = calibrations_of(ENGINE)["chance"].of(features(state, odds))
    return MoveValue(move, 2 * chance - 1, -1.0, 1.0, root.nodes, chance=chance, raw=odds)


def targets(analysis: Analysis) -> Mapping[str, MoveValue]:
    """Return for each point the best move to it; for the first move also those from it."""
    return by_target(analysis, slice(None))
