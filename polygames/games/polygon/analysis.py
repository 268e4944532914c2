"""What the moves of Polygon are worth: won, lost, or how it looks while nothing is proved."""

from __future__ import annotations

from typing import TYPE_CHECKING

from polygames.games.polygon.rules import Claim
from polygames.games.polygon.solver import Solver
from polygames.search.analysis import Analysis, MoveValue, ranked
from polygames.search.deepening import sure
from polygames.search.targets import by_target

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from random import Random

    from polygames.games.polygon.proofs.root import RootMove
    from polygames.games.polygon.rules import PolygonGame
    from polygames.search.clock import Clock

__all__ = ["deepen", "targets"]

FIRST_NODES = 2000
"""How many positions the first answer rests on; each later one on half as many more."""


def deepen(state: PolygonGame, *, clock: Clock, rng: Random) -> Iterator[Analysis]:  # noqa: ARG001 - no chance
    """Yield what is proved of each move, more and more; see `polygames.search.deepen`."""
    solver = Solver(state)
    solver.clock = clock
    nodes, is_going_on = 0, True
    while is_going_on:
        nodes = max(FIRST_NODES, nodes * 3 // 2)
        while is_going_on and solver.nodes < nodes:
            is_going_on = solver.step(every_move=True)
        yield _told(state, solver)
        is_going_on = is_going_on and bool(clock)


def _told(state: PolygonGame, solver: Solver) -> Analysis:
    moves = [each for root in solver.root.moves for each in _values(state, root)]
    if state.rules.claim or not moves:
        moves.append(sure(Claim(), -1))
    known = sum(each.proved for each in moves)
    note = f"proof-number search, {solver.nodes:,} positions: {known} of {len(moves)} moves proved"
    return Analysis(state, ranked(moves), note=note)


def _values(state: PolygonGame, root: RootMove) -> Iterator[MoveValue]:
    """Yield the value of a move and of those that a symmetry makes the same."""
    for place in root.group:
        move = state.draw(*state.segments[place])
        if root.winner is not None:
            won = root.winner == state.turn
            yield sure(move, 1 if won else -1, visits=root.nodes)
        else:
            yield MoveValue(move, 0.0, -1.0, 1.0, root.nodes, chance=0.5)


def targets(analysis: Analysis) -> Mapping[str, MoveValue]:
    """Return for each point the best move to it; for the first move also those from it."""
    return by_target(analysis, slice(None))
