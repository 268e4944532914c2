"""The compiled proof-number engine: df-pn, with one transposition table for all its branches."""

from __future__ import annotations

from hashlib import blake2b
from typing import TYPE_CHECKING

from polygames.games.polygon.engine.moves import encode
from polygames.games.polygon.engine.symmetry import orbits
from polygames.games.polygon.proofs import dfpn
from polygames.games.polygon.proofs.best_first import INFINITY
from polygames.games.polygon.proofs.proof import ProofError
from polygames.games.polygon.proofs.transposition import empty_table, probe
from polygames.runtime.arrays import np

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from polygames.games.polygon.proofs.transposition import Table
    from polygames.games.polygon.rules import PolygonGame

BYTES = 32
"""What a position takes in the table."""


class DepthFirst:
    """What the compiled searches of one position share.

    Parameters
    ----------
    memory
        About how many megabytes the table takes.
    """

    def __init__(self, memory: int) -> None:
        self.table = empty_table(max(10, (memory * 2**20 // BYTES).bit_length() - 1))
        self.stop = np.zeros(1, np.uint8)

    def branch(self, state: PolygonGame, attacker: int) -> DepthFirstBranch:
        """Return a search in a position; OverflowError if it does not fit."""
        return DepthFirstBranch(state, attacker, self.table, self.stop)


class DepthFirstBranch:
    """The compiled search: a `Branch`.

    Parameters
    ----------
    state
        A position after the first move.
    attacker
        See `Branch`.
    table
        What is known of positions, shared with other branches.
    stop
        Its first number ends a search when it is not zero.

    Raises
    ------
    OverflowError
        If the position does not fit the arrays.
    """

    def __init__(self, state: PolygonGame, attacker: int, table: Table, stop: dfpn.Flag) -> None:
        self.state, self.attacker, self.table = state, attacker, table
        self.board = encode(state)
        self.work = work = dfpn.workspace(stop)
        self.key, self.check = work.keys[0], work.checks[0] = _keys(state, attacker)
        work.counts[dfpn.ATTACKER] = attacker
        work.counts[dfpn.CAP] = state.rules.max_plies
        points = {point: k for k, point in enumerate(state.points)}
        for group in orbits(state):
            for k in group[1:]:
                work.barred[points[state.segments[k][1]]] = 1
        self.phi, self.delta = 1, len(state.segments)
        self.advance(0)

    @property
    def nodes(self) -> int:
        """How many positions were looked at."""
        return int(self.work.counts[dfpn.NODES])

    @nodes.setter
    def nodes(self, number: int) -> None:
        self.work.counts[dfpn.NODES] = number

    @property
    def open_leaves(self) -> int:
        """How many leaves could not be judged."""
        return int(self.work.counts[dfpn.OPEN])

    @open_leaves.setter
    def open_leaves(self, number: int) -> None:
        self.work.counts[dfpn.OPEN] = number

    def advance(self, budget: int) -> None:
        """Search on."""
        row = probe(self.table, self.key, self.check)
        if budget:
            self.work.counts[dfpn.BUDGET] = self.nodes + budget
            dfpn.search(self.board, self.table, self.work, 0, INFINITY, INFINITY)
            row = probe(self.table, self.key, self.check)
        if row >= 0:
            self.phi, self.delta = int(self.table.phi[row]), int(self.table.delta[row])

    def choices(self, piece: int = 1 << 16) -> Iterator[Sequence[int]]:
        """Yield the winner's moves, as many at once; what the table has lost is searched again."""
        board, work = encode(self.state), self.work
        winner = self.state.turn if self.phi == 0 else 1 - self.state.turn
        work.counts[dfpn.BUDGET] = 2**62
        work.counts[dfpn.WINNER :] = winner, 0, 1, 0
        out = np.zeros(piece, np.int64)
        while work.counts[dfpn.LEVEL] >= 0 and not work.stop[0]:
            size = dfpn.extract(board, self.table, work, out)
            yield out[:size].tolist()
        if work.counts[dfpn.LEVEL] == dfpn.LOST:
            msg = "the proof broke off: the table mixed up two positions"
            raise ProofError(msg)


def _keys(state: PolygonGame, attacker: int) -> tuple[np.uint64, np.uint64]:
    """Return two numbers that name a question."""
    digest = blake2b(f"{attacker}\n{state.to_text()}".encode(), digest_size=16).digest()
    return np.uint64(int.from_bytes(digest[:8])), np.uint64(int.from_bytes(digest[8:]))
