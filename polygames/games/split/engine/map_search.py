"""The search behind the map of the border: the best line from each of its points."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from polygames.games.split.engine.alphabeta import WON
from polygames.games.split.engine.border import LINES_FROM, lines_between, lines_from
from polygames.games.split.engine.deepening import DeepeningSearch
from polygames.games.split.engine.evaluation import list_temperatures
from polygames.games.split.engine.kernel import is_small
from polygames.games.split.engine.layout import (
    AREAS,
    CODE,
    COUNT,
    EDGE,
    NOBODY,
    OWNER,
    SIZE,
    START,
    STEP,
    STOP,
    X,
    Y,
)
from polygames.games.split.engine.workspace import LEVELS
from polygames.runtime.arrays import np
from polygames.runtime.clock import Watch

if TYPE_CHECKING:
    from collections.abc import Iterator
    from random import Random

    from polygames.games.split.engine.layout import Floats
    from polygames.games.split.rules import Split
    from polygames.runtime.clock import Clock

FROM_POINT = 2
"""How many lines from a point are looked at more closely."""
FROM_DEPTH = 3
"""From which depth of the best lines on the places are looked at."""
SHARE = 0.2
"""How much work goes into the places, as a share of that for the best lines."""
MERGED = 8
"""How many of the map's best lines join those that the search finds by itself."""
APART = 1.0
"""How far these lie from each other, in places of the map."""


class Place(NamedTuple):
    """A place on the border of an open area, and the best line from it."""

    area: int
    edge: int
    at: float
    """The position on the line of that edge."""
    x: float
    y: float


class MapSearch:
    """Values of the best line from each place of the border.

    Parameters
    ----------
    state
        A position in which a line is due; OverflowError if the kernel has no room for it.
    clock
        When to stop.
    places
        How many places the border has.
    widths
        How many candidates to look at, ply by ply.
    rng
        Tells equally good moves apart.
    """

    def __init__(
        self, state: Split, clock: Clock, places: int, widths: tuple[int, ...], rng: Random
    ) -> None:
        self.state = state
        self.search = DeepeningSearch(state, clock, widths, None, rng)
        a, work = self.search.array, self.search.work
        self._hottest = np.empty_like(work.temperatures[0])
        self._areas = list_temperatures(a, self._hottest, work.weights)
        self.places = list(_places(a, places))
        self.lines: list[list[tuple[float, Floats]]] = [self._lines(p) for p in self.places]
        """The best lines from each place, with their values, best first."""
        self.depth = 0
        """How many plies the values of the places look ahead."""
        self._merge()

    @property
    def best(self) -> tuple[float, Floats] | None:
        """The best line of all and its value, as far as known; None where no line is possible."""
        return self.search.moves[0] if self.search.moves else None

    def deepen(self) -> Iterator[int]:
        """Look deeper at the best lines, and meanwhile at all places; yield the depth.

        The places get a share of the work, so that they hardly hold up the best line.
        """
        nodes, looking = self.search.work.nodes, self._looking()
        main = start = int(nodes[0])
        looked = 0
        for depth, _, _ in self.search.deepen():
            main += int(nodes[0]) - start
            start = int(nodes[0])
            if depth < FROM_DEPTH:
                yield depth
                continue
            with Watch.for_flag(self.search.clock, self.search.work.stop):
                while looked < SHARE * main and next(looking, False):
                    looked += int(nodes[0]) - start
                    start = int(nodes[0])
            yield depth

    def values_from(self, place: Place, ends: list[Place]) -> list[float]:
        """Return the static values of the lines from one place to others; nan where none is."""
        rows = [place, *ends]
        table = np.array([(each.edge, each.at) for each in rows])
        out = np.empty((len(rows), len(rows)))
        work = self.search.work
        known = (self._hottest, self._areas, work.saved[0], work.weights)
        lines_between(self.search.array, place.area, table, *known, out)
        same = [each.area == place.area for each in ends]
        return [float(v) if ok else float("nan") for v, ok in zip(out[0, 1:], same, strict=True)]

    def _lines(self, place: Place) -> list[tuple[float, Floats]]:
        """Return the best lines from a place by their static values."""
        codes, values = np.empty((LINES_FROM, CODE)), np.empty(LINES_FROM)
        work = self.search.work
        known = (self._hottest, self._areas, work.saved[0], work.weights)
        a = self.search.array
        n = lines_from(a, place.area, place.edge, place.at, *known, codes, values)
        order = np.argsort(np.negative(values[:n]), kind="stable")[:FROM_POINT]
        return [(float(values[m]), codes[m].copy()) for m in order]

    def _merge(self) -> None:
        """Let the best lines of the map, a little apart, join those of the search."""
        firsts = [lines[0] for lines in self.lines if lines]
        firsts.sort(key=lambda line: -line[0])
        chosen: list[tuple[float, Floats]] = []
        for value, code in firsts:
            if len(chosen) == MERGED:
                break
            if all(_differ(code, other) for _, other in chosen):
                chosen.append((value, code))
        moves = self.search.moves
        moves += chosen
        moves.sort(key=lambda move: -move[0])

    def _looking(self) -> Iterator[bool]:
        """Look from all places, ever deeper; yield after each place whether there is time left."""
        for depth in range(1, LEVELS - 2):
            found = []
            for lines in self.lines:
                found.append(self._closer(lines, depth))
                yield not self.search.is_over()
            self.lines, self.depth = found, depth

    def _closer(self, lines: list[tuple[float, Floats]], depth: int) -> list[tuple[float, Floats]]:
        """Return the lines from a place with what they are worth so many plies ahead."""
        looked: list[tuple[float, Floats]] = []
        best = -2 * WON
        for _, code in lines:
            looked.append((self.search.value_of(code, depth, best), code))
            best = max(best, looked[-1][0])
        return sorted(looked, key=lambda line: -line[0])


def _differ(code: Floats, other: Floats) -> bool:
    """Say whether two lines run between other edges or clearly apart."""
    same = code[0] == other[0] and code[1] == other[1] and code[3] == other[3]
    return not same or abs(code[2] - other[2]) + abs(code[4] - other[4]) > APART / 10


def _places(a: Floats, number: int) -> Iterator[Place]:
    """Yield about so many places, evenly along the border of the areas that take a line."""
    edges = [
        (k, i, _corner(a, k, i), _corner(a, k, (i + 1) % int(a[AREAS + k, SIZE])))
        for k in range(int(a[0, COUNT]))
        if a[AREAS + k, OWNER] == NOBODY and not is_small(a, k)
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
            yield Place(k, i, start + share * (stop - start), float(x), float(y))


def _corner(a: Floats, k: int, i: int) -> Floats:
    return np.array([a[AREAS + k, EDGE + STEP * i + what] for what in (X, Y)])
