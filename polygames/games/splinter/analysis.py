"""What the moves of Splinter are worth: a tree that grows, with ties as what they are.

The agents mind a tie more than it is worth, so that they go on looking for a win; an analysis
does not, so that its values are the same for both seats.
"""

from __future__ import annotations

from math import copysign, sqrt, tanh
from typing import TYPE_CHECKING, Any

from polygames.core.analysis import Analysis, MoveValue, sort_moves
from polygames.games.splinter.engine.features import static_value
from polygames.search.analysis.anytime import (
    discount_rarely_visited,
    in_general,
    proved_result,
    result_of,
)
from polygames.search.analysis.calibration import calibrations_of
from polygames.search.analysis.readiness import is_ready, note_ready
from polygames.search.analysis.rows import by_target
from polygames.search.analysis.smoothing import SmoothedAnalyses

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from random import Random

    from polygames.games.splinter.engine.growing_tree import Branch, GrowingTree, Optimism
    from polygames.games.splinter.rules import Splinter
    from polygames.runtime.clock import Clock
    from polygames.search.kernel_adapter import KernelPosition

ENGINE = "polygames.games.splinter.engine"

FIRST_VISITS = 3000
"""How many games the first answer rests on; each later one on half as many more."""
WORK_GROWTH = 1.5
GAMES_PER_SECOND = 60_000
"""How many games a second of work is."""
MAX_TREE_NODES = 6_000_000
VALUE_SMOOTHING_WINDOW = 16
"""The mean of so many answers is told: those of some 20 seconds."""
MIN_POINT_ESTIMATE_GAMES = 10_000
"""With fewer games intervals are told: a chance is off by 30 points in 5 of 100 positions, and then
by 8 (`benchmarks.studies.first_interval`)."""
LINED, LINE = 10, 8
"""How many moves get a line, and of how many plies at most."""
MIN_TRUSTED_VISITS = 50
"""How many visits a move has to have before its mean counts in full."""
FLATTERY, LATE, AT_LAST = 0.06, 120, -0.006
"""By how much the search flatters the seat to move at the start, the ply at which that has worn
off, and by how much it does later: half of what the means before and after the best move add up
to, in the pairs of the study of calibration."""
KNOWN_REPLY = 100
"""With so many visits the reply that the tree prefers says how much its means flatter at most: half
of what is lost by it. Where nothing can be lost, as in a dead tie, they flatter nobody. In 1,018
positions of 140 games this made the values before and after the best move differ by 4.7 points of
the chance in the mean, without it by 5.8; what came of the games was told as well."""
FLATTERED, WEARS_OFF = 4500, 0.37
"""With more games than that through the tree the search flatters less: by this power of their
number, as half sums at 3,000 to 4,000,000 games showed."""
FADES, FADING = 45_000, 0.2
"""With more games than that through the tree the means of all positions come nearer to 0, for both
sides defend better: by this power of their number, as means at 45,000 to 400,000 games showed. What
comes of a game does not depend on how long somebody looks at it."""
NOISE, NOISY = 0.02, 100
"""So close to 0 the mean of a position says nothing from that ply on: such games end in a tie."""
DRAW_WEIGHT = 0.1
"""How much of a mean is told that says nothing: the order of the moves stays."""
CLEAR_LEAD = 0.2
"""A clear lead: twice as much of it does not say twice as much, for strong agents miss wins."""
GAMES_PER_UNPROVED_MOVE = (100, 400, 1600, 6400)
"""How many games each move gets that is not proved, once the position is."""


def deepen(state: Splinter, *, clock: Clock, rng: Random) -> Iterator[Analysis]:
    """Yield what each move is worth, better and better; see `polygames.search.deepen`."""
    if not is_ready("splinter"):
        with clock.uncounted():
            first = _at_once(state)
        yield first
        if clock.stop.is_set():
            return
    with clock.uncounted():
        from polygames.search.kernel_adapter import position_of  # numba loads here
    position = position_of(state)
    if position is None:
        yield from in_general(state, clock=clock, rng=rng)
        return
    with clock.uncounted():
        seed = rng.getrandbits(62)
        tree = _tree(state, position, MAX_TREE_NODES, seed)
    note_ready("splinter")
    smoothed, most = SmoothedAnalyses(VALUE_SMOOTHING_WINDOW), clock.steps(GAMES_PER_SECOND)
    size = FIRST_VISITS
    while True:
        tree.grow(min(size, most - tree.visits), clock)
        yield smoothed.add(_to_analysis(state, tree.visits, _branches(tree), tree.optimism()))
        if not clock or (tree.visits >= most and not tree.is_proved):
            return
        if tree.is_proved:
            break
        size = max(FIRST_VISITS, int(tree.visits * (WORK_GROWTH - 1)))
    yield from _beside_a_win(state, tree, clock, seed, most - tree.visits)


def _at_once(state: Splinter) -> Analysis:
    """Return what the positions after the moves look like, which takes no compiling."""
    found = []
    for move in state.legal_moves:
        after = state.play(move)
        if after.outcome is not None:
            found.append(proved_result(move, result_of(after, state.turn), distance=1))
        else:
            value = static_value(after, state.turn)
            found.append(MoveValue(move, value, -1.0, 1.0, depth=1, chance=(1 + value) / 2))
    note = "quick look: one move ahead"
    return Analysis(state, sort_moves(found), note=note, is_quick_look=True)


def _tree(state: Splinter, position: KernelPosition, nodes: int, seed: int) -> GrowingTree:
    """Return a tree that grows from a position."""
    from polygames.games.splinter.agents import TREE_TUNING  # numba loads here
    from polygames.games.splinter.engine.growing_tree import GrowingTree

    return GrowingTree(state, position, TREE_TUNING, nodes=nodes, seed=seed)


def _branches(tree: GrowingTree) -> list[Branch]:
    """Return what a tree says; what was visited little counts for less."""
    branches = [_with_result(tree.state, b) for b in tree.branches(LINED, LINE)]
    means = discount_rarely_visited(
        [b.mean for b in branches], [b.visits for b in branches], MIN_TRUSTED_VISITS
    )
    return [b._replace(mean=mean) for b, mean in zip(branches, means, strict=True)]


def _with_result(state: Any, branch: Branch) -> Branch:
    """Return a branch with its result if its move repeats a position the third time.

    The tree counts that as a tie at each visit, and has no proof of it.
    """
    if branch.proved is not None or branch.mean or not branch.visits:
        return branch
    after = state.play(branch.move)
    if after.outcome is None:
        return branch
    return branch._replace(proved=result_of(after, state.turn))


def _beside_a_win(
    state: Splinter, tree: GrowingTree, clock: Clock, seed: int, most: int
) -> Iterator[Analysis]:
    """Yield more of the moves that a tree does not visit once a result is proved.

    Each gets a tree of its own.
    """
    from polygames.search.kernel_adapter import position_of  # numba has been loaded

    branches = {branch.move: branch for branch in tree.branches(LINED, LINE)}
    for visits in GAMES_PER_UNPROVED_MOVE:
        for branch in [b for b in branches.values() if b.proved is None]:
            after = state.play(branch.move)
            if after.outcome is not None:  # a third time, which the tree never visited
                branches[branch.move] = branch._replace(proved=result_of(after, state.turn))
                continue
            position = position_of(after)
            if position is None or not clock or most <= 0:
                return
            most -= visits
            own = _tree(after, position, 40 * visits, seed)
            own.grow(visits, clock)
            branches[branch.move] = own.as_branch(branch.move, LINE)
        yield _to_analysis(state, tree.visits, list(branches.values()), tree.optimism())


def features(
    state: Splinter, mean: float, games: int = FIRST_VISITS, optimism: Optimism | None = None
) -> tuple[float, ...]:
    """Return what the chance to win depends on; see `polygames.search.analysis.calibration`.

    The mean is that of so many games through the tree, from -1 to +1.
    """
    flattery = max(AT_LAST, FLATTERY * (1 - state.ply / LATE))
    flattery *= min(1.0, (FLATTERED / max(1, games)) ** WEARS_OFF)
    if optimism is not None:  # a mean flatters no more than the tree shows, as far as it is known
        seen = max(0.0, optimism.gap / 2)
        flattery -= min(1.0, optimism.visits / KNOWN_REPLY) * max(0.0, flattery - seen)
    fair = mean - flattery
    fair *= max(1.0, games / FADES) ** FADING
    noise = NOISE * min(1.0, state.ply / NOISY)
    clear = copysign(max(0.0, abs(fair) - noise), fair)
    lead = DRAW_WEIGHT * fair + (1 - DRAW_WEIGHT) * clear
    return (1.0, tanh(lead / CLEAR_LEAD))


def _to_analysis(
    state: Splinter, games: int, branches: Sequence[Branch], optimism: Optimism | None = None
) -> Analysis:
    places = {move: place for place, move in enumerate(state.legal_moves)}
    in_order = sorted(branches, key=lambda branch: places[branch.move])  # as equals are told
    moves = sort_moves(_value(state, branch, games, optimism) for branch in in_order)
    known = sum(each.proved for each in moves)
    note = f"{games:,} games through a tree"
    if known:
        note += f", {known} moves proved"
    return Analysis(state, moves, note=note, is_early=games < MIN_POINT_ESTIMATE_GAMES)


def _value(state: Splinter, branch: Branch, games: int, optimism: Optimism | None) -> MoveValue:
    """Return a proved result, or the mean of the games made true."""
    visits, line, mean = max(1, branch.visits), branch.line, branch.mean
    if branch.proved is not None:
        ends = state.play(branch.move).outcome is not None
        known = {"visits": visits, "raw": branch.proved, "distance": 1 if ends else None}
        return proved_result(branch.move, branch.proved, line, **known)
    model = calibrations_of(ENGINE)["chance"]
    half = 1.96 / sqrt(visits)
    raws = (mean - half, mean, mean + half)
    chances = [model.of(features(state, raw, games, optimism)) for raw in raws]
    low, value, high = (2 * chance - 1 for chance in chances)
    return MoveValue(
        branch.move,
        value,
        max(-1.0, low - 2 * model.spread),
        min(1.0, high + 2 * model.spread),
        visits,
        line=line,
        depth=len(line),
        chance=chances[1],
        raw=mean,
    )


def targets(analysis: Analysis) -> Mapping[str, MoveValue]:
    """Return for each piece its best move."""
    return by_target(analysis, slice(1))
