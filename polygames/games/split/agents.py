"""How Split's own agents think."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, sqrt
from typing import TYPE_CHECKING

from polygames.core.options import refuse, whole
from polygames.core.state import refuse_end
from polygames.games.split.rules import ChooseArea, ChooseColor, DrawLine, FillArea
from polygames.geometry.planar import Spot, shoelace
from polygames.search.clock import Clock, StopFlag
from polygames.search.limits import PLENTY, at_most, listener, thinking_time
from polygames.search.mcts import MctsAgent
from polygames.search.simple import GreedyAgent
from polygames.search.solve import prove

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from random import Random

    from polygames.games.split.rules import Color, Move, Split
    from polygames.search.solution import Solution

__all__ = [
    "OnePlyAgent",
    "SplitMinimax",
    "evaluate",
    "greedy",
    "lines_that_matter",
    "mcts",
    "solve",
]


def evaluate(state: Split, seat: int) -> float:
    """Estimate a position: the lead in points, and what a choice still pending will add.

    The opponent leaves the smaller of two areas to the seat that cut them, so a pending
    choice counts as the smaller one.
    """
    lead = state.scores[seat] - state.scores[1 - seat]
    if state.choice is None:
        return lead
    gain = min(state.areas[k].value for k in state.choice)
    return lead + (gain if state.turn != seat else -gain)


def greedy(width: int = 40) -> GreedyAgent:
    """Return the agent that takes the most points at once, looking at `width` candidates."""
    return GreedyAgent(evaluate, width)


# --- One ply: the rung between greedy and search -----------------------------------------------

MOST_PLACES = 100
"""More places on an edge take minutes for a move."""


class OnePlyAgent:
    """Looks one move ahead, at the points gained and at the colours of what stays open.

    It tries all lines between evenly spaced places. A move is worth the square root of the area
    gained, plus for each piece that stays open half the root of its area times the share of its
    edges in the mover's colour; where the opponent chooses, the worse of the two counts.

    Parameters
    ----------
    places
        How many places an edge has.
    """

    def __init__(self, places: int = 5) -> None:
        places = whole("places", places, 1, MOST_PLACES)
        self.shares = tuple((n + 1) / (places + 1) for n in range(places))

    def choose(self, state: Split, rng: Random, /) -> Move:
        """Return the best move; equal ones are told apart by chance."""
        refuse_end(state)
        if state.phase == "color":
            return ChooseColor("blue")  # it moves next
        if state.choice is not None:
            mover = 1 - state.turn
            first, second = (self._filled(state, k, mover) for k in state.choice)
            # Each area is worth to the mover what it gains there and what stays of the other.
            return ChooseArea(state.choice[first > second])
        best, moves = -1.0, list[DrawLine | FillArea]()
        for value, move in self._moves(state):
            if value > best:
                best, moves = value, []
            if value == best:
                moves.append(move)
        return rng.choice(moves) if moves else state.legal_moves.sample(rng)

    def _filled(self, state: Split, k: int, seat: int) -> float:
        assert state.choice is not None  # noqa: S101 - asked only while a choice is due
        assert state.seat_colors is not None  # noqa: S101 - it comes after the colours
        other = state.areas[sum(state.choice) - k]
        return sqrt(state.areas[k].value) + _open_value(
            other.value, other.colors, state.seat_colors[seat]
        )

    def _moves(self, state: Split) -> Iterator[tuple[float, DrawLine | FillArea]]:
        for k in state.open_areas:
            if state.is_small(k):
                yield sqrt(state.areas[k].value), FillArea(k)
            else:
                yield from self._lines(state, k)

    def _lines(self, state: Split, k: int) -> Iterator[tuple[float, DrawLine]]:
        area, mine = state.areas[k], state.color
        edges, corners, colors = state.map.faces[k].edges, area.polygon, area.colors
        places = [
            (i, Spot(edge.line, edge.start + share * (edge.stop - edge.start)))
            for i, edge in enumerate(edges)
            for share in self.shares
        ]
        points = [state.map.lines[spot.line].point(spot.at) for _, spot in places]
        free = [state.map.why_taken(spot) is None for _, spot in places]
        for a, (i, start) in enumerate(places):
            for b in range(a + 1, len(places)):
                j, end = places[b]
                if i == j or not (free[a] and free[b]):
                    continue
                cap = abs(shoelace((points[a], *corners[i + 1 : j + 1], points[b])))
                rest = area.value - cap
                if min(cap, rest) < state.rules.min_area:
                    continue
                cap_colors = (*colors[i : j + 1], mine)
                rest_colors = (*colors[: i + 1], *colors[j:], mine)
                cap_open = _open_value(cap, cap_colors, mine)
                rest_open = _open_value(rest, rest_colors, mine)
                value = cap_open + rest_open
                if colors[i] == colors[j] == mine:
                    value = min(sqrt(cap) + rest_open, sqrt(rest) + cap_open)
                yield value, DrawLine(start, end)


def _open_value(value: float, colors: tuple[Color, ...], mine: Color) -> float:
    """Return what an open area is worth to the one-ply agent."""
    return sqrt(value) / 2 * colors.count(mine) / len(colors)


# --- Search ------------------------------------------------------------------------------------


class SplitMinimax:
    """Alpha-beta on the lines that matter, compiled, deepening until the time is over.

    A position with more areas or edges than the kernel holds is left to the one-ply agent.

    Parameters
    ----------
    seconds
        The time to think about a move; None thinks until `depth` or `nodes`.
    depth
        How many lines and fills to look ahead at most.
    nodes
        How many candidates to judge at most: a limit that gives the same move on any machine.
    widths
        How many candidates to look at, ply by ply; the last number serves all deeper plies.
    on_progress
        Called as the search deepens with (depth, value in points, best move).

    Attributes
    ----------
    stop : threading.Event
        Set it, from any thread, to make `choose` return with the best move so far.
    """

    def __init__(
        self,
        seconds: float | None = 1.0,
        depth: int | None = None,
        nodes: int | None = None,
        widths: tuple[int, ...] = (60, 16, 10, 8),
        on_progress: Callable[[int, float, Move], None] | None = None,
    ) -> None:
        self.seconds, self.depth = thinking_time(seconds), at_most("depth", depth)
        self.nodes, self.widths = at_most("nodes", nodes), _widths(widths)
        self.on_progress = listener(on_progress)
        self.stop = StopFlag()

    def choose(self, state: Split, rng: Random, /) -> Move:
        """Return the best move found in time."""
        refuse_end(state)
        from polygames.games.split._search import Thinker  # numba loads here

        clock = Clock(self.seconds, self.stop)
        try:
            thinker = Thinker(state, clock, self.widths, self.nodes, rng)
        except OverflowError:
            return OnePlyAgent().choose(state, rng)
        for depth, value, move in thinker.deepen(self.depth):
            if self.on_progress is not None:
                self.on_progress(depth, value, move)
        return thinker.best


def _widths(widths: object) -> tuple[int, ...]:
    if not isinstance(widths, Sequence) or isinstance(widths, str) or not widths:
        refuse("widths", "is a list of whole numbers, one for each ply", widths)
    return tuple(min(PLENTY, whole("each of widths", width, 1)) for width in widths)


def lines_that_matter(state: Split, n: int, rng: Random) -> Sequence[Move]:
    """Return the moves worth a look, the most promising first: at most n."""
    from polygames.games.split._search import Thinker

    try:
        return Thinker(state, Clock(None), (n,), None, rng, levels=1).ranked
    except OverflowError:
        return state.legal_moves.candidates(n, rng)


def solve(
    state: Split, *, seconds: float | None = 10, progress: bool = False, width: int = 60
) -> Solution:
    """Prove what can be proved of Split: see `polygames.solve`.

    Where only fills are left every move is tried. Where lines are possible the lines that matter
    can prove that a player wins, but not that it cannot: that stays open.

    Parameters
    ----------
    state, seconds, progress
        See `polygames.solve`.
    width
        How many lines to try in a position.
    """
    return prove(
        state, seconds=seconds, progress=progress, width=width, candidates=lines_that_matter
    )


def estimate(state: Split, rng: Random) -> tuple[float, float]:
    """Return the rewards expected for both seats, from one look at the candidates."""
    from polygames.games.split._search import Thinker

    try:
        lead = Thinker(state, Clock(None), (1,), None, rng, levels=LOOK).value
    except OverflowError:
        lead = evaluate(state, state.turn)
    share = 1 / (1 + exp(-max(-300.0, min(300.0, lead)) / SCALE))
    return (share, 1 - share) if state.turn == 0 else (1 - share, share)


LOOK = 3
"""How many plies of memory one look needs: a choice, its answer, and the line after it."""

SCALE = 12.0
"""The lead in points that wins about three games in four."""


def mcts(
    seconds: float | None = 1.0,
    visits: int | None = None,
    width: int = 40,
    on_progress: Callable[[int, float, Move], None] | None = None,
) -> MctsAgent:
    """Return Monte Carlo tree search on the lines that matter, with the compiled evaluation.

    Parameters
    ----------
    seconds, visits, on_progress
        See `MctsAgent`.
    width
        How many candidates a position has.
    """
    return MctsAgent(
        seconds=seconds,
        visits=visits,
        width=width,
        growth=1.0,
        explore=0.3,
        candidates=lines_that_matter,
        estimate=estimate,
        on_progress=on_progress,
    )
