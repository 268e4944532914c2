"""Proof-number search by rules.py alone; `search` says what it does.

The compiled one (`compiled_branch`) is some hundred times as quick. This one needs no numba, decides
everything exactly and has no room to run out of; and it settles small positions before the
compiled one is loaded.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from polygames.games.polygon.engine.symmetry import orbits

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from polygames.games.polygon.rules import PolygonGame

__all__ = ["FAR", "Branch", "PlainBranch"]

FAR = 1 << 30


class Branch(Protocol):
    """A position, and how far the search in it is."""

    attacker: int
    """The seat whose win is asked for: leaves that cannot be judged count against it."""
    nodes: int
    open_leaves: int

    @property
    def phi(self) -> int:
        """0 when the seat to move is proved to win, counting open leaves against the attacker."""

    @property
    def delta(self) -> int:
        """0 when the seat to move is proved to lose."""

    def advance(self, budget: int) -> None:
        """Look at so many more positions, about, or until the position is settled."""

    def choices(self, piece: int = ...) -> Iterator[Sequence[int]]:
        """Yield, so many at once, the winner's moves in a settled position; see `proof`."""


class _Node:
    """A position in the tree of a `PlainBranch`."""

    __slots__ = ("delta", "kids", "parent", "phi", "state")

    def __init__(self, state: PolygonGame, parent: _Node | None) -> None:
        self.state, self.parent = state, parent
        self.kids: list[_Node] | None = None
        self.phi, self.delta = 1, 1


class PlainBranch:
    """The search by rules.py, with all of its tree in memory.

    Parameters
    ----------
    state
        A position after the first move.
    attacker
        See `Branch`.
    goes_on
        Whether there is time left; asked for each position that is looked at.
    """

    def __init__(self, state: PolygonGame, attacker: int, goes_on: Callable[[], bool]) -> None:
        self.attacker = attacker
        self._goes_on = goes_on
        self.nodes = self.open_leaves = 0
        self.root = self._judged(state, None)

    @property
    def phi(self) -> int:
        """What the root has."""
        return self.root.phi

    @property
    def delta(self) -> int:
        """What the root has."""
        return self.root.delta

    def advance(self, budget: int) -> None:
        """Expand the position that counts most, again and again."""
        goal = self.nodes + budget
        while self.phi and self.delta and self.nodes < goal:
            node = self.root
            while node.kids is not None:
                node = min(node.kids, key=lambda kid: kid.delta)
            node.kids = self._kids(node)
            if node.kids is None:
                return
            self._update(node)

    def _judged(self, state: PolygonGame, parent: _Node | None) -> _Node:
        self.nodes += 1
        node = _Node(state, parent)
        if state.ply >= state.rules.max_plies:
            self.open_leaves += 1
            node.phi, node.delta = (0, FAR) if state.turn != self.attacker else (FAR, 0)
        elif not state.segments:
            node.phi, node.delta = FAR, 0
        else:
            node.delta = len(state.segments)
        return node

    def _kids(self, node: _Node) -> list[_Node] | None:
        """Return the positions after one, up to the first that proves it won; None if stopped."""
        state, segments = node.state, node.state.segments
        if node is self.root:
            segments = tuple(segments[group[0]] for group in orbits(state))
        kids: list[_Node] = []
        for segment in segments:
            if not self._goes_on():
                return None
            kids.append(self._judged(state.joined(*segment), node))
            if not kids[-1].delta:
                break
        return kids

    def _update(self, node: _Node | None) -> None:
        while node is not None:
            assert node.kids is not None  # noqa: S101 - it was expanded
            node.phi = min(kid.delta for kid in node.kids)
            node.delta = FAR if node.phi == 0 else min(FAR, sum(kid.phi for kid in node.kids))
            node = node.parent

    def choices(self, piece: int = 1) -> Iterator[Sequence[int]]:  # noqa: ARG002 - they come one by one
        """Yield the winner's moves."""
        winner = self.root.state.turn if self.phi == 0 else 1 - self.root.state.turn
        stack = [self.root]
        while stack:
            node = stack.pop()
            kids = node.kids or []
            if node.state.turn == winner:
                kid = next(kid for kid in kids if not kid.delta)
                yield [node.state.targets.index(kid.state.here)]
                stack.append(kid)
            else:
                stack.extend(reversed(kids))
