"""Proofs: the value of a position with best play, or "not proved".

Three cases remain open: a position whose value depends on repetitions, if the game does not
declare their result; a game ended by a move limit; and moves of a continuum that were not tried.
The method is described in `polygames.search.proof_graph`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from polygames.core import registry
from polygames.core.analysis import Solution
from polygames.core.errors import OptionError
from polygames.core.options import flag, whole
from polygames.core.protocol import CHANCE
from polygames.core.state import wording
from polygames.records.position import check_keywords, defaults_of, split_options, start_of
from polygames.runtime.clock import Clock, thinking_time, width_of
from polygames.runtime.interrupts import InterruptListener
from polygames.runtime.workers import Interrupted
from polygames.search.minimax import spread
from polygames.search.proof_graph import ProofGraph, ProofNode

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from random import Random
    from threading import Event

    from polygames.core.protocol import State
    from polygames.records.position import Options, Position
    from polygames.search.minimax import Candidates


def solve(
    state: Position,
    *,
    seconds: float | None = 10,
    progress: bool = True,
    every_move: bool = False,
    options: Options = None,
    **more: Any,
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
    options
        Options of a named game; see `polygames.records.position.Options`.
    **more
        Options of the game's own solver, if it has one, or of the game, if the solver has no such
        option.

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
    start = start_of(state, options)
    solver: Callable[..., Solution] = registry.game(start.game).engine.solver or prove
    if flag("every_move", every_move) and "every_move" in defaults_of(solver):
        more["every_move"] = True
    own, rest = split_options(solver, more)
    check_keywords(start, solve, rest, {"its solver": defaults_of(solver)})
    position = start.also(rest).state()
    with InterruptListener() as listener:  # a solver stops at an interrupt and returns its result
        found = solver(position, seconds=thinking_time(seconds), progress=progress, **own)
        is_interrupted = listener.heard
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
    candidates: Candidates = spread,
    every_move: bool = False,
    stop: Event | None = None,
) -> Solution:
    """Prove a value by the rules alone, with iterative deepening.

    Parameters
    ----------
    state, seconds, progress, every_move
        See `solve`, also for the exceptions.
    depth
        The maximum number of plies to look ahead.
    width, candidates
        The number of moves of a continuum to try, and the function that selects them. They can
        prove that a player reaches a value, but not that it cannot.
    stop
        An event that ends the search when it is set from any thread, like an interrupt (Ctrl-C, or
        Interrupt Kernel); the proofs so far are returned.

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
        msg = f"{state.game} is not proved: a proof needs two seats and no dice. "
        msg += "polygames.analyse estimates what its moves are worth"
        raise OptionError(msg)
    width, depth = width_of(width), whole("depth", depth, 1)
    graph = ProofGraph(state, Clock(seconds, stop), width, candidates)
    moves: Sequence[Any] = graph.moves_of(graph.start) if every_move else ()
    after = {move: graph.at(state.play(move)) for move in moves}
    try:
        note = _search(graph, [graph.start], depth, show=progress)
        if graph.start.value is not None and after:
            note = _search(graph, [*after.values()], depth, show=progress)
    except KeyboardInterrupt:
        note = "interrupted before there was a proof"
    is_whole = graph.start.value is not None and None not in {one.value for one in after.values()}
    return _solution(graph, "" if is_whole else note, after)


def _search(graph: ProofGraph, starts: Sequence[ProofNode], depth: int, *, show: bool) -> str:
    """Search until a proof or the time limit; return a note that explains a missing proof."""
    from polygames.runtime.progress import progress

    done = 0
    for done in progress(graph.search(starts, depth), "plies ahead", show=show):
        if not graph.clock:
            return f"not proved in time, {done} plies ahead"
    if done == depth and any(one.is_cut for one in starts):
        return f"not proved {depth} plies ahead"
    return "not proved: what is open are repetitions, length caps or untried lines"


def _solution(graph: ProofGraph, note: str, after: Mapping[Any, ProofNode]) -> Solution:
    """Return the solution of a graph, with the proved values of these moves."""
    start = graph.start
    if start.state.outcome is not None:
        return Solution(start.value, nodes=graph.nodes, note="the game is over")
    after = {**dict(zip(start.moves or (), start.after, strict=False)), **after}
    values = {move: each.value for move, each in after.items() if each.value is not None}
    line = () if start.value is None else tuple(_line(graph))
    best = line[0] if line else next(_moves_to(graph, start, start.state, start.best), None)
    return Solution(start.value, best, line, graph.nodes, values, note)


def _line(graph: ProofGraph) -> Iterator[Any]:
    """Yield moves that preserve the value; the line ends before a position is repeated."""
    at, state, seen = graph.start, graph.start.state, set[ProofNode]()
    while at.after and at not in seen and state.outcome is None:
        seen.add(at)
        same = [each for each in at.after if each.value == at.value]
        best = at.best if at.best in same else next(iter(same), None)
        if (move := next(_moves_to(graph, at, state, best), None)) is None:
            return
        yield move
        state = state.play(move)
        at = graph.at(state)


def _moves_to(
    graph: ProofGraph, at: ProofNode, state: State[Any], after: ProofNode | None
) -> Iterator[Any]:
    """Yield the moves that lead to a node, in the spelling of this state; see `wording`."""
    if wording(state) == wording(at.state):
        yield from (
            move for move, each in zip(at.moves or (), at.after, strict=False) if each is after
        )
    elif state.legal_moves.finite:
        yield from (move for move in state.legal_moves if graph.at(state.play(move)) is after)


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
        self.moves = spread(state, MAX_CONTINUUM_CANDIDATES, rng) if listed is None else listed
        self.values: dict[Any, float] = {}
        self.is_over = False
        """Whether a deeper search would find nothing more."""
        self._graph = ProofGraph(state, Clock(None), MAX_CONTINUUM_CANDIDATES, spread)
        self._graph.path.add(self._graph.start.key)
        self._after = {move: self._graph.at(state.play(move)) for move in self.moves}
        self._search = self._graph.search(list(self._after.values()), MAX_SOLVE_DEPTH)

    def advance(self, nodes: int, clock: Clock | None = None) -> None:
        """Search up to `nodes` more positions, or until a clock runs out."""
        graph = self._graph
        graph.clock = clock or Clock(None)
        graph.most = graph.nodes + nodes
        while not self.is_over and graph.nodes < graph.most and graph.clock:
            self.is_over = next(self._search, None) is None
        for move, each in self._after.items():
            if each.value is not None:
                self.values[move] = float(each.value)
