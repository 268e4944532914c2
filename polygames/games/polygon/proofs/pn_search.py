"""Proof-number search, best first, by rules.py alone: the engine for small positions.

The whole tree is in memory, and the most-proving leaf is expanded next (Allis, van der Meulen and
van den Herik 1994, *Proof-number search*); `dfpn` explains phi and delta. The compiled engine
(`dfpn`) is about a hundred times as fast. This one needs no numba, decides everything exactly and
has no arrays that can be full. It solves small positions before the compiled one is loaded.
`Branch` is a search by either.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from polygames.games.polygon.symmetry import orbits

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from polygames.games.polygon.rules import PolygonGame

INFINITE_PROOF_NUMBER = 1 << 30
"""The proof number of a goal that is disproved."""


class _Node:
    """A node in the tree of a `BestFirstBranch`."""

    __slots__ = ("children", "delta", "parent", "phi", "state")

    def __init__(self, state: PolygonGame, parent: _Node | None) -> None:
        self.state, self.parent = state, parent
        self.children: list[_Node] | None = None
        self.phi, self.delta = 1, 1


class BestFirstBranch:
    """A best-first proof search by rules.py with its whole tree in memory.

    `attacker` is the seat whose win is to be proved; leaves without a verdict count as its losses.
    `has_time` is called before each position and returns False to stop the search.
    """

    def __init__(self, state: PolygonGame, attacker: int, has_time: Callable[[], bool]) -> None:
        self.attacker = attacker
        self._has_time = has_time
        self.nodes = self.open_leaves = 0
        self.root = self._new_leaf(state, None)

    @property
    def phi(self) -> int:
        """The proof number of a win of the seat to move: 0 if proved."""
        return self.root.phi

    @property
    def delta(self) -> int:
        """The proof number of a loss of the seat to move: 0 if proved."""
        return self.root.delta

    def advance(self, budget: int) -> None:
        """Expand the most-proving leaf repeatedly, up to `budget` more positions."""
        goal = self.nodes + budget
        while self.phi and self.delta and self.nodes < goal:
            node = self.root
            while node.children is not None:
                node = min(node.children, key=lambda child: child.delta)
            node.children = self._expand_node(node)
            if node.children is None:
                return
            above: _Node | None = node
            while above is not None:  # update the numbers up to the root
                children = above.children or []
                above.phi = min(child.delta for child in children)
                total = sum(child.phi for child in children)
                above.delta = (
                    INFINITE_PROOF_NUMBER if above.phi == 0 else min(INFINITE_PROOF_NUMBER, total)
                )
                above = above.parent

    def _new_leaf(self, state: PolygonGame, parent: _Node | None) -> _Node:
        """Add a position to the tree as a new leaf with its initial proof numbers."""
        self.nodes += 1
        node = _Node(state, parent)
        if state.ply >= state.rules.max_plies:
            self.open_leaves += 1
            node.phi, node.delta = (
                (0, INFINITE_PROOF_NUMBER)
                if state.turn != self.attacker
                else (INFINITE_PROOF_NUMBER, 0)
            )
        elif not state.segments:
            node.phi, node.delta = INFINITE_PROOF_NUMBER, 0
        else:
            node.delta = len(state.segments)
        return node

    def _expand_node(self, node: _Node) -> list[_Node] | None:
        """Return the children of a node, up to the first that proves a win; None if stopped."""
        state, segments = node.state, node.state.segments
        if node is self.root:
            segments = tuple(segments[group[0]] for group in orbits(state))
        children: list[_Node] = []
        for segment in segments:
            if not self._has_time():
                return None
            children.append(self._new_leaf(state.with_segment(*segment), node))
            if not children[-1].delta:
                break
        return children

    def winner_moves(self, batch_size: int = 1) -> Iterator[Sequence[int]]:  # noqa: ARG002 - they come one by one
        """Yield the indices of the winner's moves one by one, in depth-first order."""
        winner = self.root.state.turn if self.phi == 0 else 1 - self.root.state.turn
        stack = [self.root]
        while stack:
            node = stack.pop()
            children = node.children or []
            if node.state.turn == winner:
                child = next(child for child in children if not child.delta)
                yield [node.state.targets.index(child.state.here)]
                stack.append(child)
            else:
                stack.extend(reversed(children))
