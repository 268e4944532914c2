"""What the moves of Polygon are worth: won, lost, or how it looks while nothing is proved."""

from __future__ import annotations

from dataclasses import replace
from math import log
from typing import TYPE_CHECKING

from polygames.games.polygon.rules import Claim
from polygames.games.polygon.solver import Solver
from polygames.search.analysis import Analysis, MoveValue, ranked
from polygames.search.calibration import calibrations_of
from polygames.search.deepening import sure
from polygames.search.targets import by_target

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from random import Random

    from polygames.games.polygon.proofs.root import RootMove
    from polygames.games.polygon.rules import Move, PolygonGame
    from polygames.search.clock import Clock

__all__ = ["deepen", "features", "odds_of", "targets"]

ENGINE = "polygames.games.polygon.engine"
MOST = 10**9
"""Larger proof numbers are all the same."""

FIRST_TRY = 60
"""After how many positions the compiled engine is loaded: the first answer is to come soon."""
FIRST_NODES = 2000
"""How many positions the first answer rests on; each later one on half as many more."""


def deepen(state: PolygonGame, *, clock: Clock, rng: Random) -> Iterator[Analysis]:  # noqa: ARG001 - no chance
    """Yield what is proved of each move, more and more; see `polygames.search.deepen`."""
    solver = Solver(state)
    solver.clock, solver.first_try = clock, FIRST_TRY
    nodes, is_going_on = 0, True
    while is_going_on:
        nodes = max(FIRST_NODES, nodes * 3 // 2)
        is_going_on = solver.advance(nodes, every_move=True)
        yield _told(state, solver)


def _told(state: PolygonGame, solver: Solver) -> Analysis:
    moves = [each for root in solver.root.moves for each in _values(state, root)]
    if state.rules.claim or not moves:
        moves.append(sure(Claim(), -1))
    known = sum(each.proved for each in moves)
    note = f"proof-number search, {solver.nodes:,} positions: {known} of {len(moves)} moves proved"
    return Analysis(state, ranked(moves), note=note)


def features(state: PolygonGame, odds: float) -> tuple[float, ...]:
    """Return what the chance of the seat to move depends on; see `polygames.search.calibration`."""
    return (1.0, odds, log(1 + len(state.segments)))


def odds_of(root: RootMove) -> float:
    """Return how much nearer the search is to a proof that a move wins than that it loses.

    It is the logarithm of the ratio of the two proof numbers after the move.
    """
    branch = root.branch
    won, lost = (root.replies, 1) if branch is None else (branch.delta, branch.phi)
    return log((1 + min(lost, MOST)) / (1 + min(won, MOST)))


def _values(state: PolygonGame, root: RootMove) -> Iterator[MoveValue]:
    """Yield the value of a move and of those that a symmetry makes the same."""
    each = None
    for place in root.group:
        move = state.draw(*state.segments[place])
        if each is None:
            each = _value(state, root, move)
        yield replace(each, move=move, line=(move,))


def _value(state: PolygonGame, root: RootMove, move: Move) -> MoveValue:
    if root.winner is not None:
        won = 1 if root.winner == state.turn else -1
        return sure(move, won, visits=root.nodes, raw=float(won))
    odds = odds_of(root)
    chance = calibrations_of(ENGINE)["chance"].of(features(state, odds))
    return MoveValue(move, 2 * chance - 1, -1.0, 1.0, root.nodes, chance=chance, raw=odds)


def targets(analysis: Analysis) -> Mapping[str, MoveValue]:
    """Return for each point the best move to it; for the first move also those from it."""
    return by_target(analysis, slice(None))
