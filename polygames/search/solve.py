"""Proofs: the value of a position with best play, or "not proved".

Three cases remain open: a position whose value depends on repetitions, if the game does not
declare their result; a game ended by a move limit; and moves of a continuum that were not tried.
The method is described in `polygames.search.proof_graph`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, overload

from polygames.core import registry
from polygames.core.analysis import Solution
from polygames.core.errors import OptionError
from polygames.core.keywords import checked_keywords
from polygames.core.options import check_flag, whole
from polygames.core.protocol import CHANCE
from polygames.core.state import move_name_key
from polygames.records.position_sources import defaults_of, state_of
from polygames.runtime.clock import Clock, check_seconds, check_width
from polygames.runtime.interrupts import InterruptListener
from polygames.runtime.parallel_calls import Interrupted
from polygames.search.minimax import spread_moves
from polygames.search.proof_graph import ProofGraph, ProofNode

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from random import Random

    from polygames.core.protocol import Move, State
    from polygames.records.position_sources import Position
    from polygames.search.minimax import Candidates


@overload
def solve(
    state: State[Move],
    *,
    seconds: float | None = 10,
    progress: bool = True,
    every_move: bool = False,
) -> Solution[Move]: ...
@overload
def solve(
    state: Position,
    *,
    seconds: float | None = 10,
    progress: bool = True,
    every_move: bool = False,
) -> Solution: ...
@checked_keywords
def solve(
    state: Position,
    *,
    seconds: float | None = 10,
    progress: bool = True,
    every_move: bool = False,
) -> Solution:
    """Prove the value of a position with best play, as far as time allows.

    Parameters
    ----------
    state
        The name of a game, a state, a record or the file of one: a position without dice, for two
        players (in Territory, also for one).
    seconds
        The time limit of the proof; None for no limit.
    progress
        Whether to show a progress bar if it takes more than two seconds.
    every_move
        Whether to continue with the value of each move (`Solution.values`) once the position is
        proved. Territory always does.

    Returns
    -------
    Solution
        Its `value` is None if no proof was found in time.

    Raises
    ------
    OptionError
        If the game has dice or more than two players.
    Interrupted
        At Ctrl-C (or Interrupt Kernel). Its `result` has the proofs so far.

    Examples
    --------
    >>> board = ["BwW.", "..b.", "..wb"]
    >>> pg.solve(pg.new("splinter", board=board), seconds=5)
    value for seat 0: 1 (1 won, 0 tie, -1 lost); best: b3-c3; line: b3-c3; 1 positions
    """
    position = state_of(state)
    solver: Callable[..., Solution] = registry.info_of(position).engine.solver or prove
    is_wanted = check_flag("the option every_move", every_move)
    own = {"every_move": True} if is_wanted and "every_move" in defaults_of(solver) else {}
    with InterruptListener() as listener:  # a solver stops at an interrupt and returns its result
        found = solver(position, seconds=check_seconds(seconds), progress=progress, **own)
        is_interrupted = listener.was_interrupted
    if is_interrupted:
        raise Interrupted(found)
    return found


def prove(
    state: State[Any],
    *,
    seconds: float | None = 10,
    progress: bool = True,
    depth: int = 400,
    width: int = 60,
    candidates: Candidates = spread_moves,
    every_move: bool = False,
) -> Solution:
    """Prove the value of a position from the rules alone, by iterative deepening.

    Parameters
    ----------
    state, seconds, progress, every_move
        See `solve`, also for the exceptions.
    depth
        The maximum number of plies to look ahead.
    width, candidates
        The number of moves of a continuum to try, and the function that selects them. They can
        prove that a player reaches a value, but not that it cannot.

    Examples
    --------
    >>> found = prove(pg.new("polygon", n=5))
    >>> found.value, " ".join(map(str, found.line)), found.nodes
    (1, 'A-C C-E E-B B-D D-A', 6)
    >>> prove(pg.new("polygon", n=6), depth=2).note
    'not proved 2 plies ahead'
    """
    dice = state.outcome is None and (state.turn == CHANCE or state.chance_outcomes())
    if state.seats != 2 or dice:  # noqa: PLR2004 - a pair
        msg = f"{state.game} cannot be solved: a proof needs two seats and no dice; "
        msg += "polygames.analyse estimates what its moves are worth"
        raise OptionError(msg)
    width, depth = check_width(width), whole("the option depth", depth, 1)
    graph = ProofGraph(state, Clock(seconds), width, candidates)
    moves: Sequence[Any] = graph.moves_of(graph.start) if every_move else ()
    after = {move: graph.node_of(state.play(move)) for move in moves}
    try:
        note = _search_for_proof(graph, [graph.start], depth, is_shown=progress)
        if graph.start.value is not None and after:
            note = _search_for_proof(graph, [*after.values()], depth, is_shown=progress)
    except KeyboardInterrupt:
        note = "interrupted before there was a proof"
    is_whole = graph.start.value is not None and None not in {one.value for one in after.values()}
    return _build_solution(graph, "" if is_whole else note, after)


def _search_for_proof(
    graph: ProofGraph, starts: Sequence[ProofNode], depth: int, *, is_shown: bool
) -> str:
    """Search until a proof or the time limit; return a note that explains a missing proof."""
    from polygames.runtime.progress import progress

    done = 0
    for done in progress(graph.search(starts, depth), "plies ahead", is_shown=is_shown):
        if not graph.clock:
            return f"not proved in time, {done} plies ahead"
    if done == depth and any(one.is_cut_off for one in starts):
        return f"not proved {depth} plies ahead"
    return "not proved: what is open are repetitions, length caps or untried lines"


def _build_solution(graph: ProofGraph, note: str, children: Mapping[Any, ProofNode]) -> Solution:
    """Return the solution found in a proof graph, with the proved values of moves."""
    start = graph.start
    if start.state.outcome is not None:
        return Solution(start.value, nodes=graph.visit_count, note="the game is over")
    children = {**dict(zip(start.moves or (), start.children, strict=False)), **children}
    values = {move: each.value for move, each in children.items() if each.value is not None}
    line = () if start.value is None else tuple(_iter_best_line(graph))
    best = line[0] if line else None
    return Solution(start.value, best, line, graph.visit_count, values, note)


def _iter_best_line(graph: ProofGraph) -> Iterator[Any]:
    """Yield moves that preserve the value, stopping before a position is repeated."""
    at, state, seen = graph.start, graph.start.state, set[ProofNode]()
    while at.children and at not in seen and state.outcome is None:
        seen.add(at)
        same = [each for each in at.children if each.value == at.value]
        best = at.best if at.best in same else next(iter(same), None)
        if (move := next(_moves_to(graph, at, state, best), None)) is None:
            return
        yield move
        state = state.play(move)
        at = graph.node_of(state)


def _moves_to(
    graph: ProofGraph, node: ProofNode, state: State[Any], target: ProofNode | None
) -> Iterator[Any]:
    """Yield the moves that lead from one node to another, in the notation of `state`."""
    if move_name_key(state) == move_name_key(node.state):
        yield from (
            move
            for move, each in zip(node.moves or (), node.children, strict=False)
            if each is target
        )
    elif state.legal_moves.finite:
        yield from (move for move in state.legal_moves if graph.node_of(state.play(move)) is target)


MAX_SOLVE_DEPTH = 400
MAX_CONTINUUM_CANDIDATES = 60
"""The number of moves of a continuum to try."""


class MoveProofs:
    """Proofs of the values of all moves of a position, deepened step by step.

    The position must have two seats and no dice. `values` has the value for seat 0 after each
    proved move.
    """

    def __init__(self, state: State[Any], rng: Random) -> None:
        self.state = state
        listed = list(state.legal_moves) if state.legal_moves.finite else None
        self.moves = (
            spread_moves(state, MAX_CONTINUUM_CANDIDATES, rng) if listed is None else listed
        )
        self.values: dict[Any, float] = {}
        self.is_over = False
        """Whether a deeper search would find nothing more."""
        self._graph = ProofGraph(state, Clock(None), MAX_CONTINUUM_CANDIDATES, spread_moves)
        self._graph.path.add(self._graph.start.key)
        self._nodes_by_move = {move: self._graph.node_of(state.play(move)) for move in self.moves}
        self._search = self._graph.search(list(self._nodes_by_move.values()), MAX_SOLVE_DEPTH)

    def advance(self, nodes: int, clock: Clock | None = None) -> None:
        """Search up to `nodes` more positions, or until a clock runs out."""
        graph = self._graph
        graph.clock = clock or Clock(None)
        graph.max_nodes = graph.visit_count + nodes
        while not self.is_over and graph.visit_count < graph.max_nodes and graph.clock:
            self.is_over = next(self._search, None) is None
        for move, each in self._nodes_by_move.items():
            if each.value is not None:
                self.values[move] = float(each.value)
