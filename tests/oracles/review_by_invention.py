"""Invented search results for a record: random estimates, and proofs that never contradict."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

import polygames as pg
from polygames.search.review.findings import Candidate, Finding
from polygames.search.review.positions import Estimate, Scale, exact_estimate, round_value
from polygames.search.review.table import final_estimate

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence
    from random import Random

    from polygames.records.node import Node

Measure = Literal["result", "lead", "total"]

SCALES: dict[str, tuple[Measure, float, float]] = {
    "polygon": ("result", -1.0, 1.0),
    "splinter": ("result", -1.0, 1.0),
    "split": ("result", -25.0, 25.0),
    "splitter": ("total", 0.0, 200.0),
    "territory": ("lead", -200.0, 200.0),
}
"""The measure of the values of each game, with their ends."""

Truth = list[float | None]
"""The exact value of a position for each seat; None if it is open."""


def invent_findings(
    nodes: Sequence[Node], rng: Random
) -> tuple[dict[int, Finding], Scale, dict[int, Truth]]:
    """Return findings of the positions of a record, their scale, and the exact values behind them.

    The results are indexed by the id of the node.
    """
    start = nodes[0].state
    measure, low, high = SCALES[start.game]
    if start.seats == 1 and start.game == "territory":
        measure = "total"
    inventor = _Inventor(nodes, rng, Scale(measure, low, high, measure, start.seats))
    for node in reversed(nodes):
        inventor.visit(node)
    return inventor.findings, inventor.scale, inventor.truth


class _Inventor:
    """The findings and exact values invented so far, from the last node to the first."""

    def __init__(self, nodes: Sequence[Node], rng: Random, scale: Scale) -> None:
        self.findings: dict[int, Finding] = {}
        self.truth: dict[int, Truth] = {}
        self.scale, self._rng = scale, rng
        self._proof_rate = rng.choice([0, 0.1, 0.5, 1])
        self._children: dict[int, list[Node]] = {id(node): [] for node in nodes}
        for node in nodes[1:]:
            self._children[id(node.parent)].append(node)
        # Branches are searched first, so that none of them replaces a missing main line.
        has_branches = any(len(children) > 1 for children in self._children.values())
        self._missing_rate = 0.0 if has_branches else rng.choice([0.0, 0.1])

    def visit(self, node: Node) -> None:
        """Invent the exact value of a position and the finding of its search."""
        state, seats = node.state, range(self.scale.seats)
        self.truth[id(node)] = [None for _ in seats]
        if state.outcome is not None:
            ends = [final_estimate(state, seat, self.scale) for seat in seats]
            self.truth[id(node)] = [None if end is None else end.value for end in ends]
            return
        finding = self._roll(node) if state.turn == pg.CHANCE else self._search(node)
        if self._rng.random() >= self._missing_rate:
            self.findings[id(node)] = finding

    def _roll(self, node: Node) -> Finding:
        """Return the finding of a position before a roll, with its luck."""
        points = tuple(self._random_value() for _ in range(self.scale.seats))
        return Finding(lucks=points if self._children[id(node)] else ())

    def _search(self, node: Node) -> Finding:
        """Return the finding of a position in which a seat moves, and store its exact value.

        The invented search knows the played moves and one other move, the best of all others.
        """
        mover, children, rng = node.state.turn, self._children[id(node)], self._rng
        exact = {child.move: self.truth[id(child)][mover] for child in children}
        if (other := self._other_move(node, exact)) is not None:
            exact[other] = self._random_value()
        values = list(exact.values())
        is_known = self.scale.high in values or None not in values
        best = max(each for each in values if each is not None) if is_known else None
        truth = list(self.truth[id(children[0])]) if children else self._truth_at_end()
        truth[mover] = best
        if self.scale.is_opposed:
            truth[1 - mover] = None if best is None else -best
        self.truth[id(node)] = truth
        found = {move: self._estimate(value) for move, value in exact.items()}
        rest = None if other is None else found.pop(other)
        right = [move for move, value in exact.items() if value is not None and value == best]
        is_proved = rng.random() < self._proof_rate and bool(right)
        return Finding(
            None if rest is None else Candidate(rest, (other,)),
            Candidate(self._proof_of(best), (right[0],)) if is_proved else None,
            {move: each for move, each in found.items() if rng.random() < 0.5},
            is_rest_proved=rest is None or rest.proved,
            is_quick=rng.random() < 0.1,
            scale=self.scale,
        )

    def _truth_at_end(self) -> Truth:
        """Return exact values at the end of an unfinished record, some of them open.

        Only totals are the seats' own affair.
        """
        is_own = self.scale.measure == "total"
        values = [self._random_value() for _ in range(self.scale.seats)]
        return [each if is_own and self._rng.random() < 0.5 else None for each in values]

    def _other_move(self, node: Node, played: Collection[Any]) -> Any:
        """Return a legal move that was not played, if there is one."""
        moves = node.state.legal_moves
        others = list(moves) if moves.finite else [moves.sample(self._rng)]
        return self._rng.choice([each for each in others if each not in played] or [None])

    def _estimate(self, exact: float | None) -> Estimate:
        """Return a proof of an exact value, or any estimate."""
        if exact is not None and self._rng.random() < self._proof_rate:
            return self._proof_of(exact)
        low, value, high = sorted(self._random_value() for _ in range(3))
        return Estimate(value, low, high)

    def _proof_of(self, exact: float | None) -> Estimate:
        assert exact is not None
        return exact_estimate(exact, distance=self._rng.choice([None, 3]))

    def _random_value(self) -> float:
        _, low, high, _, _ = self.scale
        return round_value(self._rng.choice([low, 0.0, high, *[self._rng.uniform(low, high)] * 3]))
