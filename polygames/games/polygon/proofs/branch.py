"""What the two proof-number engines have in common: a position, and how far the search in it is."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from polygames.games.polygon.rules import PolygonGame

INFINITY = 1 << 30
"""The proof number of what can no longer be proved."""


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


def winner_of(branch: Branch, state: PolygonGame) -> int | None:
    """Return the seat that the search in a position has found to win, or None."""
    if branch.phi and branch.delta:
        return None
    return state.turn if branch.phi == 0 else 1 - state.turn
