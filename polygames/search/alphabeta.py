"""Alpha-beta, compiled: for any kernel of two seats, without dice, whose moves are integers.

It deepens one ply at a time, keeps what it learns of a position in a table, looks at moves that
seem good first, and at late ones less deeply until they prove better than expected. Values are
those for the seat to move: an estimate from -1 to +1, or beyond `WON / 2` a win, which that many
plies prove.
"""

from __future__ import annotations

from functools import cache, partial
from importlib import import_module
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from polygames.core.options import number
from polygames.core.state import refuse_end
from polygames.search.clock import Clock, StopFlag, Watch
from polygames.search.engine import (
    Functions,
    copy,
    functions_of,
    position_of,
    promise,
    signature,
    stand_in,
)
from polygames.search.kernels import Array, compiled
from polygames.search.limits import PLENTY, an_end, at_most, listener, thinking_time

if TYPE_CHECKING:
    from collections.abc import Callable
    from random import Random

    from polygames.core.lazy import Lazy
    from polygames.core.protocol import Agent, State

__all__ = ["WON", "AlphaBeta", "Work", "new_work"]

LEVELS = 40
"""Most plies that a search looks ahead."""
WON = 1000.0
"""The value of a win; one further away is worth a little less."""
SLOTS = 1 << 18
"""Places of the table."""
HEATS = 1 << 14
"""Places for how often a move was best, by its code."""
EXACT, AT_LEAST, AT_MOST, NONE = range(4)
"""What a value in the table is; `NONE`: there is none."""
DEPTH, ALPHA, BETA, LOW, BEST, BEST_CODE, NUMBER, COUNT, CODE, SIGN, ASKED = range(11)
"""The columns of a frame: how deep to look and between which values, the best so far, the number
of the move that is looked at and how many there are, its code, whether its value counts for the
same seat, and what was asked about it."""
UNASKED, ASKING, BETTER = range(3)
"""Whether a move is first asked if it is better at all, and what came of it."""
EAGER = 6
"""How many moves are looked at in full depth, if nothing else is said."""
LATE = 3
"""From which depth on the other moves are looked at less deeply."""

NARROW = 1e-9
"""The width of a search that only asks whether a value is higher."""


class Work(NamedTuple):
    """The memory of a search."""

    boards: Array
    """The position at each level."""
    frames: Array
    """The numbers of the search at each level."""
    codes: Array
    """Its moves."""
    scores: Array
    """How good each of them looks."""
    keys: Array
    """The keys of the positions before the root, then those on the path."""
    table: Array
    """For each place: key, value (as bits), depth, bound and best move."""
    values: Array
    """The values of the table."""
    heat: Array
    """How often a move cut a search short, by its code."""
    nodes: Array
    """How many positions were looked at, and at most."""
    stop: Array
    """Not zero when the search is to end; another thread may set it."""
    tie: float
    """What a tie is worth to seat 0, from -1 to +1."""
    eager: int
    """How many moves of a position are looked at in full depth."""


def new_work(
    array: Array, codes: Array, earlier: Array, tie: float = 0.0, eager: int = EAGER
) -> Work:
    """Return the memory to search from a position.

    Parameters
    ----------
    array
        The position.
    codes
        An array with room for the codes of its moves.
    earlier
        The keys of the positions that it is a tie to come back to.
    tie, eager
        See `Work`; with an eager number of moves without end, values are those of plain minimax.
    """
    boards = np.empty((LEVELS + 2, array.size), array.dtype)
    boards[0] = array
    return Work(
        boards,
        np.zeros((LEVELS + 2, 11)),
        np.empty((LEVELS + 1, codes.size), codes.dtype),
        np.empty((LEVELS + 1, codes.size)),
        np.concatenate((earlier, np.zeros(LEVELS + 1, np.uint64))),
        np.zeros((SLOTS, 2), np.uint64),
        np.empty(SLOTS),
        np.zeros(HEATS),
        np.array([0, 2**62], np.int64),
        np.zeros(1, np.uint8),
        float(tie),
        int(eager),
    )


# --- The search --------------------------------------------------------------------------------
# It goes down and up the levels in a loop: numba cannot load recursive code from disk that other
# code calls. Each level has its frame of numbers.


@compiled
def search(f: Functions, depth: int, work: Work) -> float:
    """Return the value of the root, looking so many plies ahead."""
    work.frames[0, DEPTH], work.frames[0, ALPHA], work.frames[0, BETA] = depth, -2 * WON, 2 * WON
    level = depth - depth  # 0: for a constant numba would compile all that takes it once more
    value = enter(f, level, work)
    while level > 0 or np.isnan(value):
        if not np.isnan(value):
            level -= 1
            value = book(level, value, work)
        elif begin(f, level, work):
            level += 1
            value = enter(f, level, work)
        else:
            value = finish(f, level, work)
    return value


@compiled
def enter(f: Functions, level: int, work: Work) -> float:
    """Return the value of a position if it is known at once; else list its moves, return nan."""
    frame, a = work.frames[level], work.boards[level]
    depth = int(frame[DEPTH])
    work.nodes[0] += 1
    value, best_code = know(f, level, depth, frame[ALPHA], frame[BETA], work)
    if np.isnan(value):
        count = f.legal(a, work.codes[level])
        rank(f, level, depth, count, best_code, work)
        frame[LOW], frame[BEST], frame[BEST_CODE] = frame[ALPHA], -2 * WON, best_code
        frame[NUMBER], frame[COUNT], frame[ASKED] = 0, count, UNASKED
    return value


@compiled
def begin(f: Functions, level: int, work: Work) -> bool:
    """Play the next move of a level, if one is left that can matter, and frame the search below.

    A later move is first asked whether it is better than the best, in less depth.
    """
    frame, below = work.frames[level], work.frames[level + 1]
    number, depth, low = int(frame[NUMBER]), int(frame[DEPTH]), frame[LOW]
    if is_over(work) or number == frame[COUNT] or low >= frame[BETA]:
        return False
    board, after = work.boards[level], work.boards[level + 1]
    if frame[ASKED] != BETTER:
        frame[CODE] = pick(work.codes[level], work.scores[level], number, int(frame[COUNT]))
        frame[ASKED] = ASKING if number > 0 and depth > 1 else UNASKED
    copy(board, after)
    f.play(after, int(frame[CODE]))
    sign = 1.0 if f.turn(after) == f.turn(board) else -1.0
    asking = frame[ASKED] == ASKING
    high = low + NARROW if asking else frame[BETA]
    frame[SIGN] = sign
    below[DEPTH] = depth - (how_much_less(depth, number, work.eager) if asking else 1)
    below[ALPHA], below[BETA] = min(sign * low, sign * high), max(sign * low, sign * high)
    return True


@compiled
def book(level: int, value: float, work: Work) -> float:
    """Take the value of a move into the books of its level; return nan: that level goes on."""
    frame = work.frames[level]
    value *= frame[SIGN]
    if is_over(work):
        return np.nan
    if frame[ASKED] == ASKING and value > frame[LOW]:
        frame[ASKED] = BETTER  # it is to be looked at again, in full
        return np.nan
    if value > frame[BEST]:
        frame[BEST], frame[BEST_CODE] = value, frame[CODE]
    frame[LOW] = max(frame[LOW], value)
    if frame[LOW] >= frame[BETA]:
        work.heat[int(frame[CODE]) & (HEATS - 1)] += frame[DEPTH] * frame[DEPTH]
    frame[NUMBER] += 1
    frame[ASKED] = UNASKED
    return np.nan


@compiled
def finish(f: Functions, level: int, work: Work) -> float:
    """Return the value of a position whose moves were looked at, and keep it in the table."""
    if not is_over(work):
        keep(work, f.key(work.boards[level]), level)
    return float(work.frames[level, BEST])


@compiled
def is_over(work: Work) -> bool:
    """Say whether the search is to end at once."""
    return bool(work.stop[0] or work.nodes[0] > work.nodes[1])


@compiled
def how_much_less(depth: int, number: int, eager: int) -> int:
    """Return by how many plies the depth shrinks with a move: late ones are looked at less deep."""
    late = depth >= LATE and number >= eager
    return 1 + int(late) + int(late and depth > LATE and number >= 5 * eager)


@compiled
def know(
    f: Functions, level: int, depth: int, alpha: float, beta: float, work: Work
) -> tuple[float, int]:
    """Return the value if it is known without a look at the moves, else nan; and the best move."""
    a = work.boards[level]
    sign = 1.0 if f.turn(a) == 0 else -1.0
    result = f.result(a)
    if not np.isnan(result):
        return (sign * result * (WON - level) if result else sign * work.tie), -1
    key = f.key(a)
    if is_repeated(key, work.keys, level) and level:
        return sign * work.tie, -1
    if depth <= 0 or level >= LEVELS:
        value = promise(f, a, work.tie)
        return (0.0 if np.isnan(value) else sign * value), -1
    code, value, bound = recall(work, key, level, depth)
    fails = (bound != AT_MOST and value >= beta) or (bound != AT_LEAST and value <= alpha)
    return (value if level and (bound == EXACT or fails) else np.nan), code


@compiled
def is_repeated(key: np.uint64, keys: Array, level: int) -> bool:
    """Say whether a key is among those before, and note it."""
    last = len(keys) - LEVELS - 1 + level
    keys[last] = key
    for i in range(last):  # noqa: SIM110 - numba compiles no generator
        if keys[i] == key:
            return True
    return False


@compiled
def rank(f: Functions, level: int, depth: int, n: int, best_code: int, work: Work) -> None:
    """Score moves by what the table says, by the estimate after them, and by what was good."""
    board, after = work.boards[level], work.boards[level + 1]
    codes, scores = work.codes[level], work.scores[level]
    sign = 1.0 if f.turn(board) == 0 else -1.0
    for i in range(n):
        scores[i] = 1e-6 * work.heat[codes[i] & (HEATS - 1)]
        if depth > 1:
            copy(board, after)
            f.play(after, codes[i])
            result, value = f.result(after), promise(f, after, work.tie)
            if not np.isnan(result):
                scores[i] = sign * result * WON
            elif not np.isnan(value):
                scores[i] += sign * value
        if codes[i] == best_code:
            scores[i] = 2 * WON


@compiled
def pick(codes: Array, scores: Array, i: int, n: int) -> int:
    """Bring the best of the moves from i on to place i, and return it."""
    best = i
    for j in range(i + 1, n):
        if scores[j] > scores[best]:
            best = j
    codes[i], codes[best] = codes[best], codes[i]
    scores[i], scores[best] = scores[best], scores[i]
    return int(codes[i])


# --- The table ---------------------------------------------------------------------------------


@compiled
def recall(work: Work, key: np.uint64, level: int, depth: int) -> tuple[int, float, int]:
    """Return the best move, or -1, the value and its bound that the table has.

    The value is nan and the bound `NONE` where the search was not just so deep: what a deeper one
    found is better, but not to be compared with what others find. A win stays a win.
    """
    slot = int(key & np.uint64(SLOTS - 1))
    if work.table[slot, 0] != key:
        return -1, np.nan, NONE
    packed = int(work.table[slot, 1])
    value = float(work.values[slot])
    if value > WON / 2:
        value -= level
    elif value < -WON / 2:
        value += level
    looked, bound = packed >> 2 & 0xFF, packed & 3
    if looked > depth or (looked < depth and abs(value) < WON / 2):
        value, bound = np.nan, NONE
    return (packed >> 10) - 1, value, bound


@compiled
def keep(work: Work, key: np.uint64, level: int) -> None:
    """Write what was found into the table; a win counts from here, not from the root."""
    frame = work.frames[level]
    value = frame[BEST]
    bound = AT_LEAST if value >= frame[BETA] else AT_MOST if value <= frame[ALPHA] else EXACT
    if value > WON / 2:
        value += level
    elif value < -WON / 2:
        value -= level
    slot = int(key & np.uint64(SLOTS - 1))
    code, depth = int(frame[BEST_CODE]), int(frame[DEPTH])
    work.table[slot, 0] = key
    work.table[slot, 1] = np.uint64(((code + 1) << 10) | depth << 2 | bound)
    work.values[slot] = value


# --- The root ----------------------------------------------------------------------------------


def search_root(
    turn: Any,
    legal: Any,
    play: Any,
    result: Any,
    rollout: Any,
    key: Any,
    estimate: Any,
    stall: Any,
    depth: int,
    work: Work,
) -> float:
    """Look so many plies ahead; the table then has the best move."""
    f = Functions(turn, legal, play, result, rollout, key, estimate, stall)
    return search(f, depth, work)


@cache
def _search_root(dtype: str) -> Callable[..., float]:
    """Return the compiled `search_root` for arrays of a type."""
    numba: Any = import_module("numba")
    array = np.empty(1, dtype)
    work = new_work(array, array, np.empty(0, np.uint64))
    kinds = (numba.int64, numba.typeof(work))
    compile_ = numba.njit(numba.float64(*signature(array), *kinds), cache=True, nogil=True)
    function: Callable[..., float] = compile_(search_root)
    return function


class AlphaBeta:
    """Plays the move that is best against the best replies, as deep as time allows.

    Where the game has no kernel for the position, or numba is missing, `otherwise` plays. One ply
    is always looked at, whatever the limits.

    Parameters
    ----------
    estimate
        A compiled function of a kernel's array: how the game will end, from -1 to +1 for seat 0.
    stall
        Another: how likely it is, from 0 to 1, to end in a tie instead.
    seconds
        The time to think about a move; None thinks until `depth` or `nodes`.
    depth
        How many plies to look ahead at most.
    nodes
        How many positions to look at, at most: a limit that gives the same move on any machine.
    contempt
        How bad a tie is for the seat that thinks, from 0, half a win, to 1, a loss.
    otherwise
        Makes the agent that plays where there is no kernel, from seconds=, depth=, on_progress=.
    on_progress
        Called after each depth with (depth, value, best move).

    Attributes
    ----------
    stop : threading.Event
        Set it, from any thread, to make `choose` return with the best move so far.
    nodes_seen, depth_seen
        How many positions the last search looked at, and how deep it came.
    """

    def __init__(
        self,
        estimate: Lazy | None = None,
        stall: Lazy | None = None,
        *,
        seconds: float | None = 1.0,
        depth: int | None = None,
        nodes: int | None = None,
        contempt: float = 0.0,
        otherwise: Callable[..., Agent] | None = None,
        on_progress: Callable[[int, float, Any], None] | None = None,
    ) -> None:
        an_end(seconds=seconds, depth=depth, nodes=nodes)
        self.estimate, self.stall = estimate, stall
        self.seconds, self.depth = thinking_time(seconds), at_most("depth", depth, LEVELS)
        self.nodes, self.contempt = at_most("nodes", nodes), number("contempt", contempt, 0, 1)
        self.otherwise, self.on_progress = otherwise, listener(on_progress)
        self.stop = StopFlag()
        self.nodes_seen = self.depth_seen = 0

    def choose(self, state: State[Any], rng: Random, /) -> Any:
        """Return the best move found: that of the deepest search, as far as it came."""
        refuse_end(state)
        position = position_of(state)
        if position is None:
            return self._stand_in().choose(state, rng)
        kernel, array = position.kernel, position.array
        judges = (plug and plug.load() for plug in (self.estimate, self.stall))
        functions = functions_of(kernel, *judges)
        codes = kernel.moves()
        tie = -self.contempt if functions.turn(array) == 0 else self.contempt
        work = new_work(array, codes, position.earlier, tie)
        work.heat[:] = np.random.default_rng(rng.getrandbits(64)).random(HEATS)  # any of equals
        look = partial(_search_root(array.dtype.str), *functions)
        look(1, work)  # compiling does not count as thinking
        work.nodes[:] = 0, self.nodes or PLENTY
        deepest = LEVELS if self.depth is None else self.depth
        if functions.legal(array, codes) == 1:
            deepest = 1  # there is no choice
        with Watch.for_flag(Clock(self.seconds, self.stop), work.stop):
            best = self._deepen(look, work, deepest, lambda code: kernel.decode(code, state))
        self.nodes_seen = int(work.nodes[0])
        return kernel.decode(best, state)

    def _deepen(
        self,
        look: Callable[[int, Work], float],
        work: Work,
        deepest: int,
        decode: Callable[[int], Any],
    ) -> int:
        """Look deeper and deeper; return the code of the best move, also of one not finished."""
        best, self.depth_seen = -1, 0
        for depth in range(1, deepest + 1):
            value = look(depth, work)
            code = int(work.frames[0, BEST_CODE])
            best = best if code < 0 else code
            if is_over(work):
                break
            self.depth_seen = depth
            if self.on_progress is not None:
                self.on_progress(depth, value, decode(best))
            if abs(value) > WON / 2:
                break
        return best

    def _stand_in(self) -> Agent:
        """Return the agent that plays where there is no kernel; it cannot count nodes."""
        depth = 2 if self.depth is None and self.seconds is None else self.depth
        limits = {"seconds": self.seconds, "depth": depth, "on_progress": self.on_progress}
        return stand_in(self.otherwise, self.stop, **limits)
