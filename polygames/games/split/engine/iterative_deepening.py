"""Split's alpha-beta search on candidate moves, compiled, with iterative deepening.

The search is that of Knuth and Moore (1975, *An analysis of alpha-beta pruning*), with the
candidates ordered by static evaluation. Moves are made and unmade in place. Each level searches
only its best candidates (forward pruning); `Workspace.widths` has their numbers.

Splinter's alpha-beta, which copies the array, was compared with the same evaluation and the 16 best
of the same lines. This search scored 62% of the points against it (52% to 72%, 46 pairs of games
from two random plies, 0.03 CPU seconds a move).

Layout: `Workspace` is the memory of a search, with L levels (plies from the root) and
M = `MAX_CANDIDATES` candidates:

==============  =====================  =======  ===================================================
array           shape                  dtype    contents
==============  =====================  =======  ===================================================
`codes`         (L, M, CODE_WORDS)     float64  the codes of the candidates
`values`        (L, M)                 float64  the static value of each
`order`         (L, M)                 int64    the indices of the candidates, best first
`saved`         (L, 2, AREA_WORDS)     float64  the rows that a move overwrites: the head and its
                                                area
`temperatures`  (L, INITIAL_AREAS, 3)  float64  open areas, the hottest first: temperature, number,
                                                base
`widths`        (L,)                   int64    the number of candidates to search
`nodes`         (2,)                   int64    the number of positions evaluated, and its limit
`stop`          (1,)                   uint8    not zero to end the search; any thread may set it
==============  =====================  =======  ===================================================

`DeepeningSearch` deepens it ply by ply (iterative deepening), and `MapSearch`, behind the map of
the border, finds the best line from each of its points.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from polygames.games.split.engine.candidates import (
    LINES_FROM,
    MAX_CANDIDATES,
    WIN_SCORE,
    list_candidates,
    list_temperatures,
    restore_area,
    save_area,
    static_value,
    write_lines_from,
    write_values_to,
)
from polygames.games.split.engine.kernel import (
    AREA_WORDS,
    AREAS,
    CODE_WORDS,
    COUNT,
    EDGE,
    INITIAL_AREAS,
    LINE_DUE,
    NO_SEAT,
    OWNER,
    PHASE,
    SIZE,
    START,
    STEP,
    STOP,
    TURN,
    Floats,
    X,
    Y,
    code_of,
    decode,
    encode,
    is_small,
    play,
    result,
)
from polygames.runtime.clock import Clock, ClockWatcher, create_stop_flag
from polygames.runtime.jit import HAS_NUMBA, compiled, np, npt

if TYPE_CHECKING:
    from collections.abc import Iterator
    from random import Random

    from polygames.games.split.rules import Move, Split

Ints = npt.NDArray[np.int64]

MAX_DEPTH = 24
"""Maximum search depth in plies, including choices."""


class Workspace(NamedTuple):
    """The arrays of a search; the table at the top of this module describes them."""

    codes: Floats
    values: Floats
    order: Ints
    saved: Floats
    temperatures: Floats
    widths: Ints
    nodes: Ints
    stop: npt.NDArray[np.uint8]


def new_workspace(
    widths: tuple[int, ...], nodes: int | None = None, levels: int = MAX_DEPTH
) -> Workspace:
    """Allocate the arrays for a search that tries the best `widths[i]` moves at ply i."""
    padded = (widths + widths[-1:] * levels)[:levels]
    return Workspace(
        np.empty((levels, MAX_CANDIDATES, CODE_WORDS)),
        np.empty((levels, MAX_CANDIDATES)),
        np.empty((levels, MAX_CANDIDATES), np.int64),
        np.empty((levels, 2, AREA_WORDS)),
        np.empty((levels, INITIAL_AREAS, 3)),
        np.array(padded, np.int64),
        np.array([0, 2**62 if nodes is None else nodes], np.int64),
        create_stop_flag(),
    )


# --- Move ordering --------------------------------------------------------------------------------


@compiled
def sort_descending(values: Floats, n: int, order: Ints) -> None:
    """Write to `order` the indices of the first n values, the largest value first (a stable sort).

    It is an insertion sort: n is small, and numpy's sort takes seconds to compile.
    """
    for m in range(n):
        j = m
        while j > 0 and values[order[j - 1]] < values[m]:
            order[j] = order[j - 1]
            j -= 1
        order[j] = m


@compiled
def rank_candidates(a: Floats, level: int, ws: Workspace) -> int:
    """Write the candidate moves at a level with their values and order; return their number."""
    codes, values, hottest = ws.codes[level], ws.values[level], ws.temperatures[level]
    n = list_candidates(a, codes)
    if a[0, PHASE] != LINE_DUE:
        for m in range(n):
            values[m] = 0.0
    else:
        areas = list_temperatures(a, hottest)
        for m in range(n):
            values[m] = static_value(a, codes[m], hottest, areas, ws.saved[level])
    sort_descending(values, n, ws.order[level])
    ws.nodes[0] += n
    return n


# --- The search -----------------------------------------------------------------------------------


@compiled
def search(a: Floats, level: int, depth: int, alpha: float, beta: float, ws: Workspace) -> float:
    """Return the value of a position for the seat to move, searched `depth` lines or fills deep.

    It is alpha-beta on the best candidates; a choice of two is searched one ply further.
    """
    outcome = result(a)
    if not np.isnan(outcome):
        won = outcome if a[0, TURN] == 0 else -outcome
        return won * (WIN_SCORE - level)
    n = rank_candidates(a, level, ws)
    choosing = a[0, PHASE] != LINE_DUE
    if n == 0 or (depth <= 1 and not choosing) or level + 1 >= len(ws.values):
        return ws.values[level, ws.order[level, 0]] if n else 0.0
    best = -2 * WIN_SCORE
    # A choice is never pruned, and costs no depth: its two answers determine the value of a line.
    for m in range(n if choosing else min(n, ws.widths[level])):
        if ws.stop[0] or ws.nodes[0] > ws.nodes[1]:
            break
        code = ws.codes[level, ws.order[level, m]]
        seat, k, low = a[0, TURN], int(code[0]), max(alpha, best)
        save_area(a, k, ws.saved[level])
        play(a, code)
        if a[0, TURN] == seat:  # after a choice the same seat moves
            value = search(a, level + 1, depth - (not choosing), low, beta, ws)
        else:
            value = -search(a, level + 1, depth - (not choosing), -beta, -low, ws)
        restore_area(a, k, ws.saved[level])
        best = max(best, value)
        if best >= beta:
            break
    return best


@compiled
def search_move(a: Floats, code: Floats, depth: int, best: float, ws: Workspace) -> float:
    """Return a move's value for the seat that plays it; if below `best`, only an upper bound.

    With depth 0, rank the candidates of level 0 and return their number. Python calls only this
    function, because code behind two compiled entry points is compiled twice.
    """
    if depth == 0:
        return float(rank_candidates(a, depth, ws))
    saved, seat, choosing = ws.saved[0], a[0, TURN], a[0, PHASE] != LINE_DUE
    save_area(a, int(code[0]), saved)
    play(a, code)
    if a[0, TURN] == seat:
        value = search(a, 1, depth - (not choosing), best, 2 * WIN_SCORE, ws)
    else:
        value = -search(a, 1, depth - (not choosing), -2 * WIN_SCORE, -best, ws)
    restore_area(a, int(code[0]), saved)
    return value


# --- Ply by ply --------------------------------------------------------------------------------

NODES_PER_SECOND = 1_000_000 if HAS_NUMBA else 3000
"""Positions that count as one second of work."""


class DeepeningSearch:
    """A search by iterative deepening from a position; it has a best move at any time.

    For `widths`, `nodes` and `levels` see `new_workspace`; `rng` orders equal moves. Raise
    OverflowError if the position does not fit the kernel.
    """

    def __init__(
        self,
        state: Split,
        clock: Clock,
        widths: tuple[int, ...],
        nodes: int | None,
        rng: Random,
        levels: int = MAX_DEPTH,
    ) -> None:
        self.state, self.clock = state, clock
        self.array = encode(state)
        self.ws = new_workspace(widths, nodes, levels)
        count = int(search_move(self.array, np.zeros(CODE_WORDS), 0, 0.0, self.ws))
        values = self.ws.values[0, :count]
        ties = np.random.default_rng(rng.getrandbits(64)).random(count)
        order = np.lexsort((ties, np.negative(np.round(values, 6))))[: max(2, widths[0])]
        self.moves: list[tuple[float, Floats]] = [
            (float(values[m]), self.ws.codes[0, m].copy()) for m in order
        ]
        self._included_codes: list[Floats] = []
        self.depth = 0
        """The search depth of the moves' values, in plies."""
        self.random_move = None if count else state.legal_moves.sample(rng)

    @property
    def ranked_moves(self) -> list[Move]:
        """The searched moves, sorted by their current values, best first."""
        return [move for move, _ in self.move_values()]

    @property
    def best_move(self) -> Move:
        """The best move found so far."""
        return self.random_move or decode(self.moves[0][1], self.state)

    @property
    def best_value(self) -> float:
        """The value of the best move found so far, for the seat to move."""
        return self.moves[0][0] if self.moves else 0.0

    @property
    def value(self) -> float:
        """The expected lead of the seat to move, in points, as found by the search so far."""
        if self.array[0, PHASE] != LINE_DUE:
            return max(
                (self.value_of(code, 1, -2 * WIN_SCORE) for _, code in self.moves), default=0.0
            )
        return self.best_value

    def deepen(self, depth: int | None = None) -> Iterator[tuple[int, float, Move]]:
        """Search by iterative deepening; yield depth, value and best move after each depth."""
        if len(self.moves) <= 1:
            return
        with ClockWatcher.for_flag(self.clock, self.ws.stop):
            for ahead in range(1, (depth or MAX_DEPTH - 2) + 1):
                self._search_moves(ahead)
                if self.is_stopped():
                    return
                value, _ = self.moves[0]
                yield ahead, value, self.best_move
                if abs(value) > WIN_SCORE / 2:  # proved on these candidates
                    return

    def include_move(self, move: Move) -> None:
        """Add a move to those that `deepen_all` always evaluates exactly."""
        code = code_of(move, self.state)
        if self.random_move is not None:
            return
        known = next((each for _, each in self.moves if list(each) == list(code)), None)
        if known is None:
            self.moves.append((self.value_of(code, 1, -2 * WIN_SCORE), code))
        self._included_codes.append(code if known is None else known)

    def warm_up(self) -> None:
        """Compile the search if it is not compiled yet."""
        if self.moves:
            self.value_of(self.moves[0][1], 1, -2 * WIN_SCORE)

    def move_values(self) -> list[tuple[Move, float]]:
        """Return the moves and their values, best first."""
        if self.random_move is not None:
            return [(self.random_move, 0.0)]
        return [(decode(code, self.state), value) for value, code in self.moves]

    def deepen_all(self, exact_moves: int, min_depth: int = 1) -> Iterator[int]:
        """Search by iterative deepening; yield each depth once it is complete.

        The best `exact_moves` moves get exact values. Other moves do only if they are better still;
        else their values are at most the last of those. The first `min_depth` plies are never
        interrupted. If moves were included, the last depth may cover only them and the best move.
        """
        limit = self.ws.nodes[1]
        most = min(limit, self.clock.take_step_budget(NODES_PER_SECOND))
        for depth in range(1, MAX_DEPTH - 2):
            clock = self.clock if depth > min_depth else Clock(None)
            self.ws.nodes[1] = most if depth > min_depth else limit
            with ClockWatcher.for_flag(clock, self.ws.stop):
                looked = self._values_at_depth(
                    depth, len(self.moves) if depth == 1 else exact_moves, min_depth
                )
            if looked is None:
                return
            self.moves, self.depth = looked, depth
            yield depth

    def _values_at_depth(
        self, depth: int, exact_moves: int, min_depth: int
    ) -> list[tuple[float, Floats]] | None:
        """Return (value, move code) pairs at a depth, best first.

        None if the search was stopped.
        """
        close: list[tuple[float, Floats]] = []
        rest: list[tuple[float, Floats]] = []
        exact: list[tuple[float, Floats]] = []
        best = -2 * WIN_SCORE
        included = [self._is_included(code) for _, code in self.moves]
        wanted = [pair for n, pair in enumerate(self.moves) if not n or included[n]]
        others = [pair for n, pair in enumerate(self.moves) if n and not included[n]]
        for number, (_, code) in enumerate(wanted + others):
            is_exact = self._is_included(code)
            is_close = number < exact_moves or is_exact
            value = self.value_of(code, depth, -2 * WIN_SCORE if is_close else best)
            if self.is_stopped() and depth > min_depth:
                if not self._included_codes or number < len(wanted):
                    return None
                rest += others[number - len(wanted) :]
                break
            is_better = number < exact_moves or value > best
            (exact if is_exact else close if is_better else rest).append((value, code))
            best = max(best, value)
        last = min((value for value, _ in close), default=best)
        known = close + [(min(value, last), code) for value, code in rest]
        return sorted(exact + known, key=lambda pair: -pair[0])

    def _is_included(self, code: Floats) -> bool:
        return any(code is each for each in self._included_codes)

    def is_stopped(self) -> bool:
        """Return True if the search must end now: it was stopped, or nodes or time are used up."""
        spent = self.ws.nodes[0] > self.ws.nodes[1]
        return bool(self.ws.stop[0] or spent or not self.clock)

    def _search_moves(self, depth: int) -> None:
        """Search the moves to a depth and sort them by value, best first."""
        done: list[tuple[float, Floats]] = []
        best = -2 * WIN_SCORE
        for _, code in self.moves:
            value = self.value_of(code, depth, best)
            if self.is_stopped():
                break
            done.append((value, code))
            best = max(best, value)
        # Behind a better move the values are bounds only: the previous best moves stay in front.
        done.sort(key=lambda pair: -pair[0])
        self.moves = done + self.moves[len(done) :]

    def value_of(self, code: Floats, depth: int, best: float) -> float:
        """Return a move's value for the seat that plays it.

        If below `best`, only an upper bound.
        """
        return search_move(self.array, code, depth, best, self.ws)


LINES_PER_POINT = 2
"""Number of lines from a point that are searched."""
MAP_MIN_DEPTH = 3
"""Least depth of the best lines at which the places are searched."""
MAP_WORK_SHARE = 0.2
"""The work for the places, as a share of that for the best lines."""
MAP_LINES_MERGED = 8
"""Number of the map's best lines that are added to the search."""
MAP_LINE_SPACING = 1.0
"""Least distance between these lines, in places of the map."""


class EdgePoint(NamedTuple):
    """A point on the border of an open area: the area, edge, position and coordinates."""

    area: int
    edge: int
    t: float
    """The position on the line of that edge."""
    x: float
    y: float


class MapSearch:
    """A search for the best line from each of many border points, if a line is to be drawn."""

    def __init__(
        self, state: Split, clock: Clock, places: int, widths: tuple[int, ...], rng: Random
    ) -> None:
        self.state = state
        self.search = DeepeningSearch(state, clock, widths, None, rng)
        a, work = self.search.array, self.search.ws
        hottest = np.empty_like(work.temperatures[0])
        areas = list_temperatures(a, hottest)
        self._static_data = (hottest, areas, work.saved[0])
        self.places = list(_border_points(a, places))
        self.lines: list[list[tuple[float, Floats]]] = [self._best_lines(p) for p in self.places]
        """The best lines from each place, with their values, best first."""
        self.depth = 0
        """The search depth of the places' values, in plies."""
        self._merge_best_lines()

    def deepen(self) -> Iterator[int]:
        """Search the best lines, and part of the time all border points, yielding each depth.

        The places get a share of the work, so that they hardly delay the best line.
        """
        nodes, looking = self.search.ws.nodes, self._deepen_places()
        main = start = int(nodes[0])
        looked = 0
        for depth, _, _ in self.search.deepen():
            main += int(nodes[0]) - start
            start = int(nodes[0])
            if depth < MAP_MIN_DEPTH:
                yield depth
                continue
            with ClockWatcher.for_flag(self.search.clock, self.search.ws.stop):
                while looked < MAP_WORK_SHARE * main and next(looking, False):
                    looked += int(nodes[0]) - start
                    start = int(nodes[0])
            yield depth

    def values_from(self, place: EdgePoint, ends: list[EdgePoint]) -> list[float]:
        """Return the static evaluations of the lines from one place to others; nan if illegal."""
        table = np.array([(each.edge, each.t) for each in ends])
        out = np.empty(len(ends))
        a, (area, i, at, _, _) = self.search.array, place
        write_values_to(a, area, i, at, table, *self._static_data, out)
        same = [each.area == place.area for each in ends]
        return [float(v) if ok else float("nan") for v, ok in zip(out, same, strict=True)]

    def _best_lines(self, place: EdgePoint) -> list[tuple[float, Floats]]:
        """Return the best lines from a point by static evaluation, as pairs of value and code."""
        codes, values = np.empty((LINES_FROM, CODE_WORDS)), np.empty(LINES_FROM)
        a, (area, i, at, _, _) = self.search.array, place
        n = write_lines_from(a, area, i, at, *self._static_data, codes, values)
        order = np.argsort(np.negative(values[:n]), kind="stable")[:LINES_PER_POINT]
        return [(float(values[m]), codes[m].copy()) for m in order]

    def _merge_best_lines(self) -> None:
        """Add the best line from each border point to the search, skipping near-duplicates."""
        firsts = [lines[0] for lines in self.lines if lines]
        firsts.sort(key=lambda line: -line[0])
        chosen: list[tuple[float, Floats]] = []
        for value, code in firsts:
            if len(chosen) == MAP_LINES_MERGED:
                break
            if all(_are_apart(code, other) for _, other in chosen):
                chosen.append((value, code))
        moves = self.search.moves
        moves += chosen
        moves.sort(key=lambda move: -move[0])

    def _deepen_places(self) -> Iterator[bool]:
        """Search from all border points, ply by ply.

        Yield True after each, False if time is over.
        """
        for depth in range(1, MAX_DEPTH - 2):
            found = []
            for lines in self.lines:
                looked: list[tuple[float, Floats]] = []
                best = -2 * WIN_SCORE
                for _, code in lines:
                    looked.append((self.search.value_of(code, depth, best), code))
                    best = max(best, looked[-1][0])
                found.append(sorted(looked, key=lambda line: -line[0]))
                yield not self.search.is_stopped()
            self.lines, self.depth = found, depth


def _are_apart(code: Floats, other_code: Floats) -> bool:
    """Return True if two lines join different edges, or if their ends clearly differ."""
    same = code[0] == other_code[0] and code[1] == other_code[1] and code[3] == other_code[3]
    return (
        not same
        or abs(code[2] - other_code[2]) + abs(code[4] - other_code[4]) > MAP_LINE_SPACING / 10
    )


def _border_points(a: Floats, number: int) -> Iterator[EdgePoint]:
    """Yield about `number` points, evenly spaced on the borders of the large open areas."""
    edges = [
        (k, i, _corner_point(a, k, i), _corner_point(a, k, (i + 1) % int(a[AREAS + k, SIZE])))
        for k in range(int(a[0, COUNT]))
        if a[AREAS + k, OWNER] == NO_SEAT and not is_small(a, k)
        for i in range(int(a[AREAS + k, SIZE]))
    ]
    lengths = [float(np.hypot(p[0] - q[0], p[1] - q[1])) for _, _, p, q in edges]
    step = sum(lengths) / number if lengths else 1.0
    for (k, i, p, q), length in zip(edges, lengths, strict=True):
        count = max(1, round(length / step))
        for m in range(count):
            share = (m + 0.5) / count
            start, stop = (float(a[AREAS + k, EDGE + STEP * i + what]) for what in (START, STOP))
            x, y = (here + share * (there - here) for here, there in zip(p, q, strict=True))
            yield EdgePoint(k, i, start + share * (stop - start), float(x), float(y))


def _corner_point(a: Floats, k: int, i: int) -> Floats:
    return np.array([a[AREAS + k, EDGE + STEP * i + what] for what in (X, Y)])
