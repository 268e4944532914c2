"""Analysis of Polygon's moves: proved wins and losses, and estimates of the others."""

from __future__ import annotations

from dataclasses import replace
from math import log
from typing import TYPE_CHECKING

from polygames.core.analysis import Analysis, MoveValue, sort_moves
from polygames.games.polygon.rules import Claim
from polygames.games.polygon.solver import Solver
from polygames.search.analysis.anytime import proved_move_value
from polygames.search.analysis.calibration import load_calibrations
from polygames.search.analysis.first_guesses import mark_refuted_moves
from polygames.search.analysis.readiness import is_ready, mark_ready
from polygames.search.analysis.rows import best_move_by_click
from polygames.search.analysis.smoothing import SmoothedAnalyses

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from random import Random

    from polygames.games.polygon.proofs.root_search import RootMove
    from polygames.games.polygon.rules import Move, PolygonGame
    from polygames.runtime.clock import Clock

ENGINE_PACKAGE = "polygames.games.polygon.engine"
MAX_PROOF_NUMBER = 10**9
"""Larger proof numbers are clamped to this."""
QUICK_LOOK_POSITIONS = 60
"""Positions searched before the compiled engine is loaded, for a quick look."""
MAX_PROVED_LINES = 24
"""Maximum number of moves that get a line from their proof."""
MAX_PROOF_POSITIONS_READ = 200
"""Positions of proofs read for each answer during the search."""
PROOF_READING_LIMITS = (2000, 8000, 32000)
"""Positions of proofs read for each answer after the search."""
PROOF_SMOOTHING_WINDOW = 6
"""Number of answers averaged while nothing is proved, because proof numbers fluctuate."""
STEPS_PER_SECOND, PROOF_POSITIONS_PER_SECOND = 200_000, 5000
"""Steps of the solver, and positions of proofs read, that count as one second of work."""
FIRST_NODES = 1000
"""Positions searched for the first answer; each later total is half as large again."""


def deepen(state: PolygonGame, *, clock: Clock, rng: Random) -> Iterator[Analysis]:  # noqa: ARG001 - no chance
    """Yield analyses in which more and more moves are proved; see `polygames.search.deepen`."""
    solver = Solver(state, clock)
    solver.first_try = QUICK_LOOK_POSITIONS
    solver.budget, most_read = (
        clock.take_step_budget(STEPS_PER_SECOND),
        clock.take_step_budget(PROOF_POSITIONS_PER_SECOND),
    )
    nodes, is_going_on, lines = 0, True, _ProofLines(solver)
    smoothed = SmoothedAnalyses(PROOF_SMOOTHING_WINDOW)
    if not is_ready("polygon"):
        with clock.exclude_compilation():
            has_more = solver.advance(QUICK_LOOK_POSITIONS, every_move=True)
        if has_more:
            yield _quick_look(_to_analysis(state, solver, lines))
            if clock.stop.is_set():
                return
    while is_going_on:
        nodes = max(FIRST_NODES, nodes * 3 // 2)
        is_going_on = solver.advance(nodes, every_move=True)
        if solver.engines.compiled is not None:
            mark_ready("polygon")
        lines.read_proofs(MAX_PROOF_POSITIONS_READ)
        yield smoothed.add(_to_analysis(state, solver, lines))
    for most in PROOF_READING_LIMITS:
        if (
            clock
            and solver.steps_done < solver.budget
            and most <= most_read
            and lines.read_proofs(most)
        ):
            yield smoothed.add(_to_analysis(state, solver, lines))


def _quick_look(first: Analysis) -> Analysis:
    """Return an early analysis as a quick look. No reply refutes its best move."""
    moves = mark_refuted_moves(first.state, first.moves)
    return replace(first, moves=moves, note=f"quick look: {first.note}", is_quick_look=True)


class _ProofLines:
    """The longest sequence of moves in the proof of each move, as far as it can be read in time."""

    def __init__(self, solver: Solver) -> None:
        self._solver = solver
        self._lines: dict[Move, tuple[Move, ...]] = {}
        self._positions_read: dict[Move, int] = {}

    def read_proofs(self, max_positions: int) -> bool:
        """Read proofs of up to `max_positions` positions in total, starting with winning moves.

        Return True if a new line was read.
        """
        clock = self._solver.reading_clock
        before = sum(map(bool, self._lines.values()))
        moves = [root for root in self._solver.root.moves if root.winner is not None]
        moves.sort(key=lambda root: (root.winner != self._solver.state.turn, root.nodes))
        for root in moves[:MAX_PROVED_LINES]:
            if (
                clock
                and self._positions_read.get(root.move, 0) < max_positions
                and not self._lines.get(root.move)
            ):
                self._positions_read[root.move] = max_positions
                self._lines[root.move] = self._solver.longest_line(root, max_positions, clock)
                max_positions -= max(10, min(root.nodes, max_positions))
        return sum(map(bool, self._lines.values())) > before

    def line_for(self, root: RootMove) -> tuple[Move, ...]:
        """Return the sequence of moves that begins with a root move; empty if none was read."""
        return self._lines.get(root.move, ())


def _to_analysis(state: PolygonGame, solver: Solver, lines: _ProofLines) -> Analysis:
    moves = [
        each
        for root in solver.root.moves
        for each in _orbit_values(state, root, lines.line_for(root))
    ]
    if state.rules.claim or not moves:
        moves.append(proved_move_value(Claim(), -1, distance=1))
    known = sum(each.proved for each in moves)
    note = f"proof-number search, {solver.nodes:,} positions: {known} of {len(moves)} moves proved"
    return Analysis(state, sort_moves(moves), note=note)


def features(_: PolygonGame, odds: float) -> tuple[float, ...]:
    """Return the features from which a fitted model predicts the chance to win.

    See `polygames.search.analysis.calibration`.
    """
    return (1.0, odds)


def _orbit_values(
    state: PolygonGame, root: RootMove, line: tuple[Move, ...]
) -> Iterator[MoveValue]:
    """Yield the values of a root move and of its symmetric images, which are equal."""
    each = _root_move_value(state, root, line)
    yield each
    for place in root.group[1:]:
        move = state.draw(*state.segments[place])
        yield replace(each, move=move, line=(move,))


def _root_move_value(state: PolygonGame, root: RootMove, line: tuple[Move, ...]) -> MoveValue:
    move = root.move
    if root.winner is not None:
        won, length = 1 if root.winner == state.turn else -1, len(line) or None
        if not root.replies:
            length = 1
        return proved_move_value(
            move, won, line, visits=root.nodes, raw=float(won), distance=length
        )
    # The log odds of a proved win against a proved loss, by the proof numbers.
    branch = root.branch
    wins, loses = (root.replies, 1) if branch is None else (branch.delta, branch.phi)
    odds = log((1 + min(loses, MAX_PROOF_NUMBER)) / (1 + min(wins, MAX_PROOF_NUMBER)))
    chance = load_calibrations(ENGINE_PACKAGE)["chance"].predict(features(state, odds))
    return MoveValue(move, 2 * chance - 1, -1.0, 1.0, root.nodes, chance=chance, raw=odds)


def best_by_target(analysis: Analysis) -> Mapping[str, MoveValue]:
    """Return the best move for each clickable point, keyed by the name of the point."""
    return best_move_by_click(analysis, slice(None))
