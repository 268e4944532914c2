"""Iterative deepening: Split's alpha-beta from a position, one ply deeper each time."""

from __future__ import annotations

from typing import TYPE_CHECKING

from polygames.games.split.engine.alphabeta import WON, rank, restore_area, save_area, search
from polygames.games.split.engine.evaluation import WEIGHTS
from polygames.games.split.engine.kernel import code_of, decode, encode, play
from polygames.games.split.engine.layout import LINE_DUE, PHASE, TURN
from polygames.games.split.engine.workspace import LEVELS, workspace
from polygames.runtime.arrays import np
from polygames.runtime.clock import Clock, Watch

if TYPE_CHECKING:
    from collections.abc import Iterator
    from random import Random

    from polygames.games.split.engine.layout import Floats
    from polygames.games.split.rules import Move, Split


class DeepeningSearch:
    """One search from a position: deepens, and has the best move so far at any time.

    Parameters
    ----------
    state
        The position, not over.
    clock
        When to stop.
    widths, nodes, weights, levels
        See `workspace`.
    rng
        Tells equally good moves apart.
    """

    def __init__(
        self,
        state: Split,
        clock: Clock,
        widths: tuple[int, ...],
        nodes: int | None,
        rng: Random,
        weights: Floats = WEIGHTS,
        levels: int = LEVELS,
    ) -> None:
        self.state, self.clock = state, clock
        self.array = encode(state)
        self.work = workspace(widths, weights, nodes, levels)
        count = rank(self.array, 0, self.work)
        values = self.work.values[0, :count]
        ties = np.random.default_rng(rng.getrandbits(64)).random(count)
        order = np.lexsort((ties, np.negative(np.round(values, 6))))[: max(2, widths[0])]
        self.moves: list[tuple[float, Floats]] = [
            (float(values[m]), self.work.codes[0, m].copy()) for m in order
        ]
        self._included: list[Floats] = []
        self.depth = 0
        """How many plies their values look ahead."""
        self.sampled = None if count else state.legal_moves.sample(rng)

    @property
    def ranked(self) -> list[Move]:
        """The moves, as good as known so far, the best first."""
        if self.sampled is not None:
            return [self.sampled]
        return [decode(code, self.state) for _, code in self.moves]

    @property
    def best(self) -> Move:
        """The best move found so far."""
        return self.sampled or decode(self.moves[0][1], self.state)

    @property
    def value_of_best(self) -> float:
        """The value of the best move found so far, for the seat to move."""
        return self.moves[0][0] if self.moves else 0.0

    @property
    def value(self) -> float:
        """How many points the seat to move will be ahead, as far as known."""
        if self.array[0, PHASE] != LINE_DUE:
            return search(self.array, 0, 1, -2 * WON, 2 * WON, self.work)
        return self.moves[0][0] if self.moves else 0.0

    def deepen(self, depth: int | None = None) -> Iterator[tuple[int, float, Move]]:
        """Search deeper and deeper; yield the depth reached, its value and its best move."""
        if len(self.moves) <= 1:
            return
        with Watch.for_flag(self.clock, self.work.stop):
            for ahead in range(1, (depth or LEVELS - 2) + 1):
                self._search(ahead)
                if self.is_over():
                    return
                value, _ = self.moves[0]
                yield ahead, value, self.best
                if abs(value) > WON / 2:  # proved on these candidates
                    return

    def include(self, move: Move) -> None:
        """Find the exact value of a move in any case, as of the best ones."""
        code = code_of(move, self.state)
        if self.sampled is not None:
            return
        known = next((each for _, each in self.moves if list(each) == list(code)), None)
        if known is None:
            self.moves.append((self.value_of(code, 1, -2 * WON), code))
        self._included.append(code if known is None else known)

    def warm_up(self) -> None:
        """Compile the search, if it has to be compiled."""
        if self.moves:
            self.value_of(self.moves[0][1], 1, -2 * WON)

    def values(self) -> list[tuple[Move, float]]:
        """Return the moves and their values, best first."""
        if self.sampled is not None:
            return [(self.sampled, 0.0)]
        return [(decode(code, self.state), value) for value, code in self.moves]

    def deepen_all(self, closely: int, sure: int = 1) -> Iterator[int]:
        """Search deeper and deeper; yield the depth reached.

        The best moves, so many of them, get their exact values, others only if they are better
        still: else they are worth no more than the last of those. For `sure` plies there is always
        time. If some moves were included, the last depth may be theirs and that of the best move
        alone.
        """
        for depth in range(1, LEVELS - 2):
            clock = self.clock if depth > sure else Clock(None)
            with Watch.for_flag(clock, self.work.stop):
                looked = self._looked_at(depth, len(self.moves) if depth == 1 else closely, sure)
            if looked is None:
                return
            self.moves, self.depth = looked, depth
            yield depth

    def _looked_at(self, depth: int, closely: int, sure: int) -> list[tuple[float, Floats]] | None:
        """Return the moves and what they are worth so many plies ahead; None if stopped."""
        close: list[tuple[float, Floats]] = []
        rest: list[tuple[float, Floats]] = []
        exact: list[tuple[float, Floats]] = []
        best = -2 * WON
        wanted, others = self._wanted()
        for number, (_, code) in enumerate(wanted + others):
            is_exact = self._is_included(code)
            is_close = number < closely or is_exact
            value = self.value_of(code, depth, -2 * WON if is_close else best)
            if self.is_over() and depth > sure:
                if not self._included or number < len(wanted):
                    return None
                rest += others[number - len(wanted) :]
                break
            is_better = number < closely or value > best
            (exact if is_exact else close if is_better else rest).append((value, code))
            best = max(best, value)
        last = min((value for value, _ in close), default=best)
        known = close + [(min(value, last), code) for value, code in rest]
        return sorted(exact + known, key=lambda pair: -pair[0])

    def _wanted(self) -> tuple[list[tuple[float, Floats]], list[tuple[float, Floats]]]:
        """Return the best move with those that were included, and the others."""
        first, rest = self.moves[:1], self.moves[1:]
        included = [pair for pair in rest if self._is_included(pair[1])]
        return first + included, [pair for pair in rest if not self._is_included(pair[1])]

    def _is_included(self, code: Floats) -> bool:
        return any(code is each for each in self._included)

    def is_over(self) -> bool:
        """Say whether the search is to end at once."""
        spent = self.work.nodes[0] > self.work.nodes[1]
        return bool(self.work.stop[0] or spent or not self.clock)

    def _search(self, depth: int) -> None:
        """Look at each move, best first, and put the new best one in front."""
        done: list[tuple[float, Floats]] = []
        best = -2 * WON
        for _, code in self.moves:
            value = self.value_of(code, depth, best)
            if self.is_over():
                break
            done.append((value, code))
            best = max(best, value)
        # Behind a better move the values are bounds only: what was good before stays in front.
        done.sort(key=lambda pair: -pair[0])
        self.moves = done + self.moves[len(done) :]

    def value_of(self, code: Floats, depth: int, best: float) -> float:
        """Return the value of a move for the seat that plays it, or less than `best` if it is."""
        a, saved, seat = self.array, self.work.saved[0], self.array[0, TURN]
        choosing = a[0, PHASE] != LINE_DUE
        save_area(a, int(code[0]), saved)
        play(a, code)
        sign, low, high = (1, best, 2 * WON) if a[0, TURN] == seat else (-1, -2 * WON, -best)
        value = sign * search(a, 1, depth - (not choosing), low, high, self.work)
        restore_area(a, int(code[0]), saved)
        return value
