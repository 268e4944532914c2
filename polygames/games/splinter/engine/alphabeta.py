"""Alpha-beta search over the kernel, compiled: the agent `minimax`.

Values are for the seat to move: a static evaluation from -1 to +1, or beyond `WIN_SCORE / 2` a
proved win.

The techniques, and where they come from:

- iterative deepening with a transposition table: Slate and Atkin (1977), *Chess 4.5: the
  Northwestern University chess program*;
- principal variation search, the first move with the full window and the others with a null window
  until one proves better: Marsland and Campbell (1982), *Parallel search of strongly ordered game
  trees*, after Pearl (1980), *SCOUT: a simple game-searching algorithm with proven optimal
  properties*;
- moves in the order of the table's move, static values and the history heuristic: Schaeffer
  (1989), *The history heuristic and alpha-beta search enhancements in practice*;
- late-move reduction: Romstad (2006), *An introduction to late move reductions*.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

from polygames.core.options import check_not_over, check_number
from polygames.games.splinter.engine.evaluation import blend_with_tie, estimate
from polygames.games.splinter.engine.features import DRAW_CONTEMPT, contemptuous_value
from polygames.games.splinter.engine.kernel import (
    decode,
    key,
    legal,
    move_buffer,
    play,
    result,
    turn,
)
from polygames.runtime.clock import (
    UNLIMITED_STEPS,
    ClockWatcher,
    SearchAgent,
    check_limit,
    require_limit,
)
from polygames.runtime.jit import Array, compiled, np
from polygames.search.kernel_adapter import copy_array, encode_position
from polygames.search.minimax import MinimaxAgent

if TYPE_CHECKING:
    from random import Random

    from polygames.games.splinter.rules import Splinter
    from polygames.runtime.clock import Progress

MAX_DEPTH = 40
"""Maximum search depth in plies."""
WIN_SCORE = 1000.0
"""The value of a win at the root; each ply of distance costs 1."""
TABLE_SIZE = 1 << 18
"""Number of slots of the transposition table."""
HISTORY_SIZE = 1 << 14
"""Number of slots of the history heuristic, indexed by the code of a move."""
EXACT_BOUND, LOWER_BOUND, UPPER_BOUND, NO_BOUND = range(4)
"""Bounds of values in the transposition table; `NO_BOUND` if there is no value."""
LMR_FULL_MOVES = 6
"""Default number of moves of a position that are not reduced."""
LMR_MIN_DEPTH = 3
"""Least depth at which late moves are reduced."""
NULL_WINDOW = 1e-9
"""The width of a null window, which only shows whether a value is higher than alpha."""


class Workspace(NamedTuple):
    """The memory of a search. A level is a ply below the root, which is level 0."""

    boards: Array
    """The position at each level; levels x the size of the kernel's array."""
    best: Array
    """The code of the best move found at each level, or -1."""
    codes: Array
    """The codes of the moves of each level; levels x the most moves."""
    scores: Array
    """The ordering scores of these moves; the same shape."""
    keys: Array
    """The keys of the positions before the root, then those on the path; one dimension."""
    table: Array
    """The transposition table; places x 2: the key, then in one word the bound (2 bits), the depth
    (8) and the best move's code + 1."""
    values: Array
    """The values of the table, by place."""
    history: Array
    """For the history heuristic: the squared depths at which a move made a cutoff, by its code."""
    nodes: Array
    """The number of positions searched, and its limit."""
    stop: Array
    """Not zero when the search is to end; another thread may set it."""
    tie: float
    """The value of a tie for seat 0, from -1 to +1."""
    full_moves: int
    """The number of moves of a position that are not reduced."""


def new_workspace(
    array: Array, earlier_keys: Array, tie: float = 0.0, full_moves: int = LMR_FULL_MOVES
) -> Workspace:
    """Return the arrays needed to search from a position.

    `earlier_keys` are the keys of the positions whose repetition is a tie. If `full_moves` exceeds
    the number of moves, values are those of plain minimax.
    """
    boards, codes = np.empty((MAX_DEPTH + 2, array.size), array.dtype), move_buffer()
    boards[0] = array
    return Workspace(
        boards,
        np.full(MAX_DEPTH + 1, -1, np.int64),
        np.empty((MAX_DEPTH + 1, codes.size), codes.dtype),
        np.empty((MAX_DEPTH + 1, codes.size)),
        np.concatenate((earlier_keys, np.zeros(MAX_DEPTH + 1, np.uint64))),
        np.zeros((TABLE_SIZE, 2), np.uint64),
        np.empty(TABLE_SIZE),
        np.zeros(HISTORY_SIZE),
        np.array([0, 2**62], np.int64),
        np.zeros(1, np.uint8),
        float(tie),
        int(full_moves),
    )


# --- The search -----------------------------------------------------------------------------------


@compiled
def search(level: int, depth: int, alpha: float, beta: float, ws: Workspace) -> float:
    """Return the value of the position at a level, searched to a depth of `depth` plies.

    A later move is searched with a null window first, and with less depth if it is late; if its
    value exceeds alpha, it is searched again with the full window.
    """
    board, after, codes = ws.boards[level], ws.boards[level + 1], ws.codes[level]
    ws.nodes[0] += 1
    value, ws.best[level] = probe(level, depth, alpha, beta, ws)
    if not np.isnan(value):
        return value
    n = legal(board, codes)
    score_moves(level, depth, n, ws.best[level], ws)
    low, best = alpha, -2 * WIN_SCORE
    for i in range(n):
        if is_stopped(ws) or low >= beta:
            break
        code = pick_best(codes, ws.scores[level], i, n)
        copy_array(board, after)
        play(after, code)
        value = np.inf
        if i > 0 and depth > 1:
            less = depth - depth_reduction(depth, i, ws.full_moves)
            value = -search(level + 1, less, -(low + NULL_WINDOW), -low, ws)
        if value > low and not is_stopped(ws):
            value = -search(level + 1, depth - 1, -beta, -low, ws)
        if is_stopped(ws):
            break
        if value > best:
            best, ws.best[level] = value, code
        low = max(low, value)
        if low >= beta:
            ws.history[code & (HISTORY_SIZE - 1)] += depth * depth
    if not is_stopped(ws):
        store_result(ws, key(board), level, depth, alpha, beta, best)
    return best


@compiled
def is_stopped(ws: Workspace) -> bool:
    """Return True if the search has to end at once."""
    return bool(ws.stop[0] or ws.nodes[0] > ws.nodes[1])


@compiled
def depth_reduction(depth: int, number: int, full_moves: int) -> int:
    """Return by how many plies to reduce the depth for a move; later moves are reduced more."""
    late = depth >= LMR_MIN_DEPTH and number >= full_moves
    return 1 + int(late) + int(late and depth > LMR_MIN_DEPTH and number >= 5 * full_moves)


@compiled
def probe(level: int, depth: int, alpha: float, beta: float, ws: Workspace) -> tuple[float, int]:
    """Return the value (nan if a search is needed) and the table's best move (-1 if none)."""
    a = ws.boards[level]
    sign = 1.0 if turn(a) == 0 else -1.0
    end = result(a)
    if not np.isnan(end):
        return (sign * end * (WIN_SCORE - level) if end else sign * ws.tie), -1
    own = key(a)
    # Before the table is probed: its values come from other paths, which did not repeat.
    if push_key(own, ws.keys, level) and level:
        return sign * ws.tie, -1
    if depth <= 0 or level >= MAX_DEPTH:
        return sign * blend_with_tie(estimate(a), a, ws.tie), -1
    code, value, bound = probe_table(ws, own, level, depth)
    fails = (bound != UPPER_BOUND and value >= beta) or (bound != LOWER_BOUND and value <= alpha)
    return (value if level and (bound == EXACT_BOUND or fails) else np.nan), code


@compiled
def push_key(key: np.uint64, path: Array, level: int) -> bool:
    """Append the key of a position to the path; return True if the path already contains it."""
    last = len(path) - MAX_DEPTH - 1 + level
    path[last] = key
    for i in range(last):  # noqa: SIM110 - numba compiles no generator
        if path[i] == key:
            return True
    return False


@compiled
def score_moves(level: int, depth: int, n: int, best_code: int, ws: Workspace) -> None:
    """Score moves for ordering: by the table's move, static evaluation and history heuristic."""
    board, after = ws.boards[level], ws.boards[level + 1]
    codes, scores = ws.codes[level], ws.scores[level]
    sign = 1.0 if turn(board) == 0 else -1.0
    for i in range(n):
        # Far below any evaluation: the history only orders moves of equal evaluation.
        scores[i] = 1e-6 * ws.history[codes[i] & (HISTORY_SIZE - 1)]
        if depth > 1:
            copy_array(board, after)
            play(after, codes[i])
            end = result(after)
            if np.isnan(end):
                scores[i] += sign * blend_with_tie(estimate(after), after, ws.tie)
            else:
                scores[i] = sign * end * WIN_SCORE
        if codes[i] == best_code:
            scores[i] = 2 * WIN_SCORE


@compiled
def pick_best(codes: Array, scores: Array, i: int, n: int) -> int:
    """Swap the best of the moves from index i onwards to index i, and return its code."""
    best = i
    for j in range(i + 1, n):  # selection, not sorting: a cutoff mostly comes after a few moves
        if scores[j] > scores[best]:
            best = j
    codes[i], codes[best] = codes[best], codes[i]
    scores[i], scores[best] = scores[best], scores[i]
    return int(codes[i])


# --- The table ------------------------------------------------------------------------------------


@compiled
def probe_table(ws: Workspace, key: np.uint64, level: int, depth: int) -> tuple[int, float, int]:
    """Return the table's best move (or -1), value and bound of a position.

    The value is nan and the bound `NO_BOUND` if the entry has another depth, unless it is a win or
    a loss. A deeper value is better, but not comparable with the values of the siblings.
    """
    slot = int(key & np.uint64(TABLE_SIZE - 1))
    if ws.table[slot, 0] != key:
        return -1, np.nan, NO_BOUND
    packed = int(ws.table[slot, 1])
    value = float(ws.values[slot])
    if value > WIN_SCORE / 2:
        value -= level
    elif value < -WIN_SCORE / 2:
        value += level
    looked, bound = packed >> 2 & 0xFF, packed & 3
    if looked > depth or (looked < depth and abs(value) < WIN_SCORE / 2):
        value, bound = np.nan, NO_BOUND
    return (packed >> 10) - 1, value, bound


@compiled
def store_result(
    ws: Workspace, key: np.uint64, level: int, depth: int, alpha: float, beta: float, value: float
) -> None:
    """Store the result of a search in the table; a win is counted in plies from this position."""
    bound = LOWER_BOUND if value >= beta else UPPER_BOUND if value <= alpha else EXACT_BOUND
    if value > WIN_SCORE / 2:
        value += level
    elif value < -WIN_SCORE / 2:
        value -= level
    slot = int(key & np.uint64(TABLE_SIZE - 1))
    ws.table[slot, 0] = key
    ws.table[slot, 1] = np.uint64(((ws.best[level] + 1) << 10) | depth << 2 | bound)
    ws.values[slot] = value


# --- The root -------------------------------------------------------------------------------------


def search_root(depth: int, ws: Workspace) -> float:
    """Search the root to `depth` plies and return its value; the move is in `Workspace.best`."""
    return search(0, depth, -2 * WIN_SCORE, 2 * WIN_SCORE, ws)


class AlphaBeta(SearchAgent):
    """An agent by alpha-beta search with iterative deepening, as deep as time allows.

    If a position does not fit the kernel, or numba is missing, `MinimaxAgent` plays. One ply is
    always searched, whatever the limits.

    Parameters
    ----------
    seconds, depth, on_progress
        See `MinimaxAgent`.
    nodes
        Maximum number of positions to search: a limit that gives the same move on any machine.
    contempt
        The cost of a tie for the seat that thinks, from 0 (half a win) to 1 (a loss).

    Attributes
    ----------
    nodes_seen, depth_seen
        The number of positions of the last search, and its depth in plies.

    Examples
    --------
    >>> from random import Random
    >>> state = pg.new("splinter", board=["BwW.", "..b.", "..wb"])
    >>> str(pg.agent("minimax", game="splinter", seconds=None, depth=2).choose(state, Random(1)))
    'b3-c3'
    """

    def __init__(
        self,
        *,
        seconds: float | None = 1.0,
        depth: int | None = None,
        nodes: int | None = None,
        contempt: float = DRAW_CONTEMPT,
        on_progress: Progress | None = None,
    ) -> None:
        require_limit(seconds=seconds, depth=depth, nodes=nodes)
        super().__init__(seconds, on_progress, nodes=nodes)
        self.depth = check_limit("depth", depth, MAX_DEPTH)
        self.contempt = check_number("the option contempt", contempt, 0, 1)
        self.nodes_seen = self.depth_seen = 0

    def choose(self, state: Splinter, rng: Random, /) -> Any:
        """Return the best move of the deepest search, even if that was not finished."""
        check_not_over(state)
        position = encode_position(state)
        if position is None:
            return self._choose_uncompiled(state, rng)
        tie = -self.contempt if state.turn == 0 else self.contempt
        work = new_workspace(position.array, position.earlier_keys, tie)
        chance = np.random.default_rng(rng.getrandbits(64))
        work.history[:] = chance.random(HISTORY_SIZE)  # a random choice of equals
        search_root(1, work)  # compiling does not count as thinking
        work.nodes[:] = 0, self.nodes or UNLIMITED_STEPS
        deepest = MAX_DEPTH if self.depth is None else self.depth
        if len(state.legal_moves) == 1:
            deepest = 1  # there is no choice
        with ClockWatcher.for_flag(self.start_clock(), work.stop):
            best = self._deepen(work, deepest, state)
        self.nodes_seen = int(work.nodes[0])
        return decode(best, state)

    def _deepen(self, ws: Workspace, max_depth: int, state: Splinter) -> int:
        """Deepen the search iteratively, and return the code of the best move found."""
        best, self.depth_seen = -1, 0
        for depth in range(1, max_depth + 1):
            value = search_root(depth, ws)
            code = int(ws.best[0])
            best = best if code < 0 else code
            if is_stopped(ws):
                break
            self.depth_seen = depth
            self.report_progress(depth, value, decode(best, state))
            if abs(value) > WIN_SCORE / 2:
                break
        return best

    def _choose_uncompiled(self, state: Splinter, rng: Random) -> Any:
        """Return the move of a `MinimaxAgent`, which needs no kernel.

        The number of nodes is not limited.
        """
        depth = 2 if self.depth is None and self.seconds is None else self.depth
        value = partial(contemptuous_value, contempt=self.contempt)
        agent = MinimaxAgent(value, seconds=self.seconds, depth=depth, on_progress=self.on_progress)
        agent.stop = self.stop
        return agent.choose(state, rng)
