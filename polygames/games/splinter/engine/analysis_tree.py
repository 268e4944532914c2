"""A compiled search tree that grows in slices, with results for each move: for analyses."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from polygames.games.splinter.engine.evaluation import estimate
from polygames.games.splinter.engine.kernel import decode
from polygames.games.splinter.engine.uct import (
    Tuning,
    bounds_for,
    child_range,
    compile_all,
    compiled_runner,
    new_tree,
    new_workspace,
)
from polygames.runtime.clock import ClockWatcher

if TYPE_CHECKING:
    from collections.abc import Iterator

    from polygames.games.splinter.rules import Splinter
    from polygames.runtime.clock import Clock
    from polygames.search.kernel_adapter import KernelPosition


class Branch(NamedTuple):
    """The result of a search tree for one root move, for the seat that makes the move."""

    move: Any
    visits: int
    mean: float
    """From -1 to +1; it may be outside the bounds."""
    low: int
    """The proved lower bound: -1, 0 or +1."""
    high: int
    """The proved upper bound."""
    line: tuple[Any, ...]
    """The moves visited most, this one first."""

    @property
    def proved(self) -> float | None:
        """+1, 0 or -1 if that is proved, else None."""
        return float(self.low) if self.low == self.high else None


class Optimism(NamedTuple):
    """The excess of a move's mean over the mean of its most visited reply.

    A mean includes the bad replies that a tree has to try.
    """

    excess: float
    visits: int
    """The visits of the reply."""


class AnalysisTree:
    """A UCT search tree of up to `nodes` nodes, rooted at one position; see `Uct`."""

    def __init__(
        self, state: Splinter, position: KernelPosition, tuning: Tuning, *, nodes: int, seed: int
    ) -> None:
        self.state, self.position, self.tuning = state, position, tuning
        self.tree = new_tree(nodes)
        self.ws = new_workspace(position.array, position.earlier_keys, seed)
        self._run_simulations = compiled_runner(estimate)
        compile_all(self._run_simulations, position, tuning)
        self._run_until(0)  # expands the root

    @property
    def visits(self) -> int:
        """The number of games played through the tree."""
        return int(self.tree.visits[0])

    @property
    def is_proved(self) -> bool:
        """Whether the value of the root is proved, so that the tree stops growing."""
        return bool(self.tree.low[0] == self.tree.high[0])

    def grow(self, max_games: int, clock: Clock) -> None:
        """Play up to `max_games` more games through the tree, until a clock runs out."""
        with ClockWatcher.for_flag(clock, self.ws.stop):
            self._run_until(self.visits + max_games)

    def branches(self, lines: int = 0, length: int = 1) -> Iterator[Branch]:
        """Yield the result of each move of the root position.

        The `lines` most visited moves have lines of at most `length` moves.
        """
        tree, sign = self.tree, 1 if self.state.turn == 0 else -1
        children = child_range(tree, 0)
        most = set(sorted(children, key=lambda child: -int(tree.visits[child]))[:lines])
        for child in children:
            visits = int(tree.visits[child])
            mean = sign * (tree.total[child] / visits if visits else float(tree.prior[child]))
            line = self._main_line(child, length if child in most else 1)
            yield Branch(line[0], visits, float(mean), *bounds_for(tree, child, sign), line)

    def as_branch(self, move: Any, length: int) -> Branch:
        """Return the result of the whole tree as that of the move leading to its root."""
        tree, before = self.tree, 1 - self.state.turn
        sign = 1 if before == 0 else -1
        mean = float(tree.total[0]) / max(1, self.visits)
        best = max(self.branches(1, length - 1), key=lambda b: (b.proved or 0, b.visits))
        bounds = bounds_for(tree, 0, sign)
        return Branch(move, self.visits, sign * mean, *bounds, (move, *best.line))

    def optimism(self) -> Optimism:
        """Return how much the most visited move's mean exceeds that of its most visited reply."""
        tree, sign = self.tree, 1 if self.state.turn == 0 else -1
        moves = [child for child in child_range(tree, 0) if tree.child_count[child]]
        if not moves:
            return Optimism(0.0, 0)
        move = max(moves, key=lambda child: int(tree.visits[child]))
        reply = max(child_range(tree, move), key=lambda child: int(tree.visits[child]))
        if not tree.visits[reply]:
            return Optimism(0.0, 0)
        before, after = (tree.total[node] / tree.visits[node] for node in (move, reply))
        return Optimism(float(sign * (before - after)), int(tree.visits[reply]))

    def _run_until(self, visits: int) -> None:
        self._run_simulations(self.position.array, self.tree, self.ws, self.tuning, visits)

    def _main_line(self, child: int, length: int) -> tuple[Any, ...]:
        """Return the sequence of most visited moves that begins with a child of the root."""
        state, tree = self.state, self.tree
        line = [decode(tree.code[child], state)]
        while len(line) < length and tree.child_count[child]:
            state = state.play(line[-1])
            if state.outcome is not None:
                break
            sign = 1 if state.turn == 0 else -1
            child = max(
                child_range(tree, child),
                key=lambda one: (bounds_for(tree, one, sign)[0] == 1, tree.visits[one]),
            )
            if not tree.visits[child] and tree.low[child] < tree.high[child]:
                break
            line.append(decode(tree.code[child], state))
        return tuple(line)
