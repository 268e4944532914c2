"""What the moves of Splinter are worth: a tree that grows, with ties as what they are.

The agents mind a tie more than it is worth, so that they go on looking for a win; an analysis
does not, so that its values are the same for both seats.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from polygames.games.splinter.agents import BLEND, ESTIMATE, EXPLORE, STALL
from polygames.search.analysis import Analysis, MoveValue, ranked
from polygames.search.deepening import estimated, in_general, sure
from polygames.search.engine import position_of
from polygames.search.growing import Branch, GrowingTree
from polygames.search.targets import by_target
from polygames.search.uct import Tuning

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from random import Random

    from polygames.games.splinter.rules import Splinter
    from polygames.search.clock import Clock

__all__ = ["deepen", "targets"]

FIRST_VISITS = 4000
"""How many games the first answer rests on; each later one on half as many more."""
GROWTH = 1.5
NODES = 6_000_000
LINE = 10
"""Most moves of a line."""
TUNING = Tuning(EXPLORE, 4.0, 8, BLEND, 0.0)


def deepen(state: Splinter, *, clock: Clock, rng: Random) -> Iterator[Analysis]:
    """Yield what each move is worth, better and better; see `polygames.search.deepen`."""
    position = position_of(state)
    if position is None:
        yield from in_general(state, clock=clock, rng=rng)
        return
    judges = ESTIMATE.load(), STALL.load()
    seed = rng.getrandbits(62)
    tree = GrowingTree(state, position, TUNING, *judges, nodes=NODES, seed=seed)
    size = float(FIRST_VISITS)
    while True:
        tree.grow(int(size), clock)
        yield _told(state, tree)
        if not clock or tree.is_settled:
            return
        size = max(FIRST_VISITS, tree.visits * (GROWTH - 1))


def _told(state: Splinter, tree: GrowingTree) -> Analysis:
    moves = ranked(map(_value, tree.branches(LINE)))
    known = sum(each.proved for each in moves)
    note = f"{tree.visits:,} games through a tree"
    if known:
        note += f", {known} moves proved"
    return Analysis(state, moves, note=note)


def _value(branch: Branch) -> MoveValue:
    if branch.proved is not None:
        return sure(branch.move, branch.proved, branch.line, visits=branch.visits)
    line, depth = branch.line, len(branch.line)
    return estimated(branch.move, branch.mean, max(1, branch.visits), line=line, depth=depth)


def targets(analysis: Analysis) -> Mapping[str, MoveValue]:
    """Return for each piece its best move."""
    return by_target(analysis, slice(1))
